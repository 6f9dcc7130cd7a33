/** The address of a place with several members: as one of them registered it, with the unit that most members write. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey, isWithoutUnit } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import { fromHouseNumber, isRemark, withoutInstitution } from '@careatlas/directory/address-remark'
import { mostFrequentSpelling, spelling } from './most-frequent.ts'
import type { AddressRecord } from './address-record.ts'

/**
 * The most common spelling with a unit or, if no record has one, of all; `records` are of one unit, at least one. If they
 * differ in a department, which does not distinguish units (`addressKey`), the spelling of a member without one; if all have
 * one, the most common spelling without its second line, if that is a department.
 */
export function sharedAddress(records: readonly AddressRecord[]): Address {
  const withUnit = records.filter(({ unitKey }) => !isWithoutUnit(unitKey))
  const addresses = (withUnit.length > 0 ? withUnit : records).map(({ registered }) => registered.address)
  if (areSpelledAlike(addresses)) return addresses[0]!
  const [, another] = new Set(addresses.map(remarkIn))
  if (another === undefined) return mostFrequentSpelling(addresses)
  const bare = addresses.filter((address) => remarkIn(address) === '')
  return mostFrequentSpelling(bare.length > 0 ? bare : addresses.map(withoutRemarkLine))
}

/** The address without words that do not distinguish units: `1 COMMERCE ST`, `PEDIATRICS` → `1 COMMERCE ST`. */
function plain(address: Address): Address {
  const shorter = shorterThan(address)
  if (shorter.length === 0) return address
  const key = addressKey(address)
  return shorter.find((one) => addressKey(one) === key) ?? address
}

/** Shorter versions of the address, the shortest first. */
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

/** The words that the key leaves out: `PEDIATRICS` of `1 COMMERCE ST`, `PEDIATRICS`. */
function remarkIn(address: Address): string {
  const street = plain(address)
  if (street === address) return ''
  const unit = wordsIn(street)
  return wordsIn(address)
    .filter((word) => {
      const at = unit.indexOf(word)
      if (at !== -1) unit.splice(at, 1)
      return at === -1
    })
    .join(' ')
}

function areSpelledAlike(addresses: readonly Address[]): boolean {
  return new Set(addresses.map(spelling)).size === 1
}

function withoutRemarkLine(address: Address): Address {
  const shorter = { ...address, line_2: null }
  return isRemark(wordsOf(address.line_2 ?? '')) && addressKey(shorter) === addressKey(address)
    ? shorter
    : address
}

function wordsIn({ line_1, line_2 }: Address): string[] {
  return wordsOf(`${line_1 ?? ''} ${line_2 ?? ''}`)
}
