/** The validator of an answer, known before the search runs: same generation and same request, same bytes. */
import { createHash } from 'node:crypto'

/**
 * Strong: `"<generation>-<hash>"`, with its quotes.
 * @param request as `canonicalRequest` writes it
 */
export function etagOf(generation: string, request: string): string {
  return `"${generation}-${createHash('sha256').update(request).digest('base64url').slice(0, 22)}"`
}

/**
 * One text for all spellings of a request: parsed parameters in the order of their names, so that order, empty values
 * and the spelling of lists make no difference.
 * @param operation operationId, with the path parameter of a detail after it
 */
export function canonicalRequest(
  operation: string,
  parameters: Readonly<Record<string, unknown>> = {},
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return JSON.stringify([operation, ...given.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
