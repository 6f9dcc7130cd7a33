/** Which NPI arrived first: later arrivals do not change how a place is spelled and identified. */
import { compareText } from '../compare-text.ts'
import type { Mention } from './mention.ts'

/** By the day on which a source first stated the address, then by the enumeration of the NPI; listings come last. */
export function compareArrival(one: Mention, other: Mention): number {
  return (
    Number(one.who.kind === 'facility') - Number(other.who.kind === 'facility') ||
    compareText(one.since, other.since) ||
    compareText(enumeratedOn(one.who), enumeratedOn(other.who)) ||
    compareText(one.who.npi ?? '~', other.who.npi ?? '~') ||
    compareText(writtenKey(one), writtenKey(other))
  )
}

/** There is at least one mention. */
export function firstToArrive(mentions: readonly Mention[]): Mention {
  let first = mentions[0]!
  for (const one of mentions) if (compareArrival(one, first) < 0) first = one
  return first
}

/** `addressKey` of the address as written, whatever spelling it was joined with. */
export function writtenKey({ written, door }: Mention): string {
  return written ?? door
}

/** A day that is not known comes last. */
function enumeratedOn(who: Mention['who']): string {
  return (who.kind === 'facility' ? null : who.enumeratedOn) ?? '9999'
}
