/** Terms to match in the text of documents, and their weight relative to meaning. */
import type { TextQuery } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { queryTerms } from '../terms.ts'
import { phraseSet, TokenCursor } from './token-cursor.ts'
import type { QueryResources } from './query-resources.ts'
import { wordLists } from './word-lists.ts'

/**
 * The maximum weight of names beside topics. The topics then count by their meaning only, so that many results have equal scores
 * and the nearest one comes first.
 */
const lexicalWeightMax = 0.5

/** A place whose name contains the words of the query is relevant, whatever they mean. */
const lexicalOnlyWeight = { providers: 0, locations: 0.6 } as const

/** Weight of an English word, which is rarely a name, and of a town that several states have. */
const weakTermWeight = 0.5

export type LexicalTerms = Pick<TextQuery, 'terms' | 'lexicalWeight' | 'lexicalOnlyWeight'>

/** The words that describe the need. */
export interface ClassifiedTokens {
  /** Words that the vocabulary knows. */
  readonly topics: readonly string[]
  /** Words of the name of the extracted person. */
  readonly names: readonly string[]
  readonly others: readonly string[]
}

/** For a query that consists of a name. */
export function termsOfName(name: string): LexicalTerms {
  return { terms: queryTerms(name), lexicalWeight: 1, lexicalOnlyWeight: 0 }
}

/** For a name that also means a kind of care: documents with all of its words come first, then those of the kind of care. */
export function termsOfNameOrCare(name: string): LexicalTerms {
  return { terms: queryTerms(name), lexicalWeight: lexicalWeightMax, lexicalOnlyWeight: 1 }
}

/** Chains that the vocabulary knows as topics; a query that names one looks for a place of that name. */
const chains = phraseSet(wordLists('chains.txt', ['names']).names)

/** The chain that the folded words name; null if they name none. */
export function findChain(words: readonly string[]): string | null {
  const cursor = new TokenCursor(words)
  for (let from = 0; from < words.length; from++) {
    const count = cursor.phrase(from, chains)
    if (count > 0) return cursor.joined(from, count)
  }
  return null
}

function findChains(topics: readonly string[]): readonly string[] {
  const words = new TokenCursor(topics)
  words.consumeAll(chains)
  const rest = new Set(words.remaining())
  return topics.filter((word) => !rest.has(word))
}

/** Names, chains and unknown words if there are any, else the topics. */
export function lexicalTerms(
  { topics, names, others }: ClassifiedTokens,
  collection: Collection,
  resources: QueryResources,
): LexicalTerms {
  const nameLike = [...names, ...others, ...(collection === 'locations' ? findChains(topics) : [])]
  if (topics.length === 0) return termsOfName(nameLike.join(' '))
  if (nameLike.length === 0)
    return {
      terms: queryTerms(topics.join(' ')),
      lexicalWeight: 0,
      lexicalOnlyWeight: lexicalOnlyWeight[collection],
    }
  const weakCount = others.filter((word) => isWeakTerm(word, resources)).length
  const weight = nameLike.length - (1 - weakTermWeight) * weakCount
  const share = weight / (topics.length + weight)
  return {
    terms: queryTerms(nameLike.join(' ')),
    lexicalWeight: Math.min(lexicalWeightMax, share),
    lexicalOnlyWeight: lexicalOnlyWeight[collection],
  }
}

function isWeakTerm(word: string, { isEnglish, isTownWord, isCommonName }: QueryResources): boolean {
  return isEnglish(word) || (isTownWord(word) && !isCommonName(word))
}
