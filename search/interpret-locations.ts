/** Converts a location search from its parameters to the query of the engine and the echo in the response. */
import { type LocationSearchEcho } from '@careatlas/contract/envelopes'
import { type LocationSearch } from '@careatlas/contract/parameters'
import { normalizedNameParameter } from './normalized-name-parameter.ts'
import { resolvedPosition } from './resolved-position.ts'
import { sortAndMode, textMode } from './sort-and-mode.ts'
import type { Query } from './search-engine.ts'
import { type InterpretedText, interpretText } from './interpret-text.ts'
import { scoreThreshold } from './score-threshold.ts'
import type { QueryResources } from './query/query-resources.ts'

export interface InterpretedLocationSearch {
  readonly query: Query
  readonly parameters: LocationSearchEcho
  readonly parsed: InterpretedText['parsed']
}

/** @throws ApiError `invalid_parameter`, `unknown_zip` */
export async function interpretLocations(
  request: LocationSearch,
  resources: QueryResources,
): Promise<InterpretedLocationSearch> {
  const { q, limit, offset } = request
  const name = request.name === undefined ? undefined : normalizedNameParameter('name', request.name)
  const question = {
    q,
    collection: 'locations',
    mode: textMode(request.search_mode),
    radiusMiles: request.radius_miles,
  } as const
  const { text, mode, geo, echo, parsed } = await interpretText(
    { ...question, geo: resolvedPosition(request) },
    resources,
  )
  const { sort, search_mode } = sortAndMode(request.sort, mode, {
    named: name !== undefined,
    positioned: geo !== null,
  })
  return {
    query: {
      collection: 'locations',
      ...text,
      ...(name !== undefined && { placeName: name }),
      ...(geo && { position: { lat: geo.lat, lng: geo.lng, radiusMiles: geo.radius_miles } }),
      sort,
      threshold: scoreThreshold(search_mode),
    },
    parameters: {
      ...echo,
      ...(name !== undefined && { name }),
      ...(geo && { geo }),
      sort,
      search_mode,
      limit,
      offset,
    },
    parsed,
  }
}
