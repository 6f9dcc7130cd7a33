/** What answers each operation: parameters and the served directory in, JSON out, or a refusal thrown. */
import type { Health } from '@careatlas/contract/envelopes'
import type { OperationId } from '@careatlas/contract/parameters'
import { getLocation } from '@careatlas/search/get-location'
import { getProvider } from '@careatlas/search/get-provider'
import { listCarriers } from '@careatlas/search/list-carriers'
import { listRegions } from '@careatlas/search/list-regions'
import { searchLocations } from '@careatlas/search/search-locations'
import { searchProviders } from '@careatlas/search/search-providers'
import type { SearchOptions } from '@careatlas/search/served'
import type { ServedDirectory } from '../served-directory.ts'
import { version } from '../version.ts'
import { detailEnvelope } from './detail-envelope.ts'
import type { Parameters } from './read-parameters.ts'

export interface AnswerOptions extends SearchOptions {
  /** Whether an older directory is served than was published, or one that is damaged on disk. */
  readonly degraded: boolean
}

/** JSON at once, or of a search a promise of it. Throws or rejects with the refusals of the operation. */
export function answer<Id extends OperationId>(
  operation: Id,
  parameters: Parameters<Id>,
  directory: ServedDirectory,
  options: AnswerOptions,
): string | Promise<string> {
  return endpoints[operation](parameters, directory, options)
}

type Endpoint<Id extends OperationId> = (
  parameters: Parameters<Id>,
  directory: ServedDirectory,
  options: AnswerOptions,
) => string | Promise<string>

const endpoints: { readonly [Id in OperationId]: Endpoint<Id> } = {
  searchProviders: async (parameters, directory, options) =>
    JSON.stringify(await searchProviders(parameters, directory, options)),
  getProvider: ({ npi }, { snapshot }) => detailEnvelope(getProvider(npi, snapshot)),
  searchLocations: async (parameters, directory, options) =>
    JSON.stringify(await searchLocations(parameters, directory, options)),
  getLocation: ({ location_uuid }, { snapshot }) => detailEnvelope(getLocation(location_uuid, snapshot)),
  listRegions: (_parameters, { snapshot }) => JSON.stringify(listRegions(snapshot)),
  listCarriers: (filter, { snapshot }) => JSON.stringify(listCarriers(filter, snapshot)),
  getHealth: (_parameters, { snapshot }, { degraded }) => {
    const { generation, data_as_of } = snapshot.manifest
    const status = degraded ? 'degraded' : 'ok'
    return JSON.stringify({ status, version, generation, data_as_of } satisfies Health)
  },
}
