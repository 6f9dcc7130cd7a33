/** Bounds the lookups of one query: each name and word is looked up once, and not more of them than a real query needs. */
import type { QueryResources } from './query-resources.ts'

/**
 * A test checks that no judged query (`benchmarks/relevance/queries.tsv`) reaches this bound; 10 µs each, 2.5 ms in total.
 */
const nameLookupsMax = 250

/** No judged query has as many unknown words; at most 0.07 ms each, 1.4 ms in total. */
const correctionsMax = 20

/** No judged query needs as many; a common name takes 0.06 ms among millions of clinicians, 1.2 ms in total. */
const commonNameLookupsMax = 20

/** Two after titles, two in a name without a title and one alone; each counts thousands of clinicians, about 1 ms among millions. */
const surnameLookupsMax = 5

/** For one query: beyond the bounds, names count as unknown and words are not corrected. */
export function withLookupBudget(resources: QueryResources): QueryResources {
  const { spelling, isName, isCommonSurname, isCommonName, isCommonPlaceName } = resources
  return {
    ...resources,
    spelling: {
      has: (word) => spelling.has(word),
      correct: memoizeUpTo((word: string) => spelling.correct(word), correctionsMax, null),
    },
    isName: memoizeUpTo(isName, nameLookupsMax, false, ({ first, middle, last }) =>
      JSON.stringify([first, middle, last]),
    ),
    isCommonSurname: memoizeUpTo(isCommonSurname, surnameLookupsMax, false),
    isCommonName: memoizeUpTo(isCommonName, commonNameLookupsMax, false),
    isCommonPlaceName: memoizeUpTo(isCommonPlaceName, commonNameLookupsMax, false),
  }
}

/** Memoizes `compute` for the first `max` distinct keys, and returns `fallback` for later ones. */
function memoizeUpTo<Input, Result>(
  compute: (input: Input) => Result,
  max: number,
  fallback: Result,
  keyOf: (input: Input) => string = String,
): (input: Input) => Result {
  const results = new Map<string, Result>()
  return (input) => {
    const key = keyOf(input)
    const cached = results.get(key)
    if (cached !== undefined) return cached
    if (results.size === max) return fallback
    const result = compute(input)
    results.set(key, result)
    return result
  }
}
