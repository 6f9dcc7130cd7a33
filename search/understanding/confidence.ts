/** How likely it is that a directory can answer a question at all. */
import type { Knowledge } from './knowledge.ts'
import type { Weighed } from './weigh-concepts.ts'

/**
 * Logistic regression on 1,112 judged questions and 100 that no directory answers, the former weighed so that they are ten to
 * seven; cut at 0.5 it keeps 98% of those, all of the plain ones, and withholds 97% of these.
 */
const weights = { constant: -3.44, words: 4.73, meaning: 6.14, astray: -30.5 } as const

interface Words {
  /** Those that the vocabulary knows. */
  readonly topics: readonly string[]
  readonly others: readonly string[]
}

/** 0 to 1. What no directory answers counts where it is nearer than anything that one does. */
export function confidence({ best, astray }: Weighed, words: Words, knowledge: Knowledge): number {
  if (words.topics.length === 0) return 0
  const nearer = Math.max(0, astray.words - best.words, astray.meaning - best.meaning)
  const sum =
    weights.constant +
    coverage(words, knowledge) * (weights.words * best.words + weights.meaning * best.meaning) +
    weights.astray * nearer
  return 1 / (1 + Math.exp(-sum))
}

/** A word that is not even English is the stranger. */
const strangeness = { english: 1, foreign: 1.5 } as const

/** The part of the words that the vocabulary knows; a name is not missed by it. */
function coverage({ topics, others }: Words, { isEnglish, isUsualName }: Knowledge): number {
  const strange = others
    .filter((word) => !isUsualName(word))
    .reduce((sum, word) => sum + (isEnglish(word) ? strangeness.english : strangeness.foreign), 0)
  return topics.length / (topics.length + strange)
}
