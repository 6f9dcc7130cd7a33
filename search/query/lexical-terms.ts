/** The words of a question that are looked for as they stand, and how much they count beside its meaning. */
import { join } from 'node:path'
import { readLists } from '@careatlas/vocabulary/data-file'
import type { TextQuery } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { queryTerms } from '../terms.ts'
import { phraseSet, TokenCursor } from './token-cursor.ts'
import type { QueryResources } from './query-resources.ts'

/** The most that names count beside topics. Topics count by their meaning alone, so that of equal answers the nearest comes first. */
const termShareMax = 0.5

/** A place called by the words of the question is worth showing, whatever they mean. */
const termsAlone = { providers: 0, locations: 0.6 } as const

/** An English word seldom is a name, and a town that several states have says little of who is looked for. */
const weakTermWeight = 0.5

type LexicalTerms = Pick<TextQuery, 'terms' | 'termShare' | 'termsAlone'>

/** What is left of a question that tells the need. */
export interface ClassifiedTokens {
  /** Those that the vocabulary knows. */
  readonly topics: readonly string[]
  /** Those of a person found. */
  readonly names: readonly string[]
  readonly others: readonly string[]
}

/** Of a question that is a name and nothing else. */
export function termsOfName(name: string): LexicalTerms {
  return { terms: queryTerms(name), termShare: 1, termsAlone: 0 }
}

/** Chains that the vocabulary knows for what they are: whoever names one wants a place that is called so. */
const chains = phraseSet(readLists(join(import.meta.dirname, 'words'), 'chains.txt', ['names']).names)

function findChains(topics: readonly string[]): readonly string[] {
  const words = new TokenCursor(topics)
  words.consumeAll(chains)
  const rest = new Set(words.remaining())
  return topics.filter((word) => !rest.has(word))
}

/** Names, chains and unknown words where there are any, else the topics. */
export function lexicalTerms(
  { topics, names, others }: ClassifiedTokens,
  collection: Collection,
  resources: QueryResources,
): LexicalTerms {
  const sought = [...names, ...others, ...(collection === 'locations' ? findChains(topics) : [])]
  if (topics.length === 0) return termsOfName(sought.join(' '))
  if (sought.length === 0)
    return { terms: queryTerms(topics.join(' ')), termShare: 0, termsAlone: termsAlone[collection] }
  const lesser = others.filter((word) => isWeakTerm(word, resources)).length
  const weight = sought.length - (1 - weakTermWeight) * lesser
  const share = weight / (topics.length + weight)
  return {
    terms: queryTerms(sought.join(' ')),
    termShare: Math.min(termShareMax, share),
    termsAlone: termsAlone[collection],
  }
}

function isWeakTerm(word: string, { isEnglish, isTownWord, isCommonName }: QueryResources): boolean {
  return isEnglish(word) || (isTownWord(word) && !isCommonName(word))
}
