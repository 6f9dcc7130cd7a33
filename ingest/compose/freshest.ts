/** Several statements about one thing, the one that counts first. */
import type { Provenance } from '../facts/facts.ts'
import { byTrust } from '../facts/trust.ts'

/** `statements` in the order of their files; of equally fresh and trusted ones the later counts more. */
export function freshestFirst<T extends Provenance>(statements: readonly T[]): readonly T[] {
  return statements.length < 2 ? statements : statements.toReversed().toSorted(byTrust)
}
