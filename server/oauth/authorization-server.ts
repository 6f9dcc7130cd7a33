/** The authorization server (OAuth 2.1, as MCP 2026-07-28 requires): the configuration of oidc-provider and the lifetimes. */
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
import { formPageHeaders } from '../web/layout.ts'
import { directoryScope } from '../access/principal.ts'
import { type AuthorizationError, restrictErrorRedirects } from './error-redirects.ts'
import { fetchDocument, hasGoodDocument, isBusyFetching, isDocumentAddress } from './client-document.ts'
import { auditProvider, rememberCode, type RequestOf } from './oauth-audit.ts'
import { providerMessage } from './provider-messages.ts'
import { failurePage } from './oauth-pages.ts'
import { grantClaim } from './local-issuer.ts'
import { recordAdapter } from './record-adapter.ts'
import { resourceOf } from './resource.ts'

export interface AuthorizationServerOptions {
  /** The public address, without a trailing slash. */
  readonly issuer: string
  readonly serviceName: string
  readonly productName: string
  readonly records: OAuthRecords
  /** The first one signs. */
  readonly signingKeys: readonly SigningKey[]
  readonly limits: Limits
  readonly log: Logger
  readonly audit: Audit
  readonly requestOf: RequestOf
  /** Whether the signed-in user of this browser has consented to the client before. */
  readonly hasAllowedClient: (request: FastifyRequest, clientId: string) => Promise<boolean>
}

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

/** In seconds. */
export const lifetimes = {
  accessToken: signatureLifetimeMs / 1000,
  /** Since its last use. */
  refreshToken: 30 * daySeconds,
  authorizationCode: minuteSeconds,
  /** Since the consent, even if tokens are refreshed. */
  grant: 365 * daySeconds,
  /** For sign-in and consent. */
  interaction: hourSeconds,
} as const

/** OpenID Connect clients also request `openid` and `offline_access`. */
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

/** The cookies of oidc-provider. */
export function cookieNames(serviceName: string) {
  return {
    session: `${serviceName}_oauth`,
    interaction: `${serviceName}_oauth_interaction`,
    resume: `${serviceName}_oauth_resume`,
  }
}

/** Internal errors are logged; the client gets `server_error`. */
export function authorizationServer(options: AuthorizationServerOptions): Provider {
  const { issuer, log, audit, requestOf, productName } = options
  const provider = new Provider(issuer, configurationOf(options))
  // `rewriteRequest` sets the forwarded headers; those of the client are dropped.
  provider.proxy = true
  provider.use(publishResponseMode)
  restrictErrorRedirects(provider, {
    hasAllowedClient: async ({ req, oidc }) => {
      const request = requestOf(req)
      const clientId = oidc.client?.clientId
      return request !== undefined && clientId !== undefined && options.hasAllowedClient(request, clientId)
    },
    renderError: (context, error) => renderFailure(context, productName, error, { isReturnWithheld: true }),
  })
  auditProvider(provider, audit, requestOf)
  const events: EventEmitter = provider
  events.on('server_error', (_context, error) => log.error({ err: error }, 'authorization failed'))
  events.on('error', (error) => log.error({ err: error }, 'authorization failed'))
  return provider
}

/** Codes are returned only in the query (see `authorizationQuery` in `oauth-routes.ts`). */
async function publishResponseMode(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (context.oidc?.route === 'discovery')
    context.body = { ...Object(context.body), response_modes_supported: [responseMode] }
}

export const responseMode = 'query'

function configurationOf(options: AuthorizationServerOptions): Configuration {
  const { serviceName, productName, records, signingKeys } = options
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    adapter: (model: string) => recordAdapter(records, model),
    jwks: { keys: signingKeys.map((key) => ({ ...key })) },
    cookies: {
      keys: signingKeys.map(cookieKey),
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
    features: featuresOf(options),
    routes: {
      authorization: endpoints.authorization,
      token: endpoints.token,
      registration: endpoints.registration,
      revocation: endpoints.revocation,
      jwks: endpoints.jwks,
      end_session: '/oauth/end-session',
    },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.authorizationCode,
      Grant: lifetimes.grant,
      IdToken: lifetimes.accessToken,
      Interaction: lifetimes.interaction,
      RefreshToken: lifetimes.refreshToken,
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
      await rememberCode(context)
      return true
    },
    // The user's session is ours; the session of oidc-provider covers one authorization.
    expiresWithSession: () => false,
    // Every authorization needs its own consent.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    fetch: (asked, init) => fetchDocument(asked instanceof Request ? asked.url : asked, init),
    renderError: (context, error) => renderFailure(context, productName, error),
  }
}

function renderFailure(
  context: KoaContextWithOIDC,
  productName: string,
  { error, error_description: description }: AuthorizationError,
  { isReturnWithheld = false } = {},
): void {
  context.set(formPageHeaders)
  context.body = failurePage(productName, providerMessage(description ?? error), isReturnWithheld).toString()
}

/** Derived from a signing key, and rotated with it. */
function cookieKey({ d }: SigningKey): string {
  return Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'cookies', 32)).toString('base64url')
}

function featuresOf(options: AuthorizationServerOptions): NonNullable<Configuration['features']> {
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
      allowFetch: (context, id) => mayFetch(context, id, options),
      allowClient: (_context, client) => hasGoodDocument(client),
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, asked) => {
        if (asked !== resource) throw new errors.InvalidTarget()
        return {
          scope: directoryScope,
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetimes.accessToken,
          jwt: { sign: { alg: 'ES256' } },
        }
      },
    },
  }
}

/** The requests for which a document was fetched. */
const fetchedFor = new WeakSet<KoaContextWithOIDC>()

/** Whether the document of a client may be fetched: once for each request. Rejects with TemporarilyUnavailable if the caller exceeds its limit. */
async function mayFetch(
  context: KoaContextWithOIDC | undefined,
  id: string,
  { limits, requestOf }: AuthorizationServerOptions,
): Promise<boolean> {
  if (!isDocumentAddress(id)) return false
  // The error handler of oidc-provider looks up the client again.
  if (context !== undefined && fetchedFor.has(context)) return false
  if (context !== undefined) fetchedFor.add(context)
  // There is no request between the pages of a sign-in, which are counted themselves.
  const request = context && requestOf(context.req)
  try {
    if (request !== undefined) await limits.take('documents', callerAddress(request.ip))
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error
    throw later(context, 429, error.retryAfterSeconds)
  }
  if (isBusyFetching()) throw later(context, 503)
  return true
}

function later(
  context: KoaContextWithOIDC | undefined,
  status: 429 | 503,
  seconds: number | null = null,
): Error {
  context?.set('retry-after', String(seconds ?? 5))
  const refused = new errors.TemporarilyUnavailable('Too many unknown client documents were requested.')
  return Object.assign(refused, { status, statusCode: status })
}
