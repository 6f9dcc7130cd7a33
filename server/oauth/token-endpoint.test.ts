/** The token and revocation endpoints: which requests get tokens, and the status and error code of each refused one. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { refreshGraceMs } from '@careatlas/state/oauth-records'
import * as client from 'openid-client'
import { mockClock } from '../mock-clock.fixture.ts'
import {
  allow,
  createTokenRequest,
  errorOf,
  obtainRefreshToken,
  requestToken,
  startOAuthServer,
  statusWith,
  unsignedJwt,
} from './oauth-server.fixture.ts'

const advanceClock = mockClock()

const server = await startOAuthServer()
after(() => server[Symbol.asyncDispose]())
const agent = await server.register()
const { client_id } = agent.clientMetadata()

describe('the token endpoint', () => {
  for (const [caseName, change, status, error] of [
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 400, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:49153/callback' }, 400, 'invalid_grant'],
    ['another code', { code: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['no code', { code: '' }, 400, 'invalid_request'],
    ['no client', { client_id: '' }, 400, 'invalid_request'],
    ['an unknown client', { client_id: 'unknown' }, 401, 'invalid_client'],
    ['a secret, which no client has', { client_secret: 'guessed' }, 401, 'invalid_client'],
    ['no grant type', { grant_type: '' }, 400, 'invalid_request'],
    [
      'the password grant',
      { grant_type: 'password', username: 'a', password: 'b' },
      400,
      'unsupported_grant_type',
    ],
    ['the client credentials grant', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['the implicit grant', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
    [
      'the device code grant',
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' },
      400,
      'unsupported_grant_type',
    ],
    [
      'the token exchange grant',
      { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' },
      400,
      'unsupported_grant_type',
    ],
    [
      'the JWT assertion grant',
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' },
      400,
      'unsupported_grant_type',
    ],
    [
      'a client assertion',
      {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: unsignedJwt,
      },
      401,
      'invalid_client',
    ],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 400, 'invalid_target'],
  ] as const) {
    test(`refuses a valid code with ${caseName}: ${error}`, async () => {
      const form = await createTokenRequest(server, agent)
      await assertRejected(await requestToken(server, { ...form, ...change }), status, error)
    })
  }

  for (const name of ['grant_type', 'code', 'client_id', 'redirect_uri', 'code_verifier'])
    test(`refuses a valid code with a repeated ${name}, and the code stays valid`, async () => {
      const form = await createTokenRequest(server, agent)
      const body = new URLSearchParams(form)
      body.append(name, form[name] ?? '')
      await assertRejected(await postForm(body), 400, 'invalid_request')
      assert.equal((await requestToken(server, form)).status, 200)
    })

  test('refuses the code of another client, and the code stays valid', async () => {
    const form = await createTokenRequest(server, agent)
    const other = (await server.register()).clientMetadata().client_id
    await assertRejected(await requestToken(server, { ...form, client_id: other }), 400, 'invalid_grant')
    assert.equal((await requestToken(server, form)).status, 200)
  })

  test('refuses a code after one minute', async (context) => {
    const form = await createTokenRequest(server, agent)
    advanceClock(context, 61_000)
    await assertRejected(await requestToken(server, form), 400, 'invalid_grant')
  })

  test('refuses Basic authentication, a JSON body and GET', async () => {
    const form = await createTokenRequest(server, agent)
    const basic = `Basic ${Buffer.from(`${client_id}:guessed`).toString('base64')}`
    await assertRejected(
      await postForm(new URLSearchParams(form), { authorization: basic }),
      401,
      'invalid_client',
    )
    const { client_id: _, ...rest } = form
    await assertRejected(
      await postForm(new URLSearchParams(rest), { authorization: basic }),
      401,
      'invalid_client',
    )
    await assertRejected(
      await postForm(JSON.stringify(form), { 'content-type': 'application/json' }),
      400,
      'invalid_request',
    )
    assert.equal(
      (await fetch(`${server.url}/oauth/token?${new URLSearchParams(form).toString()}`)).status,
      405,
    )
    assert.equal((await requestToken(server, form)).status, 200)
  })

  test('refuses a refresh with a wider scope, and the refresh token stays valid', async () => {
    const refresh_token = await obtainRefreshToken(server, agent)
    const form = { grant_type: 'refresh_token', client_id, refresh_token }
    for (const scope of ['directory:read openid', 'admin', 'directory:read offline_access'])
      await assertRejected(await requestToken(server, { ...form, scope }), 400, 'invalid_scope')
    assert.equal((await requestToken(server, form)).status, 200)
  })

  test('accepts neither an access token nor a code as a refresh token, and no refresh token as a code', async () => {
    const { returnUrl, checks } = await allow(server, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, returnUrl, checks)
    const refresh = { grant_type: 'refresh_token', client_id }
    await assertRejected(
      await requestToken(server, { ...refresh, refresh_token: access_token }),
      400,
      'invalid_grant',
    )
    const form = await createTokenRequest(server, agent)
    await assertRejected(await requestToken(server, { ...form, code: refresh_token }), 400, 'invalid_grant')
    await assertRejected(
      await requestToken(server, { ...refresh, refresh_token: form['code'] ?? '' }),
      400,
      'invalid_grant',
    )
  })

  test('revokes all tokens of a grant when a refresh token is reused after the grace period', async (context) => {
    const first = await obtainRefreshToken(server, agent)
    const { refresh_token: second = '' } = await client.refreshTokenGrant(agent, first)
    advanceClock(context, refreshGraceMs + 1000)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, first)), 'invalid_grant')
    assert.equal(await errorOf(client.refreshTokenGrant(agent, second)), 'invalid_grant')
  })

  test('refuses a refresh token that was not used for 30 days', async (context) => {
    const refresh_token = await obtainRefreshToken(server, agent)
    advanceClock(context, 30 * 86_400_000 + 1000)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, refresh_token)), 'invalid_grant')
  })

  test('lets no client revoke a token of another client or an invalid token', async () => {
    const { returnUrl, checks } = await allow(server, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, returnUrl, checks)
    const other = await server.register()
    for (const token of [refresh_token, access_token]) await client.tokenRevocation(other, token)
    await client.tokenRevocation(agent, `${access_token}x`)
    assert.equal(await statusWith(server, access_token), 200)
    assert.ok((await client.refreshTokenGrant(agent, refresh_token)).access_token)
  })

  test('revokes the whole grant with an access token, and accepts a repeated revocation', async () => {
    const { returnUrl, checks } = await allow(server, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, returnUrl, checks)
    for (let times = 0; times < 2; times += 1) await client.tokenRevocation(agent, access_token)
    assert.equal(await statusWith(server, access_token), 401)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, refresh_token)), 'invalid_grant')
  })
})

function postForm(body: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/oauth/token`, { method: 'POST', body, headers })
}

async function assertRejected(response: Response, status: number, error: string): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>
  assert.deepEqual([response.status, body['error']], [status, error], String(body['error_description']))
  assert.equal(response.headers.get('cache-control'), 'no-store')
}
