/** What the authorization server refuses, and with which status and word: every line is a request that a client might send. */
import assert from 'node:assert/strict'
import { after, describe, mock, test, type TestContext } from 'node:test'
import { refreshGraceMs } from '@careatlas/state/oauth-records'
import * as client from 'openid-client'
import {
  allow,
  startAuthorization,
  type Browser,
  startOAuthServer,
  errorOf,
  redirect_uri,
  refreshTokenOf,
  type PageResponse,
  tokenEndpoint,
  statusWith,
} from './oauth-server.fixture.ts'

// The clock stands, and is set by hand.
const now = Date.now()
mock.timers.enable({ apis: ['Date'], now })
function later(context: TestContext, ms: number): void {
  context.after(() => mock.timers.setTime(now))
  mock.timers.setTime(now + ms)
}

const at = await startOAuthServer()
after(() => at[Symbol.asyncDispose]())
const agent = await at.register()
const { client_id } = agent.clientMetadata()

/** Unsigned, and for itself. */
const requestObject = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"client_id":"x"}').toString('base64url')}.`

describe('an authorization request is answered to the client', () => {
  for (const [what, change, error] of [
    ['of two resources', [['resource', 'https://elsewhere.example/mcp']], 'invalid_target'],
    ['with a parameter twice', [['state', 'another']], 'invalid_request'],
    [
      'with an empty scope and another',
      [
        ['scope', ''],
        ['scope', 'openid'],
      ],
      'invalid_request',
    ],
    ['with an unsigned request object', [['request', requestObject]], 'request_not_supported'],
    [
      'with the address of a request object',
      [['request_uri', 'https://a.example/r']],
      'request_uri_not_supported',
    ],
    ['that registers on the way', [['registration', '{}']], 'registration_not_supported'],
    ['that must not ask the person', [['prompt', 'none']], 'login_required'],
    ['that must ask and must not', [['prompt', 'none login']], 'invalid_request'],
    ['with a prompt of its own', [['prompt', 'trust_me']], 'invalid_request'],
    ['of an age below zero', [['max_age', '-1']], 'invalid_request'],
  ] as const) {
    test(`${what}: ${error}`, async () => {
      const { url } = await startAuthorization(at, agent)
      for (const [name, value] of change) url.searchParams.append(name, value)
      const { left } = await at.browser().go(url)
      assert.equal(left?.searchParams.get('error'), error)
      assert.equal(left?.searchParams.get('iss'), at.url)
    })
  }

  for (const [what, change, error] of [
    ['without a response type', { response_type: '' }, 'invalid_request'],
    ['for an identity alone', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['for a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['without a challenge', { code_challenge: '' }, 'invalid_request'],
    ['with a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['with a long challenge', { code_challenge: 'x'.repeat(129) }, 'invalid_request'],
    ['with a challenge and no method', { code_challenge_method: '' }, 'invalid_request'],
    ['with a challenge that is the verifier', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['of another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['of scopes that are none', { scope: 'a"b' }, 'invalid_scope'],
    ['of scopes that do not exist', { scope: 'admin' }, 'invalid_scope'],
    ['of endless scopes', { scope: 'x'.repeat(2000) }, 'invalid_scope'],
    ['without the resource’s scheme', { resource: 'directory' }, 'invalid_target'],
    ['of a resource with a fragment', { resource: `${at.resource}#x` }, 'invalid_target'],
    ['of a resource with a query', { resource: `${at.resource}?x=1` }, 'invalid_target'],
    ['of a resource below ours', { resource: `${at.resource}/admin` }, 'invalid_target'],
    ['of another path of ours', { resource: `${at.url}/v1` }, 'invalid_target'],
  ] as const) {
    test(`${what}: ${error}`, async () => {
      const { left, html } = await at.browser().go((await startAuthorization(at, agent, change)).url)
      assert.ok(left, html)
      assert.equal(
        left.searchParams.get('error') ?? new URLSearchParams(left.hash.slice(1)).get('error'),
        error,
      )
    })
  }
})

describe('a redirect leads nowhere', () => {
  const registered = 'https://agent.example/callback'
  for (const [redirect, own] of [
    ...[
      'https://agent.example/callback/more',
      'https://agent.example/callbackmore',
      'https://agent.example/call',
      'https://agent.example/',
      'https://www.agent.example/callback',
      'https://agent.example.evil.example/callback',
      'https://agent.example:8443/callback',
      'https://agent.example:443/callback',
      'HTTPS://agent.example/callback',
      'https://AGENT.example/callback',
      'https://agent.example./callback',
      'https://agent.example/Callback',
      'https://agent.example/callback#here',
      'https://agent.example/callback?more=1',
      'https://agent.example/x/../callback',
      'https://agent.example/%63allback',
      'https://agent.example//callback',
      'https://agent.example\\callback',
      'https://agent.example/callback ',
      'https://user@agent.example/callback',
      'https://agent.example@evil.example/callback',
      'http://agent.example/callback',
      '//agent.example/callback',
      'agent.example/callback',
      'javascript:alert(1)',
      'https://agent.example/callback\r\nSet-Cookie: a=b',
    ].map((uri) => [uri, registered] as const),
    ...[
      'http://127.0.0.1:49152/callback/more',
      'http://127.0.0.1:49152/Callback',
      'http://127.0.0.1:49152/callback?more=1',
      'http://localhost:49152/callback',
      'http://[::1]:49152/callback',
      'http://127.1:49152/callback',
      'http://0x7f000001:49152/callback',
      'http://127.0.0.2:49152/callback',
      'https://127.0.0.1:49152/callback',
      'http://127.0.0.1:49152@evil.example/callback',
      'http://127.0.0.1:80x/callback',
      'http://127.0.0.1%2eevil.example:49152/callback',
    ].map((uri) => [uri, redirect_uri] as const),
  ]) {
    test(`${JSON.stringify(redirect)} where ${own} is registered`, async () => {
      const config = own === registered ? await web : agent
      const page = await at
        .browser()
        .go((await startAuthorization(at, config, { redirect_uri: redirect })).url)
      assert.equal(page.left, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /redirect_uri|redirect uri/i)
    })
  }

  const web = at.register({ redirect_uris: [registered] })

  test('while another port of this machine is good, or any where none was registered', async () => {
    const portless = await at.register({ redirect_uris: ['http://127.0.0.1/callback'] })
    const change = { redirect_uri: 'http://127.0.0.1:50000/callback' }
    for (const config of [agent, portless])
      assert.match(
        (await at.browser().go((await startAuthorization(at, config, change)).url)).html,
        /E-mail address/,
      )
  })

  test('where the client comes twice', async () => {
    const { url } = await startAuthorization(at, agent)
    url.searchParams.append('client_id', (await web).clientMetadata().client_id)
    const page = await at.browser().go(url)
    assert.deepEqual([page.left, page.status], [null, 400])
  })

  for (const redirects of [
    ['https://evil.example/', redirect_uri],
    [redirect_uri, 'https://evil.example/'],
  ])
    test(`where ${redirects.join(' and ')} are asked for`, async () => {
      const { url } = await startAuthorization(at, agent)
      url.searchParams.delete('redirect_uri')
      for (const each of redirects) url.searchParams.append('redirect_uri', each)
      const { left } = await at.browser().go(url)
      assert.notEqual(left?.host, 'evil.example')
      assert.equal(left?.searchParams.get('code') ?? null, null)
    })

  for (const mode of ['form_post', 'fragment', 'web_message', 'jwt'])
    test(`where the answer shall come by ${mode}`, async () => {
      const page = await at.browser().go((await startAuthorization(at, agent, { response_mode: mode })).url)
      assert.equal(page.left, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /response_mode must be query/)
    })
})

test('an authorization without a state gets none back', async () => {
  const { url } = await startAuthorization(at, agent)
  url.searchParams.delete('state')
  const browser = at.browser()
  const consent = await browser.signIn(await browser.go(url), at)
  const { left } = await browser.send(consent, '/consent', { decision: 'allow' })
  assert.deepEqual([...(left?.searchParams.keys() ?? [])].toSorted(), ['code', 'iss'])
})

describe('the pages of sign-in and consent', () => {
  test('cannot be framed, cached or read by another origin', async () => {
    const browser = at.browser()
    const signIn = await browser.go((await startAuthorization(at, agent)).url)
    const code = await browser.send(signIn, '/code', { email: at.newAddress() })
    const consent = await browser.send(code, '/session', { code: at.code() })
    for (const { html, headers } of [signIn, code, consent]) {
      assert.match(html, /<form/)
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
  })

  test('are refused to another browser', async () => {
    const page = await consenting(at.browser())
    for (const browser of [at.browser(), await signedInBrowser()]) {
      const shown = await browser.go(page.url)
      assert.equal(shown.status, 403)
      assert.doesNotMatch(shown.html, />Allow</)
    }
  })

  test('answer a forged form the same, whether the interaction exists or not', async () => {
    const page = await consenting(at.browser())
    for (const path of [page.url, `${at.url}/oauth/interaction/unknown`]) {
      const told = await at.browser().send({ ...page, html: formTo(`${path}/consent`) }, '/consent')
      assert.equal(told.status, 403)
      assert.match(told.html, /security token is missing or expired/)
    }
  })

  test('refuse a forged request to switch the account', async () => {
    const browser = at.browser()
    const page = await consenting(browser)
    const form = { token: 'guessed' }
    assert.equal((await browser.send(page, '/another-account', form)).status, 403)
    assert.equal((await at.browser().send(page, '/another-account')).status, 403)
    assert.match((await browser.go(page.url)).html, />Allow</)
  })

  test('refuse the consent of another user with a session and an interaction of their own', async () => {
    const [ana, bob] = [at.browser(), at.browser()]
    const [asked, own] = [await consenting(ana), await consenting(bob)]
    const token = /name="token" value="([^"]+)"/.exec(own.html)?.[1] ?? ''
    assert.equal((await bob.send(asked, '/consent', { decision: 'allow', token })).status, 403)
    assert.ok((await ana.send(asked, '/consent', { decision: 'allow' })).left)
  })

  test('refuse consent after the user signs out or another user signs in', async () => {
    const browser = at.browser()
    const consent = await consenting(browser)
    await browser.send(await browser.go('/keys'), '/sign-out')
    assert.equal((await browser.send(consent, '/consent', { decision: 'allow' })).status, 403)
    await browser.signIn(await browser.go('/keys'), at)
    assert.equal((await browser.send(consent, '/consent', { decision: 'allow' })).status, 403)
    assert.equal((await browser.go(consent.url)).status, 403)
  })

  test('refuse consent before sign-in', async () => {
    const browser = at.browser()
    const signIn = await browser.go((await startAuthorization(at, agent)).url)
    const forged = {
      ...signIn,
      html: signIn.html.replace('/code">', '/consent"><input name="decision" value="allow">'),
    }
    assert.equal((await browser.send(forged, '/consent', { decision: 'allow' })).status, 403)
  })

  test('refuse a second consent', async () => {
    const browser = at.browser()
    const consent = await consenting(browser)
    assert.ok((await browser.send(consent, '/consent', { decision: 'allow' })).left)
    assert.equal((await browser.send(consent, '/consent', { decision: 'allow' })).status, 403)
  })

  test('do not treat a sign-in on the page of consent as consent', async () => {
    const browser = at.browser()
    const consent = await consenting(browser)
    const forged = { ...consent, html: consent.html.replaceAll('/consent"', '/code"') }
    const next = await browser.signIn(forged, at, 'another.person@example.org')
    assert.equal(next.left, null)
    assert.doesNotMatch(next.html, /person\d+@/)
  })

  test('refuse a code from another browser, from another page or of an hour ago', async (context) => {
    const [ana, bob] = [at.browser(), at.browser()]
    const address = at.newAddress()
    const [asked, own] = [
      await ana.send(await ana.go((await startAuthorization(at, agent)).url), '/code', { email: address }),
      await bob.send(await bob.go((await startAuthorization(at, agent)).url), '/code', {
        email: at.newAddress(),
      }),
    ]
    const challenge = /name="challenge" value="([^"]+)"/.exec(asked.html)?.[1] ?? ''
    const code = codeFor(address)
    assert.equal((await bob.send(own, '/session', { challenge, code })).status, 403)
    const keys = await bob.go('/keys')
    assert.equal(
      (
        await bob.send(await bob.send(keys, '/code', { email: at.newAddress() }), '/session', {
          challenge,
          code,
        })
      ).status,
      403,
    )
    later(context, 11 * 60_000)
    assert.equal((await ana.send(asked, '/session', { code })).status, 403)
  })
})

describe('at the token endpoint', () => {
  for (const [what, change, status, error] of [
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 400, 'invalid_grant'],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:49153/callback' }, 400, 'invalid_grant'],
    ['another code', { code: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['no code', { code: '' }, 400, 'invalid_request'],
    ['no client', { client_id: '' }, 400, 'invalid_request'],
    ['an unknown client', { client_id: 'unknown' }, 401, 'invalid_client'],
    ['a secret, which no client has', { client_secret: 'guessed' }, 401, 'invalid_client'],
    ['no grant', { grant_type: '' }, 400, 'invalid_request'],
    ['a password', { grant_type: 'password', username: 'a', password: 'b' }, 400, 'unsupported_grant_type'],
    ['the credentials of a client', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['an implicit grant', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
    [
      'a device',
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' },
      400,
      'unsupported_grant_type',
    ],
    [
      'a token to exchange',
      { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' },
      400,
      'unsupported_grant_type',
    ],
    [
      'an assertion',
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' },
      400,
      'unsupported_grant_type',
    ],
    [
      'an assertion of the client',
      {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: requestObject,
      },
      401,
      'invalid_client',
    ],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 400, 'invalid_target'],
  ] as const) {
    test(`a good code is refused with ${what}: ${error}`, async () => {
      const form = await codeForm()
      await refused(await tokenEndpoint(at, { ...form, ...change }), status, error)
    })
  }

  for (const name of ['grant_type', 'code', 'client_id', 'redirect_uri', 'code_verifier'])
    test(`a good code is refused with ${name} twice, and is not spent`, async () => {
      const form = await codeForm()
      const body = new URLSearchParams(form)
      body.append(name, form[name] ?? '')
      await refused(await post(body), 400, 'invalid_request')
      assert.equal((await tokenEndpoint(at, form)).status, 200)
    })

  test('a code of another client is refused, and is not spent', async () => {
    const form = await codeForm()
    const other = (await at.register()).clientMetadata().client_id
    await refused(await tokenEndpoint(at, { ...form, client_id: other }), 400, 'invalid_grant')
    assert.equal((await tokenEndpoint(at, form)).status, 200)
  })

  test('a code is refused after a minute', async (context) => {
    const form = await codeForm()
    later(context, 61_000)
    await refused(await tokenEndpoint(at, form), 400, 'invalid_grant')
  })

  test('a secret in the header is refused, as is a body that is no form', async () => {
    const form = await codeForm()
    const basic = `Basic ${Buffer.from(`${client_id}:guessed`).toString('base64')}`
    await refused(await post(new URLSearchParams(form), { authorization: basic }), 401, 'invalid_client')
    const { client_id: _, ...rest } = form
    await refused(await post(new URLSearchParams(rest), { authorization: basic }), 401, 'invalid_client')
    await refused(
      await post(JSON.stringify(form), { 'content-type': 'application/json' }),
      400,
      'invalid_request',
    )
    assert.equal((await fetch(`${at.url}/oauth/token?${new URLSearchParams(form).toString()}`)).status, 405)
    assert.equal((await tokenEndpoint(at, form)).status, 200)
  })

  test('a refresh gets no wider a scope, and the token is not spent', async () => {
    const refresh_token = await refreshTokenOf(at, agent)
    const form = { grant_type: 'refresh_token', client_id, refresh_token }
    for (const scope of ['directory:read openid', 'admin', 'directory:read offline_access'])
      await refused(await tokenEndpoint(at, { ...form, scope }), 400, 'invalid_scope')
    assert.equal((await tokenEndpoint(at, form)).status, 200)
  })

  test('one kind of token is not another', async () => {
    const { left, checks } = await allow(at, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, left, checks)
    const refresh = { grant_type: 'refresh_token', client_id }
    await refused(await tokenEndpoint(at, { ...refresh, refresh_token: access_token }), 400, 'invalid_grant')
    const form = await codeForm()
    await refused(await tokenEndpoint(at, { ...form, code: refresh_token }), 400, 'invalid_grant')
    await refused(
      await tokenEndpoint(at, { ...refresh, refresh_token: form['code'] ?? '' }),
      400,
      'invalid_grant',
    )
  })

  test('a token that was exchanged a while ago ends all that came of the same consent', async (context) => {
    const first = await refreshTokenOf(at, agent)
    const { refresh_token: second = '' } = await client.refreshTokenGrant(agent, first)
    later(context, refreshGraceMs + 1000)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, first)), 'invalid_grant')
    assert.equal(await errorOf(client.refreshTokenGrant(agent, second)), 'invalid_grant')
  })

  test('a token that was not used for 30 days is over', async (context) => {
    const refresh_token = await refreshTokenOf(at, agent)
    later(context, 30 * 86_400_000 + 1000)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, refresh_token)), 'invalid_grant')
  })

  test('a client cannot revoke the token of another client, or one that is not ours', async () => {
    const { left, checks } = await allow(at, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, left, checks)
    const other = await at.register()
    for (const token of [refresh_token, access_token]) await client.tokenRevocation(other, token)
    await client.tokenRevocation(agent, `${access_token}x`)
    assert.equal(await statusWith(at, access_token), 404)
    assert.ok((await client.refreshTokenGrant(agent, refresh_token)).access_token)
  })

  test('an access token that is revoked ends its consent, also a second time', async () => {
    const { left, checks } = await allow(at, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, left, checks)
    for (let times = 0; times < 2; times += 1) await client.tokenRevocation(agent, access_token)
    assert.equal(await statusWith(at, access_token), 401)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, refresh_token)), 'invalid_grant')
  })
})

describe('a registration is refused', () => {
  const good = { redirect_uris: [redirect_uri] }
  for (const [what, body, error] of [
    ['of data', { redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    ['of a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['to http elsewhere', { redirect_uris: ['http://agent.example/callback'] }, 'invalid_redirect_uri'],
    ['to a wildcard', { redirect_uris: ['https://*.agent.example/callback'] }, 'invalid_redirect_uri'],
    ['to a fragment', { redirect_uris: ['https://agent.example/#here'] }, 'invalid_redirect_uri'],
    ['to nowhere', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['of a scheme of its own', { redirect_uris: ['com.example.app:/callback'] }, 'invalid_redirect_uri'],
    ['of a file', { redirect_uris: ['file:///etc/passwd'] }, 'invalid_redirect_uri'],
    ['with a user', { redirect_uris: ['https://user@agent.example/callback'] }, 'invalid_redirect_uri'],
    [
      'with a backslash',
      { redirect_uris: ['https://agent.example\\@evil.example/'] },
      'invalid_redirect_uri',
    ],
    ['with a line break', { redirect_uris: ['https://agent.example/\r\nx'] }, 'invalid_redirect_uri'],
    ['to http of a private address', { redirect_uris: ['http://10.0.0.1/callback'] }, 'invalid_redirect_uri'],
    [
      'to a host like this machine',
      { redirect_uris: ['http://localhost.evil.example/'] },
      'invalid_redirect_uri',
    ],
    [
      'with one bad among good',
      { redirect_uris: [redirect_uri, 'http://evil.example/'] },
      'invalid_redirect_uri',
    ],
    [
      'of eleven',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://agent.example/${n}`) },
      'invalid_redirect_uri',
    ],
    [
      'of an endless one',
      { redirect_uris: [`https://agent.example/${'x'.repeat(2048)}`] },
      'invalid_redirect_uri',
    ],
    ['of a text', { redirect_uris: redirect_uri }, 'invalid_redirect_uri'],
    ['of none', {}, 'invalid_redirect_uri'],
    [
      'of another grant',
      { ...good, grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] },
      'invalid_client_metadata',
    ],
    ['of a token in the address', { ...good, response_types: ['token'] }, 'invalid_client_metadata'],
    ['of an endless name', { ...good, client_name: 'a'.repeat(101) }, 'invalid_client_metadata'],
    ['of an implicit grant', { ...good, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['of a name that reads backwards', { ...good, client_name: '\u202eedualC' }, 'invalid_client_metadata'],
    ['of a name of two lines', { ...good, client_name: 'Nurse\nby us' }, 'invalid_client_metadata'],
    ['of a name that is none', { ...good, client_name: { en: 'x' } }, 'invalid_client_metadata'],
    [
      'of more than 8 KiB',
      { redirect_uris: Array.from({ length: 5 }, (_, n) => `https://agent.example/${n}${'x'.repeat(1900)}`) },
      'invalid_client_metadata',
    ],
    ['of a list', [good], 'invalid_redirect_uri'],
    ['of nothing', null, 'invalid_redirect_uri'],
  ] as const) {
    test(`${what}: ${error}`, async () => {
      const response = await register(JSON.stringify(body))
      assert.equal(response.status, 400)
      assert.equal(((await response.json()) as { error: unknown }).error, error)
    })
  }

  test('that is no JSON, or longer than 64 KiB', async () => {
    for (const body of ['{', `{"client_name":"${'x'.repeat(70_000)}"}`]) {
      const response = await register(body)
      assert.ok([400, 413].includes(response.status))
      assert.match(String(((await response.json()) as { error: unknown }).error), /^invalid_/)
    }
  })
})

test('what is not used is not there', async () => {
  for (const path of [
    '/request',
    '/me',
    '/token/introspection',
    '/device',
    '/device/auth',
    '/backchannel',
    '/session/end',
    '/oauth/end-session',
    '/oauth/end-session/confirm',
    `/oauth/register/${client_id}`,
    '/oauth/userinfo',
  ])
    for (const method of ['GET', 'POST'])
      assert.equal((await fetch(at.url + path, { method })).status, 404, `${method} ${path}`)
})

/** A person at the page of consent. */
async function consenting(browser: Browser, address = at.newAddress()): Promise<PageResponse> {
  return browser.signIn(await browser.go((await startAuthorization(at, agent)).url), at, address)
}

function formTo(path: string): string {
  return `<form method="post" action="${path}"></form>`
}

async function signedInBrowser(): Promise<Browser> {
  const browser = at.browser()
  await browser.signIn(await browser.go('/keys'), at)
  return browser
}

function codeFor(address: string): string {
  const mail = at.mail.mails.find(({ to }) => to.includes(address))
  return /^Subject: (\d{6}) /m.exec(mail?.text ?? '')?.[1] ?? 'no code'
}

/** A code with all that belongs to it. */
async function codeForm(): Promise<Record<string, string>> {
  const { left, checks } = await allow(at, agent)
  return {
    grant_type: 'authorization_code',
    client_id,
    code: left.searchParams.get('code') ?? '',
    code_verifier: checks.pkceCodeVerifier,
    redirect_uri,
  }
}

function post(body: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${at.url}/oauth/token`, { method: 'POST', body, headers })
}

async function refused(response: Response, status: number, error: string): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>
  assert.deepEqual([response.status, body['error']], [status, error], String(body['error_description']))
  assert.equal(response.headers.get('cache-control'), 'no-store')
}

function register(body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${at.url}/oauth/register`, { method: 'POST', headers, body })
}
