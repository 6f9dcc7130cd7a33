/** Delegates requests to oidc-provider, with the current signing keys. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicUrl } from '../http/public-url.ts'
import { createAuthorizationServer, type AuthorizationServerOptions } from './authorization-server.ts'
import type { RefreshingCache } from './refreshing-cache.ts'
import type { LocalKeys } from './local-issuer.ts'
import { type RewriteOptions, rewriteRequest } from './rewrite-request.ts'

/** A bound on cached servers: without BASE_URL, the Host header of the client sets the port of the issuer. */
const issuersMax = 8

export interface ProviderBridgeOptions extends Omit<
  AuthorizationServerOptions,
  'issuer' | 'signingKeys' | 'findRequest'
> {
  readonly publicUrl: PublicUrl
  readonly keys: RefreshingCache<LocalKeys>
}

/** Each function throws the error of the last key refresh if no keys are cached. */
export function createProviderBridge(options: ProviderBridgeOptions) {
  const requests = new WeakMap<IncomingMessage, FastifyRequest>()
  const findRequest = (message: IncomingMessage) => requests.get(message)
  const serversByIssuer = cacheForKeys(options.keys, () => new Map<string, ReturnType<typeof createServer>>())

  function createServer(issuer: string) {
    const { signingKeys, publicKeys } = options.keys.current
    const server = createAuthorizationServer({ ...options, issuer, signingKeys, findRequest })
    return { issuer, server, publicKeys, handle: server.callback() }
  }

  /** The authorization server for the public address of the request. */
  function getServer(request: FastifyRequest) {
    const [issuer, servers] = [options.publicUrl(request), serversByIssuer()]
    const server = servers.get(issuer) ?? createServer(issuer)
    if (servers.size >= issuersMax) servers.clear()
    servers.set(issuer, server)
    return server
  }

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

  /**
   * Whether the session of oidc-provider in this browser belongs to another user than the interaction; oidc-provider would then show a
   * page with a script to sign that user out.
   */
  async function hasSessionOfOtherUser(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
  ): Promise<boolean> {
    const { issuer, server } = getServer(request)
    const message = rewriteRequest(request.raw, { issuer, url: '/' })
    const login = (await server.Interaction.find(uid))?.result?.login
    const { accountId } = await server.Session.get(server.createContext(message, reply.raw))
    return login !== undefined && accountId !== undefined && accountId !== login.accountId
  }

  return { getServer, delegate, hasSessionOfOtherUser }
}

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
