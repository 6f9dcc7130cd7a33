/** Requests that the authorization server refuses, with the status and error code of each. */
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

// Tests set the clock by hand.
const now = Date.now()
mock.timers.enable({ apis: ['Date'], now })
function advanceClock(context: TestContext, ms: number): void {
  context.after(() => mock.timers.setTime(now))
  mock.timers.setTime(now + ms)
}

const at = await startOAuthServer()
after(() => at[Symbol.asyncDispose]())
const agent = await at.register()
const { client_id } = agent.clientMetadata()

/** An unsigned JWT, used as a request object and as a client assertion. */
const requestObject = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"client_id":"x"}').toString('base64url')}.`

/** The browser of a signed-in user with an earlier consent to `agent`. */
const returning = at.browser()
await allow(at, agent, returning)

describe('a client that the user allowed before receives the error of an authorization request', () => {
  for (const [what, change, error] of [
    ['for two resources', [['resource', 'https://elsewhere.example/mcp']], 'invalid_target'],
    ['with a parameter twice', [['state', 'another']], 'invalid_request'],
    [
      'with an empty scope and a second scope',
      [
        ['scope', ''],
        ['scope', 'openid'],
      ],
      'invalid_request',
    ],
    ['with an unsigned request object', [['request', requestObject]], 'request_not_supported'],
    [
      'with the URL of a request object',
      [['request_uri', 'https://a.example/r']],
      'request_uri_not_supported',
    ],
    ['with a registration parameter', [['registration', '{}']], 'registration_not_supported'],
    ['with prompt=none', [['prompt', 'none']], 'login_required'],
    ['with prompt=none login', [['prompt', 'none login']], 'invalid_request'],
    ['with an unknown prompt', [['prompt', 'trust_me']], 'invalid_request'],
    ['with a negative max_age', [['max_age', '-1']], 'invalid_request'],
  ] as const) {
    test(`${what}: ${error}`, async () => {
      const { url } = await startAuthorization(at, agent)
      for (const [name, value] of change) url.searchParams.append(name, value)
      const { returnUrl } = await returning.go(url)
      assert.equal(returnUrl?.searchParams.get('error'), error)
      assert.equal(returnUrl?.searchParams.get('iss'), at.url)
    })
  }

  for (const [what, change, error] of [
    ['without a response type', { response_type: '' }, 'invalid_request'],
    ['for an ID token only', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['for a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['without a challenge', { code_challenge: '' }, 'invalid_request'],
    ['with a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['with a long challenge', { code_challenge: 'x'.repeat(129) }, 'invalid_request'],
    ['with a challenge but no method', { code_challenge_method: '' }, 'invalid_request'],
    ['with the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['for a token in the redirect URL', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['with a malformed scope', { scope: 'a"b' }, 'invalid_scope'],
    ['with an unknown scope', { scope: 'admin' }, 'invalid_scope'],
    ['with a scope of 2,000 characters', { scope: 'x'.repeat(2000) }, 'invalid_scope'],
    ['for a resource without a scheme', { resource: 'directory' }, 'invalid_target'],
    ['for a resource with a fragment', { resource: `${at.resource}#x` }, 'invalid_target'],
    ['for a resource with a query', { resource: `${at.resource}?x=1` }, 'invalid_target'],
    ['for a subpath of the resource', { resource: `${at.resource}/admin` }, 'invalid_target'],
    ['for another path of this service', { resource: `${at.url}/v1` }, 'invalid_target'],
  ] as const) {
    test(`${what}: ${error}`, async () => {
      const { returnUrl, html } = await returning.go((await startAuthorization(at, agent, change)).url)
      assert.ok(returnUrl, html)
      assert.equal(
        returnUrl.searchParams.get('error') ?? new URLSearchParams(returnUrl.hash.slice(1)).get('error'),
        error,
      )
    })
  }
})

describe('the error of an authorization request is shown on a page, without a redirect,', () => {
  const failing = { response_type: 'token', prompt: 'none', scope: 'email' }

  for (const [what, change, message] of [
    ['for a token in the redirect URL', { response_type: 'token' }, /unsupported response_type/],
    ['with prompt=none', { prompt: 'none' }, /End-User authentication is required/],
    ['with an unknown scope', { scope: 'email' }, /directory:read/],
  ] as const)
    test(`${what} from a browser that is not signed in`, async () => {
      const { url } = await startAuthorization(at, agent, change)
      const page = await at.browser().go(url)
      assert.deepEqual([page.returnUrl, page.status], [null, 400])
      assert.match(page.html, message)
      assert.match(page.html, /you have not allowed it before/)
      assert.match(page.headers.get('content-type') ?? '', /text\/html/)
      assert.equal(page.headers.get('location'), null)
    })

  test('if the user is signed in and has allowed only other clients', async () => {
    const { url } = await startAuthorization(at, await at.register(), failing)
    assert.equal((await returning.go(url)).returnUrl, null)
  })

  test('if the user has disconnected the client', async () => {
    const [config, browser] = [await at.register(), at.browser()]
    await allow(at, config, browser)
    const { url } = await startAuthorization(at, config, failing)
    assert.ok((await browser.go(url)).returnUrl)
    await browser.send(await browser.go('/keys'), '/disconnect')
    assert.equal((await browser.go(url)).returnUrl, null)
  })

  test('if the user who allowed the client has signed out', async () => {
    const browser = at.browser()
    await allow(at, agent, browser)
    await browser.send(await browser.go('/keys'), '/sign-out')
    const { url } = await startAuthorization(at, agent, failing)
    assert.equal((await browser.go(url)).returnUrl, null)
  })
})

describe('the server does not redirect', () => {
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
    test(`to ${JSON.stringify(redirect)} if ${own} is registered`, async () => {
      const config = own === registered ? await web : agent
      const page = await at
        .browser()
        .go((await startAuthorization(at, config, { redirect_uri: redirect })).url)
      assert.equal(page.returnUrl, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /redirect_uri|redirect uri/i)
    })
  }

  const web = at.register({ redirect_uris: [registered] })

  test('to unregistered URIs, but accepts any port of a registered loopback URI', async () => {
    const portless = await at.register({ redirect_uris: ['http://127.0.0.1/callback'] })
    const change = { redirect_uri: 'http://127.0.0.1:50000/callback' }
    for (const config of [agent, portless])
      assert.match(
        (await at.browser().go((await startAuthorization(at, config, change)).url)).html,
        /E-mail address/,
      )
  })

  test('if client_id is repeated', async () => {
    const { url } = await startAuthorization(at, agent)
    url.searchParams.append('client_id', (await web).clientMetadata().client_id)
    const page = await at.browser().go(url)
    assert.deepEqual([page.returnUrl, page.status], [null, 400])
  })

  for (const redirects of [
    ['https://evil.example/', redirect_uri],
    [redirect_uri, 'https://evil.example/'],
  ])
    test(`to evil.example if redirect_uri is ${redirects.join(' and ')}`, async () => {
      const { url } = await startAuthorization(at, agent)
      url.searchParams.delete('redirect_uri')
      for (const each of redirects) url.searchParams.append('redirect_uri', each)
      const { returnUrl } = await at.browser().go(url)
      assert.notEqual(returnUrl?.host, 'evil.example')
      assert.equal(returnUrl?.searchParams.get('code') ?? null, null)
    })

  for (const mode of ['form_post', 'fragment', 'web_message', 'jwt'])
    test(`if response_mode is ${mode}`, async () => {
      const page = await at.browser().go((await startAuthorization(at, agent, { response_mode: mode })).url)
      assert.equal(page.returnUrl, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /response_mode must be query/)
    })
})

test('the response to an authorization request without state has no state', async () => {
  const { url } = await startAuthorization(at, agent)
  url.searchParams.delete('state')
  const browser = at.browser()
  const consent = await browser.signIn(await browser.go(url), at)
  const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
  assert.deepEqual([...(returnUrl?.searchParams.keys() ?? [])].toSorted(), ['code', 'iss'])
})

describe('the sign-in and consent pages', () => {
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
    const page = await consentPage(at.browser())
    for (const browser of [at.browser(), await signedInBrowser()]) {
      const shown = await browser.go(page.url)
      assert.equal(shown.status, 403)
      assert.doesNotMatch(shown.html, />Allow</)
    }
  })

  test('answer a forged form in the same way for existing and unknown interactions', async () => {
    const page = await consentPage(at.browser())
    for (const path of [page.url, `${at.url}/oauth/interaction/unknown`]) {
      const response = await at.browser().send({ ...page, html: formTo(`${path}/consent`) }, '/consent')
      assert.equal(response.status, 403)
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(response.html, /role="alert".*security token is missing or expired/s)
    }
  })

  test('refuse a forged request to switch the account', async () => {
    const browser = at.browser()
    const page = await consentPage(browser)
    const form = { token: 'guessed' }
    assert.equal((await browser.send(page, '/another-account', form)).status, 403)
    assert.equal((await at.browser().send(page, '/another-account')).status, 403)
    assert.match((await browser.go(page.url)).html, />Allow</)
  })

  test('refuse the consent of another user with a session and an interaction of their own', async () => {
    const [ana, bob] = [at.browser(), at.browser()]
    const [anasPage, bobsPage] = [await consentPage(ana), await consentPage(bob)]
    const token = /name="token" value="([^"]+)"/.exec(bobsPage.html)?.[1] ?? ''
    assert.equal((await bob.send(anasPage, '/consent', { decision: 'allow', token })).status, 403)
    assert.ok((await ana.send(anasPage, '/consent', { decision: 'allow' })).returnUrl)
  })

  test('refuse consent after the user signs out or another user signs in', async () => {
    const browser = at.browser()
    const consent = await consentPage(browser)
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
    const consent = await consentPage(browser)
    assert.ok((await browser.send(consent, '/consent', { decision: 'allow' })).returnUrl)
    assert.equal((await browser.send(consent, '/consent', { decision: 'allow' })).status, 403)
  })

  test('do not treat a sign-in on the consent page as consent', async () => {
    const browser = at.browser()
    const consent = await consentPage(browser)
    const forged = { ...consent, html: consent.html.replaceAll('/consent"', '/code"') }
    const next = await browser.signIn(forged, at, 'another.person@example.org')
    assert.equal(next.returnUrl, null)
    assert.doesNotMatch(next.html, /person\d+@/)
  })

  test('refuse a one-time code from another browser, from another page, or after eleven minutes', async (context) => {
    const [ana, bob] = [at.browser(), at.browser()]
    const address = at.newAddress()
    const [anasPage, bobsPage] = [
      await ana.send(await ana.go((await startAuthorization(at, agent)).url), '/code', { email: address }),
      await bob.send(await bob.go((await startAuthorization(at, agent)).url), '/code', {
        email: at.newAddress(),
      }),
    ]
    const challenge = /name="challenge" value="([^"]+)"/.exec(anasPage.html)?.[1] ?? ''
    const code = codeFor(address)
    assert.equal((await bob.send(bobsPage, '/session', { challenge, code })).status, 403)
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
    advanceClock(context, 11 * 60_000)
    assert.equal((await ana.send(anasPage, '/session', { code })).status, 403)
  })
})

describe('the token endpoint', () => {
  for (const [what, change, status, error] of [
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
        client_assertion: requestObject,
      },
      401,
      'invalid_client',
    ],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 400, 'invalid_target'],
  ] as const) {
    test(`refuses a valid code with ${what}: ${error}`, async () => {
      const form = await codeForm()
      await assertRefused(await tokenEndpoint(at, { ...form, ...change }), status, error)
    })
  }

  for (const name of ['grant_type', 'code', 'client_id', 'redirect_uri', 'code_verifier'])
    test(`refuses a valid code with a repeated ${name}, and the code stays valid`, async () => {
      const form = await codeForm()
      const body = new URLSearchParams(form)
      body.append(name, form[name] ?? '')
      await assertRefused(await post(body), 400, 'invalid_request')
      assert.equal((await tokenEndpoint(at, form)).status, 200)
    })

  test('refuses the code of another client, and the code stays valid', async () => {
    const form = await codeForm()
    const other = (await at.register()).clientMetadata().client_id
    await assertRefused(await tokenEndpoint(at, { ...form, client_id: other }), 400, 'invalid_grant')
    assert.equal((await tokenEndpoint(at, form)).status, 200)
  })

  test('refuses a code after one minute', async (context) => {
    const form = await codeForm()
    advanceClock(context, 61_000)
    await assertRefused(await tokenEndpoint(at, form), 400, 'invalid_grant')
  })

  test('refuses Basic authentication, a JSON body and GET', async () => {
    const form = await codeForm()
    const basic = `Basic ${Buffer.from(`${client_id}:guessed`).toString('base64')}`
    await assertRefused(
      await post(new URLSearchParams(form), { authorization: basic }),
      401,
      'invalid_client',
    )
    const { client_id: _, ...rest } = form
    await assertRefused(
      await post(new URLSearchParams(rest), { authorization: basic }),
      401,
      'invalid_client',
    )
    await assertRefused(
      await post(JSON.stringify(form), { 'content-type': 'application/json' }),
      400,
      'invalid_request',
    )
    assert.equal((await fetch(`${at.url}/oauth/token?${new URLSearchParams(form).toString()}`)).status, 405)
    assert.equal((await tokenEndpoint(at, form)).status, 200)
  })

  test('refuses a refresh with a wider scope, and the refresh token stays valid', async () => {
    const refresh_token = await refreshTokenOf(at, agent)
    const form = { grant_type: 'refresh_token', client_id, refresh_token }
    for (const scope of ['directory:read openid', 'admin', 'directory:read offline_access'])
      await assertRefused(await tokenEndpoint(at, { ...form, scope }), 400, 'invalid_scope')
    assert.equal((await tokenEndpoint(at, form)).status, 200)
  })

  test('accepts neither an access token nor a code as a refresh token, and no refresh token as a code', async () => {
    const { returnUrl, checks } = await allow(at, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, returnUrl, checks)
    const refresh = { grant_type: 'refresh_token', client_id }
    await assertRefused(
      await tokenEndpoint(at, { ...refresh, refresh_token: access_token }),
      400,
      'invalid_grant',
    )
    const form = await codeForm()
    await assertRefused(await tokenEndpoint(at, { ...form, code: refresh_token }), 400, 'invalid_grant')
    await assertRefused(
      await tokenEndpoint(at, { ...refresh, refresh_token: form['code'] ?? '' }),
      400,
      'invalid_grant',
    )
  })

  test('revokes all tokens of a grant when a refresh token is reused after the grace period', async (context) => {
    const first = await refreshTokenOf(at, agent)
    const { refresh_token: second = '' } = await client.refreshTokenGrant(agent, first)
    advanceClock(context, refreshGraceMs + 1000)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, first)), 'invalid_grant')
    assert.equal(await errorOf(client.refreshTokenGrant(agent, second)), 'invalid_grant')
  })

  test('refuses a refresh token that was not used for 30 days', async (context) => {
    const refresh_token = await refreshTokenOf(at, agent)
    advanceClock(context, 30 * 86_400_000 + 1000)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, refresh_token)), 'invalid_grant')
  })

  test('lets no client revoke a token of another client or an invalid token', async () => {
    const { returnUrl, checks } = await allow(at, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, returnUrl, checks)
    const other = await at.register()
    for (const token of [refresh_token, access_token]) await client.tokenRevocation(other, token)
    await client.tokenRevocation(agent, `${access_token}x`)
    assert.equal(await statusWith(at, access_token), 404)
    assert.ok((await client.refreshTokenGrant(agent, refresh_token)).access_token)
  })

  test('revokes the whole grant with an access token, and accepts a repeated revocation', async () => {
    const { returnUrl, checks } = await allow(at, agent)
    const { access_token, refresh_token = '' } = await client.authorizationCodeGrant(agent, returnUrl, checks)
    for (let times = 0; times < 2; times += 1) await client.tokenRevocation(agent, access_token)
    assert.equal(await statusWith(at, access_token), 401)
    assert.equal(await errorOf(client.refreshTokenGrant(agent, refresh_token)), 'invalid_grant')
  })
})

describe('a registration is refused', () => {
  const valid = { redirect_uris: [redirect_uri] }
  for (const [what, body, error] of [
    ['of a data: URI', { redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    ['of a javascript: URI', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [
      'of an http: URI that is not loopback',
      { redirect_uris: ['http://agent.example/callback'] },
      'invalid_redirect_uri',
    ],
    [
      'of a URI with a wildcard',
      { redirect_uris: ['https://*.agent.example/callback'] },
      'invalid_redirect_uri',
    ],
    ['of a URI with a fragment', { redirect_uris: ['https://agent.example/#here'] }, 'invalid_redirect_uri'],
    ['of an empty list', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['of a private-use scheme', { redirect_uris: ['com.example.app:/callback'] }, 'invalid_redirect_uri'],
    ['of a file: URI', { redirect_uris: ['file:///etc/passwd'] }, 'invalid_redirect_uri'],
    [
      'of a URI with a user name',
      { redirect_uris: ['https://user@agent.example/callback'] },
      'invalid_redirect_uri',
    ],
    [
      'of a URI with a backslash',
      { redirect_uris: ['https://agent.example\\@evil.example/'] },
      'invalid_redirect_uri',
    ],
    [
      'of a URI with a line break',
      { redirect_uris: ['https://agent.example/\r\nx'] },
      'invalid_redirect_uri',
    ],
    [
      'of an http: URI with a private address',
      { redirect_uris: ['http://10.0.0.1/callback'] },
      'invalid_redirect_uri',
    ],
    [
      'of a host name that begins with localhost',
      { redirect_uris: ['http://localhost.evil.example/'] },
      'invalid_redirect_uri',
    ],
    [
      'of one valid and one invalid URI',
      { redirect_uris: [redirect_uri, 'http://evil.example/'] },
      'invalid_redirect_uri',
    ],
    [
      'of eleven URIs',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://agent.example/${n}`) },
      'invalid_redirect_uri',
    ],
    [
      'of a URI longer than 2,048 characters',
      { redirect_uris: [`https://agent.example/${'x'.repeat(2048)}`] },
      'invalid_redirect_uri',
    ],
    ['of a string instead of a list', { redirect_uris: redirect_uri }, 'invalid_redirect_uri'],
    ['without redirect URIs', {}, 'invalid_redirect_uri'],
    [
      'with an unsupported grant type',
      { ...valid, grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] },
      'invalid_client_metadata',
    ],
    ['with the response type token', { ...valid, response_types: ['token'] }, 'invalid_client_metadata'],
    ['with a name of 101 characters', { ...valid, client_name: 'a'.repeat(101) }, 'invalid_client_metadata'],
    ['with the implicit grant', { ...valid, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    [
      'with a right-to-left override in its name',
      { ...valid, client_name: '\u202eedualC' },
      'invalid_client_metadata',
    ],
    ['with a line break in its name', { ...valid, client_name: 'Nurse\nby us' }, 'invalid_client_metadata'],
    ['with a name that is not a string', { ...valid, client_name: { en: 'x' } }, 'invalid_client_metadata'],
    [
      'with more than 8 KiB of metadata',
      { redirect_uris: Array.from({ length: 5 }, (_, n) => `https://agent.example/${n}${'x'.repeat(1900)}`) },
      'invalid_client_metadata',
    ],
    ['with a JSON array', [valid], 'invalid_redirect_uri'],
    ['with JSON null', null, 'invalid_redirect_uri'],
  ] as const) {
    test(`${what}: ${error}`, async () => {
      const response = await register(JSON.stringify(body))
      assert.equal(response.status, 400)
      assert.equal(((await response.json()) as { error: unknown }).error, error)
    })
  }

  test('with invalid JSON or a body longer than 64 KiB', async () => {
    for (const body of ['{', `{"client_name":"${'x'.repeat(70_000)}"}`]) {
      const response = await register(body)
      assert.ok([400, 413].includes(response.status))
      assert.match(String(((await response.json()) as { error: unknown }).error), /^invalid_/)
    }
  })
})

test('unused endpoints of oidc-provider return 404', async () => {
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

/** The consent page, after the user has signed in. */
async function consentPage(browser: Browser, address = at.newAddress()): Promise<PageResponse> {
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

/** A token request with a valid authorization code. */
async function codeForm(): Promise<Record<string, string>> {
  const { returnUrl, checks } = await allow(at, agent)
  return {
    grant_type: 'authorization_code',
    client_id,
    code: returnUrl.searchParams.get('code') ?? '',
    code_verifier: checks.pkceCodeVerifier,
    redirect_uri,
  }
}

function post(body: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${at.url}/oauth/token`, { method: 'POST', body, headers })
}

async function assertRefused(response: Response, status: number, error: string): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>
  assert.deepEqual([response.status, body['error']], [status, error], String(body['error_description']))
  assert.equal(response.headers.get('cache-control'), 'no-store')
}

function register(body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${at.url}/oauth/register`, { method: 'POST', headers, body })
}
