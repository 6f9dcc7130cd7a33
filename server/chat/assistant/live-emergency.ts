/** Whether an emergency or a crisis of the conversation goes on: until the user ends it or asks for something else. */
import type { ConversationContext } from './conversation-context.ts'
import { isAboutLanguage, isAboutRecord, type RequestKind } from './detect-requests.ts'
import type { Reading } from './reading.ts'
import { hasWish } from './read-wishes.ts'

type LiveEmergency = ConversationContext['live']

export function updateLive({ live, shown }: ConversationContext, reading: Reading): LiveEmergency {
  const { urgent, hasRedFlag, isClear, emergencyTalk, payer } = reading
  const need = reading.isNeedOfCrisis ? null : reading.need
  const { place, unknownPlace, coverage, isOwnPlace } = reading
  // A notice by the scores of words beside a request for care accompanies this answer only.
  const isBesideRequest = [need, payer, reading.ordinal, reading.officeTime].some((found) => found !== null)
  const isOfHelpline = urgent.some(({ kind }) => kind === 'violence' || kind === 'poison')
  if (urgent.length > 0 && !hasRedFlag && isBesideRequest && !isOfHelpline) return live
  if (urgent.length > 0) return isClear ? 'described' : (live ?? 'suspected')
  if (live === null || emergencyTalk?.isOver === true) return null
  if (emergencyTalk?.topic != null || !isOrdinaryRequest(reading)) return live
  if (live === 'suspected' || need !== null || payer !== null) return null
  // Thanks, the place of the user, the wish to see someone in person, or a question about one of the hospitals.
  const isPlace = isOwnPlace || [place, unknownPlace, coverage].some((found) => found !== null)
  const isInPerson = reading.requests.has('in person')
  return isCourtesy(reading) || isPlace || isInPerson || shown.records[0]?.kind === 'location' ? live : null
}

/** Whether the message asks for what the directory has, also beside a doubt about the emergency. */
export function isOrdinaryRequest(reading: Reading): boolean {
  const { need, payer, npi, ordinal, requests } = reading
  if ([need, payer, npi, ordinal].some((found) => found !== null)) return true
  const topic = reading.emergencyTalk?.topic ?? null
  // "The ambulance took him, can you show me those doctors again?"
  if (topic !== null && !(topic === 'underway' && requests.has('again'))) return false
  const others = [reading.place, reading.unknownPlace, reading.person, reading.coverage, reading.officeTime]
  return (
    others.some((found) => found !== null) ||
    reading.isOwnPlace ||
    hasWish(reading) ||
    isAboutRecord(requests) ||
    isCourtesy(reading) ||
    ordinaryRequests.some((kind) => requests.has(kind))
  )
}

/** Whether the notices of the conversation are about violence at home, and not about a body. */
export function isAfterViolence({ live, urgent }: Pick<ConversationContext, 'live' | 'urgent'>): boolean {
  return live !== null && urgent.some(({ kind }) => kind === 'violence')
}

function isCourtesy({ requests }: Reading): boolean {
  return isAboutLanguage(requests) || courtesies.some((kind) => requests.has(kind))
}

const courtesies = ['greeting', 'thanks', 'goodbye', 'help'] as const satisfies readonly RequestKind[]

const ordinaryRequests = [
  'start over',
  'again',
  'history',
  'delete data',
  'export data',
  'privacy',
  'more',
  'closer',
  'nearest',
  'farther',
  'in person',
  'similar',
  'remembered',
  'service plans',
  'human',
] as const satisfies readonly RequestKind[]
