/** Tokens of an external authorization server: a real server on this machine, and a simulated one that breaks each rule. */
import assert from 'node:assert/strict'
import { mcpPing } from '../mcp-ping.fixture.ts'
import { generateKeyPairSync, hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider } from 'oidc-provider'
import { pino } from 'pino'
import { runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { createExternalTokenCheck, defaultTimes } from './external-issuer.ts'
import { nowSeconds, signToken } from './token-signer.fixture.ts'

const resource = 'https://atlas.example/mcp'
const log = pino({ level: 'silent' })

describe('with OAUTH_ISSUER', () => {
  test('each endpoint accepts tokens of the external issuer, and the server issues none itself', async () => {
    await using issuer = await startRealIssuer()
    await using server = await runServer({ BASE_URL: 'https://atlas.example', OAUTH_ISSUER: issuer.url })
    const metadata = await server.get('/.well-known/oauth-protected-resource/mcp')
    const document = (await metadata.json()) as Record<string, unknown>
    assert.deepEqual(document['authorization_servers'], [issuer.url])
    assert.equal(document['resource'], resource)

    const headers = { authorization: `Bearer ${await issuer.tokenFor(resource, 'directory:read')}` }
    const path = `/v1/providers/${small.npi}`
    assert.equal((await server.get(path, headers)).status, 200)
    assert.equal((await fetch(`${server.url}/mcp`, mcpPing(headers))).status, 200)
    assert.equal((await server.get(path)).status, 200)
    for (const [token, status] of [
      [await issuer.tokenFor('https://atlas.example', 'directory:read'), 200],
      [await issuer.tokenFor('https://elsewhere.example/mcp', 'directory:read'), 401],
      [await issuer.tokenFor(resource, 'something:else'), 403],
    ] as const)
      assert.equal((await server.get(path, { authorization: `Bearer ${token}` })).status, status)

    for (const [method, address] of [
      ['GET', '/.well-known/oauth-authorization-server'],
      ['GET', '/.well-known/openid-configuration'],
      ['GET', '/oauth/jwks'],
      ['GET', '/oauth/authorize'],
      ['POST', '/oauth/token'],
      ['POST', '/oauth/register'],
      ['POST', '/oauth/revoke'],
    ] as const)
      assert.equal((await fetch(server.url + address, { method })).status, 404, address)
  })

  test('while the issuer is unavailable, the server answers 503 to its tokens, and API keys still work', async () => {
    let logged = ''
    const write = (line: string) => void (logged += line)
    await using server = await runServer(
      { OAUTH_ISSUER: 'http://127.0.0.1:1' },
      { log: pino({ level: 'warn' }, { write }) },
    )
    while (!logged.includes('OAUTH_ISSUER')) await new Promise(setImmediate)
    assert.match(logged, /OAUTH_ISSUER http:\/\/127\.0\.0\.1:1 is unreachable \(bad port\)/)
    const path = `/v1/providers/${small.npi}`
    const token = await signToken({}, { alg: 'ES256' }, (await generateKeyPair('ES256')).privateKey)
    const response = await server.get(path, { authorization: `Bearer ${token}` })
    assert.equal(response.status, 503)
    assert.match(await response.text(), /their issuer is unavailable/)
    assert.doesNotMatch(logged, /stack/)
    assert.equal((await server.get(path)).status, 200)
  })
})

describe('a token of another issuer', () => {
  test('grants its scopes to its subject', async () => {
    await using issuer = await simulateIssuer()
    const subject = `subject ${hash('sha256', 'ana', 'base64url')}`
    assert.deepEqual(await issuer.check(await issuer.token()), {
      kind: 'access_token',
      scopes: ['directory:read', 'more'],
      caller: subject,
      quotaSubject: subject,
    })
  })

  for (const algorithm of ['RS256', 'PS384', 'ES384', 'EdDSA']) {
    test(`may be signed with ${algorithm}`, async () => {
      await using issuer = await simulateIssuer()
      const key = await createKey('k2', algorithm)
      issuer.publish([key])
      assert.ok(await issuer.check(await issuer.token({}, key)))
    })
  }

  for (const [caseName, change] of Object.entries({
    'another issuer': { iss: 'http://127.0.0.1:2' },
    'another resource': { aud: 'https://elsewhere.example/mcp' },
    'a lifetime of more than one day': { iat: nowSeconds() - 90_000 },
    'no client': { client_id: undefined },
    'a subject that is a number': { sub: 7 },
  })) {
    test(`is refused with ${caseName}`, async () => {
      await using issuer = await simulateIssuer()
      assert.equal(await issuer.check(await issuer.token(change)), null)
    })
  }

  test('is refused if it is signed with a symmetric key, even a published one', async () => {
    await using issuer = await simulateIssuer()
    const secret = Buffer.alloc(32, 7)
    issuer.publish([{ kid: 'k1', publicJwk: { kty: 'oct', k: secret.toString('base64url'), kid: 'k1' } }])
    const claims = issuer.claims()
    assert.equal(
      await issuer.check(await signToken(claims, { alg: 'HS256', typ: 'at+jwt', kid: 'k1' }, secret)),
      null,
    )
  })

  test('stays valid while its key is published, also beside a newer key, and is refused afterwards', async () => {
    await using issuer = await simulateIssuer()
    const old = await issuer.token()
    assert.ok(await issuer.check(old))
    const next = await createKey('k2')
    issuer.publish([issuer.key, next])
    issuer.clock.now += 30_000
    assert.ok(await issuer.check(await issuer.token({}, next)))
    assert.ok(await issuer.check(old))
    issuer.publish([next])
    issuer.clock.now += defaultTimes.maxAgeMs
    assert.equal(await issuer.check(old), null)
  })

  test('is accepted with a new key that replaced another under the same kid', async () => {
    await using issuer = await simulateIssuer()
    assert.ok(await issuer.check(await issuer.token()))
    const next = await createKey(issuer.key.kid)
    issuer.publish([next])
    issuer.clock.now += defaultTimes.cooldownMs
    assert.ok(await issuer.check(await issuer.token({}, next)))
    assert.equal(await issuer.check(await issuer.token()), null)
  })

  test('is refused if two published keys have its kid', async () => {
    await using issuer = await simulateIssuer()
    issuer.publish([issuer.key, await createKey('k1')])
    assert.equal(await issuer.check(await issuer.token()), null)
  })

  test('is refused without an internal error if its published key is malformed', async () => {
    await using issuer = await simulateIssuer()
    const token = await issuer.token()
    for (const publicJwk of [
      { ...issuer.key.publicJwk, x: 'AA' },
      { ...issuer.key.publicJwk, y: 7 },
      { kty: 'EC' },
      {},
    ]) {
      issuer.publish([{ kid: 'k1', publicJwk: publicJwk as JWK }])
      issuer.clock.now += defaultTimes.maxAgeMs
      assert.equal(await issuer.check(token), null)
    }
  })
})

test('a token signed with a 1,024-bit RSA key is refused', async () => {
  await using issuer = await simulateIssuer()
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  issuer.publish([{ kid: 'k1', publicJwk: publicKey.export({ format: 'jwk' }) }])
  const [, claims = ''] = (await issuer.token()).split('.')
  const header = Buffer.from('{"alg":"RS256","typ":"at+jwt"}').toString('base64url')
  assert.equal(await issuer.check(`${header}.${claims}.${Buffer.alloc(128).toString('base64url')}`), null)
})

describe('the server requests the keys of the issuer', () => {
  test('once for 10,000 unknown keys, and again after half a minute', async () => {
    await using issuer = await simulateIssuer()
    assert.ok(await issuer.check(await issuer.token()))
    const unknownKey = await createKey('unknown')
    const flood = async (count: number) => {
      const tokens = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          issuer.token({}, { ...unknownKey, kid: `unknown-${index}` }),
        ),
      )
      for (const principal of await Promise.all(tokens.map(issuer.check))) assert.equal(principal, null)
    }
    issuer.clock.now += 30_000
    await flood(10_000)
    assert.equal(issuer.requestCount('/jwks'), 2)
    issuer.clock.now += 30_000
    await flood(10)
    assert.equal(issuer.requestCount('/jwks'), 3)
  })

  test('once for concurrent tokens', async () => {
    await using issuer = await simulateIssuer()
    const token = await issuer.token()
    await Promise.all(Array.from({ length: 20 }, () => issuer.check(token)))
    assert.equal(issuer.requestCount('/jwks'), 1)
  })

  test('again while the issuer is unavailable: known keys are used for an hour, then no token can be checked', async () => {
    await using issuer = await simulateIssuer()
    const token = await issuer.token()
    assert.ok(await issuer.check(token))
    issuer.respond('/jwks', (response) => void response.writeHead(500).end())
    for (const minutes of [10, 30, 59]) {
      issuer.clock.now = minutes * 60_000
      assert.ok(await issuer.check(token))
      assert.equal(await issuer.check(await issuer.token({}, await createKey('unknown'))), null)
    }
    assert.equal(issuer.requestCount('/jwks'), 4)
    issuer.clock.now = 60 * 60_000
    await assert.rejects(issuer.check(token), { code: 'unavailable' })
    issuer.publish([issuer.key])
    issuer.clock.now += defaultTimes.cooldownMs
    assert.ok(await issuer.check(token))
  })

  test('from the second metadata URL if the first returns 404', async () => {
    await using issuer = await simulateIssuer('/tenant')
    issuer.respond('/.well-known/oauth-authorization-server/tenant', undefined)
    assert.equal(await canCheck(issuer), true)
    assert.equal(issuer.requestCount('/tenant/.well-known/openid-configuration'), 1)
  })
})

describe('the server does not use', () => {
  const metadata = '/.well-known/oauth-authorization-server'
  for (const [caseName, path, handler] of [
    ['keys after a redirect', '/jwks', sendRedirect],
    ['metadata after a redirect', metadata, sendRedirect],
    ['a key set that is HTML', '/jwks', (response) => void response.end('<html></html>')],
    ['a key set that is a JSON array', '/jwks', (response) => void response.end('[]')],
    ['an oversized key set', '/jwks', sendOversizedBody],
    ['oversized metadata', metadata, sendOversizedBody],
    ['metadata of another issuer', metadata, metadataWith({ issuer: 'https://evil.example' })],
    ['metadata whose issuer has a trailing slash', metadata, metadataWith({ issuer: 'slash' })],
    ['a key set at a file: URL', metadata, metadataWith({ jwks_uri: 'file:///etc/passwd' })],
    [
      'a key set of another host over http',
      metadata,
      metadataWith({ jwks_uri: 'http://169.254.169.254/jwks' }),
    ],
    ['a key set in a data: URL', metadata, metadataWith({ jwks_uri: 'data:application/json,{"keys":[]}' })],
    ['metadata without a key set', metadata, metadataWith({ jwks_uri: undefined })],
  ] as readonly (readonly [string, string, Handler])[]) {
    test(caseName, async () => {
      await using issuer = await simulateIssuer()
      issuer.respond(path, handler)
      if (path === metadata) issuer.respond('/.well-known/openid-configuration', handler)
      assert.equal(await canCheck(issuer), false)
      assert.equal(issuer.requestCount('/secret'), 0)
    })
  }

  test('a key set that takes longer than three seconds', async () => {
    await using issuer = await simulateIssuer()
    issuer.respond('/jwks', (response) => void response.write('{"keys":'))
    assert.equal(await canCheck(issuer), false)
  })
})

/** Whether the server can check a token of the issuer. */
async function canCheck(issuer: SimulatedIssuer): Promise<boolean> {
  try {
    return (await issuer.check(await issuer.token())) !== null
  } catch (error) {
    assert.equal((error as { code?: unknown }).code, 'unavailable')
    return false
  }
}

type Handler = (response: ServerResponse, url: string) => void

function sendRedirect(response: ServerResponse, url: string): void {
  response.writeHead(302, { location: `${url}/secret` }).end()
}

/** A body of about 6.5 MB. */
function sendOversizedBody(response: ServerResponse): void {
  response.write('{"keys":["')
  for (let sent = 0; sent < 100; sent += 1) response.write('x'.repeat(65_536))
  response.end('"]}')
}

function metadataWith(change: Readonly<Record<string, unknown>>): Handler {
  return (response, url) => {
    const metadata = { issuer: url, jwks_uri: `${url}/jwks`, ...change }
    response.end(JSON.stringify(change['issuer'] === 'slash' ? { ...metadata, issuer: `${url}/` } : metadata))
  }
}

interface NamedKey {
  readonly kid: string
  readonly publicJwk: JWK
  readonly algorithm?: string
  readonly privateKey?: CryptoKey
}

async function createKey(kid: string, algorithm = 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(algorithm)
  return { kid, algorithm, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm } }
}

type SimulatedIssuer = Awaited<ReturnType<typeof simulateIssuer>>

/** An issuer whose responses and clock the test sets. */
async function simulateIssuer(tenant = '') {
  const requests: string[] = []
  const handlers = new Map<string, Handler>()
  await using resources = new AsyncDisposableStack()
  const { server, origin } = await listen((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const handler = handlers.get(path)
    if (handler === undefined) response.writeHead(404).end()
    else handler(response, url)
  })
  resources.defer(() => closeServer(server))
  const url = `${origin}${tenant}`
  const key = await createKey('k1')
  const clock = { now: 0 }
  const publish = (keys: readonly NamedKey[]) =>
    handlers.set('/jwks', (response) => {
      response.end(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }))
    })
  for (const path of [
    `/.well-known/oauth-authorization-server${tenant}`,
    `${tenant}/.well-known/openid-configuration`,
  ])
    handlers.set(path, metadataWith({ jwks_uri: `${origin}/jwks` }))
  publish([key])
  const claims = () => ({
    iss: url,
    aud: resource,
    sub: 'ana',
    client_id: 'agent',
    scope: 'directory:read more',
    iat: nowSeconds(),
    exp: nowSeconds() + 3600,
  })
  const owned = resources.move()
  return {
    url,
    key,
    clock,
    claims,
    publish,
    respond: (path: string, handler: Handler | undefined) =>
      handler === undefined ? handlers.delete(path) : handlers.set(path, handler),
    requestCount: (path: string) => requests.filter((requested) => requested === path).length,
    check: createExternalTokenCheck(
      { issuer: url, resources: [resource], log },
      { ...defaultTimes, now: () => clock.now },
    ),
    token: (
      change: Readonly<Record<string, unknown>> = {},
      by: Awaited<ReturnType<typeof createKey>> = key,
    ) =>
      signToken({ ...claims(), ...change }, { alg: by.algorithm, typ: 'at+jwt', kid: by.kid }, by.privateKey),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

/** A separate oidc-provider, which issues tokens to one client with a secret. */
async function startRealIssuer() {
  const { server, origin: url } = await listen()
  const credentials = { client_id: 'robot', client_secret: 'of-the-robot-and-long-enough' }
  const provider = new Provider(url, {
    clients: [{ ...credentials, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
    scopes: ['directory:read', 'something:else'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, audience) => ({
          scope: 'directory:read something:else',
          audience,
          accessTokenFormat: 'jwt',
        }),
      },
    },
  })
  const handler = provider.callback()
  server.on('request', (request, response) => void handler(request, response))
  return {
    url,
    tokenFor: async (audience: string, scope: string): Promise<string> => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', resource: audience, scope })
      const authorization = `Basic ${btoa(`${credentials.client_id}:${credentials.client_secret}`)}`
      const response = await fetch(`${url}/token`, { method: 'POST', body, headers: { authorization } })
      const { access_token } = (await response.json()) as { access_token?: string }
      return access_token ?? assert.fail('no token')
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}

async function listen(handler?: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler ?? (() => undefined)).listen(0, '127.0.0.1')
  if (handler === undefined) server.removeAllListeners('request')
  await once(server, 'listening')
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
