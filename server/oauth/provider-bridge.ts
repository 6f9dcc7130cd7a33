/** Requests that oidc-provider answers in our place, with the keys of now. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorizationServer, type AuthorizationServerOptions } from './authorization-server.ts'
import type { RefreshingCache } from './refreshing-cache.ts'
import type { LocalKeys } from './local-issuer.ts'
import { type RewrittenRequest, rewriteRequest } from './rewrite-request.ts'

export interface ProviderBridgeOptions extends Omit<
  AuthorizationServerOptions,
  'issuer' | 'signingKeys' | 'requestOf'
> {
  /** Public address, without a slash at the end; known when the first request comes. */
  readonly issuer: () => string
  readonly keys: RefreshingCache<LocalKeys>
}

/** All of it throws as the last look for keys did where none are known. */
export function createProviderBridge(options: ProviderBridgeOptions) {
  const requests = new WeakMap<IncomingMessage, FastifyRequest>()
  const requestOf = (message: IncomingMessage) => requests.get(message)
  const opened = forKeys(options.keys, ({ signing: signingKeys, verifying }) => {
    const issuer = options.issuer()
    const server = authorizationServer({ ...options, issuer, signingKeys, requestOf })
    return { issuer, server, verifying, answer: server.callback() }
  })

  /** The rest is oidc-provider's: it answers at `path`, however the request wrote that. */
  async function handOver(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    change: Partial<Omit<RewrittenRequest, 'issuer' | 'url'>> & { readonly query?: string } = {},
  ): Promise<void> {
    const { issuer, answer } = opened()
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

  /** Whether this browser was used for an authorization by another person, who would be signed out by a page with a script. */
  async function isSessionOfAnother(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
  ): Promise<boolean> {
    const { issuer, server } = opened()
    const message = rewriteRequest(request.raw, { issuer, url: '/' })
    const login = (await server.Interaction.find(uid))?.result?.login
    const { accountId } = await server.Session.get(server.createContext(message, reply.raw))
    return login !== undefined && accountId !== undefined && accountId !== login.accountId
  }

  return { opened, handOver, isSessionOfAnother }
}

/** What was made for the keys of now: oidc-provider takes its keys once. */
function forKeys<Value>(keys: RefreshingCache<LocalKeys>, make: (keys: LocalKeys) => Value): () => Value {
  let made: { readonly of: LocalKeys; readonly value: Value } | undefined
  return () => {
    const of = keys.known
    if (made?.of !== of) made = { of, value: make(of) }
    return made.value
  }
}

/** With its question mark; empty where there is none. What stands before it may name another host (RFC 9112, section 3.2.2). */
export function queryIn({ raw }: FastifyRequest): string {
  return /\?[^#]*/.exec(raw.url ?? '')?.[0] ?? ''
}

/** The body as it was sent; empty where a form was read of it. */
export function textIn({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}
