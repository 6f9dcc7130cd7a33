/** What each query string means, and what it is refused for. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { ApiError } from './errors.ts'
import { operations } from './operations.ts'
import type { OperationId } from './parameters.ts'
import { parseLocationUuid, parseParameters } from './parse-parameters.ts'

const page = { limit: 10, offset: 0 }

suite('a query string is read as typed values', () => {
  const cases: readonly (readonly [search: string, why: string, values: object])[] = [
    ['?q=heart+doctor', 'plus is a blank', { q: 'heart doctor', ...page }],
    ['q=heart%20doctor%20', 'text is trimmed', { q: 'heart doctor', ...page }],
    ['last_name=Garci%CC%81a', 'text is composed (NFC)', { last_name: 'García', ...page }],
    [
      'last_name=Garc\u00c3\u00ada',
      'raw UTF-8 bytes, as node:http shows them',
      { last_name: 'García', ...page },
    ],
    ['q=ab&first_name=&zip=', 'empty values are absent', { q: 'ab', ...page }],
    ['q=ab&limit=&limit=7', 'an empty value is no second value', { q: 'ab', limit: 7, offset: 0 }],
    ['&q=ab&&', 'empty pairs are nothing', { q: 'ab', ...page }],
    ['lat=41.82&lng=-71.41', 'decimals', { lat: 41.82, lng: -71.41, ...page }],
    [
      'lat=41.12345678&lng=-0',
      'six decimals count, and there is one zero',
      { lat: 41.123457, lng: 0, ...page },
    ],
    ['zip=02903&radius_miles=5.0', 'a radius', { zip: '02903', radius_miles: 5, ...page }],
    ['q=ab&carriers=b,a,,B&carriers=%20c', 'lists', { q: 'ab', carriers: ['A', 'B', 'C'], ...page }],
    ['q=ab&carriers=,', 'a list of nothing is absent', { q: 'ab', ...page }],
    ['q=ab&offset=990', 'the last page of text', { q: 'ab', limit: 10, offset: 990 }],
    ['zip=02903&offset=9990', 'the last page of a filter', { zip: '02903', limit: 10, offset: 9990 }],
    ['q=ab&utm_source=x&fbclid=y&gclid=z', 'tracking marks', { q: 'ab', ...page }],
    [`q=${'%F0%9F%AB%80'.repeat(512)}`, 'lengths count characters', { q: '\u{1FAC0}'.repeat(512), ...page }],
  ]
  for (const [search, why, values] of cases) {
    test(`${search.slice(0, 60)}: ${why}`, () =>
      assert.deepEqual({ ...parseParameters('searchProviders', search) }, values))
  }
})

suite('a provider search is refused, naming the parameter and the rule', () => {
  const text = 'must be 2 to 512 characters without control characters'
  const limit = 'limit must be an integer between 1 and 50'
  const lat = 'lat must be a decimal number between -90 and 90'
  const codes = 'carriers must be 1 to 25 codes, each 1 to 32 letters, digits, underscores or hyphens'
  const cases: Readonly<Record<string, readonly (readonly [search: string, message: string])[]>> = {
    invalid_parameter: [
      ...['0', '-1', '51', '500'].map((n) => [`q=ab&limit=${n}`, `${limit}; got ${n}.`] as const),
      ...['1e1', '0x10', ' 5', '5.0', '%2B5', 'NaN', 'Infinity', '1_0', '010', 'true'].map(
        (n) => [`q=ab&limit=${n}`, limit] as const,
      ),
      ['q=ab&limit=%D9%A1%D9%A0', `${limit}; got "١٠".`],
      ['q=ab&offset=9007199254740993', 'offset must be an integer, 0 or more; got 9007199254740993.'],
      ['q=ab&offset=-1', 'offset must be an integer, 0 or more; got -1.'],
      ['q=ab&limit=5&limit=6', 'limit must be given once; got 2 values.'],
      ['q=ab&q=cd', 'q must be given once; got 2 values.'],
      ...['90.0001', '-91', 'Infinity', 'NaN', '1e1', '.5', '5.', '1,5', '0x1'].map(
        (n) => [`lat=${n}&lng=0`, `${lat}; got `] as const,
      ),
      ['lat=0&lng=180.5', 'lng must be a decimal number between -180 and 180; got 180.5.'],
      ['zip=0290', 'zip must be five digits; got 0290.'],
      ['zip=02903-1234', 'zip must be five digits; got "02903-1234".'],
      ['zip=02903&radius_miles=0.4', 'radius_miles must be a decimal number between 0.5 and 100; got 0.4.'],
      ['q=a', `q ${text}; got "a".`],
      ['q=%20%20', `q ${text}; got "  ".`],
      [`q=${'x'.repeat(513)}`, `q ${text}; got "${'x'.repeat(63)}…".`],
      ['q=ab%00', `q ${text}; got "ab\\u0000".`],
      ['q=ab%0A', `q ${text}; got "ab\\n".`],
      [`last_name=${'x'.repeat(65)}`, 'last_name must be 1 to 64 characters without control characters'],
      ['q=ab%', 'q must be percent-encoded UTF-8.'],
      ['q=ab%ED%A0%80', 'q must be percent-encoded UTF-8.'],
      ['q=ab%FF', 'q must be percent-encoded UTF-8.'],
      ['%E0=ab', 'The name of a parameter must be percent-encoded UTF-8.'],
      ['q=ab&carriers=a%20b', `${codes}; got "a b".`],
      [`q=ab&carriers=${'x'.repeat(33)}`, codes],
      [`q=ab&carriers=${Array.from({ length: 26 }, (_, i) => `C${i}`).join(',')}`, codes],
      ['q=ab&sort=best', 'sort must be one of relevance, distance, name; got "best".'],
      [
        'q=ab&search_mode=Lexical',
        'search_mode must be one of auto, hybrid, semantic, lexical; got "Lexical".',
      ],
    ],
    unknown_parameter: [
      ['q=ab&carrier=X', 'There is no parameter "carrier" here; the nearest valid name is carriers.'],
      ['q=ab&lon=1', 'There is no parameter "lon" here; the nearest valid name is lng.'],
      ['q=ab&Limit=1', 'There is no parameter "Limit" here; the nearest valid name is limit.'],
      ['q=ab&__proto__=1', 'There is no parameter "__proto__" here'],
      ['q=ab&constructor=1', 'There is no parameter "constructor" here'],
      ['q[a]=1', 'There is no parameter "q[a]" here; the nearest valid name is q.'],
      ['q=ab&explain=', 'There is no parameter "explain" here'],
      [
        'q=ab&token=s3cret',
        'There is no parameter "token" here; send the key in the header Authorization: Bearer',
      ],
    ],
    missing_parameter: [
      ['', 'Give q, a name or a position'],
      ['q=', 'Give q, a name or a position'],
      ['carriers=X', 'Give q, a name or a position'],
      ['lat=1', 'lng must be given together with lat.'],
      ['q=ab&lng=1&lat=', 'lat must be given together with lng.'],
    ],
    conflicting_parameters: [
      ['zip=02903&lat=1&lng=1', 'zip cannot be combined with lat and lng'],
      ['zip=02903&lat=1', 'zip cannot be combined with lat and lng'],
      ['q=ab&radius_miles=5', 'radius_miles needs a position'],
      ['last_name=x&sort=relevance', 'sort=relevance needs q.'],
      ['last_name=x&sort=distance', 'sort=distance needs a position'],
      ['last_name=x&search_mode=lexical', 'search_mode needs q.'],
    ],
    page_out_of_range: [
      ['q=ab&offset=991', 'offset + limit must be at most 1000 with q; got 1001.'],
      ['zip=02903&limit=50&offset=9951', 'offset + limit must be at most 10000; got 10001.'],
      ['last_name=x&offset=1000000', 'offset + limit must be at most 10000; got 1000010.'],
    ],
  }
  for (const [code, rows] of Object.entries(cases)) {
    for (const [search, message] of rows) {
      test(`${search.slice(0, 60) || 'nothing'}: ${code}`, () => {
        const refusal = refusalOf('searchProviders', search)
        assert.equal(refusal.code, code)
        assert.ok(refusal.message.startsWith(message), refusal.message)
      })
    }
  }
})

suite('each operation has its own parameters', () => {
  const refused: readonly (readonly [OperationId, string, RegExp])[] = [
    ['searchLocations', 'q=ab&carriers=X', /"carriers" here; only GET \/v1\/providers/],
    ['searchLocations', 'q=ab&last_name=X', /the nearest valid name is name/],
    ['getProvider', 'fields=npi', /takes no query parameters/],
    ['listRegions', 'state=RI', /takes no query parameters/],
    ['getHealth', 'verbose=1', /takes no query parameters/],
    ['listCarriers', 'kind=hmo', /kind must be one of payer_id, program; got "hmo"/],
    ['listCarriers', 'limit=1001', /limit must be an integer between 1 and 1000; got 1001/],
  ]
  for (const [operation, search, message] of refused) {
    test(`${operation} refuses ${search}`, () => assert.match(refusalOf(operation, search).message, message))
  }

  test('a location is found by its name', () => {
    assert.deepEqual({ ...parseParameters('searchLocations', 'name=Clinic') }, { name: 'Clinic', ...page })
  })
  test('carriers come a thousand at a time unless asked otherwise', () => {
    assert.deepEqual({ ...parseParameters('listCarriers', '') }, { limit: 1000, offset: 0 })
  })
})

suite('a credential in the wrong place is never repeated', () => {
  const secret = 'careatlas_sk_0123456789abcdefghijklmnopqrstuvwxyzABCD'
  const places = [
    `api_key=${secret}`,
    `key=${secret}`,
    `${secret}=1`,
    `${secret}=%`,
    `limit=${secret}`,
    `zip=${secret}`,
  ]
  for (const search of places) {
    test(search.replace(secret, '<key>'), () => {
      assert.ok(!refusalOf('searchProviders', search).message.includes('0123456789'))
    })
  }
})

test('whatever the query string, the answer is values or a refusal of the table', () => {
  const anyOperation = fc.constantFrom(...operations.map(({ operationId }) => operationId))
  const names = fc.constantFrom('q', 'limit', 'lat', 'lng', 'carriers', 'zip', 'sort', '__proto__')
  const pair = fc
    .tuple(fc.oneof(names, fc.string()), fc.string({ unit: 'binary' }))
    .map((parts) => parts.join('='))
  fc.assert(
    fc.property(anyOperation, fc.array(pair), (operation, pairs) => {
      try {
        parseParameters(operation, pairs.join('&'))
      } catch (error) {
        assert.ok(error instanceof ApiError && error.status === 400)
        assert.ok(error.message.length < 512)
      }
    }),
  )
})

test('a location_uuid is any UUID, in lower case', () => {
  assert.equal(
    parseLocationUuid('5B0C2A3E-8C1F-5A57-9F6E-0D0A7A2F4C11'),
    '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11',
  )
  for (const text of [
    '',
    '5b0c2a3e',
    '{5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11}',
    '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11\n',
  ]) {
    assert.throws(() => parseLocationUuid(text), { code: 'invalid_parameter' })
  }
})

function refusalOf(operation: OperationId, search: string): ApiError {
  try {
    parseParameters(operation, search)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error(`${search} was accepted`)
}
