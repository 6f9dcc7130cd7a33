/** The whole chain over real sockets: a client of its own making, a browser without a script, and a code from a real mail server. */
import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
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
import { type RunOptions, runServer } from '../../running.fixture.ts'
import { mailServer } from '../mail-server.fixture.ts'

const { skip } = engines.find(({ name }) => name === 'PostgreSQL')!

const email = 'ana@example.org'
const redirect_uri = 'http://127.0.0.1:49152/callback'

/** A server that sends mail, and who uses it. */
async function desk(settings: Readonly<Record<string, string>> = {}, options: RunOptions = {}) {
  const opened = new AsyncDisposableStack()
  const mail = opened.use(await mailServer())
  const sending = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
  const server = opened.use(await runServer({ ...sending, ...settings }, options))
  return {
    mail,
    url: server.url,
    server,
    resource: `${server.url}/mcp`,
    browser: () => new Browser(server.url),
    code: () => /^Subject: (\d{6}) /m.exec(mail.mails.at(-1)?.text ?? '')?.[1] ?? 'no code',
    register: (metadata: Readonly<Record<string, unknown>> = {}) => registered(server.url, metadata),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
type Desk = Awaited<ReturnType<typeof desk>>

function registered(url: string, metadata: Readonly<Record<string, unknown>>): Promise<client.Configuration> {
  return client.dynamicClientRegistration(
    new URL(url),
    { client_name: 'Little Agent', redirect_uris: [redirect_uri], ...metadata },
    client.None(),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  )
}

interface Shown {
  readonly status: number
  readonly html: string
  readonly url: string
  /** Where it leaves the service; null while it has not. */
  readonly left: URL | null
  readonly headers: Headers
}

/** Keeps cookies by their path, follows redirects inside of the service, and sends the forms that it is shown. */
class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>()

  constructor(url: string) {
    this.#url = url
  }

  async go(address: string | URL, init: RequestInit = {}): Promise<Shown> {
    const url = new URL(address, this.#url)
    if (url.origin !== this.#url)
      return { status: 0, html: '', url: url.href, left: url, headers: new Headers() }
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = { accept: 'text/html', cookie, ...(init.headers as Record<string, string>) }
    const response = await fetch(url, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const next = response.headers.get('location')
    if (next !== null) return this.go(new URL(next, url))
    return {
      status: response.status,
      html: await response.text(),
      url: url.href,
      left: null,
      headers: response.headers,
    }
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const [, path = '/'] = /path=([^;]+)/i.exec(line) ?? []
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }

  /** Sends the form of the page whose action ends like this, with what is typed into it. */
  async send(page: Shown, action: string, typed: Readonly<Record<string, string>> = {}): Promise<Shown> {
    const forms = [...page.html.matchAll(/<form[^>]* action="([^"]+)">([\s\S]*?)<\/form>/g)]
    const wanted = forms.find(
      ([form, where]) =>
        where?.endsWith(action) &&
        (typed['decision'] === undefined || form.includes(`value="${typed['decision']}"`)),
    )
    assert.ok(wanted, `no form ${action} in ${page.html}`)
    const fields = [...wanted[2]!.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    )
    const body = new URLSearchParams({ ...Object.fromEntries(fields), ...typed })
    return this.go(wanted[1]!, { method: 'POST', body, headers: { origin: this.#url } })
  }

  async signIn(page: Shown, at: Desk, address = email): Promise<Shown> {
    const asked = await this.send(page, '/code', { email: address })
    assert.equal(asked.status, 200, asked.html)
    return this.send(asked, '/session', { code: at.code() })
  }
}

/** Remembers in memory what the SDK wants remembered. */
class SdkClient implements OAuthClientProvider {
  readonly redirectUrl = redirect_uri
  readonly clientMetadata = {
    client_name: 'SDK Agent',
    redirect_uris: [redirect_uri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
  /** Where it sends the browser. */
  asked: URL | undefined
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
    this.asked = url
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
}

/** What a client begins with. */
async function begin(at: Desk, config: client.Configuration, asked: Readonly<Record<string, string>> = {}) {
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'directory:read',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'of-this-request',
    resource: at.resource,
    ...asked,
  })
  return { url, checks: { pkceCodeVerifier: verifier, expectedState: 'of-this-request' } }
}

/** A person signs in and says yes; the browser leaves with a code. */
async function allow(at: Desk, config: client.Configuration, browser = at.browser()) {
  const { url, checks } = await begin(at, config)
  const consent = await browser.signIn(await browser.go(url), at)
  const { left } = await browser.send(consent, '/consent', { decision: 'allow' })
  assert.ok(left, consent.html)
  return { left, checks }
}

async function refreshTokenOf(at: Desk, config: client.Configuration, browser?: Browser): Promise<string> {
  const { left, checks } = await allow(at, config, browser)
  return (await client.authorizationCodeGrant(config, left, checks)).refresh_token ?? ''
}

async function errorOf(asking: Promise<unknown>): Promise<string> {
  const refused: unknown = await asking.then(
    () => null,
    (error: unknown) => error,
  )
  return String((refused as { error?: unknown } | null)?.error ?? refused)
}

/** What the resource answers to a token: 404 is what stands there yet, for those who are let in. */
async function statusWith(at: Desk, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(at.resource, { method: 'POST', headers })).status
}

function tokenEndpoint(at: Desk, form: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(`${at.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
}

describe('a client that knows nothing but the address', () => {
  test('goes from the challenge through registration, sign-in and consent to a token, refreshes it and revokes it', async () => {
    await using at = await desk()
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
    const { url, checks } = await begin(at, config)
    const signIn = await browser.go(url)
    assert.match(signIn.html, /Little Agent/)
    const consent = await browser.signIn(signIn, at)
    assert.match(consent.html, /127\.0\.0\.1:49152/)
    assert.match(consent.html, /program on this computer/)
    assert.match(consent.html, /ana@example\.org/)
    const { left } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.equal(left?.searchParams.get('iss'), at.url)

    const first = await client.authorizationCodeGrant(config, left, checks)
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

  test('may be one of the MCP SDK, which finds its way by itself', async () => {
    await using at = await desk()
    const agent = new SdkClient()
    assert.equal(await auth(agent, { serverUrl: at.resource }), 'REDIRECT')
    const browser = at.browser()
    const consent = await browser.signIn(await browser.go(agent.asked!), at)
    const { left } = await browser.send(consent, '/consent', { decision: 'allow' })
    const { code = '', iss = '' } = Object.fromEntries(left!.searchParams)
    assert.equal(await auth(agent, { serverUrl: at.resource, authorizationCode: code, iss }), 'AUTHORIZED')
    const first = agent.tokens()
    assert.equal(await auth(agent, { serverUrl: at.resource }), 'AUTHORIZED')
    assert.notEqual(agent.tokens()?.refresh_token, first?.refresh_token)
    assert.equal(await statusWith(at, agent.tokens()!.access_token), 404)
  })

  test('may leave out the scope and the resource, and write the resource in its own way', async () => {
    await using at = await desk()
    const config = await at.register()
    const browser = at.browser()
    await browser.signIn(await browser.go((await begin(at, config)).url), at)
    for (const asked of [
      { scope: '', resource: '' },
      { resource: `${at.resource}/` },
      { resource: at.resource.replace('http', 'HTTP') },
    ]) {
      const { url, checks } = await begin(at, config, asked)
      const { left } = await browser.send(await browser.go(url), '/consent', { decision: 'allow' })
      const named = asked.resource === '' ? {} : { resource: asked.resource }
      const granted = await client.authorizationCodeGrant(config, left!, checks, named)
      assert.equal(decodeJwt(granted.access_token).aud, at.resource)
      assert.equal(granted.scope, 'directory:read')
    }
  })

  test('finds no address in the metadata that is not served', async () => {
    await using at = await desk()
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
      assert.deepEqual(metadata['token_endpoint_auth_methods_supported'], ['none'])
      assert.equal(metadata['authorization_response_iss_parameter_supported'], true)
      assert.equal(metadata['client_id_metadata_document_supported'], true)
    }
  })
})

describe('whoever is signed in at /keys', () => {
  test('only consents, and is asked each time', async () => {
    await using at = await desk()
    const config = await at.register()
    const browser = at.browser()
    await browser.signIn(await browser.go((await begin(at, config)).url), at)
    for (const _ of [1, 2]) {
      const consent = await browser.go((await begin(at, config)).url)
      assert.match(consent.html, /Let it in/)
      const next = await browser.send(consent, '/consent', { decision: 'allow' })
      assert.ok(next.left, next.url + next.html.slice(-900))
    }
    assert.equal(at.mail.mails.length, 1)
  })

  test('leaves nothing to whoever uses the browser next', async () => {
    await using at = await desk()
    const config = await at.register()
    const browser = at.browser()
    await browser.signIn(await browser.go((await begin(at, config)).url), at)
    await browser.send(await browser.go('/keys'), '/sign-out')
    const { url, checks } = await begin(at, config)
    const consent = await browser.signIn(await browser.go(url), at, 'bob@example.org')
    assert.match(consent.html, /bob@example\.org/)
    const { left } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.ok((await client.authorizationCodeGrant(config, left!, checks)).access_token)
  })

  test('types a code again where the client asks for that', async () => {
    await using at = await desk()
    const config = await at.register()
    const browser = at.browser()
    await browser.signIn(await browser.go((await begin(at, config)).url), at)
    const page = await browser.go((await begin(at, config, { prompt: 'login' })).url)
    assert.match(page.html, /E-mail address/)
  })

  test('may say no, which the client is told', async () => {
    await using at = await desk()
    const config = await at.register()
    const browser = at.browser()
    const consent = await browser.signIn(await browser.go((await begin(at, config)).url), at)
    const { left } = await browser.send(consent, '/consent', { decision: 'deny' })
    assert.equal(left?.searchParams.get('error'), 'access_denied')
    assert.equal(left?.searchParams.get('iss'), at.url)
  })
})

describe('a refresh token', () => {
  test('survives many refreshes at once, and a wrong resource', async () => {
    await using at = await desk()
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

  test('is of no use to another client', async () => {
    await using at = await desk()
    const refresh_token = await refreshTokenOf(at, await at.register())
    assert.equal(await errorOf(client.refreshTokenGrant(await at.register(), refresh_token)), 'invalid_grant')
  })

  test('ends with the account', async () => {
    await using at = await desk()
    const config = await at.register()
    const browser = at.browser()
    const refresh_token = await refreshTokenOf(at, config, browser)
    await browser.send(await browser.go('/keys'), '/delete-account', { confirm: email })
    assert.equal(await errorOf(client.refreshTokenGrant(config, refresh_token)), 'invalid_grant')
  })
})

describe('a code', () => {
  test('is good once, and a second use ends what the first brought', async () => {
    await using at = await desk()
    const config = await at.register()
    const { left, checks } = await allow(at, config)
    const { refresh_token = '' } = await client.authorizationCodeGrant(config, left, checks)
    assert.equal(await errorOf(client.authorizationCodeGrant(config, left, checks)), 'invalid_grant')
    assert.equal(await errorOf(client.refreshTokenGrant(config, refresh_token)), 'invalid_grant')
  })

  test('is not spent on a resource that is not ours', async () => {
    await using at = await desk()
    const config = await at.register()
    const { left, checks } = await allow(at, config)
    const wrong = client.authorizationCodeGrant(config, left, checks, {
      resource: 'https://elsewhere.example/',
    })
    assert.equal(await errorOf(wrong), 'invalid_target')
    assert.ok((await client.authorizationCodeGrant(config, left, checks)).access_token)
  })
})

describe('an authorization is refused', () => {
  for (const [what, change, error] of [
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
  ] as const) {
    test(`${what}, and the client is told`, async () => {
      await using at = await desk()
      const { url } = await begin(at, await at.register(), change)
      const { left } = await at.browser().go(url)
      assert.equal(
        left?.searchParams.get('error') ?? new URLSearchParams(left?.hash.slice(1)).get('error'),
        error,
      )
    })
  }

  for (const [what, change] of [
    ['of an unknown client', { client_id: 'nobody' }],
    ['to an address that was not registered', { redirect_uri: 'https://evil.example/callback' }],
    ['to a host that looks like this machine', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
    ['of a document that lies on this machine', { client_id: 'https://127.0.0.1/client' }],
  ] as const) {
    test(`${what}, on a page that leads nowhere`, async () => {
      await using at = await desk()
      const { url } = await begin(at, await at.register(), change)
      const page = await at.browser().go(url)
      assert.equal(page.left, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /Begin again/)
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.equal(page.headers.get('access-control-allow-origin'), null)
    })
  }

  test('where the consent is not from our page, or of another browser', async () => {
    await using at = await desk()
    const config = await at.register()
    const [ana, bob] = [at.browser(), at.browser()]
    const consent = await ana.signIn(await ana.go((await begin(at, config)).url), at)
    assert.equal((await ana.send(consent, '/consent', { decision: 'allow', token: 'guessed' })).status, 403)
    assert.equal((await bob.send(consent, '/consent', { decision: 'allow' })).status, 403)
    assert.ok((await ana.send(consent, '/consent', { decision: 'allow' })).left)
  })
})

describe('a client with a document of its own', () => {
  const client_id = 'https://agent.example/client.json'
  const document = { client_id, client_name: 'Document Agent', redirect_uris: ['http://localhost/callback'] }

  /** A document on this machine would not be fetched, so it is handed over here. */
  function published(context: TestContext, text: string): void {
    const { fetch: really } = globalThis
    context.mock.method(globalThis, 'fetch', async (...[asked, init]: Parameters<typeof fetch>) =>
      asked === client_id ? new Response(text) : really(asked, init),
    )
  }

  test('is known by its site, and waits on whatever port its system chose', async (context) => {
    await using at = await desk()
    const config = await at.register()
    published(context, JSON.stringify({ ...document, scope: 'profile of_others' }))
    const change = { client_id, redirect_uri: 'http://localhost:49153/callback' }
    const { url } = await begin(at, config, change)
    const browser = at.browser()
    const consent = await browser.signIn(await browser.go(url), at)
    assert.match(consent.html, /Document Agent, of agent\.example/)
    const { left } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.equal(left?.host, 'localhost:49153')
    assert.ok(left?.searchParams.get('code'))
  })

  for (const [what, text] of [
    ['names another client', JSON.stringify({ ...document, client_id: 'https://other.example/client.json' })],
    ['has a secret', JSON.stringify({ ...document, client_secret: 'x' })],
    ['redirects to a script', JSON.stringify({ ...document, redirect_uris: ['javascript:alert(1)'] })],
    ['is longer than 5 KiB', JSON.stringify({ ...document, client_name: 'a'.repeat(6000) })],
    ['is without end', `{"client_name": "${'a'.repeat(100_000)}`],
    ['is no JSON', '<html>'],
  ] as const) {
    test(`is refused where it ${what}`, async (context) => {
      await using at = await desk()
      const config = await at.register()
      published(context, text)
      const page = await at.browser().go((await begin(at, config, { client_id })).url)
      assert.equal(page.left, null)
      assert.equal(page.status, 400)
    })
  }
})

describe('a registration', () => {
  for (const [what, metadata, error] of [
    ['to http elsewhere', { redirect_uris: ['http://agent.example/callback'] }, 'invalid_redirect_uri'],
    ['to a wildcard', { redirect_uris: ['https://*.agent.example/callback'] }, 'invalid_redirect_uri'],
    ['to a fragment', { redirect_uris: ['https://agent.example/#here'] }, 'invalid_redirect_uri'],
    ['to a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['to nowhere', { redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      'of another grant',
      { grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] },
      'invalid_client_metadata',
    ],
    ['of an implicit one', { response_types: ['token'] }, 'invalid_client_metadata'],
    ['by an endless name', { client_name: 'a'.repeat(101) }, 'invalid_client_metadata'],
  ] as const) {
    test(`${what} is refused`, async () => {
      await using at = await desk()
      const response = await fetch(`${at.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [redirect_uri], ...metadata }),
      })
      assert.equal(response.status, 400)
      assert.equal(((await response.json()) as { error: unknown }).error, error)
    })
  }

  test('keeps neither a secret nor what nobody reads', async () => {
    await using at = await desk()
    const config = await at.register({
      token_endpoint_auth_method: 'client_secret_post',
      logo_uri: 'https://a.example/x',
    })
    const { client_secret, logo_uri, token_endpoint_auth_method } = config.clientMetadata()
    assert.deepEqual([client_secret, logo_uri, token_endpoint_auth_method], [undefined, undefined, 'none'])
  })

  test('on this machine is good for whatever port the system chose', async () => {
    await using at = await desk()
    const config = await at.register({ redirect_uris: ['http://127.0.0.1/callback'] })
    const page = await at.browser().go((await begin(at, config)).url)
    assert.match(page.html, /E-mail address/)
  })
})

test('a client in a browser may do all that has no cookie, and read the challenge', async () => {
  await using at = await desk()
  const origin = 'https://agent.example'
  for (const path of ['/mcp', '/oauth/register', '/oauth/token', '/oauth/revoke']) {
    const asked = { origin, 'access-control-request-method': 'POST' }
    const preflight = await fetch(at.url + path, { method: 'OPTIONS', headers: asked })
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /\bContent-Type\b/)
    const response = await fetch(at.url + path, { method: 'POST', headers: { origin } })
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    assert.match(response.headers.get('access-control-expose-headers') ?? '', /\bWWW-Authenticate\b/)
  }
})

test('errors of the token endpoint have the shape of RFC 6749, whatever is sent', async () => {
  await using at = await desk()
  const json = await fetch(`${at.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const endless = await tokenEndpoint(at, { grant_type: 'a'.repeat(70_000) })
  const nobody = await tokenEndpoint(at, {
    grant_type: 'refresh_token',
    refresh_token: 'x',
    client_id: 'nobody',
  })
  for (const [response, error] of [
    [json, 'invalid_request'],
    [endless, 'invalid_request'],
    [nobody, 'invalid_client'],
  ] as const) {
    const body = (await response.json()) as Record<string, unknown>
    assert.equal(body['error'], error)
    assert.equal(typeof body['error_description'], 'string')
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
})

test('while the database is away, a client is told to come back', { skip }, async () => {
  using running = new DisposableStack()
  const cluster = running.use((await PostgresCluster.start('fsync = off\n'))!)
  await using at = await desk({ DATABASE_URL: cluster.url() })
  const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'somebody' }
  assert.equal((await tokenEndpoint(at, form)).status, 401)
  running.dispose()
  const response = await tokenEndpoint(at, form)
  assert.equal(response.status, 503)
  assert.equal(((await response.json()) as { error: unknown }).error, 'temporarily_unavailable')
})

test('clients of one address are registered within limits', async () => {
  await using at = await desk({ RATE_LIMITS: 'on' })
  const ask = () => fetch(`${at.url}/oauth/register`, { method: 'POST', body: '{}' })
  for (let times = 0; times < 120; times += 1) assert.equal((await ask()).status, 400)
  const refused = await ask()
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(((await refused.json()) as { error: unknown }).error, 'temporarily_unavailable')
})
