/**
 * Scores what each word of a message means for the search: care or a place that is sought, or that is only mentioned.
 * `benchmarks/chat/train-word-meanings.ts` learns the weights from messages of which each meaning is marked.
 */
import { join } from 'node:path'
import type { PhraseIndex } from '@careatlas/vocabulary/phrase-index'
import { readWeights, sharesOf, type Weights } from './linear-model.ts'
import {
  type DescribedWord,
  describeWords,
  type Meaning,
  meanings,
  precedingFeatures,
  tokensOf,
  weightedMeanings,
} from './meaning-features.ts'

/** The share of each meaning; the sum is 1. */
export type MeaningShares = Readonly<Record<Meaning, number>>

export interface MeantWord extends DescribedWord {
  readonly shares: MeaningShares
}

/** Read on first use. */
let weightsInUse: Weights | undefined

/** @param isFollowUp whether the message follows others of the user */
export function readMeanings(text: string, isFollowUp: boolean, phrases: PhraseIndex): readonly MeantWord[] {
  weightsInUse ??= readWeights(join(import.meta.dirname, 'word-meanings.tsv'), weightedMeanings)
  return assignMeanings(describeWords(tokensOf(text), isFollowUp, phrases), weightsInUse)
}

/** From the first word to the last, because the meaning of each depends on those before. */
export function assignMeanings(words: readonly DescribedWord[], weights: Weights): readonly MeantWord[] {
  const read: Meaning[] = []
  return words.map((word) => {
    const shares = toShares([...word.features, ...precedingFeatures(word, read)], weights)
    read.push(likeliest(shares))
    return { ...word, shares }
  })
}

export function likeliest(shares: MeaningShares): Meaning {
  return meanings.reduce((best, meaning) => (shares[meaning] > shares[best] ? meaning : best))
}

function toShares(features: readonly string[], weights: Weights): MeaningShares {
  const shares = sharesOf(features, weights, weightedMeanings)
  const entries = meanings.map((meaning, index) => [meaning, shares[index]!] as const)
  return Object.fromEntries(entries) as unknown as MeaningShares
}
