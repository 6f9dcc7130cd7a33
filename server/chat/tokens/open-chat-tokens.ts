/** Opens the access tokens of the chat: the authorization server that issues them, their check, and their revocation. */
import { OAuthRecords } from '@careatlas/state/oauth-records'
import type { Partner, Partners } from '@careatlas/state/partners'
import { SigningKeys } from '@careatlas/state/signing-keys'
import type { State } from '@careatlas/state/state'
import type { Logger } from 'pino'
import type { Audit } from '../../access/audit.ts'
import type { RefreshingCache, RefreshingCacheTimes } from '../../access/refreshing-cache.ts'
import { createProviderBridge, type ProviderBridge } from '../../access/tokens/provider-bridge.ts'
import { createSigningKeyCache, type LocalKeys } from '../../access/tokens/signing-key-cache.ts'
import type { KeyCache } from '../../access/tokens/verify-with-keys.ts'
import type { PublicUrl } from '../../http/public-url.ts'
import { toClientId } from './chat-client.ts'
import { createChatProvider, passwordlessType, refreshLifetimeSeconds } from './chat-provider.ts'
import { chatResource, chatScope, createAccessToken } from './chat-resource.ts'
import { createChatTokenCheck } from './chat-token-check.ts'
import type { ChatTokens, IssuedTokens } from './chat-tokens.ts'
import { type KeySource, PartnerKeys } from './partner-keys.ts'
import { RevokedSubjects } from './revoked-subjects.ts'

export interface ChatTokensOptions {
  readonly state: State
  readonly partners: Partners
  readonly publicUrl: PublicUrl
  /** The configured public address. */
  readonly baseUrl: string | null
  /** The lifetime of an access token. */
  readonly tokenMinutes: number
  readonly log: Logger
  readonly audit: Audit
  /** The keys of the demo's identity provider, which are not loaded; null: there is no demo. */
  readonly demo?: { readonly partner: KeySource; readonly keys: KeyCache } | null
  /** For tests. */
  readonly keyCacheTimes?: Partial<RefreshingCacheTimes>
}

/** The tokens, and what `registerTokenEndpoint` needs. */
export interface OpenChatTokens extends ChatTokens {
  readonly partners: Partners
  readonly bridge: ProviderBridge
  readonly signingKeys: RefreshingCache<LocalKeys>
}

const minuteSeconds = 60

/** Rejects with the error of the state if the signing keys cannot be loaded. */
export async function openChatTokens(options: ChatTokensOptions): Promise<OpenChatTokens> {
  const { state, partners, publicUrl, baseUrl, tokenMinutes, log, audit, demo = null } = options
  const records = new OAuthRecords(state, Date.now, { realm: 'Chat' })
  const tokenSeconds = tokenMinutes * minuteSeconds
  const revoked = new RevokedSubjects(records, refreshLifetimeSeconds.absolute + tokenSeconds)
  const partnerKeys = new PartnerKeys(log, options.keyCacheTimes)
  if (demo !== null) partnerKeys.set(demo.partner, demo.keys)
  const signingKeys = createSigningKeyCache(new SigningKeys(state))
  await signingKeys.get()
  const bridge = createProviderBridge({
    publicUrl,
    keys: signingKeys,
    createProvider: (parts) =>
      createChatProvider({ ...parts, partners, partnerKeys, records, revoked, tokenSeconds, log, audit }),
  })
  return {
    partners,
    bridge,
    signingKeys,
    ...createChatTokenCheck({ baseUrl, keys: signingKeys, partners, records, revoked }),
    issue: async (partner, subject, url = publicUrl(null)) => {
      await signingKeys.get()
      await revoked.waitUntilValid(partner.identifier, subject)
      return issueTokens(bridge.getServerAt(url).server, partner, subject)
    },
    revoke: (partner, subject) => revoked.revoke(partner, subject),
  }
}

/** Creates a grant, whose refresh tokens and access tokens end with it. */
async function issueTokens(
  provider: ReturnType<ProviderBridge['getServerAt']>['server'],
  { identifier }: Partner,
  accountId: string,
): Promise<IssuedTokens> {
  const client = await provider.Client.find(toClientId(identifier))
  if (client === undefined) throw new Error(`${identifier} is disabled`)
  const grant = new provider.Grant({ clientId: client.clientId, accountId })
  grant.addResourceScope(chatResource, chatScope)
  const parts = { client, accountId, gty: passwordlessType, grantId: await grant.save() }
  const refreshToken = new provider.RefreshToken({
    ...parts,
    scope: chatScope,
    resource: chatResource,
    rotations: 0,
  })
  const accessToken = createAccessToken(provider, parts)
  return {
    refresh_token: await refreshToken.save(),
    access_token: await accessToken.save(),
    expires_in: accessToken.expiration,
  }
}
