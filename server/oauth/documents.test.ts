/** Clients that say who they are in a document of their own (Client ID Metadata Documents), whatever its server answers. */
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

const at = await startOAuthServer()
after(() => at[Symbol.asyncDispose]())
const config = await at.register()

const redirect_uri = 'https://agent.example/callback'
let documents = 0

/** An address where nothing was asked for yet. */
function newAddress(): string {
  return `https://agent.example/${(documents += 1)}.json`
}

/** What a good document at `client_id` says. */
function good(client_id: string): Record<string, unknown> {
  return { client_id, client_name: 'Document Agent', redirect_uris: [redirect_uri] }
}

/** Answers for the server of documents, which no request of ours may reach on this machine. */
async function published(context: TestContext, answer: Answer): Promise<string> {
  const client_id = newAddress()
  const server = createServer((_request, response) => answer(response, client_id))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const { fetch: really } = globalThis
  foundAt(context, '8.8.8.8')
  context.mock.method(globalThis, 'fetch', async (...[address, init]: Parameters<typeof fetch>) => {
    if (address !== client_id) return really(address, init)
    const { dispatcher: _, ...rest } = { dispatcher: null, ...init }
    return really(`http://127.0.0.1:${port}`, rest)
  })
  return client_id
}

/** Where names lead to. */
function foundAt(context: TestContext, ...addresses: readonly string[]): void {
  context.mock.method(dns, 'lookup', async () =>
    addresses.map((address) => ({ address, family: isIP(address) })),
  )
}

/** How the server of documents answers. */
type Answer = (response: ServerResponse, client_id: string) => unknown

function publishedJson(context: TestContext, of: (client_id: string) => unknown): Promise<string> {
  return published(context, (response, client_id) => response.end(JSON.stringify(of(client_id))))
}

async function asked(client_id: string, change: Record<string, string> = {}): Promise<PageResponse> {
  return at.browser().go((await startAuthorization(at, config, { client_id, redirect_uri, ...change })).url)
}

describe('a document authorizes its client', () => {
  test('by its site', async (context) => {
    const client_id = await publishedJson(context, good)
    const browser = at.browser()
    const { url } = await startAuthorization(at, config, { client_id, redirect_uri })
    const consent = await browser.signIn(await browser.go(url), at)
    assert.match(consent.html, /App of agent\.example/)
  })

  test('with whatever else it says for other servers', async (context) => {
    const client_id = await publishedJson(context, (id) => ({
      ...good(id),
      redirect_uris: ['http://127.0.0.1:33418/', 'http://localhost/callback', redirect_uri],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'profile of_others',
      logo_uri: 'http://agent.example/logo',
      sector_identifier_uri: 'https://127.0.0.1/sector',
      default_max_age: 0,
    }))
    for (const redirect of [redirect_uri, 'http://127.0.0.1:33419/', 'http://localhost:49153/callback'])
      assert.match((await asked(client_id, { redirect_uri: redirect })).html, /E-mail address/)
  })

  test('to exchange and refresh its tokens', async (context) => {
    const client_id = await publishedJson(context, good)
    const { url, checks } = await startAuthorization(at, config, { client_id, redirect_uri })
    const browser = at.browser()
    const consent = await browser.signIn(await browser.go(url), at)
    const { left } = await browser.send(consent, '/consent', { decision: 'allow' })
    const document = new client.Configuration(config.serverMetadata(), client_id, {}, client.None())
    client.allowInsecureRequests(document)
    const { refresh_token = '' } = await client.authorizationCodeGrant(document, left!, checks)
    assert.ok((await client.refreshTokenGrant(document, refresh_token)).access_token)
  })
})

describe('a document is refused', () => {
  for (const [what, change, why] of [
    ['of another client', { client_id: 'https://other.example/client.json' }, /client_id does not match/],
    ['without its own address', { client_id: undefined }, /client_id does not match/],
    ['with a secret', { client_secret: 'x' }, /client_secret/],
    ['with a secret that ends', { client_secret_expires_at: 0 }, /client_secret/],
    ['with a shared secret', { token_endpoint_auth_method: 'client_secret_post' }, /shared-secret/],
    [
      'with a key',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://127.0.0.1/keys' },
      /token_endpoint_auth_method/,
    ],
    ['without a redirect', { redirect_uris: [] }, /redirect_uris/],
    ['with a redirect that is no list', { redirect_uris: redirect_uri }, /redirect_uris/],
    ['with a script', { redirect_uris: ['javascript:alert(1)'] }, /redirect_uris/],
    [
      'with a scheme of its own',
      { redirect_uris: ['com.example.app:/x'], application_type: 'native' },
      /redirect_uris/,
    ],
    ['with http elsewhere', { redirect_uris: ['http://agent.example/callback'] }, /redirect_uris/],
    ['with a wildcard', { redirect_uris: ['https://*.agent.example/callback'] }, /redirect_uris/],
    ['with a fragment', { redirect_uris: ['https://agent.example/callback#x'] }, /redirect_uris/],
    [
      'with eleven redirects',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `${redirect_uri}/${n}`) },
      /redirect_uris/,
    ],
    ['with a name that reads backwards', { client_name: '\u202eedualC' }, /client_name/],
    ['with an endless name', { client_name: 'x'.repeat(101) }, /client_name/],
    ['with a name that is none', { client_name: 7 }, /client_name/],
    ['of an implicit grant alone', { grant_types: ['implicit'] }, /grant_types/],
    ['longer than 5 KiB', { client_name: 'x'.repeat(6000) }, /fetch failed/],
  ] as const) {
    test(what, async (context) => {
      const client_id = await publishedJson(context, (id) => ({ ...good(id), ...change }))
      const [redirect = redirect_uri] = [('redirect_uris' in change ? change.redirect_uris : []) ?? []].flat()
      refused(await asked(client_id, { redirect_uri: redirect }), why)
    })
  }

  for (const [what, answer] of [
    ['HTML', (response) => response.setHeader('content-type', 'text/html').end('<html>')],
    ['a list', (response) => response.end('[]')],
    ['nothing', (response) => response.end('null')],
    ['moved', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['not found', (response, id) => response.writeHead(404).end(JSON.stringify(good(id)))],
    ['a part', (response, id) => response.writeHead(206).end(JSON.stringify(good(id)))],
    ['without end', (response) => endless(response)],
    [
      'without end, once unpacked',
      (response) =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync(' '.repeat(20 * 1024 * 1024))),
    ],
    [
      'broken off',
      (response) => {
        response.write('{')
        response.destroy()
      },
    ],
  ] as const satisfies readonly (readonly [string, Answer])[]) {
    test(`that is ${what}`, async (context) => {
      const client_id = await published(context, answer)
      refused(await asked(client_id), /client_id metadata document/)
    })
  }

  test(
    'that never comes, or never ends, and each waiting client receives the error',
    { timeout: 30_000 },
    async (context) => {
      const silent = await published(context, () => undefined)
      const slow = await published(context, (response) => {
        const drip = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(drip))
      })
      for (const page of await Promise.all([asked(silent), asked(slow)])) refused(page, /fetch failed/)
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
    test(`at ${client_id.slice(0, 60)}, and is not asked for`, async (context) => {
      const { fetch: really } = globalThis
      const fetching = context.mock.method(globalThis, 'fetch', (...asking: Parameters<typeof fetch>) =>
        really(...asking),
      )
      refused(await asked(client_id), /client|app is not registered/)
      assert.deepEqual(elsewhere(fetching.mock.calls), [])
    })

  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['169.254.169.254'], ['fd00::1']])
    test(`of a site at ${addresses.join(' and ')}, and nothing connects there`, async (context) => {
      foundAt(context, ...addresses)
      const { fetch: really } = globalThis
      const fetching = context.mock.method(globalThis, 'fetch', (...asking: Parameters<typeof fetch>) =>
        really(...asking),
      )
      refused(await asked(newAddress()), /fetch failed/)
      assert.deepEqual(elsewhere(fetching.mock.calls), [])
    })

  test('while the server fetches sixteen others, and the client may retry', async (context) => {
    const silent: (() => void)[] = []
    foundAt(context, '8.8.8.8')
    const { fetch: really } = globalThis
    context.mock.method(globalThis, 'fetch', (...[address, init]: Parameters<typeof fetch>) =>
      typeof address === 'string' && address.startsWith(at.url)
        ? really(address, init)
        : new Promise((_resolve, reject) => silent.push(() => reject(new Error('gone')))),
    )
    const waiting = Array.from({ length: 20 }, () => revoked(newAddress()))
    const later: Response[] = []
    for (const each of waiting) void each.then((response) => later.push(response))
    while (later.length < 4) await setTimeout(10)
    assert.equal(silent.length, 16)
    assert.deepEqual(
      later.map(({ status }) => status),
      [503, 503, 503, 503],
    )
    for (const { headers } of later) assert.equal(headers.get('retry-after'), '5')
    for (const end of silent) end()
    assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([400, 503]))
  })
})

test('a redirect may not change what the page of consent allows', async () => {
  const redirect = 'https://a;frame-ancestors,script-src/callback'
  const own = await at.register({ redirect_uris: [redirect] })
  const browser = at.browser()
  const page = await browser.go((await startAuthorization(at, own, { redirect_uri: redirect })).url)
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /form-action 'self' https:; frame-ancestors 'none'$/,
  )
})

/** Where it was asked for something that is not here. */
function elsewhere(calls: readonly { readonly arguments: readonly unknown[] }[]): readonly unknown[] {
  return calls.map(({ arguments: [address] }) => address).filter((each) => !String(each).startsWith(at.url))
}

function revoked(client_id: string): Promise<Response> {
  return fetch(`${at.url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, token: 'x' }),
  })
}

test('documents are looked up within limits, those that are known apart', async (context) => {
  await using limited = await startOAuthServer({ RATE_LIMITS: 'on' })
  foundAt(context, '127.0.0.1')
  const ask = () =>
    fetch(`${limited.url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: newAddress(), token: 'x' }),
    })
  for (let times = 0; times < 20; times += 1) assert.equal((await ask()).status, 400)
  const refusal = await ask()
  assert.equal(refusal.status, 429)
  assert.match(refusal.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(((await refusal.json()) as { error: unknown }).error, 'temporarily_unavailable')
})

function endless(response: ServerResponse): void {
  for (let chunks = 0; chunks < 64; chunks += 1) response.write('{'.repeat(64 * 1024))
}

function refused(page: PageResponse, why: RegExp): void {
  assert.equal(page.left, null)
  assert.equal(page.status, 400, page.html)
  assert.match(page.html, why)
}
