import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import * as z from 'zod'
import { operations } from '@careatlas/contract/operations'
import { type Running, runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'

let server: Running
before(async () => {
  server = await runServer()
})
after(() => server[Symbol.asyncDispose]())

describe('200', () => {
  for (const path of [
    '/v1/providers?last_name=oliveira',
    '/v1/providers?lat=41.82&lng=-71.41',
    '/v1/providers?zip=02903&carriers=medicare',
    '/v1/providers?q=heart',
    '/v1/locations?name=Heart+Clinic',
    '/v1/locations?q=clinic&limit=1',
  ]) {
    test(`${path} finds one card and keeps the envelope of the contract`, async () => {
      const response = await server.get(path)
      assert.equal(response.status, 200, await response.clone().text())
      const body = await bodyOf(response)
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(response.headers.get('cache-control'), 'private, max-age=0, must-revalidate')
      assert.equal(response.headers.get('vary'), 'accept-encoding, authorization')
      const operation = operations.find((candidate) => candidate.path === path.split('?')[0])
      assert.deepEqual(operation?.response.parse(body), body)
      assert.equal(body.meta.count, 1)
    })
  }

  for (const [path, operationId] of [
    [`/v1/providers/${small.npi}`, 'getProvider'],
    [`/v1/locations/${small.uuid}`, 'getLocation'],
    [`/v1/locations/${small.uuid.toUpperCase()}`, 'getLocation'],
  ] as const) {
    test(`${path} returns the whole card`, async () => {
      const response = await server.get(path)
      const body = await bodyOf(response)
      assert.equal(response.status, 200)
      const operation = operations.find((candidate) => candidate.operationId === operationId)
      assert.deepEqual(operation?.response.parse(body), body)
      assert.deepEqual(body.meta, { region: 'all-regions' })
    })
  }

  for (const [path, codes] of [
    ['/v1/carriers', ['62308', 'MEDICARE']],
    ['/v1/carriers?q=623', ['62308']],
    ['/v1/carriers?q=medicare', ['MEDICARE']],
    ['/v1/carriers?q=healthcare', ['62308']],
    ['/v1/carriers?q=health+care', ['62308']],
    ['/v1/carriers?q=medi+care', ['MEDICARE']],
    ['/v1/carriers?kind=program', ['MEDICARE']],
    ['/v1/carriers?q=unknown', []],
    ['/v1/carriers?limit=1', ['62308']],
    ['/v1/carriers?offset=1', ['MEDICARE']],
    ['/v1/carriers?offset=2', []],
  ] as const) {
    test(`${path} lists ${codes.join(', ') || 'nothing'}, without a key`, async () => {
      const response = await server.get(path, { authorization: '' })
      const body = await bodyOf(response)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=300, stale-while-revalidate=86400')
      assert.deepEqual(Codes.parse(body.data), codes)
      assert.equal(body.meta.has_more, path.endsWith('limit=1'))
      assert.equal(body.meta.count, codes.length)
    })
  }

  test('/v1/regions lists the covered regions, without a key', async () => {
    const body = await bodyOf(await server.get('/v1/regions', { authorization: '' }))
    assert.deepEqual(body.meta, { count: 1, region: 'all-regions', data_as_of: small.asOf, sources: [] })
    assert.deepEqual(Codes.parse(body.data), ['US-RI'])
  })

  test('/v1/health returns exactly five fields and is never cached', async () => {
    const response = await server.get('/v1/health', { authorization: '' })
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('etag'), null)
    assert.deepEqual(Object.keys(Object(await response.json())), [
      'status',
      'checks',
      'version',
      'generation',
      'data_as_of',
    ])
  })

  test('a repeated request gets the same response', async () => {
    for (const path of [`/v1/providers/${small.npi}`, `/v1/locations/${small.uuid}`, '/v1/carriers?q=623']) {
      const [first, second] = [await server.get(path), await server.get(path)]
      assert.equal(await second.text(), await first.text())
      assert.deepEqual(stableHeaders(second.headers), stableHeaders(first.headers))
    }
  })

  test('HEAD returns the headers of GET without the body', async () => {
    const path = `/v1/providers/${small.npi}`
    const headers = { authorization: `Bearer ${server.key}`, 'accept-encoding': 'identity' }
    const head = await fetch(server.url + path, { method: 'HEAD', headers })
    const get = await fetch(server.url + path, { headers })
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'))
    assert.equal(head.headers.get('etag'), get.headers.get('etag'))
    assert.equal(await head.text(), '')
  })
})

function keyHeader() {
  return { authorization: `Bearer ${server.key}` }
}

describe('301', () => {
  const path = `/v1/locations/${small.former.succeeded}`
  for (const method of ['GET', 'HEAD'])
    test(`${method} of a former identifier redirects to its successor`, async () => {
      for (const requested of [path, path.toUpperCase().replace('/V1/LOCATIONS', '/v1/locations')]) {
        const response = await fetch(server.url + requested, {
          method,
          headers: keyHeader(),
          redirect: 'manual',
        })
        assert.equal(response.status, 301)
        assert.equal(response.headers.get('location'), `/v1/locations/${small.uuid}`)
        assert.equal(response.headers.get('cache-control'), 'private, max-age=0, must-revalidate')
        assert.equal(response.headers.get('etag'), null)
        assert.equal(await response.text(), '')
      }
    })

  test('is returned again for any ETag of the client', async () => {
    for (const etag of ['"2026-11-02.1-aaaaaaaaaaaaaaaaaaaaaa"', '*']) {
      const headers = { ...keyHeader(), 'if-none-match': etag }
      assert.equal((await fetch(server.url + path, { headers, redirect: 'manual' })).status, 301)
    }
  })

  test('leads to the card', async () => {
    const response = await fetch(server.url + path, { headers: keyHeader() })
    assert.equal(await response.text(), await (await server.get(`/v1/locations/${small.uuid}`)).text())
  })

  test('needs a key, as the card does', async () => {
    assert.equal((await fetch(server.url + path, { redirect: 'manual' })).status, 401)
  })
})

describe('304', () => {
  for (const path of [
    '/v1/providers?q=heart&limit=5',
    `/v1/providers/${small.npi}`,
    '/v1/locations?name=Heart+Clinic',
    `/v1/locations/${small.uuid}`,
    '/v1/regions',
    '/v1/carriers',
  ]) {
    test(`${path} is returned for a matching If-None-Match`, async () => {
      const etag = (await server.get(path)).headers.get('etag') ?? ''
      assert.match(etag, /^W\/"2026-11-09\.1-[\w-]{22,}"$/)
      for (const sent of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
        const response = await server.get(path, { 'if-none-match': sent })
        assert.equal(response.status, 304, sent)
        assert.equal(response.headers.get('etag'), etag)
        assert.equal(await response.text(), '')
      }
      assert.equal((await server.get(path, { 'if-none-match': '"other"' })).status, 200)
    })
  }

  test('depends on an ETag that is equal for equivalent requests and different for other requests', async () => {
    const etag = await etagOf('/v1/providers?zip=02903&q=heart&carriers=medicare')
    assert.equal(await etagOf('/v1/providers?carriers=MEDICARE&q=heart&zip=02903'), etag)
    assert.notEqual(await etagOf('/v1/providers?zip=02903&q=heart&carriers=62308'), etag)
  })

  test('needs a key if the response does', async () => {
    const path = `/v1/providers/${small.npi}`
    const etag = (await server.get(path)).headers.get('etag') ?? ''
    assert.equal((await server.get(path, { 'if-none-match': etag, authorization: 'Bearer no' })).status, 401)
  })

  test('* does not match a card that does not exist', async () => {
    assert.equal((await server.get(`/v1/providers/${small.unknown}`, { 'if-none-match': '*' })).status, 404)
  })
})

describe('an error', () => {
  for (const [path, status, code, message] of [
    ['/v1/providers', 400, 'missing_parameter', /./],
    ['/v1/providers?q=heart&limit=500', 400, 'invalid_parameter', /limit.*500/],
    ['/v1/providers?q=heart&limit=0x10', 400, 'invalid_parameter', /limit/],
    ['/v1/providers?q=heart&carriers=', 400, 'invalid_parameter', /^carriers must not be empty/],
    ['/v1/providers?q=%00x', 400, 'invalid_parameter', /^q /],
    ['/v1/providers?q=heart&q[a]=1', 400, 'unknown_parameter', /q\[a\]/],
    ['/v1/providers?q=heart&__proto__=1', 400, 'unknown_parameter', /__proto__/],
    ['/v1/providers?q=heart&carrier=MEDICARE', 400, 'unknown_parameter', /carriers/],
    ['/v1/providers?q=heart&api_key=secret', 400, 'unknown_parameter', /api_key/],
    ['/v1/providers?q=heart&carriers=UNKNOWN,99999', 400, 'unknown_carrier', /99999, "UNKNOWN"\.$/],
    ['/v1/providers?zip=00000', 400, 'unknown_zip', /00000/],
    ['/v1/providers/123', 400, 'invalid_npi', /ten digits/],
    ['/v1/providers/1234567890', 400, 'invalid_npi', /check digit/],
    [`/v1/providers/${'1'.repeat(101)}`, 400, 'invalid_npi', /ten digits.*…/],
    [`/v1/locations/${small.uuid.repeat(100)}`, 400, 'invalid_parameter', /location_uuid.*…/],
    ['/v1/providers/1234567893%0A', 400, 'invalid_npi', /ten digits/],
    ['/v1/providers/..%2f..%2fetc', 400, 'invalid_npi', /ten digits/],
    [`/v1/providers/${small.npi}?q=heart`, 400, 'unknown_parameter', /q/],
    ['/v1/locations/5b0c2a3e', 400, 'invalid_parameter', /location_uuid/],
    [`/v1/locations/%7B${small.uuid}%7D`, 400, 'invalid_parameter', /location_uuid/],
    [`/v1/locations/urn:uuid:${small.uuid}`, 400, 'invalid_parameter', /location_uuid/],
    ['/v1/locations?q=clinic&carriers=MEDICARE', 400, 'unknown_parameter', /carriers/],
    ['/v1/health?verbose=1', 400, 'unknown_parameter', /verbose/],
    [
      `/v1/providers/${small.unknown}`,
      404,
      'provider_not_found',
      /registry files of this directory do not contain/,
    ],
    [
      `/v1/providers/${small.organization}`,
      404,
      'provider_not_found',
      new RegExp(`organization.*${small.uuid}`),
    ],
    [`/v1/providers/${small.outside}`, 404, 'outside_coverage', /regions/],
    ['/v1/locations/00000000-0000-0000-0000-000000000000', 404, 'location_not_found', /0000/],
    [`/v1/providers/${small.deactivated}`, 410, 'provider_deactivated', /2025-03-01/],
    [`/v1/providers/${small.deactivatedSilently}`, 410, 'provider_deactivated', /deactivated/],
    [
      `/v1/locations/${small.former.deactivated}`,
      410,
      'location_removed',
      new RegExp(`deactivated.*${small.deactivated}.*2026-11-02`),
    ],
    [
      `/v1/locations/${small.former.moved}`,
      410,
      'location_removed',
      new RegExp(`${small.organization}.*elsewhere.*2026-11-02.*/v1/locations/${small.uuid}`),
    ],
    [`/v1/locations/${small.former.left}`, 410, 'location_removed', /No clinician .*2026-11-02/],
    [`/v1/locations/${small.former.outside}`, 410, 'location_removed', /regions.*2026-11-02/],
    [`/v1/locations/${small.former.unlisted}`, 410, 'location_removed', /No source .*2026-11-02/],
    ['/v1', 404, 'not_found', /./],
    [`/v1/${'a'.repeat(3000)}`, 404, 'not_found', /./],
    ['/docs/', 404, 'not_found', /./],
    ['/v1/providers/', 404, 'not_found', /./],
    ['/V1/providers', 404, 'not_found', /./],
    ['/docs/errors/no_such_code', 404, 'not_found', /./],
  ] as const) {
    test(`${path}: ${status} ${code}`, async () => {
      const response = await server.get(path)
      const { error } = ErrorEnvelope.parse(await response.json())
      assert.deepEqual({ status: response.status, code: error.code }, { status, code })
      assert.match(error.message, message)
      assert.ok(error.message.length < 300, error.message)
      assert.equal(error.status, status)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.equal(response.headers.get('etag'), null)
      assert.equal((await fetch(error.docs)).status, 200, error.docs)
    })
  }

  for (const template of [
    '/<key>',
    '/v1/<key>',
    '/v1/providers/<key>',
    '/v1/locations/<key>',
    '/docs/errors/<key>',
    '/v1/providers?<key>=1',
    '/v1/providers?api_key=<key>',
    '/v1/providers?q=heart&limit=<key>',
    '/v1/providers?q=heart&carriers=<key>',
    '/v1/providers?q=heart&carriers=<key>,<start of key>',
    '/v1/providers?last_name=<key>&zip=<key>',
    '/v1/carriers?kind=<key>',
    '/v1/regions?<key>',
  ]) {
    test(`for ${template} does not repeat the key`, async () => {
      const path = template
        .replaceAll('<key>', server.key)
        .replaceAll('<start of key>', server.key.slice(0, 32))
      const response = await server.get(path)
      const text = await response.text()
      assert.ok(response.status >= 400 && response.status < 500, text)
      assert.ok(!text.toLowerCase().includes(server.key.slice(-38, -20).toLowerCase()), text)
    })
  }

  test('has status 406 if the client does not accept JSON', async () => {
    assert.equal((await server.get('/v1/regions', { accept: 'text/html' })).status, 406)
  })
})

describe('504', () => {
  for (const path of ['/v1/providers?q=heart', '/v1/locations?q=clinic']) {
    test(`${path} when the search exceeds its timeout`, async () => {
      await using slow = await runServer({}, { config: { searchTimeoutMs: 0 } })
      const response = await slow.get(path)
      assert.equal(response.status, 504)
      assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'timeout')
      assert.equal((await slow.get(`/v1/providers/${small.npi}`)).status, 200, 'a card needs no search')
    })
  }
})

describe('401', () => {
  const path = `/v1/providers/${small.npi}`
  for (const [sent, code, challenge] of [
    [undefined, 'missing_credentials', 'Bearer'],
    ['', 'invalid_credentials', 'Bearer error="invalid_token"'],
    ['Bearer', 'invalid_credentials', 'Bearer error="invalid_token"'],
    ['Bearer ', 'invalid_credentials', 'Bearer error="invalid_token"'],
    ['Bearer secret-text', 'invalid_credentials', 'Bearer error="invalid_token"'],
    ['Bearer secret-text secret-text', 'invalid_credentials', 'Bearer error="invalid_token"'],
    ['Basic c2VjcmV0LXRleHQ=', 'invalid_credentials', 'Bearer error="invalid_token"'],
    [`Bearer ${'secret-text'.repeat(1000)}`, 'invalid_credentials', 'Bearer error="invalid_token"'],
    [
      'Bearer careatlas_sk_0000000000000000000000000000000000secret',
      'invalid_credentials',
      'Bearer error="invalid_token"',
    ],
  ] as const) {
    test(`${code} for ${String(sent).slice(0, 40)}`, async () => {
      const response = await fetch(
        server.url + path,
        sent === undefined ? {} : { headers: { authorization: sent } },
      )
      const text = await response.text()
      assert.equal(response.status, 401)
      assert.equal(ErrorEnvelope.parse(JSON.parse(text)).error.code, code)
      const parameters = `resource_metadata="${server.url}/.well-known/oauth-protected-resource", scope="directory:read"`
      assert.equal(
        response.headers.get('www-authenticate'),
        `${challenge}${challenge === 'Bearer' ? ' ' : ', '}${parameters}`,
      )
      assert.ok(!text.includes('secret'), 'the response does not repeat the key')
    })
  }

  test('for two Authorization headers, even with the same valid key', async () => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    const { get } = await import('node:http')
    const headers = [
      'host',
      'a',
      'authorization',
      `Bearer ${server.key}`,
      'authorization',
      `Bearer ${server.key}`,
    ]
    get(server.url + path, { headers }, (response) => resolve(response.resume().statusCode))
    assert.equal(await promise, 401)
  })

  test('is not returned for a lowercase scheme', async () => {
    assert.equal((await server.get(path, { authorization: `bearer ${server.key}` })).status, 200)
  })
})

/** The parts of an envelope that these tests check. The schemas of the contract check the rest. */
const Envelope = z.looseObject({
  data: z.unknown(),
  meta: z.looseObject({ count: z.int().optional(), has_more: z.boolean().optional() }),
})
const Codes = z.array(z.looseObject({ code: z.string() })).transform((rows) => rows.map(({ code }) => code))

async function bodyOf(response: Response) {
  return Envelope.parse(await response.json())
}

/** Headers without those that differ for each response. */
function stableHeaders(headers: Headers) {
  return [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
}

async function etagOf(path: string): Promise<string | null> {
  return (await server.get(path)).headers.get('etag')
}
