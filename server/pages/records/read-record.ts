/** Reads a card as the API does, for its page. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { OperationOptions } from '../../operations/handlers.ts'
import { validateOperation } from '../../operations/parameters.ts'
import { runOperation } from '../../operations/run-operation.ts'
import type { SnapshotManager } from '../../snapshots/snapshot-manager.ts'

export interface ReadOptions {
  readonly current: SnapshotManager
  readonly checkHealth: OperationOptions['checkHealth']
  readonly responseBudgetBytes: number
}

/** @throws ApiError as `GET /v1/providers/{npi}` */
export async function readProvider(npi: string, options: ReadOptions): Promise<ProviderCard> {
  const parameters = validateOperation('getProvider', { npi })
  const result = await runOperation('getProvider', parameters, toOperationOptions(options))
  return JSON.parse((result as { readonly card: string }).card) as ProviderCard
}

/**
 * The card, or the identifier of the place that replaces a former one.
 * @throws ApiError as `GET /v1/locations/{location_uuid}`
 */
export async function readLocation(
  uuid: string,
  options: ReadOptions,
): Promise<{ readonly card: LocationCard } | { readonly movedTo: string }> {
  const parameters = validateOperation('getLocation', { location_uuid: uuid })
  const result = await runOperation('getLocation', parameters, toOperationOptions(options))
  if ('movedTo' in result) return result
  return { card: JSON.parse((result as { readonly card: string }).card) as LocationCard }
}

function toOperationOptions({ current, checkHealth, responseBudgetBytes }: ReadOptions): OperationOptions {
  return {
    directory: current.get(),
    checkHealth,
    budgetBytes: responseBudgetBytes,
    deadline: Number.POSITIVE_INFINITY,
  }
}
