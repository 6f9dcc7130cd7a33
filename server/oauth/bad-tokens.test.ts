/** What is sent as a key or a token and is none, on every surface that takes one: over real sockets, with the code that it gets. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createApiKey } from '@careatlas/state/api-key'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { type Running, runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { goodClaims, goodHeader, issuer, type Mint, mintOf, nowSeconds } from './token-mint.fixture.ts'

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })

let server: Running
let mint: Mint
before(async () => {
  server = await runServer({ BASE_URL: issuer }, { log })
  mint = await mintOf(server)
})
after(async () => {
  await mint[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** The status for a client whose token is accepted: nothing is served to agents yet. */
const surfaces = {
  REST: { method: 'GET', path: `/v1/providers/${small.npi}`, acceptedStatus: 200 },
  '/mcp': { method: 'POST', path: '/mcp', acceptedStatus: 404 },
} as const

/** Signed with a key that is not ours. */
const stranger = await generateKeyPair('ES256', { extractable: true })
const strangerJwk = await exportJWK(stranger.publicKey)
const signedByStranger = (header: Readonly<Record<string, unknown>>) =>
  mint.sign({ key: stranger.privateKey, header })
const claiming = (claims: Readonly<Record<string, unknown>>) => () => mint.sign({ claims })
/** Seconds from the moment at which it is signed. */
const timed = (claims: Readonly<Record<string, number>>) => () =>
  mint.sign({
    claims: Object.fromEntries(Object.entries(claims).map(([name, at]) => [name, nowSeconds() + at])),
  })
const headed = (header: Readonly<Record<string, unknown>>) => () => mint.sign({ header })
const unsigned = () => new UnsecuredJWT(goodClaims(mint.grantId)).encode()

/** One part of a good token in another way; the last part is what signs the others. */
const altered = (change: (parts: string[]) => string[]) => async () =>
  change((await mint.sign()).split('.')).join('.')

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const refused: Readonly<Record<string, () => string | Promise<string>>> = {
  'alg none': unsigned,
  'alg nOnE': () =>
    `${encoded({ ...goodHeader(mint.signingKey), alg: 'nOnE' })}.${unsigned().split('.')[1]}.`,
  'alg none with the signature of another': altered(([, claims, signature]) => [
    encoded({ alg: 'none', typ: 'at+jwt' }),
    claims!,
    signature!,
  ]),
  'HS256 keyed with our public key': () => {
    const pem = createPublicKey({ key: { ...mint.signingKey }, format: 'jwk' }).export({
      format: 'pem',
      type: 'spki',
    })
    return new SignJWT(goodClaims(mint.grantId))
      .setProtectedHeader({ ...goodHeader(mint.signingKey), alg: 'HS256' })
      .sign(Buffer.from(pem))
  },
  'another key under our kid': () => signedByStranger({}),
  'an unknown kid': () => signedByStranger({ kid: 'unknown' }),
  'a kid that climbs': () => signedByStranger({ kid: '../../../../dev/null' }),
  'a kid that is a query': () => signedByStranger({ kid: "' OR 1=1 --" }),
  'a key of its own': () => signedByStranger({ jwk: strangerJwk }),
  'a key of its own and no kid': () => signedByStranger({ jwk: strangerJwk, kid: undefined }),
  'the address of its keys': () => signedByStranger({ jku: 'https://evil.example/jwks' }),
  'the address of a certificate': () => signedByStranger({ x5u: 'https://evil.example/cert' }),
  'another audience': claiming({ aud: 'https://elsewhere.example/mcp' }),
  'the service as audience, not its resource': claiming({ aud: issuer }),
  'our audience with a slash': claiming({ aud: `${issuer}/mcp/` }),
  'no audience': claiming({ aud: undefined }),
  'another issuer': claiming({ iss: 'https://elsewhere.example' }),
  'our issuer with a slash': claiming({ iss: `${issuer}/` }),
  'no issuer': claiming({ iss: undefined }),
  'no end': claiming({ exp: undefined }),
  'an end that is a text': claiming({ exp: String(nowSeconds() + 3600) }),
  'an end that is over': timed({ iat: -60, exp: -30 }),
  'a beginning to come': timed({ nbf: 60 }),
  'a birth to come': timed({ iat: 60 }),
  'no birth': claiming({ iat: undefined }),
  'a longer life than we give': timed({ iat: -3700, exp: 3600 }),
  'no subject': claiming({ sub: undefined }),
  'a subject that is a list': claiming({ sub: ['acc_0123456789abcdef'] }),
  'no client': claiming({ client_id: undefined }),
  'an unknown grant': claiming({ grant_id: 'guessed' }),
  'a grant that is a list': claiming({ grant_id: ['grant-of-ana'] }),
  'no grant': claiming({ grant_id: undefined }),
  'the type of an ID token': headed({ typ: 'JWT' }),
  'no type': headed({ typ: undefined }),
  'what must be understood and is not': headed({
    crit: ['urn:example:unknown'],
    'urn:example:unknown': true,
  }),
  'a signature of zeros': altered(([header, claims]) => [
    header!,
    claims!,
    Buffer.alloc(64).toString('base64url'),
  ]),
  'an empty signature': altered(([header, claims]) => [header!, claims!, '']),
  'a signature that was cut': altered(([header, claims, signature]) => [
    header!,
    claims!,
    signature!.slice(0, -4),
  ]),
  'claims that were altered': altered(([header, , signature]) => [
    header!,
    encoded({ ...goodClaims(mint.grantId), sub: 'acc_fedcba9876543210' }),
    signature!,
  ]),
  'two parts': altered((parts) => parts.slice(0, 2)),
  'four parts': altered((parts) => [...parts, 'more']),
  'five parts, as what is encrypted has': altered((parts) => [...parts, 'more', 'more']),
  'dots alone': () => '..',
  'no JSON': () => 'a.b.c',
  'a newline, as text': async () => `${await mint.sign()}%0A`,
  'more than 4 KB': claiming({ padding: 'x'.repeat(4096) }),
  'a key of a service with another name': () => createApiKey('other'),
  'an unknown key': () => createApiKey('careatlas'),
  'a key that was altered': () =>
    `${server.key.slice(0, -7)}${server.key.at(-7) === 'a' ? 'b' : 'a'}${server.key.slice(-6)}`,
  'a key that was cut': () => server.key.slice(0, -1),
  'a key in capitals': () => server.key.toUpperCase(),
}

const withoutScope: Readonly<Record<string, unknown>> = {
  'no scope': undefined,
  'another scope': 'openid offline_access',
  'a scope that begins like it': 'directory:readonly',
  'its scope in capitals': 'DIRECTORY:READ',
  'its scope in a list': ['directory:read'],
}

for (const [name, { method, path, acceptedStatus }] of Object.entries(surfaces)) {
  const ask = (credential: string, query = '') =>
    fetch(`${server.url}${path}${query}`, { method, headers: { authorization: `Bearer ${credential}` } })

  describe(`${name} accepts`, () => {
    for (const [what, make] of Object.entries({
      'a token as we make it': () => mint.sign(),
      'one for several resources': claiming({ aud: ['https://elsewhere.example', `${issuer}/mcp`] }),
      'one with more scopes': claiming({ scope: 'openid directory:read' }),
      'one that ended by a clock that is fast': timed({ exp: -1 }),
      'one that says its type in full': headed({ typ: 'application/at+jwt' }),
    }))
      test(what, async () => assert.equal((await ask(await make())).status, acceptedStatus))
  })

  describe(`${name} refuses a token with`, () => {
    for (const [what, make] of Object.entries(refused)) {
      test(`${what} as invalid, and repeats none of it`, async () => {
        const credential = await make()
        const answer = await ask(credential)
        const body = await answer.text()
        assert.deepEqual([answer.status, codeIn(body)], [401, 'invalid_credentials'])
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"/)
        assert.ok(!body.includes(credential))
      })
    }

    for (const [what, scope] of Object.entries(withoutScope)) {
      test(`${what} as good, but not for this`, async () => {
        const answer = await ask(await mint.sign({ claims: { scope } }))
        assert.deepEqual([answer.status, codeIn(await answer.text())], [403, 'insufficient_scope'])
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer error="insufficient_scope"/)
      })
    }
  })

  test(`${name} takes no token in the address, and logs none`, async () => {
    const token = await mint.sign()
    const answer = await ask(token, `?access_token=${token}`)
    const body = await answer.text()
    assert.deepEqual([answer.status, codeIn(body)], [400, 'unknown_parameter'])
    assert.ok(!body.includes(token))
    const logged = lines.join('')
    assert.match(logged, new RegExp(path.replace(small.npi, ':npi')))
    assert.ok(!logged.includes(token) && !logged.includes('access_token'))
  })

  test(`${name} answers a token with a real newline, or without end, as no message at all`, async () => {
    const token = await mint.sign()
    for (const [sent, statuses] of [
      [`${token}\n`, /^HTTP\/1\.1 400 /],
      [`${token}${'x'.repeat(20_000)}`, /^HTTP\/1\.1 431 /],
    ] as const)
      assert.match(
        await answerTo(`${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${sent}\r\n\r\n`),
        statuses,
      )
  })
}

test('every bad token counts, and good ones get in beside them', async () => {
  await using counting = await runServer({ BASE_URL: issuer, RATE_LIMITS: 'on' })
  await using its = await mintOf(counting)
  const ask = (token: string) => counting.get(surfaces.REST.path, { authorization: `Bearer ${token}` })
  const bad = await its.sign({ claims: { aud: issuer } })
  for (let guess = 0; guess < 20; guess += 1) assert.equal((await ask(bad)).status, 401)
  const late = await ask(bad)
  assert.equal(late.status, 429)
  assert.match(late.headers.get('ratelimit') ?? '', /^"failed_credentials";r=0;/)
  assert.equal((await ask(await its.sign())).status, 200)
  assert.equal((await ask(await its.sign({ claims: { scope: 'openid' } }))).status, 429)
})

test('the programs of one person share what one may ask, and take nothing from others or from keys', async () => {
  await using counting = await runServer({ BASE_URL: issuer, RATE_LIMITS: 'on' })
  await using its = await mintOf(counting)
  const left = async (credential: string) => {
    const answer = await counting.get(surfaces.REST.path, { authorization: `Bearer ${credential}` })
    return /;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '')?.[1]
  }
  assert.equal(await left(await its.sign({ claims: { client_id: 'one' } })), '1499')
  assert.equal(await left(await its.sign({ claims: { client_id: 'two' } })), '1498')
  for (const sub of ['acc_fedcba9876543210', counting.keyId, '127.0.0.1', 'x'.repeat(1000)])
    assert.equal(await left(await its.sign({ claims: { sub } })), '1499', sub)
  assert.equal(await left(counting.key), '1499')
})

function codeIn(body: string): string {
  return (JSON.parse(body) as { error: { code: string } }).error.code
}

/** Everything that comes back to these bytes. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}
