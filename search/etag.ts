/** The ETag of a response, known before the search runs: the same snapshot and request give the same bytes. */
import { hash } from 'node:crypto'
import type { Manifest } from '@careatlas/directory/snapshot/format'

/**
 * `W/"<generation>-<hash>"`; weak, because the compressed and the plain response share it (RFC 9110, section 8.8.3). The hash
 * covers the creation time of the snapshot: if the operator deletes the data folder and ingests again, generation names repeat.
 * @param request as `canonicalRequest` returns it, after anything else that the response depends on
 */
export function createEtag(
  { generation, created_at }: Pick<Manifest, 'generation' | 'created_at'>,
  request: string,
): string {
  return `W/"${generation}-${hash('sha256', `${created_at} ${request}`, 'base64url').slice(0, 22)}"`
}

/**
 * The same text for equivalent requests: the parsed parameters, sorted by name.
 * @param operation its operationId
 * @param parameters those of the path and of the query string together
 */
export function canonicalRequest(
  operation: string,
  parameters: Readonly<Record<string, unknown>> = {},
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return JSON.stringify([operation, ...given.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
