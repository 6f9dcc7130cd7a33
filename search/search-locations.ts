/** Searches places of care: parameters in, a page of cards out. */
import { type LocationSearchEnvelope } from '@careatlas/contract/envelopes'
import { type LocationSearch } from '@careatlas/contract/parameters'
import { hydrateLocations } from './hydrate.ts'
import { fitPage, type PageOfJson } from './truncate.ts'
import { truncateLocations } from './truncate-locations.ts'
import { interpretLocations } from './interpret-search.ts'
import { pageMeta } from './meta.ts'
import { createNotices } from './notices.ts'
import { throwIfExpired } from './deadline.ts'
import { withoutLocations } from './query/query-resources.ts'
import type { SearchOptions, SearchContext } from './search-context.ts'

/** @throws ApiError `invalid_parameter`, `unknown_zip`, `timeout`, `unavailable` */
export async function searchLocations(
  request: LocationSearch,
  { snapshot, engine, resources }: SearchContext,
  { budgetBytes, contacts, resolvePlaces = true, ...deadline }: SearchOptions,
): Promise<PageOfJson<LocationSearchEnvelope>> {
  const { query, parameters, parsed } = await interpretLocations(
    request,
    resolvePlaces ? resources : withoutLocations(resources),
  )
  throwIfExpired(deadline)
  const page = { offset: request.offset, limit: request.limit }
  const matches = await engine.match(query, page, deadline)
  throwIfExpired(deadline)
  const cards = hydrateLocations(matches.hits, snapshot)
  const meta = pageMeta(matches, page, parameters.geo, snapshot)
  const notices = createNotices({ parsed, geo: parameters.geo, meta, isFilteredByCarriers: false }, contacts)
  return fitPage({ parameters, meta: { ...meta, notices } }, cards, budgetBytes, truncateLocations)
}
