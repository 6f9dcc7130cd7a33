/** The words of a question in the spelling that somebody knows: the vocabulary, the gazetteer or the directory of people. */
import { foldName } from '@careatlas/directory/person-name'
import { editDistance } from '@careatlas/vocabulary/spelling'
import { isStopWord } from '@careatlas/vocabulary/words'
import { readWordLimit, Words } from './asked-reading.ts'
import { isStateWord, stateAt } from './asked-state.ts'
import type { Knowledge } from './knowledge.ts'
import { slipsOf } from './slips.ts'

/** As many words as were said. */
export function spellQuestion(said: readonly string[], knowledge: Knowledge): readonly string[] {
  const spelled = said.map((word) => spelledWord(word, knowledge))
  for (const { at, words } of [...mendedTowns(said, knowledge), ...mendedNames(said, knowledge)])
    spelled.splice(at, words.length, ...words)
  return spelled
}

interface Mended {
  readonly at: number
  readonly words: readonly string[]
}

/** Words that somebody knows stay, and names of towns and usual ones of people; others become the nearest word that is known. */
function spelledWord(word: string, { spelling, isEnglish, isUsualName, isTownWord }: Knowledge): string {
  const known = isStopWord(word) || isEnglish(word) || isTownWord(word) || isStateWord(word)
  const mended = known ? null : spelling.mend(word)
  return mended === null || isUsualName(word) ? word : mended
}

function isKnown(word: string, { spelling, isEnglish }: Knowledge): boolean {
  return isEnglish(word) || isStopWord(word) || spelling.has(word) || /\d/.test(word)
}

// Towns after a cue or before a state

/** Shorter ones are too near to others. */
const leastTown = 5

/** "of North Kingston"; longer names are seldom mistyped in one letter alone. */
const mostTownWords = 3

/** A question names one place or two; each try compares a thousand names. */
const townsTried = 4

function mendedTowns(said: readonly string[], knowledge: Knowledge): readonly Mended[] {
  const words = new Words(said)
  const found: Mended[] = []
  let tried = 0
  for (let at = 0; at < words.length && tried < townsTried; at++) {
    for (let count = mostTownWords; count > 0; count--) {
      const town = words.joined(at, count)
      if (town.length < leastTown || said.slice(at, at + count).every((word) => isKnown(word, knowledge)))
        continue
      const state = stateAt(words, at + count)?.code ?? null
      if (state === null && !townCue.test(words.at(at - 1))) continue
      const { gazetteer } = knowledge
      if (gazetteer.city(town, state) !== null || (state === null && isRatherWord(town, at, said, knowledge)))
        continue
      tried++
      const mended = gazetteer.cityLike(town, state)?.split(' ')
      if (mended?.length !== count) continue
      found.push({ at, words: mended })
      break
    }
  }
  return found
}

const townCue = /^(?:near|in|around|by|outside|nearest|cerca|de|en)$/

/** "pain in shouldr" is about the shoulder, wherever there may be a town of nearly that name; "near" is about towns. */
function isRatherWord(town: string, at: number, said: readonly string[], { spelling }: Knowledge): boolean {
  const mended = said[at - 1] === 'near' ? null : spelling.mend(town)
  return mended !== null && editDistance(town, mended, 1) === 1
}

// Names of people

/** Shorter names are one letter away from too many. */
const leastName = 4

/** Each is a look-up in the directory. */
const slipsTried = 160

/** How many pairs of words are tried so. */
const pairsTried = 3

/** "dr gonzales" where only a Gonzalez is known; "maria gonzales" where a Maria Gonzalez is. */
function mendedNames(said: readonly string[], knowledge: Knowledge): readonly Mended[] {
  const words = said.slice(0, readWordLimit)
  let tried = 0
  for (let at = 1; at < words.length && tried < pairsTried; at++) {
    const [before, word] = [words[at - 1]!, words[at]!]
    const mended = isTitle(before) ? mendedSurname(words, at, knowledge) : mendedPair(before, word, knowledge)
    if (mended === 'none') continue
    tried++
    if (mended !== null) return [{ at: mended.at === 'first' ? at - 1 : at, words: [mended.name] }]
  }
  return []
}

interface MendedName {
  readonly at: 'first' | 'last'
  readonly name: string
}

function isTitle(word: string): boolean {
  return word === 'dr' || word === 'dra'
}

/** `none` where no look-up is worth its while. */
function mendedSurname(
  words: readonly string[],
  at: number,
  knowledge: Knowledge,
): MendedName | null | 'none' {
  const surname = words[at]!
  if (surname.length < leastName || isKnown(surname, knowledge)) return 'none'
  const isBorne = (last: string): boolean => knowledge.isName({ last: foldName(last) })
  const isFirst = knowledge.isName({ first: foldName(surname) }) && at + 1 < words.length
  if (isFirst || isBorne(surname)) return 'none'
  const name = slipsOf(surname).take(slipsTried).find(isBorne)
  return name === undefined ? null : { at: 'last', name }
}

/** One of the two has to be as somebody is called, and the other one letter away from it. */
function mendedPair(first: string, last: string, knowledge: Knowledge): MendedName | null | 'none' {
  const [knowsFirst, knowsLast] = [first, last].map((word) => isKnown(word, knowledge))
  const isBorne = (one: string, other: string): boolean =>
    knowledge.isName({ first: foldName(one), last: foldName(other) })
  if ((knowsFirst && knowsLast) || isStopWord(first) || isStopWord(last)) return 'none'
  if (first.length < leastName - 1 || last.length < leastName - 1 || isBorne(first, last)) return 'none'
  if (!knowsLast && last.length >= leastName && knowledge.isName({ first: foldName(first) })) {
    const name = slipsOf(last)
      .take(slipsTried)
      .find((slip) => isBorne(first, slip))
    if (name !== undefined) return { at: 'last', name }
  }
  if (knowsFirst || first.length < leastName || !knowledge.isName({ last: foldName(last) })) return null
  const name = slipsOf(first)
    .take(slipsTried)
    .find((slip) => isBorne(slip, last))
  return name === undefined ? null : { at: 'first', name }
}
