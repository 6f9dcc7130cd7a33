/**
 * Extracts preferences about the clinician besides the field: language, gender, the patient, telehealth, new patients.
 */
import type { Preferences } from '../relevance.ts'
import { extractPatient } from './extract-patient.ts'
import { extractLanguages } from './extract-languages.ts'
import { phraseSet, TokenCursor, type Extraction } from './token-cursor.ts'
import { extractGender } from './extract-gender.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('preference-phrases.txt', ['accepting', 'telehealth', 'not-telehealth-before'])

export interface ExtractedPreferences extends Preferences {
  /** Whether the patient is a child. */
  readonly child: boolean
  /** Whether the patient is known to be an adult. */
  readonly adult: boolean
  /** Whether the query is for a family with children. */
  readonly family: boolean
  /** Whether the patient is an older person. */
  readonly older: boolean
  readonly pregnant: boolean
}

/** Words for children and older people remain in the query, because they also name fields. */
export function extractPreferences(tokens: readonly string[]): Extraction<ExtractedPreferences> {
  const words = new TokenCursor(tokens)
  const accepting = words.consumeAll(acceptingPhrases)
  const telehealth = extractTelehealth(words)
  const gender = extractGender(words)
  const languages = extractLanguages(words)
  const patient = extractPatient(words)
  return { found: { languages, gender, ...patient, telehealth, accepting }, rest: words.remaining() }
}

// Accepting new patients

const acceptingPhrases = phraseSet(lists.accepting)

// Telehealth

const telehealthPhrases = phraseSet(lists.telehealth)

/** Words that name both a field and telehealth remain in the query. */
const remoteFields =
  /^tele(?:therapy|psychiatry|psychiatrist|psychology|dermatology|mental|dentistry|terapia)$/

/** The next word gives the phrase another meaning: "virtual colonoscopy", "online gambling", "online booking". */
const notTelehealthBefore = phraseSet(lists['not-telehealth-before'])

function extractTelehealth(words: TokenCursor): boolean {
  let found = false
  for (let index = 0; index < words.length; index++) {
    found ||= remoteFields.test(words.at(index))
    const count = words.phrase(index, telehealthPhrases)
    if (count === 0 || words.phrase(index + count, notTelehealthBefore) > 0) continue
    if (/^(?:book|schedule|pay)$/.test(words.at(index - 1))) continue
    words.consume(index, count)
    found = true
  }
  return found
}
