/** The sign-in of the site: the authorization code flow with PKCE on its server, so that the browser has no token but the ID token. */
import { hash, randomBytes } from 'node:crypto'
import type { SiteClient } from './identity-provider.ts'

export interface SignedInUser {
  readonly idToken: string
  readonly refreshToken: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Begins a sign-in: the browser is sent to `url`, and the site keeps `verifier` and `state` for its return. */
export function beginSignIn(issuer: string, { id, redirectUri }: SiteClient) {
  const [verifier, state] = [randomBytes(32), randomBytes(16)].map((bytes) =>
    bytes.toString('base64url'),
  ) as [string, string]
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    // Asks for the name each time, so that one browser can try several users.
    prompt: 'login',
    state,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  })
  return { url: `${issuer}/auth?${query.toString()}`, verifier, state }
}

/** `parameters` are those of the grant: a code with its verifier, or a refresh token. */
export async function requestTokens(
  issuer: string,
  { id, secret, redirectUri }: SiteClient,
  parameters: Readonly<Record<string, string>>,
): Promise<SignedInUser> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ redirect_uri: redirectUri, ...parameters }),
  })
  const tokens = (await response.json()) as { id_token: string; refresh_token: string }
  if (!response.ok) throw new Error(`The identity provider returned ${JSON.stringify(tokens)}`)
  const [, claims = ''] = tokens.id_token.split('.')
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }
  return { idToken: tokens.id_token, refreshToken: tokens.refresh_token, expiresAt: exp * 1000 }
}
