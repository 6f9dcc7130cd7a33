/** How likely it is that a directory can answer a question at all. */
import type { PhraseIndex } from '@careatlas/vocabulary/phrase-index'
import { stemOf } from '@careatlas/vocabulary/words'
import type { ClassifiedTokens } from './lexical-terms.ts'
import type { QueryResources } from './query-resources.ts'
import type { ScoredConcepts } from './score-concepts.ts'

/**
 * Logistic regression on about a thousand judged questions and a tenth as many that no directory answers, the former weighed
 * so that they are ten to seven. Cut at 0.5; what that keeps and withholds of `benchmarks/relevance/queries.tsv`, `npm run eval`
 * counts.
 */
const weights = { constant: -3.44, words: 4.73, meaning: 6.14, outOfScope: -30.5 } as const

type TopicTokens = Pick<ClassifiedTokens, 'topics' | 'others'>

/** 0 to 1. What no directory answers counts where it is nearer than anything that one does. */
export function confidence(
  { best, outOfScope }: ScoredConcepts,
  words: TopicTokens,
  resources: QueryResources,
): number {
  if (words.topics.length === 0) return 0
  const lead = Math.max(0, outOfScope.words - best.words, outOfScope.meaning - best.meaning)
  const sum =
    weights.constant +
    coverage(words, resources) * (weights.words * best.words + weights.meaning * best.meaning) +
    weights.outOfScope * lead
  return 1 / (1 + Math.exp(-sum))
}

/** A word that is not even English is the stranger; one of which the vocabulary knows another use is less strange. */
const unknownWordWeight = { english: 1, foreign: 1.5, unrelated: 0.5 } as const

/** The part of the words that the vocabulary knows; a name or a town is not missed by it. */
function coverage({ topics, others }: TopicTokens, resources: QueryResources): number {
  const { isEnglish, isTownWord, isCommonName, finder } = resources
  const unknown = others
    .filter((word) => !isCommonName(word) && (isEnglish(word) || !isTownWord(word)))
    .reduce((sum, word) => sum + (isEnglish(word) ? unknownWordWeight.english : unknownWordWeight.foreign), 0)
  return (
    (topics.length - unknownWordWeight.unrelated * countUnrelated(topics, finder.index)) /
    (topics.length + unknown)
  )
}

/** Longer questions describe something, in whatever words. */
const shortQueryWordsMax = 4

/** How many of a few words the vocabulary knows by other words than those beside them: the moon of "moon face". */
function countUnrelated(topics: readonly string[], index: PhraseIndex): number {
  const stems = topics.map(stemOf)
  if (stems.length === 1 || stems.length > shortQueryWordsMax) return 0
  return stems.filter((stem) => isUnrelated(stem, stems, index)).length
}

/** A word of so few phrases says little without another word of them. */
const rarePhrasesMax = 4

function isUnrelated(stem: string, stems: readonly string[], index: PhraseIndex): boolean {
  return (
    index.isFragment(stem, rarePhrasesMax) &&
    !stems.some((other) => other !== stem && index.areTogether(stem, other))
  )
}
