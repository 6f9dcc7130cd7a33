/** What oidc-provider does, told to the audit: it tells of itself by events. */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Audit } from '../access/audit.ts'
import { UsedAgain } from './record-adapter.ts'

/** The request that a message was replayed from. */
export type RequestOf = (message: IncomingMessage) => FastifyRequest | undefined

export function auditProvider(provider: Provider, audit: Audit, requestOf: RequestOf): void {
  const from = ({ req }: KoaContextWithOIDC) => {
    const request = requestOf(req)
    return request === undefined ? {} : { request }
  }

  provider.on('registration_create.success', (context, { clientId }) =>
    audit({ event: 'client_registered', clientId, ...from(context) }),
  )
  provider.on('grant.success', (context) => {
    const isRefresh = context.oidc.params?.['grant_type'] === 'refresh_token'
    audit({
      event: isRefresh ? 'tokens_refreshed' : 'tokens_issued',
      ...partiesOf(context),
      ...from(context),
    })
  })
  provider.on('grant.error', (context, error) => {
    if (error instanceof UsedAgain) {
      const { accountId, clientId } = error
      audit({ event: 'token_reuse_ended_family', accountId, clientId, ...from(context) })
    }
    audit({ event: 'tokens_refused', why: error.error, ...from(context) })
  })
  provider.on('grant.revoked', (context) => {
    const isAsked = context.oidc.route === 'revocation'
    audit({
      event: isAsked ? 'token_revoked' : 'token_reuse_ended_family',
      ...partiesOf(context),
      ...from(context),
    })
  })
}

/** Whose tokens they are, and which program has them. */
function partiesOf({ oidc }: KoaContextWithOIDC) {
  const { Grant, RefreshToken, AuthorizationCode } = oidc.entities
  const { accountId = '' } = Grant ?? RefreshToken ?? AuthorizationCode ?? {}
  const grantId = Grant?.jti ?? RefreshToken?.grantId ?? AuthorizationCode?.grantId
  return { accountId, clientId: oidc.client?.clientId ?? '', ...(grantId !== undefined && { grantId }) }
}

/** A code that comes again is looked up before it goes with its grant: `grant.revoked` does not say whose it was. */
export async function rememberCode({ oidc }: KoaContextWithOIDC): Promise<void> {
  const code = oidc.params?.['code']
  if (typeof code !== 'string') return
  const found = await oidc.provider.AuthorizationCode.find(code, { ignoreExpiration: true })
  if (found !== undefined) oidc.entity('AuthorizationCode', found)
}
