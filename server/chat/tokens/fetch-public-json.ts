/**
 * Fetches JSON from a URL that a partner or its identity provider chose. `fetch` cannot choose the address to which it connects, so
 * this uses `node:https` with a lookup that rejects reserved networks: the checked address is the one that is used.
 */
import dns from 'node:dns'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isReservedAddress } from '../../access/tokens/reserved-ip-ranges.ts'
import { isLoopback, removeBrackets } from '../../addresses.ts'

export interface FetchRules {
  readonly signal: AbortSignal
  readonly bytesMax: number
  /** Whether loopback addresses, also over http, are allowed; for development. */
  readonly allowsLoopback: boolean
}

/** Follows no redirects. Rejects if the URL, its address, the status, the size or the body is not acceptable. */
export async function fetchPublicJson(url: string, rules: FetchRules): Promise<unknown> {
  const response = await request(new URL(url), rules)
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`${url} answers ${response.statusCode}`)
  }
  return JSON.parse(await readLimited(response, url, rules.bytesMax)) as unknown
}

async function request(url: URL, { signal, allowsLoopback }: FetchRules): Promise<IncomingMessage> {
  const { protocol, hostname } = url
  if (protocol !== 'https:' && !(protocol === 'http:' && allowsLoopback))
    throw new Error(`${url.href} is not https`)
  const host = removeBrackets(hostname)
  const isForbidden = (address: string) =>
    isReservedAddress(address) && !(allowsLoopback && isLoopback(address))
  // Node looks up names only.
  if (isIP(host) !== 0 && isForbidden(host)) throw reservedError(host)
  const message = (protocol === 'https:' ? https : http).get(url, {
    // A pooled connection would skip the lookup.
    agent: false,
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    lookup: createLookup(isForbidden),
    signal,
  })
  // After the response has begun, its reader gets the error.
  message.on('error', () => undefined)
  const [response] = (await once(message, 'response')) as [IncomingMessage]
  return response
}

/** Looks up a name, and fails if any of its addresses is forbidden. */
function createLookup(isForbidden: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) return callback(error ?? reservedError(hostname), [])
      if (addresses.some(({ address }) => isForbidden(address))) return callback(reservedError(hostname), [])
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
}

function reservedError(host: string): Error {
  return new Error(`${host} is in a reserved network`)
}

async function readLimited(response: IncomingMessage, url: string, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop destroys the response.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`${url} has more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
