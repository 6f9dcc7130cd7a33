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
import { pageActions, type PageOptions } from '../web/page-actions.ts'
import { directoryScope } from '../access/principal.ts'
import { wantsPage } from '../http/accept.ts'
import { cookieNames, endpoints, responseMode } from './authorization-server.ts'
import { revokeAccessToken } from './revoke-access-token.ts'
import { ClientMetadataError, registeredMetadata } from './client-metadata.ts'
import { createProviderBridge, type ProviderBridgeOptions, queryIn, textIn } from './provider-bridge.ts'
import { interactionActions } from './interaction-actions.ts'
import type { InteractionOptions } from './interaction-context.ts'
import { providerMessage } from './provider-messages.ts'
import { failurePage } from './oauth-pages.ts'
import { canonicalResources, resourceOf } from './resource.ts'

export interface OAuthRoutesOptions
  extends
    Omit<ProviderBridgeOptions, 'hasAllowedClient'>,
    PageOptions,
    Omit<InteractionOptions, 'server' | 'limits' | 'cookies'> {}

/** Rejects a request before oidc-provider sees it, because oidc-provider would accept it or spend its code. */
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
  const { opened, delegate, isSessionOfAnother } = createProviderBridge({ ...options, hasAllowedClient })
  const loadKeys = async () => void (await options.keys.get())
  const { session } = cookieNames(serviceName)
  // Only our own session identifies a user; the sessions of oidc-provider are ignored when an authorization begins.
  const withoutCookies = [session, `${session}.sig`]

  async function hasAllowedClient(request: FastifyRequest, clientId: string): Promise<boolean> {
    const secret = options.cookies.read(request, 'session')
    const account = secret === null ? null : await options.accounts.findBySession(secret)
    if (account === null) return false
    const consents = await options.consents.list({ accountId: account.id })
    return consents.some((consent) => consent.clientId === clientId)
  }

  function counting(policy: PolicyName) {
    return (request: FastifyRequest, reply: FastifyReply) =>
      enforceLimit(limits, reply, policy, callerAddress(request.ip))
  }

  /** An access token is not stored, so its consent is revoked, and oidc-provider gets an unknown token. */
  async function revoke(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const form = new URLSearchParams(textIn(request))
    const token = form.get('token') ?? ''
    if (!token.includes('.')) return delegate(request, reply, endpoints.revocation)
    const { issuer, verifying } = opened(request)
    const ended = await revokeAccessToken(token, form.get('client_id') ?? '', { issuer, verifying, records })
    if (ended !== null) audit({ event: 'token_revoked', ...ended, request })
    form.set('token', 'over')
    return delegate(request, reply, endpoints.revocation, { body: form.toString() })
  }

  function answerFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = failureOf(thrown)
    if (failure.status >= 500) log.error({ requestId: request.id, err: thrown }, 'failed')
    void reply.code(failure.status).headers({ 'cache-control': 'no-store', ...failure.headers })
    const { error, description } = failure
    const isForUsers = request.method === 'GET' || request.url.startsWith(`${endpoints.interaction}/`)
    if (isForUsers && wantsPage(request))
      void sendHtml(reply, failurePage(productName, providerMessage(description)), formPageHeaders)
    else
      void reply
        .headers({ 'content-type': jsonType })
        .send(JSON.stringify({ error, error_description: description }))
  }

  await app.register(async (forClients) => {
    forClients.removeAllContentTypeParsers()
    forClients.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    forClients.setErrorHandler(answerFailure)
    forClients.addHook('onRequest', loadKeys)
    for (const url of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      endpoints.jwks,
    ])
      forClients.get(url, { preHandler: counting('tokens') }, (request, reply) =>
        delegate(request, reply, url),
      )
    forClients.post(endpoints.registration, { preHandler: counting('registrations') }, (request, reply) =>
      delegate(request, reply, endpoints.registration, {
        body: JSON.stringify(registeredMetadata(jsonIn(request))),
      }),
    )
    forClients.post(endpoints.token, { preHandler: counting('tokens') }, (request, reply) =>
      delegate(request, reply, endpoints.token, { body: tokenRequest(request, opened(request).issuer) }),
    )
    forClients.post(endpoints.revocation, { preHandler: counting('tokens') }, revoke)
  })

  await app.register(async (forBrowsers) => {
    forBrowsers.setErrorHandler(answerFailure)
    forBrowsers.addHook('onRequest', loadKeys)
    forBrowsers.addHook('onRequest', removeCrossOriginHeaders)
    forBrowsers.addHook('preHandler', counting('public'))
    forBrowsers.get(endpoints.authorization, (request, reply) =>
      delegate(request, reply, endpoints.authorization, {
        query: authorizationQuery(request, opened(request).issuer),
        withoutCookies,
      }),
    )
    forBrowsers.get<{ Params: { uid: string } }>(
      `${endpoints.authorization}/:uid`,
      async (request, reply) => {
        const { uid } = request.params
        const isOthers = await isSessionOfAnother(request, reply, uid)
        const path = `${endpoints.authorization}/${encodeURIComponent(uid)}`
        return delegate(request, reply, path, isOthers ? { withoutCookies } : {})
      },
    )
  })

  await app.register(async (pages) => {
    pages.setErrorHandler(answerFailure)
    pages.addHook('onRequest', loadKeys)
    const actions = interactionActions({ ...options, server: (request) => opened(request).server })
    await pageActions(pages, `${endpoints.interaction}/:uid`, actions, options)
  })
}

function jsonIn(request: FastifyRequest): unknown {
  try {
    return JSON.parse(textIn(request)) as unknown
  } catch {
    throw new ClientMetadataError('invalid_client_metadata', 'The body must be JSON.')
  }
}

/** Adds the only scope and the only resource if the request names none. Throws OAuthParameterError. */
function authorizationQuery(request: FastifyRequest, issuer: string): string {
  const asked = new URLSearchParams(queryIn(request))
  if (asked.getAll('response_mode').some((mode) => mode !== responseMode))
    throw new OAuthParameterError('unsupported_response_mode', `response_mode must be ${responseMode}`)
  if (!asked.getAll('scope').some(Boolean)) asked.set('scope', directoryScope)
  return `?${withResources(asked, canonicalResources(asked.getAll('resource'), issuer)).toString()}`
}

/** Credentials that no client of this server has. */
const clientSecrets = ['client_secret', 'client_assertion']

/** Checked here because oidc-provider spends a code or refresh token before it checks these parameters. Throws OAuthParameterError. */
function tokenRequest(request: FastifyRequest, issuer: string): string {
  const form = new URLSearchParams(textIn(request))
  if (clientSecrets.some((name) => form.get(name)))
    throw new OAuthParameterError('invalid_client', 'Clients of this server have no secrets.', 401)
  const named = form.getAll('resource')
  if (named.length === 0) return textIn(request)
  const [resource, resources] = [resourceOf(issuer), canonicalResources(named, issuer)]
  if (resources.some((each) => each !== resource))
    throw new OAuthParameterError('invalid_target', `resource must be ${resource}`)
  return withResources(form, resources).toString()
}

function withResources(parameters: URLSearchParams, resources: readonly string[]): URLSearchParams {
  parameters.delete('resource')
  for (const each of resources) parameters.append('resource', each)
  return parameters
}

interface Failure {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
}

function failureOf(thrown: unknown): Failure {
  if (thrown instanceof ClientMetadataError)
    return { status: 400, error: thrown.code, description: thrown.message }
  if (thrown instanceof OAuthParameterError)
    return { status: thrown.status, error: thrown.code, description: thrown.message }
  if (thrown instanceof errors.OIDCProviderError) {
    const { statusCode: status, error, error_description: description = error } = thrown
    return { status, error, description }
  }
  const refusal = toApiError(thrown)
  if (refusal === null) return { status: 500, error: 'server_error', description: 'The server failed.' }
  const { status, message, retryAfterSeconds } = refusal
  const isLater = status === 429 || status === 503
  return {
    status,
    error: isLater ? 'temporarily_unavailable' : 'invalid_request',
    description: message,
    ...(isLater && { headers: { 'retry-after': String(retryAfterSeconds ?? 5) } }),
  }
}
