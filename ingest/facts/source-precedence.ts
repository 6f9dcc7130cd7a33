/** Which of several statements about one thing counts: the fresher, then the more trusted one, then the later file's. */
import type { Provenance } from './facts.ts'
import { isLater } from '../ordering.ts'

/** Something said, with who said it and when. */
export interface AttributedValue<T> extends Provenance {
  readonly value: T
}

/**
 * What `pick` finds in the statement that counts first of those in which it finds anything; null when it finds nothing.
 * `statements` in the order of their files.
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

/** `statements` in the order of their files; of equally fresh and trusted ones the later counts more. */
export function sortByPrecedence<Statement extends Provenance>(
  statements: readonly Statement[],
): readonly Statement[] {
  return statements.length < 2 ? statements : statements.toReversed().toSorted(byPrecedence)
}

/** Sorts the statement that counts first; 0 where only the order of the files can tell, the later one counting. */
export function byPrecedence(a: Provenance, b: Provenance): number {
  if (a.asOf !== b.asOf) return isLater(a.asOf, b.asOf) ? -1 : 1
  return precedenceRank(a.source) - precedenceRank(b.source)
}

function precedenceRank(source: string): number {
  const at = precedence.indexOf(source)
  return at < 0 ? (lowestPrecedence[source] ?? otherSources) : at
}

/** From the most to the least trusted; every source that is not named observes, and stands at `observers`. */
const precedence = ['nppes', 'cms_doctors_clinicians', 'cms_facility_affiliations', 'cms_facilities']
const otherSources = precedence.length
const lowestPrecedence: Readonly<Record<string, number>> = { plan_network: otherSources + 1 }
