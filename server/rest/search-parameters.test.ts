/** Limits, offsets and unknown parameters; each combination of parameters returns a valid page, and its echo the same page. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { operations } from '@careatlas/contract/operations'
import * as z from 'zod'
import { fetchPage, fetchError } from './rest-client.fixture.ts'
import { oddCarriers, publishOddDirectory } from '../odd-directory.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'

let server: Running
before(async () => {
  server = await runServer({}, { publish: publishOddDirectory })
})
after(() => server[Symbol.asyncDispose]())

suite('limit and offset must be plain decimal numbers, sent once', () => {
  const invalidNumbers = [
    '-1',
    '1000000000',
    '1e1',
    '0x10',
    '+5',
    '%205',
    '5.0',
    '5.',
    'NaN',
    'Infinity',
    '%D9%A1%D9%A0',
    '9007199254740993',
    'true',
    'null',
    '1_0',
    '010',
    '5,6',
    '%5B5%5D',
    '5%00',
    '5%0A',
  ]
  for (const path of ['/v1/providers?q=heart', '/v1/locations?zip=02903', '/v1/carriers?kind=program']) {
    for (const name of ['limit', 'offset']) {
      test(`${path}: ${name}`, async () => {
        for (const value of name === 'limit' ? ['0', ...invalidNumbers] : invalidNumbers) {
          const [status, code, message] = await fetchError(server, `${path}&${name}=${value}`)
          // 1000000000 is a valid number, but an offset beyond the window.
          assert.equal(status, 400, value)
          assert.match(code, /^(?:invalid_parameter|page_out_of_range)$/, value)
          assert.match(message, new RegExp(`^${name} `), value)
        }
        const twice = await fetchError(server, `${path}&${name}=5&${name}=6`)
        assert.deepEqual(twice.slice(0, 2), [400, 'invalid_parameter'])
        for (const array of [`${name}[]=5`, `${name}%5B0%5D=5`, `${name}[a]=5`]) {
          const [status, code, message] = await fetchError(server, `${path}&${array}`)
          assert.deepEqual([status, code], [400, 'unknown_parameter'])
          assert.match(message, new RegExp(`nearest valid name is ${name}`))
        }
        const empty = await fetchError(server, `${path}&${name}=`)
        assert.deepEqual(empty, [
          400,
          'invalid_parameter',
          `${name} must not be empty; send a value, or leave it out.`,
        ])
      })
    }
  }
})

suite(
  'a page after the last result is empty with has_more false, and a page beyond the window is refused',
  () => {
    for (const [path, window] of [
      ['/v1/providers?q=heart', 1000],
      ['/v1/providers?first_name=ana', 10_000],
      ['/v1/locations?q=clinic', 1000],
      ['/v1/locations?lat=0&lng=0', 10_000],
    ] as const) {
      test(path, async () => {
        const last = await fetchPage(server, `${path}&offset=${window - 10}`)
        assert.deepEqual([last.data, last.meta.count, last.meta.has_more], [[], 0, false])
        for (const offset of [window - 9, 1_000_000]) {
          const [status, code] = await fetchError(server, `${path}&offset=${offset}`)
          assert.deepEqual([status, code], [400, 'page_out_of_range'])
        }
      })
    }
    test('/v1/carriers', async () => {
      const { data, meta } = await fetchPage(server, '/v1/carriers?offset=1000000')
      assert.deepEqual([data, meta.total, meta.has_more], [[], oddCarriers.length, false])
      assert.deepEqual((await fetchError(server, '/v1/carriers?offset=1000001')).slice(0, 2), [
        400,
        'invalid_parameter',
      ])
    })
    test('pages of three together are the whole list, with each result once', async () => {
      const whole = await fetchPage(server, '/v1/providers?first_name=ana&limit=50')
      const paged: unknown[] = []
      for (let hasMore = true; hasMore;) {
        const { data, meta } = await fetchPage(
          server,
          `/v1/providers?first_name=ana&limit=3&offset=${paged.length}`,
        )
        paged.push(...data)
        hasMore = meta.has_more
      }
      assert.deepEqual(paged, whole.data)
    })
  },
)

suite('an unknown parameter is refused with a suggestion', () => {
  for (const [name, suggestion] of [
    ['carrier', 'carriers'],
    ['Carriers', 'carriers'],
    ['insurance', 'carriers'],
    ['lastname', 'last_name'],
    ['lon', 'lng'],
    ['radius', 'radius_miles'],
    ['zipcode', 'zip'],
    ['limits', 'limit'],
    ['page', 'offset'],
    ['q[a]', 'q'],
    ['q%5B%5D', 'q'],
    ['query', 'q'],
    ['__proto__', null],
    ['constructor', null],
    ['toString', null],
    ['%F0%9F%AB%80', null],
    ['', null],
  ] as const) {
    test(name, async () => {
      const [status, code, message] = await fetchError(server, `/v1/providers?q=heart&${name}=1`)
      assert.deepEqual([status, code], [400, 'unknown_parameter'])
      assert.match(
        message,
        suggestion === null
          ? /its parameters are q, /
          : new RegExp(`nearest valid name is ${suggestion}\\.$`),
      )
    })
  }
})

/** The alternatives for each parameter; `''` omits it. */
const alternatives = {
  providers: [
    ['', 'q=heart+doctor', 'q=clinic&search_mode=lexical'],
    ['', 'last_name=o’brien', 'first_name=Ana'],
    ['', 'zip=02903&radius_miles=50', 'lat=41.8&lng=-71.4', 'lat=-16.8&lng=180'],
    ['', 'carriers=star-1,PLAIN,plain', 'carriers=00123'],
    ['', 'limit=2', 'limit=50'],
    ['', 'offset=1', 'offset=900'],
  ],
  locations: [
    ['', 'q=heart+clinic', 'q=clinic&search_mode=lexical'],
    ['', 'name=null+island+clinic'],
    ['', 'zip=02903&radius_miles=50', 'lat=0&lng=0.1', 'lat=90&lng=3'],
    ['', 'sort=distance', 'sort=name', 'sort=relevance'],
    ['', 'limit=2', 'limit=50'],
    ['', 'offset=1', 'offset=900'],
  ],
} as const

function combinations(sets: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first, ...rest] = sets
  if (first === undefined) return [[]]
  return first.flatMap((text) => combinations(rest).map((others) => [text, ...others]))
}

for (const [collection, sets] of Object.entries(alternatives)) {
  test(`each combination of parameters of ${collection} returns a valid page or an error, and the echoed parameters return the same page`, async (context) => {
    const { response: schema } = operations.find(({ path }) => path === `/v1/${collection}`)!
    let pages = 0
    const queries = combinations(sets).map((texts) => texts.filter((text) => text !== '').join('&'))
    for (const query of queries) {
      const response = await server.get(`/v1/${collection}?${query}`)
      const body: unknown = await response.json()
      if (response.status === 400) {
        assert.match(JSON.stringify(body), /"(?:missing_parameter|conflicting_parameters)"/, query)
        continue
      }
      assert.equal(response.status, 200, query)
      assert.deepEqual(schema.parse(body), body, query)
      const repeated = await fetchPage(server, `/v1/${collection}?${queryOf(body)}`)
      assert.deepEqual(withoutEcho(repeated), withoutEcho(body), query)
      pages += 1
    }
    assert.ok(pages > queries.length / 4)
    context.diagnostic(`${pages} pages of ${queries.length} combinations`)
  })
}

const Echo = z.object({
  parameters: z.looseObject({
    q: z.string().optional(),
    carriers: z.array(z.string()).optional(),
    geo: z
      .object({ lat: z.number(), lng: z.number(), radius_miles: z.number(), source: z.string() })
      .optional(),
    search_mode: z.string(),
  }),
})

/** The echoed parameters as a query string. A position that came from `q` is omitted, because `q` contains it. */
function queryOf(body: unknown): string {
  const { geo, carriers, search_mode, q, ...others } = Echo.parse(body).parameters
  const { lat, lng, radius_miles } = geo ?? {}
  const parameters = {
    q,
    ...(q !== undefined && { search_mode }),
    ...(geo?.source !== 'q' && { lat, lng, radius_miles }),
    carriers: carriers?.join(','),
    ...others,
  }
  const sentParameters = Object.entries(parameters).filter(
    ([name, value]) => value !== undefined && isSentParameter(name),
  )
  return sentParameters.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
}

/** The echo also contains fields that are no parameters. */
function isSentParameter(name: string): boolean {
  return !['q_expanded', 'carrier_hints'].includes(name)
}

/** The page without its echoed parameters. */
function withoutEcho(body: unknown): unknown {
  const { data, meta } = z.object({ data: z.unknown(), meta: z.unknown() }).parse(body)
  return { data, meta }
}
