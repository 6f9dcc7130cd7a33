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
  obtainRefreshToken,
  statusWith,
  requestToken,
} from './oauth-server.fixture.ts'

const { skip } = engines.find(({ name }) => name === 'PostgreSQL')!

const server = await startOAuthServer()
after(() => server[Symbol.asyncDispose]())

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
    const challenged = await fetch(server.resource, { method: 'POST' })
    assert.equal(challenged.status, 401)
    const challenge = challenged.headers.get('www-authenticate') ?? ''
    assert.doesNotMatch(challenge, /error/)
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
    const resource = (await (await fetch(metadata)).json()) as Record<string, readonly string[]>
    assert.equal(resource['resource'], server.resource)
    assert.deepEqual(resource['scopes_supported'], ['directory:read'])
    assert.deepEqual(resource['authorization_servers'], [server.url])

    const config = await server.register()
    const serverMetadata = config.serverMetadata()
    assert.equal(serverMetadata.issuer, server.url)
    assert.deepEqual(serverMetadata.code_challenge_methods_supported, ['S256'])

    const browser = server.browser()
    const { url, checks } = await startAuthorization(server, config)
    const signIn = await browser.go(url)
    assert.match(signIn.html, /Little Agent/)
    const consent = await browser.signIn(signIn, server)
    assert.match(consent.html, /127\.0\.0\.1:49152/)
    assert.match(consent.html, /app runs on this computer/)
    assert.match(consent.html, /person\d+@example\.org/)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.equal(returnUrl?.searchParams.get('iss'), server.url)

    const first = await client.authorizationCodeGrant(config, returnUrl, checks)
    assert.equal(first.expires_in, 3600)
    assert.equal(decodeProtectedHeader(first.access_token).typ, 'at+jwt')
    assert.equal(decodeProtectedHeader(first.access_token).alg, 'ES256')
    assert.equal(decodeJwt(first.access_token).aud, server.resource)
    assert.equal(await statusWith(server, first.access_token), 200)

    const second = await client.refreshTokenGrant(config, first.refresh_token!)
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal(await statusWith(server, second.access_token), 200)
    await client.tokenRevocation(config, second.refresh_token!)
    assert.equal(await errorOf(client.refreshTokenGrant(config, second.refresh_token!)), 'invalid_grant')
  })

  for (const path of ['/mcp', '', '/v1/providers'])
    test(`can be the MCP SDK, which completes authorization from ${path || 'the root URL'}`, async () => {
      const [agent, serverUrl] = [new SdkClient(), server.url + path]
      assert.equal(await auth(agent, { serverUrl }), 'REDIRECT')
      const browser = server.browser()
      const consent = await browser.signIn(await browser.go(agent.authorizationUrl!), server)
      const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
      const { code = '', iss = '' } = Object.fromEntries(returnUrl!.searchParams)
      assert.equal(await auth(agent, { serverUrl, authorizationCode: code, iss }), 'AUTHORIZED')
      const first = agent.tokens()
      assert.equal(await auth(agent, { serverUrl }), 'AUTHORIZED')
      assert.notEqual(agent.tokens()?.refresh_token, first?.refresh_token)
      assert.equal(decodeJwt(agent.tokens()!.access_token).aud, server.resource)
      assert.equal(await statusWith(server, agent.tokens()!.access_token), 200)
    })

  test('can use another loopback address: every document names the address of the request', async () => {
    const url = server.url.replace('127.0.0.1', 'localhost')
    const agent = new SdkClient()
    assert.equal(await auth(agent, { serverUrl: `${url}/mcp` }), 'REDIRECT')
    assert.equal(agent.authorizationUrl!.origin, url)
    const browser = server.browser(url)
    const consent = await browser.signIn(await browser.go(agent.authorizationUrl!), server)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    const { code = '', iss = '' } = Object.fromEntries(returnUrl!.searchParams)
    assert.equal(iss, url)
    assert.equal(await auth(agent, { serverUrl: `${url}/mcp`, authorizationCode: code, iss }), 'AUTHORIZED')
    const token = agent.tokens()!.access_token
    assert.equal(decodeJwt(token).aud, `${url}/mcp`)
    assert.equal(await statusWith(server, token), 200)
  })

  test('may omit the scope and the resource, and may write the resource with a slash or an uppercase scheme', async () => {
    const config = await server.register()
    const browser = server.browser()
    await browser.signIn(await browser.go((await startAuthorization(server, config)).url), server)
    for (const parameters of [
      { scope: '', resource: '' },
      { resource: `${server.resource}/` },
      { resource: server.resource.replace('http', 'HTTP') },
    ]) {
      const { url, checks } = await startAuthorization(server, config, parameters)
      const { returnUrl } = await browser.send(await browser.go(url), '/consent', { decision: 'allow' })
      const target = parameters.resource === '' ? {} : { resource: parameters.resource }
      const granted = await client.authorizationCodeGrant(config, returnUrl!, checks, target)
      assert.equal(decodeJwt(granted.access_token).aud, server.resource)
      assert.equal(granted.scope, 'directory:read')
    }
  })

  test('finds in the metadata only endpoints that the server has', async () => {
    for (const path of ['oauth-authorization-server', 'openid-configuration']) {
      const metadata = (await (await fetch(`${server.url}/.well-known/${path}`)).json()) as Record<
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
        assert.ok(String(address).startsWith(`${server.url}/oauth/`), name)
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

test('unused endpoints of oidc-provider return 404', async () => {
  const { client_id } = (await server.register()).clientMetadata()
  for (const path of [
    '/request',
    '/me',
    '/token/introspection',
    '/device',
    '/device/auth',
    '/backchannel',
    '/session/end',
    '/oauth/end-session',
    '/oauth/end-session/confirm',
    `/oauth/register/${client_id}`,
    '/oauth/userinfo',
  ])
    for (const method of ['GET', 'POST'])
      assert.equal((await fetch(server.url + path, { method })).status, 404, `${method} ${path}`)
})

describe('a user who is signed in at /keys', () => {
  test('needs no new code, but must consent to each authorization', async () => {
    const mailsBefore = server.mail.mails.length
    const config = await server.register()
    const browser = server.browser()
    await browser.signIn(await browser.go((await startAuthorization(server, config)).url), server)
    for (const _ of [1, 2]) {
      const consent = await browser.go((await startAuthorization(server, config)).url)
      assert.match(consent.html, />Allow</)
      const next = await browser.send(consent, '/consent', { decision: 'allow' })
      assert.ok(next.returnUrl, next.url + next.html.slice(-900))
    }
    assert.equal(server.mail.mails.length, mailsBefore + 1)
  })

  test('leaves no session for the next user of the browser after signing out', async () => {
    const config = await server.register()
    const browser = server.browser()
    await browser.signIn(await browser.go((await startAuthorization(server, config)).url), server)
    await browser.send(await browser.go('/keys'), '/sign-out')
    const { url, checks } = await startAuthorization(server, config)
    const consent = await browser.signIn(await browser.go(url), server, 'bob@example.org')
    assert.match(consent.html, /bob@example\.org/)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.ok((await client.authorizationCodeGrant(config, returnUrl!, checks)).access_token)
  })

  test('can switch to another account during an authorization; the consent belongs to that account', async () => {
    const config = await server.register()
    const [browser, bob] = [server.browser(), server.newAddress()]
    const { url, checks } = await startAuthorization(server, config)
    const anasConsent = await browser.signIn(await browser.go(url), server)
    const signIn = await browser.send(anasConsent, '/another-account')
    assert.match(signIn.html, /E-mail address/)
    assert.match((await browser.go('/keys')).html, /E-mail address/)
    const consent = await browser.signIn(signIn, server, bob)
    assert.ok(consent.html.includes(`<dd>${bob}</dd>`), consent.html)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.ok((await client.authorizationCodeGrant(config, returnUrl!, checks)).access_token)
    assert.match((await browser.go('/keys')).html, /Connected apps/)
  })

  test('must sign in again if the client sends prompt=login', async () => {
    const config = await server.register()
    const browser = server.browser()
    await browser.signIn(await browser.go((await startAuthorization(server, config)).url), server)
    const page = await browser.go((await startAuthorization(server, config, { prompt: 'login' })).url)
    assert.match(page.html, /E-mail address/)
  })

  test('is warned about a client whose name resembles that of the product', async () => {
    const browser = server.browser()
    const [ordinary, lookalike] = [
      await server.register(),
      await server.register({ client_name: 'Cаreatlas Support' }),
    ]
    await allow(server, ordinary, browser)
    const page = await browser.go((await startAuthorization(server, lookalike)).url)
    assert.match(page.html, /role="alert".*resembles Careatlas.*Anyone can choose such a name/s)
    assert.doesNotMatch(
      (await browser.go((await startAuthorization(server, ordinary)).url)).html,
      /resembles/,
    )
  })

  test('may deny access, and the client receives access_denied', async () => {
    const config = await server.register()
    const browser = server.browser()
    const consent = await browser.signIn(
      await browser.go((await startAuthorization(server, config)).url),
      server,
    )
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'deny' })
    assert.equal(returnUrl?.searchParams.get('error'), 'access_denied')
    assert.equal(returnUrl?.searchParams.get('iss'), server.url)
  })
})

describe('a refresh token', () => {
  test('stays valid after concurrent refreshes and after a request for a wrong resource', async () => {
    const config = await server.register()
    const refresh_token = await obtainRefreshToken(server, config)
    const wrongResource = client.refreshTokenGrant(config, refresh_token, {
      resource: 'https://elsewhere.example/mcp',
    })
    assert.equal(await errorOf(wrongResource), 'invalid_target')
    const refreshed = await Promise.all(
      Array.from({ length: 8 }, () => client.refreshTokenGrant(config, refresh_token)),
    )
    for (const { refresh_token: next } of refreshed)
      assert.ok((await client.refreshTokenGrant(config, next!)).access_token)
  })

  test('is refused from another client', async () => {
    const refresh_token = await obtainRefreshToken(server, await server.register())
    assert.equal(
      await errorOf(client.refreshTokenGrant(await server.register(), refresh_token)),
      'invalid_grant',
    )
  })
})

describe('an authorization code', () => {
  test('stays valid after a request for the resource of another service', async () => {
    const config = await server.register()
    const { returnUrl, checks } = await allow(server, config)
    const wrongResource = client.authorizationCodeGrant(config, returnUrl, checks, {
      resource: 'https://elsewhere.example/',
    })
    assert.equal(await errorOf(wrongResource), 'invalid_target')
    assert.ok((await client.authorizationCodeGrant(config, returnUrl, checks)).access_token)
  })
})

describe('an authorization is refused', () => {
  for (const [caseName, change] of [
    ['for an unknown client', { client_id: 'unknown' }],
    ['for a redirect URI that was not registered', { redirect_uri: 'https://evil.example/callback' }],
    [
      'for a host name that begins like a loopback address',
      { redirect_uri: 'http://127.0.0.1.evil.example/callback' },
    ],
    ['for a client metadata document on a loopback address', { client_id: 'https://127.0.0.1/client' }],
  ] as const) {
    test(`${caseName}, on an error page that does not redirect`, async () => {
      const { url } = await startAuthorization(server, await server.register(), change)
      const page = await server.browser().go(url)
      assert.equal(page.returnUrl, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /Start over/)
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.equal(page.headers.get('access-control-allow-origin'), null)
    })
  }

  test('if the consent has a wrong CSRF token or comes from another browser', async () => {
    const config = await server.register()
    const [ana, bob] = [server.browser(), server.browser()]
    const consent = await ana.signIn(await ana.go((await startAuthorization(server, config)).url), server)
    assert.equal((await ana.send(consent, '/consent', { decision: 'allow', token: 'guessed' })).status, 403)
    assert.equal((await bob.send(consent, '/consent', { decision: 'allow' })).status, 403)
    assert.ok((await ana.send(consent, '/consent', { decision: 'allow' })).returnUrl)
  })
})

test('the error page for an unknown client tells the user what to do, without a message of oidc-provider', async () => {
  const { url } = await startAuthorization(server, await server.register(), { client_id: 'unknown' })
  const { html } = await server.browser().go(url)
  assert.match(html, /This app is not registered here; connect again from the app\./)
  assert.doesNotMatch(html, /client is invalid/)
})

test('CORS lets browser clients use the endpoints without cookies and read the challenge', async () => {
  const origin = 'https://agent.example'
  for (const path of ['/mcp', '/oauth/register', '/oauth/token', '/oauth/revoke']) {
    const headers = { origin, 'access-control-request-method': 'POST' }
    const preflight = await fetch(server.url + path, { method: 'OPTIONS', headers })
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /\bContent-Type\b/)
    const response = await fetch(server.url + path, { method: 'POST', headers: { origin } })
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    assert.match(response.headers.get('access-control-expose-headers') ?? '', /\bWWW-Authenticate\b/)
  }
})

test('with an https BASE_URL all cookies are Secure, and spoofed forwarding headers change nothing', async () => {
  await using proxied = await startOAuthServer({ BASE_URL: 'https://atlas.example' })
  const registration = await fetch(`${proxied.url}/oauth/register`, {
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
  const response = await fetch(`${proxied.url}/oauth/authorize?${query.toString()}`, {
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
    await fetch(`${proxied.url}/.well-known/oauth-authorization-server`, { headers })
  ).text()
  assert.doesNotMatch(metadata, /evil\.example|http:/)
})

describe('the server uses its own public URL for a request line', () => {
  test('with another host', async () => {
    const metadata = await sendRaw(
      server.url,
      'GET http://evil.example/.well-known/oauth-authorization-server',
    )
    assert.equal((JSON.parse(bodyOf(metadata)) as { issuer: unknown }).issuer, server.url)
    const { url } = await startAuthorization(server, await server.register())
    const started = await sendRaw(server.url, `GET http://evil.example${url.pathname}${url.search}`)
    assert.match(started, /^HTTP\/1\.1 303/)
    const location = /^location: (.*)\r$/im.exec(started)?.[1] ?? ''
    const path = new URL(location, server.url).pathname
    assert.doesNotMatch(started + (await sendRaw(server.url, `GET http://evil.example${path}`)), /evil/)
  })

  test('with percent-encoded characters in the path', async () => {
    const keys = await sendRaw(server.url, 'GET /oauth/jw%6bs')
    assert.equal((JSON.parse(bodyOf(keys)) as { keys: unknown[] }).keys.length, 1)
    const token = await sendRaw(server.url, 'POST /oauth/tok%65n')
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
  const json = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const tooLarge = await requestToken(server, { grant_type: 'a'.repeat(70_000) })
  const unknown = await requestToken(server, {
    grant_type: 'refresh_token',
    refresh_token: 'x',
    client_id: 'unknown',
  })
  for (const [response, error] of [
    [json, 'invalid_request'],
    [tooLarge, 'invalid_request'],
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
    using databases = new DisposableStack()
    const cluster = databases.use((await PostgresCluster.start('fsync = off\n'))!)
    await using postgresServer = await startOAuthServer({ DATABASE_URL: cluster.url() })
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'unknown' }
    assert.equal((await requestToken(postgresServer, form)).status, 401)
    databases.dispose()
    const response = await requestToken(postgresServer, form)
    assert.equal(response.status, 503)
    assert.equal(((await response.json()) as { error: unknown }).error, 'temporarily_unavailable')
  },
)
