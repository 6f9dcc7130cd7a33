/** What most of the mentions of a place agree on. */
import { compareText } from '../compare-text.ts'
import type { Mention } from './mention.ts'

/** The phone that most register; null when none does. */
export function commonestPhone(mentions: readonly Mention[]): string | null {
  return commonest(mentions.flatMap(({ registered }) => registered.phone ?? []))
}

/** A mention whose spelling of the address is the commonest; `mentions` is not empty. */
export function commonestSpelling<Who extends Mention>(mentions: readonly Who[]): Who {
  const usual = commonest(mentions.map(spelling))
  return mentions.find((mention) => spelling(mention) === usual)!
}

/** The address letter by letter, which two mentions of one place may write differently. */
export function spelling({ registered: { address } }: Mention): string {
  const { line_1, line_2, city, state, postal_code, country } = address
  return [line_1, line_2, city, state, postal_code, country].join('\t')
}

/** Ties go to the lowest. */
function commonest(texts: readonly string[]): string | null {
  if (texts.length < 2) return texts[0] ?? null
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted(([a, some], [b, others]) => others - some || compareText(a, b))[0]![0]
}
