/** For tests: identity providers of partners, as local servers: a real oidc-provider, and one whose responses the test sets. */
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** The audience of the ID tokens: the client of the partner's page at its identity provider. */
export const pageClient = 'acme-web'

export interface NamedKey {
  readonly kid: string
  readonly algorithm: string
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

export async function createKey(kid: string, algorithm = 'ES256'): Promise<NamedKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  return { kid, algorithm, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm } }
}

/** The differences from a valid ID token. A claim or header that is undefined is omitted. */
export interface IdTokenChange {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly key?: NamedKey
  /** Signs instead of the private key. */
  readonly secret?: Uint8Array
}

type Handler = (response: ServerResponse, url: string) => void

export type SimulatedIdentityProvider = Awaited<ReturnType<typeof simulateIdentityProvider>>

/** An identity provider whose responses the test sets, and whose ID tokens may be wrong in any way. */
export async function simulateIdentityProvider(algorithm = 'ES256') {
  const requests: string[] = []
  const handlers = new Map<string, Handler>()
  const { server, url } = await listen((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const handler = handlers.get(path)
    if (handler === undefined) response.writeHead(404).end()
    else handler(response, url)
  })
  const key = await createKey('k1', algorithm)
  const respond = (path: string, handler: Handler) => void handlers.set(path, handler)
  const publish = (keys: readonly Pick<NamedKey, 'publicJwk'>[]) =>
    respond(keySetPath, (response) => {
      response.end(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }))
    })
  publish([key])
  respond(metadataPath, metadataWith({}))
  return {
    url,
    key,
    publish,
    respond,
    requestCount: (path: string) => requests.filter((requested) => requested === path).length,
    sign: ({ claims = {}, header = {}, key: by = key, secret }: IdTokenChange = {}) =>
      new SignJWT({ ...createIdClaims(url), ...claims })
        .setProtectedHeader({ ...createIdHeader(by), ...header })
        .sign(secret ?? by.privateKey, { crit: { 'urn:example:unknown': true } }),
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}

export const keySetPath = '/jwks'
export const metadataPath = '/.well-known/openid-configuration'

export function metadataWith(change: Readonly<Record<string, unknown>>): Handler {
  return (response, url) => {
    response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}${keySetPath}`, ...change }))
  }
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

export function createIdClaims(issuer: string) {
  const iat = nowSeconds()
  return { iss: issuer, aud: pageClient, sub: 'user-1', iat, exp: iat + 3600 }
}

export function createIdHeader({ kid, algorithm }: Pick<NamedKey, 'kid' | 'algorithm'>) {
  return { alg: algorithm, typ: 'JWT', kid }
}

const redirect = 'https://www.acme.example/callback'

/** A separate oidc-provider, which signs users in without asking, and issues RS256 ID tokens with the code flow and PKCE. */
export async function startIdentityProvider() {
  const { server, url } = await listen()
  const key = await createKey('idp-1', 'RS256')
  const provider = new Provider(url, {
    clients: [{ client_id: pageClient, token_endpoint_auth_method: 'none', redirect_uris: [redirect] }],
    jwks: { keys: [{ ...(await exportJWK(key.privateKey)), kid: key.kid, alg: key.algorithm, use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.account!.accountId, clientId: pageClient })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  let accountId = ''
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/sign-in/')) {
      const result = { login: { accountId } }
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    } else void handle(request, response)
  })
  return {
    url,
    /** The ID token of a user who signs in on the page of the partner. */
    signIn: async (user: string): Promise<string> => {
      accountId = user
      return requestIdToken(url)
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}

/** Runs the authorization code flow as a browser and the page do. */
async function requestIdToken(url: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: pageClient,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  })
  const returned = await followRedirects(`${url}/auth?${query.toString()}`)
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: pageClient,
      code: returned.searchParams.get('code') ?? '',
      redirect_uri: redirect,
      code_verifier: verifier,
    }),
  })
  const { id_token } = (await response.json()) as { id_token?: string }
  return id_token ?? assert.fail(`no ID token: ${returned.href}`)
}

/** Keeps cookies until the identity provider redirects to the page of the partner. */
async function followRedirects(start: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  while (!url.href.startsWith(redirect)) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) assert.fail(`${url.href} answers ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}

async function listen(handler?: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer()
  if (handler !== undefined) server.on('request', handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
