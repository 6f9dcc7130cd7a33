/** Delegates requests to an oidc-provider, with the current signing keys. */
import type { IncomingMessage } from 'node:http'
import type { SigningKey } from '@careatlas/state/signing-keys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { PublicUrl } from '../../http/public-url.ts'
import type { RefreshingCache } from '../refreshing-cache.ts'
import type { FindRequest } from './audit-provider.ts'
import { type RewriteOptions, rewriteRequest } from './rewrite-request.ts'
import type { LocalKeys } from './signing-key-cache.ts'

/** A bound on cached servers: without BASE_URL, the Host header of the client sets the port of the issuer. */
const issuersMax = 8

/** What differs between the instances of oidc-provider. */
export interface ProviderParts {
  /** The public address, without a trailing slash. */
  readonly issuer: string
  /** The first key signs. */
  readonly signingKeys: readonly SigningKey[]
  readonly findRequest: FindRequest
}

export interface ProviderBridgeOptions {
  readonly publicUrl: PublicUrl
  readonly keys: RefreshingCache<LocalKeys>
  readonly createProvider: (parts: ProviderParts) => Provider
}

/** Each function throws the error of the last key refresh if no keys are cached. */
export function createProviderBridge({ publicUrl, keys, createProvider }: ProviderBridgeOptions) {
  const requests = new WeakMap<IncomingMessage, FastifyRequest>()
  const findRequest: FindRequest = (message) => requests.get(message)
  const serversByIssuer = cacheForKeys(keys, () => new Map<string, ReturnType<typeof createServer>>())

  function createServer(issuer: string) {
    const { signingKeys, publicKeys } = keys.current
    const server = createProvider({ issuer, signingKeys, findRequest })
    return { issuer, server, publicKeys, handle: server.callback() }
  }

  /** The server at this public address. */
  function getServerAt(issuer: string) {
    const servers = serversByIssuer()
    const server = servers.get(issuer) ?? createServer(issuer)
    if (servers.size >= issuersMax) servers.clear()
    servers.set(issuer, server)
    return server
  }

  /** The server at the public address of the request. */
  const getServer = (request: FastifyRequest) => getServerAt(publicUrl(request))

  /** Passes the request to oidc-provider with the canonical `path`; oidc-provider sends the response. */
  async function delegate(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    changes: Partial<Omit<RewriteOptions, 'issuer' | 'url'>> & { readonly query?: string } = {},
  ): Promise<void> {
    const { issuer, handle } = getServer(request)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    const { query = readRawQuery(request), ...otherChanges } = changes
    const message = rewriteRequest(request.raw, {
      issuer,
      url: path + query,
      body: readRawBody(request),
      ...otherChanges,
    })
    requests.set(message, request)
    await handle(message, reply.raw)
  }

  return { getServer, getServerAt, delegate }
}

export type ProviderBridge = ReturnType<typeof createProviderBridge>

/** Caches a value until the keys change, because oidc-provider reads its keys only once. */
function cacheForKeys<Value>(
  keys: RefreshingCache<LocalKeys>,
  create: (keys: LocalKeys) => Value,
): () => Value {
  let cached: { readonly keys: LocalKeys; readonly value: Value } | undefined
  return () => {
    const current = keys.current
    if (cached?.keys !== current) cached = { keys: current, value: create(current) }
    return cached.value
  }
}

/**
 * The query string with its question mark, or an empty string. The part before it is ignored, because it may name another host
 * (RFC 9112, section 3.2.2).
 */
export function readRawQuery({ raw }: FastifyRequest): string {
  return /\?[^#]*/.exec(raw.url ?? '')?.[0] ?? ''
}

/** The body as it was sent; empty if it was parsed as a form. */
export function readRawBody({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}
