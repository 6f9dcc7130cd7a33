/** Extracts the requested gender of the clinician; the gender of a topic or of the patient does not count. */
import { isClinician, clinicianQualifiers } from './care-words.ts'
import { countLanguageWords } from './extract-languages.ts'
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

/** Words after "doctor female" that show that no topic follows. */
const afterGender = phraseSet(lists.after)

const cuesBefore = phraseSet(lists['wish-before'])
const cuesAfter = phraseSet(lists['wish-after'])
const linksBefore = phraseSet(lists['is-one'])

/** Null if the query requests no gender, or both. */
export function extractGender(words: TokenCursor): 'F' | 'M' | null {
  const found = new Set<'F' | 'M'>()
  for (let index = 0; index < words.length; index++) {
    if (words.joined(index, 2) === 'una doctora') found.add('F')
    const gender = genderWords.get(words.at(index))
    if (gender === undefined) continue
    const negationLength = negationBefore(words, index)
    if (negationLength > 0) {
      found.add(gender === 'F' ? 'M' : 'F')
      words.consume(index - negationLength, negationLength + 1)
      continue
    }
    const excludedEnd = endOfExcluded(words, index)
    if (excludedEnd > 0 && isOfClinician(words, index, excludedEnd)) {
      found.add(gender)
      consumeGender(words, index, excludedEnd)
      continue
    }
    const otherEnd = endOfEither(words, index)
    if (!isOfClinician(words, index, otherEnd)) continue
    found.add(gender)
    if (otherEnd > index + 1) found.add(gender === 'F' ? 'M' : 'F')
    consumeGender(words, index, otherEnd)
  }
  const [only = null] = found
  return found.size === 1 ? only : null
}

const negations = phraseSet(lists.negations)

/** The number of words that exclude the gender: "therapist not male", "a doctor, not a woman", "no male, female dentist". */
function negationBefore(words: TokenCursor, index: number): number {
  const count = words.phraseBefore(index, negations)
  const next = words.at(index + 1)
  const ends = next === '' || words.phrase(index + 1, afterGender) > 0
  const isBeforeOther = genderWords.has(next) && genderWords.get(next) !== genderWords.get(words.at(index))
  return isBeforeOther || (ends && isClinician(words.at(index - count - 1))) ? count : 0
}

/** The end of "female, not male"; 0 if the query does not exclude the other gender. */
function endOfExcluded(words: TokenCursor, index: number): number {
  const count = words.phrase(index + 1, negations)
  const other = genderWords.get(words.at(index + 1 + count))
  return count > 0 && other !== undefined && other !== genderWords.get(words.at(index))
    ? index + count + 2
    : 0
}

/** The end of "male or female"; the next index if the query names one gender. */
function endOfEither(words: TokenCursor, index: number): number {
  const other = words.at(index + 2)
  const either = /^(?:or|and|o|y)$/.test(words.at(index + 1)) && genderWords.has(other)
  return either && genderWords.get(other) !== genderWords.get(words.at(index)) ? index + 3 : index + 1
}

/** Whether the gender is that of the requested clinician. */
function isOfClinician(words: TokenCursor, from: number, to: number): boolean {
  return clinicianFollows(words, from, to) || clinicianPrecedes(words, from, to) || hasCue(words, from, to)
}

/** Whether the words are like "female doctor" and "male spanish speaking massage therapist", but not "male infertility doctor". */
function clinicianFollows(words: TokenCursor, from: number, to: number): boolean {
  let index = to
  for (let steps = 0; steps < 3; steps++) {
    if (isDoctor(words.at(index))) return !isPatient(words, from)
    const between = words.phrase(index, clinicianQualifiers) || countLanguageWords(words, index)
    if (between === 0) return false
    index += between
  }
  return isClinician(words.at(index))
}

/** Directly after a gender, "MD" is no state: "prefer a male MD". */
function isDoctor(word: string): boolean {
  return isClinician(word) || /^(?:md|doc)$/.test(word)
}

/** After "my" or "old", a gender is that of the patient. */
function isPatient(words: TokenCursor, index: number): boolean {
  return /^(?:my|our|old|pregnant)$/.test(words.at(index - 1))
}

/** Whether the words are like "dentist female" and "a therapist who is a woman". */
function clinicianPrecedes(words: TokenCursor, from: number, to: number): boolean {
  const ends = words.at(to) === '' || words.phrase(to, afterGender) > 0 || /^\d{5}$/.test(words.at(to))
  if (!ends) return false
  const link = words.phraseBefore(from, linksBefore)
  return isClinician(words.at(from - link - 1))
}

/** Whether the words are like "female only" and "prefer a woman". */
function hasCue(words: TokenCursor, from: number, to: number): boolean {
  if (words.phrase(to, cuesAfter) > 0) return words.phraseBefore(from, patientPhrases) === 0
  const before = words.phraseBefore(from, cuesBefore)
  const ends = words.at(to) === '' || words.phrase(to, afterGender) > 0
  return before > 0 && ends
}

const patientPhrases = phraseSet(lists['for-a-patient'])

/** Removes the gender with its cue. */
function consumeGender(words: TokenCursor, from: number, to: number): void {
  const before = words.phraseBefore(from, cuesBefore) || words.phraseBefore(from, linksBefore)
  const after = words.phrase(to, cuesAfter)
  words.consume(from - before, to - from + before + after)
}
