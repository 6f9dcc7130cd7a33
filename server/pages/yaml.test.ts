/** A YAML parser reads back the same value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { toYaml } from './yaml.ts'

for (const value of [
  { a: 1, b: [true, null, 'x'], c: { d: [] as unknown[], e: {} } },
  [[1, [2]], { 'a b': 'c: d', yes: 'no', '200': '- x', $ref: '#/a' }],
  { text: 'line\nline "quoted" \\ \u2028 \u{1f600} # not a comment', empty: '' },
  'text',
  [],
])
  test(`${JSON.stringify(value).slice(0, 60)} is the same after a round trip`, () => {
    assert.deepEqual(parse(toYaml(value)), value)
  })
