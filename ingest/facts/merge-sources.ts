/** Merges the sources of a card: each once, with its newest date, sorted by id. */
import type { Source } from '@careatlas/contract/cards'
import { compareText, maxDate } from '../ordering.ts'

/** A source without any date has the date null. */
export function mergeSources(sources: readonly Source[]): Source[] {
  if (sources.length < 2) return [...sources]
  const newest = new Map<string, string | null>()
  for (const { id, as_of } of sources) newest.set(id, maxDate(newest.get(id) ?? null, as_of))
  return [...newest].map(([id, as_of]) => ({ id, as_of })).toSorted((a, b) => compareText(a.id, b.id))
}
