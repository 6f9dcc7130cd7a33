/** Decides about questions on records of the last list, or on a clinician or an NPI that the message names. Pure. */
import {
  type ConversationContext,
  type NamedPerson,
  type RecordReference,
  type Topic,
  topics,
} from './conversation-context.ts'
import type { RequestKind } from './detect-requests.ts'
import { isPlaceOpen } from './decide-care.ts'
import type { Reading } from './reading.ts'
import { reply, type Step, type Subject } from './step.ts'

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
  gender: 'gender',
  telehealth: 'telehealth',
  who: 'details',
  details: 'details',
  npi: 'npi',
}

/** A position that the last list does not have, "the address of the third one" after a list of two, or one without any list. */
export function decideAbsentPosition(
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

/** "Does she see patients in Cranston?", or the one of a town or street where no record of the list is. */
export function decideOffices(
  { recordPlace, ordinal, need }: Reading,
  { shown, focus }: ConversationContext,
): Step | null {
  if (recordPlace === null || need !== null) return null
  const { isQuestion, positions } = recordPlace
  if (!isQuestion) return positions.length === 0 ? { kind: 'list', topic: 'offices', time: null } : null
  return { kind: 'list', topic: 'offices', time: null, ...findAskedPosition(ordinal, { shown, focus }) }
}

/** The position of the record that the message names, or else of the one that the last answer was about; empty without any. */
function findAskedPosition(
  ordinal: number | null,
  { shown, focus }: Pick<ConversationContext, 'shown' | 'focus'>,
): { readonly positions?: readonly number[] } {
  const asked = ordinal ?? shown.records.findIndex(({ id }) => id === focus?.id) + 1
  return asked > 0 && asked <= shown.records.length ? { positions: [asked] } : {}
}

/** "Are they all surgeons?", "is the second one an office or a hospital?": the registered field of each. */
export function decideFields(
  { requests, unanswered, need, place, payer, ordinal, person, asksForBoth, excluded }: Reading,
  { shown, focus }: ConversationContext,
): Step | null {
  const asked = findAskedPosition(ordinal, { shown, focus })
  // Of one record, its number follows the limit of ages.
  const asksAges = unanswered.includes('ages') && shown.records.length > 1 && asked.positions === undefined
  // "Show me both" after a list of optometrists and ophthalmologists
  const isAsked = requests.has('fields') || requests.has('clinic or person') || asksAges || asksForBoth
  const hasOther = excluded !== '' || [need, place, payer, person].some((other) => other !== null)
  return isAsked && !hasOther && shown.records.length > 0
    ? { kind: 'list', topic: 'field', time: null, ...asked }
    : null
}

/** One of the shown records, by its field, or the question which of the others is meant. */
export function decideChoice(
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

export function decideRecord(
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
    (continued === null ? null : pendingSubject(before, reading)) ??
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
function pendingSubject({ pending, focus }: ConversationContext, { place }: Reading): Subject | null {
  if (pending?.person) return { by: 'person', person: pending.person, field: null, isInPlace: place !== null }
  return focus === null ? null : { by: 'reference', reference: focus }
}

/** A record that the message names by number, name or position in the last list. */
function findNamedSubject(
  { npi, person, office, personField: field, ordinal, earlierRecord, need, place, requests }: Reading,
  { shown, asked, need: known, place: knownPlace }: ConversationContext,
): Subject | null {
  if (earlierRecord !== null) return { by: 'reference', reference: earlierRecord }
  if (npi !== null) return { by: 'npi', ...npi }
  if (person !== null) {
    const isPlaceGiven = asked === 'place' && place !== null && known !== null
    const seeksCareBeside = isPlaceGiven || (need !== null && (place ?? knownPlace) !== null)
    const listed = shown.records.filter(({ name }) => isNameOf(name, person))
    if (listed.length === 1 && need === null && place === null)
      return { by: 'reference', reference: toReference(listed[0]!) }
    // The search looks an office up, too.
    const seeksCare = office === null ? need !== null : seeksCareBeside
    if (person.name !== null || !seeksCare) return { by: 'person', person, field, isInPlace: place !== null }
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
  { requests, payer, need, person, npi, ordinal, isFollowUp, officeTime }: Reading,
  before: ConversationContext,
): Topic | null {
  const found = Object.entries(topicOfRequest).find(([request]) => requests.has(request as RequestKind))
  if (found !== undefined) return found[1]
  if (payer !== null && need === null && (person ?? npi ?? ordinal) !== null) return 'plan'
  const wasVerdict = before.facts.some((fact) => fact.startsWith('verdict_'))
  const isNextOne = requests.size === 0 && before.payer !== null && (person ?? ordinal) !== null
  if ((payer !== null || isNextOne) && wasVerdict && need === null) return 'plan'
  // "Does the second one see people after 6?"
  if (officeTime !== null && need === null && (person ?? npi ?? ordinal) !== null) return 'hours'
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
const listTopics: readonly Topic[] = [
  'hours',
  'accepting',
  'distance',
  'languages',
  'gender',
  'telehealth',
  'plan',
  'plans',
]

/** "The numbers of the first two", "hours of both", "the list with phone numbers" */
export function decidePositions(
  { positions, requests, officeTime, person, need, place, ordinal, languages }: Reading,
  { shown, focus }: ConversationContext,
): Step | null {
  const isAbout = person === null && need === null && place === null
  if (isAbout && requests.has('phones') && ordinal === null && focus === null && positions.length < 2)
    return shown.records.length < 2
      ? null
      : {
          kind: 'list',
          topic: requests.has('languages') || languages.length > 0 ? 'languages' : 'phone',
          time: null,
        }
  if (!isAbout || positions.length < 2 || Math.max(...positions) > shown.records.length) return null
  // "The first or the second?", "which of the two is rated better?" No source states it; the rest can be compared.
  const topic =
    (['compare', 'hours', 'accepting', 'distance'] as const).find((kind) => requests.has(kind)) ??
    (requests.has('phone') || requests.has('phones') ? 'phone' : 'compare')
  return { kind: 'list', topic, time: officeTime, positions }
}

/** The record of the conversation, for "her phone number". A message with a need of its own means another one. */
function findImpliedSubject(reading: Reading, before: ConversationContext, topic: Topic): Subject | null {
  const { need, place, requests } = reading
  const { focus, shown, asked } = before
  if (requests.has('any of them')) return null
  if (need !== null || (place !== null && topic !== 'distance')) return null
  // "What's her number?" before the user has chosen one of several records with the name.
  if (asked === 'name' && shown.records.length > 1) return pendingSubject(before, reading)
  if (focus !== null) return { by: 'reference', reference: focus }
  const [first, ...others] = shown.records
  if (first === undefined || (others.length > 0 && listTopics.includes(topic))) return null
  return { by: 'reference', reference: toReference(first) }
}

/** The record that the message names, or the only one that it can mean. */
export function findQuestionSubject(reading: Reading, before: ConversationContext): Subject | null {
  const { focus, shown } = before
  const [only, ...others] = shown.records
  const known = focus ?? (others.length === 0 ? only : undefined)
  return (
    findNamedSubject(reading, before) ?? (known ? { by: 'reference', reference: toReference(known) } : null)
  )
}
