/** Bounds the lookups of one query: each name and word once, and not more than a real query needs. */
import type { QueryResources } from './query-resources.ts'

/**
 * No judged query (`benchmarks/relevance/queries.tsv`) reaches this bound, which a test checks; 10 µs each, 2.5 ms in total.
 */
const nameLookupsMax = 250

/** No judged query has as many unknown words; at most 0.07 ms each, 1.4 ms in total. */
const correctionsMax = 20

/** No judged query needs as many; a common name takes 0.06 ms among millions of clinicians, 1.2 ms in total. */
const commonNameLookupsMax = 20

/** Two after titles, two of a bare name and one alone; each counts thousands of clinicians, about 1 ms among millions. */
const surnameLookupsMax = 5

/** For one query: names beyond the bound do not exist, and words beyond it are not corrected. */
export function withLookupBudget(resources: QueryResources): QueryResources {
  const { spelling, isName, isCommonSurname, isCommonName, isCommonPlaceName } = resources
  return {
    ...resources,
    spelling: {
      has: (word) => spelling.has(word),
      correct: limited((word: string) => spelling.correct(word), correctionsMax, null),
    },
    isName: limited(isName, nameLookupsMax, false, ({ first, middle, last }) => [first, middle, last]),
    isCommonSurname: limited(isCommonSurname, surnameLookupsMax, false),
    isCommonName: limited(isCommonName, commonNameLookupsMax, false),
    isCommonPlaceName: limited(isCommonPlaceName, commonNameLookupsMax, false),
  }
}

/** `compute` for the first `max` distinct keys, which it remembers; `fallback` for later ones. */
function limited<Input, Result>(
  compute: (input: Input) => Result,
  max: number,
  fallback: Result,
  keyOf: (input: Input) => unknown = (input) => input,
): (input: Input) => Result {
  const known = new Map<string, Result>()
  return (input) => {
    const key = JSON.stringify(keyOf(input))
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size === max) return fallback
    const result = compute(input)
    known.set(key, result)
    return result
  }
}
