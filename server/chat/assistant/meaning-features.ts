/** What the model of word meanings knows of each word of a message: the words around it, their kinds, and the meanings before it. */
import { findUsPlaces } from '@careatlas/directory/us-places'
import { isClinician, isFacility } from '@careatlas/search/query/care-words'
import { isPatientWord } from '@careatlas/search/query/extract-patient'
import { isStateName } from '@careatlas/search/query/state-names'
import type { PhraseIndex } from '@careatlas/vocabulary/phrase-index'
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

/** What is known of a word before the meanings of the others are. */
export interface DescribedWord extends Token {
  readonly kind: string
  readonly stem: string
  readonly features: readonly string[]
  /** Whether the word is, or may be a part of, a town, a state or a ZIP code. */
  readonly mayBePlace: boolean
}

/** @param isFollowUp whether the message follows others of the user */
export function describeWords(
  tokens: readonly Token[],
  isFollowUp: boolean,
  phrases: PhraseIndex,
): readonly DescribedWord[] {
  const words = tokens.map(({ word }) => word)
  const wordStems = words.map((word) => stemOf(word))
  const isTown = words.map((word, index) => isTownWord(word, words[index - 1], words[index + 1]))
  const kinds = words.map(
    (word, index) =>
      kindOf(word) ?? (isTopic(wordStems, index, phrases) ? 'topic' : isTown[index]! ? 'town' : 'word'),
  )
  const stems = words.map((word, index) =>
    isMark(word) ? word : /^\d/.test(word) ? kinds[index]! : wordStems[index]!,
  )
  const features = listFeatures(words, kinds, stems, isFollowUp)
  return tokens.map((token, index) => ({
    ...token,
    kind: kinds[index]!,
    stem: stems[index]!,
    features: features[index]!,
    mayBePlace: isTown[index]! || placeKinds.has(kinds[index]!),
  }))
}

/**
 * The features by the meanings of the words before: those of a name have the same, and after "my cardiologist" more care may be mentioned.
 *
 * @param earlier the meanings of all words before, in order
 */
export function precedingFeatures(
  { kind, stem }: DescribedWord,
  earlier: readonly Meaning[],
): readonly string[] {
  const [last, secondLast] = [earlier.at(-1) ?? '^', earlier.at(-2) ?? '^']
  const care = earlier.findLast((meaning) => meaning.endsWith('care'))
  const place = earlier.findLast((meaning) => meaning.endsWith('place'))
  return [
    `=${last}`,
    `=${last} #${kind}`,
    `=${last} ${stem}`,
    `=${secondLast} =${last}`,
    `=${secondLast} =${last} #${kind}`,
    `last ${care} #${kind}`,
    `last ${place} #${kind}`,
  ]
}

/** The words around each word and their kinds, and the words of its clause and of those beside it. */
function listFeatures(
  words: readonly string[],
  kinds: readonly string[],
  stems: readonly string[],
  isFollowUp: boolean,
): readonly (readonly string[])[] {
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

/** Null for a word of the vocabulary, a town or another word. */
function kindOf(word: string): string | null {
  if (isMark(word)) return 'mark'
  if (/^\d{5}$/.test(word)) return 'zip'
  if (/^\d/.test(word)) return 'number'
  if (isClinician(word)) return 'clinician'
  if (isFacility(word)) return 'facility'
  if (isStateName(word)) return 'state'
  if (isPatientWord(word)) return 'patient'
  return isStopWord(word) ? 'function' : null
}

/** Whether the word, or the word with a neighbor, is a phrase of the vocabulary. */
function isTopic(stems: readonly string[], index: number, phrases: PhraseIndex): boolean {
  const [previous = '', own = '', next = ''] = [stems[index - 1], stems[index], stems[index + 1]]
  return [[own], [previous, own], [own, next]].some((name) => phrases.isWhole(name))
}

function isTownWord(word: string, before = '', after = ''): boolean {
  return [word, `${before} ${word}`, `${word} ${after}`].some((name) => findUsPlaces(name).length > 0)
}
