/** Writes the events of oidc-provider to the audit log. */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Audit } from '../access/audit.ts'
import { ReuseError } from './record-adapter.ts'

/** The Fastify request of a rewritten message. */
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
    if (error instanceof ReuseError) {
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

/** The account and the client of the tokens. */
function partiesOf({ oidc }: KoaContextWithOIDC) {
  const { Grant, RefreshToken, AuthorizationCode } = oidc.entities
  const { accountId = '' } = Grant ?? RefreshToken ?? AuthorizationCode ?? {}
  const grantId = Grant?.jti ?? RefreshToken?.grantId ?? AuthorizationCode?.grantId
  return { accountId, clientId: oidc.client?.clientId ?? '', ...(grantId !== undefined && { grantId }) }
}

/** Looks up a reused code before its grant is deleted, because `grant.revoked` does not contain its owner. */
export async function rememberCode({ oidc }: KoaContextWithOIDC): Promise<void> {
  const code = oidc.params?.['code']
  if (typeof code !== 'string') return
  const found = await oidc.provider.AuthorizationCode.find(code, { ignoreExpiration: true })
  if (found !== undefined) oidc.entity('AuthorizationCode', found)
}
