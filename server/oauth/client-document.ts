/** Fetches the metadata documents of clients (Client ID Metadata Documents). */
import dns from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Client, errors } from 'oidc-provider'
import { checkDocument, ClientMetadataError, documentMetadata } from './client-metadata.ts'
import { readLimitedText } from '@careatlas/models/read-limited-text'
import { isReservedAddress } from './reserved-ip-ranges.ts'

const addressLengthMax = 2048

/** A client id must have a path (Client ID Metadata Document, section 3) and a host name, not an IP address or a port. */
export function isDocumentAddress(id: string): boolean {
  if (id.length > addressLengthMax || !/^https:\/\/[^/?]+\/[^?]/i.test(id)) return false
  const url = URL.parse(id)
  return url !== null && url.port === '' && isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0
}

/** Throws InvalidClientMetadata for a document that would be invalid as a registration. */
export function hasGoodDocument(client: Client): true {
  try {
    checkDocument(client)
    return true
  } catch (error) {
    if (!(error instanceof ClientMetadataError)) throw error
    throw new errors.InvalidClientMetadata(error.message)
  }
}

/** More than the limit of oidc-provider, which then rejects the document itself. */
const bytesMax = 8 * 1024

/** Concurrent fetches of this process: each holds a socket for up to 2.5 s and about 8 KiB. */
const fetchesMax = 16

let fetches = 0

/** Whether another fetch would be rejected. */
export function isBusyFetching(): boolean {
  return fetches >= fetchesMax
}

/**
 * Fetches a document and keeps only the members that we use. Rejects if the document is missing or too large, if too many fetches
 * are in progress, and before connecting if the host is in a reserved network. `options` is passed on, because oidc-provider checks
 * the connected address in it.
 */
export async function fetchDocument(address: string | URL, options?: RequestInit): Promise<Response> {
  if (isBusyFetching()) throw new Error('too many documents are being fetched')
  fetches += 1
  try {
    await rejectReserved(new URL(address).hostname)
    return await documentAt(address, options)
  } finally {
    fetches -= 1
  }
}

async function rejectReserved(host: string): Promise<void> {
  const found = await dns.lookup(host, { all: true })
  if (found.some(({ address }) => isReservedAddress(address)))
    throw new Error(`${host} is in a reserved network`)
}

async function documentAt(address: string | URL, options?: RequestInit): Promise<Response> {
  const response = await fetch(address, options)
  if (response.status !== 200) return response
  const text = await readLimitedText(response, bytesMax)
  // The original length and encoding do not apply to the new body.
  const kept = ['cache-control', 'expires'].flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return new Response(tidied(text), {
    headers: { 'content-type': 'application/json', ...Object.fromEntries(kept) },
  })
}

function tidied(text: string): string {
  try {
    const document: unknown = JSON.parse(text)
    return typeof document === 'object' && document !== null && !Array.isArray(document)
      ? JSON.stringify(documentMetadata({ ...document }))
      : text
  } catch {
    return text
  }
}
