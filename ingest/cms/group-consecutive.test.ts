import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { groupConsecutive } from './group-consecutive.ts'

async function collectRuns(batches: readonly string[], itemsMax = 10): Promise<string[]> {
  async function* source(): AsyncGenerator<readonly string[]> {
    for (const batch of batches) yield batch.split('')
  }
  const runs = await collect(groupConsecutive(source(), (letter) => letter.toLowerCase(), itemsMax))
  return runs.map((run) => run.join(''))
}

test('consecutive items with one key are one run, also across batches', async () => {
  assert.deepEqual(await collectRuns(['aAb', 'B', '', 'bca']), ['aA', 'bBb', 'c', 'a'])
})

test('splits a run that is longer than the limit', async () => {
  assert.deepEqual(await collectRuns(['aaaaab'], 2), ['aa', 'aa', 'a', 'b'])
})

test('an empty input has no runs', async () => {
  assert.deepEqual(await collectRuns([]), [])
})
