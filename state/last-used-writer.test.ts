import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { engines } from './engines.fixture.ts'
import { LastUsedWriter } from './last-used-writer.ts'
import { Keys } from './keys.ts'
import { openState, type State } from './state.ts'

const service = 'atlas'
const startMs = Date.parse('2026-11-01T00:00:00Z')

for (const { name, skip, createPlace } of engines) {
  describe(`last-used times in ${name}`, { skip }, () => {
    test('are written in batches, with the last use of each key', async () => {
      await using state = await openState(await createPlace())
      const ids = await createKeys(state, 3)
      const writer = new LastUsedWriter(state)
      for (const [minute, id] of [...ids, ids[0]!].entries()) writer.add(id, startMs + minute * 60_000)
      assert.deepEqual(await readLastUsed(state, ids), [null, null, null])
      await writer.write()
      assert.deepEqual(
        await readLastUsed(state, ids),
        [3, 1, 2].map((minute) => new Date(startMs + minute * 60_000).toISOString()),
      )
    })

    test('are written on disposal', async () => {
      await using state = await openState(await createPlace())
      const [id = ''] = await createKeys(state, 1)
      {
        await using writer = new LastUsedWriter(state)
        writer.add(id, startMs)
      }
      assert.deepEqual(await readLastUsed(state, [id]), [new Date(startMs).toISOString()])
    })

    test('of deleted keys are ignored', async () => {
      await using state = await openState(await createPlace())
      const [id = ''] = await createKeys(state, 1)
      await using writer = new LastUsedWriter(state)
      writer.add('key_unknown', startMs)
      writer.add(id, startMs)
      await writer.write()
      assert.deepEqual(await readLastUsed(state, [id]), [new Date(startMs).toISOString()])
    })
  })
}

test('a failed write of last-used times is retried', async () => {
  await using state = await openState(await engines[0]!.createPlace())
  const [id = ''] = await createKeys(state, 1)
  await using writer = new LastUsedWriter(state)
  writer.add(id, startMs)
  await sql`PRAGMA query_only = ON`.execute(state.database)
  await writer.write()
  await sql`PRAGMA query_only = OFF`.execute(state.database)
  assert.deepEqual(await readLastUsed(state, [id]), [null])
  await writer.write()
  assert.deepEqual(await readLastUsed(state, [id]), [new Date(startMs).toISOString()])
})

async function createKeys(state: State, count: number): Promise<readonly string[]> {
  const keys = new Keys(state, { service })
  return Promise.all(Array.from({ length: count }, async () => (await keys.create('any')).id))
}

async function readLastUsed(state: State, ids: readonly string[]): Promise<readonly (string | null)[]> {
  const lastUsed = new Map((await new Keys(state, { service }).list()).map((key) => [key.id, key.lastUsedAt]))
  return ids.map((id) => lastUsed.get(id) ?? null)
}
