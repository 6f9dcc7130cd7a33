/** The clinicians of a place by kind of care, and those that a filter selects. */
import type { RosterEntry } from '@careatlas/contract/cards'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { RecordQuery } from './read-query.ts'

export interface CareGroup {
  /** As on the cards; null: not known. */
  readonly care: string | null
  readonly entries: readonly RosterEntry[]
}

/** Kinds of care by name, and the unknown one last; within each, the order of the roster. */
export function groupByCare(entries: readonly RosterEntry[]): readonly CareGroup[] {
  const groups = Map.groupBy(entries, ({ specialty }) => specialty)
  return Array.from(groups, ([care, members]) => ({ care, entries: members })).toSorted(compareCare)
}

function compareCare({ care: a }: CareGroup, { care: b }: CareGroup): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a < b ? -1 : 1
}

/** The entries with this kind of care whose names have words that begin with each word of `name`. */
export function filterRoster(
  entries: readonly RosterEntry[],
  { care, name }: Pick<RecordQuery, 'care' | 'name'>,
): readonly RosterEntry[] {
  const wanted = wordsOf(name ?? '')
  return entries.filter(
    (entry) => (care === null || entry.specialty === care) && hasWords(entry.name, wanted),
  )
}

function hasWords(name: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  const words = wordsOf(name)
  return wanted.every((start) => words.some((word) => word.startsWith(start)))
}
