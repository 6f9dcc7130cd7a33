/** Words around a query that do not describe the care that the user needs. */
import { isStopWord, stemOf } from '@careatlas/vocabulary/words'
import { isAnyDoctor, isClinician } from './care-words.ts'
import { namesSpecialty } from './named-specialties.ts'
import { phraseSet, TokenCursor } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('filler-words.txt', [
  'words',
  'phrases',
  'idioms',
  'settings',
  'joints',
  'joint-circumstances',
  'welcomes',
])
const fillers: ReadonlySet<string> = new Set(lists.words)
const fillerPhrases = phraseSet(lists.phrases)
const idioms = phraseSet(lists.idioms)
const settings = phraseSet(lists.settings)
const joints: ReadonlySet<string> = new Set(lists.joints)
const jointCircumstances = phraseSet(lists['joint-circumstances'])
const welcomes = phraseSet(lists.welcomes)

/** Whether the word is filler unless it forms a phrase of the vocabulary with its neighbors. */
export function isFiller(word: string): boolean {
  return fillers.has(word)
}

/** The words without idioms: "dying to", "an arm and a leg". */
export function withoutIdioms(tokens: readonly string[]): readonly string[] {
  const words = new TokenCursor(tokens)
  return words.consumeAll(idioms) ? words.remaining() : tokens
}

/** "A cough for 3 weeks", but not "type 2 diabetes" */
const shortNumber = /^\d{1,2}$/

/** Words for the age of a clinician. */
const clinicianAges = /^(?:young|younger|old|older|middle)$/

/**
 * The words that describe the need, in order. A filler word that forms a phrase of the vocabulary with its neighbors remains:
 * "free clinic", "bad breath".
 */
export function withoutFillers(
  tokens: readonly string[],
  isPhrase: (stems: readonly string[]) => boolean,
): readonly string[] {
  const words = new TokenCursor(withoutWelcomes(withoutSettings(tokens)))
  words.consumeAll(fillerPhrases)
  if (tokens.some((word) => joints.has(word))) words.consumeAll(jointCircumstances)
  const rest = words.remaining().filter((word) => !isStopWord(word))
  return rest.filter((word, index) => {
    if (clinicianAges.test(word) && isClinician(rest[index + 1] ?? '')) return false
    return !(fillers.has(word) || shortNumber.test(word)) || isInPhrase(rest, index, isPhrase)
  })
}

/** The words without the setting of a complaint: "rash after a hospital stay"; all of them if they only name the setting. */
function withoutSettings(tokens: readonly string[]): readonly string[] {
  const words = new TokenCursor(tokens)
  const hasSetting = words.consumeAll(settings)
  if (!consumeOwnProfession(words) && !hasSetting) return tokens
  const rest = words.remaining()
  return rest.some((word) => !isStopWord(word) && !fillers.has(word)) ? rest : tokens
}

/** Consumes the profession of the patient: "I'm a nurse and I hurt my back". Returns whether there was any. */
function consumeOwnProfession(words: TokenCursor): boolean {
  let found = false
  for (let index = 0; index < words.length; index++) {
    const count = words.phrase(index, ownProfessionCues)
    const length = [1, 2].find((size) => isClinician(words.at(index + count + size - 1)))
    if (count === 0 || length === undefined) continue
    words.consume(index, count + length)
    found = true
  }
  return found
}

const ownProfessionCues = phraseSet(['im a|an', 'i am|was a|an', 'ive been a|an', 'i work|worked as a|an'])

/** The words without "LGBTQ friendly" beside a kind of care; a therapist for this group has its own field. */
function withoutWelcomes(tokens: readonly string[]): readonly string[] {
  const words = new TokenCursor(tokens)
  if (!words.consumeAll(welcomes)) return tokens
  const rest = words.remaining()
  const isNamed =
    rest.some((word) => namesSpecialty(word) || isAnyDoctor(word)) || rest.lastIndexOf('care') > 0
  return isNamed ? rest : tokens
}

/** A longer phrase matches even without the filler word. */
const phraseWordsMax = 4

/** Whether the word at the index is part of a phrase of two words or more. */
export function isInPhrase(
  words: readonly string[],
  index: number,
  isPhrase: (stems: readonly string[]) => boolean,
): boolean {
  for (let count = 2; count <= phraseWordsMax; count++) {
    for (let from = Math.max(0, index - count + 1); from <= index && from + count <= words.length; from++) {
      if (isPhrase(words.slice(from, from + count).map(stemOf))) return true
    }
  }
  return false
}
