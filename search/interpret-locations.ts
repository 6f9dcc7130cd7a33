/** A location search as its parameters stand → the query that the engine runs and the echo that the caller reads. */
import { type LocationSearchEcho } from '@careatlas/contract/envelopes'
import { type LocationSearch } from '@careatlas/contract/parameters'
import { foldedParameter } from './folded-parameter.ts'
import { resolvedPosition } from './resolved-position.ts'
import { orderAndMode, textMode } from './order-and-mode.ts'
import type { Query } from './search-engine.ts'
import { interpretQuestion } from './interpret-question.ts'
import { relevanceFloor } from './relevance-floor.ts'
import type { Knowledge } from './understanding/knowledge.ts'

export interface InterpretedLocationSearch {
  readonly query: Query
  readonly parameters: LocationSearchEcho
}

/** @throws DirectoryError `invalid_parameter`, `unknown_zip` */
export async function interpretLocations(
  request: LocationSearch,
  knowledge: Knowledge,
): Promise<InterpretedLocationSearch> {
  const { q, limit, offset } = request
  const name = request.name === undefined ? undefined : foldedParameter('name', request.name)
  const question = {
    q,
    collection: 'locations',
    mode: textMode(request.search_mode),
    radiusMiles: request.radius_miles,
  } as const
  const { text, mode, geo, echo } = await interpretQuestion(
    { ...question, geo: resolvedPosition(request) },
    knowledge,
  )
  const { sort, search_mode } = orderAndMode(request.sort, mode, {
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
      floor: relevanceFloor(search_mode),
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
  }
}
