import assert from 'node:assert/strict'
import test from 'node:test'
import { parseExactly } from './exact-json.ts'

const valueByText: Record<string, unknown> = {
  '[9007199254740993,-9007199254740993]': ['9007199254740993', '-9007199254740993'],
  '{"id":123456789012345678901234567890}': { id: '123456789012345678901234567890' },
  '[9007199254740991,"9007199254740993"]': [9007199254740991, '9007199254740993'],
  '[0.1234567890123456,1.2345678901234567e+30]': [0.1234567890123456, 1.2345678901234567e30],
  '{"a":[1,null,{"b":true}]}': { a: [1, null, { b: true }] },
}
for (const [text, value] of Object.entries(valueByText)) {
  test(`parses ${text} without rounding`, () => assert.deepEqual(parseExactly(text), value))
}

test('throws a SyntaxError for invalid JSON, with any number of digits', () => {
  for (const text of ['[1', '[12345678901234567', 'nil']) assert.throws(() => parseExactly(text), SyntaxError)
})
