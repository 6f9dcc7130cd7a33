/** Searches clinicians: parameters in, a page of cards out. */
import { type ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { type ProviderSearch } from '@careatlas/contract/parameters'
import { hydrateProviders } from './hydrate.ts'
import { fitPage, type PageOfJson } from './truncate.ts'
import { truncateProviders } from './truncate-providers.ts'
import { withNpiFirst } from './find-npi.ts'
import { interpretProviders } from './interpret-search.ts'
import { pageMeta } from './meta.ts'
import { createNotices } from './notices.ts'
import { throwIfExpired } from './deadline.ts'
import { withoutLocations } from './query/query-resources.ts'
import type { SearchOptions, SearchContext } from './search-context.ts'

/** @throws ApiError `invalid_parameter`, `unknown_zip`, `unknown_carrier`, `timeout`, `unavailable` */
export async function searchProviders(
  request: ProviderSearch,
  { snapshot, engine, resources }: SearchContext,
  { budgetBytes, contacts, resolvePlaces = true, ...deadline }: SearchOptions,
): Promise<PageOfJson<ProviderSearchEnvelope>> {
  const { query, parameters, parsed, carriersWithoutListings } = await interpretProviders(
    request,
    snapshot.carriers,
    resolvePlaces ? resources : withoutLocations(resources),
  )
  throwIfExpired(deadline)
  const page = { offset: request.offset, limit: request.limit }
  const engineMatches = await engine.match(query, page, deadline)
  const matches = withNpiFirst(request.q, query, page, engineMatches, snapshot)
  throwIfExpired(deadline)
  const cards = hydrateProviders(matches.hits, snapshot, query.position)
  const meta = {
    ...pageMeta(matches, page, parameters.geo, snapshot),
    ...(carriersWithoutListings.length > 0 && { carriers_without_listings: carriersWithoutListings }),
  }
  const notices = createNotices(
    { parsed, geo: parameters.geo, meta, isFilteredByCarriers: request.carriers !== undefined },
    contacts,
  )
  return fitPage({ parameters, meta: { ...meta, notices } }, cards, budgetBytes, truncateProviders)
}
