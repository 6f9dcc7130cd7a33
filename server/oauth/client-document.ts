/** Fetches the metadata documents of clients (Client ID Metadata Documents). */
import dns from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Client, errors } from 'oidc-provider'
import { removeBrackets } from '../addresses.ts'
import { validateMetadata, ClientMetadataError, pickDocumentMembers } from './client-metadata.ts'
import { readLimitedText } from '@careatlas/models/read-limited-text'
import { isReservedAddress } from '../access/tokens/reserved-ip-ranges.ts'

const urlLengthMax = 2048

/** A client id must have a path (Client ID Metadata Document, section 3) and a host name, not an IP address or a port. */
export function isDocumentUrl(id: string): boolean {
  if (id.length > urlLengthMax || !/^https:\/\/[^/?]+\/[^?]/i.test(id)) return false
  const url = URL.parse(id)
  return url !== null && url.port === '' && isIP(removeBrackets(url.hostname)) === 0
}

/** Throws InvalidClientMetadata if the document would be invalid as a registration. */
export function validateDocument(client: Client): void {
  try {
    validateMetadata(client)
  } catch (error) {
    if (!(error instanceof ClientMetadataError)) throw error
    throw new errors.InvalidClientMetadata(error.message)
  }
}

/** Larger than the limit of oidc-provider, which rejects the documents between the two limits. */
const documentBytesMax = 8 * 1024

/** Concurrent fetches of this process: each holds a socket for up to 2.5 s and about 8 KiB. */
const activeFetchesMax = 16

let activeFetches = 0

/** Whether `fetchDocument` would reject now, because too many fetches are in progress. */
export function isBusyFetching(): boolean {
  return activeFetches >= activeFetchesMax
}

/**
 * Fetches a document and keeps only the members that the server uses. Rejects if the document is too large, if too many fetches are in
 * progress, and before connecting if the host is in a reserved network. `options` comes from oidc-provider, whose dispatcher checks the
 * connected address again.
 */
export async function fetchDocument(url: string | URL, options?: RequestInit): Promise<Response> {
  if (isBusyFetching()) throw new Error('too many documents are being fetched')
  activeFetches += 1
  try {
    await rejectReservedHost(new URL(url).hostname)
    return await requestDocument(url, options)
  } finally {
    activeFetches -= 1
  }
}

async function rejectReservedHost(host: string): Promise<void> {
  const addresses = await dns.lookup(host, { all: true })
  if (addresses.some(({ address }) => isReservedAddress(address)))
    throw new Error(`${host} is in a reserved network`)
}

async function requestDocument(url: string | URL, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  if (response.status !== 200) return response
  const text = await readLimitedText(response, documentBytesMax)
  // The original length and encoding do not apply to the new body.
  const cacheHeaders = ['cache-control', 'expires'].flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return new Response(filterMembers(text), {
    headers: { 'content-type': 'application/json', ...Object.fromEntries(cacheHeaders) },
  })
}

/** Drops unused members of a JSON object; oidc-provider rejects any other text. */
function filterMembers(text: string): string {
  try {
    const document: unknown = JSON.parse(text)
    return typeof document === 'object' && document !== null && !Array.isArray(document)
      ? JSON.stringify(pickDocumentMembers({ ...document }))
      : text
  } catch {
    return text
  }
}
