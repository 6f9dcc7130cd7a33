/** Updates what the assistant remembers with what a message says. Pure: the next answer follows from the result. */
import { asksForNoCare } from './limits.ts'
import { defaultRadiusMiles, radiusMilesMax } from '@careatlas/contract/parameters'
import type { Notice } from '@careatlas/contract/envelopes'
import {
  type CarePlace,
  type ConversationContext,
  emptyContext,
  nothingShown,
} from './conversation-context.ts'
import { rememberList } from './earlier-list.ts'
import { addOpenNeeds } from './open-needs.ts'
import { restrictToStates } from './payer-family.ts'
import { updateLive } from './live-emergency.ts'
import type { Reading } from './reading.ts'
import type { ReadPlace } from './read-place.ts'
import { refusesPediatrics } from './read-wishes.ts'
import { refusedPlacesMax } from './refused-places.ts'
import { updatePlaces } from './update-places.ts'

export function updateContext(before: ConversationContext, reading: Reading): ConversationContext {
  const start = reading.requests.has('start over') ? restart(before) : before
  const withNeed = updateNeed(start, reading)
  const { place, nearestFirst } = updatePlace(withNeed, reading)
  const added = reading.otherPlaces.map((other) => toCarePlace(other.place))
  const placed = { ...withNeed, nearestFirst, ...updatePlaces(start, place, added, reading) }
  return {
    ...placed,
    openNeeds: reading.need === null ? start.openNeeds : addOpenNeeds(start.openNeeds, reading.openNeeds),
    ...updatePayer(placed, reading),
    ...updateWishes(withNeed, reading),
    language: reading.language ?? withNeed.language,
    refusedPlaces: updateRefusedPlaces(start, reading),
    unknownPlace: reading.unknownPlace ?? (reading.place === null ? start.unknownPlace : null),
    without: reading.requests.has('similar') ? (start.focus?.id ?? start.without) : withNeed.without,
    rejected: reading.rejectedRecord === null ? start.rejected : addRejected(start, reading.rejectedRecord),
    declined: updateDeclined(start, reading),
    awaitsHospitals:
      reading.needsEmergencyCare ||
      (start.awaitsHospitals &&
        reading.emergencyTalk?.isAfterwards !== true &&
        (reading.need === null || reading.need.isPatientOnly)),
    person: reading.need !== null && reading.person === null ? null : withNeed.person,
    live: updateLive(start, reading),
    urgent: mergeNotices(start.urgent, reading.urgent),
    asked: null,
    // An answer to the question has it; any other message ends it.
    pending: null,
    facts: [],
  }
}

/** A place that the user names for the search is no longer refused. */
function updateRefusedPlaces(
  { refusedPlaces: known }: ConversationContext,
  { refusedPlaces: added, place, otherPlaces }: Reading,
): string[] {
  const sought = [place, ...otherPlaces.map((other) => other.place)].flatMap((named) => named?.label ?? [])
  const kept = known.filter((label) => !added.includes(label) && !sought.includes(label))
  return [...kept, ...added].slice(-refusedPlacesMax)
}

/** As many rejected records are remembered. */
const rejectedMax = 20

function addRejected({ rejected }: ConversationContext, { id }: { readonly id: string }): string[] {
  return [...rejected.filter((other) => other !== id), id].slice(-rejectedMax)
}

/** The language stays; everything else is forgotten. */
function restart({ language }: ConversationContext): ConversationContext {
  return { ...emptyContext, language }
}

/** A new need keeps the place, the payer and the languages, and ends what belonged to the previous need. */
function updateNeed(context: ConversationContext, reading: Reading): ConversationContext {
  const need = findNewNeed(context, reading)
  if (need === null || asksForNoCare(reading)) return context
  const changed = { need: { text: need.text, kind: need.kind, isNamed: need.isNamed } }
  // "Someone who prescribes" and "not a doctor, a facility" keep the wishes for the same care.
  const isSameCare =
    context.need !== null && (reading.kindChange !== null || (reading.need?.narrowing ?? '') !== '')
  if (isSameCare) return { ...context, ...changed, shown: nothingShown, focus: null }
  return {
    ...context,
    ...changed,
    nearestFirst: false,
    // "Actually, a midwife" after "a woman, please"
    ...(!isForSamePerson(context, reading) && { gender: null, accepting: false }),
    telehealth: false,
    patient: [],
    excluded: '',
    without: null,
    shown: nothingShown,
    earlierLists: rememberList(context),
    focus: null,
  }
}

/** Whether the new need names no other person than that of the conversation. */
function isForSamePerson({ need, openNeeds }: ConversationContext, reading: Reading): boolean {
  if (reading.requests.has('another patient')) return false
  const known = openNeeds.find(({ text }) => text === need?.text)?.person ?? null
  const person = reading.openNeeds.find(({ text }) => text === reading.need?.text)?.person ?? null
  return person === null || person === known || (person === 'self' && known === null)
}

type Need = NonNullable<ConversationContext['need']>

/** The need that replaces that of the conversation; null if the message has none. */
function findNewNeed({ need: known, recordField }: ConversationContext, reading: Reading): Need | null {
  const { requests, kindChange } = reading
  const need = reading.need ?? (known === null ? reading.needOfQuestion : null)
  if (kindChange !== null && known !== null) return { ...known, kind: kindChange }
  if (need === null) {
    if (requests.has('another patient') && known !== null && ofChild.test(known.text))
      return { ...known, text: known.text.replace(ofChild, '') }
    const isSimilar = requests.has('similar') && known === null && recordField !== null
    return isSimilar ? { text: recordField, kind: 'provider', isNamed: false } : null
  }
  if (known === null) return need
  if (need.isPatientOnly) return null
  return need.narrowing === '' ? need : { ...known, text: addWords(known.text, need.narrowing) }
}

/** The first patient of "dentist for daughter" */
const ofChild = / for (?:\S+ )?(?:daughter|son|kids?|child|children|hij[oa]s?|nin[oa]s?)$/

function addWords(text: string, words: string): string {
  return text.endsWith(` ${words}`) ? text : `${text} ${words}`
}

function updatePlace(
  context: ConversationContext,
  {
    place,
    isOwnPlace,
    nearRecord,
    radiusMiles,
    requests,
    defaults,
    need,
    needsEmergencyCare,
    rejectsPlace,
    unknownPlace,
  }: Reading,
): Pick<ConversationContext, 'place' | 'nearestFirst'> {
  if (rejectsPlace && place === null && unknownPlace === null && !isOwnPlace)
    return { place: null, nearestFirst: context.nearestFirst }
  const isSearch = need !== null || requests.has('similar')
  // In an emergency, only the place of the user counts.
  const recordPlace = isSearch && !needsEmergencyCare ? context.recordPlace : null
  const isNearRecord = place === null && recordPlace !== null && nearRecord === 'named'
  const stated = place ?? (isOwnPlace || context.place === null ? defaults.place : null)
  const known = stated === null ? context.place : toCarePlace(stated)
  const guessed = nearRecord === 'possible' ? recordPlace : null
  const base = isNearRecord ? recordPlace : (known ?? guessed)
  const resized =
    base === null
      ? null
      : {
          ...base,
          // That of a shared location is not stored.
          state: base.label === '' ? (defaults.place?.state ?? null) : base.state,
          // "Closer to home" names another place rather than a smaller circle.
          radiusMiles: radiusMiles ?? (place === null ? resize(base, context, requests) : base.radiusMiles),
        }
  const nearestFirst =
    !requests.has('farther') &&
    ((['closer', 'nearest', 'travel time'] as const).some((kind) => requests.has(kind)) ||
      context.nearestFirst)
  return { place: resized, nearestFirst }
}

/** As the context has it: in the default circle, unless the place has a size. */
export function toCarePlace({ label, lat, lng, state, radiusMiles }: ReadPlace): CarePlace {
  return { label, lat: round(lat), lng: round(lng), radiusMiles: radiusMiles ?? defaultRadiusMiles, state }
}

/** Six decimals, as the operations require. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

const radiusMilesMin = 1

/** "Closer" halves the circle, and never keeps the farthest record of the last list at its edge; "farther" doubles it. */
function resize(place: CarePlace, { shown }: ConversationContext, requests: Reading['requests']): number {
  const { radiusMiles } = place
  if (requests.has('farther')) return Math.min(radiusMilesMax, Math.max(defaultRadiusMiles, radiusMiles * 2))
  if (!requests.has('closer') || shown.records.length === 0) return radiusMiles
  const farthest = shown.farthestMiles ?? radiusMiles
  return Math.max(radiusMilesMin, Math.round(Math.min(radiusMiles / 2, farthest) * 10) / 10)
}

function updatePayer(
  context: ConversationContext,
  { payer, requests, defaults }: Reading,
): Pick<ConversationContext, 'payer'> {
  if (requests.has('no payer') && payer === null) return { payer: null }
  const isOpen = context.payer === null && !context.declined.includes('payer')
  const named = payer ?? (isOpen ? defaults.payer : context.payer)
  const state = context.place?.state ?? null
  return { payer: named && restrictToStates(named, state === null ? [] : [state]) }
}

type Wishes = Pick<
  ConversationContext,
  'gender' | 'languages' | 'telehealth' | 'accepting' | 'patient' | 'excluded'
>

function updateWishes(known: ConversationContext, reading: Reading): Wishes {
  const { requests } = reading
  // What belonged to the first patient does not belong to the next one.
  const isOther = reading.requests.has('another patient') && reading.need === null
  const context = isOther ? { ...known, gender: null, patient: [] } : known
  const isPatientNew = reading.need === null || reading.need.isPatientOnly || reading.need.narrowing !== ''
  return {
    // "Is she a woman?" wishes for nothing.
    gender: requests.has('any gender')
      ? null
      : ((requests.has('gender') ? null : reading.gender) ?? context.gender),
    languages: requests.has('any language')
      ? []
      : reading.languages.length > 0 && !isAboutOneRecord(context, reading, 'languages')
        ? [...reading.languages]
        : context.languages,
    telehealth:
      !requests.has('in person') &&
      (context.telehealth || (reading.telehealth && !isAboutOneRecord(context, reading, 'telehealth'))),
    accepting: context.accepting || reading.accepting,
    patient: (isPatientNew ? [...new Set([...context.patient, ...reading.patient])] : context.patient).filter(
      (word) => word !== 'child' || !refusesPediatrics(reading.excluded),
    ),
    excluded: requests.has('include again')
      ? reading.excluded
      : joinExclusions(context.excluded, reading.excluded),
  }
}

/** "Does he do video visits?" and "does the second one speak Spanish?" wish for nothing either. */
function isAboutOneRecord(
  { focus, shown }: ConversationContext,
  { requests, ordinal }: Reading,
  question: 'telehealth' | 'languages',
): boolean {
  if (!requests.has(question) || requests.has('any of them')) return false
  return focus !== null || ordinal !== null || shown.records.length === 1
}

/** In characters: they are a part of the query, which has at most 512. */
const exclusionsMax = 160

/** Both, if they are short enough; otherwise those of the last message. */
function joinExclusions(known: string, added: string): string {
  if (known.includes(added)) return known
  const all = `${known} ${added}`.trim()
  return (all.length <= exclusionsMax ? all : added).slice(0, exclusionsMax)
}

/** What the user declined is never asked again, unless the user starts over; an answer takes the refusal back. */
function updateDeclined(
  { asked, declined, facts }: ConversationContext,
  { requests, place, unknownPlace, payer, need }: Reading,
): ConversationContext['declined'] {
  const now = new Set(declined)
  // Two answers without a place: the search goes on without one.
  const isAskedTwice = asked === 'place' && facts.includes('place_again')
  if (isAskedTwice && place === null && unknownPlace === null && need === null) now.add('place')
  if (asked !== null && (requests.has('decline') || requests.has('no'))) now.add(asked)
  if (requests.has('no payer')) now.add('payer')
  if (place !== null) now.delete('place')
  if (payer !== null) now.delete('payer')
  return [...now]
}

/** The notices of a conversation with those of a message, each kind once. */
export function mergeNotices(known: readonly Notice[], added: readonly Notice[]): Notice[] {
  const isNew = ({ kind }: Notice): boolean => !known.some((notice) => notice.kind === kind)
  return [...known, ...added.filter(isNew)]
}
