/** Token exchange over HTTP, with ID tokens of a real identity provider. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { Limits } from '../../access/rate-limit/limits.ts'
import { chatSubject } from './chat-tokens.ts'
import { simulateIdentityProvider, startIdentityProvider } from './identity-provider.fixture.ts'
import {
  accessTokenType,
  acmeOrigin,
  createSettings,
  idTokenType,
  readRefusal,
  readTokens,
  startTokenServer,
  type TokenServer,
} from './token-server.fixture.ts'

const otherOrigin = 'https://other.example'

let idp: Awaited<ReturnType<typeof startIdentityProvider>>
let server: TokenServer
let idToken: string
before(async () => {
  idp = await startIdentityProvider()
  server = await startTokenServer()
  await server.add('acme', createSettings(idp.url))
  await server.add('other', createSettings(idp.url, { origins: [otherOrigin] }))
  await server.add('codes', createSettings(null))
  await server.add('disabled', createSettings(idp.url))
  await server.partners.disable('disabled')
  idToken = await idp.signIn('ana')
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await idp[Symbol.asyncDispose]()
})

async function exchange(change: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await readTokens(await server.post(server.exchangeForm(idToken, change)))).access_token
}

describe('an ID token of the identity provider', () => {
  test('is exchanged for a valid access token right after the tokens of the user were revoked', async () => {
    const revokedToken = await exchange()
    await server.tokens.revoke('acme', chatSubject('acme', idp.url, 'ana'))
    const checked = [revokedToken, await exchange()].map((token) => server.tokens.check(token, 'acme'))
    const [revoked, newer] = await Promise.all(checked)
    assert.equal(revoked, null)
    assert.notEqual(newer, null)
  })

  test('is exchanged for an access token of 30 minutes', async () => {
    const response = await server.post(server.exchangeForm(idToken), { origin: acmeOrigin })
    const { access_token, ...rest } = await readTokens(response)
    assert.deepEqual(rest, {
      issued_token_type: accessTokenType,
      token_type: 'Bearer',
      expires_in: 1800,
      scope: 'chat',
    })
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('access-control-allow-origin'), acmeOrigin)
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    assert.match(response.headers.get('vary') ?? '', /\borigin\b/i)

    const { alg, typ, kid } = decodeProtectedHeader(access_token)
    const [signingKey] = server.tokens.signingKeys.current.signingKeys
    assert.deepEqual([alg, typ, kid], ['ES256', 'at+jwt', signingKey!.kid])
    const { iat = 0, exp, jti, ...claims } = decodeJwt(access_token)
    assert.equal(exp, iat + 1800)
    assert.match(String(jti), /^[\w-]{21,}$/)
    assert.deepEqual(claims, {
      iss: server.url,
      aud: `${server.url}/chat`,
      sub: chatSubject('acme', idp.url, 'ana'),
      client_id: 'chat-web-acme',
      scope: 'chat',
      partner: 'acme',
      amr: ['tokenExchange'],
    })
    const { d: _, ...publicKey } = signingKey!
    await jwtVerify(access_token, createLocalJWKSet({ keys: [publicKey] }))
  })

  test('identifies its user', async () => {
    const token = await exchange()
    const { iat = 0, exp = 0, jti = '' } = decodeJwt(token)
    assert.deepEqual(await server.tokens.check(token, 'acme'), {
      partner: 'acme',
      subject: chatSubject('acme', idp.url, 'ana'),
      amr: 'tokenExchange',
      issuedAt: iat * 1000,
      expiresAt: exp * 1000,
      jti,
      grantId: null,
    })
  })

  test('can be exchanged again, for another token of the same user', async () => {
    const tokens = [await exchange(), await exchange()].map((token) => decodeJwt(token))
    assert.equal(tokens[0]?.sub, tokens[1]?.sub)
    assert.notEqual(tokens[0]?.jti, tokens[1]?.jti)
  })

  test('is exchanged without the optional parameters, and with unknown ones', async () => {
    for (const change of [
      { audience: '', requested_token_type: '' },
      { resource: server.audience },
      { scope: 'chat' },
      { unknown: 'x' },
    ])
      assert.notEqual(await server.tokens.check(await exchange(change), 'acme'), null)
  })

  test('identifies different users for another subject, another partner and another issuer', async () => {
    await using simulated = await simulateIdentityProvider()
    await using second = await startTokenServer()
    await second.add('acme', createSettings(simulated.url))
    const sameSubject = await simulated.sign({ claims: { sub: 'ana' } })
    const subjects = [
      decodeJwt(await exchange()).sub,
      decodeJwt(await exchange({ subject_token: await idp.signIn('bea') })).sub,
      decodeJwt(await exchange({ client_id: 'chat-web-other' })).sub,
      decodeJwt((await readTokens(await second.post(second.exchangeForm(sameSubject)))).access_token).sub,
    ]
    assert.equal(new Set(subjects).size, 4)
    for (const subject of subjects) assert.match(String(subject), /^[\w-]{43}$/)
  })

  test('yields a token that the chat of another partner refuses', async () => {
    const token = await exchange()
    assert.equal(await server.tokens.check(token, 'other'), null)
    assert.equal(await server.tokens.check(token, ''), null)
  })
})

describe('an exchange is refused', () => {
  const cases: readonly (readonly [string, number, string, Readonly<Record<string, string>>])[] = [
    ['without a subject token', 400, 'invalid_request', { subject_token: '' }],
    ['with a subject token that is no JWT', 400, 'invalid_request', { subject_token: 'x' }],
    ['without its type', 400, 'invalid_request', { subject_token_type: '' }],
    ['with an access token as its type', 400, 'invalid_request', { subject_token_type: accessTokenType }],
    ['with an ID token as the requested type', 400, 'invalid_request', { requested_token_type: idTokenType }],
    ['with an actor token', 400, 'invalid_request', { actor_token: 'x', actor_token_type: idTokenType }],
    ['with another audience', 400, 'invalid_target', { audience: 'https://elsewhere.example/chat' }],
    ['with the audience of REST and MCP', 400, 'invalid_target', { audience: 'mcp' }],
    ['with another resource', 400, 'invalid_target', { resource: 'https://elsewhere.example/chat' }],
    ['with another scope', 400, 'invalid_scope', { scope: 'directory:read' }],
    ['without a grant type', 400, 'invalid_request', { grant_type: '' }],
    ['with the grant of codes', 400, 'unsupported_grant_type', { grant_type: 'authorization_code' }],
    ['with client credentials', 400, 'unsupported_grant_type', { grant_type: 'client_credentials' }],
    ['with the implicit grant', 400, 'unsupported_grant_type', { grant_type: 'implicit' }],
    ['without a client', 400, 'invalid_request', { client_id: '' }],
    ['with an unknown client', 401, 'invalid_client', { client_id: 'chat-web-unknown' }],
    ['with the identifier as the client', 401, 'invalid_client', { client_id: 'acme' }],
    ['with the client of a disabled partner', 401, 'invalid_client', { client_id: 'chat-web-disabled' }],
    ['with a client secret', 401, 'invalid_client', { client_secret: 'guessed' }],
    ['with a client assertion', 401, 'invalid_client', { client_assertion: 'x' }],
    [
      'for a partner whose users sign in with codes only',
      400,
      'unauthorized_client',
      { client_id: 'chat-web-codes' },
    ],
  ]
  for (const [caseName, status, error, change] of cases)
    test(`${caseName}: ${status} ${error}`, async () => {
      const response = await server.post(server.exchangeForm(idToken, change), { origin: acmeOrigin })
      assert.deepEqual((await readRefusal(response)).slice(0, 2), [status, error])
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
      assert.equal(response.headers.get('access-control-allow-origin'), acmeOrigin)
    })

  for (const name of ['client_id', 'subject_token', 'audience', 'grant_type'])
    test(`with a repeated ${name}: 400 invalid_request`, async () => {
      const form = new URLSearchParams(server.exchangeForm(idToken))
      form.append(name, form.get(name) ?? '')
      assert.deepEqual((await readRefusal(await server.post(form))).slice(0, 2), [400, 'invalid_request'])
    })

  test('with another body than a form: 400 invalid_request', async () => {
    const form = server.exchangeForm(idToken)
    for (const [type, body] of [
      ['application/json', JSON.stringify(form)],
      ['text/plain', new URLSearchParams(form).toString()],
      ['multipart/form-data; boundary=x', '--x--'],
    ] as const) {
      const headers = { 'content-type': type }
      const response = await fetch(`${server.url}/sdk/token`, { method: 'POST', headers, body })
      assert.deepEqual((await readRefusal(response)).slice(0, 2), [400, 'invalid_request'], type)
    }
  })

  test('with credentials of a client in a header: 401 invalid_client', async () => {
    const authorization = `Basic ${btoa('chat-web-acme:guessed')}`
    const response = await server.post(server.exchangeForm(idToken), { authorization })
    assert.deepEqual((await readRefusal(response)).slice(0, 2), [401, 'invalid_client'])
  })

  test('with GET: 405', async () => {
    const query = new URLSearchParams(server.exchangeForm(idToken)).toString()
    assert.equal((await fetch(`${server.url}/sdk/token?${query}`)).status, 405)
  })

  test('with parameters in the URL, which are ignored: 400 invalid_request', async () => {
    const query = new URLSearchParams(server.exchangeForm(idToken)).toString()
    const response = await fetch(`${server.url}/sdk/token?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.deepEqual((await readRefusal(response)).slice(0, 2), [400, 'invalid_request'])
  })

  for (const origin of ['https://evil.example', 'null', `${acmeOrigin}.evil.example`, otherOrigin])
    test(`from a page of ${origin}, which cannot read the response`, async () => {
      const response = await server.post(server.exchangeForm(idToken), { origin })
      assert.equal(response.status, 403)
      assert.equal(response.headers.get('access-control-allow-origin'), null)
      assert.ok(!('access_token' in ((await response.json()) as object)))
    })

  test('beyond 600 requests of an address in a minute: 429 temporarily_unavailable', async () => {
    const limits = Limits.inMemory()
    await using limited = await startTokenServer({ limits })
    await limited.add('acme', createSettings(idp.url))
    for (let count = 0; count < 600; count += 1) await limits.take('tokens', '127.0.0.1')
    const response = await limited.post(limited.exchangeForm(idToken), { origin: acmeOrigin })
    assert.deepEqual((await readRefusal(response)).slice(0, 2), [429, 'temporarily_unavailable'])
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
    assert.equal(response.headers.get('access-control-allow-origin'), acmeOrigin)
  })
})

test('the log names the client and the subject of an exchange, and contains no token', async () => {
  const { access_token } = await readTokens(await server.post(server.exchangeForm(idToken)))
  await server.post(server.exchangeForm('a.b.c'))
  const events = server.lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const issued = events.findLast(({ audit }) => audit === 'tokens_issued')
  assert.deepEqual(
    [issued?.['clientId'], issued?.['accountId']],
    ['chat-web-acme', chatSubject('acme', idp.url, 'ana')],
  )
  assert.equal(events.findLast(({ audit }) => audit === 'tokens_refused')?.['why'], 'invalid_request')
  for (const token of [access_token, idToken])
    for (const part of token.split('.')) assert.ok(!server.lines.join('').includes(part))
})

test('behind BASE_URL, tokens have its address, whatever Host the client sends', async () => {
  await using secure = await startTokenServer({ baseUrl: 'https://atlas.example', tokenMinutes: 10 })
  await secure.add('acme', createSettings(idp.url))
  const { access_token, expires_in } = await readTokens(await secure.post(secure.exchangeForm(idToken)))
  const { iss, aud } = decodeJwt(access_token)
  assert.deepEqual([iss, aud, expires_in], ['https://atlas.example', 'https://atlas.example/chat', 600])
  assert.equal(await server.tokens.check(access_token, 'acme'), null)
})
