/** Errors of authorization requests: only a client that the user has allowed before receives them by redirect (RFC 9700). */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { allow, startAuthorization, startOAuthServer, unsignedJwt } from './oauth-server.fixture.ts'

const server = await startOAuthServer()
after(() => server[Symbol.asyncDispose]())
const agent = await server.register()

/** The browser of a signed-in user with an earlier consent to `agent`. */
const returning = server.browser()
await allow(server, agent, returning)

describe('a client that the user allowed before receives the error of an authorization request', () => {
  for (const [caseName, change, error] of [
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
    ['with an unsigned request object', [['request', unsignedJwt]], 'request_not_supported'],
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
    test(`${caseName}: ${error}`, async () => {
      const { url } = await startAuthorization(server, agent)
      for (const [name, value] of change) url.searchParams.append(name, value)
      const { returnUrl } = await returning.go(url)
      assert.equal(returnUrl?.searchParams.get('error'), error)
      assert.equal(returnUrl?.searchParams.get('iss'), server.url)
    })
  }

  for (const [caseName, change, error] of [
    ['without a response type', { response_type: '' }, 'invalid_request'],
    ['for an ID token only', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['for a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['without a challenge', { code_challenge: '' }, 'invalid_request'],
    ['with a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['with a long challenge', { code_challenge: 'x'.repeat(129) }, 'invalid_request'],
    ['with a challenge but no method', { code_challenge_method: '' }, 'invalid_request'],
    ['with the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['for a token in the redirect URI', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['with a malformed scope', { scope: 'a"b' }, 'invalid_scope'],
    ['with an unknown scope', { scope: 'admin' }, 'invalid_scope'],
    ['with a scope of 2,000 characters', { scope: 'x'.repeat(2000) }, 'invalid_scope'],
    ['for a resource without a scheme', { resource: 'directory' }, 'invalid_target'],
    ['for a resource with a fragment', { resource: `${server.resource}#x` }, 'invalid_target'],
    ['for a resource with a query', { resource: `${server.resource}?x=1` }, 'invalid_target'],
    ['for a subpath of the resource', { resource: `${server.resource}/admin` }, 'invalid_target'],
    ['for another path of this service', { resource: `${server.url}/v1` }, 'invalid_target'],
  ] as const) {
    test(`${caseName}: ${error}`, async () => {
      const { returnUrl, html } = await returning.go((await startAuthorization(server, agent, change)).url)
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

  for (const [caseName, change, message] of [
    ['for a token in the redirect URI', { response_type: 'token' }, /unsupported response_type/],
    ['with prompt=none', { prompt: 'none' }, /End-User authentication is required/],
    ['with an unknown scope', { scope: 'email' }, /directory:read/],
  ] as const)
    test(`${caseName} from a browser that is not signed in`, async () => {
      const { url } = await startAuthorization(server, agent, change)
      const page = await server.browser().go(url)
      assert.deepEqual([page.returnUrl, page.status], [null, 400])
      assert.match(page.html, message)
      assert.match(page.html, /you have not allowed it before/)
      assert.match(page.headers.get('content-type') ?? '', /text\/html/)
      assert.equal(page.headers.get('location'), null)
    })

  test('if the user is signed in and has allowed only other clients', async () => {
    const { url } = await startAuthorization(server, await server.register(), failing)
    assert.equal((await returning.go(url)).returnUrl, null)
  })

  test('if the user has disconnected the client', async () => {
    const [config, browser] = [await server.register(), server.browser()]
    await allow(server, config, browser)
    const { url } = await startAuthorization(server, config, failing)
    assert.ok((await browser.go(url)).returnUrl)
    await browser.send(await browser.go('/keys'), '/disconnect')
    assert.equal((await browser.go(url)).returnUrl, null)
  })

  test('if the user who allowed the client has signed out', async () => {
    const browser = server.browser()
    await allow(server, agent, browser)
    await browser.send(await browser.go('/keys'), '/sign-out')
    const { url } = await startAuthorization(server, agent, failing)
    assert.equal((await browser.go(url)).returnUrl, null)
  })
})

test('the response to an authorization request without state has no state', async () => {
  const { url } = await startAuthorization(server, agent)
  url.searchParams.delete('state')
  const browser = server.browser()
  const consent = await browser.signIn(await browser.go(url), server)
  const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
  assert.deepEqual([...(returnUrl?.searchParams.keys() ?? [])].toSorted(), ['code', 'iss'])
})
