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
import { suggest } from '@careatlas/search/suggest/suggest'
import type { PageOfJson } from '@careatlas/search/truncate'
import type { LoadedSnapshot } from '../snapshots/loaded-snapshot.ts'
import { version } from '../version.ts'
import type { Parameters } from './parameters.ts'

export interface OperationOptions extends SearchOptions {
  readonly directory: LoadedSnapshot
  readonly checkHealth: () => Promise<Health['checks']>
}

export type OperationResult = JsonResult | CardResult | MovedResult

interface JsonResult {
  readonly json: string
  /** Whether the same request has the same result until the next snapshot; false while the embedder fails. */
  readonly cacheable: boolean
}

interface CardResult extends JsonResult {
  /** The JSON of the card without its envelope. */
  readonly card: string
}

/** The identifier is a former one; REST redirects permanently to its successor. */
interface MovedResult {
  /** The `location_uuid` of the successor. */
  readonly movedTo: string
}

type Handler<Id extends OperationId> = (
  parameters: Parameters<Id>,
  options: OperationOptions,
) => OperationResult | Promise<OperationResult>

export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
  searchProviders: async (parameters, { directory, ...options }) =>
    toSearchResult(parameters, await searchProviders(parameters, directory, options), directory),
  getProvider: ({ npi }, { directory }) => wrapCard(getProvider(npi, directory.snapshot)),
  searchLocations: async (parameters, { directory, ...options }) =>
    toSearchResult(parameters, await searchLocations(parameters, directory, options), directory),
  getLocation: ({ location_uuid }, { directory }) => {
    const location = getLocation(location_uuid, directory.snapshot)
    return 'card' in location ? wrapCard(location.card) : { movedTo: location.heir }
  },
  listRegions: (_parameters, { directory }) => toResult(listRegions(directory.snapshot)),
  listCarriers: (filter, { directory }) => toResult(listCarriers(filter, directory.snapshot)),
  suggest: (search, { directory }) => toResult(suggest(search, directory)),
  getHealth: async (_parameters, { directory, checkHealth }) => {
    const { generation, data_as_of } = directory.snapshot.manifest
    const checks = await checkHealth()
    const status = Object.values(checks).includes('failing') ? 'degraded' : 'ok'
    return toResult({ status, checks, version, generation, data_as_of } satisfies Health)
  },
}

function toResult(value: object): JsonResult {
  return { json: JSON.stringify(value), cacheable: true }
}

const cardMeta = JSON.stringify({ region })

/** Wraps the JSON text of a card in its envelope; parsing and serializing the card again would dominate the cost of the request. */
function wrapCard(card: string): CardResult {
  return { card, json: `{"data":${card},"meta":${cardMeta}}`, cacheable: true }
}

/** Not cacheable if the search fell back to lexical mode because the embedder failed. */
function toSearchResult(
  { search_mode: requested }: Pick<ProviderSearch, 'search_mode'>,
  { parameters, json }: PageOfJson<ProviderSearchEnvelope> | PageOfJson<LocationSearchEnvelope>,
  { resources }: LoadedSnapshot,
): JsonResult {
  const hasFallenBack =
    parameters.search_mode === 'lexical' && requested !== 'lexical' && resources.finder.comparesMeaning
  return { json, cacheable: !hasFallenBack }
}
