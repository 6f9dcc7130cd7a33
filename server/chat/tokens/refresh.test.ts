/** Refresh tokens of verified users over HTTP: rotation, lifetimes and reuse. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refreshGraceMs } from '@careatlas/state/oauth-records'
import { decodeJwt } from 'jose'
import { mockClock } from '../../mock-clock.fixture.ts'
import {
  acmeOrigin,
  createSettings,
  readRefusal,
  readTokens,
  startTokenServer,
  type TokenServer,
} from './token-server.fixture.ts'

const advanceClock = mockClock()
const secondMs = 1000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let server: TokenServer
before(async () => {
  server = await startTokenServer()
  await server.add('acme', createSettings(null))
  await server.add('other', createSettings(null, { origins: ['https://other.example'] }))
  await server.add('exchange', createSettings('https://id.example', { authTypes: ['tokenExchange'] }))
})
after(() => server[Symbol.asyncDispose]())

async function issue(subject: string) {
  return server.tokens.issue((await server.partners.find('acme'))!, subject)
}

function refresh(refresh_token: string, change: Readonly<Record<string, string>> = {}): Promise<Response> {
  const form = { grant_type: 'refresh_token', client_id: 'chat-web-acme', refresh_token, ...change }
  return server.post(form, { origin: acmeOrigin })
}

async function assertRefused(response: Response, error = 'invalid_grant', status = 400): Promise<void> {
  assert.deepEqual((await readRefusal(response)).slice(0, 2), [status, error])
}

describe('a refresh token', () => {
  test('is exchanged for a new access token and a new refresh token of the same user', async (context) => {
    const issued = await issue('ana')
    assert.equal(issued.expires_in, 1800)
    advanceClock(context, 20 * 60 * secondMs)
    const response = await refresh(issued.refresh_token)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('access-control-allow-origin'), acmeOrigin)
    const { access_token, refresh_token, ...rest } = await readTokens(response)
    assert.deepEqual(rest, { expires_in: 1800, scope: 'chat', token_type: 'Bearer' })
    assert.notEqual(refresh_token, issued.refresh_token)

    const [first, second] = [decodeJwt(issued.access_token), decodeJwt(access_token)]
    assert.notEqual(first.jti, second.jti)
    assert.equal(second.exp, (second.iat ?? 0) + 1800)
    const { jti: _jti, iat: _iat, exp: _exp, ...claims } = second
    assert.deepEqual(claims, {
      iss: server.url,
      aud: server.audience,
      sub: 'ana',
      client_id: 'chat-web-acme',
      scope: 'chat',
      partner: 'acme',
      amr: ['passwordless'],
      grant_id: first['grant_id'],
    })
    const identity = await server.tokens.check(access_token, 'acme')
    assert.ok(identity !== null && identity !== 'expired')
    assert.deepEqual([identity.subject, identity.amr], ['ana', 'passwordless'])
  })

  test('is refused after 24 hours without use', async (context) => {
    const { refresh_token } = await issue('ana')
    advanceClock(context, dayMs - secondMs)
    const next = (await readTokens(await refresh(refresh_token))).refresh_token ?? ''
    advanceClock(context, 2 * dayMs - secondMs)
    await assertRefused(await refresh(next))
  })

  test('is refused seven days after the verification, however often it was used', async (context) => {
    let { refresh_token } = await issue('ana')
    for (let hours = 23; hours < 7 * 24; hours += 23) {
      advanceClock(context, hours * hourMs)
      refresh_token = (await readTokens(await refresh(refresh_token))).refresh_token ?? ''
    }
    advanceClock(context, 7 * dayMs - secondMs)
    const { refresh_token: last = '', access_token } = await readTokens(await refresh(refresh_token))
    advanceClock(context, 7 * dayMs)
    await assertRefused(await refresh(last))
    assert.equal(await server.tokens.check(access_token, 'acme'), null)
  })

  test('can be used again within a minute, for clients that do not get the response', async () => {
    const { refresh_token } = await issue('ana')
    const responses = await Promise.all([refresh(refresh_token), refresh(refresh_token)])
    const tokens = await Promise.all(responses.map(readTokens))
    assert.equal(new Set(tokens.map((token) => token.refresh_token)).size, 2)
  })

  test('that is reused later ends all tokens of the same verification, and none of others', async (context) => {
    const [first, others] = [await issue('ana'), await issue('ana')]
    const second = await readTokens(await refresh(first.refresh_token))
    advanceClock(context, refreshGraceMs + secondMs)
    assert.notEqual(await server.tokens.check(second.access_token, 'acme'), null)
    await assertRefused(await refresh(first.refresh_token))
    await assertRefused(await refresh(second.refresh_token ?? ''))
    for (const { access_token } of [first, second])
      assert.equal(await server.tokens.check(access_token, 'acme'), null)
    await readTokens(await refresh(others.refresh_token))
    const reuse = server.lines.findLast((line) => line.includes('token_reuse_ended_family')) ?? '{}'
    assert.equal((JSON.parse(reuse) as { accountId?: string }).accountId, 'ana')
  })

  test('of a revoked user is refused, and a later one is accepted', async (context) => {
    const { refresh_token } = await issue('bea')
    await server.tokens.revoke('acme', 'bea')
    await assertRefused(await refresh(refresh_token))
    advanceClock(context, secondMs)
    const { refresh_token: later } = await issue('bea')
    await readTokens(await refresh(later))
    advanceClock(context, dayMs - secondMs)
    await assertRefused(await refresh(refresh_token))
  })

  test('is refused with another client, and stays valid', async () => {
    const { refresh_token } = await issue('ana')
    const otherPage = { origin: 'https://other.example' }
    const form = { grant_type: 'refresh_token', client_id: 'chat-web-other', refresh_token }
    await assertRefused(await server.post(form, otherPage))
    await readTokens(await refresh(refresh_token))
  })

  for (const [caseName, change, error, status] of [
    ['without the token', { refresh_token: '' }, 'invalid_request', 400],
    ['with an unknown token', { refresh_token: 'x'.repeat(43) }, 'invalid_grant', 400],
    ['with another audience', { audience: 'https://elsewhere.example' }, 'invalid_target', 400],
    ['with a wider scope', { scope: 'chat directory:read' }, 'invalid_scope', 400],
    ['with an unknown client', { client_id: 'chat-web-unknown' }, 'invalid_client', 401],
    [
      'of a partner without passwordless users',
      { client_id: 'chat-web-exchange' },
      'unauthorized_client',
      400,
    ],
  ] as const)
    test(`is refused ${caseName}: ${status} ${error}`, async () => {
      const { refresh_token } = await issue('ana')
      await assertRefused(await refresh(refresh_token, change), error, status)
      await readTokens(await refresh(refresh_token))
    })

  test('is neither an access token nor the reverse', async () => {
    const { access_token, refresh_token } = await issue('ana')
    await assertRefused(await refresh(access_token))
    assert.equal(await server.tokens.check(refresh_token, 'acme'), null)
  })

  test('is not stored in clear text', async () => {
    const { refresh_token } = await issue('ana')
    const rows = await server.state.database.selectFrom('oauth_record').selectAll().execute()
    assert.ok(rows.length > 0)
    assert.ok(
      rows.every(({ account_id, payload }) => account_id === null && !payload.includes(refresh_token)),
    )
  })

  test('of another server with the same state works here, also under another name of this machine', async () => {
    await using other = await startTokenServer({ place: server.place })
    const acme = (await other.partners.find('acme'))!
    const { refresh_token } = await other.tokens.issue(
      acme,
      'ana',
      other.url.replace('127.0.0.1', 'localhost'),
    )
    const { access_token } = await readTokens(await refresh(refresh_token))
    assert.equal(decodeJwt(access_token).aud, server.audience)
    assert.notEqual(await server.tokens.check(access_token, 'acme'), null)
  })
})
