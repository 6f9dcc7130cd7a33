import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runYielding, type YieldingTask } from './cooperative.ts'

test('a yielding task lets other work run before it is done', async () => {
  const other = { hasRun: false }
  setImmediate(() => (other.hasRun = true))
  assert.equal(await runYielding(waitFor(other)), 'done')
})

test('a task returns its result after its last step', async () => {
  assert.equal(await runYielding(sumTo(100)), 5050)
})

function* waitFor(other: { readonly hasRun: boolean }): YieldingTask<string> {
  while (!other.hasRun) yield
  return 'done'
}

function* sumTo(last: number): YieldingTask<number> {
  let total = 0
  for (let value = 1; value <= last; value++) {
    yield
    total += value
  }
  return total
}
