/** What one question may look up: each thing once, and no more of them than any real question needs. */
import type { QueryResources } from './query-resources.ts'

/** No judged question (`benchmarks/relevance/queries.tsv`) looks up as many, which the test counts; at 10 µs each 2.5 ms. */
const namesLookedUp = 250

/** None of them has as many unknown words; the longest take 0.07 ms each, these 1.4 ms. */
const wordsMended = 20

/** None of them asks for as many; one that many bear takes 0.06 ms among millions of clinicians, these 1.2 ms. */
const usualNamesLookedUp = 20

/** Two after titles, two of a bare name and one alone; thousands of bearers are counted for each, at about 1 ms among millions. */
const familyNamesLookedUp = 5

/** For one question: later names are nobody's, and later words are as they should be. */
export function withLookupBudget(knowledge: QueryResources): QueryResources {
  const { spelling, isName, isFamilyName, isUsualName, isUsualPlace } = knowledge
  return {
    ...knowledge,
    spelling: {
      has: (word) => spelling.has(word),
      mend: bounded((word: string) => spelling.mend(word), wordsMended, null),
    },
    isName: bounded(isName, namesLookedUp, false, ({ first, middle, last }) => [first, middle, last]),
    isFamilyName: bounded(isFamilyName, familyNamesLookedUp, false),
    isUsualName: bounded(isUsualName, usualNamesLookedUp, false),
    isUsualPlace: bounded(isUsualPlace, usualNamesLookedUp, false),
  }
}

/** `lookUp` of the first `most` that are asked for, `otherwise` of those after them. Things of one key are the same. */
function bounded<Asked, Answer>(
  lookUp: (asked: Asked) => Answer,
  most: number,
  otherwise: Answer,
  keyOf: (asked: Asked) => unknown = (asked) => asked,
): (asked: Asked) => Answer {
  const known = new Map<string, Answer>()
  return (asked) => {
    const key = JSON.stringify(keyOf(asked))
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size === most) return otherwise
    const answer = lookUp(asked)
    known.set(key, answer)
    return answer
  }
}
