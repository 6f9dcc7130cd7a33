/** Converts a search from its parameters to the query of the engine and the echo in the response. */
import type { LocationSearchEcho, ProviderSearchEcho } from '@careatlas/contract/envelopes'
import { ApiError } from '@careatlas/contract/errors'
import { defaultRadiusMiles, type LocationSearch, type ProviderSearch } from '@careatlas/contract/parameters'
import { quoteValue } from '@careatlas/contract/quoted-value'
import { foldName, type FoldedName } from '@careatlas/directory/person-name'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { resolvePosition } from './resolve-position.ts'
import { sortAndMode, requestedTextMode } from './sort-and-mode.ts'
import type { Collection, Query } from './search-engine.ts'
import { type InterpretedText, interpretText } from './interpret-text.ts'
import { scoreThreshold } from './score-threshold.ts'
import type { QueryResources } from './query/query-resources.ts'

export interface InterpretedSearch<Echo> {
  readonly query: Query
  readonly parameters: Echo
  /** What `q` contains besides the text query; null without `q`. */
  readonly parsed: InterpretedText['parsed']
  /** The requested carriers without a listed clinician. */
  readonly carriersWithoutListings: string[]
}

/** @throws ApiError `invalid_parameter`, `unknown_zip`, `unknown_carrier` */
export async function interpretProviders(
  request: ProviderSearch,
  servedCarriers: readonly Carrier[],
  resources: QueryResources,
): Promise<InterpretedSearch<ProviderSearchEcho>> {
  const { carriers } = request
  const names = foldNames(request)
  const isNamed = Object.keys(names).length > 0
  const { query, text, position, page, parsed } = await interpretShared(
    request,
    'providers',
    isNamed,
    resources,
  )
  if (carriers) rejectUnknownCarriers(carriers, servedCarriers)
  const { carrierHints = [], unknownPayer = null } = parsed?.unapplied ?? {}
  return {
    query: { ...query, ...(isNamed && { personName: toFoldedName(names) }), ...(carriers && { carriers }) },
    parameters: {
      ...text,
      ...names,
      ...position,
      ...(carriers && { carriers }),
      ...(carrierHints.length > 0 && { carrier_hints: [...carrierHints] }),
      ...(unknownPayer !== null && { unresolved_payer: unknownPayer }),
      ...page,
    },
    parsed,
    carriersWithoutListings: servedCarriers
      .filter(({ code, provider_count }) => provider_count === 0 && carriers?.includes(code))
      .map(({ code }) => code),
  }
}

/** @throws ApiError `invalid_parameter`, `unknown_zip` */
export async function interpretLocations(
  request: LocationSearch,
  resources: QueryResources,
): Promise<InterpretedSearch<LocationSearchEcho>> {
  const name = request.name === undefined ? undefined : foldNameParameter('name', request.name)
  const isNamed = name !== undefined
  const { query, text, position, page, parsed } = await interpretShared(
    request,
    'locations',
    isNamed,
    resources,
  )
  return {
    query: { ...query, ...(isNamed && { placeName: name }) },
    parameters: { ...text, ...(isNamed && { name }), ...position, ...page },
    parsed,
    carriersWithoutListings: [],
  }
}

/** Interprets the parameters that both searches have: the query, and the parts of the echo. */
async function interpretShared(
  request: ProviderSearch | LocationSearch,
  collection: Collection,
  isNamed: boolean,
  resources: QueryResources,
) {
  const { q, radius_miles: radiusMiles, limit, offset } = request
  const position = resolvePosition(request)
  const mode = requestedTextMode(request.search_mode)
  const requestedGeo = position && {
    lat: position.lat,
    lng: position.lng,
    radius_miles: radiusMiles ?? defaultRadiusMiles,
    source: position.source,
  }
  const interpreted = await interpretText({ q, collection, mode, geo: requestedGeo, radiusMiles }, resources)
  const { geo, parsed } = interpreted
  const { sort, search_mode } = sortAndMode(request.sort, interpreted.mode, {
    isNamed,
    hasPosition: geo !== null,
  })
  return {
    query: {
      collection,
      ...interpreted.text,
      ...(geo && { position: { lat: geo.lat, lng: geo.lng, radiusMiles: geo.radius_miles } }),
      sort,
      threshold: scoreThreshold,
    },
    text: interpreted.echo,
    position: geo && { geo },
    page: { sort, search_mode, limit, offset },
    parsed,
  }
}

type Names = Pick<ProviderSearchEcho, 'first_name' | 'middle_name' | 'last_name'>

function foldNames({ first_name, middle_name, last_name }: ProviderSearch): Names {
  return {
    ...(first_name !== undefined && { first_name: foldNameParameter('first_name', first_name) }),
    ...(middle_name !== undefined && { middle_name: foldNameParameter('middle_name', middle_name) }),
    ...(last_name !== undefined && { last_name: foldNameParameter('last_name', last_name) }),
  }
}

/**
 * Throws `invalid_parameter` for a wildcard, which would match nothing, and for a name without a letter or digit, which would equal
 * every missing name.
 */
function foldNameParameter(parameter: string, name: string): string {
  if (/[*%]/.test(name))
    throw new ApiError(
      'invalid_parameter',
      `${parameter} must have no * or %: names are matched exactly; no wildcards. Got ${quoteValue(name)}.`,
    )
  const folded = foldName(name)
  if (folded !== '') return folded
  throw new ApiError(
    'invalid_parameter',
    `${parameter} must have a letter or digit; got ${quoteValue(name)}.`,
  )
}

function toFoldedName({ first_name, middle_name, last_name }: Names): FoldedName {
  return {
    ...(first_name !== undefined && { first: first_name }),
    ...(middle_name !== undefined && { middle: middle_name }),
    ...(last_name !== undefined && { last: last_name }),
  }
}

/** A misspelled carrier would silently hide clinicians, so the error lists every unknown code. */
function rejectUnknownCarriers(carriers: readonly string[], servedCarriers: readonly Carrier[]): void {
  const known = new Set(servedCarriers.map(({ code }) => code))
  const unknown = carriers.filter((code) => !known.has(code))
  if (unknown.length === 0) return
  throw new ApiError(
    'unknown_carrier',
    `carriers must be codes of GET /v1/carriers or list_carriers; got unknown ${unknown.map(quoteValue).join(', ')}.`,
  )
}
