import assert from 'node:assert/strict'
import test from 'node:test'
import * as fc from 'fast-check'
import { parseExactly } from './exact-json.ts'
import {
  jsonDepthMax,
  jsonElementsMax,
  type JsonPath,
  JsonScanner,
  jsonValueBytesMax,
} from './json-scanner.ts'

function scanValues(chunks: readonly (string | Buffer)[], path: JsonPath): unknown[] {
  const scanner = new JsonScanner({ wanted: path }, 'in.json')
  const found = chunks.flatMap((chunk) => scanner.scan(Buffer.from(chunk)))
  scanner.end()
  return found.map(({ value }) => value)
}

const cases: Record<string, { readonly json: string; readonly path: JsonPath; readonly values: unknown[] }> =
  {
    'every element of an array': {
      json: '[1, "a" ,{"b":[null]}\n]',
      path: ['*'],
      values: [1, 'a', { b: [null] }],
    },
    'a member of every element': {
      json: '{"a":[{"b":1,"c":2},{"c":{"b":3}},{"b":4}]}',
      path: ['a', '*', 'b'],
      values: [1, 4],
    },
    'no value if the path leads through a number': { json: '{"a":7}', path: ['a', '*'], values: [] },
    'a member after a string with brackets': {
      json: '{"x":"]}{[\\"}","a":true}',
      path: ['a'],
      values: [true],
    },
    'a member whose name has escape sequences': { json: '{"\\u0061":1}', path: ['a'], values: [1] },
    'a member after a byte order mark': { json: '\uFEFF{"a":1}', path: ['a'], values: [1] },
    'members that objects inherit, only if the JSON has them': {
      json: '{"x":{}}',
      path: ['constructor'],
      values: [],
    },
    'a member named __proto__ like any other': {
      json: '{"__proto__":{"a":1}}',
      path: ['__proto__', 'a'],
      values: [1],
    },
    'each of two members with one name': { json: '{"a":1,"a":2}', path: ['a'], values: [1, 2] },
    'an empty object and an empty array': { json: '{"a":[{},[]]}', path: ['a', '*'], values: [{}, []] },
  }
for (const [what, { json, path, values }] of Object.entries(cases)) {
  test(`finds ${what}`, () => assert.deepEqual(scanValues([json], path), values))
}

test('the values do not depend on how the bytes are split into chunks', () => {
  const document = fc.record({
    before: fc.jsonValue(),
    rates: fc.array(fc.record({ skipped: fc.jsonValue(), kept: fc.jsonValue() }), { maxLength: 4 }),
    after: fc.jsonValue(),
  })
  const arbitraryPositions = fc.array(fc.nat(600), { maxLength: 12 })
  fc.assert(
    fc.property(
      document,
      fc.constantFrom(undefined, '\t', '\r\n '),
      arbitraryPositions,
      (value, indent, positions) => {
        const bytes = Buffer.from(JSON.stringify(value, null, indent))
        const splitPositions = positions
          .filter((position) => position < bytes.length)
          .toSorted((a, b) => a - b)
        const bounds = [0, ...splitPositions, bytes.length]
        const chunks = bounds.slice(1).map((to, index) => bytes.subarray(bounds[index], to))
        const kept = (parseExactly(bytes.toString()) as typeof value).rates.map((rate) => rate.kept)
        assert.deepEqual(scanValues(chunks, ['rates', '*', 'kept']), kept)
      },
    ),
  )
})

test('a value has the number of its first line', () => {
  const scanner = new JsonScanner({ wanted: ['a', '*'] }, 'in.json')
  const found = scanner.scan(Buffer.from('{"x":{\n"y":\n1},\n"a":[1,\n{\n"b":2}, 3]}'))
  assert.deepEqual(
    found.map(({ line }) => line),
    [4, 5, 6],
  )
})

test('rejects a file that is truncated at any byte', () => {
  const whole = '{"a":[{"b":"x\\"y"},-1.5,true],"c":null}'
  for (let length = 1; length < whole.length; length++) {
    assert.throws(() => scanValues([whole.slice(0, length)], ['a', '*']), {
      name: 'InputError',
      message: /ends in the middle of its JSON/,
    })
  }
})

const nestArrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const rejections: Record<
  string,
  { readonly json: string; readonly message: RegExp; readonly path?: JsonPath }
> = {
  'a second document': { json: '{"a":1}\n{"a":2}', message: /has data after the end of its JSON on line 2/ },
  'brackets that do not match': { json: '{"x":[1}', message: /not valid JSON on line 1/ },
  'an array closed as an object': { json: '{"a":[1}}', message: /not valid JSON on line 1/ },
  'a member without a name': { json: '{"a":1,\n}', message: /not valid JSON on line 2/ },
  'a member without a colon': { json: '{"a" 1}', message: /not valid JSON on line 1/ },
  'two values without a comma': { json: '{"a":[1 2]}', message: /not valid JSON on line 1/ },
  'a wanted value that is not JSON': { json: '{"a":[1,\nnil]}', message: /not valid JSON on line 2/ },
  'deep nesting in skipped content': {
    json: `{"x":${nestArrays(jsonDepthMax)}}`,
    message: /nests more than 64 levels/,
  },
  'deep nesting in a wanted value': {
    json: `{"a":[${nestArrays(100_000)}]}`,
    message: /nests more than 64 levels/,
  },
  'an enormous wanted value': {
    json: `{"a":["${'x'.repeat(jsonValueBytesMax)}"]}`,
    message: /more than 32 MiB on line 1/,
  },
  'a wanted value with too many elements': {
    json: `[\n{"plans":[${'{},'.repeat(jsonElementsMax)}{}]}]`,
    message: /in\.json has a value of more than 1048576 elements on line 2; use the file as published/,
    path: ['*'],
  },
  'an enormous name': {
    json: `{"${'x'.repeat(jsonValueBytesMax)}":1}`,
    message: /more than 32 MiB/,
  },
}
for (const [what, { json, message, path = ['a', '*'] }] of Object.entries(rejections)) {
  test(`rejects ${what}`, () => {
    assert.throws(() => scanValues([json], path), { name: 'InputError', message })
  })
}

test('the elements of one value do not count for the next', () => {
  const list = `[${'1,'.repeat(jsonElementsMax / 2)}1]`
  assert.equal(scanValues([`[${list},${list},${list}]`], ['*']).length, 3)
})

test('skips an enormous value that is not wanted', () => {
  assert.deepEqual(scanValues([`{"x":"${'y'.repeat(jsonValueBytesMax + 1)}","a":[1]}`], ['a', '*']), [1])
})
