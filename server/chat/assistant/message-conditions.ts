/** Reads the wishes, the time and the payer of a message. */
import { findUnsupportedWishes } from '@careatlas/search/unsupported-wishes'
import type { ConversationContext, NamedPerson, Payer, OfficeTime } from './conversation-context.ts'
import { isAppointmentWish } from './describe-patient.ts'
import type { WantedCare } from './message-need.ts'
import type { Where } from './message-place.ts'
import type { Subject } from './message-subject.ts'
import { type ParsedMessage, withoutWords } from './parse-message.ts'
import { readOfficeTime } from './read-office-time.ts'
import { namesPayer, readPayer } from './read-payer.ts'
import { namesComplaint } from './read-remarks.ts'
import { findUnansweredQuestions } from './unanswered-questions.ts'
import { hasWish, isAgeOnly, readWishes, type Wishes } from './read-wishes.ts'
import type { ReadingResources } from './reading.ts'

/** What the search depends on besides the need and the place. */
export interface Conditions {
  readonly wishes: Wishes
  readonly officeTime: OfficeTime | null
  /** Whether the message has anything besides a need and a payer. */
  readonly hasOther: boolean
  readonly payer: Payer | null
}

export function readConditions(
  message: ParsedMessage,
  { person }: Subject,
  { coverage, place }: Where,
  { need, exclusion }: WantedCare,
  context: ConversationContext,
  options: ReadingResources,
): Conditions {
  const { text, parsed, requests } = message
  const hasNeed = need !== null && (need.isCertain || context.need === null)
  const wishes = readWishes(message, hasNeed, exclusion)
  const officeTime = readOfficeTime(text)
  const hasOther =
    place.place !== null ||
    place.radiusMiles !== null ||
    person !== null ||
    [...requests].some((kind) => kind !== 'any of them') ||
    officeTime !== null ||
    hasWish(wishes)
  const namedPayer = readNamedPayer(message, { person, hasOther: hasOther || hasNeed }, context, options)
  // "My sister is deaf" is no answer to the question for the payer.
  const payer = coverage !== null || (isAppointmentWish(text) && !parsed.some(namesPayer)) ? null : namedPayer
  return { wishes, officeTime, hasOther, payer }
}

/** "It's for a job" */
const purpose = /^\W*(?:it['’]?s|it is|that['’]?s|es|for|para)\b/iu

/** "He is four and autistic", "my mother is bedbound", but not "she is on Tufts" */
const ofPerson =
  /^\W*(?:(?:and|but|also|oh|well|y|pero)\W+)*(?:(?:s?he|they)(?:['’]?(?:s|re)| is| are)|(?:my|our|mi) (?!insurance|plan|card|seguro|coverage)\p{L}+(?:['’]s| is| are| es| est[aá])|(?:[eé]l|ella) (?:es|est[aá]|tiene))\b(?! (?:on|in|with|under|covered|insured|through|thru|using|enrolled|getting|the|con|seguro|asegurad|cubiert))/iu

/** What else the message has. */
interface OtherParts {
  readonly person: NamedPerson | null
  /** Whether the message has anything besides the name of a payer. */
  readonly hasOther: boolean
}

function readNamedPayer(
  { text, parsed, requests, words }: ParsedMessage,
  { person, hasOther }: OtherParts,
  { asked, facts }: ConversationContext,
  { resources, carriers }: ReadingResources,
): Payer | null {
  const wasVerdict = facts.some((fact) => fact.startsWith('verdict_'))
  return readPayer(parsed, {
    carriers,
    // "¿Tienen rampa?" names none.
    isAnswer:
      asked === 'payer' &&
      !hasOther &&
      !isAgeOnly(text) &&
      !namesComplaint(text) &&
      !purpose.test(text) &&
      !ofPerson.test(text) &&
      findUnsupportedWishes(text).length === 0 &&
      // "Someone ok with two moms"
      findUnansweredQuestions(text).length === 0,
    isAboutPlan: requests.has('plan') || asked === 'payer' || person !== null || wasVerdict,
    isEnglishWord: resources.isEnglish,
    text,
    words: person === null ? words : withoutWords(words, person.label),
  })
}
