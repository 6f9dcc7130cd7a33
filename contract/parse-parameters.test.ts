/** Valid query strings with their values, and invalid ones with their error messages. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { ApiError } from './errors.ts'
import { operations } from './operations.ts'
import type { OperationId } from './parameters.ts'
import { parseLocationUuid, parseParameters } from './parse-parameters.ts'

const page = { limit: 10, offset: 0 }

suite('a query string is parsed as typed values', () => {
  const cases: readonly (readonly [search: string, why: string, values: object])[] = [
    ['?q=heart+doctor', 'plus is a space', { q: 'heart doctor', ...page }],
    ['q=heart%20doctor%20', 'text is trimmed', { q: 'heart doctor', ...page }],
    ['last_name=Garci%CC%81a', 'text is composed (NFC)', { last_name: 'García', ...page }],
    [
      'last_name=Garc\u00c3\u00ada',
      'raw UTF-8 bytes, as node:http represents them',
      { last_name: 'García', ...page },
    ],
    ['&q=ab&&', 'empty pairs are ignored', { q: 'ab', ...page }],
    ['lat=41.82&lng=-71.41', 'decimals', { lat: 41.82, lng: -71.41, ...page }],
    ['lat=41.12345678&lng=-0', 'six decimals, and -0 is 0', { lat: 41.123457, lng: 0, ...page }],
    ['zip=02903&radius_miles=5.0', 'a radius', { zip: '02903', radius_miles: 5, ...page }],
    ['q=ab&carriers=b,a,B&carriers=%20c', 'lists', { q: 'ab', carriers: ['A', 'B', 'C'], ...page }],
    ['q=ab&offset=990', 'the last page of a text search', { q: 'ab', limit: 10, offset: 990 }],
    ['zip=02903&offset=9990', 'the last page of a filter search', { zip: '02903', limit: 10, offset: 9990 }],
    ['q=ab&utm_source=x&fbclid=y&gclid=z', 'tracking parameters are ignored', { q: 'ab', ...page }],
    [`q=${'%F0%9F%AB%80'.repeat(512)}`, 'lengths count characters', { q: '\u{1FAC0}'.repeat(512), ...page }],
  ]
  for (const [search, why, values] of cases) {
    test(`${search.slice(0, 60)}: ${why}`, () =>
      assert.deepEqual({ ...parseParameters('searchProviders', search) }, values))
  }
})

suite('an invalid provider search is rejected with the parameter and its rule', () => {
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
      ['q=ab&offset=9007199254740993', 'offset must be an integer of at least 0; got 9007199254740993.'],
      ['q=ab&offset=-1', 'offset must be an integer of at least 0; got -1.'],
      ['q=ab&limit=5&limit=6', 'limit must be sent once; got 2 values.'],
      ['q=ab&q=cd', 'q must be sent once; got 2 values.'],
      ['q=ab&limit=&limit=7', 'limit must be sent once; got 2 values.'],
      ...['q', 'zip', 'lat', 'limit', 'offset', 'sort', 'carriers', 'first_name'].flatMap((name) =>
        [`lng=1&${name}=`, `${name}=&lng=1`, `lng=1&${name}`].map(
          (search) => [search, `${name} must not be empty; send a value, or leave it out.`] as const,
        ),
      ),
      ['q=ab&carriers=A&carriers=', 'carriers must not be empty'],
      ...['A,,B', 'A,', ',', '%20,A'].map((list) => [`q=ab&carriers=${list}`, codes] as const),
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
      ['%E0=ab', 'A parameter name must be percent-encoded UTF-8.'],
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
      ['q=ab&carrier=X', 'This operation has no parameter "carrier"; the nearest valid name is carriers.'],
      ['q=ab&lon=1', 'This operation has no parameter "lon"; the nearest valid name is lng.'],
      ['q=ab&Limit=1', 'This operation has no parameter "Limit"; the nearest valid name is limit.'],
      ['q=ab&offest=1', 'This operation has no parameter "offest"; the nearest valid name is offset.'],
      ['q=ab&name=x', 'This operation has no parameter "name"; the nearest valid name is last_name.'],
      ['q=ab&lang=x', 'This operation has no parameter "lang"; say it in q, for example q='],
      ['q=ab&specialty=x', 'This operation has no parameter "specialty"; say it in q, for example q='],
      ['q=ab&Language=x', 'This operation has no parameter "Language"; say it in q, for example q='],
      ['q=ab&fields=npi', 'This operation has no parameter "fields"; its parameters are q, '],
      ['q=ab&__proto__=1', 'This operation has no parameter "__proto__"'],
      ['q=ab&constructor=1', 'This operation has no parameter "constructor"'],
      ['q[a]=1', 'This operation has no parameter "q[a]"; the nearest valid name is q.'],
      ['q=ab&explain=', 'This operation has no parameter "explain"'],
      [
        'q=ab&token=s3cret',
        'This operation has no parameter "token"; send the key in the header Authorization: Bearer',
      ],
    ],
    missing_parameter: [
      ['', 'Send q, a name or a position'],
      ['carriers=X', 'Send q, a name or a position'],
      ['lat=1', 'lng is required with lat.'],
    ],
    conflicting_parameters: [
      ['zip=02903&lat=1&lng=1', 'zip cannot be combined with lat and lng'],
      ['zip=02903&lat=1', 'zip cannot be combined with lat and lng'],
      ['q=ab&radius_miles=5', 'radius_miles requires a position'],
      ['last_name=x&sort=relevance', 'sort=relevance requires q.'],
      ['last_name=x&sort=distance', 'sort=distance requires a position'],
      ['last_name=x&search_mode=lexical', 'search_mode requires q.'],
    ],
    page_out_of_range: [
      ['q=ab&offset=991', 'offset + limit must be at most 1000 with q; got 1001.'],
      ['zip=02903&limit=50&offset=9951', 'offset + limit must be at most 10000; got 10001.'],
      ['last_name=x&offset=1000000', 'offset + limit must be at most 10000; got 1000010.'],
    ],
  }
  for (const [code, rows] of Object.entries(cases)) {
    for (const [search, message] of rows) {
      test(`${search.slice(0, 60) || '(empty)'}: ${code}`, () => {
        const error = catchError('searchProviders', search)
        assert.equal(error.code, code)
        assert.ok(error.message.startsWith(message), error.message)
      })
    }
  }
})

suite('each operation has its own parameters', () => {
  const rejected: readonly (readonly [OperationId, string, RegExp])[] = [
    ['searchLocations', 'q=ab&carriers=X', /"carriers"; only a search of clinicians/],
    ['searchLocations', 'q=ab&last_name=X', /the nearest valid name is name/],
    ['getProvider', 'fields=npi', /it takes no query parameters/],
    ['listRegions', 'state=RI', /it takes no query parameters/],
    ['getHealth', 'verbose=1', /it takes no query parameters/],
    ['listCarriers', 'kind=hmo', /kind must be one of payer_id, program; got "hmo"/],
    ['listCarriers', 'limit=1001', /limit must be an integer between 1 and 1000; got 1001/],
  ]
  for (const [operation, search, message] of rejected) {
    test(`${operation} rejects ${search}`, () => assert.match(catchError(operation, search).message, message))
  }

  test('searchLocations has the parameter name', () => {
    assert.deepEqual({ ...parseParameters('searchLocations', 'name=Clinic') }, { name: 'Clinic', ...page })
  })
  test('listCarriers returns 1000 carriers per page by default', () => {
    assert.deepEqual({ ...parseParameters('listCarriers', '') }, { limit: 1000, offset: 0 })
  })
})

suite('an error message never repeats a credential', () => {
  const secret = 'careatlas_sk_0123456789abcdefghijklmnopqrstuvwxyzABCD'
  const searches = [
    `api_key=${secret}`,
    `key=${secret}`,
    `${secret}=1`,
    `${secret}=%`,
    `limit=${secret}`,
    `zip=${secret}`,
  ]
  for (const search of searches) {
    test(search.replace(secret, '<key>'), () => {
      assert.ok(!catchError('searchProviders', search).message.includes('0123456789'))
    })
  }
})

test('any query string gives values or an ApiError with status 400', () => {
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

test('a location_uuid is any UUID, converted to lower case', () => {
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

function catchError(operation: OperationId, search: string): ApiError {
  try {
    parseParameters(operation, search)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error(`${search} was accepted`)
}
