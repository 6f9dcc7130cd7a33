/** Searches clinicians: parameters in, a page of cards out. */
import { type ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { type ProviderSearch } from '@careatlas/contract/parameters'
import { hydrateProviders } from './hydrate.ts'
import { interpretProviders } from './interpret-search.ts'
import { runSearch } from './run-search.ts'
import type { SearchOptions, SearchContext } from './search-context.ts'
import type { PageOfJson } from './truncate.ts'
import { truncateProviders } from './truncate-providers.ts'

/** @throws ApiError `invalid_parameter`, `unknown_zip`, `unknown_carrier`, `timeout`, `unavailable` */
export function searchProviders(
  request: ProviderSearch,
  context: SearchContext,
  options: SearchOptions,
): Promise<PageOfJson<ProviderSearchEnvelope>> {
  const { snapshot } = context
  return runSearch(context, options, {
    interpret: (resources) => interpretProviders(request, snapshot.carriers, resources),
    hydrate: ({ hits }, { position }) => hydrateProviders(hits, snapshot, position),
    truncate: truncateProviders,
  })
}
