/** Places of care: a request in, a page of cards out. */
import { type LocationSearchEnvelope } from '@careatlas/contract/envelopes'
import { type LocationSearch } from '@careatlas/contract/parameters'
import { fillLocations } from './fill-locations.ts'
import type { Fitted } from './fit.ts'
import { fitLocations } from './fit-locations.ts'
import { interpretLocations } from './interpret-locations.ts'
import { metaOf } from './meta.ts'
import { throwIfExpired } from './deadline.ts'
import { placeless } from './understanding/knowledge.ts'
import type { SearchOptions, SearchContext } from './search-context.ts'

/** @throws DirectoryError `invalid_parameter`, `unknown_zip`, `timeout`, `unavailable` */
export async function searchLocations(
  request: LocationSearch,
  { snapshot, engine, knowledge }: SearchContext,
  { budgetBytes, resolvePlaces = true, ...patience }: SearchOptions,
): Promise<Fitted<LocationSearchEnvelope>> {
  const { query, parameters } = await interpretLocations(
    request,
    resolvePlaces ? knowledge : placeless(knowledge),
  )
  throwIfExpired(patience)
  const matches = await engine.match(query, request, patience)
  throwIfExpired(patience)
  const data = fillLocations(matches.hits, snapshot)
  const meta = metaOf(matches, request, snapshot.manifest.data_as_of)
  return fitLocations({ parameters, meta, data }, budgetBytes)
}
