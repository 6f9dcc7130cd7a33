/** The precedence of statements about one field (by date, then by trust in the source, then by the order of files), and sources. */
import type { Provenance } from './facts.ts'
import type { Source } from '@careatlas/contract/cards'
import { compareText, isLater, maxDate } from '../ordering.ts'

/** A value with its provenance. */
export interface AttributedValue<T> extends Provenance {
  readonly value: T
}

/**
 * The first value that `pick` finds in the statements by precedence; null if it finds none. `statements` are in the order of
 * their files.
 */
export function latestStatement<Statement extends Provenance, T>(
  statements: readonly Statement[],
  pick: (statement: Statement) => T | null,
): AttributedValue<T> | null {
  for (const statement of sortByPrecedence(statements)) {
    const value = pick(statement)
    if (value !== null) return { value, source: statement.source, asOf: statement.asOf }
  }
  return null
}

/** `statements` are in the order of their files; of equal ones, the later one takes precedence. */
export function sortByPrecedence<Statement extends Provenance>(
  statements: readonly Statement[],
): readonly Statement[] {
  return statements.length < 2 ? statements : statements.toReversed().toSorted(byPrecedence)
}

/** Sorts the statement with the highest precedence first; 0 if only the order of files decides. */
export function byPrecedence(a: Provenance, b: Provenance): number {
  if (a.asOf !== b.asOf) return isLater(a.asOf, b.asOf) ? -1 : 1
  return precedenceRank(a.source) - precedenceRank(b.source)
}

function precedenceRank(source: string): number {
  const rank = precedence.indexOf(source)
  return rank < 0 ? (lowestPrecedence[source] ?? otherSources) : rank
}

/** From the most to the least trusted; every other source has the rank `otherSources`. */
const precedence = ['nppes', 'cms_doctors_clinicians', 'cms_facility_affiliations', 'cms_facilities']
const otherSources = precedence.length
const lowestPrecedence: Readonly<Record<string, number>> = { plan_network: otherSources + 1 }

/** Merges the sources of a card: each once, with its newest date, sorted by id. A source without any date has the date null. */
export function mergeSources(sources: readonly Source[]): Source[] {
  if (sources.length < 2) return [...sources]
  const newest = new Map<string, string | null>()
  for (const { id, as_of } of sources) newest.set(id, maxDate(newest.get(id) ?? null, as_of))
  return [...newest].map(([id, as_of]) => ({ id, as_of })).toSorted((a, b) => compareText(a.id, b.id))
}
