/** The words of a question that are looked for as they stand, and how much they count beside its meaning. */
import type { AskedText } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { questionTerms } from '../terms.ts'
import type { Knowledge } from './knowledge.ts'

/** The most that names count beside topics. Topics count by their meaning alone, so that of equal answers the nearest comes first. */
const mostShare = 0.5

/** A place called by the words of the question is worth showing, whatever they mean. */
const termsAlone = { providers: 0, locations: 0.6 } as const

/** An English word seldom is a name. */
const englishWeight = 0.5

type AskedTerms = Pick<AskedText, 'terms' | 'termShare' | 'termsAlone'>

interface Words {
  /** Those that the vocabulary knows. */
  readonly topics: readonly string[]
  /** Those of a person found. */
  readonly names: readonly string[]
  readonly others: readonly string[]
}

/** Of a question that is a name and nothing else. */
export function nameAlone(name: string): AskedTerms {
  return { terms: questionTerms(name), termShare: 1, termsAlone: 0 }
}

/** Names and unknown words where there are any, else the topics. */
export function askedTerms(
  { topics, names, others }: Words,
  collection: Collection,
  { isEnglish }: Knowledge,
): AskedTerms {
  const sought = [...names, ...others]
  if (topics.length === 0) return nameAlone(sought.join(' '))
  if (sought.length === 0)
    return { terms: questionTerms(topics.join(' ')), termShare: 0, termsAlone: termsAlone[collection] }
  const weight = names.length + others.reduce((sum, word) => sum + (isEnglish(word) ? englishWeight : 1), 0)
  const share = weight / (topics.length + weight)
  return {
    terms: questionTerms(sought.join(' ')),
    termShare: Math.min(mostShare, share),
    termsAlone: 0,
  }
}
