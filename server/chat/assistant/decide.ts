/** Decides what the assistant does about a message. Pure. */
import {
  type Askable,
  type ConversationContext,
  type NamedPerson,
  type OfficeTime,
  type RecordReference,
  type Topic,
  topics,
} from './conversation-context.ts'
import { isAboutRecord, type RequestKind } from './detect-requests.ts'
import { isOrdinaryRequest } from './live-emergency.ts'
import { findLimits, type Limit } from './limits.ts'
import type { Reading } from './reading.ts'
import { isForOffice } from './unanswered-questions.ts'
import { isCrisis } from './read-urgency.ts'
import { hasWish } from './read-wishes.ts'
import { returnsToAll } from './update-places.ts'

/** Answers that need no data. */
export type Reply =
  | 'greeting'
  | 'thanks'
  | 'goodbye'
  | 'help'
  | 'started_over'
  | 'language'
  | 'limits'
  | 'urgent'
  | 'live'
  | 'noted'
  | 'cancelled'
  | 'frustrated'
  | 'small_talk'
  | 'kinds'
  | 'ask_hospital_place'
  | 'no_more'
  | 'not_in_list'
  | 'why'
  | 'not_stated'
  | 'remark'
  | 'unclear'
  | 'no_list'
  | 'after_crisis'
  | 'remembered'
  | 'service'
  | 'not_served'
  | 'data_date'
  | 'no_payer'

/** What the user asks about the stored conversation. */
export type DataQuestion = 'delete' | 'export' | 'privacy'

export type Subject =
  | { readonly by: 'reference'; readonly reference: RecordReference }
  | { readonly by: 'npi'; readonly digits: string; readonly isValid: boolean }
  | {
      readonly by: 'person'
      readonly person: NamedPerson
      /** The taxonomy codes that the clinician must have, if the message names the field. */
      readonly field: ReadonlySet<string> | null
    }

/** Questions about all records of the last list. */
export type ListTopic = 'hours' | 'accepting' | 'distance' | 'languages' | 'phone'

/** A question about one record. */
export interface RecordQuestion {
  readonly subject: Subject
  readonly topic: Topic
  readonly time: OfficeTime | null
}

export type Step =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | {
      readonly kind: 'ask'
      readonly what: Askable
      readonly unknownPlace?: string
      /** What the message before the question for the place had instead of a place: a wish, nothing known, or something that no source states. */
      readonly after?: 'wish' | 'nothing' | 'unstated' | 'remark' | 'frustrated'
      /** Whether the message before answers the same question without a place. */
      readonly isAgain?: boolean
      readonly about?: RecordQuestion
    }
  | {
      readonly kind: 'search'
      readonly offset: number
      /** The need of the conversation before the message, in case that nothing matches the new one. */
      readonly previousNeed?: ConversationContext['need']
      readonly time: OfficeTime | null
      readonly asksHours: boolean
    }
  | { readonly kind: 'emergency' }
  /** One of the shown records, by its field. */
  | {
      readonly kind: 'choose'
      readonly field: ReadonlySet<string>
      /** The person of the list; others of the name than the listed ones may be of the field. */
      readonly person: NamedPerson | null
      readonly topic: Topic
      readonly time: OfficeTime | null
    }
  | ({ readonly kind: 'record' } & RecordQuestion)
  /** @property positions of some of its records, from 1; absent: all */
  | {
      readonly kind: 'list'
      readonly topic: ListTopic
      readonly time: OfficeTime | null
      readonly positions?: readonly number[]
    }
  | { readonly kind: 'history' }
  | { readonly kind: 'data'; readonly what: DataQuestion }

export interface Decision {
  readonly step: Step
  readonly limits: readonly Limit[]
}

/**
 * @param before the context of the previous answer
 * @param context the same, updated with the message
 */
export function decide(
  reading: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Decision {
  const { limits, end } = findLimits(reading)
  const step =
    decideUrgent(reading, before, context) ??
    decideLive(reading, context) ??
    (end ? reply('limits') : null) ??
    (reading.explained.length > 0 ? reply('kinds') : null) ??
    decideComplaint(reading, before, context) ??
    decideStored(reading) ??
    decideService(reading, before) ??
    decideUnanswered(reading, before, context) ??
    (reading.coverage?.isServed === false ? reply('not_served') : null) ??
    decideAbsentPosition(reading, before, context) ??
    decideUnstated(reading, limits, before, context) ??
    decideRemark(reading, limits, before, context) ??
    decideWhy(reading, before) ??
    decideChoice(reading, before) ??
    decidePositions(reading, before) ??
    decideRecord(reading, before, context) ??
    decideList(reading, before, context) ??
    decideCare(reading, before, context) ??
    decideCourtesy(reading, limits, before, context) ??
    decideUnclear(reading, before, context)
  return { step, limits }
}

const reply = (name: Reply): Step => ({ kind: 'reply', reply: name })

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
  if (asksForHospital(need, before))
    return context.place === null ? reply('ask_hospital_place') : { kind: 'emergency' }
  const isPlaceNew = place !== null || isOwnPlace || before.place === null
  if (needsEmergencyCare || (context.awaitsHospitals && isPlaceNew))
    return context.place === null ? (needsEmergencyCare ? reply('urgent') : null) : { kind: 'emergency' }
  if (urgent.length === 0 || !hasRedFlag) return null
  return urgent.some(isCrisis) && (need === null || context.place === null) ? reply('urgent') : null
}

/** "What's the address of the hospital?" after an emergency notice: the nearest emergency rooms, and not a search for a hospital. */
function asksForHospital(need: Reading['need'], { urgent }: ConversationContext): boolean {
  if (need === null || need.isNamed || need.kind !== 'location') return false
  return hospital.test(need.text) && urgent.some((notice) => !isCrisis(notice) || notice.kind === 'poison')
}

const hospital =
  /\b(?:hospital(?:e?s)?|emergency rooms?|er|sala de (?:emergencias?|urgencias?)|emergencias)\b/

/** While an emergency goes on, a message that asks for nothing else is answered by the number to call alone. */
function decideLive(reading: Reading, { live }: ConversationContext): Step | null {
  if (live === null || isOrdinaryRequest(reading)) return null
  const { urgent, emergencyTalk, isRemark, asksUnstated } = reading
  const changesNothing = isRemark || asksUnstated
  const isAboutEmergency = emergencyTalk?.topic != null || changesNothing
  if (urgent.length > 0 && emergencyTalk === null) return changesNothing ? reply('urgent') : null
  return live === 'described' || isAboutEmergency ? reply('live') : null
}

/** A complaint about the answers, which asks for nothing new. */
function decideComplaint(
  reading: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  const { requests, need, place, payer, person } = reading
  if (!requests.has('frustration') || requests.has('start over') || hasWish(reading)) return null
  if ([need, place, payer, person].some((other) => other !== null)) return null
  if (isPlaceOpen(before, context)) return { kind: 'ask', what: 'place', isAgain: true, after: 'frustrated' }
  return reply('frustrated')
}

function decideStored({ requests }: Reading): Step | null {
  if (requests.has('delete data')) return { kind: 'data', what: 'delete' }
  if (requests.has('export data')) return { kind: 'data', what: 'export' }
  if (requests.has('history')) return { kind: 'history' }
  return requests.has('privacy') ? { kind: 'data', what: 'privacy' } : null
}

/** What the user has said so far, or what the service is: "which insurance do you take?" before any list. */
function decideService(
  { requests, need, person, npi }: Reading,
  { shown }: ConversationContext,
): Step | null {
  if (requests.has('remembered')) return reply('remembered')
  if (requests.has('data date') && need === null && person === null) return reply('data_date')
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
  if ([need, place, payer, person].some((other) => other !== null)) return null
  if (isPlaceOpen(before, context)) return askPlace(reading, before, context)
  const subject = unanswered.some(isForOffice) ? findQuestionSubject(reading, before) : null
  if (subject !== null) return { kind: 'record', subject, topic: 'phone', time: officeTime }
  return reply('limits')
}

/** The record that the message names, or the only one that it can mean. */
function findQuestionSubject(reading: Reading, before: ConversationContext): Subject | null {
  const { focus, shown } = before
  const [only, ...others] = shown.records
  const known = focus ?? (others.length === 0 ? only : undefined)
  return (
    findNamedSubject(reading, before) ?? (known ? { by: 'reference', reference: toReference(known) } : null)
  )
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
  { isRemark }: Reading,
  limits: readonly Limit[],
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  if (!isRemark || limits.length > 0) return null
  if (isPlaceOpen(before, context)) return { kind: 'ask', what: 'place', isAgain: true, after: 'remark' }
  return reply('remark')
}

/** "Why are these listed first?" */
function decideWhy({ requests, need, place }: Reading, { shown }: ConversationContext): Step | null {
  const isAboutList = requests.has('why') && need === null && place === null
  return isAboutList && shown.records.length > 0 ? reply('why') : null
}

// One record

const topicOfRequest: Readonly<Partial<Record<RequestKind, Topic>>> = {
  plan: 'plan',
  plans: 'plans',
  hours: 'hours',
  fax: 'fax',
  phone: 'phone',
  distance: 'distance',
  address: 'address',
  accepting: 'accepting',
  languages: 'languages',
  who: 'details',
  details: 'details',
}

/** A position that the last list does not have, "the address of the third one" after a list of two, or one without any list. */
function decideAbsentPosition(
  { npi, person, ordinal, need, place, meansMissingList }: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  const { records } = before.shown
  if (meansMissingList && !isPlaceOpen(before, context)) return reply('no_list')
  if (ordinal === null || records.length === 0) return null
  if ([npi, person, need, place].some((other) => other !== null)) return null
  return recordAt(records, ordinal) === undefined ? reply('not_in_list') : null
}

/** @param ordinal 1 for the first, -1 for the last */
function recordAt<T>(records: readonly T[], ordinal: number): T | undefined {
  return records.at(ordinal > 0 ? ordinal - 1 : ordinal)
}

/** One of the shown records, by its field, or the question which of the others is meant. */
function decideChoice(
  { fieldChoice: field, isAmbiguousOther, officeTime }: Reading,
  { pending, person }: ConversationContext,
): Step | null {
  if (isAmbiguousOther) return { kind: 'ask', what: 'name' }
  if (field === null) return null
  return {
    kind: 'choose',
    field,
    person: person?.name == null ? null : person,
    topic: pending?.topic ?? 'details',
    time: officeTime ?? pending?.time ?? null,
  }
}

function decideRecord(
  reading: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  const named = findNamedSubject(reading, before)
  const requested = findTopic(reading, before)
  const continued = continuesPending(reading, before) ? before.pending : null
  const topic = requested ?? continued?.topic ?? null
  const subject =
    named ??
    (continued === null ? null : pendingSubject(before)) ??
    (topic === null ? null : findImpliedSubject(reading, before, topic))
  if (subject === null) return null
  const question = {
    subject,
    topic: topic ?? 'details',
    time: reading.officeTime ?? continued?.time ?? null,
  }
  const needsPayer =
    question.topic === 'plan' && context.payer === null && !context.declined.includes('payer')
  if (needsPayer) return { kind: 'ask', what: 'payer', about: question }
  return needsOrigin(question.topic, context)
    ? { kind: 'ask', what: 'place', about: question }
    : { kind: 'record', ...question }
}

/** Whether the answer is a distance, and no place is known from which to measure. */
function needsOrigin(topic: Topic, { place, declined }: ConversationContext): boolean {
  return topic === 'distance' && place === null && !declined.includes('place')
}

/** The record that a question of the assistant was about. */
function pendingSubject({ pending, focus }: ConversationContext): Subject | null {
  if (pending?.person) return { by: 'person', person: pending.person, field: null }
  return focus === null ? null : { by: 'reference', reference: focus }
}

/** A record that the message names by number, name or position in the last list. */
function findNamedSubject(
  { npi, person, personField: field, ordinal, need, place, requests }: Reading,
  { shown, asked }: ConversationContext,
): Subject | null {
  if (npi !== null) return { by: 'npi', ...npi }
  if (person !== null) {
    const known = shown.records.filter(({ name }) => isNameOf(name, person))
    if (known.length === 1 && need === null && place === null)
      return { by: 'reference', reference: toReference(known[0]!) }
    if (person.name !== null || need === null) return { by: 'person', person, field }
  }
  const isConfirmed = asked === 'name' && requests.has('yes') && shown.records.length === 1
  const index = isConfirmed ? 1 : ordinal
  const record = index === null ? undefined : recordAt(shown.records, index)
  return record === undefined ? null : { by: 'reference', reference: toReference(record) }
}

function toReference({ kind, id }: RecordReference): RecordReference {
  return { kind, id }
}

/** Whether each word of the name is in the displayed name. */
function isNameOf(displayed: string, { label }: NamedPerson): boolean {
  const words = new Set(displayed.toLowerCase().split(/[^\p{L}]+/u))
  return label
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => words.has(word))
}

/** What the message asks; a new payer after a verdict asks the same of the other plan. */
function findTopic(
  { requests, payer, need, person, npi, ordinal, isFollowUp }: Reading,
  before: ConversationContext,
): Topic | null {
  const found = Object.entries(topicOfRequest).find(([request]) => requests.has(request as RequestKind))
  if (found !== undefined) return found[1]
  if (payer !== null && need === null && (person ?? npi ?? ordinal) !== null) return 'plan'
  const wasVerdict = before.facts.some((fact) => fact.startsWith('verdict_'))
  const isNextOne = requests.size === 0 && before.payer !== null && (person ?? ordinal) !== null
  if ((payer !== null || isNextOne) && wasVerdict && need === null) return 'plan'
  const isNextRecord = isFollowUp && requests.size === 0 && need === null && (person ?? ordinal) !== null
  return isNextRecord ? (topics.find((topic) => before.facts.includes(topic)) ?? null) : null
}

/** Whether the message answers the question that a topic waits for: the payer, or which of several records is meant. */
function continuesPending(
  { payer, ordinal, person, need, place, requests, isMovingOn }: Reading,
  { pending, asked }: ConversationContext,
): boolean {
  if (pending === null || (isMovingOn && need !== null)) return false
  // "I need an eye doctor in Warwick" describes none of the listed persons.
  if (asked === 'name' && need !== null && place !== null && person === null) return false
  if (asked === 'place') return (place !== null && need === null) || requests.has('decline')
  if (asked === 'payer') return payer !== null || requests.has('decline') || requests.has('no payer')
  return [payer, ordinal, person, need, place].some((answer) => answer !== null) || requests.has('yes')
}

/** Topics about the last list if no single record is meant. */
const listTopics: readonly Topic[] = ['hours', 'accepting', 'distance', 'languages', 'plan', 'plans']

/** "The numbers of the first two", "hours of both" */
function decidePositions(
  { positions, requests, officeTime, person, need, place }: Reading,
  { shown }: ConversationContext,
): Step | null {
  const isAbout = person === null && need === null && place === null
  if (!isAbout || positions.length < 2 || Math.max(...positions) > shown.records.length) return null
  const topic = (['hours', 'accepting', 'distance'] as const).find((kind) => requests.has(kind)) ?? 'phone'
  return { kind: 'list', topic, time: officeTime, positions }
}

/** The record of the conversation, for "her phone number". A message with a need of its own means another one. */
function findImpliedSubject(
  { need, place, requests }: Reading,
  { focus, shown }: ConversationContext,
  topic: Topic,
): Subject | null {
  if (requests.has('any of them')) return null
  if (need !== null || (place !== null && topic !== 'distance')) return null
  if (focus !== null) return { by: 'reference', reference: focus }
  const [first, ...others] = shown.records
  if (first === undefined || (others.length > 0 && listTopics.includes(topic))) return null
  return { by: 'reference', reference: toReference(first) }
}

// The last list

function decideList(
  { requests, officeTime, need, place, payer }: Reading,
  { shown, focus }: ConversationContext,
  context: ConversationContext,
): Step | null {
  if (shown.records.length === 0 || need !== null || place !== null) return null
  if (requests.has('hours')) return { kind: 'list', topic: 'hours', time: officeTime }
  if (requests.has('accepting')) return { kind: 'list', topic: 'accepting', time: null }
  if (requests.has('languages') && !requests.has('any of them'))
    return { kind: 'list', topic: 'languages', time: null }
  if (officeTime !== null && payer === null) return { kind: 'list', topic: 'hours', time: officeTime }
  if (requests.has('distance') && !requests.has('nearest'))
    return { kind: 'list', topic: 'distance', time: null }
  const asksForPlan = requests.has('plan') || requests.has('plans')
  if (asksForPlan && context.payer === null) return { kind: 'ask', what: 'payer' }
  if (asksForPlan && context.need !== null) return { kind: 'search', offset: 0, time: null, asksHours: false }
  if (!requests.has('more') || requests.has('similar')) return null
  if (context.need === null && focus !== null) return { kind: 'ask', what: 'need' }
  if (shown.nextOffset === null) return reply('no_more')
  return { kind: 'search', offset: shown.nextOffset, time: null, asksHours: false }
}

// Care

/** Asks for what is missing, one thing at a time, or searches. */
function decideCare(
  reading: Reading,
  before: ConversationContext,
  context: ConversationContext,
): Step | null {
  if (!changesSearch(reading, before, context)) return null
  if (context.need === null)
    return reading.urgent.length > 0 ? reply('urgent') : { kind: 'ask', what: 'need' }
  if (reading.unknownPlace !== null) return askPlace(reading, before, context)
  const needsPlace = context.place === null && !context.need.isNamed && !context.declined.includes('place')
  if (needsPlace) return askPlace(reading, before, context)
  return {
    kind: 'search',
    offset: 0,
    ...(reading.continuesNeed && before.shown.records.length > 0 && { previousNeed: before.need }),
    time: reading.officeTime,
    asksHours: reading.requests.has('hours') || reading.officeTime !== null,
  }
}

/** The question for the place; asked again, it says what became of the message. */
function askPlace(
  { need, requests, ...reading }: Reading,
  { asked }: ConversationContext,
  context: ConversationContext,
): Step {
  const isRepeated = requests.has('frustration')
  const isAskedAgain = asked === 'place' && (need === null || isRepeated)
  const ask = { kind: 'ask', what: 'place', isAgain: isAskedAgain } as const
  const unknownPlace = isAskedAgain ? reading.unknownPlace : context.unknownPlace
  if (unknownPlace !== null) return { ...ask, unknownPlace }
  if (!isAskedAgain) return ask
  if (isRepeated) return { ...ask, after: 'frustrated' }
  const isKept =
    hasWish(reading) ||
    reading.payer !== null ||
    reading.patient.length > 0 ||
    reading.radiusMiles !== null ||
    requests.has('any gender') ||
    requests.has('any language')
  if (isKept) return { ...ask, after: 'wish' }
  return requests.size === 0 && reading.mayBePlace && reading.officeTime === null
    ? { ...ask, after: 'nothing' }
    : ask
}

/** Whether the message has anything that a search depends on. */
function changesSearch(reading: Reading, before: ConversationContext, context: ConversationContext): boolean {
  const { need, place, unknownPlace, isOwnPlace, radiusMiles, payer, requests } = reading
  if (need !== null || place !== null || unknownPlace !== null || isOwnPlace || radiusMiles !== null)
    return true
  if (reading.rejectsPlace || reading.kindChange !== null || returnsToAll(reading, before)) return true
  if (payer !== null || reading.gender !== null || reading.languages.length > 0) return true
  if (reading.telehealth || reading.accepting || reading.excluded !== '') return true
  if (reading.patient.length > 0) return true
  if (changingRequests.some((kind) => requests.has(kind))) return true
  if (requests.has('again') || requests.has('similar')) return context.need !== null
  if (requests.has('no payer') && before.payer !== null) return true
  if (requests.has('more')) return context.need !== null
  // A refusal goes on with what is known, unless the list is shown already.
  const isRefused = before.asked !== null && context.declined.length > before.declined.length
  return isRefused && before.shown.records.length === 0
}

const changingRequests = [
  'closer',
  'nearest',
  'farther',
  'travel time',
  'any gender',
  'in person',
  'any language',
] as const satisfies readonly RequestKind[]

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
  if (requests.has('help') || requests.has('identity')) return reply('help')
  if (requests.has('thanks')) return reply('thanks')
  if (requests.has('goodbye')) return reply('goodbye')
  if (requests.has('greeting')) return reply('greeting')
  if (requests.has('small talk')) return reply('small_talk')
  return null
}

/** Whether the assistant has asked for the place of a search, and still needs it. */
function isPlaceOpen(
  { asked }: ConversationContext,
  { need, place, declined }: ConversationContext,
): boolean {
  return asked === 'place' && need !== null && place === null && !declined.includes('place')
}

const shortAnswers = [
  'yes',
  'no',
  'decline',
  'no payer',
  'recovered',
  'duration',
] as const satisfies readonly RequestKind[]

/** The message changes nothing: repeats the open question, or asks for the need. */
function decideUnclear(reading: Reading, before: ConversationContext, context: ConversationContext): Step {
  const { requests } = reading
  if (reading.urgent.length > 0) return reply('urgent')
  const isShort = shortAnswers.some((kind) => requests.has(kind))
  if (before.asked === 'place') return askPlace(reading, before, context)
  const isQuietAfterCrisis = context.urgent.some(isCrisis) && before.shown.records.length === 0
  if (isQuietAfterCrisis && (context.need === null || context.place === null)) return reply('after_crisis')
  if (before.asked === 'payer' && !isShort) return { kind: 'ask', what: 'payer' }
  if (context.need === null) return { kind: 'ask', what: 'need' }
  return reply(isShort ? 'noted' : 'unclear')
}
