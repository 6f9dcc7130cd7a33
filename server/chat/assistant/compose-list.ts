/** Composes answers about all records of the last list: which are open then, which take new patients, how far they are. */
import type { OfficeHours } from '@careatlas/contract/cards'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { nearestPlace } from '../../operations/compact-hit.ts'
import { specialtyTitle } from '../../web/specialty-name.ts'
import { type CareItem, idOf, nameOf } from './chat-card.ts'
import type { OfficeTime } from './conversation-context.ts'
import { type ComposeOptions, type Draft, emptyDraft } from './draft.ts'
import type { ListTopic } from './step.ts'
import { isOpenAt } from './office-time.ts'
import type { Phrases } from './phrases.ts'
import {
  addressWords,
  distanceWords,
  hoursDateWords,
  hoursWords,
  anyLanguageWords,
  languageWords,
  listWords,
  originWords,
  phoneWords,
} from './value-words.ts'

export function composeList(
  topic: Exclude<ListTopic, 'compare'>,
  time: OfficeTime | null,
  items: readonly CareItem[],
  options: ComposeOptions,
): Draft {
  switch (topic) {
    case 'hours':
      return composeListHours(items, time, options)
    case 'accepting':
      return composeListAccepting(items, options)
    case 'languages':
      return withPhones(composeListLanguages(items, options), items, options)
    case 'gender':
      return {
        ...emptyDraft,
        lines: items.map((item) => genderLine(item, options.phrases)),
        facts: ['gender'],
      }
    case 'distance':
      return composeListDistances(items, options)
    case 'same address':
      return composeSharedAddresses(items, options)
    case 'offices':
      return composeListOffices(items, options)
    case 'field':
      return {
        ...emptyDraft,
        lines: [
          ...items.map((item) => titleLine(item, options)),
          ...(options.reading.requests.has('clinic or person') ? kindLines(items, options) : []),
        ],
        facts: ['field'],
      }
    case 'phone':
      return { ...emptyDraft, lines: phoneLines(items, options.phrases), facts: ['phone'] }
  }
}

/** "With phone numbers, and which ones speak Spanish?" */
function withPhones(draft: Draft, items: readonly CareItem[], { reading, phrases }: ComposeOptions): Draft {
  if (!reading.requests.has('phones')) return draft
  return {
    ...draft,
    lines: [...draft.lines, ...phoneLines(items, phrases)],
    facts: [...draft.facts, 'phone'],
  }
}

/** Whether the records are clinicians or places, if they are of one kind. */
function kindLines(items: readonly CareItem[], { phrases: { list } }: ComposeOptions): readonly string[] {
  if (items.length < 2) return []
  if (items.every(({ kind }) => kind === 'provider')) return [list.allClinicians]
  return items.every(({ kind }) => kind === 'location') ? [list.allPlaces] : []
}

/** The name of the primary specialty, or that of the care of a place. */
export function fieldOf(item: CareItem): string | null {
  if (item.kind === 'location') return item.card.clinical_focus.primary
  return (item.card.specialties.find(({ primary }) => primary) ?? item.card.specialties[0])?.name ?? null
}

/** The name of the record with its registered field. */
export function titleLine(item: CareItem, { context, phrases }: ComposeOptions): string {
  const specialty = fieldOf(item)
  const title = specialty === null ? null : specialtyTitle(specialty, context.language).text
  return phrases.record.named(nameOf(item), title)
}

/** The telephone number of each record. */
export function phoneLines(items: readonly CareItem[], phrases: Phrases): readonly string[] {
  return items.map((item) => {
    // The place of the card.
    const place = item.kind === 'location' ? item.card : nearestPlace(item.card.practice_locations)
    const phone = place === null ? null : phoneWords(place, phrases)
    return phone === null ? phrases.record.noPhone(nameOf(item)) : `${nameOf(item)}: ${phone}.`
  })
}

/** The gender that the registry has of a clinician. */
export function genderLine(item: CareItem, { record }: Phrases): string {
  const gender = item.kind === 'provider' ? item.card.gender : null
  return gender === 'F' || gender === 'M'
    ? record.gender(nameOf(item), gender)
    : record.noGender(nameOf(item))
}

/** The intervals of all active places of a clinician, or those of the place. */
export function hoursOf(item: CareItem): readonly OfficeHours[] {
  if (item.kind === 'location') return item.card.office_hours
  return item.card.practice_locations.filter(({ active }) => active).flatMap((place) => place.office_hours)
}

/** The hours of each record, or which records are open at a time. */
export function composeListHours(
  items: readonly CareItem[],
  time: OfficeTime | null,
  { context, phrases }: ComposeOptions,
): Draft {
  const { language } = context
  const { list, record } = phrases
  const known = items.filter((item) => hoursOf(item).length > 0)
  const unknown = items.filter((item) => hoursOf(item).length === 0)
  const names = (found: readonly CareItem[]): string => listWords(found.map(nameOf), language)
  if (known.length === 0)
    return { ...emptyDraft, lines: [list.hoursAllUnknown(items.length)], facts: ['hours', 'hours_unknown'] }
  const dates = known.map(({ card }) => hoursDateWords(card.sources, language))
  const date = dates.find((found) => found !== null)
  const open = time === null ? [] : known.filter((item) => isOpenAt(hoursOf(item), time))
  const notOpen = time === null ? [] : known.filter((item) => !isOpenAt(hoursOf(item), time))
  return {
    ...emptyDraft,
    lines: [
      ...(time === null
        ? known.map((item) => record.hoursAt(nameOf(item), hoursWords(hoursOf(item), language)))
        : []),
      ...(open.length > 0 ? [list.open(names(open))] : []),
      ...(notOpen.length > 0 ? [list.notOpen(names(notOpen))] : []),
      ...(unknown.length > 0 ? [list.hoursUnknown(names(unknown))] : []),
      ...(date === undefined ? [] : [record.hoursDate(date)]),
    ],
    facts: ['hours', 'hours_known', ...(unknown.length > 0 ? ['hours_unknown'] : [])],
  }
}

/** Which records have an office at the place that the message names. */
function composeListOffices(
  items: readonly CareItem[],
  { context: { language, shown }, reading, phrases: { list, suggest } }: ComposeOptions,
): Draft {
  const { label = '', positions = [], isTown = false } = reading.recordPlace ?? {}
  const place = { name: titleCasePlace(label.toUpperCase()), isTown }
  const ids = positions.map((position) => shown.records[position - 1]?.id)
  const there = items.filter((item) => ids.includes(idOf(item)))
  const isForOne = there.length > 0 || items.length === 1
  const names = isForOne ? listWords((there.length > 0 ? there : items).map(nameOf), language) : ''
  return {
    ...emptyDraft,
    lines: [there.length > 0 ? list.officesAt(place, names) : list.noOfficesAt(place, names)],
    suggestions: isTown && there.length === 0 ? [suggest.near(place.name)] : [],
    facts: [there.length > 0 ? 'offices' : 'no_offices'],
  }
}

/** Which records take new patients, which do not, and of which it is not known. */
function composeListAccepting(items: readonly CareItem[], { context, phrases }: ComposeOptions): Draft {
  const { language } = context
  const { list } = phrases
  const values = items.map((item) => ({ name: nameOf(item), value: acceptingOf(item) }))
  const named = (wanted: readonly string[]): readonly string[] =>
    values.filter(({ value }) => wanted.includes(value)).map(({ name }) => name)
  const groups = [
    { names: named(['accepting']), write: list.accepting },
    { names: named(['not_accepting', 'existing_only']), write: list.notAccepting },
    { names: named(['unknown']), write: list.acceptingUnknown },
  ]
  return {
    ...emptyDraft,
    lines: groups.flatMap(({ names, write }) =>
      names.length > 0 ? [write(listWords(names, language))] : [],
    ),
    facts: ['accepting'],
  }
}

/** The best value of the active places; unknown for a place of care. */
function acceptingOf(item: CareItem): string {
  if (item.kind === 'location') return 'unknown'
  const values = item.card.practice_locations.map((place) => place.accepting_new_patients.value)
  const order = ['accepting', 'existing_only', 'not_accepting'] as const
  return order.find((value) => values.includes(value)) ?? 'unknown'
}

/** Which records speak the language that the message names; without one, the languages of each. */
function composeListLanguages(
  items: readonly CareItem[],
  { context: { language }, reading, phrases: { list } }: ComposeOptions,
): Draft {
  const wanted = reading.languages
  const isKnown = ({ card }: CareItem): boolean =>
    wanted.length === 0 ? card.languages.length > 0 : card.languages.some((tag) => wanted.includes(tag))
  const names = (found: readonly CareItem[]): string => listWords(found.map(nameOf), language)
  const known = items.filter(isKnown)
  const others = items.filter((item) => !isKnown(item))
  const words = anyLanguageWords(wanted, language)
  return {
    ...emptyDraft,
    lines: [
      ...(wanted.length !== 1
        ? known.map((item) => `${nameOf(item)}: ${languageWords(item.card.languages, language)}.`)
        : known.length > 0
          ? [list.speak(words, names(known))]
          : []),
      ...(others.length > 0 ? [list.languagesUnknown(words, names(others))] : []),
    ],
    facts: ['languages'],
  }
}

/** The addresses that more than one of the records has. */
function composeSharedAddresses(
  items: readonly CareItem[],
  { context: { language }, phrases: { list } }: ComposeOptions,
): Draft {
  const names = new Map<string, readonly string[]>()
  for (const item of items) {
    const places = item.kind === 'location' ? [item.card] : item.card.practice_locations
    const addresses = new Set(places.flatMap((place) => addressWords(place.address) ?? []))
    for (const address of addresses) names.set(address, [...(names.get(address) ?? []), nameOf(item)])
  }
  const shared = [...names].filter(([, at]) => at.length > 1)
  return {
    ...emptyDraft,
    lines:
      shared.length === 0
        ? [list.noSharedAddress]
        : shared.map(([address, at]) => list.sharedAddress(address, listWords(at, language))),
    facts: [shared.length === 0 ? 'no_shared_address' : 'shared_address'],
  }
}

const milesOf = ({ card }: CareItem): number => card.distance_miles ?? Infinity

function composeListDistances(
  all: readonly CareItem[],
  { context, phrases, reading }: ComposeOptions,
): Draft {
  const { language, place } = context
  const { list, record } = phrases
  const items = reading.comparedDistance === null ? all : all.toSorted((a, b) => milesOf(a) - milesOf(b))
  const unknownPlace = reading.comparedDistance?.unknown ?? null
  const known = items.flatMap((item) => {
    const miles = item.card.distance_miles
    return typeof miles === 'number' ? [`${nameOf(item)}: ${distanceWords(miles, language)}`] : []
  })
  const unknown = items.filter(({ card }) => typeof card.distance_miles !== 'number').map(nameOf)
  if (place === null) return { ...emptyDraft, lines: [record.noOrigin], facts: ['distance_unknown'] }
  return {
    ...emptyDraft,
    lines: [
      ...(unknownPlace === null ? [] : [phrases.unknownLandmark(unknownPlace, originWords(place, phrases))]),
      ...(known.length > 0 ? [list.distances(originWords(place, phrases), listWords(known, language))] : []),
      ...unknown.map((name) => record.distanceUnknown(name)),
    ],
    facts: [known.length > 0 ? 'distance' : 'distance_unknown'],
  }
}
