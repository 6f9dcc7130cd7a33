/** Finds care and places that a message only mentions: "my cardiologist retired to Florida", "not in Providence". */
import type { Meaning } from './meaning-features.ts'
import { isNearHomeOrWork } from './read-place.ts'
import type { MeaningShares, MeantWord } from './word-meanings.ts'

/** Care, and care that is only mentioned. */
export const care = ['care', 'mentioned care'] as const
export const place = ['place', 'mentioned place'] as const

/** The sum of both shares from which neighboring words are one name. */
const nameShareMin = 0.5
/** The part of the second share of a name from which it is only mentioned. */
export const mentionedPartMin = 0.85
/** The sum of both shares from which a word of a follow-up may name care. */
const careShareMin = 0.3

export interface NamedCare {
  /** The folded words of each name of care that may be sought. */
  readonly sought: readonly string[]
  /** Those of care that is only mentioned, without the words of the others. The first is the most likely to be sought. */
  readonly mentioned: readonly string[]
}

export function findNamedCare(read: readonly MeantWord[]): NamedCare {
  const names = listNames(read, care).map((name) => ({
    words: wordsOfName(name),
    text: wordsOfName(name).join(' '),
    isMentioned: mentionedPart(name, care) >= mentionedPartMin,
    share: Math.max(...name.map(({ shares }) => shares['mentioned care'])),
  }))
  const sought = names.filter(({ isMentioned }) => !isMentioned)
  const soughtWords = new Set(sought.flatMap(({ words }) => words))
  const mentioned = names
    .filter(({ words, isMentioned }) => isMentioned && !words.some((word) => soughtWords.has(word)))
    .toSorted((one, other) => one.share - other.share)
  return { sought: sought.map(({ text }) => text), mentioned: mentioned.map(({ text }) => text) }
}

/**
 * Whether the message may ask for the care of these folded words. Words that the message does not have were corrected or translated, so that
 * nothing is known of them.
 */
export function mayAskFor(read: readonly MeantWord[], words: string): boolean {
  const own = new Set(words.split(' '))
  const written = new Set(read.flatMap(({ word }) => word.split(' ')))
  if (!own.isSubsetOf(written)) return true
  return read
    .filter(({ word }) => word.split(' ').some((part) => own.has(part)))
    .some(
      (word) => sumOf(word.shares, care) >= careShareMin && mentionedPart([word], care) < mentionedPartMin,
    )
}

/**
 * The message with a comma instead of each town that it only mentions.
 *
 * @param hasPlace whether the conversation has a place to search; if not, the message keeps its only town, and a town where the user lives
 */
export function withoutMentionedPlaces(text: string, read: readonly MeantWord[], hasPlace: boolean): string {
  if (isNearHomeOrWork(text)) return text
  const names = listNames(read, place).filter((name) => name.some(({ mayBePlace }) => mayBePlace))
  const removed = names.filter(
    (name) => mentionedPart(name, place) >= mentionedPartMin && (hasPlace || !isHome(read, name)),
  )
  if (removed.length === 0 || (!hasPlace && removed.length === names.length)) return text
  const rest = removed.reduceRight(
    (left, name) => `${left.slice(0, name[0]!.from)},${left.slice(name.at(-1)!.to)}`,
    text,
  )
  return rest.replaceAll(/,(?:[ ,]*,)+/g, ',').replace(/^[ ,]+/, '')
}

/** "I live in Cranston and work in Warwick" */
function isHome(read: readonly MeantWord[], name: readonly MeantWord[]): boolean {
  const from = read.indexOf(name[0]!)
  return read.slice(Math.max(0, from - homeWordsMax), from).some(({ word }) => home.test(word))
}

const homeWordsMax = 2
const home = /^(?:lives?|living|home|vivo|vive|vivimos|viven)$/

export type MeaningPair = readonly [Meaning, Meaning]

/** The words beside each other that name care, or a place. */
export function listNames(read: readonly MeantWord[], pair: MeaningPair): readonly (readonly MeantWord[])[] {
  const names: MeantWord[][] = []
  for (const [index, meant] of read.entries()) {
    if (sumOf(meant.shares, pair) < nameShareMin) continue
    const isNext = index > 0 && names.at(-1)?.at(-1) === read[index - 1]
    if (isNext) names.at(-1)!.push(meant)
    else names.push([meant])
  }
  return names
}

function sumOf(shares: MeaningShares, [sought, mentioned]: MeaningPair): number {
  return shares[sought] + shares[mentioned]
}

/** The part of the second meaning of a name. */
export function mentionedPart(name: readonly MeantWord[], pair: MeaningPair): number {
  const total = name.reduce((sum, { shares }) => sum + sumOf(shares, pair), 0)
  return name.reduce((sum, { shares }) => sum + shares[pair[1]], 0) / total
}

function wordsOfName(name: readonly MeantWord[]): readonly string[] {
  return name.flatMap(({ word }) => word.split(' '))
}
