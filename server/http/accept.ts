/** What an `Accept` header lets us answer with (RFC 9110, section 12.5.1). */
import type { IncomingMessage } from 'node:http'

/** The more exact a range is, the more its weight counts: it stands later here. */
const rangesOfJson = ['*/*', 'application/*', 'application/json']

/** Browsers get pages, programs that do not accept HTML get JSON. */
export function wantsPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (headers.accept ?? '').includes('text/html')
}

/** Whether JSON will do. A header without one well-formed range excludes nothing. */
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
