import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accounts, sessionLifeMs } from './accounts.ts'
import { engines } from './engines.fixture.ts'
import { Keys } from './keys.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import { openState, type State } from './state.ts'

for (const { name, skip, emptyPlace } of engines) {
  describe(`accounts in ${name}`, { skip }, () => {
    test('an address has one account, also when it is proved twice at once', async () => {
      await using state = await openState(await emptyPlace())
      const accounts = new Accounts(state)
      const [one, same, other] = await Promise.all([
        accounts.ofProved('ana@example.org'),
        accounts.ofProved('ana@example.org'),
        accounts.ofProved('bob@example.org'),
      ])
      assert.deepEqual(one, same)
      assert.notEqual(one.id, other.id)
      assert.equal(one.email, 'ana@example.org')
    })

    test('a session lasts until it is ended, half a day at most', async () => {
      await using state = await openState(await emptyPlace())
      let now = Date.parse('2026-11-01T00:00:00Z')
      const accounts = new Accounts(state, () => now)
      const ana = await accounts.ofProved('ana@example.org')
      const [long, ended] = [await accounts.startSession(ana.id), await accounts.startSession(ana.id)]
      assert.deepEqual(await accounts.inSession(ended), ana)
      await accounts.endSession(ended)
      assert.equal(await accounts.inSession(ended), null)
      assert.equal(await accounts.inSession(''), null)
      now += sessionLifeMs - 1
      assert.deepEqual(await accounts.inSession(long), ana)
      now += 1
      assert.equal(await accounts.inSession(long), null)
    })

    test('of a deleted account nothing is left, and its keys are refused', async () => {
      await using state = await openState(await emptyPlace())
      const accounts = new Accounts(state)
      const codes = await OneTimeCodes.open(state)
      const keys = new Keys(state, { service: 'atlas' })
      const bob = await accounts.ofProved('bob@example.org')
      const kept = await keys.create('his', { accountId: bob.id })
      const before = await rowsOf(state)
      const ana = await accounts.ofProved('ana@example.org')
      const session = await accounts.startSession(ana.id)
      const { key } = await keys.create('hers', { accountId: ana.id })
      await codes.issue({ purpose: 'keys', destination: ana.email, requester: 'her cookie' })
      await accounts.delete(ana.id)
      assert.equal(await accounts.inSession(session), null)
      assert.equal(await keys.verify(key), null)
      assert.ok(await keys.verify(kept.key))
      assert.deepEqual(await rowsOf(state), before)
    })
  })
}

/** How many rows each table has. */
async function rowsOf({ database }: State): Promise<Readonly<Record<string, number>>> {
  const tables = ['account', 'api_key', 'web_session', 'one_time_code', 'code_destination'] as const
  const counts = tables.map(async (table) => {
    const rows = await database.selectFrom(table).selectAll().execute()
    return [table, rows.length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}
