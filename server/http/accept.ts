/** Content negotiation by the `Accept` header (RFC 9110, section 12.5.1). */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** From the least to the most specific range; the most specific range of a header decides. */
const jsonRanges = ['*/*', 'application/*', 'application/json']

/** Whether the client gets an HTML page, as browsers do; other clients get JSON. */
export function wantsPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (headers.accept ?? '').includes('text/html')
}

/** Whether the client gets an error as a page: never at `clientPaths`, to which only clients post (RFC 6749, section 5.2). */
export function wantsErrorPage(request: FastifyRequest, clientPaths: readonly string[]): boolean {
  const [path = ''] = request.url.split('?', 1)
  return wantsPage(request) && !(request.method === 'POST' && clientPaths.includes(path))
}

/** Whether the client accepts JSON. A header without a well-formed range excludes nothing. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true
  const ranges = accept.split(',').flatMap(parseRange)
  const matching = ranges.filter(({ type }) => jsonRanges.includes(type))
  if (matching.length === 0) return ranges.length === 0
  const mostSpecific = matching.reduce((a, b) =>
    jsonRanges.indexOf(b.type) > jsonRanges.indexOf(a.type) ? b : a,
  )
  return mostSpecific.weight > 0
}

function parseRange(text: string): { readonly type: string; readonly weight: number }[] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(type)) return []
  const weight = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter))
  return [{ type, weight: weight === undefined ? 1 : Number(weight.slice(2)) }]
}
