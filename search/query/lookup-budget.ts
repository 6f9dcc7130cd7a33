/** What one question may look up: each thing once, and no more of them than any real question needs. */
import type { QueryResources } from './query-resources.ts'

/** No judged question (`benchmarks/relevance/queries.tsv`) looks up as many, which the test counts; at 10 µs each 2.5 ms. */
const nameLookupsMax = 250

/** None of them has as many unknown words; the longest take 0.07 ms each, these 1.4 ms. */
const correctionsMax = 20

/** None of them asks for as many; one that many bear takes 0.06 ms among millions of clinicians, these 1.2 ms. */
const commonNameLookupsMax = 20

/** Two after titles, two of a bare name and one alone; thousands of bearers are counted for each, at about 1 ms among millions. */
const surnameLookupsMax = 5

/** For one question: later names are nobody's, and later words are as they should be. */
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
