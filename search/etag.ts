/** The validator of an answer, known before the search runs: same snapshot and same request, same bytes. */
import { hash } from 'node:crypto'
import type { Manifest } from '@careatlas/directory/snapshot/format'

/**
 * Strong: `"<generation>-<hash>"`, with its quotes. The hash covers when the snapshot was made, because a generation is
 * named anew when an operator wipes the data folder and ingests again.
 * @param request as `canonicalRequest` writes it, after whatever else its answer depends on
 */
export function createEtag(
  { generation, created_at }: Pick<Manifest, 'generation' | 'created_at'>,
  request: string,
): string {
  return `"${generation}-${hash('sha256', `${created_at} ${request}`, 'base64url').slice(0, 22)}"`
}

/**
 * One text for all spellings of a request: parsed parameters in the order of their names, so that order, empty values
 * and the spelling of lists make no difference.
 * @param operation its operationId
 * @param parameters those of the path and of the query together
 */
export function canonicalRequest(
  operation: string,
  parameters: Readonly<Record<string, unknown>> = {},
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return JSON.stringify([operation, ...given.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
