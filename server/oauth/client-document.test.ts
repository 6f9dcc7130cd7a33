/** Clients that identify themselves by a Client ID Metadata Document, with valid and invalid responses of its server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import dns from 'node:dns/promises'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { after, describe, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { setTimeout } from 'node:timers/promises'
import * as client from 'openid-client'
import { startAuthorization, startOAuthServer, type PageResponse } from './oauth-server.fixture.ts'

const server = await startOAuthServer()
after(() => server[Symbol.asyncDispose]())
const config = await server.register()

const redirect_uri = 'https://agent.example/callback'
let documentCount = 0

/** A document URL that no test has used yet. */
function newDocumentUrl(): string {
  return `https://agent.example/${(documentCount += 1)}.json`
}

/** A valid document for `client_id`. */
function validDocument(client_id: string): Record<string, unknown> {
  return { client_id, client_name: 'Document Agent', redirect_uris: [redirect_uri] }
}

/** Serves a document and returns its URL. The server must not fetch from loopback addresses, so `fetch` is mocked. */
async function publish(context: TestContext, handler: DocumentHandler): Promise<string> {
  const client_id = newDocumentUrl()
  const documentServer = createServer((_request, response) => handler(response, client_id))
  documentServer.listen(0, '127.0.0.1')
  await once(documentServer, 'listening')
  context.after(() => {
    documentServer.closeAllConnections()
    documentServer.close()
  })
  const { port } = documentServer.address() as AddressInfo
  const { fetch: realFetch } = globalThis
  resolveTo(context, '8.8.8.8')
  context.mock.method(globalThis, 'fetch', async (...[address, init]: Parameters<typeof fetch>) => {
    if (address !== client_id) return realFetch(address, init)
    const { dispatcher: _, ...rest } = { dispatcher: null, ...init }
    return realFetch(`http://127.0.0.1:${port}`, rest)
  })
  return client_id
}

/** Mocks DNS: every name resolves to these addresses. */
function resolveTo(context: TestContext, ...addresses: readonly string[]): void {
  context.mock.method(dns, 'lookup', async () =>
    addresses.map((address) => ({ address, family: isIP(address) })),
  )
}

/** How the document server responds. */
type DocumentHandler = (response: ServerResponse, client_id: string) => unknown

function publishJson(context: TestContext, createDocument: (client_id: string) => unknown): Promise<string> {
  return publish(context, (response, client_id) => response.end(JSON.stringify(createDocument(client_id))))
}

async function authorize(client_id: string, change: Record<string, string> = {}): Promise<PageResponse> {
  return server
    .browser()
    .go((await startAuthorization(server, config, { client_id, redirect_uri, ...change })).url)
}

describe('a valid document', () => {
  test('identifies its client by the host name', async (context) => {
    const client_id = await publishJson(context, validDocument)
    const browser = server.browser()
    const { url } = await startAuthorization(server, config, { client_id, redirect_uri })
    const consent = await browser.signIn(await browser.go(url), server)
    assert.match(consent.html, /App of agent\.example/)
  })

  test('may contain fields for other servers', async (context) => {
    const client_id = await publishJson(context, (id) => ({
      ...validDocument(id),
      redirect_uris: ['http://127.0.0.1:33418/', 'http://localhost/callback', redirect_uri],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'profile of_others',
      logo_uri: 'http://agent.example/logo',
      sector_identifier_uri: 'https://127.0.0.1/sector',
      default_max_age: 0,
    }))
    for (const redirect of [redirect_uri, 'http://127.0.0.1:33419/', 'http://localhost:49153/callback'])
      assert.match((await authorize(client_id, { redirect_uri: redirect })).html, /E-mail address/)
  })

  test('lets its client exchange a code and refresh its tokens', async (context) => {
    const client_id = await publishJson(context, validDocument)
    const { url, checks } = await startAuthorization(server, config, { client_id, redirect_uri })
    const browser = server.browser()
    const consent = await browser.signIn(await browser.go(url), server)
    const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
    const documentClient = new client.Configuration(config.serverMetadata(), client_id, {}, client.None())
    client.allowInsecureRequests(documentClient)
    const { refresh_token = '' } = await client.authorizationCodeGrant(documentClient, returnUrl!, checks)
    assert.ok((await client.refreshTokenGrant(documentClient, refresh_token)).access_token)
  })
})

describe('a document is refused', () => {
  for (const [caseName, change, reason] of [
    ['for another client', { client_id: 'https://other.example/client.json' }, /client_id does not match/],
    ['without client_id', { client_id: undefined }, /client_id does not match/],
    ['with a secret', { client_secret: 'x' }, /client_secret/],
    ['with an expiry of a secret', { client_secret_expires_at: 0 }, /client_secret/],
    [
      'with shared-secret authentication',
      { token_endpoint_auth_method: 'client_secret_post' },
      /shared-secret/,
    ],
    [
      'with private-key authentication',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://127.0.0.1/keys' },
      /token_endpoint_auth_method/,
    ],
    ['without redirect URIs', { redirect_uris: [] }, /redirect_uris/],
    ['with a redirect URI that is not in a list', { redirect_uris: redirect_uri }, /redirect_uris/],
    ['with a javascript: redirect URI', { redirect_uris: ['javascript:alert(1)'] }, /redirect_uris/],
    [
      'with a redirect URI of a private-use scheme',
      { redirect_uris: ['com.example.app:/x'], application_type: 'native' },
      /redirect_uris/,
    ],
    [
      'with an http: redirect URI that is not loopback',
      { redirect_uris: ['http://agent.example/callback'] },
      /redirect_uris/,
    ],
    [
      'with a wildcard in a redirect URI',
      { redirect_uris: ['https://*.agent.example/callback'] },
      /redirect_uris/,
    ],
    [
      'with a fragment in a redirect URI',
      { redirect_uris: ['https://agent.example/callback#x'] },
      /redirect_uris/,
    ],
    [
      'with eleven redirect URIs',
      { redirect_uris: Array.from({ length: 11 }, (_, index) => `${redirect_uri}/${index}`) },
      /redirect_uris/,
    ],
    ['with a right-to-left override in its name', { client_name: '\u202eedualC' }, /client_name/],
    ['with a name of 101 characters', { client_name: 'x'.repeat(101) }, /client_name/],
    ['with a name that is not a string', { client_name: 7 }, /client_name/],
    ['with only the implicit grant', { grant_types: ['implicit'] }, /grant_types/],
    ['longer than 5 KiB', { client_name: 'x'.repeat(6000) }, /fetch failed/],
  ] as const) {
    test(caseName, async (context) => {
      const client_id = await publishJson(context, (id) => ({ ...validDocument(id), ...change }))
      const [redirect = redirect_uri] = [('redirect_uris' in change ? change.redirect_uris : []) ?? []].flat()
      assertRejected(await authorize(client_id, { redirect_uri: redirect }), reason)
    })
  }

  for (const [caseName, handler] of [
    ['HTML', (response) => response.setHeader('content-type', 'text/html').end('<html>')],
    ['a JSON array', (response) => response.end('[]')],
    ['JSON null', (response) => response.end('null')],
    ['redirected', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['not found', (response, id) => response.writeHead(404).end(JSON.stringify(validDocument(id)))],
    ['a partial response', (response, id) => response.writeHead(206).end(JSON.stringify(validDocument(id)))],
    ['endless', (response) => sendEndlessBody(response)],
    [
      'larger than the maximum after decompression',
      (response) =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync(' '.repeat(20 * 1024 * 1024))),
    ],
    [
      'truncated',
      (response) => {
        response.write('{')
        response.destroy()
      },
    ],
  ] as const satisfies readonly (readonly [string, DocumentHandler])[]) {
    test(`that is ${caseName}`, async (context) => {
      const client_id = await publish(context, handler)
      assertRejected(await authorize(client_id), /client_id metadata document/)
    })
  }

  test('after one fetch, even if the fetch fails', async (context) => {
    let fetches = 0
    const client_id = await publish(context, (response) => {
      fetches += 1
      response.writeHead(404).end()
    })
    assertRejected(await authorize(client_id), /fetch failed/)
    assert.equal(fetches, 1)
  })

  test(
    'if its server does not respond or does not finish in time, and each waiting client receives the error',
    { timeout: 30_000 },
    async (context) => {
      const silent = await publish(context, () => undefined)
      const slow = await publish(context, (response) => {
        const drip = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(drip))
      })
      for (const page of await Promise.all([authorize(silent), authorize(slow)]))
        assertRejected(page, /fetch failed/)
    },
  )

  for (const client_id of [
    'http://agent.example/client.json',
    'https://agent.example',
    'https://agent.example/',
    'https://agent.example?client',
    'https://agent.example/client.json#here',
    'https://user@agent.example/client.json',
    'https://agent.example/../client.json',
    'https://agent.example/%2e%2e/client.json',
    'https://agent.example\\client.json',
    `https://agent.example/${'x'.repeat(2048)}`,
    'ftp://agent.example/client.json',
    'https://agent.example:8443/client.json',
    'https://8.8.8.8/client.json',
    'https://134744072/client.json',
    'https://[2001:4860:4860::8888]/client.json',
  ])
    test(`at ${client_id.slice(0, 60)}, which is not fetched`, async (context) => {
      const { fetch: realFetch } = globalThis
      const fetchMock = context.mock.method(globalThis, 'fetch', (...request: Parameters<typeof fetch>) =>
        realFetch(...request),
      )
      assertRejected(await authorize(client_id), /client|app is not registered/)
      assert.deepEqual(externalRequests(fetchMock.mock.calls), [])
    })

  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['169.254.169.254'], ['fd00::1']])
    test(`if its host resolves to ${addresses.join(' and ')}, to which the server does not connect`, async (context) => {
      resolveTo(context, ...addresses)
      const { fetch: realFetch } = globalThis
      const fetchMock = context.mock.method(globalThis, 'fetch', (...request: Parameters<typeof fetch>) =>
        realFetch(...request),
      )
      assertRejected(await authorize(newDocumentUrl()), /fetch failed/)
      assert.deepEqual(externalRequests(fetchMock.mock.calls), [])
    })

  test('with 503 and Retry-After while the server is fetching sixteen other documents', async (context) => {
    const pending: (() => void)[] = []
    resolveTo(context, '8.8.8.8')
    const { fetch: realFetch } = globalThis
    context.mock.method(globalThis, 'fetch', (...[address, init]: Parameters<typeof fetch>) =>
      typeof address === 'string' && address.startsWith(server.url)
        ? realFetch(address, init)
        : new Promise((_resolve, reject) => pending.push(() => reject(new Error('aborted')))),
    )
    const requests = Array.from({ length: 20 }, () => requestRevocation(newDocumentUrl()))
    const refusals: Response[] = []
    for (const request of requests) void request.then((response) => refusals.push(response))
    while (refusals.length < 4) await setTimeout(10)
    assert.equal(pending.length, 16)
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [503, 503, 503, 503],
    )
    for (const { headers } of refusals) assert.equal(headers.get('retry-after'), '5')
    for (const abort of pending) abort()
    assert.deepEqual(new Set((await Promise.all(requests)).map(({ status }) => status)), new Set([400, 503]))
  })
})

test('a redirect URI cannot change the content security policy of the consent page', async () => {
  const redirect = 'https://a;frame-ancestors,script-src/callback'
  const evilClient = await server.register({ redirect_uris: [redirect] })
  const browser = server.browser()
  const page = await browser.go(
    (await startAuthorization(server, evilClient, { redirect_uri: redirect })).url,
  )
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /form-action 'self' https:; frame-ancestors 'none'$/,
  )
})

/** The URLs of requests to other servers. */
function externalRequests(calls: readonly { readonly arguments: readonly unknown[] }[]): readonly unknown[] {
  return calls
    .map(({ arguments: [address] }) => address)
    .filter((address) => !String(address).startsWith(server.url))
}

function requestRevocation(client_id: string): Promise<Response> {
  return fetch(`${server.url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, token: 'x' }),
  })
}

test('fetches of unknown documents are rate-limited', async (context) => {
  await using limited = await startOAuthServer({ RATE_LIMITS: 'on' })
  resolveTo(context, '127.0.0.1')
  const requestUnknown = () =>
    fetch(`${limited.url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: newDocumentUrl(), token: 'x' }),
    })
  for (let times = 0; times < 20; times += 1) assert.equal((await requestUnknown()).status, 400)
  const refusal = await requestUnknown()
  assert.equal(refusal.status, 429)
  assert.match(refusal.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(((await refusal.json()) as { error: unknown }).error, 'temporarily_unavailable')
})

function sendEndlessBody(response: ServerResponse): void {
  for (let chunks = 0; chunks < 64; chunks += 1) response.write('{'.repeat(64 * 1024))
}

function assertRejected(page: PageResponse, reason: RegExp): void {
  assert.equal(page.returnUrl, null)
  assert.equal(page.status, 400, page.html)
  assert.match(page.html, reason)
}
