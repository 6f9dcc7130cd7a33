import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '../search-engine.ts'
import { generateDocuments } from '../suite-documents.fixture.ts'
import { type Search, SearchPool } from './search-pool.ts'
import { suiteSnapshot } from './suite-snapshot.fixture.ts'

const query: Query = {
  collection: 'providers',
  position: { lat: 41.82, lng: -71.41, radiusMiles: 100 },
  sort: 'distance',
  threshold: { min: 0, minOfTop: 0 },
}
const search: Search = { query, range: { offset: 0, limit: 10 } }

/** Fails when it is posted to a thread: functions cannot be cloned. */
const uncloneable: Search = { query, range: Object.assign({ clone: () => true }, search.range) }

const oneThread = { threads: 1, queuedPerThreadMax: 3 }

const documents = generateDocuments('providers', 50, 1)

test('rejects searches beyond the queue limit, answers the queued ones, and accepts the next', async () => {
  using suite = await suiteSnapshot(documents)
  await using pool = await SearchPool.open(suite.snapshot, { threads: 2, queuedPerThreadMax: 3 })
  const capacity = 2 + 2 * 3
  const outcomes = await Promise.allSettled(Array.from({ length: capacity + 5 }, () => pool.run(search)))
  const isRejected = outcomes.map(({ status }) => status === 'rejected')
  assert.deepEqual(isRejected, [...Array(capacity).fill(false), ...Array(5).fill(true)])
  await assert.rejects(Promise.all(Array.from({ length: capacity + 1 }, () => pool.run(search))), {
    code: 'unavailable',
  })
})

for (const [description, deadline] of Object.entries({
  'past its deadline': { deadline: performance.now() },
  'of a client that has disconnected': { signal: AbortSignal.abort() },
})) {
  test(`does not run a queued search ${description}`, async () => {
    using suite = await suiteSnapshot(documents)
    await using pool = await SearchPool.open(suite.snapshot, oneThread)
    await assert.rejects(pool.run(uncloneable), { name: 'DataCloneError' })
    const [before, expired, after] = await Promise.allSettled([
      pool.run(search),
      pool.run(uncloneable, deadline),
      pool.run(search),
    ])
    assert.equal(before.status, 'fulfilled')
    assert.equal(expired.status === 'rejected' && expired.reason.code, 'timeout')
    assert.deepEqual(after, before)
  })
}

test('a closed pool rejects queued and new searches', async () => {
  using suite = await suiteSnapshot(documents)
  const pool = await SearchPool.open(suite.snapshot, oneThread)
  const outcomes = Promise.allSettled([pool.run(search), pool.run(search), pool.run(search)])
  await pool[Symbol.asyncDispose]()
  // The first search is already running, and may finish before its thread ends.
  const [, ...queued] = await outcomes
  for (const outcome of queued) assert.equal(outcome.status, 'rejected')
  await assert.rejects(pool.run(search), /closed/)
})
