/** Documents in which clients say who they are (Client ID Metadata Documents): where they may be, and how they are read. */
import dns from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Client, errors } from 'oidc-provider'
import { checkDocument, ClientMetadataError, documentMetadata } from './client-metadata.ts'
import { readLimitedText } from './read-limited-text.ts'
import { isReservedAddress } from './reserved-ip-ranges.ts'

const addressLengthMax = 2048

/** A site alone names no client (Client ID Metadata Document, section 3: there must be a path), nor does a machine by its number. */
export function isDocumentAddress(id: string): boolean {
  if (id.length > addressLengthMax || !/^https:\/\/[^/?]+\/[^?]/i.test(id)) return false
  const url = URL.parse(id)
  return url !== null && url.port === '' && isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0
}

/** Throws InvalidClientMetadata for a document that says what no registration could. */
export function hasGoodDocument(client: Client): true {
  try {
    checkDocument(client)
    return true
  } catch (error) {
    if (!(error instanceof ClientMetadataError)) throw error
    throw new errors.InvalidClientMetadata(error.message)
  }
}

/** More than oidc-provider takes, so that it is the one to refuse what is a little longer. */
const bytesMax = 8 * 1024

/** At once, in this process: each holds a socket for 2.5 s and some 8 KiB. */
const fetchesMax = 16

let fetches = 0

/** Whether another one would be refused. */
export function isBusyFetching(): boolean {
  return fetches >= fetchesMax
}

/**
 * A document with what is read of it alone. Rejects where nothing comes, or too much, where too many are under way, and before it
 * connects where the site is on a network of our own. `options` goes along as it is: it carries what looks again at the address that
 * was connected to.
 */
export async function fetchDocument(address: string | URL, options?: RequestInit): Promise<Response> {
  if (isBusyFetching()) throw new Error('too many documents are asked for at once')
  fetches += 1
  try {
    await refuseSpecial(new URL(address).hostname)
    return await documentAt(address, options)
  } finally {
    fetches -= 1
  }
}

async function refuseSpecial(host: string): Promise<void> {
  const found = await dns.lookup(host, { all: true })
  if (found.some(({ address }) => isReservedAddress(address)))
    throw new Error(`${host} is on a network that is nobody's site`)
}

async function documentAt(address: string | URL, options?: RequestInit): Promise<Response> {
  const response = await fetch(address, options)
  if (response.status !== 200) return response
  const text = await readLimitedText(response, bytesMax)
  // Its length and encoding are those of another text.
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
