/** Which ID tokens are exchanged, over HTTP, and the description that the developer of a page gets for each refused one. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  createKey,
  nowSeconds,
  type SimulatedIdentityProvider,
  simulateIdentityProvider,
} from './identity-provider.fixture.ts'
import { type OddTokenSource, oddTokens } from './odd-tokens.fixture.ts'
import {
  createSettings,
  readRefusal,
  readTokens,
  startTokenServer,
  type TokenServer,
} from './token-server.fixture.ts'

let idp: SimulatedIdentityProvider
let server: TokenServer
let source: OddTokenSource
before(async () => {
  idp = await simulateIdentityProvider()
  server = await startTokenServer()
  await server.add('acme', createSettings(idp.url, { audiences: ['acme-web', 'acme-app'] }))
  const foreignKey = { ...(await createKey('k1')), kid: 'k1' }
  source = {
    sign: ({ claims, header, hasForeignKey, secret }) =>
      idp.sign({
        ...(claims && { claims }),
        ...(header && { header }),
        ...(hasForeignKey && { key: foreignKey }),
        ...(secret && { secret }),
      }),
    publicJwk: idp.key.publicJwk,
    otherType: 'at+jwt',
  }
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await idp[Symbol.asyncDispose]()
})

const exchange = (token: string) => server.post(server.exchangeForm(token))

describe('an ID token is exchanged', () => {
  const cases: Readonly<Record<string, () => Promise<string>>> = {
    'as its issuer signs it': () => idp.sign(),
    'with several audiences, one of which is ours': () =>
      idp.sign({ claims: { aud: ['acme-app', 'https://elsewhere.example'], azp: 'acme-app' } }),
    'without a type': () => idp.sign({ header: { typ: undefined } }),
    'with the full media type': () => idp.sign({ header: { typ: 'application/jwt' } }),
    'without a kid, if the issuer has one key': () => idp.sign({ header: { kid: undefined } }),
    'with the URL of a key set, which is not used': () =>
      idp.sign({ header: { jku: 'https://evil.example/jwks' } }),
    '59 seconds after its expiry': () =>
      idp.sign({ claims: { iat: nowSeconds() - 600, exp: nowSeconds() - 58 } }),
    'if it was issued 59 seconds ahead of our clock': () => idp.sign({ claims: { iat: nowSeconds() + 59 } }),
    '24 hours after its issue': () => idp.sign({ claims: { iat: nowSeconds() - 86_400 } }),
    'with a subject of 255 characters': () => idp.sign({ claims: { sub: 'x'.repeat(255) } }),
    'with a subject in another script': () => idp.sign({ claims: { sub: 'użytkownik|ñ' } }),
  }
  for (const [caseName, createToken] of Object.entries(cases))
    test(caseName, async () => void (await readTokens(await exchange(await createToken()))))

  for (const algorithm of ['RS256', 'PS256', 'ES256', 'EdDSA'])
    test(`signed with ${algorithm}`, async () => {
      await using other = await simulateIdentityProvider(algorithm)
      await using second = await startTokenServer()
      await second.add('acme', createSettings(other.url))
      await readTokens(await second.post(second.exchangeForm(await other.sign())))
    })
})

describe('an ID token is refused with invalid_request', () => {
  for (const [caseName, build] of Object.entries(oddTokens))
    test(`if it has ${caseName}`, async () => {
      const token = await build(source)
      const [status, error, description] = await readRefusal(await exchange(token))
      // The body of a request has at most 64 KB.
      const isTooLong = token.length > 65_536
      assert.deepEqual([status, error], [isTooLong ? 413 : 400, 'invalid_request'], description)
      assert.ok(!description.includes(token.slice(0, 20)) || token.length < 20, description)
    })

  const described: readonly (readonly [string, RegExp, () => Promise<string>])[] = [
    [
      'it expired more than a minute ago',
      /has expired/,
      () => idp.sign({ claims: { iat: nowSeconds() - 600, exp: nowSeconds() - 61 } }),
    ],
    [
      'it is older than 24 hours, even if it expires later',
      /more than 24 hours ago/,
      () => idp.sign({ claims: { iat: nowSeconds() - 86_400 - 62 } }),
    ],
    [
      'its subject has 256 characters',
      /a subject of 1 to 255 characters/,
      () => idp.sign({ claims: { sub: 'x'.repeat(256) } }),
    ],
    [
      'its subject is half a character',
      /a subject of 1 to 255 characters/,
      () => idp.sign({ claims: { sub: '\ud800' } }),
    ],
    [
      'its issuer has a trailing slash',
      /comes from another issuer/,
      () => idp.sign({ claims: { iss: `${idp.url}/` } }),
    ],
    [
      'its audience is not registered',
      /must have one of the audiences acme-web, acme-app/,
      () => idp.sign({ claims: { aud: 'acme-web-2' } }),
    ],
    ['it has no expiry', /has no claim "exp"/, () => idp.sign({ claims: { exp: undefined } })],
    [
      'its algorithm is not registered',
      /must be signed with RS256, PS256, ES256, EdDSA/,
      async () => idp.sign({ key: await createKey('k1', 'ES384') }),
    ],
    [
      'its key is not published',
      /a key that its issuer does not publish/,
      async () => idp.sign({ key: await createKey('k2') }),
    ],
  ]
  for (const [caseName, pattern, createToken] of described)
    test(`if ${caseName}, and the description says so`, async () => {
      const [status, error, description] = await readRefusal(await exchange(await createToken()))
      assert.deepEqual([status, error], [400, 'invalid_request'])
      assert.match(description, pattern)
    })

  test('if the partner does not accept its algorithm', async () => {
    await using second = await startTokenServer()
    await second.add('acme', createSettings(idp.url, { algorithms: ['RS256'] }))
    const [, error, description] = await readRefusal(await second.post(second.exchangeForm(await idp.sign())))
    assert.deepEqual(
      [error, description],
      ['invalid_request', 'The subject_token must be signed with RS256.'],
    )
  })
})
