/** Runs a search of the demo with the operation of the API that its request has, and describes what the search understood. */
import type { LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import type { LocationSearch, ProviderSearch } from '@careatlas/contract/parameters'
import { parseParameters } from '@careatlas/contract/parse-parameters'
import { describingResources } from '@careatlas/search/interpret-text'
import type { Contacts } from '@careatlas/search/notices'
import { describeQuery, type QueryPart } from '@careatlas/search/query/describe-query'
import { withoutLocations } from '@careatlas/search/query/query-resources'
import { resolvePosition } from '@careatlas/search/resolve-position'
import { requestedTextMode } from '@careatlas/search/sort-and-mode'
import type { OperationOptions } from '../../operations/handlers.ts'
import { runOperation } from '../../operations/run-operation.ts'
import type { LoadedSnapshot } from '../../snapshots/loaded-snapshot.ts'
import type { Answer, View } from './answer.ts'
import { operationByKind } from './api-call.ts'
import { toApiSearch } from './demo-request.ts'

/** The settings of searches, which are those of the API. */
export interface SearchSettings {
  readonly checkHealth: OperationOptions['checkHealth']
  readonly responseBudgetBytes: number
  readonly searchTimeoutMs: number
  readonly contacts: Contacts
  readonly resolvePlaces: boolean
}

/** @throws ApiError those of the operation, and those of `toApiSearch` */
export async function runDemoSearch(
  { request }: View,
  directory: LoadedSnapshot,
  signal: NonNullable<OperationOptions['signal']>,
  { responseBudgetBytes: budgetBytes, searchTimeoutMs, ...settings }: SearchSettings,
): Promise<Answer> {
  const deadline = performance.now() + searchTimeoutMs
  const { query: apiQuery, unknownPlace } = toApiSearch(request, directory.resources.gazetteer)
  const operation = operationByKind[request.kind]
  const parameters = parseParameters(operation, apiQuery.toString())
  const { contacts, resolvePlaces, checkHealth } = settings
  const result = await runOperation(operation, parameters, {
    directory,
    budgetBytes,
    deadline,
    signal,
    contacts,
    resolvePlaces,
    checkHealth,
  })
  if ('movedTo' in result) throw new Error('A search has no former identifier')
  const parts = describeParts(parameters, operation, directory, resolvePlaces)
  const envelope = JSON.parse(result.json) as ProviderSearchEnvelope | LocationSearchEnvelope
  return { envelope, parts, apiQuery, unknownPlace }
}

/** Describes the query after its search, which has requested its vector. */
function describeParts(
  parameters: ProviderSearch | LocationSearch,
  operation: 'searchProviders' | 'searchLocations',
  { resources }: LoadedSnapshot,
  resolvePlaces: boolean,
): readonly QueryPart[] {
  const { q, search_mode } = parameters
  if (q === undefined) return []
  const collection = operation === 'searchProviders' ? 'providers' : 'locations'
  const mode = requestedTextMode(search_mode)
  const position = resolvePosition(parameters)
  const searched = resolvePlaces ? resources : withoutLocations(resources)
  return describeQuery(q, {
    collection,
    mode,
    position,
    resources: describingResources({ q, collection, mode, geo: position }, searched),
  })
}
