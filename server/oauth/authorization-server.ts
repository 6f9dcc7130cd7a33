/** The authorization server (OAuth 2.1, as MCP 2026-07-28 requires): the configuration of oidc-provider and the lifetimeSeconds. */
import { hkdfSync } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { sessionLifetimeMs } from '@careatlas/state/accounts'
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { type SigningKey, signatureLifetimeMs } from '@careatlas/state/signing-keys'
import type { FastifyRequest } from 'fastify'
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import type { Audit } from '../access/audit.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import { type Limits, RateLimitError } from '../access/rate-limit/limits.ts'
import { attachReusedCode, auditProvider } from '../access/tokens/audit-provider.ts'
import type { ProviderParts } from '../access/tokens/provider-bridge.ts'
import { recordAdapter } from '../access/tokens/record-adapter.ts'
import { formPageHeaders } from '../web/layout.ts'
import { directoryScope } from '../access/principal.ts'
import { type AuthorizationError, restrictErrorRedirects } from './error-redirects.ts'
import { fetchDocument, validateDocument, isBusyFetching, isDocumentUrl } from './client-document.ts'
import { toUserMessage } from './provider-messages.ts'
import { oauthFailurePage } from './oauth-pages.ts'
import { grantClaim } from './local-issuer.ts'
import { resourceOf } from './resource.ts'

export interface AuthorizationServerOptions extends ProviderParts {
  readonly serviceName: string
  readonly productName: string
  readonly records: OAuthRecords
  readonly limits: Limits
  readonly log: Logger
  readonly audit: Audit
  /** Whether the signed-in user of this browser has consented to the client before. */
  readonly hasAllowedClient: (request: FastifyRequest, clientId: string) => Promise<boolean>
}

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

export const lifetimeSeconds = {
  accessToken: signatureLifetimeMs / 1000,
  /** After its last use. */
  refreshToken: 30 * daySeconds,
  authorizationCode: minuteSeconds,
  /** After the consent, even if tokens are refreshed. */
  grant: 365 * daySeconds,
  /** For sign-in and consent. */
  interaction: hourSeconds,
} as const

/** The supported scopes. OpenID Connect clients also request `openid` and `offline_access`. */
export const knownScopes = ['openid', 'offline_access', directoryScope] as const

/** The paths of the endpoints. */
export const endpoints = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  interaction: '/oauth/interaction',
} as const

/** The endpoints that OAuth clients post to; browsers visit the others. */
export const clientPaths: readonly string[] = [endpoints.token, endpoints.registration, endpoints.revocation]

/** The names of the cookies that oidc-provider sets. */
export function cookieNames(serviceName: string) {
  return {
    session: `${serviceName}_oauth`,
    interaction: `${serviceName}_oauth_interaction`,
    resume: `${serviceName}_oauth_resume`,
  }
}

/** The provider logs internal errors; the client gets `server_error`. */
export function createAuthorizationServer(options: AuthorizationServerOptions): Provider {
  const { issuer, log, audit, findRequest, productName } = options
  const provider = new Provider(issuer, buildConfiguration(options))
  // `rewriteRequest` sets the forwarded headers; those of the client are dropped.
  provider.proxy = true
  provider.use(publishResponseMode)
  restrictErrorRedirects(provider, {
    hasAllowedClient: async ({ req, oidc }) => {
      const request = findRequest(req)
      const clientId = oidc.client?.clientId
      return request !== undefined && clientId !== undefined && options.hasAllowedClient(request, clientId)
    },
    renderError: (context, error) => renderFailure(context, productName, error, { isRedirectWithheld: true }),
  })
  auditProvider(provider, audit, findRequest)
  const events: EventEmitter = provider
  events.on('server_error', (_context, error) => log.error({ err: error }, 'authorization failed'))
  events.on('error', (error) => log.error({ err: error }, 'authorization failed'))
  return provider
}

/** Publishes that codes are returned only in the query (see `normalizeAuthorizationQuery` in `oauth-routes.ts`). */
async function publishResponseMode(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (context.oidc?.route === 'discovery')
    context.body = { ...Object(context.body), response_modes_supported: [responseMode] }
}

export const responseMode = 'query'

function buildConfiguration(options: AuthorizationServerOptions): Configuration {
  const { serviceName, productName, records, signingKeys } = options
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    adapter: (model: string) => recordAdapter(records, model),
    jwks: { keys: signingKeys.map((key) => ({ ...key })) },
    cookies: {
      keys: signingKeys.map(deriveCookieKey),
      names: cookieNames(serviceName),
      long: cookie,
      short: cookie,
    },
    scopes: [...knownScopes],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    features: buildFeatures(options),
    routes: {
      authorization: endpoints.authorization,
      token: endpoints.token,
      registration: endpoints.registration,
      revocation: endpoints.revocation,
      jwks: endpoints.jwks,
      end_session: '/oauth/end-session',
    },
    ttl: {
      AccessToken: lifetimeSeconds.accessToken,
      AuthorizationCode: lifetimeSeconds.authorizationCode,
      Grant: lifetimeSeconds.grant,
      IdToken: lifetimeSeconds.accessToken,
      Interaction: lifetimeSeconds.interaction,
      RefreshToken: lifetimeSeconds.refreshToken,
      Session: sessionLifetimeMs / 1000,
    },
    interactions: { url: (_context, { uid }) => `${endpoints.interaction}/${uid}` },
    // Records are deleted with their account (`oauth_record.account_id`), so the account of a record exists.
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    extraTokenClaims: (_context, token) => ('grantId' in token ? { [grantClaim]: token.grantId } : undefined),
    // Hosted clients expect refresh tokens without requesting `offline_access`.
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: async (context) => {
      await attachReusedCode(context)
      return true
    },
    // This server keeps the user's session; a session of oidc-provider covers one authorization.
    expiresWithSession: () => false,
    // Every authorization needs its own consent.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    fetch: (input, init) => fetchDocument(input instanceof Request ? input.url : input, init),
    renderError: (context, error) => renderFailure(context, productName, error),
  }
}

function renderFailure(
  context: KoaContextWithOIDC,
  productName: string,
  { error, error_description: description }: AuthorizationError,
  { isRedirectWithheld = false } = {},
): void {
  context.set(formPageHeaders)
  context.body = oauthFailurePage(
    productName,
    toUserMessage(description ?? error),
    isRedirectWithheld,
  ).toString()
}

/** A cookie key derived from a signing key, so that both are rotated together. */
function deriveCookieKey({ d }: SigningKey): string {
  return Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'cookies', 32)).toString('base64url')
}

function buildFeatures(options: AuthorizationServerOptions): NonNullable<Configuration['features']> {
  const resource = resourceOf(options.issuer)
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    // `client-metadata.ts` validates registrations; a registration cannot be changed later.
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (context, id) => allowDocumentFetch(context, id, options),
      allowClient: (_context, client) => {
        validateDocument(client)
        return true
      },
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, requested) => {
        if (requested !== resource) throw new errors.InvalidTarget()
        return {
          scope: directoryScope,
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetimeSeconds.accessToken,
          jwt: { sign: { alg: 'ES256' } },
        }
      },
    },
  }
}

/** The requests that have already fetched a document. */
const contextsWithFetch = new WeakSet<KoaContextWithOIDC>()

/**
 * Whether this request may fetch the document of the client: each request may fetch one. Rejects with TemporarilyUnavailable if the
 * caller exceeds its limit or too many fetches are in progress.
 */
async function allowDocumentFetch(
  context: KoaContextWithOIDC | undefined,
  id: string,
  { limits, findRequest }: AuthorizationServerOptions,
): Promise<boolean> {
  if (!isDocumentUrl(id)) return false
  // The error handler of oidc-provider looks up the client again.
  if (context !== undefined && contextsWithFetch.has(context)) return false
  if (context !== undefined) contextsWithFetch.add(context)
  // The interaction pages load clients without a Fastify request; those pages have a rate limit of their own.
  const request = context && findRequest(context.req)
  try {
    if (request !== undefined) await limits.take('documents', callerAddress(request.ip))
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error
    throw createUnavailableError(context, 429, error.retryAfterSeconds)
  }
  if (isBusyFetching()) throw createUnavailableError(context, 503)
  return true
}

function createUnavailableError(
  context: KoaContextWithOIDC | undefined,
  status: 429 | 503,
  retryAfterSeconds: number | null = null,
): Error {
  context?.set('retry-after', String(retryAfterSeconds ?? 5))
  const error = new errors.TemporarilyUnavailable('Too many unknown client documents were requested.')
  return Object.assign(error, { status, statusCode: status })
}
