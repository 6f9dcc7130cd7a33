/** The order in which NPIs arrived at an address. Later arrivals do not change the spelling and the identifier of a place. */
import { compareText } from '../compare-text.ts'
import type { Mention } from './mention.ts'

/** Orders by the day on which a source first stated the address, then by the enumeration of the NPI; facilities come last. */
export function compareArrival(one: Mention, other: Mention): number {
  return (
    Number(one.who.kind === 'facility') - Number(other.who.kind === 'facility') ||
    compareText(one.since, other.since) ||
    compareText(enumeratedOn(one.who), enumeratedOn(other.who)) ||
    compareText(one.who.npi ?? '~', other.who.npi ?? '~') ||
    compareText(writtenKey(one), writtenKey(other))
  )
}

/** The earliest of `mentions`, of which there is at least one. */
export function firstToArrive(mentions: readonly Mention[]): Mention {
  let first = mentions[0]!
  for (const one of mentions) if (compareArrival(one, first) < 0) first = one
  return first
}

/** `addressKey` of the address as written, before it was joined with another spelling. */
export function writtenKey({ written, door }: Mention): string {
  return written ?? door
}

/** An unknown day comes last. */
function enumeratedOn(who: Mention['who']): string {
  return (who.kind === 'facility' ? null : who.enumeratedOn) ?? '9999'
}
