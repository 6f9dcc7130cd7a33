/** The address of a place with several members: as one of them registered it, with the unit that most members write. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey, isWithoutUnit } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import { dropBeforeHouseNumber, isRemark, removeInstitution } from '@careatlas/directory/address-remark'
import { findMostFrequentSpelling, spellingKey } from './most-frequent.ts'
import type { AddressRecord } from './address-record.ts'

/**
 * The most common spelling with a unit or, if no record has one, of all. `records` are of one unit, and there is at least one. If
 * they differ in a department, which does not distinguish units (`addressKey`), the spelling of a member without one; if all have
 * one, the most common spelling without its second line, if that is a department.
 */
export function selectSharedAddress(records: readonly AddressRecord[]): Address {
  const withUnit = records.filter(({ unitKey }) => !isWithoutUnit(unitKey))
  const addresses = (withUnit.length > 0 ? withUnit : records).map(({ registered }) => registered.address)
  if (haveSameSpelling(addresses)) return addresses[0]!
  const [, another] = new Set(addresses.map(extractRemark))
  if (another === undefined) return findMostFrequentSpelling(addresses)
  const bare = addresses.filter((address) => extractRemark(address) === '')
  return findMostFrequentSpelling(bare.length > 0 ? bare : addresses.map(dropRemarkLine))
}

/** The address without words that do not distinguish units: `1 COMMERCE ST`, `PEDIATRICS` → `1 COMMERCE ST`. */
function dropRemarks(address: Address): Address {
  const shorter = listShorterForms(address)
  if (shorter.length === 0) return address
  const key = addressKey(address)
  return shorter.find((candidate) => addressKey(candidate) === key) ?? address
}

/** Shorter versions of the address, the shortest first. */
function listShorterForms(address: Address): readonly Address[] {
  const [line1, line2] = [wordsOf(address.line_1 ?? ''), wordsOf(address.line_2 ?? '')]
  const street = removeInstitution(dropBeforeHouseNumber(line1))
  const bare = street.length < line1.length ? [{ ...address, line_1: street.join(' ') }] : []
  return [
    ...(isRemark(line2) ? [...bare, address].map((whole) => ({ ...whole, line_2: null })) : []),
    ...(isRemark(line1) && line2.length > 0 ? [{ ...address, line_1: address.line_2, line_2: null }] : []),
    ...bare,
  ]
}

/** The words that the key leaves out: `PEDIATRICS` of `1 COMMERCE ST`, `PEDIATRICS`. */
function extractRemark(address: Address): string {
  const street = dropRemarks(address)
  if (street === address) return ''
  const streetWords = listWords(street)
  return listWords(address)
    .filter((word) => {
      const index = streetWords.indexOf(word)
      if (index !== -1) streetWords.splice(index, 1)
      return index === -1
    })
    .join(' ')
}

function haveSameSpelling(addresses: readonly Address[]): boolean {
  return new Set(addresses.map(spellingKey)).size === 1
}

function dropRemarkLine(address: Address): Address {
  const shorter = { ...address, line_2: null }
  return isRemark(wordsOf(address.line_2 ?? '')) && addressKey(shorter) === addressKey(address)
    ? shorter
    : address
}

function listWords({ line_1, line_2 }: Address): string[] {
  return wordsOf(`${line_1 ?? ''} ${line_2 ?? ''}`)
}
