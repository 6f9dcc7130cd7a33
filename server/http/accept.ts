/** Content negotiation by the `Accept` header (RFC 9110, section 12.5.1). */
import type { IncomingMessage } from 'node:http'

/** From the least to the most specific range; the weight of the most specific one counts. */
const rangesOfJson = ['*/*', 'application/*', 'application/json']

/** Browsers get pages; clients that do not accept HTML get JSON. */
export function wantsPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (headers.accept ?? '').includes('text/html')
}

/** Whether the client accepts JSON. A header without a well-formed range excludes nothing. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true
  const ranges = accept.split(',').flatMap(parseRange)
  const matching = ranges.filter(({ type }) => rangesOfJson.includes(type))
  if (matching.length === 0) return ranges.length === 0
  const exactest = matching.reduce((a, b) =>
    rangesOfJson.indexOf(b.type) > rangesOfJson.indexOf(a.type) ? b : a,
  )
  return exactest.weight > 0
}

function parseRange(text: string): { readonly type: string; readonly weight: number }[] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(type)) return []
  const weight = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter))
  return [{ type, weight: weight === undefined ? 1 : Number(weight.slice(2)) }]
}
