/** What answers each operation: parameters and the served directory in, JSON out, or a refusal thrown. */
import type { Health, LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import type { OperationId, ProviderSearch } from '@careatlas/contract/parameters'
import type { Truncated } from '@careatlas/search/truncate'
import { getLocation, getProvider } from '@careatlas/search/get-card'
import { listCarriers, listRegions } from '@careatlas/search/list-coverage'
import { searchLocations } from '@careatlas/search/search-locations'
import { searchProviders } from '@careatlas/search/search-providers'
import type { SearchOptions } from '@careatlas/search/search-context'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import { version } from '../version.ts'
import { detailEnvelope } from './detail-envelope.ts'
import type { Parameters } from './read-parameters.ts'

export interface OperationOptions extends SearchOptions {
  /** Whether `/v1/health` is to say that not all is well. */
  readonly degraded: boolean
}

/** What a search answers. */
export interface SearchAnswer {
  readonly body: string
  /** Whether the same request gets the same answer until the next snapshot: not while the embedder is away. */
  readonly lasting: boolean
}

/** A permanent redirect. */
export interface Redirect {
  readonly location: string
}

/** Returns JSON or a redirect, or a promise of search results. Throws or rejects with the errors of the operation. */
export function runOperation<Id extends OperationId>(
  operation: Id,
  parameters: Parameters<Id>,
  directory: LoadedSnapshot,
  options: OperationOptions,
): string | Redirect | Promise<SearchAnswer> {
  return endpoints[operation](parameters, directory, options)
}

type Handler<Id extends OperationId> = (
  parameters: Parameters<Id>,
  directory: LoadedSnapshot,
  options: OperationOptions,
) => string | Redirect | Promise<SearchAnswer>

const endpoints: { readonly [Id in OperationId]: Handler<Id> } = {
  searchProviders: async (parameters, directory, options) =>
    searchAnswer(parameters, await searchProviders(parameters, directory, options), directory),
  getProvider: ({ npi }, { snapshot }) => detailEnvelope(getProvider(npi, snapshot)),
  searchLocations: async (parameters, directory, options) =>
    searchAnswer(parameters, await searchLocations(parameters, directory, options), directory),
  getLocation: ({ location_uuid }, { snapshot }) => {
    const found = getLocation(location_uuid, snapshot)
    return 'card' in found ? detailEnvelope(found.card) : { location: `/v1/locations/${found.heir}` }
  },
  listRegions: (_parameters, { snapshot }) => JSON.stringify(listRegions(snapshot)),
  listCarriers: (filter, { snapshot }) => JSON.stringify(listCarriers(filter, snapshot)),
  getHealth: (_parameters, { snapshot }, { degraded }) => {
    const { generation, data_as_of } = snapshot.manifest
    const status = degraded ? 'degraded' : 'ok'
    return JSON.stringify({ status, version, generation, data_as_of } satisfies Health)
  },
}

/** What meaning should have answered and words did is not lasting. */
function searchAnswer(
  { search_mode: asked }: Pick<ProviderSearch, 'search_mode'>,
  { envelope, json }: Truncated<ProviderSearchEnvelope | LocationSearchEnvelope>,
  { resources }: LoadedSnapshot,
): SearchAnswer {
  const fellBack =
    envelope.parameters.search_mode === 'lexical' && asked !== 'lexical' && resources.finder.comparesMeaning
  return { body: json, lasting: !fellBack }
}
