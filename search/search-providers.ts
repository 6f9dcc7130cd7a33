/** Searches clinicians: parameters in, a page of cards out. */
import { type ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { type ProviderSearch } from '@careatlas/contract/parameters'
import { hydrateProviders } from './hydrate-providers.ts'
import type { Truncated } from './truncate.ts'
import { truncateProviders } from './truncate-providers.ts'
import { interpretProviders } from './interpret-providers.ts'
import { pageMeta } from './meta.ts'
import { throwIfExpired } from './deadline.ts'
import { withoutLocations } from './query/query-resources.ts'
import type { SearchOptions, SearchContext } from './search-context.ts'

/** @throws ApiError `invalid_parameter`, `unknown_zip`, `unknown_carrier`, `timeout`, `unavailable` */
export async function searchProviders(
  request: ProviderSearch,
  { snapshot, engine, resources }: SearchContext,
  { budgetBytes, resolvePlaces = true, ...deadline }: SearchOptions,
): Promise<Truncated<ProviderSearchEnvelope>> {
  const { query, parameters } = await interpretProviders(
    request,
    snapshot.carriers,
    resolvePlaces ? resources : withoutLocations(resources),
  )
  throwIfExpired(deadline)
  const page = { offset: request.offset, limit: request.limit }
  const matches = await engine.match(query, page, deadline)
  throwIfExpired(deadline)
  const data = hydrateProviders(matches.hits, snapshot, query.position)
  const meta = pageMeta(matches, page, snapshot.manifest.data_as_of)
  return truncateProviders({ parameters, meta, data }, budgetBytes)
}
