/** `GET /v1/suggest` over HTTP: its groups, hostile input, caching and its own limit. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SuggestionEnvelope } from '@careatlas/contract/envelopes'
import { runServer, type Running } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { fetchError } from './rest-client.fixture.ts'

let server: Running
before(async () => (server = await runServer()))
after(() => server[Symbol.asyncDispose]())

/** Without a key. */
async function suggest(query: Readonly<Record<string, string>>): Promise<SuggestionEnvelope> {
  const response = await server.get(`/v1/suggest?${new URLSearchParams(query).toString()}`, {
    authorization: '',
  })
  assert.equal(response.status, 200, JSON.stringify(query))
  return SuggestionEnvelope.strict().parse(await response.json())
}

describe('suggestions', () => {
  const person = {
    npi: small.npi,
    name: 'Marta Oliveira, MD',
    other_name: null,
    specialty: 'cardiologist',
    city: 'PROVIDENCE',
    state: 'RI',
  }

  for (const q of [
    'oli',
    'Marta Oliv',
    'oliveira MAR',
    'Olivéira',
    'mar oli',
    'Oliveira Providence',
    small.npi,
  ])
    test(`of ${q} have the clinician`, async () => {
      const { data, parameters, meta } = await suggest({ q })
      assert.deepEqual(data.people, [person])
      assert.deepEqual([parameters, meta], [{ q, limit: 5 }, { data_as_of: small.asOf }])
    })

  test('have places of care, kinds of care and towns', async () => {
    const { data } = await suggest({ q: 'hea', limit: '1' })
    assert.deepEqual(data.places, [
      { location_uuid: small.uuid, name: 'Heart Clinic', other_name: null, city: 'PROVIDENCE', state: 'RI' },
    ])
    assert.equal(data.care.length, 1)
    const towns = (await suggest({ q: 'prov' })).data.towns
    assert.deepEqual(towns, [{ name: 'Providence', state: 'RI', zip: null, lat: 41.8231, lng: -71.4187 }])
  })

  test('find what they suggest', async () => {
    const [care] = (await suggest({ q: 'cardiol' })).data.care
    const found = await server.get(`/v1/providers?${new URLSearchParams({ q: care!.q }).toString()}`)
    assert.match(await found.text(), new RegExp(small.npi))
  })

  test('have distances with a position, and echo it', async () => {
    for (const [query, source] of [
      [{ zip: '02903' }, 'zip'],
      [{ lat: '41.82', lng: '-71.41' }, 'coordinates'],
    ] as const) {
      const { data, parameters } = await suggest({ q: 'oli', ...query })
      assert.equal(parameters.geo?.source, source)
      assert.ok(data.people[0]!.distance_miles! < 2)
    }
  })
})

const wildcards = [
  '%',
  '_',
  '*',
  'oli%',
  'o_i',
  '"',
  "'",
  'oli" OR "a',
  'name : a',
  'NEAR(a b)',
  '^oli',
  '-',
  '()',
  '\\',
]
const scripts = [
  '\u202eravO\u202c',
  'مارتا',
  'מרתה',
  '👩‍⚕️',
  '🙂',
  '李',
  'e\u0301'.repeat(32),
  'Ⅷ',
  'ﬁ',
  '٣',
  '𝐎𝐥𝐢',
]
const keywords = ['and', 'or not', 'NOT a AND b', 'rank', 'a b c d e f g h i j k l m n o p', '1'.repeat(64)]

describe('hostile text', () => {
  for (const q of [...wildcards, ...scripts, ...keywords])
    test(`${JSON.stringify(q)} is only text`, async () => {
      const { parameters } = await suggest({ q, zip: '02903' })
      assert.equal(parameters.q, q.normalize('NFC').trim())
    })

  test('wildcards match nothing', async () => {
    for (const q of ['%', '_', '*', '"*'])
      assert.deepEqual((await suggest({ q })).data, { people: [], care: [], places: [], towns: [] })
  })

  for (const [query, code, message] of [
    ['', 'missing_parameter', /^Send q/],
    ['?zip=02903', 'missing_parameter', /^Send q/],
    ['?q=', 'invalid_parameter', /^q must not be empty/],
    ['?q=%20', 'invalid_parameter', /^q must be 1 to 64/],
    ['?q=a%00b', 'invalid_parameter', /control characters/],
    ['?q=a%0Ab', 'invalid_parameter', /control characters/],
    [`?q=${'a'.repeat(65)}`, 'invalid_parameter', /^q must be 1 to 64/],
    [`?q=${'a'.repeat(7000)}`, 'invalid_parameter', /^q must be 1 to 64/],
    ['?q=%FF', 'invalid_parameter', /UTF-8/],
    ['?q=a&q=b', 'invalid_parameter', /^q must be sent once/],
    ['?q=a&limit=11', 'invalid_parameter', /^limit/],
    ['?q=a&lat=1', 'missing_parameter', /^lng/],
    ['?q=a&zip=02903&lat=1&lng=1', 'conflicting_parameters', /./],
    ['?q=a&zip=00000', 'unknown_zip', /00000/],
    ['?q=a&radius_miles=5', 'unknown_parameter', /radius_miles/],
    ['?q=a&carriers=MEDICARE', 'unknown_parameter', /carriers/],
  ] as const)
    test(`${query.slice(0, 40)} is ${code}`, async () => {
      const [status, actual, text] = await fetchError(server, `/v1/suggest${query}`)
      assert.deepEqual([status, actual], [400, code])
      assert.match(text, message)
      assert.ok(text.length < 500)
    })

  test('10,000 characters are uri_too_long', async () => {
    const [status, code] = await fetchError(server, `/v1/suggest?q=${'a'.repeat(10_000)}`)
    assert.deepEqual([status, code], [414, 'uri_too_long'])
  })
})

test('a response is public, and 304 for its ETag', async () => {
  const first = await server.get('/v1/suggest?q=oli', { authorization: '' })
  assert.equal(first.headers.get('cache-control'), 'public, max-age=300, stale-while-revalidate=86400')
  const etag = first.headers.get('etag') ?? ''
  assert.equal((await server.get('/v1/suggest?q=oli', { 'if-none-match': etag })).status, 304)
  const other = await server.get('/v1/suggest?q=olive', { 'if-none-match': etag })
  assert.equal(other.status, 200)
})

test('suggestions have their own limit per address, which other public operations do not share', async () => {
  await using limited = await runServer({ RATE_LIMITS: 'on' })
  const { headers } = await limited.get('/v1/suggest?q=oli')
  assert.equal(headers.get('ratelimit-policy'), '"suggest";q=600;w=60')
  assert.match(headers.get('ratelimit') ?? '', /^"suggest";r=599;/)
  assert.match((await limited.get('/v1/regions')).headers.get('ratelimit') ?? '', /^"public";r=59;/)
})
