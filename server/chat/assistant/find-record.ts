/** Finds the one clinician or place that a question is about. */
import type { LocationHit, ProviderCard, ProviderHit } from '@careatlas/contract/cards'
import type { SuggestionEnvelope } from '@careatlas/contract/envelopes'
import { ApiError } from '@careatlas/contract/errors'
import { radiusMilesMax } from '@careatlas/contract/parameters'
import type { ParameterValues } from '@careatlas/contract/parse-parameters'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { foldName, type FoldedName } from '@careatlas/directory/person-name'
import { editDistance } from '@careatlas/vocabulary/spelling'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { DirectoryRequest } from '../../operations/directory-request.ts'
import { validateOperation } from '../../operations/parameters.ts'
import { type CareItem, hasField } from './chat-card.ts'
import type { ConversationContext, NamedPerson, RecordReference } from './conversation-context.ts'
import type { Subject } from './step.ts'
import { cardsPerAnswer } from './search-care.ts'

type PersonSubject = Extract<Subject, { by: 'person' }>

/** Why no record is known. */
export type Absence = 'invalid_npi' | 'unknown' | 'deactivated' | 'outside_coverage' | 'other_field'

interface Match {
  /** Whether no clinician of the field of the question has the name. */
  readonly isOtherField?: boolean
  /** Whether no match is near the place of the conversation. */
  readonly isElsewhere?: boolean
}

export type FoundRecord =
  | ({ readonly kind: 'one'; readonly item: CareItem } & Match)
  | ({ readonly kind: 'several'; readonly items: readonly CareItem[] } & Match)
  /** No record has the name; these have a similar one. */
  | { readonly kind: 'similar'; readonly items: readonly CareItem[]; readonly label: string }
  | { readonly kind: 'none'; readonly absence: Absence; readonly label: string }

/** Rejects with the errors of the operations, apart from those that say that a record does not exist. */
export async function findRecord(
  subject: Subject,
  context: Pick<ConversationContext, 'place' | 'need'>,
  request: DirectoryRequest,
): Promise<FoundRecord> {
  switch (subject.by) {
    case 'reference':
      return getRecord(subject.reference, request)
    case 'npi':
      return subject.isValid
        ? getByNpi(subject.digits, request)
        : { kind: 'none', absence: 'invalid_npi', label: subject.digits }
    case 'person': {
      const { person, field, isInPlace } = subject
      return person.name === null
        ? findUnknown(person, context.place, request)
        : findPerson(person.name, person.label, { ...context, field, isInPlace }, request)
    }
  }
}

async function getRecord({ kind, id }: RecordReference, request: DirectoryRequest): Promise<FoundRecord> {
  try {
    return {
      kind: 'one',
      item: kind === 'provider' ? await getProvider(id, request) : await getLocation(id, request),
    }
  } catch (error) {
    return toAbsence(error, id)
  }
}

async function getProvider(npi: string, request: DirectoryRequest): Promise<CareItem> {
  const json = await request.getProvider(validateOperation('getProvider', { npi }))
  return { kind: 'provider', card: JSON.parse(json) as ProviderCard }
}

async function getLocation(uuid: string, request: DirectoryRequest): Promise<CareItem> {
  const { card } = await request.getLocation(validateOperation('getLocation', { location_uuid: uuid }))
  return { kind: 'location', card }
}

/** Throws errors that do not say that the record does not exist. */
function toAbsence(error: unknown, label: string): FoundRecord {
  if (!(error instanceof ApiError)) throw error
  const absence = absences[error.code]
  if (absence === undefined) throw error
  return { kind: 'none', absence, label }
}

const absences: Readonly<Partial<Record<ApiError['code'], Absence>>> = {
  provider_not_found: 'unknown',
  location_not_found: 'unknown',
  location_removed: 'unknown',
  provider_deactivated: 'deactivated',
  outside_coverage: 'outside_coverage',
}

/** The clinician, or the places of the organization, with the number. */
async function getByNpi(npi: string, request: DirectoryRequest): Promise<FoundRecord> {
  const found = await getRecord({ kind: 'provider', id: npi }, request)
  if (found.kind !== 'none' || found.absence !== 'unknown') return found
  const places = (await request.run(
    'searchLocations',
    validateOperation('searchLocations', { q: npi, limit: cardsPerAnswer }),
  )) as { readonly data: readonly LocationHit[] }
  const [first, ...others] = places.data
  if (first === undefined) return found
  if (others.length === 0) return { kind: 'one', item: { kind: 'location', card: first } }
  return { kind: 'several', items: places.data.map((card) => ({ kind: 'location', card })) }
}

/** Whether the name is not a former or other one of the clinician. */
function hasCurrentName({ name }: ProviderCard, { first, last }: FoldedName): boolean {
  return (
    (first === undefined || foldName(name.first ?? '') === first) &&
    (last === undefined || foldName(name.last ?? '') === last)
  )
}

/** As many letters may differ in the last word of a similar name. */
const editsMax = 2
/** The letters of the last word that are probably right. */
const sureLetters = 2

/** The office with the name, or similar names; a place is what was asked for only if the message names an office. */
async function findUnknown(
  { label, isOffice }: NamedPerson,
  place: ConversationContext['place'],
  request: DirectoryRequest,
): Promise<FoundRecord> {
  const places = await findPlaces(label, place, request)
  const [first, ...others] = places
  if (isOffice === true && first !== undefined)
    return others.length === 0 ? { kind: 'one', item: first } : { kind: 'several', items: places }
  const similar = await findSimilar(label, place, request)
  return similar.kind === 'none' && first !== undefined ? { kind: 'similar', items: places, label } : similar
}

/** Clinicians with the same first name and a similar last name; without a first name, also those whose last name begins like it. */
async function findSimilar(
  label: string,
  place: ConversationContext['place'],
  request: DirectoryRequest,
): Promise<FoundRecord> {
  const words = foldName(label).toLowerCase().split(' ')
  const last = words.at(-1) ?? ''
  const none = { kind: 'none', absence: 'unknown', label } as const
  if (last.length <= sureLetters || label.length > labelMax) return none
  const beginnings =
    words.length > 1
      ? [last.slice(0, sureLetters)]
      : [last, last.slice(0, -editsMax), last.slice(0, aloneLetters)]
  for (const beginning of beginnings.filter((each) => words.length > 1 || each.length >= aloneLetters)) {
    const { data } = (await request.run(
      'suggest',
      validateOperation('suggest', {
        q: [...words.slice(0, -1), beginning].join(' '),
        limit: similarMax,
        ...(place !== null && { lat: place.lat, lng: place.lng }),
      }),
    )) as SuggestionEnvelope
    const items: CareItem[] = []
    for (const { npi } of data.people) {
      const item = await getProvider(npi, request)
      const surname = item.kind === 'provider' ? foldName(item.card.name.last ?? '').toLowerCase() : ''
      const isPart = words.length === 1 && surname.startsWith(last)
      if (isPart || editDistance(surname, last, editsMax) <= editsMax) items.push(item)
    }
    if (items.length > 0) return { kind: 'similar', items: items.slice(0, cardsPerAnswer), label }
  }
  return none
}

/** Places of care whose names have all words of the label. */
async function findPlaces(
  label: string,
  place: ConversationContext['place'],
  request: DirectoryRequest,
): Promise<readonly CareItem[]> {
  const words = wordsOf(label)
  if (words.length === 0 || label.length > labelMax) return []
  const { data } = (await request.run(
    'suggest',
    validateOperation('suggest', {
      q: words.join(' '),
      limit: similarMax,
      ...(place !== null && { lat: place.lat, lng: place.lng }),
    }),
  )) as SuggestionEnvelope
  const named = data.places.filter(({ name }) => words.every((word) => wordsOf(name).includes(word)))
  const items: CareItem[] = []
  for (const { location_uuid: uuid } of named.slice(0, cardsPerAnswer))
    items.push(await getLocation(uuid, request))
  return items
}

/** In characters: longer words are no name, and no query of the suggestions. */
const labelMax = 60

/** As many of a last name alone. */
const aloneLetters = 3

const similarMax = 10

/**
 * Of the field of the conversation first, then of any, unless the message names the field; in the town that the message names first,
 * then near its place, then everywhere.
 */
async function findPerson(
  name: FoldedName,
  label: string,
  {
    place,
    need,
    field: named,
    isInPlace,
  }: Pick<ConversationContext, 'place' | 'need'> & Pick<PersonSubject, 'field' | 'isInPlace'>,
  request: DirectoryRequest,
): Promise<FoundRecord> {
  const names = {
    ...(name.first !== undefined && { first_name: name.first }),
    ...(name.middle !== undefined && { middle_name: name.middle }),
    ...(name.last !== undefined && { last_name: name.last }),
  }
  const radii = place === null ? [] : [...(isInPlace ? [townMiles] : []), radiusMilesMax]
  const areas = [...radii.map((radius_miles) => ({ lat: place!.lat, lng: place!.lng, radius_miles })), {}]
  const q = named === null ? (need?.kind === 'provider' ? need.text : null) : nameField(named)
  const fields = [...(q === null ? [] : [{ q }]), ...(named === null ? [{}] : [])]
  for (const field of fields)
    for (const area of areas) {
      const found = await findNamed({ ...names, ...field, ...area }, name, named, request)
      if (found !== null)
        return {
          ...found,
          isOtherField: named === null && fields.length > 1 && !('q' in field),
          isElsewhere: areas.length > 1 && !('lat' in area),
        }
    }
  return { kind: 'none', absence: named === null ? 'unknown' : 'other_field', label }
}

/** The name of the first code, which the search ranks first among clinicians of a frequent last name. */
function nameField(codes: ReadonlySet<string>): string | null {
  const [first] = codes
  return first === undefined ? null : (taxonomyOf(first)?.name ?? null)
}

/** Clinicians whose current name it is come before those who had it; null without any. */
async function findNamed(
  values: ParameterValues,
  name: FoldedName,
  field: ReadonlySet<string> | null,
  request: DirectoryRequest,
): Promise<Extract<FoundRecord, { kind: 'one' | 'several' }> | null> {
  const { data: all, meta } = (await request.run(
    'searchProviders',
    validateOperation('searchProviders', { ...values, limit: examinedMax }),
  )) as { readonly data: readonly ProviderHit[]; readonly meta: { readonly has_more: boolean } }
  const data = field === null ? all : all.filter((card) => hasField(card, field))
  const current = data.filter((card) => hasCurrentName(card, name))
  const former = data.filter((card) => !current.includes(card))
  const [first, ...others] = current.length > 0 && !meta.has_more ? current : [...current, ...former]
  if (first === undefined) return null
  if (others.length === 0) return { kind: 'one', item: { kind: 'provider', card: first } }
  const items = [first, ...others].slice(0, cardsPerAnswer)
  return { kind: 'several', items: items.map((card) => ({ kind: 'provider', card })) }
}

const examinedMax = 20

/** Around the middle of a town: most of its addresses. */
const townMiles = 5
