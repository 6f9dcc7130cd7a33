/** Reads one message with the emergency and the remarks around it. */
import { isClinician, isFacility } from '@careatlas/search/query/care-words'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { Turn } from './assistant.ts'
import type { ConversationContext } from './conversation-context.ts'
import { spellOutIs } from './detect-requests.ts'
import { isAfterViolence } from './live-emergency.ts'
import { cleanMessage } from './message-pieces.ts'
import { type EmergencyTalk, readEmergencyTalk } from './read-emergency-talk.ts'
import { readEmergencyTopics } from './read-emergency-topic.ts'
import { readMessage } from './read-message.ts'
import { namesClinician, readNeed, type ReadNeed } from './read-need.ts'
import { readRemarks } from './read-remarks.ts'
import { findCareOfClause } from './requested-care.ts'
import { isCrisis } from './read-urgency.ts'
import { hasWish } from './read-wishes.ts'
import type { Reading, ReadingResources } from './reading.ts'
import { asksForLater } from './sought-care.ts'
import { simplifyPartsOfTowns } from './town-names.ts'
import { findUsualField } from './usual-field.ts'

/** @param context of the previous answer */
export function readTurn(turn: Turn, context: ConversationContext, given: ReadingResources): Reading {
  const reading = readAroundEmergency(turn, context, given)
  if (seeksTherapist(reading, context)) return withTherapist(reading, context, given)
  return mayRequestCare(reading, context) ? withRequestedCare(reading, turn.text, given) : reading
}

/** Whether a long message has no need yet, and is about nothing else than care. */
function mayRequestCare(reading: Reading, { need, urgent }: ConversationContext): boolean {
  if (need !== null || reading.need !== null || [...urgent, ...reading.urgent].length > 0) return false
  const { person, npi, office, coverage, isOutOfScope, explained } = reading
  return (
    [person, npi, office, coverage].every((other) => other === null) &&
    !isOutOfScope &&
    explained.length === 0
  )
}

function withRequestedCare(reading: Reading, text: string, { resources }: ReadingResources): Reading {
  const need = wordsOf(text).length < storyWordsMin ? null : findCareOfClause(text, resources)
  return need === null ? reading : { ...reading, need, usualField: findUsualField(need, resources) }
}

/** Shorter messages are read as a whole. */
const storyWordsMin = 12

/** "I have Medicaid", "a woman", "in Woonsocket" after a crisis, whose answer offers to look for care: a therapist is meant. */
function seeksTherapist(reading: Reading, { urgent, need }: ConversationContext): boolean {
  if (need !== null || reading.need !== null || reading.urgent.length > 0) return false
  if (reading.emergencyTalk !== null && reading.emergencyTalk.topic !== null) return false
  const { place, payer, person, coverage, isOutOfScope, officeTime } = reading
  if (person !== null || coverage !== null || isOutOfScope) return false
  const isOfMind = urgent.length > 0 && urgent.every(({ kind }) => kind === 'crisis')
  const isInPerson = reading.requests.has('in person')
  return (
    isOfMind && (isInPerson || hasWish(reading) || [place, payer, officeTime].some((found) => found !== null))
  )
}

function withTherapist(
  reading: Reading,
  { language }: ConversationContext,
  { resources }: ReadingResources,
): Reading {
  const text = (reading.language ?? language) === 'es' ? 'psicoterapeuta' : 'mental health therapist'
  const need = readNeed(text, resources)
  const field = findUsualField(need, resources)
  return { ...reading, need, isNeedOfCrisis: true, usualField: field && { ...field, isNamed: false } }
}

function readAroundEmergency(sent: Turn, context: ConversationContext, given: ReadingResources): Reading {
  const turn = { ...sent, text: simplifyPartsOfTowns(sent.text) }
  const reading = withoutUrgentNeed(readWithoutRemarks(turn, context, given), turn.text)
  if (context.live === null)
    return asksForNumber(turn.text, reading, context) ? repeatNotices(reading) : reading
  const read = readEmergencyTalk(turn, context, reading.requests, given.contacts)
  // "After this I need a therapist": the emergency goes on, and the list follows the numbers to call.
  const isForLater =
    (read.topic === null || read.topic === 'other care') && asksForLater(turn.text, reading.need)
  const isOfCrisis = !isForLater && wantsCareInCrisis(turn.text, reading, context, read)
  const topicOfCare = isForLater ? 'other care' : isOfCrisis ? null : read.topic
  const emergencyTalk = { ...read, topic: topicOfCare }
  const { topic } = emergencyTalk
  // "She is home from the hospital and needs someone to see" looks for no hospital.
  if (emergencyTalk.isAfterwards && !namesClinician(reading.need?.text ?? ''))
    return { ...reading, emergencyTalk, need: null, otherNeeds: [] }
  const isOfPatient = topic === 'other care' || topic === 'driving'
  const isInCare = topic === 'calling' || topic === 'underway'
  // "Can urgent care see him?" and "she has asthma, too" ask for no other care; "it's just stress, a therapist please" does.
  const asksForCare =
    topic === null
      ? context.live === 'suspected' || isRequest(turn.text, reading.need)
      : isForLater || (!isOfPatient && namesClinician(reading.need?.text ?? ''))
  // The words of such a message resemble those of other emergencies, and fear of a person those of a heart attack.
  const isOfSameEmergency =
    !reading.hasRedFlag &&
    (topic !== null || isAfterViolence(context) || (context.live === 'described' && !reading.isClear))
  return {
    ...reading,
    emergencyTalk,
    ...(!asksForCare && { need: null, otherNeeds: [] }),
    ...(isOfPatient && { officeTime: null, ordinal: null }),
    ...((isOfSameEmergency || isInCare) && { urgent: [], hasRedFlag: false, needsEmergencyCare: false }),
  }
}

/** What describes a crisis, a poisoning or violence is no need: the next search is for care that the user names. */
function withoutUrgentNeed(reading: Reading, text: string): Reading {
  const isKept = reading.need === null || !reading.urgent.some(isCrisis) || isRequest(text, reading.need)
  return isKept ? reading : { ...reading, need: null, otherNeeds: [] }
}

/** "What was that number?" after a notice that no emergency follows any more, unless records are listed. */
function asksForNumber(text: string, { need, urgent }: Reading, context: ConversationContext): boolean {
  const isAfterNotice = context.urgent.length > 0 && context.shown.records.length === 0
  return isAfterNotice && need === null && urgent.length === 0 && readEmergencyTopics(text).includes('number')
}

function repeatNotices(reading: Reading): Reading {
  const others = [...reading.requests].filter((kind) => kind !== 'phone')
  return { ...reading, requests: new Set([...others, 'opinion']) }
}

/** "Is there a therapist in Warwick?" in a crisis without a sign of the body: the list follows the number to call. */
function wantsCareInCrisis(
  text: string,
  { need, place, isOwnPlace, urgent, requests }: Reading,
  context: ConversationContext,
  { topic }: EmergencyTalk,
): boolean {
  if ((topic !== 'other care' && topic !== 'cost') || urgent.length > 0) return false
  const isOfMind = context.urgent.every((notice) => isCrisis(notice) && notice.kind !== 'poison')
  // "Is there someone I could sit down with? I have no insurance"
  if (isOfMind && requests.has('in person')) return true
  if (topic === 'cost' || !namesClinician(need?.text ?? '')) return false
  return isOfMind && (place !== null || isOwnPlace || careWish.test(text))
}

const careWish =
  /\b(?:find|looking|search|want|need|recommend|is there|are there|do you (?:have|know)|busc\p{L}+|necesit\p{L}+|quier\p{L}+|hay)\b/iu

/** Whether the need names care, or the message asks for it. */
function isRequest(text: string, need: ReadNeed | null): boolean {
  if (need === null) return false
  return (
    need.kind === 'location' ||
    need.text.split(' ').some((word) => isClinician(word) || isFacility(word)) ||
    requestWord.test(text)
  )
}

/** "I don't want to live" asks for nothing. */
const requestWord =
  /\b(?<!\b(?:don['’]?t|do not|does not|doesn['’]?t|never|not|no) )(?:needs?|looking|find|wants?(?! to (?:die|kill|end|hurt|harm|disappear|be dead|not)\b)|search|necesit\p{L}+|busc\p{L}+|quier\p{L}+(?! (?:morir|matar|acabar|terminar|desaparecer|hacerme)))\b/iu

/** Reads the message, and without its remarks if it has any. A message with an urgent sign is read as a whole. */
function readWithoutRemarks(turn: Turn, context: ConversationContext, given: ReadingResources): Reading {
  // Of its own, so that `parseNeed` keeps the results of this message only.
  const options = { ...given, resources: { ...given.resources } }
  const whole = readMessage(turn, context, options)
  // "He's the one in Warwick" describes the person of the last question.
  const isAboutPerson = context.asked === 'name' || context.person !== null
  // "No, the dermatologist was right"
  const returnsToNeed = context.openNeeds.some(({ text }) => text === whole.need?.text)
  const isAboutRecord = [whole.recordPlace, whole.rejectedRecord, whole.office].some(
    (named) => named !== null,
  )
  if (isAboutPerson || whole.hasRedFlag || isAboutRecord || returnsToNeed) return whole
  const { rest, kind } = readRemarks(cleanMessage(turn.text), context, options.resources)
  if (kind === null) return whole
  const reading = readMessage({ ...turn, text: rest }, context, options)
  // "OK, we're in Johnston" answers the question for the place, "he has Narrows Mutual" that for the payer.
  const isPlaceLost = context.asked === 'place' && reading.place === null && whole.place !== null
  const isPayerLost = reading.payer === null && (whole.payer?.codes.length ?? 0) > 0
  const saysWhere = isHere.test(wordsOf(spellOutIs(turn.text)).join(' '))
  if ((isPlaceLost && saysWhere) || isPayerLost) return whole
  // "A cardiologist for my dad, he's in Quincy"
  const namesPlace = whole.place !== null || whole.unknownPlace !== null
  const isFirstPlace = context.place === null && namesPlace && saysWhere
  // "Warwick. I could also go to Bristol"
  const addsPlace = whole.otherPlaces.length > reading.otherPlaces.length
  // "We can also go to Bristol"
  const changesPlace =
    isFirstPlace || whole.rejectsPlace || (whole.townChange === 'add' && context.place !== null)
  return {
    ...reading,
    urgent: whole.urgent,
    needsEmergencyCare: false,
    hasRedFlag: false,
    rejectsPlace: whole.rejectsPlace,
    rejectedPlaces: whole.rejectedPlaces,
    refusedPlaces: whole.refusedPlaces,
    ...((addsPlace || (reading.place === null && changesPlace)) && pickPlaces(whole)),
    language: whole.language,
    foreignLanguage: whole.foreignLanguage,
    unsupported: whole.unsupported,
    patient: context.need === null ? whole.patient : reading.patient,
    asksUnstated:
      whole.refusedPlaces.length > 0 ? false : rest === '' ? kind === 'patient' : reading.asksUnstated,
    unanswered: whole.unanswered,
    isDistressed: whole.isDistressed,
    isPlainStatement: whole.isPlainStatement,
    disclosure: whole.disclosure,
    isRemark:
      rest === '' && !changesPlace && whole.refusedPlaces.length === 0 && whole.unanswered.length === 0,
  }
}

const isHere =
  /\b(?:im|i am|we are|were|hes|he is|shes|she is|theyre|they are|located|living|staying|stay) (?:\w+ ){0,2}(?:in|near|at|around|by|from|out of)\b|\b(?:office|practice|clinic|consultorio|oficina) (?:\S+ ){0,8}(?:in|en) \S/

function pickPlaces({ place, otherPlaces, townChange, unknownPlace }: Reading): Partial<Reading> {
  return { place, otherPlaces, townChange, unknownPlace }
}
