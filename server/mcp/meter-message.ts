/** Counts a message against the limits that REST has too: a tool call or a card as its operation, all else as a message. */
import type { OperationId } from '@careatlas/contract/parameters'
import type { Limits, LimitSubjects, Metered } from '../access/rate-limit/limits.ts'
import type { Message, ProtocolFailure } from './message.ts'
import { operationOfResource } from './resources.ts'
import { tools } from './tools.ts'

/** Rejects with `rate_limited` or `quota_exceeded`. */
export function meterMessage(
  limits: Limits,
  message: Message | ProtocolFailure,
  subjects: string | LimitSubjects,
): Promise<Metered> {
  const operation = 'error' in message ? null : operationOf(message)
  return operation === null ? limits.take('messages', subjects) : limits.meter(operation, subjects, 1)
}

function operationOf({ method, params }: Message): OperationId | null {
  const { name, uri } = params
  if (method === 'tools/call' && typeof name === 'string') return tools.get(name)?.operation ?? null
  if (method === 'resources/read' && typeof uri === 'string') return operationOfResource(uri)
  return null
}
