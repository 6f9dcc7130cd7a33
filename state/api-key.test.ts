import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, digestKey, maskKey, parseApiKey } from './api-key.ts'

describe('an API key', () => {
  const key = createApiKey('atlas-2')

  test('consists of the service, _sk_ and 38 base62 characters', () => {
    assert.match(key, /^atlas-2_sk_[0-9A-Za-z]{38}$/)
  })

  test('is parsed unchanged', () => {
    for (let round = 0; round < 100; round += 1) {
      const created = createApiKey('atlas')
      assert.equal(parseApiKey(created, 'atlas'), created)
    }
  })

  test('is unique', () => {
    assert.equal(new Set(Array.from({ length: 1000 }, () => createApiKey('atlas'))).size, 1000)
  })

  test('uses every character of the alphabet about equally often', () => {
    const counts = new Map<string, number>()
    for (let round = 0; round < 1000; round += 1) {
      for (const character of createApiKey('a').slice('a_sk_'.length, -6)) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    assert.equal(counts.size, 62)
    // 32,000 draws from 62 characters: 516 each, with a standard deviation of 22.5. Eight deviations do not happen by chance.
    for (const [character, count] of counts) assert.ok(Math.abs(count - 516) < 180, `${character}: ${count}`)
  })

  test('fails its checksum when any one character changes', () => {
    for (let index = 'atlas-2_sk_'.length; index < key.length; index += 1) {
      const other = key[index] === 'x' ? 'y' : 'x'
      assert.equal(parseApiKey(key.slice(0, index) + other + key.slice(index + 1), 'atlas-2'), null)
    }
  })

  test('is masked except for its prefix and last four characters', () => {
    assert.equal(maskKey(key), `atlas-2_sk_…${key.slice(-4)}`)
  })

  test('has a digest of 32 bytes that does not contain it', () => {
    assert.equal(digestKey(key).length, 32)
    assert.ok(!digestKey(key).includes(key))
  })

  for (const [text, why] of [
    ['', 'empty'],
    [key.slice(1), 'first character missing'],
    [key.slice(0, -1), 'last character missing'],
    [`${key}0`, 'one character too many'],
    [`${key}\n`, 'trailing newline'],
    [key.toUpperCase(), 'upper case'],
    [key.replace('_sk_', '_pk_'), 'another kind'],
    [key.replace('atlas-2', 'other-2'), 'another service'],
    [`${key.slice(0, -1)}\0`, 'NUL'],
    [`${key.slice(0, -1)}é`, 'not base62'],
    ['x'.repeat(1_000_000), 'a megabyte'],
  ] as const) {
    test(`is rejected: ${why}`, () => assert.equal(parseApiKey(text, 'atlas-2'), null))
  }
})
