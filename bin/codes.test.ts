import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { OneTimeCodes } from '@careatlas/state/one-time-codes'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

test('the operator forgives wrong codes, so that their owner can sign in again', async () => {
  using installation = new Installation()
  await using state = await openState({ folder: join(installation.dataDir, 'state') })
  const codes = new OneTimeCodes(state)
  const asked = { purpose: 'keys', destination: 'ana@example.org', requester: 'cookie of ana' }
  await codes.issue(asked)
  await state.database.updateTable('code_destination').set({ failures: 100 }).execute()
  await assert.rejects(codes.issue(asked), { code: 'rate_limited' })
  const { status, stdout } = await installation.run('codes', 'forgive', 'Ana@Example.org')
  assert.deepEqual([status, stdout], [0, 'ana@example.org can be sent codes again.\n'])
  assert.ok(await codes.redeem({ ...asked, ...(await codes.issue(asked)) }))
})

for (const [why, email] of [
  ['at which no code was asked for', 'bob@example.org'],
  ['that is none', 'bob'],
] as const) {
  test(`an address ${why} is wrong usage, status 2`, async () => {
    using installation = new Installation()
    const { status, stderr } = await installation.run('codes', 'forgive', email)
    assert.equal(status, 2)
    assert.match(stderr, /^[^\n]+\.\n$/)
  })
}
