/** Separates the care that a message seeks from the care that it only mentions. */
import { isClinician } from '@careatlas/search/query/care-words'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext, NamedPerson } from './conversation-context.ts'
import { findNeed, isAnyDoctorOnly } from './find-need.ts'
import { findNamedCare, mayAskFor } from './mentions.ts'
import { type ParsedMessage, withoutWords } from './parse-message.ts'
import { isAboutMind } from './everyday-words.ts'
import { asksForKindOf, namesClinician, parseNeed, readNeed, type ReadNeed } from './read-need.ts'
import { namesComplaint } from './read-remarks.ts'
import { findLostKind } from './stated-kind.ts'
import type { MeantWord } from './word-meanings.ts'

/**
 * The need of a message without care that is only mentioned. The first need of a conversation keeps the most likely one if the message names
 * no other kind of care: "my cardiologist retired, I need a new one".
 *
 * @param rests the folded words of each piece of the message
 */
export function findSoughtNeed(
  message: ParsedMessage,
  rests: readonly string[],
  read: readonly MeantWord[],
  person: NamedPerson | null,
  { need }: ConversationContext,
  resources: QueryResources,
): ReadNeed | null {
  const whole = findNeed(message, rests, person, resources)
  // "Which specialist handles gout?" seeks what it mentions.
  if (need === null && asksForKindOf(wordsOf(message.text).join(' '))) return whole
  const { sought: named, mentioned } = findNamedCare(read)
  const sought = named.filter((name) => !kindOfPlan.test(name))
  const lost = need === null ? findLostKind(wordsOf(message.text), resources) : null
  if (lost !== null && sought.every((name) => !namesClinician(name) || lost.includes(name)))
    return readNeed(lost, resources)
  const inNeed = new Set(whole?.text.split(' '))
  const isMentioned = mentioned.some((name) => name.split(' ').some((word) => inNeed.has(word)))
  if (!isMentioned || (need !== null && isShortRequest(message.text))) return whole
  const isOpen = need === null && sought.every((name) => isGeneral(readNeed(name, resources)))
  const kept = isOpen ? findLikely(mentioned, message.text) : null
  const removed = mentioned.filter((name) => name !== kept).join(' ')
  const rest = rests.map((words) => withoutWords(words, removed))
  const found = findNeed(message, rest, person, resources)
  if (found === null) return need === null ? whole : null
  return isPart(mentioned, found, resources) ? whole : found
}

/** "I have an HMO": an organization of the taxonomy. */
const kindOfPlan = /^(?:an? )?(?:hmo|ppo|epo|pos)s?(?: plans?)?$/

/** Whether the clinicians that are mentioned also treat the need, so that they belong to it: "after my dentist visit my jaw hurts". */
function isPart(mentioned: readonly string[], need: ReadNeed, resources: QueryResources): boolean {
  const treating = new Set(
    parseNeed(need.text, resources).care.flatMap(({ codes }) => codes.map(({ code }) => code)),
  )
  return mentioned.every((name) => treating.has(parseNeed(name, resources).care[0]?.codes[0]?.code ?? ''))
}

/** The mentioned care that is most likely sought; the clinician whom the message wants to replace: "she retired, I need a new one". */
function findLikely(mentioned: readonly string[], text: string): string | null {
  const clinician = replacement.test(text)
    ? mentioned.find((name) => name.split(' ').some((word) => isClinician(word)))
    : undefined
  return clinician ?? mentioned[0] ?? null
}

const replacement =
  /\b(?:replacement|replace (?:him|her|them)|(?:a |another )new one|another one|some(?:one|body) (?:new|else)|otr[oa]|un[oa] nuev[oa])\b/iu

function isGeneral(need: ReadNeed | null): boolean {
  return need === null || need.isPatientOnly || isAnyDoctorOnly(need) || generalPlace.test(need.text)
}

/** "A center close to us" */
const generalPlace =
  /^(?:(?:an?|the|any|some|un|una|algun|alguna) )*(?:centers?|clinics?|places?|offices?|clinicas?|centros?)\b/

/** Whether a follow-up asks for the care of the need, instead of mentioning it: "any of them taking people rn?" */
export function mayReplaceNeed(need: ReadNeed, read: readonly MeantWord[], text: string): boolean {
  return need.isNamed || need.narrowing !== '' || isShortRequest(text) || mayAskFor(read, need.text)
}

/** Whether a short message adds something, or only names a complaint: "and the skin people", "she has had a cough for two weeks". */
function isShortRequest(text: string): boolean {
  const words = wordsOf(text)
  if (correcting.test(words.join(' ')) || forLater.test(words.join(' '))) return true
  return words.length <= shortWordsMax && (adding.test(words.join(' ')) || namesComplaint(text))
}

/** "No, I meant physical therapy, sorry", "can I just go to an urgent care instead" */
const correcting =
  /^(?:(?:no|oh|ok|wait|sorry|oops|perdon|ay) )*(?:(?:i|we) )?(?:mean|meant|quise decir|queria decir|me refiero a|me referia a) (?:to say )?(?!not\b|no\b)|\binstead$|\ben vez de es[oa]$|\bmejor dicho\b/

/** "After this I need a therapist" */
const forLater =
  /^(?:(?:and|ok|then|y) )*(?:after (?:this|that|it|the (?:er|hospital))|afterwards?|later(?: on)?|despues(?: de (?:esto|eso))?|luego|cuando salga) (?:\S+ ){0,3}(?:needs?|wants?|looking|find|necesit\w+|busc\w+|quier\w+)\b/

/** Whether the message seeks care of the mind for the time after the emergency. */
export function asksForLater(text: string, need: ReadNeed | null): boolean {
  return laterWord.test(text) && namesClinician(need?.text ?? '') && isAboutMind(need?.text ?? '')
}

/** Anywhere in the message, because the need is of the mind. */
const laterWord =
  /\b(?:after(?:wards?)?|later|once|eventually|when (?:i|he|she|we|they)(?:['’]?m| am| is| are| get| gets)|despu[eé]s|luego|cuando salga)\b/iu

const shortWordsMax = 8
const adding =
  /^(?:(?:ok|okay) )?(?:(?:do|does) (?:you|they) (?:also )?have (?:an?|any)|and|what about|how about|y|que tal|also|same for|(?:one|another) (?:more )?thing|next|now) (?!(?:is|are|was|does|do|did|can|will|has|have|had)\b)/
