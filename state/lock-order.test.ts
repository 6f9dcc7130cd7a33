/** PostgreSQL detects a deadlock if two transactions lock rows in opposite orders; here, all transactions use the same order. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { Accounts } from './accounts.ts'
import { engines } from './engines.fixture.ts'
import { Keys } from './keys.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import { openState, type State } from './state.ts'

const { skip, createPlace } = engines[1]!
const request = { purpose: 'keys', destination: 'ana@example.org', requester: 'cookie of ana' }

describe('a waiting transaction holds no later lock', { skip }, () => {
  for (const [what, work] of [
    [
      'redeeming a code',
      (codes: OneTimeCodes, id: string, code: string) => codes.redeem({ ...request, id, code }),
    ],
    ['unlocking an address', (codes: OneTimeCodes) => codes.unlock(request.destination)],
  ] as const) {
    test(`${what} waits for its destination without holding the code`, async () => {
      await using state = await openState(await createPlace())
      const codes = new OneTimeCodes(state)
      const { id, code } = await codes.issue(request)
      const waiting = await state.write(async (transaction) => {
        await transaction.selectFrom('code_destination').select('failures').forUpdate().execute()
        const pending = work(codes, id, code)
        await waitForLockedQuery(state)
        await transaction.updateTable('one_time_code').set({ attempts: 0 }).execute()
        return { pending }
      })
      assert.ok(await waiting.pending)
    })
  }

  test('rotating a key waits for its account without holding the key', async () => {
    await using state = await openState(await createPlace())
    const keys = new Keys(state, { service: 'atlas' })
    const owner = { accountId: (await new Accounts(state).signIn(request.destination)).account.id }
    const { id } = await keys.create('bot', owner)
    const waiting = await state.write(async (transaction) => {
      await transaction.selectFrom('account').select('id').forUpdate().execute()
      const pending = keys.rotate(id, owner)
      await waitForLockedQuery(state)
      await transaction.updateTable('api_key').set({ label: 'renamed' }).execute()
      return { pending }
    })
    assert.ok(await waiting.pending)
  })
})

async function waitForLockedQuery({ database }: State): Promise<void> {
  const waiters = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  for (;;) if ((await waiters.execute(database)).rows.length > 0) return
}
