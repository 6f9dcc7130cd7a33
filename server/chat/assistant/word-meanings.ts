/**
 * Scores what each word of a message means for the search: care or a place that is sought, or that is only mentioned.
 * `benchmarks/chat/train-word-meanings.ts` learns the weights from messages of which each meaning is marked.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findUsPlaces } from '@careatlas/directory/us-places'
import { isClinician, isFacility } from '@careatlas/search/query/care-words'
import { isPatientWord } from '@careatlas/search/query/extract-patient'
import { isStateName } from '@careatlas/search/query/state-names'
import { allConcepts } from '@careatlas/vocabulary/concept'
import { stemsOf } from '@careatlas/vocabulary/phrase-index'
import { isStopWord, stemOf, wordsOf } from '@careatlas/vocabulary/words'

/** The columns of the file of weights. The score of each is that above the score of other words. */
export const weightedMeanings = ['care', 'mentioned care', 'place', 'mentioned place'] as const

export const meanings = ['other', ...weightedMeanings] as const

export type Meaning = (typeof meanings)[number]

/** A word of a message, or a punctuation mark. */
export interface Token {
  /** Folded; a punctuation mark as it is. */
  readonly word: string
  /** Where it is in the message. */
  readonly from: number
  readonly to: number
}

/** The share of each meaning; the sum is 1. */
export type MeaningShares = Readonly<Record<Meaning, number>>

export interface MeantWord extends Token {
  readonly shares: MeaningShares
  /** Whether the word is, or may be a part of, a town, a state or a ZIP code. */
  readonly isTown: boolean
}

/** @param isFollowUp whether the message follows others of the user */
export function readMeanings(text: string, isFollowUp: boolean): readonly MeantWord[] {
  const tokens = tokensOf(text)
  const words = tokens.map(({ word }) => word)
  const features = meaningFeatures(tokens, isFollowUp)
  return tokens.map((token, index) => ({
    ...token,
    shares: toShares(features[index]!),
    isTown: placeKinds.has(kindOf(words, index)) || isTown(token.word, words[index - 1], words[index + 1]),
  }))
}

const tokenPattern = /[\p{L}\p{N}][\p{L}\p{N}'’/&-]*|[.,;:!?¿()…\n]/gu

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(tokenPattern)].map(({ 0: source, index }) => ({
    word: wordsOf(source).join(' ') || source.replace('\n', '.'),
    from: index,
    to: index + source.length,
  }))
}

/** Words of the same clause, and of the clauses before and after it, up to this distance. */
const windowMax = 8
const neighbors = [-3, -2, -1, 0, 1, 2, 3]

/** The features of each token: the words around it and their kinds, and the words of its clause and of those beside it. */
export function meaningFeatures(
  tokens: readonly Token[],
  isFollowUp: boolean,
): readonly (readonly string[])[] {
  const words = tokens.map(({ word }) => word)
  const kinds = words.map((_, index) => kindOf(words, index))
  const stems = words.map((word, index) =>
    /^\d/.test(word) ? kinds[index]! : isMark(word) ? word : stemOf(word),
  )
  const message = [
    isFollowUp ? 'follow-up' : 'first',
    ...(words.some((word) => /[?¿]/.test(word)) ? ['question'] : []),
  ]
  return words.map((_, index) => {
    const start = words.findLastIndex((word, other) => other < index && isMark(word)) + 1
    const next = words.findIndex((word, other) => other > index && isMark(word))
    const end = next === -1 ? words.length : next
    const own = kinds[index]!
    const near = neighbors.flatMap((offset) => {
      const [stem, kind] = [at(stems, index + offset), at(kinds, index + offset)]
      const [nextStem, nextKind] = [at(stems, index + offset + 1), at(kinds, index + offset + 1)]
      return [
        `${offset} ${stem}`,
        `${offset} #${kind}`,
        `${offset} ${stem} ${nextStem}`,
        ...(Math.abs(offset) > 1 ? [] : [`${offset} #${kind} ${nextStem}`, `${offset} ${stem} #${nextKind}`]),
      ]
    })
    const left = stems.slice(Math.max(start, index - windowMax), index).map((stem) => `< ${stem}`)
    const right = stems.slice(index + 1, Math.min(end, index + 1 + windowMax)).map((stem) => `> ${stem}`)
    return [
      ...new Set([
        ...near,
        ...left,
        ...right,
        ...[...left, ...right].map((name) => `${own} ${name}`),
        ...stems
          .slice(Math.max(0, start - 1 - windowMax), Math.max(0, start - 1))
          .map((stem) => `<< ${stem}`),
        ...stems.slice(end + 1, end + 1 + windowMax).map((stem) => `>> ${stem}`),
        ...message.map((name) => `${own} ${name}`),
        `${own} before ${at(words, end)}`,
        ...(kinds.indexOf(own) === index ? [`${own} first`] : []),
        ...(kinds.lastIndexOf(own) === index ? [`${own} last`] : []),
      ]),
    ]
  })
}

const placeKinds: ReadonlySet<string> = new Set(['zip', 'state', 'town'])

/** The beginning and the end of the message have marks of their own. */
function at(list: readonly string[], index: number): string {
  return list[index] ?? (index < 0 ? '^' : '$')
}

function isMark(word: string): boolean {
  return /^[^\p{L}\p{N}]/u.test(word)
}

function kindOf(words: readonly string[], index: number): string {
  const word = words[index]!
  if (isMark(word)) return 'mark'
  if (/^\d{5}$/.test(word)) return 'zip'
  if (/^\d/.test(word)) return 'number'
  if (isClinician(word)) return 'clinician'
  if (isFacility(word)) return 'facility'
  if (isStateName(word)) return 'state'
  if (isPatientWord(word)) return 'patient'
  if (isStopWord(word)) return 'function'
  if (isTopic(word, words[index - 1], words[index + 1])) return 'topic'
  return isTown(word, words[index - 1], words[index + 1]) ? 'town' : 'word'
}

/** Whether the word, or the word with a neighbor, is a phrase of the vocabulary. */
function isTopic(word: string, before = '', after = ''): boolean {
  const [own, previous, next] = [stemOf(word), stemOf(before), stemOf(after)]
  return [own, `${previous} ${own}`, `${own} ${next}`].some((phrase) => shortPhrases().has(phrase))
}

function isTown(word: string, before = '', after = ''): boolean {
  return [word, `${before} ${word}`, `${word} ${after}`].some((name) => findUsPlaces(name).length > 0)
}

/** The stems of the phrases of one word or two. */
function shortPhrases(): ReadonlySet<string> {
  phraseStems ??= new Set(
    allConcepts()
      .flatMap(({ phrases }) => phrases.map(({ text }) => stemsOf(text)))
      .filter((stems) => stems.length <= 2)
      .map((stems) => stems.join(' ')),
  )
  return phraseStems
}

/** Created on first use, as the weights are. */
let phraseStems: ReadonlySet<string> | undefined
let weightsByFeature: ReadonlyMap<string, readonly number[]> | undefined

/** Each feature counts less beside many. */
export function featureValue(count: number): number {
  return 1 / Math.sqrt(Math.max(1, count))
}

export function sharesOf(scores: readonly number[]): readonly number[] {
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

function readWeights(): ReadonlyMap<string, readonly number[]> {
  const file = join(import.meta.dirname, 'word-meanings.tsv')
  const [header = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n')
  if (header !== ['', ...weightedMeanings].join('\t')) throw new Error(`${file}: the header is ${header}`)
  return new Map(
    rows.map((row, index) => {
      const [feature = '', ...cells] = row.split('\t')
      const weights = cells.map((cell) => (cell === '' ? NaN : Number(cell)))
      if (weights.length !== weightedMeanings.length || !weights.every(Number.isFinite))
        throw new Error(`${file}, line ${index + 2}: needs ${weightedMeanings.length} numbers`)
      return [feature, weights]
    }),
  )
}

function toShares(features: readonly string[]): MeaningShares {
  weightsByFeature ??= readWeights()
  const weights = weightsByFeature
  const known = features.flatMap((feature) => {
    const row = weights.get(feature)
    return row === undefined ? [] : [row]
  })
  const value = featureValue(known.length)
  const scores = weightedMeanings.map((_, column) =>
    known.reduce((sum, row) => sum + row[column]! * value, 0),
  )
  const [other, ...shares] = sharesOf([0, ...scores])
  const entries = weightedMeanings.map((meaning, column) => [meaning, shares[column]!] as const)
  return Object.fromEntries([['other', other!], ...entries]) as unknown as MeaningShares
}
