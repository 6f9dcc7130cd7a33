/** Estimates the probability that a directory can answer a query. */
import type { PhraseIndex } from '@careatlas/vocabulary/phrase-index'
import { stemOf } from '@careatlas/vocabulary/words'
import type { ClassifiedTokens } from './lexical-terms.ts'
import type { QueryResources } from './query-resources.ts'
import type { ScoredConcepts } from './score-concepts.ts'

/**
 * Logistic regression on about a thousand judged queries and a tenth as many out-of-scope ones, weighted ten to seven. The
 * decision threshold is 0.5; `npm run eval` counts which queries of `benchmarks/relevance/queries.tsv` it accepts and rejects.
 */
const weights = { constant: -3.44, words: 4.73, meaning: 6.14, outOfScope: -30.5 } as const

type TopicTokens = Pick<ClassifiedTokens, 'topics' | 'others'>

/**
 * 0 to 1. Out-of-scope concepts count if they are closer to the query than every concept in scope; in a query about a body part, only
 * if their meaning is closer too: "my neck hurts from the phone".
 */
export function estimateConfidence(
  { best, outOfScope }: ScoredConcepts,
  words: TopicTokens,
  resources: QueryResources,
  isAboutBodyPart: boolean,
): number {
  if (words.topics.length === 0) return 0
  const meaningLead = outOfScope.meaning - best.meaning
  const wordsLead = isAboutBodyPart && meaningLead < 0 ? 0 : outOfScope.words - best.words
  const lead = Math.max(0, wordsLead, meaningLead)
  const isClinical =
    lead === 0 &&
    words.others.length <= words.topics.length &&
    words.topics.some((word) => isClinicalTerm(word, resources))
  const sum =
    weights.constant +
    coverage(words, resources) * (weights.words * best.words + weights.meaning * best.meaning) +
    weights.outOfScope * lead
  return Math.max(isClinical ? clinicalTermMin : 0, 1 / (1 + Math.exp(-sum)))
}

/** The least confidence of a query with a word of clinical notes, if it knows half of the words: "IPF, antifibrotic initiation". */
const clinicalTermMin = 0.6

/** Whether the word is no common English word, name or town, and means a need by itself: "ipf", "apixaban". */
function isClinicalTerm(
  word: string,
  { isEnglish, isTownWord, isCommonName, finder }: QueryResources,
): boolean {
  return finder.index.isTerm(stemOf(word)) && !isEnglish(word) && !isTownWord(word) && !isCommonName(word)
}

/** How much a word lowers the coverage: a word that is not English most, an unrelated topic least. */
const unknownWordWeight = { english: 1, foreign: 1.5, unrelated: 0.5 } as const

/** The share of words that the vocabulary knows; names and towns do not lower it. */
export function coverage({ topics, others }: TopicTokens, resources: QueryResources): number {
  const { isEnglish, isTownWord, isCommonName, finder } = resources
  const unknown = others
    .filter((word) => !isCommonName(word) && (isEnglish(word) || !isTownWord(word)))
    .reduce((sum, word) => sum + (isEnglish(word) ? unknownWordWeight.english : unknownWordWeight.foreign), 0)
  return (
    (topics.length - unknownWordWeight.unrelated * countUnrelated(topics, finder.index)) /
    (topics.length + unknown)
  )
}

/** Longer queries describe a need even if their words share no phrase. */
const shortQueryWordsMax = 4

/** The number of topics that the vocabulary knows only beside other words: "moon" of "moon face". */
function countUnrelated(topics: readonly string[], index: PhraseIndex): number {
  const stems = topics.map(stemOf)
  if (stems.length === 1 || stems.length > shortQueryWordsMax) return 0
  return stems.filter((stem) => isUnrelated(stem, stems, index)).length
}

/** A word in at most this many phrases is ambiguous, unless the query has another word of such a phrase. */
const rarePhrasesMax = 4

function isUnrelated(stem: string, stems: readonly string[], index: PhraseIndex): boolean {
  return (
    index.isFragment(stem, rarePhrasesMax) &&
    !stems.some((other) => other !== stem && index.areTogether(stem, other))
  )
}
