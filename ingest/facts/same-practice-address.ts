/** Compares a listed address with the registered practice address; either one may omit the unit. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey, toBuildingKey, isWithoutUnit } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import type { RegisteredAddress, SecondaryLocation } from './facts.ts'

/** Whether two addresses of an NPI are the same practice: in one building, without two different units. */
export function isSamePractice(one: Address, other: Address): boolean {
  const [key, otherKey] = [addressKey(one), addressKey(other)]
  if (key === otherKey || compactAddress(one) === compactAddress(other)) return true
  return toBuildingKey(key) === toBuildingKey(otherKey) && (isWithoutUnit(key) || isWithoutUnit(otherKey))
}

/** Whether `listed` has the complete registered practice address, including its unit. */
export function corroborates(listed: Address, registered: Address): boolean {
  return (
    isSamePractice(listed, registered) &&
    (isWithoutUnit(addressKey(registered)) || !isWithoutUnit(addressKey(listed)))
  )
}

/**
 * The registered practice, then the other places of `located`. If a source other than the registry (`source`) lists the registered
 * practice once, the two are merged: the registered address, with the listed telephone number if none is registered.
 */
export function mergePractices(
  practice: RegisteredAddress,
  source: string,
  located: readonly SecondaryLocation[],
): readonly RegisteredAddress[] {
  const lists = located.filter(
    (fact) => fact.source !== source && isSamePractice(practice.address, fact.practice.address),
  )
  const [key, another] = new Set(lists.map((fact) => addressKey(fact.practice.address)))
  const others = located.filter((fact) => another !== undefined || !lists.includes(fact))
  const joined =
    key === undefined || another !== undefined ? practice : addListedPhone(practice, lists[0]!.practice)
  return [joined, ...others.map((fact) => fact.practice)]
}

function addListedPhone(
  registered: RegisteredAddress,
  { phone, extension }: RegisteredAddress,
): RegisteredAddress {
  if (registered.phone !== null || phone === null) return registered
  return { ...registered, phone, ...(extension !== undefined && { extension }) }
}

/** Without blanks, because some sources have `1 PARK WAY` for `1 PARKWAY`; the ZIP code represents the city. */
function compactAddress({ line_1, line_2, postal_code }: Address): string {
  return `${wordsOf(`${line_1 ?? ''} ${line_2 ?? ''}`).join('')} ${postal_code?.slice(0, 5)}`
}
