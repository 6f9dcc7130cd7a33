/** Which NPI of several was there first: what it writes names a place that later ones join. */
import { compareText } from '../compare-text.ts'
import type { Mention } from './mention.ts'

/** By the day of enumeration, then the NPI; what has no day, such as a listing, comes last. */
export function compareEnumerated({ who: one }: Mention, { who: other }: Mention): number {
  return compareText(enumeratedOn(one), enumeratedOn(other)) || compareText(one.npi ?? '~', other.npi ?? '~')
}

/** The one that comes first; there is at least one. */
export function firstEnumerated(mentions: readonly Mention[]): Mention {
  let first = mentions[0]!
  for (const one of mentions) if (compareEnumerated(one, first) < 0) first = one
  return first
}

function enumeratedOn(who: Mention['who']): string {
  return (who.kind === 'facility' ? null : who.enumeratedOn) ?? '9999'
}
