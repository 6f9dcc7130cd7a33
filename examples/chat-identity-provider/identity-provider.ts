/** The identity provider of the site: an OpenID Provider whose users sign in with a name only, for this example. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

/** The site, as a client of the identity provider. */
export interface SiteClient {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}

export function createIdentityProvider(
  issuer: string,
  { id, secret, redirectUri }: SiteClient,
): RequestListener {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'example', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: async () => true,
    // The site belongs to the same company, so users need not consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.account!.accountId, clientId: id })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  return (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) void handle(request, response)
    else if (request.method === 'POST') void finishSignIn(provider, request, response)
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(form)
  }
}

const form = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <link rel="icon" href="data:," />
  <title>Sign in to Acme</title>
  <h1>Sign in to Acme</h1>
  <form method="post">
    <label>Name <input name="name" required maxlength="64" autocomplete="username" /></label>
    <button>Sign in</button>
  </form>
</html>`

async function finishSignIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const accountId = new URLSearchParams(await text(request)).get('name') ?? ''
  await provider.interactionFinished(request, response, { login: { accountId } })
}
