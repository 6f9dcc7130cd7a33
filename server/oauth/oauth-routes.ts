/**
 * `/oauth/*` and its metadata (RFC 8414): requests are counted, normalized and delegated to oidc-provider. Errors have the form of
 * RFC 6749, section 5.2, which OAuth clients expect, instead of the error envelope of the directory.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { toApiError } from '../http/error-response.ts'
import { jsonType, removeCrossOriginHeaders } from '../http/response-headers.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import { enforceLimit } from '../access/rate-limit/rate-limit-headers.ts'
import type { PolicyName } from '../access/rate-limit/policies.ts'
import { formPageHeaders, sendHtml } from '../web/layout.ts'
import { registerPageActions, type PageOptions } from '../web/page-actions.ts'
import { directoryScope } from '../access/principal.ts'
import { wantsPage } from '../http/accept.ts'
import { cookieNames, endpoints, responseMode } from './authorization-server.ts'
import { revokeAccessToken } from './revoke-access-token.ts'
import { ClientMetadataError, parseRegistration } from './client-metadata.ts'
import {
  createProviderBridge,
  type ProviderBridgeOptions,
  readRawQuery,
  readRawBody,
} from './provider-bridge.ts'
import { interactionActions } from './interaction-actions.ts'
import type { InteractionOptions } from './interaction-context.ts'
import { toUserMessage } from './provider-messages.ts'
import { oauthFailurePage } from './oauth-pages.ts'
import { normalizeResources, resourceOf } from './resource.ts'

export interface OAuthRoutesOptions
  extends
    Omit<ProviderBridgeOptions, 'hasAllowedClient'>,
    PageOptions,
    Omit<InteractionOptions, 'getOAuthProvider' | 'limits' | 'cookies'> {}

/** Rejects a request that oidc-provider would accept, or whose code it would consume before it rejects the request. */
class OAuthParameterError extends Error {
  readonly code: 'invalid_client' | 'invalid_target' | 'unsupported_response_mode'
  readonly status: number

  constructor(code: OAuthParameterError['code'], message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Errors are sent as `error` and `error_description`, to browsers as a page. */
export async function registerOAuth(app: FastifyInstance, options: OAuthRoutesOptions): Promise<void> {
  const { limits, log, audit, records, productName, serviceName } = options
  const { getServer, delegate, hasSessionOfOtherUser } = createProviderBridge({
    ...options,
    hasAllowedClient,
  })
  const loadKeys = async () => void (await options.keys.get())
  const { session } = cookieNames(serviceName)
  // An authorization begins without the session of oidc-provider: only the session of this server identifies the user.
  const withoutCookies = [session, `${session}.sig`]

  async function hasAllowedClient(request: FastifyRequest, clientId: string): Promise<boolean> {
    const secret = options.cookies.read(request, 'session')
    const account = secret === null ? null : await options.accounts.findBySession(secret)
    if (account === null) return false
    const consents = await options.consents.list({ accountId: account.id })
    return consents.some((consent) => consent.clientId === clientId)
  }

  function rateLimit(policy: PolicyName) {
    return (request: FastifyRequest, reply: FastifyReply) =>
      enforceLimit(limits, reply, policy, callerAddress(request.ip))
  }

  /** Access tokens are not stored, so this revokes the consent of the token, and oidc-provider gets an unknown token instead. */
  async function revoke(request: FastifyRequest, reply: FastifyReply): Promise<void> {
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

  function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const oauthError = toOAuthError(thrown)
    if (oauthError.status >= 500) log.error({ requestId: request.id, err: thrown }, 'failed')
    void reply
      .code(oauthError.status)
      .headers({ 'cache-control': 'no-store', vary: 'accept, cookie', ...oauthError.headers })
    const { error, description } = oauthError
    const isPageRequest = request.method !== 'POST' || request.url.startsWith(`${endpoints.interaction}/`)
    if (isPageRequest && wantsPage(request))
      void sendHtml(reply, oauthFailurePage(productName, toUserMessage(description)), formPageHeaders)
    else
      void reply
        .headers({ 'content-type': jsonType })
        .send(JSON.stringify({ error, error_description: description }))
  }

  await app.register(async (clientRoutes) => {
    clientRoutes.removeAllContentTypeParsers()
    clientRoutes.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    clientRoutes.setErrorHandler(sendError)
    clientRoutes.addHook('onRequest', loadKeys)
    for (const url of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      endpoints.jwks,
    ])
      clientRoutes.get(url, { preHandler: rateLimit('tokens') }, (request, reply) =>
        delegate(request, reply, url),
      )
    clientRoutes.post(endpoints.registration, { preHandler: rateLimit('registrations') }, (request, reply) =>
      delegate(request, reply, endpoints.registration, {
        body: JSON.stringify(parseRegistration(parseJsonBody(request))),
      }),
    )
    clientRoutes.post(endpoints.token, { preHandler: rateLimit('tokens') }, (request, reply) =>
      delegate(request, reply, endpoints.token, {
        body: normalizeTokenRequest(request, getServer(request).issuer),
      }),
    )
    clientRoutes.post(endpoints.revocation, { preHandler: rateLimit('tokens') }, revoke)
  })

  await app.register(async (browserRoutes) => {
    browserRoutes.setErrorHandler(sendError)
    browserRoutes.addHook('onRequest', loadKeys)
    browserRoutes.addHook('onRequest', removeCrossOriginHeaders)
    browserRoutes.addHook('preHandler', rateLimit('public'))
    browserRoutes.get(endpoints.authorization, (request, reply) =>
      delegate(request, reply, endpoints.authorization, {
        query: normalizeAuthorizationQuery(request, getServer(request).issuer),
        withoutCookies,
      }),
    )
    browserRoutes.get<{ Params: { uid: string } }>(
      `${endpoints.authorization}/:uid`,
      async (request, reply) => {
        const { uid } = request.params
        const hasOtherSession = await hasSessionOfOtherUser(request, reply, uid)
        const path = `${endpoints.authorization}/${encodeURIComponent(uid)}`
        return delegate(request, reply, path, hasOtherSession ? { withoutCookies } : {})
      },
    )
  })

  await app.register(async (pageRoutes) => {
    pageRoutes.setErrorHandler(sendError)
    pageRoutes.addHook('onRequest', loadKeys)
    const actions = interactionActions({
      ...options,
      getOAuthProvider: (request) => getServer(request).server,
    })
    await registerPageActions(pageRoutes, `${endpoints.interaction}/:uid`, actions, options)
  })
}

function parseJsonBody(request: FastifyRequest): unknown {
  try {
    return JSON.parse(readRawBody(request)) as unknown
  } catch {
    throw new ClientMetadataError('invalid_client_metadata', 'The body must be JSON.')
  }
}

/** Adds the only scope and the only resource if the request names none. Throws OAuthParameterError. */
function normalizeAuthorizationQuery(request: FastifyRequest, issuer: string): string {
  const parameters = new URLSearchParams(readRawQuery(request))
  if (parameters.getAll('response_mode').some((mode) => mode !== responseMode))
    throw new OAuthParameterError('unsupported_response_mode', `response_mode must be ${responseMode}`)
  if (!parameters.getAll('scope').some(Boolean)) parameters.set('scope', directoryScope)
  return `?${setResources(parameters, normalizeResources(parameters.getAll('resource'), issuer)).toString()}`
}

/** Parameters with credentials, which no client of this server has. */
const clientSecrets = ['client_secret', 'client_assertion']

/** Checks parameters that oidc-provider checks only after it has consumed the code or refresh token. Throws OAuthParameterError. */
function normalizeTokenRequest(request: FastifyRequest, issuer: string): string {
  const form = new URLSearchParams(readRawBody(request))
  if (clientSecrets.some((name) => form.get(name)))
    throw new OAuthParameterError('invalid_client', 'Clients of this server have no secrets.', 401)
  const requested = form.getAll('resource')
  if (requested.length === 0) return readRawBody(request)
  const [resource, resources] = [resourceOf(issuer), normalizeResources(requested, issuer)]
  if (resources.some((name) => name !== resource))
    throw new OAuthParameterError('invalid_target', `resource must be ${resource}`)
  return setResources(form, resources).toString()
}

function setResources(parameters: URLSearchParams, resources: readonly string[]): URLSearchParams {
  parameters.delete('resource')
  for (const resource of resources) parameters.append('resource', resource)
  return parameters
}

interface OAuthError {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
}

function toOAuthError(thrown: unknown): OAuthError {
  if (thrown instanceof ClientMetadataError)
    return { status: 400, error: thrown.code, description: thrown.message }
  if (thrown instanceof OAuthParameterError)
    return { status: thrown.status, error: thrown.code, description: thrown.message }
  if (thrown instanceof errors.OIDCProviderError) {
    const { statusCode: status, error, error_description: description = error } = thrown
    return { status, error, description }
  }
  const apiError = toApiError(thrown)
  if (apiError === null) return { status: 500, error: 'server_error', description: 'The server failed.' }
  const { status, message, retryAfterSeconds } = apiError
  const isTemporary = status === 429 || status === 503
  return {
    status,
    error: isTemporary ? 'temporarily_unavailable' : 'invalid_request',
    description: message,
    ...(isTemporary && { headers: { 'retry-after': String(retryAfterSeconds ?? 5) } }),
  }
}
