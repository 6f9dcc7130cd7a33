/** Composes answers about one clinician or place. */
import type { PracticeLocation } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { titleCaseName, titleCasePlace } from '@careatlas/directory/title-case'
import { formatPhone } from '../../web/format.ts'
import { type CareItem, idOf, nameOf } from './chat-card.ts'
import { checkPayer, restrictToPractice } from './check-payer.ts'
import { composeAffiliations, composeTelehealth, composeTraining } from './compose-practice.ts'
import { landmarkLines, relativeLines, rememberItems, suggestChanges } from './compose-results.ts'
import type { CarePlace, OfficeTime, Payer, Topic } from './conversation-context.ts'
import { fieldOf, genderLine, titleLine } from './compose-list.ts'
import { type ComposeOptions, type Draft, emptyDraft } from './draft.ts'
import type { RecordQuestion, Step } from './step.ts'
import type { Absence, FoundRecord } from './find-record.ts'
import { restrictToStates } from './payer-family.ts'
import type { Reading } from './reading.ts'
import { hoursAt } from './office-time.ts'
import { toCarePlace } from './update-context.ts'
import {
  addressWords,
  aroundWords,
  dateWords,
  distanceWords,
  hoursDateWords,
  hoursWords,
  languageWords,
  listWords,
  optionalDateWords,
  originWords,
  phoneWords,
} from './value-words.ts'

export function composeRecord(found: FoundRecord, step: RecordQuestion, options: ComposeOptions): Draft {
  switch (found.kind) {
    case 'one':
      return withDifference(
        found,
        withOtherName(found.item, step, composeOne(found.item, step, options), options),
        options,
      )
    case 'several':
      return withDifference(found, composeSeveral(found.items, step, options), options)
    case 'similar':
      return composeSimilar(found.items, found.label, step, options)
    case 'none':
      return composeAbsence(found.absence, found.label, options)
  }
}

/** The record of the field that the user chose, or that none of the shown ones is of this field. */
export function composeChoice(
  items: readonly CareItem[],
  { topic, time }: Extract<Step, { kind: 'choose' }>,
  options: ComposeOptions,
): Draft {
  const { context, phrases } = options
  const [first, ...others] = items
  if (first === undefined)
    return {
      ...emptyDraft,
      lines: [phrases.noneOfField(context.shown.records.length)],
      suggestions: suggestChanges(options),
      facts: ['none_of_field'],
    }
  const question: RecordQuestion = {
    subject: { by: 'reference', reference: { kind: first.kind, id: idOf(first) } },
    topic,
    time,
  }
  return others.length === 0 ? composeOne(first, question, options) : composeSeveral(items, question, options)
}

/** Says first that a clinician of another name once had, or also has, the name of the question. */
function withOtherName(
  item: CareItem,
  { subject }: RecordQuestion,
  draft: Draft,
  { phrases }: ComposeOptions,
): Draft {
  const last = subject.by === 'person' ? subject.person.name?.last : undefined
  if (last === undefined || item.kind !== 'provider') return draft
  const current = foldName(item.card.name.last ?? '')
  const isOther = current !== '' && !current.split(' ').some((part) => last.split(' ').includes(part))
  if (!isOther) return draft
  return {
    ...draft,
    lines: [phrases.record.otherName(nameOf(item), titleCaseName(last.toUpperCase())), ...draft.lines],
  }
}

/** Says first how the match differs from the question. */
function withDifference(
  {
    isOtherField = false,
    isElsewhere = false,
  }: Pick<Extract<FoundRecord, { kind: 'one' }>, 'isOtherField' | 'isElsewhere'>,
  draft: Draft,
  { context, phrases }: ComposeOptions,
): Draft {
  return {
    ...draft,
    lines: [
      ...(isOtherField ? [phrases.otherField] : []),
      ...(isElsewhere ? [phrases.elsewhere(aroundWords(context.place, phrases))] : []),
      ...draft.lines,
    ],
    facts: [...draft.facts, ...(isOtherField ? ['other_field'] : []), ...(isElsewhere ? ['elsewhere'] : [])],
  }
}

function composeOne(
  item: CareItem,
  { subject, topic, time }: RecordQuestion,
  options: ComposeOptions,
): Draft {
  const { context } = options
  const { lines, facts } = composers[topic](item, options, time)
  const { payer, otherPayers } = options.reading
  const others = besideTopic
    .filter((other) => other !== topic && topic !== 'details' && options.reading.requests.has(other))
    .map((other) => composers[other](item, options, time))
  const remembered = rememberItems([item], null)
  return {
    ...emptyDraft,
    lines: [
      ...new Set([
        ...lines,
        ...others.flatMap((other) => other.lines),
        // "I have Cigna. Is the first one a woman?"
        ...(payer !== null && !ofPlan.has(topic) ? composePlan(item, options).lines : []),
        ...otherPayers.map((other) => options.phrases.noListings(other)),
      ]),
    ],
    facts: [...facts, ...others.flatMap((other) => other.facts), 'record'],
    items: [item],
    suggestions: suggestTopics(item, topic, options),
    // A list stays, so that "the third one" still means it.
    changes: {
      focus: remembered.focus,
      recordPlace: townOf(item),
      recordField: fieldOf(item),
      ...(subject.by === 'person' && { person: subject.person }),
      ...(context.shown.records.length === 0 && { shown: remembered.shown }),
      pending: null,
    },
  }
}

const ofPlan: ReadonlySet<Topic> = new Set<Topic>(['details', 'plan', 'plans'])

/** Topics that are answered together: "the NPI and the fax", "does she speak Spanish, and what are the hours?" */
const besideTopic = [
  'npi',
  'fax',
  'phone',
  'languages',
  'gender',
  'hours',
  'accepting',
] as const satisfies readonly Topic[]

/** What is stated about one topic. */
export interface TopicDraft {
  readonly lines: readonly string[]
  readonly facts: readonly string[]
}

type TopicComposer = (item: CareItem, options: ComposeOptions, time: OfficeTime | null) => TopicDraft

const composers: Readonly<Record<Topic, TopicComposer>> = {
  details: composeDetails,
  phone: composePhone,
  fax: composeFax,
  npi: composeNpi,
  address: composeAddress,
  distance: composeDistance,
  hours: composeHours,
  plan: composePlan,
  plans: composePlans,
  accepting: composeAccepting,
  languages: composeLanguages,
  training: composeTraining,
  affiliations: composeAffiliations,
  telehealth: composeTelehealth,
  gender: (item, { phrases }) => ({ lines: [genderLine(item, phrases)], facts: ['gender'] }),
}

type Place = Pick<
  PracticeLocation,
  'name' | 'address' | 'lat' | 'lng' | 'phone' | 'phone_extension' | 'fax' | 'office_hours'
>

/** The places of one answer. */
const placesMax = 3

/** The active places of a clinician, the nearest or primary first; the place itself. */
function placesOf(item: CareItem): readonly Place[] {
  if (item.kind === 'location') return [item.card]
  const active = item.card.practice_locations.filter((place) => place.active)
  return active
    .toSorted(
      (a, b) =>
        (a.distance_miles ?? Infinity) - (b.distance_miles ?? Infinity) ||
        Number(b.primary) - Number(a.primary) ||
        0,
    )
    .slice(0, placesMax)
}

/** The town of the nearest or primary place; null without coordinates. */
function townOf(item: CareItem): CarePlace | null {
  const [place] = placesOf(item)
  if (place === undefined || place.lat === null || place.lng === null) return null
  const { city, state } = place.address
  if (city === null || state === null) return null
  return toCarePlace({
    label: `${titleCasePlace(city)}, ${state}`,
    lat: place.lat,
    lng: place.lng,
    state,
    radiusMiles: null,
  })
}

function placeLine({ name, address }: Place): string | null {
  const words = addressWords(address)
  if (words === null) return name
  return name === null || words.startsWith(name) ? words : `${name}, ${words}`
}

/** What is known of each of several records, in one line each, so that the user can compare them. */
export function composeComparison(items: readonly CareItem[], options: ComposeOptions): Draft {
  const dates = new Set(items.flatMap((item) => sourceLines(item, options)))
  const isOneDate = dates.size === 1
  const lines = items.map((item) => {
    const details = composeDetails(item, options).lines.filter((line) => !isOneDate || !dates.has(line))
    return [...details, ...distanceLines(item, options)].join(' ')
  })
  const common = [...(isOneDate ? dates : []), options.phrases.limits.rating]
  return { ...emptyDraft, lines: [...lines, ...common], facts: ['comparison'], items }
}

function composeDetails(item: CareItem, options: ComposeOptions): TopicDraft {
  const { context, phrases } = options
  const { language } = context
  const [place] = placesOf(item)
  const phone = place === undefined ? null : phoneWords(place, phrases)
  const address = place === undefined ? null : placeLine(place)
  const hours = place?.office_hours ?? []
  return {
    lines: [
      titleLine(item, options),
      ...(address === null ? [phrases.record.noAddress(nameOf(item))] : [`${address}.`]),
      phone === null ? phrases.record.noPhone(nameOf(item)) : phrases.record.phone(phone),
      ...(hours.length > 0 ? [phrases.record.hours(hoursWords(hours, language))] : []),
      ...(item.card.languages.length > 0
        ? [phrases.record.languages(languageWords(item.card.languages, language))]
        : []),
      ...(item.kind === 'provider' ? [...acceptingLines(item, options), ...planLines(item, options)] : []),
      ...(item.kind === 'location' && item.card.provider_count > 0
        ? [phrases.record.clinicians(item.card.provider_count)]
        : []),
      ...sourceLines(item, options),
    ],
    facts: ['details'],
  }
}

/** The date of the registry, or else of the newest source. */
function sourceLines({ card }: CareItem, { context, phrases }: ComposeOptions): readonly string[] {
  const dates = card.sources.flatMap(({ as_of: date }) => date ?? []).toSorted()
  const registry = card.sources.find(({ id }) => id === 'nppes')?.as_of
  const date = registry ?? dates.at(-1)
  return date === undefined ? [] : [phrases.dataAsOf(dateWords(date, context.language))]
}

function composePhone(item: CareItem, options: ComposeOptions): TopicDraft {
  const { phrases } = options
  const known = placesOf(item).flatMap((place) => {
    const phone = phoneWords(place, phrases)
    return phone === null ? [] : [`${placeLine(place) ?? nameOf(item)}: ${phone}.`]
  })
  const lines = known.length > 0 ? known : [phrases.record.noPhone(nameOf(item))]
  return {
    lines: [titleLine(item, options), ...lines, ...sourceLines(item, options)],
    facts: [known.length > 0 ? 'phone' : 'phone_unknown'],
  }
}

/** The fax number of each place, as registered. */
function composeFax(item: CareItem, options: ComposeOptions): TopicDraft {
  const { phrases } = options
  const known = placesOf(item).flatMap((place) =>
    place.fax === null ? [] : [phrases.record.fax(placeLine(place) ?? nameOf(item), formatPhone(place.fax))],
  )
  const lines =
    known.length > 0 ? [...known, ...sourceLines(item, options)] : [phrases.record.noFax(nameOf(item))]
  return { lines: [titleLine(item, options), ...lines], facts: [known.length > 0 ? 'fax' : 'fax_unknown'] }
}

function composeNpi(item: CareItem, options: ComposeOptions): TopicDraft {
  return { lines: [titleLine(item, options), npiLine(item, options)], facts: ['npi'] }
}

function npiLine(item: CareItem, { phrases: { record } }: ComposeOptions): string {
  return item.kind === 'provider' ? record.npi(item.card.npi) : record.noNpi(nameOf(item))
}

function composeAddress(item: CareItem, options: ComposeOptions): TopicDraft {
  const { phrases } = options
  const known = placesOf(item).flatMap((place) => placeLine(place) ?? [])
  const lines = known.length > 0 ? known.map((line) => `${line}.`) : [phrases.record.noAddress(nameOf(item))]
  return {
    lines: [titleLine(item, options), ...lines, ...sourceLines(item, options)],
    facts: [known.length > 0 ? 'address' : 'address_unknown'],
  }
}

/** The distance of the nearest place of the record, with its address. */
function composeDistance(item: CareItem, options: ComposeOptions): TopicDraft {
  const { context, phrases } = options
  const { record } = phrases
  const [distance = null] = distanceLines(item, options)
  const unknown = context.place === null ? record.noOrigin : record.distanceUnknown(nameOf(item))
  const [place] = placesOf(item)
  const address = place === undefined ? null : placeLine(place)
  return {
    lines: [
      ...landmarkLines(options),
      distance ?? unknown,
      ...(address === null ? [] : [`${address}.`]),
      ...sourceLines(item, options),
    ],
    facts: [distance === null ? 'distance_unknown' : 'distance'],
  }
}

function distanceLines(item: CareItem, { context, phrases }: ComposeOptions): readonly string[] {
  const { place: origin, language } = context
  const miles = item.card.distance_miles
  return origin === null || typeof miles !== 'number'
    ? []
    : [phrases.record.distance(nameOf(item), distanceWords(miles, language), originWords(origin, phrases))]
}

/** The hours of each place, because a clinician may have different ones in each. */
function composeHours(
  item: CareItem,
  { context, phrases }: ComposeOptions,
  time: OfficeTime | null,
): TopicDraft {
  const { language } = context
  const { record } = phrases
  const places = placesOf(item).filter(({ office_hours: hours }) => hours.length > 0)
  if (places.length === 0) return { lines: [record.noHours(nameOf(item))], facts: ['hours', 'hours_unknown'] }
  const date = hoursDateWords(item.card.sources, language)
  const lines = places.flatMap((place) => {
    const name = places.length === 1 ? nameOf(item) : (place.name ?? placeLine(place) ?? nameOf(item))
    const hours = record.hoursAt(name, hoursWords(place.office_hours, language))
    if (time === null) return [hours]
    const then = hoursAt(place.office_hours, time)
    return then.length > 0
      ? [record.openAt(name, hoursWords(then, language))]
      : [record.notOpenAt(name), hours]
  })
  return {
    lines: [...lines, ...(date === null ? [] : [record.hoursDate(date)])],
    facts: ['hours', 'hours_known'],
  }
}

// Plans

/** Plans in one answer; a clinician may be on dozens of lists. */
const plansMax = 8

function composePlan(item: CareItem, options: ComposeOptions): TopicDraft {
  const { context, phrases } = options
  const name = nameOf(item)
  if (context.payer === null) return composePlans(item, options)
  if (item.kind === 'location') return composePlanOfPlace(item, context.payer, options)
  const payer = restrictToPractice(item.card, context.payer)
  const verdict = checkPayer(item.card, payer, options.carriers)
  const facts = { name, payer: verdict.payer }
  switch (verdict.kind) {
    case 'listed': {
      const date = optionalDateWords(verdict.asOf, context.language)
      return {
        lines: [phrases.verdict.listed({ ...facts, date }), phrases.verdict.ask],
        facts: ['verdict_listed'],
      }
    }
    case 'not_found': {
      const date = optionalDateWords(verdict.asOf, context.language)
      return {
        lines: [phrases.verdict.notListed({ ...facts, date }), phrases.verdict.ask],
        facts: ['verdict_not_listed'],
      }
    }
    case 'no_file':
    case 'shortened':
      return {
        lines: [phrases.verdict.noListings(facts), ...relativeLines(payer, options), phrases.verdict.ask],
        facts: ['verdict_no_listings'],
      }
  }
}

/** The lists of payers have clinicians, so that a place is on none. */
function composePlanOfPlace(
  item: CareItem & { readonly kind: 'location' },
  payer: Payer,
  options: ComposeOptions,
): TopicDraft {
  const { context, phrases, carriers } = options
  const state = item.card.address.state
  const named = restrictToStates(payer, state === null ? [] : [state])
  const known = carriers.find(({ code }) => named.codes.includes(code))
  const facts = { name: nameOf(item), payer: known?.name ?? named.name }
  if (known === undefined)
    return {
      lines: [phrases.verdict.noListings(facts), ...relativeLines(named, options), phrases.verdict.ask],
      facts: ['verdict_no_listings'],
    }
  const date = optionalDateWords(known.data_as_of, context.language)
  return {
    lines: [phrases.verdict.notListed({ ...facts, date }), phrases.payerNotForPlaces],
    facts: ['verdict_not_listed', 'payer_not_for_places'],
  }
}

function planLines(
  item: CareItem & { readonly kind: 'provider' },
  { context, phrases, payerNames }: ComposeOptions,
): readonly string[] {
  const { carriers } = item.card
  if (carriers.length === 0)
    return [payerNames.length === 0 ? phrases.record.noPlansAtAll : phrases.record.noPlans(nameOf(item))]
  const words = carriers
    .slice(0, plansMax)
    .map(({ name, as_of: date }) => phrases.record.plan(name, optionalDateWords(date, context.language)))
  const more = carriers.length > plansMax ? [`+${carriers.length - plansMax}`] : []
  return [phrases.record.plans(nameOf(item), [...words, ...more].join(', '))]
}

function composePlans(item: CareItem, options: ComposeOptions): TopicDraft {
  return item.kind === 'location'
    ? { lines: [options.phrases.payerNotForPlaces], facts: ['payer_not_for_places'] }
    : { lines: planLines(item, options), facts: ['plans'] }
}

// New patients and languages

/** What the sources state; one line if none states anything. */
function acceptingLines(
  item: CareItem & { readonly kind: 'provider' },
  { context, phrases }: ComposeOptions,
): readonly string[] {
  const { record } = phrases
  const active = item.card.practice_locations.filter((place) => place.active)
  const stated = active.flatMap(({ name, address, accepting_new_patients: { value, as_of: date } }) =>
    value === 'unknown'
      ? []
      : record.acceptingAt(
          name ?? addressWords(address) ?? nameOf(item),
          record.accepting[value],
          optionalDateWords(date, context.language),
        ),
  )
  return stated.length === 0 ? [record.acceptingUnknown] : stated.slice(0, placesMax)
}

function composeAccepting(item: CareItem, options: ComposeOptions): TopicDraft {
  if (item.kind === 'location')
    return { lines: [options.phrases.list.acceptingUnknown(nameOf(item))], facts: ['accepting'] }
  return { lines: [titleLine(item, options), ...acceptingLines(item, options)], facts: ['accepting'] }
}

function composeLanguages(item: CareItem, { context, reading, phrases }: ComposeOptions): TopicDraft {
  const { record } = phrases
  const { languages } = item.card
  const { language } = context
  const name = nameOf(item)
  const asked = reading.languages
  if (asked.length > 0) {
    const known = asked.filter((tag) => languages.includes(tag))
    const line =
      known.length > 0
        ? record.speaks(name, languageWords(known, language))
        : record.speaksUnknown(name, languageWords(asked.slice(0, 1), language))
    return { lines: [line], facts: ['languages'] }
  }
  const line =
    languages.length > 0
      ? `${name}. ${record.languages(languageWords(languages, language))}`
      : record.noLanguages(name)
  return { lines: [line], facts: ['languages'] }
}

function suggestTopics(item: CareItem, topic: Topic, { phrases }: ComposeOptions): readonly string[] {
  const { suggest } = phrases
  return [
    ...(item.kind === 'provider' && topic !== 'plan' ? [suggest.inMyPlan] : []),
    ...(topic === 'phone' || topic === 'details' ? [] : [suggest.phone]),
    ...(topic === 'hours' ? [] : [suggest.hours]),
    suggest.startOver,
  ]
}

// Several records, or none

function composeSeveral(
  items: readonly CareItem[],
  { topic, time, subject }: RecordQuestion,
  options: ComposeOptions,
): Draft {
  const { phrases, reading } = options
  const person = subject.by === 'person' ? subject.person : null
  const label = person?.label ?? reading.npi?.digits ?? listWords(items.map(nameOf), options.context.language)
  return {
    ...emptyDraft,
    lines: [phrases.which(label), phrases.ask.name],
    items,
    suggestions: items.map(nameOf),
    asked: 'name',
    facts: ['several'],
    changes: { ...rememberItems(items, null), person, pending: { topic, time, person } },
  }
}

function composeSimilar(
  items: readonly CareItem[],
  label: string,
  { topic, time }: RecordQuestion,
  { phrases }: ComposeOptions,
): Draft {
  return {
    ...emptyDraft,
    lines: [phrases.notFound(label), phrases.didYouMean],
    items,
    suggestions: items.map(nameOf),
    asked: 'name',
    facts: ['not_found', 'similar'],
    changes: { ...rememberItems(items, null), pending: { topic, time, person: null } },
  }
}

const npiLength = 10

/** The field that the message names, for "someone else of the same specialty". */
function namedField({ fieldChoice, personField }: Reading): string | null {
  const [code] = fieldChoice ?? personField ?? []
  return code === undefined ? null : (taxonomyOf(code)?.name ?? null)
}

function composeAbsence(absence: Absence, label: string, { phrases, reading }: ComposeOptions): Draft {
  const lines = {
    invalid_npi: label.length === npiLength ? phrases.invalidNpi : phrases.npiLength,
    unknown: phrases.notFound,
    deactivated: phrases.deactivated,
    outside_coverage: phrases.outsideNpi,
    other_field: phrases.notOfField,
  }
  return {
    ...emptyDraft,
    lines: [lines[absence](label)],
    suggestions: [phrases.suggest.startOver],
    facts: ['not_found', absence],
    changes: { pending: null, recordField: namedField(reading) },
  }
}
