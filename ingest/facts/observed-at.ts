/** Where something was observed: at which of the addresses of an NPI, however either is written. */
import type { Address } from '@careatlas/contract/cards'
import { normalizeAddress } from '@careatlas/directory/address'
import type { ObservedPlace } from './facts.ts'

/** Whether the place has the street line and the ZIP code of `address`; an observation names no unit, city or state. */
export function isObservedAt(
  { line1, postalCode }: Pick<ObservedPlace, 'line1' | 'postalCode'>,
  address: Address,
): boolean {
  const observed = { ...address, line_1: line1, line_2: null, postal_code: postalCode }
  return streetAndZip(observed) === streetAndZip(address)
}

function streetAndZip(address: Address): string {
  const { line, zip5 } = normalizeAddress(address)
  return `${line}|${zip5}`
}
