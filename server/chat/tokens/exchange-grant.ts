/** Token exchange (RFC 8693): an ID token of the partner's identity provider for an access token of the chat. */
import type { Partner, Partners } from '@careatlas/state/partners'
import { errors, type KoaContextWithOIDC, type TokenEndpointGrantContext } from 'oidc-provider'
import { mapUnavailable } from '../../access/tokens/record-adapter.ts'
import { activePartners } from '../active-partners.ts'
import { parseClientId } from './chat-client.ts'
import { chatScope, createAccessToken } from './chat-resource.ts'
import { chatSubject } from './chat-tokens.ts'
import { IdTokenError, verifyIdToken } from './id-token.ts'
import { KeysUnavailableError, type PartnerKeys } from './partner-keys.ts'
import type { RevokedSubjects } from './revoked-subjects.ts'

export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'

const tokenTypes = {
  id: 'urn:ietf:params:oauth:token-type:id_token',
  access: 'urn:ietf:params:oauth:token-type:access_token',
} as const

/** The parameters of the grant besides those of each token request; all others are ignored. */
export const exchangeParameters = [
  'subject_token',
  'subject_token_type',
  'requested_token_type',
  'actor_token',
  'scope',
] as const

type ExchangeParameters = { readonly [Name in (typeof exchangeParameters)[number]]?: string }

export interface ExchangeOptions {
  readonly partners: Partners
  readonly partnerKeys: PartnerKeys
  readonly revoked: RevokedSubjects
}

/** Creates the handler of the grant. Nothing is stored, so the same ID token can be exchanged again. */
export function createExchange({ partners, partnerKeys, revoked }: ExchangeOptions) {
  return async (context: TokenEndpointGrantContext<ExchangeParameters>): Promise<void> => {
    const { client, provider, params } = context.oidc
    const subjectToken = readParameters(params)
    const identifier = parseClientId(client.clientId) ?? ''
    const partner = await mapUnavailable(activePartners(partners).find(identifier))
    if (partner === null) throw new errors.InvalidClient('The partner is disabled.')
    const accountId = await identifyUser(subjectToken, { partner, partnerKeys, context })
    await mapUnavailable(revoked.waitUntilValid(identifier, accountId))
    const token = createAccessToken(provider, { client, accountId, gty: tokenExchangeGrant, grantId: '' })
    context.oidc.entity('AccessToken', token)
    context.body = {
      access_token: await token.save(),
      issued_token_type: tokenTypes.access,
      token_type: token.tokenType,
      expires_in: token.expiration,
      scope: chatScope,
    }
  }
}

/** Returns the subject token. Throws InvalidRequest or InvalidScope. */
function readParameters(parameters: ExchangeParameters): string {
  const { subject_token, subject_token_type, requested_token_type, actor_token, scope } = parameters
  if (subject_token === undefined) throw new errors.InvalidRequest('subject_token is missing.')
  if (subject_token_type !== tokenTypes.id)
    throw new errors.InvalidRequest(`subject_token_type must be ${tokenTypes.id}.`)
  if (requested_token_type !== undefined && requested_token_type !== tokenTypes.access)
    throw new errors.InvalidRequest(`requested_token_type must be ${tokenTypes.access}.`)
  if (actor_token !== undefined) throw new errors.InvalidRequest('actor_token is not supported.')
  if (scope !== undefined && scope !== chatScope)
    throw new errors.InvalidScope(`scope must be ${chatScope}.`, scope)
  return subject_token
}

interface UserSource {
  readonly partner: Partner
  readonly partnerKeys: PartnerKeys
  readonly context: KoaContextWithOIDC
}

/** The chat's name for the user of a valid ID token. A bad subject token is InvalidRequest (RFC 8693, section 2.2.2). */
async function identifyUser(token: string, { partner, partnerKeys, context }: UserSource): Promise<string> {
  const { identifier, issuer, jwksUrl } = partner
  if (issuer === null) throw new errors.InvalidRequest('The partner has no identity provider.')
  try {
    const keys = partnerKeys.get({ issuer, jwksUrl })
    return chatSubject(identifier, issuer, await verifyIdToken(token, { ...partner, issuer }, keys))
  } catch (error) {
    if (error instanceof IdTokenError) throw new errors.InvalidRequest(error.message)
    if (error instanceof KeysUnavailableError) throw createUnavailableError(context)
    throw error
  }
}

const unavailable = { status: 503, statusCode: 503 } as const
const retryAfterSeconds = 5

function createUnavailableError(context: KoaContextWithOIDC): Error {
  context.set('retry-after', String(retryAfterSeconds))
  return Object.assign(
    new errors.TemporarilyUnavailable('The keys of the identity provider cannot be loaded now.'),
    unavailable,
  )
}
