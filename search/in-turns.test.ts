import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, inTurns, type Steps } from './in-turns.ts'

test('long work lets others have their turn before it is done', async () => {
  const others = { came: false }
  setImmediate(() => (others.came = true))
  assert.equal(await inTurns(untilSomebodyCame(others)), 'done')
})

test('work comes to the same at once and in turns', async () => {
  assert.deepEqual([atOnce(sumTo(100)), await inTurns(sumTo(100))], [5050, 5050])
})

function* untilSomebodyCame(others: { readonly came: boolean }): Steps<string> {
  while (!others.came) yield
  return 'done'
}

function* sumTo(last: number): Steps<number> {
  let total = 0
  for (let at = 1; at <= last; at++) {
    yield
    total += at
  }
  return total
}
