import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Accounts } from './accounts.ts'
import { createApiKey } from './api-key.ts'
import { engines } from './engines.fixture.ts'
import { type KeyOwner, Keys, rotationOverlapMs } from './keys.ts'
import { openState, type State, type StatePlace } from './state.ts'

const service = 'atlas'

for (const { name, skip, createPlace } of engines) {
  describe(`keys in ${name}`, { skip }, () => {
    test('a created key is accepted; an unknown, a foreign and an empty key are rejected', async () => {
      await using state = await openState(await createPlace())
      const keys = new Keys(state, { service })
      const { id, key } = await keys.create('front desk')
      assert.deepEqual(await keys.verify(key), { keyId: id, accountId: null })
      assert.equal(await keys.verify(createApiKey(service)), null)
      assert.equal(await keys.verify(createApiKey('other')), null)
      assert.equal(await keys.verify(''), null)
    })

    test('a key of an account has its account ID', async () => {
      await using state = await openState(await createPlace())
      const keys = new Keys(state, { service })
      const owner = await createOwner(state, 'ana@example.org')
      const { id, key } = await keys.create('bot', owner)
      assert.deepEqual(await keys.verify(key), { keyId: id, ...owner })
    })

    test('a key stays valid after the process that created it ends', async () => {
      const place = await createPlace()
      const { id, key } = await createAndClose(place, 'first')
      await using state = await openState(place)
      assert.deepEqual(await new Keys(state, { service }).verify(key), { keyId: id, accountId: null })
    })

    test('a key revoked by another process is rejected on the next request', async () => {
      const place = await createPlace()
      await using state = await openState(place)
      const keys = new Keys(state, { service })
      const { id, key } = await keys.create('stolen')
      assert.ok(await keys.verify(key))
      revokeInAnotherProcess(place, id)
      await setImmediate()
      assert.equal(await keys.verify(key), null)
      assert.equal(await keys.revoke(id), false, 'a key can be revoked only once')
    })

    test('a key revoked by the same process is rejected immediately', async () => {
      await using state = await openState(await createPlace())
      const keys = new Keys(state, { service })
      const { id, key } = await keys.create('stolen')
      assert.ok(await keys.verify(key))
      assert.ok(await keys.revoke(id))
      assert.equal(await keys.verify(key), null)
    })

    test('a list has label, display form and instants', async () => {
      await using state = await openState(await createPlace())
      let now = Date.parse('2026-11-01T00:00:00Z')
      const keys = new Keys(state, { service, now: () => now })
      const { id, key } = await keys.create('  nightly job ')
      await keys.verify(key)
      await setImmediate()
      now += 30_000
      await keys.verify(key)
      now += 90_000
      await keys.revoke(id)
      assert.deepEqual(await keys.list(), [
        {
          id,
          label: 'nightly job',
          display: `atlas_sk_…${key.slice(-4)}`,
          createdAt: '2026-11-01T00:00:00.000Z',
          lastUsedAt: '2026-11-01T00:00:30.000Z',
          revokedAt: '2026-11-01T00:02:00.000Z',
          expiresAt: null,
          owner: null,
        },
      ])
    })

    test('the last-used time is written within a minute', async () => {
      await using state = await openState(await createPlace())
      let now = Date.parse('2026-11-01T00:00:00Z')
      const keys = new Keys(state, { service, now: () => now })
      const { key } = await keys.create('any')
      await keys.verify(key)
      await setImmediate()
      now += 60_000
      await keys.verify(key)
      assert.equal((await keys.list())[0]?.lastUsedAt, '2026-11-01T00:01:00.000Z')
    })

    for (const [label, why] of [
      ['', '1 to 64'],
      ['   ', '1 to 64'],
      ['x'.repeat(65), '1 to 64'],
      ['a\nb', 'control'],
      ['a\0b', 'control'],
      ['a\u202Eb', 'invisible'],
    ] as const) {
      test(`the label ${JSON.stringify(label)} is rejected`, async () => {
        await using state = await openState(await createPlace())
        const keys = new Keys(state, { service })
        await assert.rejects(keys.create(label), { code: 'invalid_parameter', message: new RegExp(why) })
        assert.deepEqual(await keys.list(), [])
      })
    }
  })
}

for (const { name, skip, createPlace } of engines) {
  describe(`keys of accounts in ${name}`, { skip }, () => {
    test('an account has at most five active keys, even after ten concurrent requests', async () => {
      await using state = await openState(await createPlace())
      const keys = new Keys(state, { service })
      const owner = await createOwner(state, 'ana@example.org')
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => keys.create('bot', owner)))
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 5)
      await assert.rejects(keys.create('bot', owner), { code: 'too_many_keys' })
      assert.ok(await keys.revoke((await keys.list(owner))[0]!.id, owner))
      assert.ok(await keys.create('bot', owner))
    })

    test('a rotated key stays valid for a day, and can be rotated once', async () => {
      await using state = await openState(await createPlace())
      let now = Date.parse('2026-11-01T00:00:00Z')
      const keys = new Keys(state, { service, now: () => now })
      const owner = await createOwner(state, 'ana@example.org')
      const old = await keys.create('bot', owner)
      now += 1
      const next = (await keys.rotate(old.id, owner))!
      assert.equal(await keys.rotate(old.id, owner), null)
      now += rotationOverlapMs - 1
      assert.ok(await keys.verify(old.key))
      assert.ok(await keys.verify(next.key))
      now += 1
      await setImmediate()
      assert.equal(await keys.verify(old.key), null)
      assert.ok(await keys.verify(next.key))
      assert.deepEqual(
        (await keys.list()).map(({ label, expiresAt, owner: email }) => [label, expiresAt, email]),
        [
          ['bot', '2026-11-02T00:00:00.001Z', 'ana@example.org'],
          ['bot', null, 'ana@example.org'],
        ],
      )
    })

    test('at most five rotated keys stay valid, even after ten concurrent rotations', async () => {
      await using state = await openState(await createPlace())
      let now = Date.parse('2026-11-01T00:00:00Z')
      const keys = new Keys(state, { service, now: () => now })
      const owner = await createOwner(state, 'ana@example.org')
      const rotateEachTwice = async () => {
        const unrotated = (await keys.list(owner)).filter(({ expiresAt }) => expiresAt === null)
        return Promise.allSettled(
          unrotated.flatMap(({ id }) => [keys.rotate(id, owner), keys.rotate(id, owner)]),
        )
      }
      for (let key = 0; key < 5; key++) await keys.create('bot', owner)
      await rotateEachTwice()
      for (const result of await rotateEachTwice())
        assert.equal(result.status === 'rejected' && result.reason.code, 'too_many_keys')
      const active = await keys.list(owner)
      assert.equal(active.length, 10)
      const [rotated] = active.filter(({ expiresAt }) => expiresAt !== null)
      assert.ok(await keys.revoke(rotated!.id, owner))
      assert.equal((await rotateEachTwice()).filter(({ status }) => status === 'rejected').length, 8)
      now += rotationOverlapMs
      assert.equal((await rotateEachTwice()).filter(({ status }) => status === 'rejected').length, 0)
    })

    test('creating a key for a deleted account requires a new sign-in', async () => {
      await using state = await openState(await createPlace())
      const keys = new Keys(state, { service })
      const owner = await createOwner(state, 'ana@example.org')
      const { id } = await keys.create('bot', owner)
      await new Accounts(state).delete(owner.accountId)
      await assert.rejects(keys.create('bot', owner), { code: 'missing_credentials' })
      await assert.rejects(keys.rotate(id, owner), { code: 'missing_credentials' })
    })

    test('an account cannot list, rename, rotate or revoke the keys of another account', async () => {
      await using state = await openState(await createPlace())
      const keys = new Keys(state, { service })
      const ana = await createOwner(state, 'ana@example.org')
      const others: readonly KeyOwner[] = [await createOwner(state, 'bob@example.org'), 'operator']
      const { id, key } = await keys.create('hers', ana)
      for (const other of others) {
        assert.deepEqual(await keys.list(other), [])
        assert.equal(await keys.rename(id, 'mine', other), false)
        assert.equal(await keys.rotate(id, other), null)
        assert.equal(await keys.revoke(id, other), false)
      }
      assert.ok(await keys.verify(key))
      assert.ok(await keys.rename(id, 'hers still', ana))
      assert.equal((await keys.list(ana))[0]?.label, 'hers still')
      assert.ok(await keys.revoke(id), 'the operator can revoke any key')
    })
  })
}

async function createOwner(state: State, email: string): Promise<{ readonly accountId: string }> {
  return { accountId: (await new Accounts(state).signIn(email)).account.id }
}

async function createAndClose(place: StatePlace, label: string) {
  await using state = await openState(place)
  return await new Keys(state, { service }).create(label)
}

function revokeInAnotherProcess(place: StatePlace, id: string): void {
  const script = `
    const [keysModule, stateModule, place, id] = process.argv.slice(1)
    const { Keys } = await import(keysModule)
    const { openState } = await import(stateModule)
    await using state = await openState(JSON.parse(place))
    if (!(await new Keys(state, { service: '${service}' }).revoke(id))) process.exit(1)
  `
  const args = [
    ...['./keys.ts', './state.ts'].map((name) => import.meta.resolve(name)),
    JSON.stringify(place),
    id,
  ]
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, ...args])
}
