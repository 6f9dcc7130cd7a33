/** Client registrations: which ones the server refuses, with the error code of each, and what it stores. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { redirect_uri, startOAuthServer } from './oauth-server.fixture.ts'

const server = await startOAuthServer()
after(() => server[Symbol.asyncDispose]())

describe('a registration is refused', () => {
  const valid = { redirect_uris: [redirect_uri] }
  for (const [caseName, body, error] of [
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
    ...['https:evil.example', 'https:/evil.example', 'https:///evil.example', 'http:localhost/'].map(
      (uri) => [`of ${uri}`, { redirect_uris: [uri] }, 'invalid_redirect_uri'] as const,
    ),
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
      { redirect_uris: Array.from({ length: 11 }, (_, index) => `https://agent.example/${index}`) },
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
    ...['\u3164', '\uffa0', '\u115f', '\u200d', '---', '😀'].map(
      (name) =>
        [
          `with the name ${JSON.stringify(name)}, which has no visible letter or digit`,
          { ...valid, client_name: name },
          'invalid_client_metadata',
        ] as const,
    ),
    [
      'with a blank letter in its name',
      { ...valid, client_name: 'Care\u3164atlas' },
      'invalid_client_metadata',
    ],
    ['with a line break in its name', { ...valid, client_name: 'Nurse\nby us' }, 'invalid_client_metadata'],
    ['with a name that is not a string', { ...valid, client_name: { en: 'x' } }, 'invalid_client_metadata'],
    [
      'with more than 8 KiB of metadata',
      {
        redirect_uris: Array.from(
          { length: 5 },
          (_, index) => `https://agent.example/${index}${'x'.repeat(1900)}`,
        ),
      },
      'invalid_client_metadata',
    ],
    ['with a JSON array', [valid], 'invalid_redirect_uri'],
    ['with JSON null', null, 'invalid_redirect_uri'],
  ] as const) {
    test(`${caseName}: ${error}`, async () => {
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

test('a registration stores neither a secret nor a field that the server does not use', async () => {
  const config = await server.register({
    token_endpoint_auth_method: 'client_secret_post',
    logo_uri: 'https://a.example/x',
  })
  const { client_secret, logo_uri, token_endpoint_auth_method } = config.clientMetadata()
  assert.deepEqual([client_secret, logo_uri, token_endpoint_auth_method], [undefined, undefined, 'none'])
})

test('registrations are rate-limited by client address', async () => {
  await using limited = await startOAuthServer({ RATE_LIMITS: 'on' })
  for (let times = 0; times < 120; times += 1) assert.equal((await register('{}', limited.url)).status, 400)
  const refused = await register('{}', limited.url)
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(((await refused.json()) as { error: unknown }).error, 'temporarily_unavailable')
})

function register(body: string, url = server.url): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}/oauth/register`, { method: 'POST', headers, body })
}
