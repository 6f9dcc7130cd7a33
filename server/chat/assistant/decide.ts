/** Decides what the assistant does about a message. Pure. */
import type { ConversationContext, Topic } from './conversation-context.ts'
import { isAboutLanguage, isAboutRecord, type RequestKind } from './detect-requests.ts'
import { isAfterViolence, isOrdinaryRequest } from './live-emergency.ts'
import { findLimits, type Limit } from './limits.ts'
import {
  decideAbsentPosition,
  decideChoice,
  decideFields,
  decideOffices,
  decidePositions,
  decideRecord,
  findQuestionSubject,
} from './decide-record.ts'
import { askPlace, decideCare, isPlaceOpen } from './decide-care.ts'
import { type Decision, type Step, reply } from './step.ts'
import type { Reading } from './reading.ts'
import { isAboutOffice, isForOffice } from './unanswered-questions.ts'
import { isCrisis } from './read-urgency.ts'
import { namesClinician } from './read-need.ts'
import { hasWish, noWishes } from './read-wishes.ts'

/**
 * @param before the context of the previous answer
 * @param context the same, updated with the message
 */
export function decide(
  reading: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Decision {
  const { limits, end } = findLimits(reading, before)
  const ofService = decideExplained(reading) ?? decideAboutService(reading)
  // "Is the first one a neurologist or a geriatrician, and what is the difference?"
  const fields = reading.explained.length > 0 ? decideFields(reading, before) : null
  const seeksCare = reading.need?.isCertain === true && fields === null
  const step =
    decideUrgent(reading, before, context) ??
    decideLive(reading, context) ??
    decideAfterwards(reading, context) ??
    (end ? reply('limits') : null) ??
    decideComplaint(reading, before, context) ??
    decideStored(reading) ??
    fields ??
    (seeksCare ? null : ofService) ??
    decideService(reading, before) ??
    (reading.isSameState && reading.need === null ? reply('same_place') : null) ??
    decideCompared(reading, before) ??
    decideOffices(reading, before) ??
    decideFields(reading, before) ??
    decideWhyNot(reading) ??
    decideWhy(reading, before) ??
    decideUnanswered(reading, before, context) ??
    (reading.coverage?.isServed === false ? reply('not_served') : null) ??
    decideAbsentPosition(reading, before, context) ??
    decideUnstated(reading, limits, before, context) ??
    decideRemark(reading, limits, before, context) ??
    decideHardToSay(reading, context) ??
    decideChoice(reading, before) ??
    decidePositions(reading, before) ??
    decideRecord(reading, before, context) ??
    decideList(reading, before, context) ??
    decideCare(reading, before, context) ??
    decideCourtesy(reading, limits, before, context) ??
    decideUnclear(reading, before, context)
  const isBeside = (seeksCare && isAboutCare(step)) || (fields !== null && step === fields)
  const aside = isBeside
    ? ofService
    : isAboutCare(step) && repeatsInLanguage(reading)
      ? reply('language')
      : null
  return { step, aside, limits }
}

/** Whether the step goes on with the care that the message seeks, so that an answer about the service can precede it. */
function isAboutCare({ kind }: Step): boolean {
  return kind === 'search' || kind === 'ask'
}

/** "Can you say that in Spanish?" */
function repeatsInLanguage({ requests }: Reading): boolean {
  return requests.has('again') && isAboutLanguage(requests)
}

// Urgent

/** In an emergency, hospitals near the user; in a crisis that red flags describe, the number to call, unless the user asks for care. */
function decideUrgent(
  { urgent, needsEmergencyCare, hasRedFlag, need, place, isOwnPlace, requests }: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  // "Who do I call?" The answer repeats the notices.
  const asksWhatToDo = requests.has('opinion') && need === null && place === null
  if (asksWhatToDo && urgent.length === 0 && before.urgent.length > 0) return reply('live')
  const asksForNearest = need === null && requests.has('nearest') && isEmergency(before)
  if (asksForNearest || asksForHospital(need, before))
    return context.place === null ? reply('ask_hospital_place') : { kind: 'emergency' }
  const isPlaceNew = place !== null || isOwnPlace || before.place === null
  if (needsEmergencyCare || (context.awaitsHospitals && isPlaceNew))
    return context.place === null ? (needsEmergencyCare ? reply('urgent') : null) : { kind: 'emergency' }
  if (urgent.length === 0 || !hasRedFlag) return null
  return urgent.some(isCrisis) && (need === null || context.place === null) ? reply('urgent') : null
}

/** "What's the address of the hospital?" after an emergency notice: the nearest emergency rooms, and not a search for a hospital. */
function asksForHospital(need: Reading['need'], before: ConversationContext): boolean {
  if (need === null || need.isNamed || namesClinician(need.text)) return false
  return hospital.test(need.text) && before.urgent.some(isOfBody)
}

/** "Which hospital is nearest?" while an emergency goes on asks for no clinician. */
function isEmergency({ live, urgent }: ConversationContext): boolean {
  return live !== null && urgent.some(isOfBody)
}

function isOfBody(notice: ConversationContext['urgent'][number]): boolean {
  return !isCrisis(notice) || notice.kind === 'poison'
}

const hospital =
  /\b(?:hospital(?:e?s)?|emergency rooms?|er|sala de (?:emergencias?|urgencias?)|emergencias)\b/

/** While an emergency goes on, a message that asks for nothing else is answered by the number to call alone. */
function decideLive(reading: Reading, context: ConversationContext): Step | null {
  const { live } = context
  if (live === null) return null
  const isAfter = isAfterViolence(context)
  // "Is there a place for women?" is no wish for a clinician.
  if (isOrdinaryRequest(isAfter ? { ...reading, ...noWishes } : reading)) return null
  const { urgent, emergencyTalk, isRemark, asksUnstated, unanswered } = reading
  // The numbers to call precede the answer.
  if (urgent.length === 0 && emergencyTalk?.topic == null && unanswered.some(isAboutOffice)) return null
  const changesNothing = isRemark || asksUnstated
  const isAboutEmergency = emergencyTalk?.topic != null || changesNothing
  if (urgent.length > 0 && emergencyTalk === null) return changesNothing ? reply('urgent') : null
  return live === 'described' || isAboutEmergency || isAfter ? reply('live') : null
}

/** After an emergency, the care that was sought before, or the question which care is sought now. */
function decideAfterwards(
  { emergencyTalk, need, earlierRecord }: Reading,
  context: ConversationContext,
): Step | null {
  if (emergencyTalk?.isAfterwards !== true || need !== null || earlierRecord !== null) return null
  if (context.need === null) return { kind: 'ask', what: 'need' }
  return context.place === null
    ? { kind: 'ask', what: 'place' }
    : { kind: 'search', offset: 0, time: null, asksHours: false }
}

/** A complaint about the answers, which asks for nothing new. */
function decideComplaint(
  reading: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  const { requests, need, place, payer, person } = reading
  if (!requests.has('frustration') || requests.has('start over') || hasWish(reading)) return null
  // "This list is garbage, how old is it?"
  if (requests.has('data date')) return null
  if ([need, place, payer, person].some((other) => other !== null)) return null
  if (isPlaceOpen(before, context)) return { kind: 'ask', what: 'place', isAgain: true, after: 'frustrated' }
  return reply('frustrated')
}

function decideStored({ requests }: Reading): Step | null {
  if (requests.has('delete data')) return { kind: 'data', what: 'delete' }
  if (requests.has('export data')) return { kind: 'data', what: 'export' }
  return requests.has('history') ? { kind: 'history' } : null
}

/** "What does a podiatrist do?" */
function decideExplained({ explained }: Reading): Step | null {
  return explained.length > 0 ? reply('kinds') : null
}

/** "Is this private?", "how old is this list?", "has she moved?", "are you a doctor?" beside a wish for care */
function decideAboutService({ requests, need, person }: Reading): Step | null {
  if (requests.has('privacy')) return { kind: 'data', what: 'privacy' }
  const asksHowOld = requests.has('data date') || requests.has('address date')
  if (asksHowOld && person === null) return reply('data_date')
  return requests.has('identity') && need !== null ? reply('help') : null
}

/** What the user has said so far, or what the service is: "which insurance do you take?" before any list. */
function decideService(
  { requests, need, person, npi }: Reading,
  { shown }: ConversationContext,
): Step | null {
  if (requests.has('remembered')) return reply('remembered')
  const isAlone = need === null && person === null && npi === null && shown.records.length === 0
  return isAlone && requests.has('service plans') ? reply('service') : null
}

/** A question that no source answers: the number of the record that it is about, unless the message also asks for something else. */
function decideUnanswered(
  reading: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  const { unanswered, need, place, payer, person, requests, officeTime } = reading
  if (unanswered.length === 0 || isAboutRecord(requests) || hasWish(reading)) return null
  if (requests.has('in person')) return null
  if (reading.refusedPlaces.length > 0) return null
  if ([need, place, payer, person].some((other) => other !== null)) return null
  if (isPlaceOpen(before, context)) return askPlace(reading, before, context)
  const subject = unanswered.some(isForOffice) ? findQuestionSubject(reading, before) : null
  if (subject !== null) return { kind: 'record', subject, topic: topicOf(unanswered), time: officeTime }
  return reply('limits')
}

/** What some sources state, or else the number to ask. */
function topicOf(unanswered: Reading['unanswered']): Topic {
  if (unanswered.includes('training')) return 'training'
  return unanswered.includes('operator') ? 'affiliations' : 'phone'
}

/** A question that no source answers, unless the message also asks what one does. */
function decideUnstated(
  reading: Reading,
  limits: readonly Limit[],
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  const { asksUnstated, requests, place, payer } = reading
  if (!asksUnstated || isAboutRecord(requests) || place !== null || payer !== null || hasWish(reading))
    return null
  // The limit of wheelchair access has its own sentence.
  if (isPlaceOpen(before, context))
    return {
      kind: 'ask',
      what: 'place',
      isAgain: true,
      ...(limits.length === 0 && { after: 'unstated' }),
    }
  if (limits.length === 0) return reply('not_stated')
  return context.need === null ? { kind: 'ask', what: 'need' } : reply('limits')
}

/** A statement about a person, which changes nothing. */
function decideRemark(
  { isRemark, isQuestion }: Reading,
  limits: readonly Limit[],
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  if (!isRemark || limits.length > 0) return null
  if (isPlaceOpen(before, context)) return { kind: 'ask', what: 'place', isAgain: true, after: 'remark' }
  // "Do they see people for acne, or is it all Botox?"
  return reply(isQuestion ? 'not_stated' : 'remark')
}

/** "Why can't you?" after an answer that something is not known or not done */
function decideWhyNot({ requests, need, place, payer }: Reading): Step | null {
  const isAlone = [need, place, payer].every((other) => other === null)
  return requests.has('why not') && isAlone ? reply('why_not') : null
}

/** "It's kind of embarrassing", before any care is sought. */
function decideHardToSay({ requests, place }: Reading, { need }: ConversationContext): Step | null {
  return requests.has('hard to say') && need === null && place === null ? reply('any_words') : null
}

/** "Why are these listed first?" */
function decideWhy(
  { requests, need, place }: Reading,
  { shown, asked, need: known }: ConversationContext,
): Step | null {
  const isAboutList = requests.has('why') && need === null && place === null
  // "How do you rank them?" before the place is known, but not "why do you need it?"
  const isBefore = asked === 'place' && known !== null && requests.has('order')
  return isAboutList && (shown.records.length > 0 || isBefore) ? reply('why') : null
}

// The last list

/** "Which one is closest to Warwick?", "are any of them in the same building?" */
function decideCompared(
  { comparedDistance, requests, positions, ordinal, person, need, earlierRecord }: Reading,
  { shown: { records } }: ConversationContext,
): Step | null {
  if (need !== null || records.length < 2) return null
  if (comparedDistance !== null) return { kind: 'list', topic: 'distance', time: null }
  const isAboutOne = (ordinal !== null && positions.length < 2) || person !== null || earlierRecord !== null
  if (!requests.has('same address') || isAboutOne) return null
  const isOfSome = positions.length > 1 && Math.max(...positions) <= records.length
  return { kind: 'list', topic: 'same address', time: null, ...(isOfSome && { positions }) }
}

function decideList(
  reading: Reading,
  { shown, focus }: ConversationContext,
  context: ConversationContext,
): Step | null {
  const { requests, officeTime, need, place, payer } = reading
  if (shown.records.length === 0 || need !== null || place !== null) return null
  // "She wants a woman, and evenings": the list may have no woman.
  if (officeTime !== null && wishesMore(reading)) return null
  if (requests.has('hours') && payer === null) return { kind: 'list', topic: 'hours', time: officeTime }
  if (requests.has('accepting')) return { kind: 'list', topic: 'accepting', time: null }
  if (requests.has('languages') && !requests.has('any of them'))
    return { kind: 'list', topic: 'languages', time: null }
  if (requests.has('gender')) return { kind: 'list', topic: 'gender', time: null }
  if (officeTime !== null && payer === null) return { kind: 'list', topic: 'hours', time: officeTime }
  if (requests.has('distance') && !requests.has('nearest'))
    return { kind: 'list', topic: 'distance', time: null }
  const asksForPlan = requests.has('plan') || requests.has('plans')
  if (asksForPlan && context.payer === null) return { kind: 'ask', what: 'payer' }
  if (asksForPlan && context.need !== null)
    return { kind: 'search', offset: 0, time: officeTime, asksHours: requests.has('hours') }
  if (!requests.has('more') || requests.has('similar')) return null
  if (context.need === null && focus !== null) return { kind: 'ask', what: 'need' }
  // "Who else speaks Portuguese?" after one record
  if (shown.nextOffset === null && wishesMore(reading)) return null
  if (shown.nextOffset === null) return reply('no_more')
  return { kind: 'search', offset: shown.nextOffset, time: null, asksHours: false }
}

/** Whether the message wishes anything of the clinician, instead of asking for it. */
function wishesMore({ requests, gender, languages, telehealth, accepting, excluded }: Reading): boolean {
  return (
    (gender !== null && !requests.has('gender')) ||
    (languages.length > 0 && !requests.has('languages')) ||
    (telehealth && !requests.has('telehealth')) ||
    (accepting && !requests.has('accepting')) ||
    excluded !== ''
  )
}

// Everything else

function decideCourtesy(
  reading: Reading,
  limits: readonly Limit[],
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  const { requests } = reading
  if (requests.has('no payer') && context.need !== null && context.place !== null) return reply('no_payer')
  // The limit is stated before the open question.
  if (limits.length > 0)
    return isPlaceOpen(before, context) ? askPlace(reading, before, context) : reply('limits')
  if (requests.has('start over')) return reply('started_over')
  if (requests.has('english') || requests.has('spanish')) return reply('language')
  if (requests.has('no payer') && context.need !== null) return reply('no_payer')
  if (requests.has('cancel')) return reply('cancelled')
  if (requests.has('pause')) return reply('pause')
  if (requests.has('help') || requests.has('identity')) return reply('help')
  // "Thank you. Is there someone for me to talk to as well?"
  if (reading.isDistressed && reading.need === null && !isPlaceOpen(before, context))
    return { kind: 'ask', what: 'need' }
  if (requests.has('thanks')) return reply('thanks')
  if (requests.has('approval') && !isPlaceOpen(before, context)) return reply('approval')
  if (requests.has('goodbye')) return reply('goodbye')
  if (requests.has('greeting')) return reply('greeting')
  if (requests.has('small talk')) return reply('small_talk')
  return null
}

const shortAnswers = [
  'yes',
  'no',
  'decline',
  'no payer',
  'recovered',
  'duration',
] as const satisfies readonly RequestKind[]

/** The message changes nothing: asks again for the place, which a search needs, but not for the plan, or asks for the need. */
function decideUnclear(reading: Reading, before: ConversationContext, context: ConversationContext): Step {
  const { requests } = reading
  if (reading.urgent.length > 0) return reply('urgent')
  const isShort = shortAnswers.some((kind) => requests.has(kind))
  if (before.asked === 'place') return askPlace(reading, before, context)
  const isQuietAfterCrisis = context.urgent.some(isCrisis) && before.shown.records.length === 0
  if (isQuietAfterCrisis && (context.need === null || context.place === null)) return reply('after_crisis')
  if (context.need === null) return { kind: 'ask', what: 'need' }
  if (isShort) return reply('noted')
  // "My cousin talked me into it"
  if (reading.isPlainStatement && context.shown.records.length > 0) return reply('remark')
  return reply(reading.isQuestion && context.shown.records.length > 0 ? 'question_not_understood' : 'unclear')
}
