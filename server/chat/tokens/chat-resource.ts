/** The resource of the chat's access tokens, and how they are created. */
import type { AccessToken, Client, Provider, ResourceServer } from 'oidc-provider'
import { toAudience } from './chat-client.ts'

/** The only scope. */
export const chatScope = 'chat'

/** The only resource, as grants name it: the audience depends on the address by which the client reaches the service. */
export const chatResource = 'chat'

/** What the tokens are for. */
export function describeResource(issuer: string): ResourceServer {
  return {
    scope: chatScope,
    audience: toAudience(issuer),
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'ES256' } },
  }
}

export interface AccessTokenParts {
  readonly client: Client
  readonly accountId: string
  /** How the token was obtained. */
  readonly gty: string
  /** Empty without a grant. */
  readonly grantId: string
}

/** An access token that is not saved yet. */
export function createAccessToken(provider: Provider, parts: AccessTokenParts): AccessToken {
  const resource = describeResource(provider.issuer)
  return new provider.AccessToken({
    ...parts,
    scope: chatScope,
    resourceServer: { ...resource, scopes: new Set([chatScope]), identifier: () => chatResource },
  })
}
