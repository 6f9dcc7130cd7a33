import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runYielding, type YieldingTask } from './cooperative.ts'

test('a yielding task lets other work run before it is done', async () => {
  const others = { came: false }
  setImmediate(() => (others.came = true))
  assert.equal(await runYielding(untilSomebodyCame(others)), 'done')
})

test('a task returns its result after its last step', async () => {
  assert.equal(await runYielding(sumTo(100)), 5050)
})

function* untilSomebodyCame(others: { readonly came: boolean }): YieldingTask<string> {
  while (!others.came) yield
  return 'done'
}

function* sumTo(last: number): YieldingTask<number> {
  let total = 0
  for (let at = 1; at <= last; at++) {
    yield
    total += at
  }
  return total
}
