/** Delegates requests to oidc-provider, with the current signing keys. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicUrl } from '../http/public-url.ts'
import { authorizationServer, type AuthorizationServerOptions } from './authorization-server.ts'
import type { RefreshingCache } from './refreshing-cache.ts'
import type { LocalKeys } from './local-issuer.ts'
import { type RewrittenRequest, rewriteRequest } from './rewrite-request.ts'

/** Without BASE_URL, a client chooses the port in its Host header. */
const issuersMax = 8

export interface ProviderBridgeOptions extends Omit<
  AuthorizationServerOptions,
  'issuer' | 'signingKeys' | 'requestOf'
> {
  readonly publicUrl: PublicUrl
  readonly keys: RefreshingCache<LocalKeys>
}

/** Every function throws the error of the last key refresh if no keys are known. */
export function createProviderBridge(options: ProviderBridgeOptions) {
  const requests = new WeakMap<IncomingMessage, FastifyRequest>()
  const requestOf = (message: IncomingMessage) => requests.get(message)
  const servers = forKeys(options.keys, () => new Map<string, ReturnType<typeof open>>())

  function open(issuer: string) {
    const { signing: signingKeys, verifying } = options.keys.known
    const server = authorizationServer({ ...options, issuer, signingKeys, requestOf })
    return { issuer, server, verifying, answer: server.callback() }
  }

  /** The authorization server at the address that the client of the request uses. */
  function opened(request: FastifyRequest) {
    const [issuer, known] = [options.publicUrl(request), servers()]
    const server = known.get(issuer) ?? open(issuer)
    if (known.size >= issuersMax) known.clear()
    known.set(issuer, server)
    return server
  }

  /** oidc-provider sends the response to this request, for the canonical `path`. */
  async function delegate(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    change: Partial<Omit<RewrittenRequest, 'issuer' | 'url'>> & { readonly query?: string } = {},
  ): Promise<void> {
    const { issuer, answer } = opened(request)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    const { query = queryIn(request), ...changed } = change
    const message = rewriteRequest(request.raw, {
      issuer,
      url: path + query,
      body: textIn(request),
      ...changed,
    })
    requests.set(message, request)
    await answer(message, reply.raw)
  }

  /** Whether another user authorized an app in this browser before; oidc-provider would show a page with a script to sign that user out. */
  async function isSessionOfAnother(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
  ): Promise<boolean> {
    const { issuer, server } = opened(request)
    const message = rewriteRequest(request.raw, { issuer, url: '/' })
    const login = (await server.Interaction.find(uid))?.result?.login
    const { accountId } = await server.Session.get(server.createContext(message, reply.raw))
    return login !== undefined && accountId !== undefined && accountId !== login.accountId
  }

  return { opened, delegate, isSessionOfAnother }
}

/** A value that is rebuilt when the keys change, because oidc-provider reads its keys only once. */
function forKeys<Value>(keys: RefreshingCache<LocalKeys>, make: (keys: LocalKeys) => Value): () => Value {
  let made: { readonly of: LocalKeys; readonly value: Value } | undefined
  return () => {
    const of = keys.known
    if (made?.of !== of) made = { of, value: make(of) }
    return made.value
  }
}

/** The query string with its question mark, or an empty string. The part before may name another host (RFC 9112, section 3.2.2). */
export function queryIn({ raw }: FastifyRequest): string {
  return /\?[^#]*/.exec(raw.url ?? '')?.[0] ?? ''
}

/** The body as it was sent; empty if it was parsed as a form. */
export function textIn({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}
