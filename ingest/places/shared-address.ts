/**
 * The address of a place, as all who share it have it. Its key leaves out departments and whatever else tells no two doors
 * apart (`addressKey`): what one of them writes so is not true of the others.
 */
import type { Address } from '@careatlas/contract/cards'
import { addressKey } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import { fromHouseNumber, isRemark, withoutInstitution } from '@careatlas/directory/address-remark'
import { commonestSpelling, spelling } from './commonest.ts'
import type { Mention } from './mention.ts'

/** The commonest spelling, with a department only if all write it; `mentions` are of one door, at least one. */
export function sharedAddress(mentions: readonly Mention[]): Address {
  const addresses = mentions.map(({ registered }) => registered.address)
  if (areSpelledAlike(addresses)) return addresses[0]!
  const [, another] = new Set(addresses.map(remarkIn))
  return commonestSpelling(another === undefined ? addresses : addresses.map(plain))
}

/** `shared` as one of those has it who share it: spelled like it, with their own department and nobody else's. */
export function addressAt(shared: Address, own: Address): Address {
  if (areSpelledAlike([shared, own]) || remarkIn(shared) === remarkIn(own)) return shared
  const street = plain(shared)
  return { ...street, line_2: street.line_2 ?? remarkLineOf(own) }
}

/** The address without what no two doors are told apart by: `1 COMMERCE ST`, `PEDIATRICS` → `1 COMMERCE ST`. */
function plain(address: Address): Address {
  const shorter = shorterThan(address)
  if (shorter.length === 0) return address
  const key = addressKey(address)
  return shorter.find((one) => addressKey(one) === key) ?? address
}

/** What may be left of it, the shortest first. */
function shorterThan(address: Address): readonly Address[] {
  const [one, two] = [wordsOf(address.line_1 ?? ''), wordsOf(address.line_2 ?? '')]
  const street = withoutInstitution(fromHouseNumber(one))
  const bare = street.length < one.length ? [{ ...address, line_1: street.join(' ') }] : []
  return [
    ...(isRemark(two) ? [...bare, address].map((whole) => ({ ...whole, line_2: null })) : []),
    ...(isRemark(one) && two.length > 0 ? [{ ...address, line_1: address.line_2, line_2: null }] : []),
    ...bare,
  ]
}

/** What the key leaves out: `PEDIATRICS` of `1 COMMERCE ST`, `PEDIATRICS`. */
function remarkIn(address: Address): string {
  const street = plain(address)
  if (street === address) return ''
  const door = wordsIn(street)
  return wordsIn(address)
    .filter((word) => {
      const at = door.indexOf(word)
      if (at !== -1) door.splice(at, 1)
      return at === -1
    })
    .join(' ')
}

function areSpelledAlike(addresses: readonly Address[]): boolean {
  return new Set(addresses.map(spelling)).size === 1
}

/** Line 2 where it says nothing of the door. */
function remarkLineOf(address: Address): string | null {
  return plain(address).line_2 === null && isRemark(wordsOf(address.line_2 ?? '')) ? address.line_2 : null
}

function wordsIn({ line_1, line_2 }: Address): string[] {
  return wordsOf(`${line_1 ?? ''} ${line_2 ?? ''}`)
}
