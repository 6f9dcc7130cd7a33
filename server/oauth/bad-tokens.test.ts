/** Invalid API keys and access tokens on each endpoint that accepts them, over HTTP, with the error code of each. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createApiKey } from '@careatlas/state/api-key'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { type Running, runServer } from '../running.fixture.ts'
import { mcpPing } from '../mcp-ping.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import {
  createValidClaims,
  createValidHeader,
  issuer,
  type TokenSigner,
  createTokenSigner,
  nowSeconds,
} from './token-signer.fixture.ts'

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })

let server: Running
let signer: TokenSigner
before(async () => {
  server = await runServer({ BASE_URL: issuer }, { log })
  signer = await createTokenSigner(server)
})
after(async () => {
  await signer[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** A valid request to each endpoint, except for its token. */
const endpoints = {
  REST: {
    method: 'GET',
    path: `/v1/providers/${small.npi}`,
    request: (headers: Readonly<Record<string, string>>): RequestInit => ({ headers }),
  },
  '/mcp': { method: 'POST', path: '/mcp', request: mcpPing },
} as const

/** A signing key of another server. */
const otherKeys = await generateKeyPair('ES256', { extractable: true })
const otherJwk = await exportJWK(otherKeys.publicKey)
const signWithOtherKey = (header: Readonly<Record<string, unknown>>) =>
  signer.sign({ key: otherKeys.privateKey, header })
const withClaims = (claims: Readonly<Record<string, unknown>>) => () => signer.sign({ claims })
/** Claims in seconds relative to the time of signing. */
const withTimes = (claims: Readonly<Record<string, number>>) => () =>
  signer.sign({
    claims: Object.fromEntries(Object.entries(claims).map(([name, offset]) => [name, nowSeconds() + offset])),
  })
const withHeader = (header: Readonly<Record<string, unknown>>) => () => signer.sign({ header })
const createUnsignedToken = () => new UnsecuredJWT(createValidClaims(signer.grantId)).encode()

/** Changes the parts (header, claims, signature) of a valid token. */
const alterParts = (change: (parts: string[]) => string[]) => async () =>
  change((await signer.sign()).split('.')).join('.')

const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const invalidCredentials: Readonly<Record<string, () => string | Promise<string>>> = {
  'alg none': createUnsignedToken,
  'alg nOnE': () =>
    `${encodePart({ ...createValidHeader(signer.signingKey), alg: 'nOnE' })}.${createUnsignedToken().split('.')[1]}.`,
  'alg none with the signature of a valid token': alterParts(([, claims, signature]) => [
    encodePart({ alg: 'none', typ: 'at+jwt' }),
    claims!,
    signature!,
  ]),
  'HS256 keyed with our public key': () => {
    const pem = createPublicKey({ key: { ...signer.signingKey }, format: 'jwk' }).export({
      format: 'pem',
      type: 'spki',
    })
    return new SignJWT(createValidClaims(signer.grantId))
      .setProtectedHeader({ ...createValidHeader(signer.signingKey), alg: 'HS256' })
      .sign(Buffer.from(pem))
  },
  'another key with our kid': () => signWithOtherKey({}),
  'an unknown kid': () => signWithOtherKey({ kid: 'unknown' }),
  'a kid with a path traversal': () => signWithOtherKey({ kid: '../../../../dev/null' }),
  'a kid with SQL': () => signWithOtherKey({ kid: "' OR 1=1 --" }),
  'an embedded key': () => signWithOtherKey({ jwk: otherJwk }),
  'an embedded key and no kid': () => signWithOtherKey({ jwk: otherJwk, kid: undefined }),
  'the URL of a key set': () => signWithOtherKey({ jku: 'https://evil.example/jwks' }),
  'the URL of a certificate': () => signWithOtherKey({ x5u: 'https://evil.example/cert' }),
  'another audience': withClaims({ aud: 'https://elsewhere.example/mcp' }),
  'the issuer as audience instead of the resource': withClaims({ aud: issuer }),
  'our audience with a trailing slash': withClaims({ aud: `${issuer}/mcp/` }),
  'no audience': withClaims({ aud: undefined }),
  'another issuer': withClaims({ iss: 'https://elsewhere.example' }),
  'our issuer with a trailing slash': withClaims({ iss: `${issuer}/` }),
  'no issuer': withClaims({ iss: undefined }),
  'no expiry': withClaims({ exp: undefined }),
  'an expiry that is a string': withClaims({ exp: String(nowSeconds() + 3600) }),
  'an expiry in the past': withTimes({ iat: -60, exp: -30 }),
  'nbf in the future': withTimes({ nbf: 60 }),
  'iat in the future': withTimes({ iat: 60 }),
  'no iat': withClaims({ iat: undefined }),
  'a longer lifetime than our tokens have': withTimes({ iat: -3700, exp: 3600 }),
  'no subject': withClaims({ sub: undefined }),
  'a subject that is a list': withClaims({ sub: ['acc_0123456789abcdef'] }),
  'no client': withClaims({ client_id: undefined }),
  'an unknown grant': withClaims({ grant_id: 'guessed' }),
  'a grant that is a list': withClaims({ grant_id: ['grant-of-ana'] }),
  'no grant': withClaims({ grant_id: undefined }),
  'the type of an ID token': withHeader({ typ: 'JWT' }),
  'no type': withHeader({ typ: undefined }),
  'an unknown critical header': withHeader({
    crit: ['urn:example:unknown'],
    'urn:example:unknown': true,
  }),
  'a signature of zeros': alterParts(([header, claims]) => [
    header!,
    claims!,
    Buffer.alloc(64).toString('base64url'),
  ]),
  'an empty signature': alterParts(([header, claims]) => [header!, claims!, '']),
  'a truncated signature': alterParts(([header, claims, signature]) => [
    header!,
    claims!,
    signature!.slice(0, -4),
  ]),
  'altered claims': alterParts(([header, , signature]) => [
    header!,
    encodePart({ ...createValidClaims(signer.grantId), sub: 'acc_fedcba9876543210' }),
    signature!,
  ]),
  'two parts': alterParts((parts) => parts.slice(0, 2)),
  'four parts': alterParts((parts) => [...parts, 'more']),
  'five parts, as an encrypted token has': alterParts((parts) => [...parts, 'more', 'more']),
  'only dots': () => '..',
  'parts that are not JSON': () => 'a.b.c',
  'a percent-encoded newline': async () => `${await signer.sign()}%0A`,
  'more than 4 KB': withClaims({ padding: 'x'.repeat(4096) }),
  'a key of a service with another name': () => createApiKey('other'),
  'an unknown key': () => createApiKey('careatlas'),
  'an altered key': () =>
    `${server.key.slice(0, -7)}${server.key.at(-7) === 'a' ? 'b' : 'a'}${server.key.slice(-6)}`,
  'a truncated key': () => server.key.slice(0, -1),
  'a key in uppercase': () => server.key.toUpperCase(),
}

const wrongScopes: Readonly<Record<string, unknown>> = {
  'no scope': undefined,
  'another scope': 'openid offline_access',
  'a scope that begins with directory:read': 'directory:readonly',
  'the scope in uppercase': 'DIRECTORY:READ',
  'the scope in a list': ['directory:read'],
}

for (const [name, { method, path, request }] of Object.entries(endpoints)) {
  const call = (credential: string, query = '') =>
    fetch(`${server.url}${path}${query}`, request({ authorization: `Bearer ${credential}` }))

  describe(`${name} accepts`, () => {
    for (const [caseName, createToken] of Object.entries({
      'a token of our server': () => signer.sign(),
      'a token for several resources': withClaims({ aud: ['https://elsewhere.example', `${issuer}/mcp`] }),
      'a token with further scopes': withClaims({ scope: 'openid directory:read' }),
      'a token that expired within the clock tolerance': withTimes({ exp: -1 }),
      'a token with the full media type': withHeader({ typ: 'application/at+jwt' }),
    }))
      test(caseName, async () => assert.equal((await call(await createToken())).status, 200))
  })

  describe(`${name} refuses a token with`, () => {
    for (const [caseName, createToken] of Object.entries(invalidCredentials)) {
      test(`${caseName}: 401 invalid_credentials, and the response does not repeat the token`, async () => {
        const credential = await createToken()
        const response = await call(credential)
        const body = await response.text()
        assert.deepEqual([response.status, errorCodeOf(body)], [401, 'invalid_credentials'])
        assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"/)
        assert.ok(!body.includes(credential))
      })
    }

    for (const [caseName, scope] of Object.entries(wrongScopes)) {
      test(`${caseName}: 403 insufficient_scope`, async () => {
        const response = await call(await signer.sign({ claims: { scope } }))
        assert.deepEqual([response.status, errorCodeOf(await response.text())], [403, 'insufficient_scope'])
        assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer error="insufficient_scope"/)
      })
    }
  })

  test(`${name} refuses a token in the URL and does not log it`, async () => {
    const token = await signer.sign()
    const response = await call(token, `?access_token=${token}`)
    const body = await response.text()
    assert.deepEqual([response.status, errorCodeOf(body)], [400, 'unknown_parameter'])
    assert.ok(!body.includes(token))
    const logged = lines.join('')
    assert.match(logged, new RegExp(path.replace(small.npi, ':npi')))
    assert.ok(!logged.includes(token) && !logged.includes('access_token'))
  })

  test(`${name} answers 400 to a token with a newline and 431 to one longer than the header limit`, async () => {
    const token = await signer.sign()
    for (const [sent, statusLine] of [
      [`${token}\n`, /^HTTP\/1\.1 400 /],
      [`${token}${'x'.repeat(20_000)}`, /^HTTP\/1\.1 431 /],
    ] as const)
      assert.match(
        await sendBytes(`${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${sent}\r\n\r\n`),
        statusLine,
      )
  })
}

test('the server counts each invalid token as a failed credential, and still accepts valid tokens', async () => {
  await using limited = await runServer({ BASE_URL: issuer, RATE_LIMITS: 'on' })
  await using tokens = await createTokenSigner(limited)
  const call = (token: string) => limited.get(endpoints.REST.path, { authorization: `Bearer ${token}` })
  const invalidToken = await tokens.sign({ claims: { aud: issuer } })
  for (let guess = 0; guess < 20; guess += 1) assert.equal((await call(invalidToken)).status, 401)
  const limitedResponse = await call(invalidToken)
  assert.equal(limitedResponse.status, 429)
  assert.match(limitedResponse.headers.get('ratelimit') ?? '', /^"failed_credentials";r=0;/)
  assert.equal((await call(await tokens.sign())).status, 200)
  assert.equal((await call(await tokens.sign({ claims: { scope: 'openid' } }))).status, 429)
})

test('the OAuth clients of one account share its rate limit, which other accounts and API keys do not share', async () => {
  await using limited = await runServer({ BASE_URL: issuer, RATE_LIMITS: 'on' })
  await using tokens = await createTokenSigner(limited)
  const remaining = async (credential: string) => {
    const response = await limited.get(endpoints.REST.path, { authorization: `Bearer ${credential}` })
    return /;r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.[1]
  }
  assert.equal(await remaining(await tokens.sign({ claims: { client_id: 'one' } })), '1499')
  assert.equal(await remaining(await tokens.sign({ claims: { client_id: 'two' } })), '1498')
  for (const sub of ['acc_fedcba9876543210', limited.keyId, '127.0.0.1', 'x'.repeat(1000)])
    assert.equal(await remaining(await tokens.sign({ claims: { sub } })), '1499', sub)
  assert.equal(await remaining(limited.key), '1499')
})

function errorCodeOf(body: string): string {
  return (JSON.parse(body) as { error: { code: string } }).error.code
}

/** Sends these bytes and returns the whole response. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let response = ''
  socket.on('data', (chunk) => (response += chunk.toString()))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return response
}
