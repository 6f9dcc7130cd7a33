/** The JSON-RPC message in the body of a request, as far as the endpoint reads it before the protocol does. */
import { INVALID_REQUEST } from '@modelcontextprotocol/server'
import * as z from 'zod'

export interface Message {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly id: string | number | null
}

/** A JSON-RPC error that is not about a known request. */
export interface ProtocolFailure {
  readonly jsonrpc: '2.0'
  readonly id: null
  readonly error: { readonly code: number; readonly message: string }
}

const Params = z.record(z.string(), z.unknown()).catch({})
const MessageSchema = z.object({
  method: z.string().catch(''),
  params: Params,
  id: z.union([z.string(), z.number()]).nullable().catch(null),
})

/** Rejects a batch, because a request is metered once; the protocol rejects all other invalid messages. */
export function readMessage(body: unknown): Message | ProtocolFailure {
  const parsed = MessageSchema.safeParse(body)
  if (Array.isArray(body) || !parsed.success)
    return invalidRequest('Send one JSON-RPC message as a JSON object; batches are not supported.')
  return parsed.data
}

function invalidRequest(message: string): ProtocolFailure {
  return { jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } }
}
