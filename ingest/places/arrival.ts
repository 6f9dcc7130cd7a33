/** The order in which NPIs arrived at an address. Later arrivals do not change the spelling and the identifier of a place. */
import { compareText } from '../ordering.ts'
import type { AddressRecord } from './address-record.ts'

/** Orders by the day on which a source first stated the address, then by the enumeration of the NPI; facilities come last. */
export function compareArrival(one: AddressRecord, other: AddressRecord): number {
  return (
    Number(one.who.kind === 'facility') - Number(other.who.kind === 'facility') ||
    compareText(one.since, other.since) ||
    compareText(getEnumerationDay(one.who), getEnumerationDay(other.who)) ||
    compareText(one.who.npi ?? '~', other.who.npi ?? '~') ||
    compareText(getOriginalUnitKey(one), getOriginalUnitKey(other))
  )
}

/** The earliest of `records`, of which there is at least one. */
export function findFirstArrival(records: readonly AddressRecord[]): AddressRecord {
  let first = records[0]!
  for (const record of records) if (compareArrival(record, first) < 0) first = record
  return first
}

/** `addressKey` of the address as written, before it was joined with another spelling. */
export function getOriginalUnitKey({ originalUnitKey, unitKey }: AddressRecord): string {
  return originalUnitKey ?? unitKey
}

/** The enumeration day of the NPI; an unknown day sorts last. */
function getEnumerationDay(who: AddressRecord['who']): string {
  return (who.kind === 'facility' ? null : who.enumeratedOn) ?? '9999'
}
