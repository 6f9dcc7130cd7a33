/** Places of care: a request in, a page of cards out. */
import { type LocationSearchEnvelope } from '@careatlas/contract/envelopes'
import { type LocationSearch } from '@careatlas/contract/parameters'
import { hydrateLocations } from './hydrate-locations.ts'
import type { Truncated } from './truncate.ts'
import { truncateLocations } from './truncate-locations.ts'
import { interpretLocations } from './interpret-locations.ts'
import { metaOf } from './meta.ts'
import { throwIfExpired } from './deadline.ts'
import { withoutLocations } from './query/query-resources.ts'
import type { SearchOptions, SearchContext } from './search-context.ts'

/** @throws DirectoryError `invalid_parameter`, `unknown_zip`, `timeout`, `unavailable` */
export async function searchLocations(
  request: LocationSearch,
  { snapshot, engine, knowledge }: SearchContext,
  { budgetBytes, resolvePlaces = true, ...patience }: SearchOptions,
): Promise<Truncated<LocationSearchEnvelope>> {
  const { query, parameters } = await interpretLocations(
    request,
    resolvePlaces ? knowledge : withoutLocations(knowledge),
  )
  throwIfExpired(patience)
  const matches = await engine.match(query, request, patience)
  throwIfExpired(patience)
  const data = hydrateLocations(matches.hits, snapshot)
  const meta = metaOf(matches, request, snapshot.manifest.data_as_of)
  return truncateLocations({ parameters, meta, data }, budgetBytes)
}
