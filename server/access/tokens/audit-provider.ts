/** Writes the events of oidc-provider to the audit log. */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Audit } from '../audit.ts'
import { ReuseError } from './record-adapter.ts'

/** The Fastify request of a rewritten message. */
export type FindRequest = (message: IncomingMessage) => FastifyRequest | undefined

export function auditProvider(provider: Provider, audit: Audit, findRequest: FindRequest): void {
  const toRequestField = ({ req }: KoaContextWithOIDC) => {
    const request = findRequest(req)
    return request === undefined ? {} : { request }
  }

  provider.on('registration_create.success', (context, { clientId }) =>
    audit({ event: 'client_registered', clientId, ...toRequestField(context) }),
  )
  provider.on('grant.success', (context) => {
    const isRefresh = context.oidc.params?.['grant_type'] === 'refresh_token'
    audit({
      event: isRefresh ? 'tokens_refreshed' : 'tokens_issued',
      ...getParties(context),
      ...toRequestField(context),
    })
  })
  provider.on('grant.error', (context, error) => {
    if (error instanceof ReuseError) {
      const { accountId, clientId } = error
      audit({ event: 'token_reuse_ended_family', accountId, clientId, ...toRequestField(context) })
    }
    audit({ event: 'tokens_refused', why: error.error, ...toRequestField(context) })
  })
  provider.on('grant.revoked', (context) => {
    const isRevocationRequest = context.oidc.route === 'revocation'
    audit({
      event: isRevocationRequest ? 'token_revoked' : 'token_reuse_ended_family',
      ...getParties(context),
      ...toRequestField(context),
    })
  })
}

/** The account (for the chat: the subject) and the client of the tokens. */
function getParties({ oidc }: KoaContextWithOIDC) {
  const { Grant, RefreshToken, AuthorizationCode, AccessToken } = oidc.entities
  const { accountId = '' } = Grant ?? RefreshToken ?? AuthorizationCode ?? AccessToken ?? {}
  const grantId = Grant?.jti ?? RefreshToken?.grantId ?? AuthorizationCode?.grantId
  return { accountId, clientId: oidc.client?.clientId ?? '', ...(grantId !== undefined && { grantId }) }
}

/** Attaches a reused code to the context before its grant is deleted, because `grant.revoked` does not name the account. */
export async function attachReusedCode({ oidc }: KoaContextWithOIDC): Promise<void> {
  const code = oidc.params?.['code']
  if (typeof code !== 'string') return
  const authorizationCode = await oidc.provider.AuthorizationCode.find(code, { ignoreExpiration: true })
  if (authorizationCode !== undefined) oidc.entity('AuthorizationCode', authorizationCode)
}
