/** Which of several statements about one thing counts: the fresher, then the more trusted one, then the later file's. */
import type { Provenance } from './facts.ts'
import { isLater } from '../later-date.ts'

/** Something said, with who said it and when. */
export interface Stated<T> extends Provenance {
  readonly value: T
}

/**
 * What `pick` finds in the statement that counts first of those in which it finds anything; null when it finds nothing.
 * `statements` in the order of their files.
 */
export function freshestStated<Statement extends Provenance, T>(
  statements: readonly Statement[],
  pick: (statement: Statement) => T | null,
): Stated<T> | null {
  for (const statement of freshestFirst(statements)) {
    const value = pick(statement)
    if (value !== null) return { value, source: statement.source, asOf: statement.asOf }
  }
  return null
}

/** `statements` in the order of their files; of equally fresh and trusted ones the later counts more. */
export function freshestFirst<Statement extends Provenance>(
  statements: readonly Statement[],
): readonly Statement[] {
  return statements.length < 2 ? statements : statements.toReversed().toSorted(byTrust)
}

/** Sorts the statement that counts first; 0 where only the order of the files can tell, the later one counting. */
export function byTrust(a: Provenance, b: Provenance): number {
  if (a.asOf !== b.asOf) return isLater(a.asOf, b.asOf) ? -1 : 1
  return distrust(a.source) - distrust(b.source)
}

function distrust(source: string): number {
  const at = trusted.indexOf(source)
  return at < 0 ? (leastTrusted[source] ?? observers) : at
}

/** From the most to the least trusted; every source that is not named observes, and stands at `observers`. */
const trusted = ['nppes', 'cms_doctors_clinicians', 'cms_facility_affiliations', 'cms_facilities']
const observers = trusted.length
const leastTrusted: Readonly<Record<string, number>> = { plan_network: observers + 1 }
