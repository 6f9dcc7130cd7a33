import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize, memoizeByObject, memoizeLast } from './memoize.ts'

test('a text is computed once, and again only after the cache was full', () => {
  const computed: string[] = []
  const upper = memoize((text) => {
    computed.push(text)
    return text.toUpperCase()
  })
  assert.deepEqual([upper('a'), upper('a'), upper('b')], ['A', 'A', 'B'])
  assert.deepEqual(computed, ['a', 'b'])
  for (let n = 0; n < 50_000; n++) upper(`text ${n}`)
  assert.equal(upper('a'), 'A')
  assert.equal(computed.filter((text) => text === 'a').length, 2)
})

test('only the last text is remembered', () => {
  const computed: string[] = []
  const upper = memoizeLast((text) => {
    computed.push(text)
    return text.toUpperCase()
  })
  assert.deepEqual([upper('a'), upper('a'), upper('b'), upper('a')], ['A', 'A', 'B', 'A'])
  assert.deepEqual(computed, ['a', 'b', 'a'])
})

test('an object is computed once, even if the result is undefined, and an equal object again', () => {
  const computed: object[] = []
  const first = memoizeByObject((values: readonly string[]) => {
    computed.push(values)
    return values[0]
  })
  const [empty, full] = [[], ['a']]
  assert.deepEqual([first(empty), first(empty), first(full), first(['a'])], [undefined, undefined, 'a', 'a'])
  assert.equal(computed.length, 3)
})
