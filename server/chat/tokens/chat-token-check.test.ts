/** Which access tokens the chat accepts (rows T5 and T10), and how soon a revocation takes effect. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type SigningKey, SigningKeys } from '@careatlas/state/signing-keys'
import { decodeJwt, generateKeyPair, importJWK, SignJWT } from 'jose'
import { mockClock } from '../../mock-clock.fixture.ts'
import { chatSubject } from './chat-tokens.ts'
import { nowSeconds } from './identity-provider.fixture.ts'
import { type OddTokenChange, type OddTokenSource, oddTokens } from './odd-tokens.fixture.ts'
import { createSettings, startTokenServer, type TokenServer } from './token-server.fixture.ts'

const advanceClock = mockClock()
const minuteMs = 60_000

let server: TokenServer
let signingKey: SigningKey
let source: OddTokenSource
const { privateKey: foreignKey } = await generateKeyPair('ES256')
before(async () => {
  server = await startTokenServer()
  await server.add('acme', createSettings(null))
  await server.add('other', createSettings(null))
  signingKey = server.tokens.signingKeys.current.signingKeys[0]!
  const { d: _, ...publicJwk } = signingKey
  source = { sign, publicJwk, otherType: 'JWT' }
})
after(() => server[Symbol.asyncDispose]())

async function sign({ claims, header, hasForeignKey, secret }: OddTokenChange = {}): Promise<string> {
  const iat = nowSeconds()
  const valid = {
    iss: server.url,
    aud: server.audience,
    sub: 'subject-of-user-1',
    client_id: 'chat-web-acme',
    partner: 'acme',
    amr: ['tokenExchange'],
    jti: 'token-1',
    iat,
    exp: iat + 1800,
  }
  const key = secret ?? (hasForeignKey ? foreignKey : await importJWK({ ...signingKey }, 'ES256'))
  return new SignJWT({ ...valid, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: signingKey.kid, ...header })
    .sign(key, { crit: { 'urn:example:unknown': true } })
}

async function issue(subject: string, partner = 'acme') {
  return server.tokens.issue((await server.partners.find(partner))!, subject)
}

const check = (token: string) => server.tokens.check(token, 'acme')

describe('the chat accepts an access token', () => {
  const cases: Readonly<Record<string, () => Promise<string>>> = {
    'of its authorization server': () => sign(),
    'of a verification': async () => (await issue('someone')).access_token,
    'with several audiences, one of which is the chat': () =>
      sign({ claims: { aud: ['https://elsewhere.example', server.audience] } }),
    'with the full media type': () => sign({ header: { typ: 'application/at+jwt' } }),
    'of another public address of this service, without BASE_URL': () =>
      sign({ claims: { iss: 'http://localhost:1', aud: 'http://localhost:1/chat' } }),
    'that expired within the clock tolerance': () => sign({ claims: { exp: nowSeconds() - 4 } }),
  }
  for (const [caseName, createToken] of Object.entries(cases))
    test(caseName, async () => {
      const identity = await check(await createToken())
      assert.ok(identity !== null && identity !== 'expired')
      assert.equal(identity.partner, 'acme')
    })
})

describe('the chat refuses an access token', () => {
  const more: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'another partner': { partner: 'other', client_id: 'chat-web-other' },
    'the client of another partner': { client_id: 'chat-web-other' },
    'an unknown partner': { partner: 'unknown', client_id: 'chat-web-unknown' },
    'no partner': { partner: undefined },
    'no client': { client_id: undefined },
    'no jti': { jti: undefined },
    'no authentication method': { amr: undefined },
    'another authentication method': { amr: ['pwd'] },
    'a verification without a grant': { amr: ['passwordless'] },
    'an unknown grant': { amr: ['passwordless'], grant_id: 'guessed' },
    'the audience of REST and MCP': { aud: 'http://127.0.0.1/mcp' },
    'the audience of another address': { aud: 'https://elsewhere.example/chat' },
  }
  for (const [caseName, build] of Object.entries(oddTokens))
    test(`with ${caseName}`, async () => assert.equal(await check(await build(source)), null))
  for (const [caseName, claims] of Object.entries(more))
    test(`with ${caseName}`, async () => assert.equal(await check(await sign({ claims })), null))

  test('with our audience and a trailing slash', async () => {
    assert.equal(await check(await sign({ claims: { aud: `${server.audience}/` } })), null)
  })

  test('with a lifetime of more than an hour, as expired', async () => {
    const claims = { iat: nowSeconds() - 3700, exp: nowSeconds() + 3600 }
    assert.equal(await check(await sign({ claims })), 'expired')
  })

  test('on the chat of another partner', async () => {
    const { access_token } = await issue('someone')
    assert.equal(await server.tokens.check(access_token, 'other'), null)
    assert.notEqual(await server.tokens.check(access_token, 'acme'), null)
  })

  test('as expired at its expiry, and as invalid if it is of another partner', async (context) => {
    const { access_token, expires_in } = await issue('someone')
    const toleranceMs = 5000
    advanceClock(context, expires_in * 1000 + toleranceMs - 1000)
    assert.notEqual(await check(access_token), 'expired')
    advanceClock(context, expires_in * 1000 + toleranceMs)
    assert.equal(await check(access_token), 'expired')
    assert.equal(await server.tokens.check(access_token, 'other'), null)
  })

  test('of another address, with BASE_URL', async () => {
    await using secure = await startTokenServer({ baseUrl: 'https://atlas.example' })
    const acme = await secure.add('acme', createSettings(null))
    const [ours, others] = [
      await secure.tokens.issue(acme, 'someone'),
      await secure.tokens.issue(acme, 'someone', 'https://elsewhere.example'),
    ]
    assert.equal(decodeJwt(ours.access_token).iss, 'https://atlas.example')
    assert.notEqual(await secure.tokens.check(ours.access_token, 'acme'), null)
    assert.equal(await secure.tokens.check(others.access_token, 'acme'), null)
  })
})

describe('a revocation', () => {
  test('ends all tokens of the user at once, and no token of others or of later', async (context) => {
    const [{ access_token: revoked }, { access_token: others }] = [await issue('ana'), await issue('bea')]
    const exchanged = await sign({ claims: { sub: 'ana' } })
    const identity = await check(revoked)
    assert.ok(identity !== null && identity !== 'expired')
    assert.equal(await server.tokens.isActive(identity), true)
    await server.tokens.revoke('other', 'ana')
    assert.equal(await server.tokens.isActive(identity), true)
    await server.tokens.revoke('acme', 'ana')
    assert.equal(await server.tokens.isActive(identity), false)
    assert.deepEqual([await check(revoked), await check(exchanged)], [null, null])
    assert.notEqual(await check(others), null)
    advanceClock(context, 1000)
    assert.notEqual(await check((await issue('ana')).access_token), null)
  })

  test('stays in effect as long as a token is valid', async (context) => {
    const { access_token } = await issue('carl')
    await server.tokens.revoke('acme', 'carl')
    advanceClock(context, 29 * minuteMs)
    assert.equal(await check(access_token), null)
  })

  test('by another server with the same state takes effect here', async () => {
    await using other = await startTokenServer({ place: server.place })
    const { access_token } = await issue('dora')
    assert.notEqual(await check(access_token), null)
    await other.tokens.revoke('acme', 'dora')
    assert.equal(await check(access_token), null)
    assert.notEqual(await other.tokens.check((await issue('emil')).access_token, 'acme'), null)
  })
})

test('a replaced signing key ends its tokens', async () => {
  await using second = await startTokenServer()
  const acme = await second.add('acme', createSettings(null))
  const { access_token } = await second.tokens.issue(acme, 'someone')
  assert.notEqual(await second.tokens.check(access_token, 'acme'), null)
  await new SigningKeys(second.state).replace()
  await using restarted = await startTokenServer({ place: second.place })
  assert.equal(await restarted.tokens.check(access_token, 'acme'), null)
})

test('the subject of a user depends on the partner, the issuer and the subject of the identity provider', () => {
  const subjects = [
    chatSubject('acme', 'https://id.example', '1'),
    chatSubject('other', 'https://id.example', '1'),
    chatSubject('acme', 'https://id.example/', '1'),
    chatSubject('acme', 'https://id.example', '2'),
    chatSubject('acme', 'passwordless', '1'),
  ]
  assert.equal(new Set(subjects).size, subjects.length)
  assert.equal(chatSubject('acme', 'https://id.example', '1'), subjects[0])
})
