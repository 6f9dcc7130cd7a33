import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { engines } from './engines.fixture.ts'
import { LastUsedWriter } from './last-used-writer.ts'
import { Keys } from './keys.ts'
import { openState, type State } from './state.ts'

const service = 'atlas'
const at = Date.parse('2026-11-01T00:00:00Z')

for (const { name, skip, createPlace } of engines) {
  describe(`last-used times in ${name}`, { skip }, () => {
    test('are written in batches, and the last one counts', async () => {
      await using state = await openState(await createPlace())
      const ids = await makeKeys(state, 3)
      const uses = new LastUsedWriter(state)
      for (const [minute, id] of [...ids, ids[0]!].entries()) uses.add(id, at + minute * 60_000)
      assert.deepEqual(await writtenOf(state, ids), [null, null, null])
      await uses.write()
      assert.deepEqual(
        await writtenOf(state, ids),
        [3, 1, 2].map((minute) => new Date(at + minute * 60_000).toISOString()),
      )
    })

    test('are written on disposal', async () => {
      await using state = await openState(await createPlace())
      const [id = ''] = await makeKeys(state, 1)
      {
        await using keys = new LastUsedWriter(state)
        keys.add(id, at)
      }
      assert.deepEqual(await writtenOf(state, [id]), [new Date(at).toISOString()])
    })

    test('of deleted keys are ignored', async () => {
      await using state = await openState(await createPlace())
      const [id = ''] = await makeKeys(state, 1)
      await using uses = new LastUsedWriter(state)
      uses.add('key_of_nobody', at)
      uses.add(id, at)
      await uses.write()
      assert.deepEqual(await writtenOf(state, [id]), [new Date(at).toISOString()])
    })
  })
}

test('a failed write of last-used times is retried', async () => {
  await using state = await openState(await engines[0]!.createPlace())
  const [id = ''] = await makeKeys(state, 1)
  await using uses = new LastUsedWriter(state)
  uses.add(id, at)
  await sql`PRAGMA query_only = ON`.execute(state.database)
  await uses.write()
  await sql`PRAGMA query_only = OFF`.execute(state.database)
  assert.deepEqual(await writtenOf(state, [id]), [null])
  await uses.write()
  assert.deepEqual(await writtenOf(state, [id]), [new Date(at).toISOString()])
})

async function makeKeys(state: State, count: number): Promise<readonly string[]> {
  const keys = new Keys(state, { service })
  return Promise.all(Array.from({ length: count }, async () => (await keys.create('any')).id))
}

async function writtenOf(state: State, ids: readonly string[]): Promise<readonly (string | null)[]> {
  const written = new Map((await new Keys(state, { service }).list()).map((key) => [key.id, key.lastUsedAt]))
  return ids.map((id) => written.get(id) ?? null)
}
