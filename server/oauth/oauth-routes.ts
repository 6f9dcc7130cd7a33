/** `/oauth/*` and its metadata (RFC 8414): requests are counted, normalized and delegated to oidc-provider. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { removeCrossOriginHeaders } from '../http/response-headers.ts'
import { parseAnyMediaType } from '../http/any-media-type.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import type { PolicyName } from '../access/rate-limit/policies.ts'
import { registerPageActions, type PageOptions } from '../web/page-actions.ts'
import {
  createProviderBridge,
  type ProviderBridge,
  type ProviderParts,
  readRawBody,
} from '../access/tokens/provider-bridge.ts'
import type { RefreshingCache } from '../access/refreshing-cache.ts'
import type { LocalKeys } from '../access/tokens/signing-key-cache.ts'
import type { PublicUrl } from '../http/public-url.ts'
import {
  type AuthorizationServerOptions,
  cookieNames,
  createAuthorizationServer,
  endpoints,
} from './authorization-server.ts'
import { revokeAccessToken } from './revoke-access-token.ts'
import { interactionActions } from './interaction-actions.ts'
import type { InteractionOptions } from './interaction-context.ts'
import {
  normalizeAuthorizationQuery,
  normalizeRegistration,
  normalizeTokenRequest,
} from './normalize-request.ts'
import { createErrorHandler } from './oauth-error.ts'
import { hasSessionOfOtherUser } from './session-of-other-user.ts'

export interface OAuthRoutesOptions
  extends
    Omit<AuthorizationServerOptions, keyof ProviderParts | 'hasAllowedClient'>,
    PageOptions,
    Omit<InteractionOptions, 'getOAuthProvider' | 'limits' | 'cookies'> {
  readonly publicUrl: PublicUrl
  readonly keys: RefreshingCache<LocalKeys>
}

/** Registers the routes of clients, of browsers, and of the pages of an authorization. */
export async function registerOAuth(app: FastifyInstance, options: OAuthRoutesOptions): Promise<void> {
  const bridge = createProviderBridge({
    ...options,
    createProvider: (parts) =>
      createAuthorizationServer({
        ...options,
        ...parts,
        hasAllowedClient: (request, clientId) => hasAllowedClient(request, clientId, options),
      }),
  })
  await app.register(async (routes) => {
    routes.setErrorHandler(createErrorHandler(options))
    routes.addHook('onRequest', async () => void (await options.keys.get()))
    await routes.register(async (clientRoutes) => registerClientRoutes(clientRoutes, bridge, options))
    await routes.register(async (browserRoutes) => registerBrowserRoutes(browserRoutes, bridge, options))
    const actions = interactionActions({
      ...options,
      getOAuthProvider: (request) => bridge.getServer(request).server,
    })
    await registerPageActions(routes, `${endpoints.interaction}/:uid`, actions, options)
  })
}

/** Whether the user has allowed the client before. */
async function hasAllowedClient(
  request: FastifyRequest,
  clientId: string,
  { accounts, consents, cookies }: OAuthRoutesOptions,
): Promise<boolean> {
  const secret = cookies.read(request, 'session')
  const account = secret === null ? null : await accounts.findBySession(secret)
  if (account === null) return false
  const allowed = await consents.list({ accountId: account.id })
  return allowed.some((consent) => consent.clientId === clientId)
}

function registerClientRoutes(
  app: FastifyInstance,
  bridge: ProviderBridge,
  options: OAuthRoutesOptions,
): void {
  const { getServer, delegate } = bridge
  const tokenLimit = { preHandler: rateLimit('tokens', options) }
  parseAnyMediaType(app)
  for (const url of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    endpoints.jwks,
  ])
    app.get(url, tokenLimit, (request, reply) => delegate(request, reply, url))
  app.post(endpoints.registration, { preHandler: rateLimit('registrations', options) }, (request, reply) =>
    delegate(request, reply, endpoints.registration, { body: normalizeRegistration(request) }),
  )
  app.post(endpoints.token, tokenLimit, (request, reply) =>
    delegate(request, reply, endpoints.token, {
      body: normalizeTokenRequest(request, getServer(request).issuer),
    }),
  )
  app.post(endpoints.revocation, tokenLimit, (request, reply) => revoke(request, reply, bridge, options))
}

/** Access tokens are not stored, so this revokes the consent of the token, and oidc-provider gets an unknown token instead. */
async function revoke(
  request: FastifyRequest,
  reply: FastifyReply,
  { getServer, delegate }: ProviderBridge,
  { audit, records }: OAuthRoutesOptions,
): Promise<void> {
  const form = new URLSearchParams(readRawBody(request))
  const token = form.get('token') ?? ''
  if (!token.includes('.')) return delegate(request, reply, endpoints.revocation)
  const { issuer, publicKeys } = getServer(request)
  const revoked = await revokeAccessToken(token, form.get('client_id') ?? '', {
    issuer,
    publicKeys,
    records,
  })
  if (revoked !== null) audit({ event: 'token_revoked', ...revoked, request })
  form.set('token', 'unknown')
  return delegate(request, reply, endpoints.revocation, { body: form.toString() })
}

function registerBrowserRoutes(
  app: FastifyInstance,
  { getServer, delegate }: ProviderBridge,
  options: OAuthRoutesOptions,
): void {
  const { session } = cookieNames(options.serviceName)
  // An authorization begins without the session of oidc-provider: only the session of this server identifies the user.
  const withoutCookies = [session, `${session}.sig`]
  app.addHook('onRequest', removeCrossOriginHeaders)
  app.addHook('preHandler', rateLimit('public', options))
  app.get(endpoints.authorization, (request, reply) =>
    delegate(request, reply, endpoints.authorization, {
      query: normalizeAuthorizationQuery(request, getServer(request).issuer),
      withoutCookies,
    }),
  )
  app.get<{ Params: { uid: string } }>(`${endpoints.authorization}/:uid`, async (request, reply) => {
    const { uid } = request.params
    const hasOtherSession = await hasSessionOfOtherUser(getServer(request), { request, reply, uid })
    const path = `${endpoints.authorization}/${encodeURIComponent(uid)}`
    return delegate(request, reply, path, hasOtherSession ? { withoutCookies } : {})
  })
}

function rateLimit(policy: PolicyName, { limits }: OAuthRoutesOptions) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    enforceLimit(limits, reply, policy, callerAddress(request.ip))
}
