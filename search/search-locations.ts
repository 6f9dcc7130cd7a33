/** Searches places of care: parameters in, a page of cards out. */
import { type LocationSearchEnvelope } from '@careatlas/contract/envelopes'
import { type LocationSearch } from '@careatlas/contract/parameters'
import { hydrateLocations } from './hydrate.ts'
import { interpretLocations } from './interpret-search.ts'
import { runSearch } from './run-search.ts'
import type { SearchOptions, SearchContext } from './search-context.ts'
import type { PageOfJson } from './truncate.ts'
import { truncateLocations } from './truncate-locations.ts'

/** @throws ApiError `invalid_parameter`, `unknown_zip`, `timeout`, `unavailable` */
export function searchLocations(
  request: LocationSearch,
  context: SearchContext,
  options: SearchOptions,
): Promise<PageOfJson<LocationSearchEnvelope>> {
  return runSearch(context, options, {
    interpret: (resources) => interpretLocations(request, resources),
    hydrate: ({ hits }) => hydrateLocations(hits, context.snapshot),
    truncate: truncateLocations,
  })
}
