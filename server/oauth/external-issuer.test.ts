/** Tokens of another authorization server: a real one on this machine, and such as break every rule. */
import assert from 'node:assert/strict'
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
import { externalTokenCheck, defaultTimes } from './external-issuer.ts'
import { nowSeconds, signed } from './token-mint.fixture.ts'

const resource = 'https://atlas.example/mcp'
const log = pino({ level: 'silent' })

describe('with OAUTH_ISSUER', () => {
  test('its tokens are good here, on every surface, and ours are made no more', async () => {
    await using issuer = await realIssuer()
    await using server = await runServer({ BASE_URL: 'https://atlas.example', OAUTH_ISSUER: issuer.url })
    const metadata = await server.get('/.well-known/oauth-protected-resource/mcp')
    const said = (await metadata.json()) as Record<string, unknown>
    assert.deepEqual(said['authorization_servers'], [issuer.url])
    assert.equal(said['resource'], resource)

    const headers = { authorization: `Bearer ${await issuer.tokenFor(resource, 'directory:read')}` }
    const path = `/v1/providers/${small.npi}`
    assert.equal((await server.get(path, headers)).status, 200)
    assert.equal((await fetch(`${server.url}/mcp`, { method: 'POST', headers })).status, 404)
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

  test('the server does not call a token invalid while its issuer is unavailable, and API keys still work', async () => {
    let said = ''
    const write = (line: string) => void (said += line)
    await using server = await runServer(
      { OAUTH_ISSUER: 'http://127.0.0.1:1' },
      { log: pino({ level: 'warn' }, { write }) },
    )
    while (!said.includes('OAUTH_ISSUER')) await new Promise(setImmediate)
    assert.match(said, /OAUTH_ISSUER http:\/\/127\.0\.0\.1:1 is unreachable \(bad port\)/)
    const path = `/v1/providers/${small.npi}`
    const token = await signed({}, { alg: 'ES256' }, (await generateKeyPair('ES256')).privateKey)
    const answer = await server.get(path, { authorization: `Bearer ${token}` })
    assert.equal(answer.status, 503)
    assert.match(await answer.text(), /their issuer is unavailable/)
    assert.doesNotMatch(said, /stack/)
    assert.equal((await server.get(path)).status, 200)
  })
})

describe('a token of another issuer', () => {
  test('is good for whom and what it says', async () => {
    await using issuer = await madeIssuer()
    const subject = `subject ${hash('sha256', 'ana', 'base64url')}`
    assert.deepEqual(await issuer.check(await issuer.token()), {
      kind: 'access_token',
      scopes: ['directory:read', 'more'],
      caller: subject,
      quotaSubject: subject,
    })
  })

  for (const algorithm of ['RS256', 'PS384', 'ES384', 'EdDSA']) {
    test(`may be signed by ${algorithm}`, async () => {
      await using issuer = await madeIssuer()
      const key = await keyNamed('k2', algorithm)
      issuer.publish([key])
      assert.ok(await issuer.check(await issuer.token({}, key)))
    })
  }

  for (const [what, change] of Object.entries({
    'another issuer': { iss: 'http://127.0.0.1:2' },
    'another resource': { aud: 'https://elsewhere.example/mcp' },
    'a life of more than a day': { iat: nowSeconds() - 90_000 },
    'no client': { client_id: undefined },
    'a subject that is a number': { sub: 7 },
  })) {
    test(`is refused with ${what}`, async () => {
      await using issuer = await madeIssuer()
      assert.equal(await issuer.check(await issuer.token(change)), null)
    })
  }

  test('is refused that is signed by a secret, also one that is published', async () => {
    await using issuer = await madeIssuer()
    const secret = Buffer.alloc(32, 7)
    issuer.publish([{ kid: 'k1', publicJwk: { kty: 'oct', k: secret.toString('base64url'), kid: 'k1' } }])
    const claims = issuer.claims()
    assert.equal(
      await issuer.check(await signed(claims, { alg: 'HS256', typ: 'at+jwt', kid: 'k1' }, secret)),
      null,
    )
  })

  test('goes on with the key before while both are published, and ends with it', async () => {
    await using issuer = await madeIssuer()
    const old = await issuer.token()
    assert.ok(await issuer.check(old))
    const next = await keyNamed('k2')
    issuer.publish([issuer.key, next])
    issuer.clock.now += 30_000
    assert.ok(await issuer.check(await issuer.token({}, next)))
    assert.ok(await issuer.check(old))
    issuer.publish([next])
    issuer.clock.now += defaultTimes.maxAgeMs
    assert.equal(await issuer.check(old), null)
  })

  test('is good with a new key under the name of the one before', async () => {
    await using issuer = await madeIssuer()
    assert.ok(await issuer.check(await issuer.token()))
    const next = await keyNamed(issuer.key.kid)
    issuer.publish([next])
    issuer.clock.now += defaultTimes.cooldownMs
    assert.ok(await issuer.check(await issuer.token({}, next)))
    assert.equal(await issuer.check(await issuer.token()), null)
  })

  test('is not told from others by a kid that two keys have', async () => {
    await using issuer = await madeIssuer()
    issuer.publish([issuer.key, await keyNamed('k1')])
    assert.equal(await issuer.check(await issuer.token()), null)
  })

  test('is refused, not failed at, by a key that is none', async () => {
    await using issuer = await madeIssuer()
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

test('a token is refused whose key is too short to trust', async () => {
  await using issuer = await madeIssuer()
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  issuer.publish([{ kid: 'k1', publicJwk: publicKey.export({ format: 'jwk' }) }])
  const [, claims = ''] = (await issuer.token()).split('.')
  const header = Buffer.from('{"alg":"RS256","typ":"at+jwt"}').toString('base64url')
  assert.equal(await issuer.check(`${header}.${claims}.${Buffer.alloc(128).toString('base64url')}`), null)
})

describe('the issuer is asked', () => {
  test('once for 10,000 keys that it does not have, and again half a minute later', async () => {
    await using issuer = await madeIssuer()
    assert.ok(await issuer.check(await issuer.token()))
    const stranger = await keyNamed('unknown')
    const flood = async (count: number) => {
      const tokens = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          issuer.token({}, { ...stranger, kid: `unknown-${index}` }),
        ),
      )
      for (const answer of await Promise.all(tokens.map(issuer.check))) assert.equal(answer, null)
    }
    issuer.clock.now += 30_000
    await flood(10_000)
    assert.equal(issuer.asked('/jwks'), 2)
    issuer.clock.now += 30_000
    await flood(10)
    assert.equal(issuer.asked('/jwks'), 3)
  })

  test('by many at once, in one request', async () => {
    await using issuer = await madeIssuer()
    const token = await issuer.token()
    await Promise.all(Array.from({ length: 20 }, () => issuer.check(token)))
    assert.equal(issuer.asked('/jwks'), 1)
  })

  test('again when it is unavailable: for an hour known keys still work and others are refused, then no token can be checked', async () => {
    await using issuer = await madeIssuer()
    const token = await issuer.token()
    assert.ok(await issuer.check(token))
    issuer.answer('/jwks', (response) => void response.writeHead(500).end())
    for (const minutes of [10, 30, 59]) {
      issuer.clock.now = minutes * 60_000
      assert.ok(await issuer.check(token))
      assert.equal(await issuer.check(await issuer.token({}, await keyNamed('unknown'))), null)
    }
    assert.equal(issuer.asked('/jwks'), 4)
    issuer.clock.now = 60 * 60_000
    await assert.rejects(issuer.check(token), { code: 'unavailable' })
    issuer.publish([issuer.key])
    issuer.clock.now += defaultTimes.cooldownMs
    assert.ok(await issuer.check(token))
  })

  test('at the next of its addresses where the first is silent about it', async () => {
    await using issuer = await madeIssuer('/tenant')
    issuer.answer('/.well-known/oauth-authorization-server/tenant', undefined)
    assert.equal(await couldCheck(issuer), true)
    assert.equal(issuer.asked('/tenant/.well-known/openid-configuration'), 1)
  })
})

describe('nothing is believed', () => {
  const metadata = '/.well-known/oauth-authorization-server'
  for (const [what, path, answer] of [
    ['of keys that come after a redirect', '/jwks', redirected],
    ['of metadata that comes after a redirect', metadata, redirected],
    ['of keys that are a page', '/jwks', (response) => void response.end('<html></html>')],
    ['of keys that are a list', '/jwks', (response) => void response.end('[]')],
    ['of keys without end', '/jwks', endless],
    ['of metadata without end', metadata, endless],
    ['of metadata of another issuer', metadata, saying({ issuer: 'https://evil.example' })],
    ['of metadata with a slash at the end of its issuer', metadata, saying({ issuer: 'slash' })],
    ['of keys in a file', metadata, saying({ jwks_uri: 'file:///etc/passwd' })],
    ['of keys elsewhere over http', metadata, saying({ jwks_uri: 'http://169.254.169.254/jwks' })],
    ['of keys in the address', metadata, saying({ jwks_uri: 'data:application/json,{"keys":[]}' })],
    ['of keys nowhere', metadata, saying({ jwks_uri: undefined })],
  ] as readonly (readonly [string, string, Answer])[]) {
    test(what, async () => {
      await using issuer = await madeIssuer()
      issuer.answer(path, answer)
      if (path === metadata) issuer.answer('/.well-known/openid-configuration', answer)
      assert.equal(await couldCheck(issuer), false)
      assert.equal(issuer.asked('/secret'), 0)
    })
  }

  test('of keys that take longer than three seconds', async () => {
    await using issuer = await madeIssuer()
    issuer.answer('/jwks', (response) => void response.write('{"keys":'))
    assert.equal(await couldCheck(issuer), false)
  })
})

/** False where the server cannot check a token, which does not make the token invalid. */
async function couldCheck(issuer: MadeIssuer): Promise<boolean> {
  try {
    return (await issuer.check(await issuer.token())) !== null
  } catch (error) {
    assert.equal((error as { code?: unknown }).code, 'unavailable')
    return false
  }
}

type Answer = (response: ServerResponse, url: string) => void

function redirected(response: ServerResponse, url: string): void {
  response.writeHead(302, { location: `${url}/secret` }).end()
}

/** A few megabytes, which end when the client disconnects. */
function endless(response: ServerResponse): void {
  response.write('{"keys":["')
  for (let sent = 0; sent < 100; sent += 1) response.write('x'.repeat(65_536))
  response.end('"]}')
}

function saying(change: Readonly<Record<string, unknown>>): Answer {
  return (response, url) => {
    const said = { issuer: url, jwks_uri: `${url}/jwks`, ...change }
    response.end(JSON.stringify(change['issuer'] === 'slash' ? { ...said, issuer: `${url}/` } : said))
  }
}

interface NamedKey {
  readonly kid: string
  readonly publicJwk: JWK
  readonly algorithm?: string
  readonly privateKey?: CryptoKey
}

async function keyNamed(kid: string, algorithm = 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(algorithm)
  return { kid, algorithm, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm } }
}

type MadeIssuer = Awaited<ReturnType<typeof madeIssuer>>

/** A server whose answers the test sets, and a clock that the test sets. */
async function madeIssuer(tenant = '') {
  const asked: string[] = []
  const answers = new Map<string, Answer>()
  await using opened = new AsyncDisposableStack()
  const { server, origin } = await listening((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path)
    if (answer === undefined) response.writeHead(404).end()
    else answer(response, url)
  })
  opened.defer(() => closed(server))
  const url = `${origin}${tenant}`
  const key = await keyNamed('k1')
  const clock = { now: 0 }
  const publish = (keys: readonly NamedKey[]) =>
    answers.set('/jwks', (response) => {
      response.end(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }))
    })
  for (const path of [
    `/.well-known/oauth-authorization-server${tenant}`,
    `${tenant}/.well-known/openid-configuration`,
  ])
    answers.set(path, saying({ jwks_uri: `${origin}/jwks` }))
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
  const open = opened.move()
  return {
    url,
    key,
    clock,
    claims,
    publish,
    answer: (path: string, answer: Answer | undefined) =>
      answer === undefined ? answers.delete(path) : answers.set(path, answer),
    asked: (path: string) => asked.filter((each) => each === path).length,
    check: externalTokenCheck(
      { issuer: url, resources: [resource], log },
      { ...defaultTimes, now: () => clock.now },
    ),
    token: (change: Readonly<Record<string, unknown>> = {}, by: Awaited<ReturnType<typeof keyNamed>> = key) =>
      signed({ ...claims(), ...change }, { alg: by.algorithm, typ: 'at+jwt', kid: by.kid }, by.privateKey),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** oidc-provider on its own, which gives tokens to one program that has a secret. */
async function realIssuer() {
  const { server, origin: url } = await listening()
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
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return {
    url,
    tokenFor: async (wanted: string, scope: string): Promise<string> => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', resource: wanted, scope })
      const authorization = `Basic ${btoa(`${credentials.client_id}:${credentials.client_secret}`)}`
      const response = await fetch(`${url}/token`, { method: 'POST', body, headers: { authorization } })
      const { access_token } = (await response.json()) as { access_token?: string }
      return access_token ?? assert.fail('no token')
    },
    [Symbol.asyncDispose]: () => closed(server),
  }
}

async function listening(answer?: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer ?? (() => undefined)).listen(0, '127.0.0.1')
  if (answer === undefined) server.removeAllListeners('request')
  await once(server, 'listening')
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
