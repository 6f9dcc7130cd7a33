/** Where a value comes from, and its date. */
import type { Source } from '@careatlas/contract/cards'
import { formatDate } from './format.ts'

/** The date of a listing or a statement, with its source. */
export function describeSource({
  source,
  as_of,
}: {
  readonly source: string | null
  readonly as_of: string | null
}): string {
  return [formatDate(as_of), source === null ? null : nameSource(source)].filter(Boolean).join(', ')
}

const sourceNames: Readonly<Record<string, string>> = {
  nppes: 'NPPES registry',
  plan_network: 'plan network file',
}

/** `demo_survey` → `demo survey`. */
export function nameSource(id: string): string {
  return sourceNames[id] ?? id.replaceAll('_', ' ')
}

/** Federal registries have no office hours. */
const registries = /^(?:nppes|cms_)/

/**
 * The dates that office hours may have: cards do not say which of their sources has the hours, but it is not a registry. With
 * several other sources, the range of their dates.
 */
export function describeHoursDate(sources: readonly Source[]): string {
  const candidates = sources.filter(({ id }) => !registries.test(id))
  const dates = candidates.map(({ as_of }) => as_of)
  if (dates.length === 0 || dates.includes(null)) return 'date not stated'
  const known = dates.filter((date) => date !== null).toSorted()
  const [oldest, newest] = [known[0]!, known.at(-1)!]
  return oldest === newest
    ? `as of ${formatDate(oldest)}`
    : `reported from ${formatDate(oldest)} to ${formatDate(newest)}`
}
