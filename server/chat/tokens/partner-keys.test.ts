/** When the keys of an identity provider are requested (row T6), and which responses are not used (row T7). */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { IdTokenError, verifyIdToken } from './id-token.ts'
import {
  createKey,
  keySetPath,
  metadataPath,
  metadataWith,
  pageClient,
  type SimulatedIdentityProvider,
  simulateIdentityProvider,
} from './identity-provider.fixture.ts'
import { keyCacheTimes, KeysUnavailableError, PartnerKeys } from './partner-keys.ts'
import { createSettings, readRefusal, readTokens, startTokenServer } from './token-server.fixture.ts'

const minuteMs = 60_000

/** A verifier with a clock that is set by hand, for the keys of an identity provider. */
function createVerifier({ url }: SimulatedIdentityProvider, jwksUrl: string | null = null) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const clock = { now: 0 }
  const keys = new PartnerKeys(log, { now: () => clock.now })
  const rules = { issuer: url, audiences: [pageClient], algorithms: ['ES256', 'EdDSA'] }
  return {
    clock,
    lines,
    /** The subject of the token; null if it is refused. Rejects if it cannot be checked. */
    verify: async (token: string): Promise<string | null> =>
      verifyIdToken(token, rules, keys.get({ issuer: url, jwksUrl })).catch((error: unknown) => {
        if (error instanceof IdTokenError) return null
        throw error
      }),
  }
}

describe('the server requests the keys', () => {
  test('once for concurrent tokens, and again after ten minutes', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify, clock } = createVerifier(idp)
    const token = await idp.sign()
    await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    clock.now += 10 * minuteMs - 1
    await verify(token)
    assert.equal(idp.requestCount(keySetPath), 1)
    clock.now += 1
    await verify(token)
    assert.equal(idp.requestCount(keySetPath), 2)
  })

  test('once for 10,000 tokens with unknown keys, and again after a minute', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify, clock } = createVerifier(idp)
    assert.equal(await verify(await idp.sign()), 'user-1')
    const unknown = await createKey('unknown')
    const flood = async (count: number) => {
      const tokens = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          idp.sign({ key: { ...unknown, kid: `unknown-${index}` } }),
        ),
      )
      for (const subject of await Promise.all(tokens.map(verify))) assert.equal(subject, null)
    }
    await flood(100)
    assert.equal(idp.requestCount(keySetPath), 1)
    clock.now += minuteMs
    await flood(10_000)
    assert.equal(idp.requestCount(keySetPath), 2)
    clock.now += minuteMs
    await flood(10)
    assert.equal(idp.requestCount(keySetPath), 3)
  })

  test('not for tokens of other issuers or with other algorithms', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify } = createVerifier(idp)
    assert.equal(await verify(await idp.sign({ claims: { iss: 'https://elsewhere.example' } })), null)
    assert.equal(await verify(await idp.sign({ key: await createKey('k1', 'RS256') })), null)
    assert.equal(idp.requestCount(keySetPath), 0)
  })

  test('for a token of a new key, also under the kid of an old one; the old key works until it is not published', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify, clock } = createVerifier(idp)
    const old = await idp.sign()
    assert.equal(await verify(old), 'user-1')
    const next = await createKey('k2', 'EdDSA')
    idp.publish([idp.key, next])
    clock.now += minuteMs
    assert.equal(await verify(await idp.sign({ key: next })), 'user-1')
    assert.equal(await verify(old), 'user-1')
    idp.publish([next])
    clock.now += 10 * minuteMs
    assert.equal(await verify(old), null)
    const replaced = await createKey('k2', 'EdDSA')
    idp.publish([replaced])
    clock.now += minuteMs
    assert.equal(await verify(await idp.sign({ key: replaced })), 'user-1')
  })

  test('while the identity provider fails: known keys work for an hour, and tokens of unknown keys are refused', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify, clock } = createVerifier(idp)
    const token = await idp.sign()
    assert.equal(await verify(token), 'user-1')
    idp.respond(keySetPath, (response) => void response.writeHead(500).end())
    const unknown = await idp.sign({ key: await createKey('unknown') })
    for (const minutes of [10, 30, 59]) {
      clock.now = minutes * minuteMs
      assert.equal(await verify(token), 'user-1')
      assert.equal(await verify(unknown), null)
    }
    assert.equal(idp.requestCount(keySetPath), 4)
    clock.now = 60 * minuteMs
    await assert.rejects(verify(token), KeysUnavailableError)
    idp.publish([idp.key])
    clock.now += keyCacheTimes.emptyCooldownMs ?? 0
    assert.equal(await verify(token), 'user-1')
  })

  test('at most every five seconds while it has none, and logs why', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify, clock, lines } = createVerifier(idp)
    idp.respond(keySetPath, (response) => void response.writeHead(500).end())
    const token = await idp.sign()
    for (const now of [0, 1, 4999]) {
      clock.now = now
      await assert.rejects(verify(token), KeysUnavailableError)
    }
    assert.equal(idp.requestCount(keySetPath), 1)
    assert.match(
      lines.join(''),
      /The keys of the identity provider http:\S+ cannot be loaded \(\S+ answers 500\)/,
    )
    idp.publish([idp.key])
    clock.now = 5000
    assert.equal(await verify(token), 'user-1')
  })

  test('at the registered URL, without the metadata', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify } = createVerifier(idp, `${idp.url}${keySetPath}`)
    assert.equal(await verify(await idp.sign()), 'user-1')
    assert.equal(idp.requestCount(metadataPath), 0)
  })
})

type Handler = (response: ServerResponse, url: string) => void

/** A body of about 50 MB, if the server reads all of it. */
function sendOversizedBody(response: ServerResponse): void {
  response.write('{"keys":["')
  const piece = 'x'.repeat(65_536)
  let pieces = 0
  const send = () => {
    while (pieces < 800) {
      pieces += 1
      if (!response.write(piece)) return response.once('drain', send)
    }
    return response.end('"]}')
  }
  send()
}

const redirectTo =
  (target: string): Handler =>
  (response, url) =>
    void response.writeHead(302, { location: target.replace('OWN', url) }).end()

describe('the server does not use', () => {
  for (const [caseName, path, handler] of [
    [
      'keys after a redirect to the metadata service of a cloud',
      keySetPath,
      redirectTo('http://169.254.169.254/'),
    ],
    ['keys after a redirect to the same server', keySetPath, redirectTo('OWN/secret')],
    ['metadata after a redirect', metadataPath, redirectTo('OWN/secret')],
    ['a key set of 50 MB', keySetPath, sendOversizedBody],
    ['metadata of 50 MB', metadataPath, sendOversizedBody],
    ['a key set that is HTML', keySetPath, (response) => void response.end('<html></html>')],
    ['a key set that is an array', keySetPath, (response) => void response.end('[]')],
    ['a key set that is null', keySetPath, (response) => void response.end('null')],
    ['an empty body', keySetPath, (response) => void response.end()],
    ['half a key set', keySetPath, (response) => void response.end('{"keys":[')],
    ['a key set that is cut off', keySetPath, (response) => void response.socket?.destroy()],
    ['a key set with status 404', keySetPath, (response) => void response.writeHead(404).end('{"keys":[]}')],
    ['a compressed key set', keySetPath, (response) => void response.end(gzipSync('{"keys":[]}'))],
    ['metadata of another issuer', metadataPath, metadataWith({ issuer: 'https://evil.example' })],
    ['metadata without a key set', metadataPath, metadataWith({ jwks_uri: undefined })],
    ['a key set in a file', metadataPath, metadataWith({ jwks_uri: 'file:///etc/passwd' })],
    [
      'a key set in a data: URL',
      metadataPath,
      metadataWith({ jwks_uri: 'data:application/json,{"keys":[]}' }),
    ],
    [
      'a key set of another host over http',
      metadataPath,
      metadataWith({ jwks_uri: 'http://169.254.169.254/' }),
    ],
    ['a key set in a private network', metadataPath, metadataWith({ jwks_uri: 'https://10.0.0.1/jwks' })],
    [
      'a key set at a mapped address',
      metadataPath,
      metadataWith({ jwks_uri: 'https://[::ffff:a9fe:a9fe]/' }),
    ],
  ] as readonly (readonly [string, string, Handler])[])
    test(caseName, async () => {
      await using idp = await simulateIdentityProvider()
      const { verify } = createVerifier(idp)
      idp.respond(path, handler)
      await assert.rejects(verify(await idp.sign()), KeysUnavailableError)
      assert.equal(idp.requestCount('/secret'), 0)
    })

  for (const [caseName, path] of [
    ['a key set that takes longer than three seconds', keySetPath],
    ['metadata that take longer than three seconds', metadataPath],
  ] as const)
    test(caseName, async () => {
      await using idp = await simulateIdentityProvider()
      const { verify } = createVerifier(idp)
      idp.respond(path, (response) => void response.write('{'))
      await assert.rejects(verify(await idp.sign()), KeysUnavailableError)
    })

  test('two keys with the same kid', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify } = createVerifier(idp)
    idp.publish([idp.key, await createKey('k1')])
    assert.equal(await verify(await idp.sign()), null)
  })

  test('malformed keys', async () => {
    await using idp = await simulateIdentityProvider()
    const { verify, clock } = createVerifier(idp)
    const token = await idp.sign()
    for (const publicJwk of [
      { ...idp.key.publicJwk, x: 'AA' },
      { ...idp.key.publicJwk, crv: 7 },
      { kty: 'EC' },
      {},
    ]) {
      idp.publish([{ publicJwk: publicJwk as object }])
      assert.equal(await verify(token), null)
      clock.now += 10 * minuteMs
    }
  })
})

test('while no keys can be loaded, an exchange gets 503 temporarily_unavailable and works again later', async () => {
  await using idp = await simulateIdentityProvider()
  const clock = { now: 0 }
  await using server = await startTokenServer({ keyCacheTimes: { now: () => clock.now } })
  await server.add('acme', createSettings(idp.url))
  idp.respond(keySetPath, (response) => void response.writeHead(503).end())
  const form = server.exchangeForm(await idp.sign())
  const response = await server.post(form)
  assert.equal(response.headers.get('retry-after'), '5')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const [status, error] = await readRefusal(response)
  assert.deepEqual([status, error], [503, 'temporarily_unavailable'])
  idp.publish([idp.key])
  clock.now += 5000
  await readTokens(await server.post(form))
})
