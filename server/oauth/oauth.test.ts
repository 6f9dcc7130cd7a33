/** The whole OAuth flow over HTTP: a client, a browser without JavaScript, and a code from a real mail server. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { engines } from '@careatlas/state/engines.fixture'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import {
  auth,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import {
  allow,
  startAuthorization,
  startOAuthServer,
  errorOf,
  redirect_uri,
  refreshTokenOf,
  statusWith,
  tokenEndpoint,
} from './oauth-server.fixture.ts'

const { skip } = engines.find(({ name }) => name === 'PostgreSQL')!

const at = await startOAuthServer()
after(() => at[Symbol.asyncDispose]())

/** Stores the client state of the SDK in memory. */
class SdkClient implements OAuthClientProvider {
  readonly redirectUrl = redirect_uri
  readonly clientMetadata = {
    client_name: 'SDK Agent',
    redirect_uris: [redirect_uri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
  /** The URL to which the SDK sends the browser. */
  authorizationUrl: URL | undefined
  #information: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''

  clientInformation() {
    return this.#information
  }
  saveClientInformation(information: StoredOAuthClientInformation): void {
    this.#information = information
  }
  tokens() {
    return this.#tokens
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens
  }
  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
}

describe('a client that knows only the URL of the service', () => {
  test('discovers the server, registers, gets a token after sign-in and consent, refreshes it and revokes it', async () => {
    const challenged = await fetch(at.resource, { method: 'POST' })
    assert.equal(challenged.status, 401)
    const challenge = challenged.headers.get('www-authenticate') ?? ''
    assert.doesNotMatch(challenge, /error/)
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
    const resource = (await (await fetch(metadata)).json()) as Record<string, readonly string[]>
    assert.equal(resource['resource'], at.resource)
    assert.deepEqual(resource['scopes_supported'], ['directory:read'])
    assert.deepEqual(resource['authorization_servers'], [at.url])

    const config = await at.register()
    const server = config.serverMetadata()
    assert.equal(server.issuer, at.url)
    assert.deepEqual(server.code_challenge_methods_supported, ['S256'])

    const browser = at.browser()
    const { url, checks } = await startAuthorization(at, config)
    const signIn = await browser.go(url)
    assert.match(signIn.html, /Little Agent/)
    const consent = await browser.signIn(signIn, at)
    assert.match(consent.html, /127\.0\.0\.1:49152/)
    assert.match(consent.html, /app runs on this computer/)
    assert.match(consent.html, /person\d+@example\.org/)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.equal(returnUrl?.searchParams.get('iss'), at.url)

    const first = await client.authorizationCodeGrant(config, returnUrl, checks)
    assert.equal(first.expires_in, 3600)
    assert.equal(decodeProtectedHeader(first.access_token).typ, 'at+jwt')
    assert.equal(decodeProtectedHeader(first.access_token).alg, 'ES256')
    assert.equal(decodeJwt(first.access_token).aud, at.resource)
    assert.equal(await statusWith(at, first.access_token), 404)

    const second = await client.refreshTokenGrant(config, first.refresh_token!)
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal(await statusWith(at, second.access_token), 404)
    await client.tokenRevocation(config, second.refresh_token!)
    assert.equal(await errorOf(client.refreshTokenGrant(config, second.refresh_token!)), 'invalid_grant')
  })

  for (const path of ['/mcp', '', '/v1/providers'])
    test(`can be the MCP SDK, which completes authorization from ${path || 'the root URL'}`, async () => {
      const [agent, serverUrl] = [new SdkClient(), at.url + path]
      assert.equal(await auth(agent, { serverUrl }), 'REDIRECT')
      const browser = at.browser()
      const consent = await browser.signIn(await browser.go(agent.authorizationUrl!), at)
      const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
      const { code = '', iss = '' } = Object.fromEntries(returnUrl!.searchParams)
      assert.equal(await auth(agent, { serverUrl, authorizationCode: code, iss }), 'AUTHORIZED')
      const first = agent.tokens()
      assert.equal(await auth(agent, { serverUrl }), 'AUTHORIZED')
      assert.notEqual(agent.tokens()?.refresh_token, first?.refresh_token)
      assert.equal(decodeJwt(agent.tokens()!.access_token).aud, at.resource)
      assert.equal(await statusWith(at, agent.tokens()!.access_token), 404)
    })

  test('can use another loopback address: every document names the address of the request', async () => {
    const url = at.url.replace('127.0.0.1', 'localhost')
    const agent = new SdkClient()
    assert.equal(await auth(agent, { serverUrl: `${url}/mcp` }), 'REDIRECT')
    assert.equal(agent.authorizationUrl!.origin, url)
    const browser = at.browser(url)
    const consent = await browser.signIn(await browser.go(agent.authorizationUrl!), at)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    const { code = '', iss = '' } = Object.fromEntries(returnUrl!.searchParams)
    assert.equal(iss, url)
    assert.equal(await auth(agent, { serverUrl: `${url}/mcp`, authorizationCode: code, iss }), 'AUTHORIZED')
    const token = agent.tokens()!.access_token
    assert.equal(decodeJwt(token).aud, `${url}/mcp`)
    assert.equal(await statusWith(at, token), 404)
  })

  test('may omit the scope and the resource, and may write the resource with a slash or an uppercase scheme', async () => {
    const config = await at.register()
    const browser = at.browser()
    await browser.signIn(await browser.go((await startAuthorization(at, config)).url), at)
    for (const parameters of [
      { scope: '', resource: '' },
      { resource: `${at.resource}/` },
      { resource: at.resource.replace('http', 'HTTP') },
    ]) {
      const { url, checks } = await startAuthorization(at, config, parameters)
      const { returnUrl } = await browser.send(await browser.go(url), '/consent', { decision: 'allow' })
      const target = parameters.resource === '' ? {} : { resource: parameters.resource }
      const granted = await client.authorizationCodeGrant(config, returnUrl!, checks, target)
      assert.equal(decodeJwt(granted.access_token).aud, at.resource)
      assert.equal(granted.scope, 'directory:read')
    }
  })

  test('finds only endpoints in the metadata that the server has', async () => {
    for (const path of ['oauth-authorization-server', 'openid-configuration']) {
      const metadata = (await (await fetch(`${at.url}/.well-known/${path}`)).json()) as Record<
        string,
        unknown
      >
      const addresses = Object.entries(metadata).filter(([name]) => /_endpoint$|_uri$/.test(name))
      assert.deepEqual(addresses.map(([name]) => name).toSorted(), [
        'authorization_endpoint',
        'jwks_uri',
        'registration_endpoint',
        'revocation_endpoint',
        'token_endpoint',
      ])
      for (const [name, address] of addresses) {
        assert.ok(String(address).startsWith(`${at.url}/oauth/`), name)
        assert.notEqual((await fetch(String(address))).status, 404)
      }
      assert.deepEqual(metadata['response_types_supported'], ['code'])
      assert.deepEqual(metadata['response_modes_supported'], ['query'])
      assert.deepEqual(metadata['token_endpoint_auth_methods_supported'], ['none'])
      assert.equal(metadata['authorization_response_iss_parameter_supported'], true)
      assert.equal(metadata['client_id_metadata_document_supported'], true)
    }
  })
})

describe('a user who is signed in at /keys', () => {
  test('needs no new code, but must consent to each authorization', async () => {
    const mailsBefore = at.mail.mails.length
    const config = await at.register()
    const browser = at.browser()
    await browser.signIn(await browser.go((await startAuthorization(at, config)).url), at)
    for (const _ of [1, 2]) {
      const consent = await browser.go((await startAuthorization(at, config)).url)
      assert.match(consent.html, />Allow</)
      const next = await browser.send(consent, '/consent', { decision: 'allow' })
      assert.ok(next.returnUrl, next.url + next.html.slice(-900))
    }
    assert.equal(at.mail.mails.length, mailsBefore + 1)
  })

  test('leaves no session for the next user of the browser after signing out', async () => {
    const config = await at.register()
    const browser = at.browser()
    await browser.signIn(await browser.go((await startAuthorization(at, config)).url), at)
    await browser.send(await browser.go('/keys'), '/sign-out')
    const { url, checks } = await startAuthorization(at, config)
    const consent = await browser.signIn(await browser.go(url), at, 'bob@example.org')
    assert.match(consent.html, /bob@example\.org/)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.ok((await client.authorizationCodeGrant(config, returnUrl!, checks)).access_token)
  })

  test('can switch to another account during an authorization; the consent belongs to that account', async () => {
    const config = await at.register()
    const [browser, bob] = [at.browser(), at.newAddress()]
    const { url, checks } = await startAuthorization(at, config)
    const wrong = await browser.signIn(await browser.go(url), at)
    const signIn = await browser.send(wrong, '/another-account')
    assert.match(signIn.html, /E-mail address/)
    assert.match((await browser.go('/keys')).html, /E-mail address/)
    const consent = await browser.signIn(signIn, at, bob)
    assert.ok(consent.html.includes(`<dd>${bob}</dd>`), consent.html)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.ok((await client.authorizationCodeGrant(config, returnUrl!, checks)).access_token)
    assert.match((await browser.go('/keys')).html, /Connected apps/)
  })

  test('must sign in again if the client sends prompt=login', async () => {
    const config = await at.register()
    const browser = at.browser()
    await browser.signIn(await browser.go((await startAuthorization(at, config)).url), at)
    const page = await browser.go((await startAuthorization(at, config, { prompt: 'login' })).url)
    assert.match(page.html, /E-mail address/)
  })

  test('is warned about a client whose name resembles that of the product', async () => {
    const browser = at.browser()
    const [usual, alike] = [await at.register(), await at.register({ client_name: 'Cаreatlas Support' })]
    await allow(at, usual, browser)
    const page = await browser.go((await startAuthorization(at, alike)).url)
    assert.match(page.html, /role="alert".*resembles Careatlas.*Anyone can choose such a name/s)
    assert.doesNotMatch((await browser.go((await startAuthorization(at, usual)).url)).html, /resembles/)
  })

  test('may refuse consent, and the client receives access_denied', async () => {
    const config = await at.register()
    const browser = at.browser()
    const consent = await browser.signIn(await browser.go((await startAuthorization(at, config)).url), at)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'deny' })
    assert.equal(returnUrl?.searchParams.get('error'), 'access_denied')
    assert.equal(returnUrl?.searchParams.get('iss'), at.url)
  })
})

describe('a refresh token', () => {
  test('stays valid after concurrent refreshes and after a request for a wrong resource', async () => {
    const config = await at.register()
    const refresh_token = await refreshTokenOf(at, config)
    const wrong = client.refreshTokenGrant(config, refresh_token, {
      resource: 'https://elsewhere.example/mcp',
    })
    assert.equal(await errorOf(wrong), 'invalid_target')
    const many = await Promise.all(
      Array.from({ length: 8 }, () => client.refreshTokenGrant(config, refresh_token)),
    )
    for (const each of many)
      assert.ok((await client.refreshTokenGrant(config, each.refresh_token!)).access_token)
  })

  test('is refused from another client', async () => {
    const refresh_token = await refreshTokenOf(at, await at.register())
    assert.equal(await errorOf(client.refreshTokenGrant(await at.register(), refresh_token)), 'invalid_grant')
  })
})

describe('an authorization code', () => {
  test('stays valid after a request for the resource of another service', async () => {
    const config = await at.register()
    const { returnUrl, checks } = await allow(at, config)
    const wrong = client.authorizationCodeGrant(config, returnUrl, checks, {
      resource: 'https://elsewhere.example/',
    })
    assert.equal(await errorOf(wrong), 'invalid_target')
    assert.ok((await client.authorizationCodeGrant(config, returnUrl, checks)).access_token)
  })
})

describe('an authorization is refused', () => {
  for (const [what, change] of [
    ['for an unknown client', { client_id: 'unknown' }],
    ['for a redirect URI that was not registered', { redirect_uri: 'https://evil.example/callback' }],
    [
      'for a host name that begins like a loopback address',
      { redirect_uri: 'http://127.0.0.1.evil.example/callback' },
    ],
    ['for a client metadata document on a loopback address', { client_id: 'https://127.0.0.1/client' }],
  ] as const) {
    test(`${what}, on an error page that does not redirect`, async () => {
      const { url } = await startAuthorization(at, await at.register(), change)
      const page = await at.browser().go(url)
      assert.equal(page.returnUrl, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /Start over/)
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.equal(page.headers.get('access-control-allow-origin'), null)
    })
  }

  test('if the consent has a wrong CSRF token or comes from another browser', async () => {
    const config = await at.register()
    const [ana, bob] = [at.browser(), at.browser()]
    const consent = await ana.signIn(await ana.go((await startAuthorization(at, config)).url), at)
    assert.equal((await ana.send(consent, '/consent', { decision: 'allow', token: 'guessed' })).status, 403)
    assert.equal((await bob.send(consent, '/consent', { decision: 'allow' })).status, 403)
    assert.ok((await ana.send(consent, '/consent', { decision: 'allow' })).returnUrl)
  })
})

test('the error page for an unknown client tells the user what to do, without a message of oidc-provider', async () => {
  const { url } = await startAuthorization(at, await at.register(), { client_id: 'unknown' })
  const { html } = await at.browser().go(url)
  assert.match(html, /This app is not registered here; connect again from the app\./)
  assert.doesNotMatch(html, /client is invalid/)
})

describe('a registration', () => {
  test('stores neither a secret nor a field that the server does not use', async () => {
    const config = await at.register({
      token_endpoint_auth_method: 'client_secret_post',
      logo_uri: 'https://a.example/x',
    })
    const { client_secret, logo_uri, token_endpoint_auth_method } = config.clientMetadata()
    assert.deepEqual([client_secret, logo_uri, token_endpoint_auth_method], [undefined, undefined, 'none'])
  })
})

test('CORS lets browser clients use the endpoints without cookies and read the challenge', async () => {
  const origin = 'https://agent.example'
  for (const path of ['/mcp', '/oauth/register', '/oauth/token', '/oauth/revoke']) {
    const headers = { origin, 'access-control-request-method': 'POST' }
    const preflight = await fetch(at.url + path, { method: 'OPTIONS', headers })
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /\bContent-Type\b/)
    const response = await fetch(at.url + path, { method: 'POST', headers: { origin } })
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    assert.match(response.headers.get('access-control-expose-headers') ?? '', /\bWWW-Authenticate\b/)
  }
})

test('with an https BASE_URL all cookies are Secure, and spoofed forwarding headers change nothing', async () => {
  await using behind = await startOAuthServer({ BASE_URL: 'https://atlas.example' })
  const registration = await fetch(`${behind.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirect_uri] }),
  })
  const { client_id } = (await registration.json()) as { client_id: string }
  const query = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const headers = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' }
  const response = await fetch(`${behind.url}/oauth/authorize?${query.toString()}`, {
    redirect: 'manual',
    headers,
  })
  assert.equal(response.status, 303)
  const cookies = response.headers.getSetCookie()
  assert.ok(cookies.length >= 4)
  for (const cookie of cookies) {
    assert.match(cookie, /; secure/i)
    assert.match(cookie, /; httponly/i)
    assert.match(cookie, /; samesite=lax/i)
    assert.doesNotMatch(cookie, /domain/i)
  }
  const metadata = await (
    await fetch(`${behind.url}/.well-known/oauth-authorization-server`, { headers })
  ).text()
  assert.doesNotMatch(metadata, /evil\.example|http:/)
})

describe('the server uses its own public URL for a request line', () => {
  test('with another host', async () => {
    const metadata = await sendRaw(at.url, 'GET http://evil.example/.well-known/oauth-authorization-server')
    assert.equal((JSON.parse(bodyOf(metadata)) as { issuer: unknown }).issuer, at.url)
    const { url } = await startAuthorization(at, await at.register())
    const started = await sendRaw(at.url, `GET http://evil.example${url.pathname}${url.search}`)
    assert.match(started, /^HTTP\/1\.1 303/)
    const location = /^location: (.*)\r$/im.exec(started)?.[1] ?? ''
    const path = new URL(location, at.url).pathname
    assert.doesNotMatch(started + (await sendRaw(at.url, `GET http://evil.example${path}`)), /evil/)
  })

  test('with percent-encoded characters in the path', async () => {
    const keys = await sendRaw(at.url, 'GET /oauth/jw%6bs')
    assert.equal((JSON.parse(bodyOf(keys)) as { keys: unknown[] }).keys.length, 1)
    const token = await sendRaw(at.url, 'POST /oauth/tok%65n')
    assert.match(token, /^HTTP\/1\.1 400/)
    assert.equal((JSON.parse(bodyOf(token)) as { error: unknown }).error, 'invalid_request')
  })
})

/** Sends a raw request line that an HTTP client would not send, and returns the whole response. */
async function sendRaw(url: string, requestLine: string): Promise<string> {
  const { host, hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const body = requestLine.startsWith('POST')
    ? 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b'
    : '\r\n'
  socket.write(
    `${requestLine} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: identity\r\nConnection: close\r\n${body}`,
  )
  return text(socket)
}

function bodyOf(response: string): string {
  return response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1)
}

test('errors of the token endpoint have the format of RFC 6749 for any request body', async () => {
  const json = await fetch(`${at.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const endless = await tokenEndpoint(at, { grant_type: 'a'.repeat(70_000) })
  const unknown = await tokenEndpoint(at, {
    grant_type: 'refresh_token',
    refresh_token: 'x',
    client_id: 'unknown',
  })
  for (const [response, error] of [
    [json, 'invalid_request'],
    [endless, 'invalid_request'],
    [unknown, 'invalid_client'],
  ] as const) {
    const body = (await response.json()) as Record<string, unknown>
    assert.equal(body['error'], error)
    assert.equal(typeof body['error_description'], 'string')
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
})

test(
  'while the database is unavailable, the token endpoint answers 503 temporarily_unavailable',
  { skip },
  async () => {
    using running = new DisposableStack()
    const cluster = running.use((await PostgresCluster.start('fsync = off\n'))!)
    await using server = await startOAuthServer({ DATABASE_URL: cluster.url() })
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'unknown' }
    assert.equal((await tokenEndpoint(server, form)).status, 401)
    running.dispose()
    const response = await tokenEndpoint(server, form)
    assert.equal(response.status, 503)
    assert.equal(((await response.json()) as { error: unknown }).error, 'temporarily_unavailable')
  },
)

test('registrations are rate-limited by client address', async () => {
  await using limited = await startOAuthServer({ RATE_LIMITS: 'on' })
  const register = () => fetch(`${limited.url}/oauth/register`, { method: 'POST', body: '{}' })
  for (let times = 0; times < 120; times += 1) assert.equal((await register()).status, 400)
  const refused = await register()
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(((await refused.json()) as { error: unknown }).error, 'temporarily_unavailable')
})
