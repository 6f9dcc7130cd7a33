/** `POST /sdk/token` (RFC 6749, RFC 8693): requests are counted, checked and delegated to oidc-provider. */
import type { Partner } from '@careatlas/state/partners'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { callerAddress } from '../../access/rate-limit/caller-address.ts'
import type { Limits } from '../../access/rate-limit/limits.ts'
import { enforceLimit } from '../../access/rate-limit/rate-limit-headers.ts'
import {
  OAuthParameterError,
  toOAuthError,
  toOAuthErrorBody,
} from '../../access/tokens/token-request-error.ts'
import { parseAnyMediaType } from '../../http/any-media-type.ts'
import { jsonType } from '../../http/response-headers.ts'
import { checkPage, registerPartnerCors } from '../partner-cors.ts'
import { sdkPaths } from '../sdk-paths.ts'
import { toAudience } from './chat-client.ts'
import { findClientPartner, grantTypes } from './chat-provider.ts'
import type { OpenChatTokens } from './open-chat-tokens.ts'
import { formatTokenForm, parseTokenForm, type TokenForm } from './token-form.ts'

export interface TokenEndpointOptions {
  readonly tokens: OpenChatTokens
  readonly limits: Limits
  readonly log: Logger
}

const vary = 'accept-encoding, origin'

export async function registerTokenEndpoint(
  app: FastifyInstance,
  { tokens, limits, log }: TokenEndpointOptions,
): Promise<void> {
  const { partners, bridge, signingKeys } = tokens
  await app.register(async (routes) => {
    routes.setErrorHandler(createErrorHandler(log))
    registerPartnerCors(routes, { partners, vary })
    parseAnyMediaType(routes)
    routes.post(sdkPaths.token, async (request, reply) => {
      await enforceLimit(limits, reply, 'tokens', callerAddress(request.ip))
      await signingKeys.get()
      const form = parseTokenForm(request)
      const partner = await findPartner(form, tokens)
      checkPage(partner, request, reply)
      checkGrant(form, partner)
      checkTarget(form, toAudience(bridge.getServer(request).issuer))
      return bridge.delegate(request, reply, sdkPaths.token, {
        query: '',
        body: formatTokenForm(form, targetNames),
      })
    })
  })
}

/** Parameters with credentials, which no client of the chat has. */
const secretNames = ['client_secret', 'client_assertion']

/** Throws OAuthParameterError `invalid_client` if no active partner has this client. */
async function findPartner(form: TokenForm, { partners }: OpenChatTokens): Promise<Partner> {
  const clientId = form.get('client_id')
  if (clientId === undefined) throw new OAuthParameterError('invalid_request', 'client_id is missing.')
  const partner = await findClientPartner(partners, clientId)
  if (partner === null || secretNames.some((name) => form.has(name)))
    throw new OAuthParameterError(
      'invalid_client',
      'The client is unknown or disabled, or has sent a secret, which clients of the chat do not have.',
      401,
    )
  return partner
}

/** Throws OAuthParameterError if the partner does not use the authentication of this grant. */
function checkGrant(form: TokenForm, { authTypes }: Partner): void {
  const grant = form.get('grant_type')
  const isKnown = Object.values(grantTypes).some((type) => type === grant)
  if (isKnown && !authTypes.some((type) => grantTypes[type] === grant))
    throw new OAuthParameterError('unauthorized_client', 'The partner does not use this grant.')
}

/** The parameters that name what the token is for (RFC 8693, section 2.1; RFC 8707). */
const targetNames = ['audience', 'resource']

function checkTarget(form: TokenForm, audience: string): void {
  const targets = targetNames.flatMap((name) => form.get(name) ?? [])
  if (targets.some((target) => target !== audience))
    throw new OAuthParameterError('invalid_target', `audience must be ${audience}`)
}

/** Errors are `error` and `error_description` (RFC 6749, section 5.2), as OAuth clients expect. */
function createErrorHandler(log: Logger) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const oauthError = toOAuthError(thrown)
    if (oauthError.status >= 500) log.error({ requestId: request.id, err: thrown }, 'failed')
    void reply
      .code(oauthError.status)
      .headers({ 'cache-control': 'no-store', 'content-type': jsonType, ...oauthError.headers })
      .send(toOAuthErrorBody(oauthError))
  }
}
