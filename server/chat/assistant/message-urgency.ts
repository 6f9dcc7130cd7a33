/** Reads the urgent signs of a message beside what is ordinary in it. */
import { isStopWord } from '@careatlas/vocabulary/words'
import type { Turn } from './assistant.ts'
import type { ConversationContext } from './conversation-context.ts'
import { isConversationWord } from './detect-answer-language.ts'
import { isAboutRecord } from './detect-requests.ts'
import { isAboutMind, isEverydayWord } from './everyday-words.ts'
import { isOrdinal } from './list-position.ts'
import type { ParsedMessage } from './parse-message.ts'
import { isDistanceOnly } from './read-place.ts'
import { isHarmless, withoutHarmless } from './read-remarks.ts'
import { readUrgency, type Urgency } from './read-urgency.ts'
import { isAgeOnly } from './read-wishes.ts'
import type { ReadingResources } from './reading.ts'
import { isAdministrative } from './unanswered-questions.ts'

/** The user speaks of a person, whose state may be urgent. */
const ofUser =
  /\b(?:i|im|ive|ill|id|me|my|we|us|our|he|hes|she|shes|his|her|mi|yo|mis|nos|ella|estoy|tengo|siento)\b/

/** The urgent notices of the message. */
export function readUrgentSigns(
  { history }: Turn,
  { text, pieces, parsed, requests, words }: ParsedMessage,
  rests: readonly string[],
  { need, shown }: ConversationContext,
  { contacts }: ReadingResources,
): Urgency {
  // "What's the number for the last one you said?"
  const isAboutList = shown.records.length > 0 && isAboutRecord(requests) && !ofUser.test(words)
  // "I just want it over with" is ordinary after a search for a dentist, and not after one for a therapist.
  const isOrdinary = need !== null && !isAboutMind(need.text) ? isEverydayWord : () => false
  return readUrgency({
    pieces,
    parsed,
    earlier: history.filter(({ role }) => role === 'user').map((message) => message.text),
    isDescription:
      !isAboutList &&
      !isAgeOnly(text) &&
      !isDistanceOnly(text) &&
      !isHarmless(text) &&
      !isAdministrative(text) &&
      !requests.has('travel time') &&
      rests.some((rest) => isDescription(rest, isOrdinary)),
    // Of a long message, the pieces overlap.
    described: pieces.length === 1 ? withoutHarmless(text) : pieces.join(' '),
    contacts,
  })
}

/** Whether there are words beside places, payers, names and requests, and beside ordinary words. */
export function isDescription(rest: string, isOrdinary = (_word: string): boolean => false): boolean {
  const isEmpty = (word: string): boolean =>
    isStopWord(word) || isOrdinal(word) || isConversationWord(word) || isOrdinary(word)
  return rest.split(' ').some((word) => /\p{L}/u.test(word) && !isEmpty(word))
}
