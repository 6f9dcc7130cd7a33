/** The name of a person as somebody bears it: after a title, or beside a name that somebody bears with it. */
import { foldName } from '@careatlas/directory/person-name'
import { isStopWord } from '@careatlas/vocabulary/words'
import { readWordLimit } from './asked-reading.ts'
import { isKnownWord } from './known-word.ts'
import type { Knowledge } from './knowledge.ts'
import { slipsOf } from './slips.ts'

/** The name that is meant for the word at a place. */
export interface MendedName {
  readonly at: number
  readonly name: string
}

/** Shorter names are one letter away from too many. */
const leastLength = 4

/** Each is a look-up in the directory. */
const slipsTried = 160

/** How many pairs of words are tried so. */
const pairsTried = 3

/** "dr gonzales" where only a Gonzalez is known; "maria gonzales" where a Maria Gonzalez is; null where nobody is. */
export function mendedName(said: readonly string[], knowledge: Knowledge): MendedName | null {
  const words = said.slice(0, readWordLimit)
  let tried = 0
  for (let at = 1; at < words.length && tried < pairsTried; at++) {
    const titled = isTitle(words[at - 1]!)
    if (!(titled ? isStrangeSurname : isStrangePair)(words, at, knowledge)) continue
    tried++
    const mended = (titled ? mendedSurname : mendedPair)(words, at, knowledge)
    if (mended !== null) return mended
  }
  return null
}

function isTitle(word: string): boolean {
  return word === 'dr' || word === 'dra'
}

/** The likeliest slip that somebody bears. */
function likelySlip(name: string, isBorne: (slip: string) => boolean): string | null {
  return slipsOf(name).take(slipsTried).find(isBorne) ?? null
}

// After a title

function isStrangeSurname(words: readonly string[], at: number, knowledge: Knowledge): boolean {
  const surname = words[at]!
  if (surname.length < leastLength || isKnownWord(surname, knowledge)) return false
  const isFirst = knowledge.isName({ first: foldName(surname) }) && at + 1 < words.length
  return !isFirst && !knowledge.isName({ last: foldName(surname) })
}

function mendedSurname(words: readonly string[], at: number, knowledge: Knowledge): MendedName | null {
  const name = likelySlip(words[at]!, (slip) => knowledge.isName({ last: foldName(slip) }))
  return name === null ? null : { at, name }
}

// Beside another name

/** Two words that are no sentence, and that nobody is called. */
function isStrangePair(words: readonly string[], at: number, knowledge: Knowledge): boolean {
  const pair = [words[at - 1]!, words[at]!] as const
  if (pair.every((word) => isKnownWord(word, knowledge))) return false
  return !pair.some((word) => isStopWord(word) || word.length < leastLength - 1) && !isPair(pair, knowledge)
}

function isPair([first, last]: readonly [string, string], { isName }: Knowledge): boolean {
  return isName({ first: foldName(first), last: foldName(last) })
}

/** One of the two has to be as somebody is called, and the other one letter away from it. */
function mendedPair(words: readonly string[], at: number, knowledge: Knowledge): MendedName | null {
  const [first, last] = [words[at - 1]!, words[at]!]
  const mayBeMeant = (word: string): boolean => word.length >= leastLength && !isKnownWord(word, knowledge)
  if (mayBeMeant(last) && knowledge.isName({ first: foldName(first) })) {
    const name = likelySlip(last, (slip) => isPair([first, slip], knowledge))
    if (name !== null) return { at, name }
  }
  if (!mayBeMeant(first) || !knowledge.isName({ last: foldName(last) })) return null
  const name = likelySlip(first, (slip) => isPair([slip, last], knowledge))
  return name === null ? null : { at: at - 1, name }
}
