/** A request of the demo: the parameters of a search of the API, and besides them `kind` and `place`. */
import { ApiError } from '@careatlas/contract/errors'
import { readQueryString } from '@careatlas/contract/query-string'
import type { Gazetteer, QueryLocation } from '@careatlas/search/query/extract-location'
import { resolvePlace, resolveStateOfPlace } from '@careatlas/search/query/resolve-place'
import { type Language, localizedPath } from '../../web/navigation.ts'
import { nameTextMax } from '../records/read-query.ts'
import { readRecordQuery } from '../records/read-query.ts'

export type Kind = 'clinicians' | 'places'

export const kinds = ['clinicians', 'places'] as const

/** Name → values in the order sent. Fields of the form that are empty are left out. */
export type SentParameters = ReadonlyMap<string, readonly string[]>

/** Parameters that the operation of the API does not have. */
const ownParameters: readonly string[] = ['kind', 'place', 'plan']

export interface DemoRequest {
  readonly language: Language
  readonly kind: Kind
  readonly sent: SentParameters
}

/** The longest town with its state is shorter. */
export const placeLengthMax = 64

/** The path without the prefix of a language. */
export const demoPagePath = '/demo'

/** @throws ApiError `invalid_parameter` for a query that is not percent-encoded UTF-8 */
export function readSentParameters(search: string): SentParameters {
  const entries = Array.from(readQueryString(search), ([name, values]) => {
    const present = values.filter((value) => value.trim() !== '')
    return [name, present] as const
  })
  return new Map(entries.filter(([, values]) => values.length > 0))
}

/** The value of a parameter, the first one if it was sent several times. */
export function firstValue({ sent }: DemoRequest, name: string): string | undefined {
  return sent.get(name)?.[0]
}

/** The codes of the chosen carriers, in upper case. */
export function chosenCarriers({ sent }: DemoRequest): readonly string[] {
  const values = sent.get('carriers') ?? []
  return values.flatMap((value) => value.split(',')).map((code) => code.trim().toUpperCase())
}

/** The plan or payer that the user named; null without a valid one. */
export function namedPlan({ sent }: DemoRequest): string | null {
  return readPlan(sent).plan
}

function readPlan(sent: SentParameters): ReturnType<typeof readRecordQuery> {
  const values = sent.get('plan') ?? []
  return readRecordQuery({ plan: values.length > 1 ? values : values[0] })
}

/** Whether the request describes a search; only fields that narrow one do not. */
export function describesSearch({ sent }: DemoRequest): boolean {
  return Array.from(sent.keys()).some(
    (name) => !['kind', 'plan', 'radius_miles'].includes(name) && !name.startsWith('utm_'),
  )
}

/** The parameters of the API that search a name. */
export const nameParameters = ['first_name', 'middle_name', 'last_name', 'name'] as const

const coordinates = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/

/** Decimals of a position: about 100 m, no more than a town or a browser needs. */
const positionDecimals = 3

/** A place of the form that is not known. */
export interface UnknownPlace {
  /** As the user typed it. */
  readonly text: string
  /** The label of its state, which the search covers instead; null: the search ignores the place. */
  readonly state: string | null
}

export interface ApiSearch {
  /** The query of the search in the API. */
  readonly query: URLSearchParams
  readonly unknownPlace: UnknownPlace | null
}

/**
 * The same search in the API. An unknown place does not prevent a search for something else.
 * @throws ApiError `invalid_parameter` for an unknown kind, for an unknown place with nothing else to search for, or for a place or a
 * plan that is not one short text
 */
export function toApiSearch(request: DemoRequest, gazetteer: Gazetteer): ApiSearch {
  const { sent } = request
  const query = new URLSearchParams()
  for (const [name, values] of sent) {
    if (ownParameters.includes(name)) continue
    if (name === 'carriers') query.set(name, values.join(','))
    else for (const value of values) query.append(name, value)
  }
  for (const kind of sent.get('kind') ?? [])
    if (!kinds.some((known) => known === kind))
      throw new ApiError(
        'invalid_parameter',
        `kind must be one of ${kinds.join(', ')}; got ${JSON.stringify(kind)}.`,
      )
  if (readPlan(sent).invalid.length > 0)
    throw new ApiError(
      'invalid_parameter',
      `plan must be one text of at most ${nameTextMax} characters, without control characters.`,
    )
  if (!isPlaceValid(request))
    throw new ApiError('invalid_parameter', `place must be one text of at most ${placeLengthMax} characters.`)
  if (request.kind === 'places') query.delete('carriers')
  const place = firstValue(request, 'place')
  const unknownPlace = place === undefined ? null : addPlace(query, place.trim(), gazetteer)
  if (!positionParameters.some((name) => query.has(name))) {
    // The form always has a radius, which the API accepts only with a position.
    query.delete('radius_miles')
    if (unknownPlace !== null && !['q', ...nameParameters].some((name) => query.has(name)))
      throw new ApiError(
        'invalid_parameter',
        `place must be a ZIP code, a known town with its state, or coordinates; got ${JSON.stringify(unknownPlace.text)}.`,
      )
  }
  return { query, unknownPlace }
}

const positionParameters = ['zip', 'lat', 'lng'] as const

/** Adds the position of a place, or of the state of an unknown one. */
function addPlace(query: URLSearchParams, place: string, gazetteer: Gazetteer): UnknownPlace | null {
  if (/^\d{5}$/.test(place)) {
    query.append('zip', place)
    return null
  }
  const [, latitude, longitude] = coordinates.exec(place) ?? []
  if (latitude !== undefined && longitude !== undefined) {
    query.append('lat', latitude)
    query.append('lng', longitude)
    return null
  }
  const found = resolvePlace(place, gazetteer)
  if (found !== null) {
    addLocation(query, found)
    return null
  }
  const state = resolveStateOfPlace(place, gazetteer)
  if (state !== null) {
    // A radius of the form is that around a town; the search covers at least the state.
    if (Number(query.get('radius_miles')) < (state.radiusMiles ?? 0)) query.delete('radius_miles')
    addLocation(query, state)
  }
  return { text: place, state: state?.label ?? null }
}

function addLocation(query: URLSearchParams, { lat, lng, radiusMiles }: QueryLocation): void {
  query.append('lat', lat.toFixed(positionDecimals))
  query.append('lng', lng.toFixed(positionDecimals))
  if (radiusMiles !== null && !query.has('radius_miles')) query.append('radius_miles', String(radiusMiles))
}

/** The place as the form shows it, at most `placeLengthMax` characters. */
export function placeText(request: DemoRequest): string {
  const [place, zip, lat, lng] = ['place', 'zip', 'lat', 'lng'].map((name) => firstValue(request, name))
  const text = place ?? zip ?? (lat !== undefined && lng !== undefined ? `${lat}, ${lng}` : '')
  return text.slice(0, placeLengthMax)
}

/** Whether the place is one short text. */
export function isPlaceValid({ sent }: DemoRequest): boolean {
  const [place = '', ...others] = sent.get('place') ?? []
  return others.length === 0 && place.length <= placeLengthMax
}

/** Parameter → its new value; null: without the parameter. */
export type Changes = Readonly<Record<string, string | readonly string[] | null>>

/** The path of a similar request. It starts at the first page unless the changes have an offset. */
export function linkTo({ language, sent }: DemoRequest, changes: Changes): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...Object.fromEntries(sent), offset: null, ...changes }))
    for (const item of [value ?? []].flat()) if (item !== '') query.append(name, item)
  const path = localizedPath(demoPagePath, language)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** The changes that remove the position. */
export const withoutPosition: Changes = { place: null, zip: null, lat: null, lng: null, radius_miles: null }
