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
 * Returns a function that creates the ETags of an operation whose only parameters are identifiers: `W/"<generation>-<hash>-<id>"`.
 * Only a new snapshot needs a new hash, because hashing each request takes longer than finding a card.
 * @param context anything else that the response depends on
 */
export function createEtagOfIdentifiers(
  context: string,
): (manifest: Pick<Manifest, 'generation' | 'created_at'>, identifiers: readonly string[]) => string {
  let hashed: Pick<Manifest, 'generation' | 'created_at'> | null = null
  let prefix = ''
  return (manifest, identifiers) => {
    if (manifest !== hashed) prefix = createEtag(manifest, context).slice(0, -1)
    hashed = manifest
    return `${prefix}-${identifiers.join('-')}"`
  }
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
