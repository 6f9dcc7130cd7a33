/** Extracts the requested gender of the clinician; the gender of a topic or of the patient does not count. */
import { isClinician, clinicianQualifiers } from './care-words.ts'
import { languageWords } from './extract-languages.ts'
import { phraseSet, type TokenCursor } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('gender-words.txt', [
  'female',
  'male',
  'after',
  'wish-before',
  'wish-after',
  'is-one',
  'negations',
  'for-a-patient',
])

const genderWords: ReadonlyMap<string, 'F' | 'M'> = new Map([
  ...lists.female.map((word) => [word, 'F'] as const),
  ...lists.male.map((word) => [word, 'M'] as const),
])

/** After "doctor female", words that show that no topic follows. */
const afterGender = phraseSet(lists.after)

const wishesBefore = phraseSet(lists['wish-before'])
const wishesAfter = phraseSet(lists['wish-after'])
const isOne = phraseSet(lists['is-one'])

/** Null if the query names both. */
export function extractGender(words: TokenCursor): 'F' | 'M' | null {
  const found = new Set<'F' | 'M'>()
  for (let place = 0; place < words.length; place++) {
    if (words.joined(place, 2) === 'una doctora') found.add('F')
    const sex = genderWords.get(words.at(place))
    if (sex === undefined) continue
    const refusing = negationBefore(words, place)
    if (refusing > 0) {
      found.add(sex === 'F' ? 'M' : 'F')
      words.consume(place - refusing, refusing + 1)
      continue
    }
    const otherEnd = endOfEither(words, place)
    if (!readsAsClinicians(words, place, otherEnd)) continue
    found.add(sex)
    if (otherEnd > place + 1) found.add(sex === 'F' ? 'M' : 'F')
    consumeGender(words, place, otherEnd)
  }
  const [only = null] = found
  return found.size === 1 ? only : null
}

const negations = phraseSet(lists.negations)

/** The number of words that exclude the gender: "therapist not male", "a doctor, not a woman". */
function negationBefore(words: TokenCursor, place: number): number {
  const count = words.phraseBefore(place, negations)
  const ends = words.at(place + 1) === '' || words.phrase(place + 1, afterGender) > 0
  return ends && isClinician(words.at(place - count - 1)) ? count : 0
}

/** The end of "male or female"; the next place if the query names one gender. */
function endOfEither(words: TokenCursor, place: number): number {
  const other = words.at(place + 2)
  const either = /^(?:or|and|o|y)$/.test(words.at(place + 1)) && genderWords.has(other)
  return either && genderWords.get(other) !== genderWords.get(words.at(place)) ? place + 3 : place + 1
}

function readsAsClinicians(words: TokenCursor, from: number, to: number): boolean {
  return clinicianFollows(words, from, to) || clinicianPrecedes(words, from, to) || isWished(words, from, to)
}

/** "female doctor", "male spanish speaking massage therapist", but not "male infertility doctor". */
function clinicianFollows(words: TokenCursor, from: number, to: number): boolean {
  let place = to
  for (let steps = 0; steps < 3; steps++) {
    if (isClinician(words.at(place))) return !isPatient(words, from)
    const between = words.phrase(place, clinicianQualifiers) || languageWords(words, place)
    if (between === 0) return false
    place += between
  }
  return isClinician(words.at(place))
}

/** "man" after "my" or "old" is the patient. */
function isPatient(words: TokenCursor, place: number): boolean {
  return /^(?:my|our|old|pregnant)$/.test(words.at(place - 1))
}

/** "dentist female", "a therapist who is a woman". */
function clinicianPrecedes(words: TokenCursor, from: number, to: number): boolean {
  const ends = words.at(to) === '' || words.phrase(to, afterGender) > 0 || /^\d{5}$/.test(words.at(to))
  if (!ends) return false
  const link = words.phraseBefore(from, isOne)
  return isClinician(words.at(from - link - 1))
}

/** "female only", "prefer a woman". */
function isWished(words: TokenCursor, from: number, to: number): boolean {
  if (words.phrase(to, wishesAfter) > 0) return words.phraseBefore(from, phrasesForSomebody) === 0
  const before = words.phraseBefore(from, wishesBefore)
  const ends = words.at(to) === '' || words.phrase(to, afterGender) > 0
  return before > 0 && ends
}

const phrasesForSomebody = phraseSet(lists['for-a-patient'])

/** Removes the gender with its cue. */
function consumeGender(words: TokenCursor, from: number, to: number): void {
  const before = words.phraseBefore(from, wishesBefore) || words.phraseBefore(from, isOne)
  const after = words.phrase(to, wishesAfter)
  words.consume(from - before, to - from + before + after)
}
