/** Decides about a message that changes the search: asks for what is missing, or searches. Pure. */
import type { ConversationContext, NamedPerson } from './conversation-context.ts'
import type { RequestKind } from './detect-requests.ts'
import type { Reading } from './reading.ts'
import { hasWish } from './read-wishes.ts'
import { type RecordQuestion, reply, type Step } from './step.ts'
import { returnsToAll } from './update-places.ts'

/** Asks for what is missing, one thing at a time, or searches. */
export function decideCare(
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
    ...(reading.office !== null && { office: askAbout(reading.office, reading) }),
    time: reading.officeTime,
    asksHours:
      reading.requests.has('hours') ||
      reading.officeTime !== null ||
      reading.unsupported.includes('opening hours'),
  }
}

function askAbout(office: NamedPerson, { place }: Reading): RecordQuestion {
  return {
    subject: { by: 'person', person: office, field: null, isInPlace: place !== null },
    topic: 'details',
    time: null,
  }
}

/** The question for the place; asked again, it says what became of the message. */
export function askPlace(
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
  if (reading.rejectedRecord !== null || reading.landmark !== null || reading.refusedPlaces.length > 0)
    return context.need !== null
  if (reading.rejectsPlace || reading.kindChange !== null || returnsToAll(reading, before)) return true
  if (payer !== null || reading.gender !== null || reading.languages.length > 0) return true
  if (reading.telehealth || reading.accepting || reading.excluded !== '') return true
  if (reading.patient.length > 0) return true
  if (changingRequests.some((kind) => requests.has(kind))) return true
  if (requests.has('again') || requests.has('similar') || requests.has('another patient'))
    return context.need !== null
  if (requests.has('no payer') && before.payer !== null) return true
  if (requests.has('include again') && before.excluded !== '') return true
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

/** Whether the assistant has asked for the place of a search, and still needs it. */
export function isPlaceOpen(
  { asked }: ConversationContext,
  { need, place, declined }: ConversationContext,
): boolean {
  return asked === 'place' && need !== null && place === null && !declined.includes('place')
}
