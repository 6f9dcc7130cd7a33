/** Runs an operation of the contract on one snapshot, without any transport. REST calls this function; other transports can too. */
import type { OperationId } from '@careatlas/contract/parameters'
import { handlers, type OperationOptions, type OperationResult } from './handlers.ts'
import type { Parameters } from './parameters.ts'

/** @throws ApiError with the error codes of the operation, `timeout` after the deadline or an abort */
export async function runOperation<Id extends OperationId>(
  id: Id,
  parameters: Parameters<Id>,
  options: OperationOptions,
): Promise<OperationResult> {
  const result = handlers[id](parameters, options)
  // A synchronous result needs no reference to the snapshot, because the snapshot cannot close in the meantime.
  return result instanceof Promise ? options.directory.holdWhile(result) : result
}
