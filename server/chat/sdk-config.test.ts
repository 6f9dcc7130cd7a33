/** The configuration of the chat client over HTTP: which pages get it, and which pages can read an error. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { SdkConfig } from '@careatlas/contract/sdk-config'
import type { Partner, PartnerSettings } from '@careatlas/state/partners'
import { Limits } from '../access/rate-limit/limits.ts'
import {
  acmeOrigin,
  createSettings,
  startTokenServer,
  type TokenServer,
} from './tokens/token-server.fixture.ts'

const otherOrigin = 'https://other.example:8443'
const disabledOrigin = 'https://disabled.example'

let server: TokenServer
let [acme, other, disabled] = [] as unknown as [Partner, Partner, Partner]
before(async () => {
  server = await startTokenServer({ limits: Limits.inMemory() })
  acme = await server.add('acme', createSettings('https://id.acme.example'))
  const change: Partial<PartnerSettings> = {
    productName: 'Find care',
    historyMigration: 'off',
    origins: [otherOrigin],
  }
  other = await server.add('other', createSettings(null, change))
  disabled = await server.add('disabled', createSettings(null, { origins: [disabledOrigin] }))
  await server.partners.disable('disabled')
})
after(() => server[Symbol.asyncDispose]())

type Headers = Readonly<Record<string, string>>

function credentials({ identifier, publicKey }: Pick<Partner, 'identifier' | 'publicKey'>): Headers {
  return { 'x-partner-identifier': identifier, 'x-api-key': publicKey }
}

function load(headers: Headers, query = ''): Promise<Response> {
  return fetch(`${server.url}/sdk/config${query}`, { headers })
}

describe('a partner', () => {
  test('gets the addresses and settings of its chat', async () => {
    const response = await load({ ...credentials(acme), origin: acmeOrigin })
    assert.equal(response.status, 200)
    const config: unknown = await response.json()
    assert.deepEqual(config, {
      clientId: 'chat-web-acme',
      audience: `${server.url}/chat`,
      tokenExchangeUrl: `${server.url}/sdk/token`,
      websocketUrl: `${server.url.replace('http:', 'ws:')}/sdk/ws`,
      authTypes: ['tokenExchange', 'passwordless'],
      productName: 'Careatlas',
      historyMigration: 'ask',
      limits: { maxMessageChars: 4000 },
    })
    assert.deepEqual(SdkConfig.strict().parse(config), config)
  })

  test('gets its own product name and history migration', async () => {
    const config = SdkConfig.parse(await (await load(credentials(other))).json())
    assert.deepEqual(
      [config.authTypes, config.productName, config.historyMigration],
      [['passwordless'], 'Find care', 'off'],
    )
  })

  test('gets a response that its page can read, and that only the browser of the user caches', async () => {
    const { headers } = await load({ ...credentials(acme), origin: acmeOrigin })
    assert.equal(headers.get('access-control-allow-origin'), acmeOrigin)
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.equal(headers.get('cache-control'), 'private, max-age=300')
    const vary = (headers.get('vary') ?? '').toLowerCase().split(/, */)
    for (const name of ['origin', 'x-partner-identifier', 'x-api-key']) assert.ok(vary.includes(name), name)
    assert.match(headers.get('ratelimit') ?? '', /^"sdk_config";r=\d+;/)
  })

  test('gets it without an Origin header, as native apps send requests', async () => {
    const response = await load(credentials(acme))
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('access-control-allow-origin'), null)
  })
})

test('the addresses have the public address and TLS of BASE_URL', async () => {
  await using secure = await startTokenServer({ baseUrl: 'https://atlas.example' })
  const partner = await secure.add('acme', createSettings(null))
  const response = await fetch(`${secure.url}/sdk/config`, { headers: credentials(partner) })
  const { audience, tokenExchangeUrl, websocketUrl } = SdkConfig.parse(await response.json())
  assert.deepEqual(
    [audience, tokenExchangeUrl, websocketUrl],
    ['https://atlas.example/chat', 'https://atlas.example/sdk/token', 'wss://atlas.example/sdk/ws'],
  )
})

describe('a request is refused', () => {
  const cases: readonly (readonly [string, number, string, () => Headers])[] = [
    ['without both headers', 401, 'invalid_credentials', () => ({})],
    ['without the identifier', 401, 'invalid_credentials', () => ({ 'x-api-key': acme.publicKey })],
    ['without the key', 401, 'invalid_credentials', () => ({ 'x-partner-identifier': 'acme' })],
    [
      'with an unknown identifier',
      401,
      'invalid_credentials',
      () => credentials({ ...acme, identifier: 'unknown' }),
    ],
    [
      'with an identifier in upper case',
      401,
      'invalid_credentials',
      () => credentials({ ...acme, identifier: 'ACME' }),
    ],
    [
      'with an unknown key',
      401,
      'invalid_credentials',
      () => credentials({ ...acme, publicKey: `${acme.publicKey}x` }),
    ],
    [
      'with the key as a bearer token',
      401,
      'invalid_credentials',
      () => ({ 'x-partner-identifier': 'acme', authorization: `Bearer ${acme.publicKey}` }),
    ],
    ['of a disabled partner', 401, 'invalid_credentials', () => credentials(disabled)],
    [
      'with the key of a disabled partner',
      401,
      'invalid_credentials',
      () => credentials({ ...acme, publicKey: disabled.publicKey }),
    ],
    [
      'with the key of another partner',
      403,
      'partner_mismatch',
      () => credentials({ ...acme, publicKey: other.publicKey }),
    ],
    ...[
      'https://evil.example',
      'null',
      `${acmeOrigin}.evil.example`,
      `${acmeOrigin}:8443`,
      'http://www.acme.example',
      'https://acme.example',
      `${acmeOrigin}/`,
      'https://WWW.acme.example',
      otherOrigin,
      `${acmeOrigin}, ${acmeOrigin}`,
    ].map(
      (origin) =>
        [
          `from a page of ${origin}`,
          403,
          'origin_not_allowed',
          () => ({ ...credentials(acme), origin }),
        ] as const,
    ),
  ]
  for (const [caseName, status, code, headers] of cases)
    test(`${caseName}: ${status} ${code}`, async () => {
      const response = await load(headers())
      const { error } = ErrorEnvelope.parse(await response.json())
      assert.deepEqual([response.status, error.code], [status, code])
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.equal(response.headers.get('access-control-allow-origin'), null)
      assert.ok(!error.message.includes(acme.publicKey))
    })

  test('with a parameter in the URL: 400 unknown_parameter', async () => {
    const response = await load(credentials(acme), `?key=${acme.publicKey}`)
    assert.equal(response.status, 400)
    assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'unknown_parameter')
  })

  test('so that a page of the partner can read why', async () => {
    const response = await load({ ...credentials({ ...acme, publicKey: 'wrong' }), origin: acmeOrigin })
    assert.equal(response.status, 401)
    assert.equal(response.headers.get('access-control-allow-origin'), acmeOrigin)
  })
})

function preflight(origin: string, path = '/sdk/config'): Promise<Response> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-api-key,x-partner-identifier',
  }
  return fetch(`${server.url}${path}`, { method: 'OPTIONS', headers })
}

describe('a preflight', () => {
  for (const [origin, path, methods] of [
    [acmeOrigin, '/sdk/config', 'GET, HEAD, OPTIONS'],
    [otherOrigin, '/sdk/config', 'GET, HEAD, OPTIONS'],
    [acmeOrigin, '/sdk/token', 'POST, OPTIONS'],
  ] as const)
    test(`for ${path} from ${origin}, which a partner has, allows both headers for two hours`, async () => {
      const { status, headers } = await preflight(origin, path)
      assert.equal(status, 204)
      assert.equal(headers.get('access-control-allow-origin'), origin)
      assert.equal(headers.get('access-control-allow-methods'), methods)
      assert.equal(headers.get('access-control-max-age'), '7200')
      assert.equal(headers.get('access-control-allow-credentials'), null)
      const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ')
      for (const name of ['x-api-key', 'x-partner-identifier', 'content-type'])
        assert.ok(allowed.includes(name), name)
      assert.match(headers.get('vary') ?? '', /\borigin\b/i)
    })

  for (const origin of ['https://evil.example', 'null', disabledOrigin])
    test(`from ${origin}, which no active partner has, allows nothing`, async () => {
      for (const path of ['/sdk/config', '/sdk/token']) {
        const { status, headers } = await preflight(origin, path)
        assert.equal(status, 204)
        for (const name of ['origin', 'methods', 'headers'])
          assert.equal(headers.get(`access-control-allow-${name}`), null, name)
      }
    })
})

test('more than 300 requests of one address in a minute: 429 rate_limited, which the page can read', async () => {
  const limits = Limits.inMemory()
  await using limited = await startTokenServer({ limits })
  const partner = await limited.add('acme', createSettings(null))
  for (let count = 0; count < 300; count += 1) await limits.take('sdk_config', '127.0.0.1')
  const headers = { ...credentials(partner), origin: acmeOrigin }
  const response = await fetch(`${limited.url}/sdk/config`, { headers })
  assert.equal(response.status, 429)
  assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'rate_limited')
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(response.headers.get('access-control-allow-origin'), acmeOrigin)
})
