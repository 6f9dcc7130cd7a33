/** The authorization server of the chat: an oidc-provider with only two grants, token exchange and refresh (`docs/decisions/0058`). */
import type { EventEmitter } from 'node:events'
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import type { Partner, Partners } from '@careatlas/state/partners'
import {
  type AccessToken,
  type Adapter,
  type ClientCredentials,
  type Configuration,
  Provider,
  type RefreshToken,
} from 'oidc-provider'
import type { Logger } from 'pino'
import type { Audit } from '../../access/audit.ts'
import { auditProvider } from '../../access/tokens/audit-provider.ts'
import type { ProviderParts } from '../../access/tokens/provider-bridge.ts'
import { mapUnavailable, recordAdapter } from '../../access/tokens/record-adapter.ts'
import { activePartners } from '../active-partners.ts'
import { sdkPaths } from '../sdk-paths.ts'
import { parseClientId, toClientId } from './chat-client.ts'
import { chatScope, describeResource } from './chat-resource.ts'
import { grantClaim } from './chat-token-check.ts'
import { createExchange, exchangeParameters, tokenExchangeGrant } from './exchange-grant.ts'
import type { PartnerKeys } from './partner-keys.ts'
import type { RevokedSubjects } from './revoked-subjects.ts'

export interface ChatProviderOptions extends ProviderParts {
  readonly partners: Partners
  readonly partnerKeys: PartnerKeys
  readonly records: OAuthRecords
  readonly revoked: RevokedSubjects
  readonly tokenSeconds: number
  readonly log: Logger
  readonly audit: Audit
}

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

export const refreshLifetimeSeconds = {
  /** After its last use. */
  idle: daySeconds,
  /** After the verification, even if it is used. */
  absolute: 7 * daySeconds,
} as const

/** The beginning of `gty` (how a token was obtained) after a verification; its refreshed tokens append the refresh grant. */
export const passwordlessType = 'passwordless'

/** The provider logs internal errors; the client gets `server_error`. */
export function createChatProvider(options: ChatProviderOptions): Provider {
  const { issuer, log, audit, findRequest } = options
  const provider = new Provider(issuer, createConfiguration(options))
  // `rewriteRequest` sets the forwarded headers; those of the client are dropped.
  provider.proxy = true
  provider.registerGrantType(tokenExchangeGrant, createExchange(options), exchangeParameters)
  auditProvider(provider, audit, findRequest)
  const events: EventEmitter = provider
  events.on('server_error', (_context, error) =>
    log.error({ err: error }, 'the token endpoint of the chat failed'),
  )
  events.on('error', (error) => log.error({ err: error }, 'the token endpoint of the chat failed'))
  return provider
}

function createConfiguration(options: ChatProviderOptions): Configuration {
  const { issuer, partners, records, revoked, signingKeys, tokenSeconds } = options
  return {
    adapter: (model: string) =>
      model === 'Client' ? createClientAdapter(partners) : recordAdapter(records, model),
    jwks: { keys: signingKeys.map((key) => ({ ...key })) },
    scopes: [chatScope],
    responseTypes: [],
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'none' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    routes: { token: sdkPaths.token },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      // Needed for access tokens in the format of a JWT.
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => describeResource(issuer),
      },
    },
    ttl: {
      AccessToken: tokenSeconds,
      Grant: refreshLifetimeSeconds.absolute,
      RefreshToken: (_context, token) => computeRefreshLifetime(token),
    },
    // Without this function, oidc-provider would not offer the grant. Refresh tokens are issued after a verification only.
    issueRefreshToken: () => false,
    rotateRefreshToken: true,
    extraTokenClaims: (_context, token) => createClaims(token),
    findAccount: async (_context, subject, token) => {
      const partner = parseClientId(token?.clientId ?? '') ?? ''
      const issuedAt = token === undefined ? 0 : readFirstIssue(token)
      if (await mapUnavailable(revoked.isRevoked(partner, subject, issuedAt * 1000))) return undefined
      return { accountId: subject, claims: () => ({ sub: subject }) }
    },
  }
}

/** The time of the verification, in seconds; refreshed tokens keep it. */
function readFirstIssue(token: { readonly iat?: number | undefined; readonly iiat?: unknown }): number {
  return typeof token.iiat === 'number' ? token.iiat : (token.iat ?? 0)
}

/** At least one second, because the grant, which ends at the same time, is checked before. */
function computeRefreshLifetime({ iiat = 0 }: RefreshToken): number {
  const left = iiat + refreshLifetimeSeconds.absolute - Math.floor(Date.now() / 1000)
  return Math.max(1, Math.min(left, refreshLifetimeSeconds.idle))
}

function createClaims(token: AccessToken | ClientCredentials) {
  const { gty, grantId } = 'grantId' in token ? token : { gty: '', grantId: '' }
  return {
    partner: parseClientId(token.clientId ?? ''),
    amr: [gty.startsWith(passwordlessType) ? 'passwordless' : 'tokenExchange'],
    ...(grantId !== '' && { [grantClaim]: grantId }),
  }
}

const unused = async () => undefined

/** Clients are the partners; none are stored. */
function createClientAdapter(partners: Partners): Adapter {
  return {
    find: async (clientId) => {
      const partner = await mapUnavailable(findClientPartner(partners, clientId))
      return partner === null ? undefined : { ...createClient(partner) }
    },
    upsert: unused,
    findByUserCode: unused,
    findByUid: unused,
    consume: unused,
    destroy: unused,
    revokeByGrantId: unused,
  }
}

/** The active partner whose pages use this client. */
export async function findClientPartner(partners: Partners, clientId: string): Promise<Partner | null> {
  const identifier = parseClientId(clientId)
  return identifier === null ? null : activePartners(partners).find(identifier)
}

function createClient({ identifier, authTypes }: Partner) {
  return {
    client_id: toClientId(identifier),
    grant_types: authTypes.map((type) => grantTypes[type]),
    token_endpoint_auth_method: 'none',
    response_types: [],
    redirect_uris: [],
  } as const
}

/** The grant of each kind of authentication. */
export const grantTypes = { tokenExchange: tokenExchangeGrant, passwordless: 'refresh_token' } as const
