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
const weights = { constant: -3.44, words: 4.73, meaning: 6.14, astray: -30.5 } as const

type NeedWords = Pick<ClassifiedTokens, 'topics' | 'others'>

/** 0 to 1. What no directory answers counts where it is nearer than anything that one does. */
export function confidence(
  { best, astray }: ScoredConcepts,
  words: NeedWords,
  knowledge: QueryResources,
): number {
  if (words.topics.length === 0) return 0
  const nearer = Math.max(0, astray.words - best.words, astray.meaning - best.meaning)
  const sum =
    weights.constant +
    coverage(words, knowledge) * (weights.words * best.words + weights.meaning * best.meaning) +
    weights.astray * nearer
  return 1 / (1 + Math.exp(-sum))
}

/** A word that is not even English is the stranger; one of which the vocabulary knows another use is less strange. */
const strangeness = { english: 1, foreign: 1.5, astray: 0.5 } as const

/** The part of the words that the vocabulary knows; a name or a town is not missed by it. */
function coverage({ topics, others }: NeedWords, knowledge: QueryResources): number {
  const { isEnglish, isTownWord, isUsualName, finder } = knowledge
  const strange = others
    .filter((word) => !isUsualName(word) && (isEnglish(word) || !isTownWord(word)))
    .reduce((sum, word) => sum + (isEnglish(word) ? strangeness.english : strangeness.foreign), 0)
  return (topics.length - strangeness.astray * astrayAmong(topics, finder.index)) / (topics.length + strange)
}

/** Longer questions describe something, in whatever words. */
const mostWords = 4

/** How many of a few words the vocabulary knows by other words than those beside them: the moon of "moon face". */
function astrayAmong(topics: readonly string[], index: PhraseIndex): number {
  const stems = topics.map(stemOf)
  if (stems.length === 1 || stems.length > mostWords) return 0
  return stems.filter((stem) => isAstray(stem, stems, index)).length
}

/** A word of so few phrases says little without another word of them. */
const holdersOfFew = 4

function isAstray(stem: string, stems: readonly string[], index: PhraseIndex): boolean {
  return (
    index.isFragment(stem, holdersOfFew) &&
    !stems.some((other) => other !== stem && index.areTogether(stem, other))
  )
}
