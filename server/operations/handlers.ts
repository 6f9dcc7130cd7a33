/** The handler of each operation: typed parameters and a snapshot in, JSON out. */
import {
  type Health,
  type LocationSearchEnvelope,
  type ProviderSearchEnvelope,
  region,
} from '@careatlas/contract/envelopes'
import type { OperationId, ProviderSearch } from '@careatlas/contract/parameters'
import { getLocation, getProvider } from '@careatlas/search/get-card'
import { listCarriers, listRegions } from '@careatlas/search/list-coverage'
import type { SearchOptions } from '@careatlas/search/search-context'
import { searchLocations } from '@careatlas/search/search-locations'
import { searchProviders } from '@careatlas/search/search-providers'
import type { PageOfJson } from '@careatlas/search/truncate'
import type { LoadedSnapshot } from '../snapshots/loaded-snapshot.ts'
import { version } from '../version.ts'
import type { Parameters } from './parameters.ts'

export interface OperationOptions extends SearchOptions {
  readonly directory: LoadedSnapshot
  readonly checkHealth: () => Promise<Health['checks']>
}

export type OperationResult = Answer | Moved

interface Answer {
  readonly json: string
  /** Whether the same request has the same answer until the next snapshot; false while the embedder fails. */
  readonly cacheable: boolean
}

/** The place has another identifier now; REST answers with a permanent redirect. */
interface Moved {
  /** A `location_uuid`. */
  readonly movedTo: string
}

type Handler<Id extends OperationId> = (
  parameters: Parameters<Id>,
  options: OperationOptions,
) => OperationResult | Promise<OperationResult>

export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
  searchProviders: async (parameters, { directory, ...options }) =>
    searchAnswer(parameters, await searchProviders(parameters, directory, options), directory),
  getProvider: ({ npi }, { directory }) => detail(getProvider(npi, directory.snapshot)),
  searchLocations: async (parameters, { directory, ...options }) =>
    searchAnswer(parameters, await searchLocations(parameters, directory, options), directory),
  getLocation: ({ location_uuid }, { directory }) => {
    const found = getLocation(location_uuid, directory.snapshot)
    return 'card' in found ? detail(found.card) : { movedTo: found.heir }
  },
  listRegions: (_parameters, { directory }) => answer(listRegions(directory.snapshot)),
  listCarriers: (filter, { directory }) => answer(listCarriers(filter, directory.snapshot)),
  getHealth: async (_parameters, { directory, checkHealth }) => {
    const { generation, data_as_of } = directory.snapshot.manifest
    const checks = await checkHealth()
    const status = Object.values(checks).includes('failing') ? 'degraded' : 'ok'
    return answer({ status, checks, version, generation, data_as_of } satisfies Health)
  },
}

function answer(value: object): Answer {
  return { json: JSON.stringify(value), cacheable: true }
}

const detailMeta = JSON.stringify({ region })

/** The envelope of a card that is JSON text already; parsing and serializing it again would dominate the cost of the request. */
function detail(card: string): Answer {
  return { json: `{"data":${card},"meta":${detailMeta}}`, cacheable: true }
}

/** Not cacheable if the search fell back from meaning to words because the embedder failed. */
function searchAnswer(
  { search_mode: requested }: Pick<ProviderSearch, 'search_mode'>,
  { parameters, json }: PageOfJson<ProviderSearchEnvelope> | PageOfJson<LocationSearchEnvelope>,
  { resources }: LoadedSnapshot,
): Answer {
  const fellBack =
    parameters.search_mode === 'lexical' && requested !== 'lexical' && resources.finder.comparesMeaning
  return { json, cacheable: !fellBack }
}
