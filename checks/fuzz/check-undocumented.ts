/** Checks a response that the document does not describe: it must be a page, or an error in the format of its path. */
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import * as z from 'zod'
import { parseJson } from './check-documented.ts'
import type { FuzzRequest, FuzzResponse } from './send.ts'

/** RFC 6749, section 5.2. */
const OAuthError = z.looseObject({ error: z.string().min(1), error_description: z.string().optional() })

/** JSON-RPC 2.0, section 5.1. */
const RpcError = z.looseObject({
  jsonrpc: z.literal('2.0'),
  error: z.looseObject({ code: z.int(), message: z.string() }),
})

/** Returns the fault of the response, whose status is below 500; null if there is none. */
export function checkUndocumented(
  { method, path }: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): string | null {
  if (method === 'HEAD') return body === '' ? null : 'HEAD with a body'
  if (status < 400) return status < 200 ? `status ${status}` : null
  const [type] = (headers['content-type'] ?? '').split(';')
  if (type === 'text/html') return body.includes('<h1') ? null : `${status} with a page without a heading`
  if (type !== 'application/json') return `${status} with the type ${type}`
  const value = parseJson(body)
  const shapes = [
    ErrorEnvelope,
    ...(path.startsWith('/oauth/') ? [OAuthError] : []),
    ...(path.startsWith('/mcp') ? [RpcError] : []),
  ]
  return shapes.some((shape) => shape.safeParse(value).success)
    ? null
    : `${status} with the body ${body.slice(0, 200)}`
}
