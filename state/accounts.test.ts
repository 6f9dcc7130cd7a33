import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Accounts, sessionLifetimeMs } from './accounts.ts'
import { engines } from './engines.fixture.ts'
import { Keys } from './keys.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import { openState, type State } from './state.ts'

for (const { name, skip, createPlace } of engines) {
  describe(`accounts in ${name}`, { skip }, () => {
    test('an address has one account, even after two concurrent sign-ins', async () => {
      await using state = await openState(await createPlace())
      const accounts = new Accounts(state)
      const [first, second, other] = await Promise.all([
        accounts.signIn('ana@example.org'),
        accounts.signIn('ana@example.org'),
        accounts.signIn('bob@example.org'),
      ])
      assert.deepEqual(first.account, second.account)
      assert.notEqual(first.session, second.session)
      assert.notEqual(first.account.id, other.account.id)
      assert.equal(first.account.email, 'ana@example.org')
    })

    test('a session lasts until sign-out, at most half a day', async () => {
      await using state = await openState(await createPlace())
      let now = Date.parse('2026-11-01T00:00:00Z')
      const accounts = new Accounts(state, () => now)
      const { account: ana, session: long } = await accounts.signIn('ana@example.org')
      const { session: ended } = await accounts.signIn('ana@example.org')
      assert.deepEqual(await accounts.findBySession(ended), ana)
      await accounts.endSession(ended)
      assert.equal(await accounts.findBySession(ended), null)
      assert.equal(await accounts.findBySession(''), null)
      now += sessionLifetimeMs - 1
      assert.deepEqual(await accounts.findBySession(long), ana)
      now += 1
      assert.equal(await accounts.findBySession(long), null)
    })

    test('a deleted account leaves no rows, and its keys are rejected', async () => {
      await using state = await openState(await createPlace())
      const accounts = new Accounts(state)
      const codes = new OneTimeCodes(state)
      const keys = new Keys(state, { service: 'atlas' })
      const { account: bob } = await accounts.signIn('bob@example.org')
      const kept = await keys.create('his', { accountId: bob.id })
      const before = await countRows(state)
      const { account: ana, session } = await accounts.signIn('ana@example.org')
      const { key } = await keys.create('hers', { accountId: ana.id })
      await codes.issue({ purpose: 'keys', destination: ana.email, requester: 'her cookie' })
      assert.ok(await keys.verify(key))
      await accounts.delete(ana.id)
      await setImmediate()
      assert.equal(await accounts.findBySession(session), null)
      assert.equal(await keys.verify(key), null)
      assert.ok(await keys.verify(kept.key))
      assert.deepEqual(await countRows(state), before)
    })

    test('repeated deletion of an account has no effect, and a concurrent sign-in succeeds', async () => {
      await using state = await openState(await createPlace())
      const accounts = new Accounts(state)
      for (let round = 0; round < 20; round++) {
        const { account } = await accounts.signIn('ana@example.org')
        const deletions = [1, 2].map(() => accounts.delete(account.id))
        const signIns = [1, 2].map(() => accounts.signIn(account.email))
        await Promise.all([...deletions, ...signIns])
      }
    })

    test('an account can be deleted while its keys are rotated and its codes are issued and redeemed', async () => {
      await using state = await openState(await createPlace())
      const accounts = new Accounts(state)
      const codes = new OneTimeCodes(state)
      const keys = new Keys(state, { service: 'atlas' })
      const emails = Array.from({ length: 30 }, (_, index) => `${index}@example.org`)
      const deleteDuringUse = async (email: string): Promise<void> => {
        const owner = { accountId: (await accounts.signIn(email)).account.id }
        const { id } = await keys.create('bot', owner)
        const requestOptions = { purpose: 'keys', requester: 'a cookie' }
        const issued = await codes.issue({ ...requestOptions, destination: email })
        await Promise.all([
          ignoreIfDeleted(keys.rotate(id, owner)),
          ignoreIfDeleted(codes.redeem({ ...requestOptions, ...issued })),
          accounts.delete(owner.accountId),
        ])
      }
      await Promise.all(emails.map(deleteDuringUse))
      const { account, api_key } = await countRows(state)
      assert.deepEqual({ account, api_key }, { account: 0, api_key: 0 })
    })
  })
}

test('the state file contains no data of a deleted account', async () => {
  const place = await engines[0]!.createPlace()
  assert.ok('folder' in place)
  await using state = await openState(place)
  const accounts = new Accounts(state)
  const keys = new Keys(state, { service: 'atlas' })
  const { account } = await accounts.signIn('ana@example.org')
  await keys.create('her label', { accountId: account.id })
  const filesInclude = (text: string): boolean =>
    globSync('state.sqlite*', { cwd: place.folder }).some((name) =>
      readFileSync(join(place.folder, name)).includes(text),
    )
  assert.ok(filesInclude('ana@example.org') && filesInclude('her label'))
  await accounts.delete(account.id)
  assert.ok(!filesInclude('ana@example.org') && !filesInclude('her label'))
})

/** Ignores the errors that the deletion of the account causes. */
async function ignoreIfDeleted(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: { code: string }) =>
    assert.ok(['missing_credentials', 'invalid_code'].includes(error.code), error.code),
  )
}

/** The number of rows of each table. */
async function countRows({ database }: State): Promise<Readonly<Record<string, number>>> {
  const tables = ['account', 'api_key', 'web_session', 'one_time_code', 'code_destination'] as const
  const counts = tables.map(async (table) => {
    const rows = await database.selectFrom(table).selectAll().execute()
    return [table, rows.length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}
