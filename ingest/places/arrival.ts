/** The order in which NPIs arrived at an address. Later arrivals do not change the spelling and the identifier of a place. */
import { compareText } from '../ordering.ts'
import type { AddressRecord } from './address-record.ts'

/** Orders by the day on which a source first stated the address, then by the enumeration of the NPI; facilities come last. */
export function compareArrival(one: AddressRecord, other: AddressRecord): number {
  return (
    Number(one.who.kind === 'facility') - Number(other.who.kind === 'facility') ||
    compareText(one.since, other.since) ||
    compareText(enumeratedOn(one.who), enumeratedOn(other.who)) ||
    compareText(one.who.npi ?? '~', other.who.npi ?? '~') ||
    compareText(writtenKey(one), writtenKey(other))
  )
}

/** The earliest of `records`, of which there is at least one. */
export function firstToArrive(records: readonly AddressRecord[]): AddressRecord {
  let first = records[0]!
  for (const one of records) if (compareArrival(one, first) < 0) first = one
  return first
}

/** `addressKey` of the address as written, before it was joined with another spelling. */
export function writtenKey({ written, unitKey }: AddressRecord): string {
  return written ?? unitKey
}

/** An unknown day comes last. */
function enumeratedOn(who: AddressRecord['who']): string {
  return (who.kind === 'facility' ? null : who.enumeratedOn) ?? '9999'
}
