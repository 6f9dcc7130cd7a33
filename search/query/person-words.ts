/** Words around the name of a person: titles before it, degrees after it, and words before a bare name. */
import { isTitle } from './care-words.ts'
import { phraseSet, type TokenCursor } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('person-words.txt', ['degrees', 'before-title', 'particles', 'request-words'])

/** Degrees, licenses and generational suffixes after a name. */
export const degrees = phraseSet(lists.degrees)

/** Stop words that are names or parts of names. */
export const particles: ReadonlySet<string> = new Set(lists.particles)

/** Words before a bare name: "looking for maria lopez". */
export const requestWords: ReadonlySet<string> = new Set(lists['request-words'])

const beforeTitle: ReadonlySet<string> = new Set(['', ...lists['before-title']])

/** Whether a title may follow the word: "see"; an empty word is the beginning of the query. */
export function isBeforeTitle(word: string): boolean {
  return beforeTitle.has(word)
}

/** Whether the word is a title: "doctor" is one at the beginning or after "see", not in "eye doctor boston" or "a doctor". */
export function isTitleAt(words: TokenCursor, index: number): boolean {
  const word = words.at(index)
  if (isTitle(word)) return true
  return isDoctorTitle(word) && isBeforeTitle(words.at(index - 1))
}

/** Whether the word may be the title of a doctor: "dr", "doctora". */
export function isDoctorTitle(word: string): boolean {
  return isTitle(word) || word === 'doctor' || word === 'doctora'
}

/** The index after the title at `index`, which may have two words: "doctor dr". */
export function skipTitle(words: TokenCursor, index: number): number {
  return isTitle(words.at(index + 1)) ? index + 2 : index + 1
}

/** The index after the degrees that begin at `from`. */
export function skipDegrees(words: TokenCursor, from: number): number {
  let to = from
  for (let steps = 0; steps < 3; steps++) to += words.phrase(to, degrees)
  return to
}
