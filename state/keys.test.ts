import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createApiKey } from './api-key.ts'
import { engines } from './engines.fixture.ts'
import { Keys } from './keys.ts'
import { openState, type StatePlace } from './state.ts'

const service = 'atlas'

for (const { name, skip, emptyPlace } of engines) {
  describe(`keys in ${name}`, { skip }, () => {
    test('a created key verifies, and only that one', async () => {
      await using state = await openState(await emptyPlace())
      const keys = new Keys(state, { service })
      const { id, key } = await keys.create('front desk')
      assert.deepEqual(await keys.verify(key), { keyId: id })
      assert.equal(await keys.verify(createApiKey(service)), null)
      assert.equal(await keys.verify(createApiKey('other')), null)
      assert.equal(await keys.verify(''), null)
    })

    test('a key survives the process that made it', async () => {
      const place = await emptyPlace()
      const { id, key } = await createAndClose(place, 'first')
      await using state = await openState(place)
      assert.deepEqual(await new Keys(state, { service }).verify(key), { keyId: id })
    })

    test('a key revoked by another process is refused from the next request on', async () => {
      const place = await emptyPlace()
      await using state = await openState(place)
      const keys = new Keys(state, { service })
      const { id, key } = await keys.create('stolen')
      assert.ok(await keys.verify(key))
      revokeInAnotherProcess(place, id)
      await setImmediate()
      assert.equal(await keys.verify(key), null)
      assert.equal(await keys.revoke(id), false, 'it is revoked once')
    })

    test('a key revoked by the same process is refused at once', async () => {
      await using state = await openState(await emptyPlace())
      const keys = new Keys(state, { service })
      const { id, key } = await keys.create('stolen')
      assert.ok(await keys.verify(key))
      assert.ok(await keys.revoke(id))
      assert.equal(await keys.verify(key), null)
    })

    test('a list tells label, display form and instants', async () => {
      await using state = await openState(await emptyPlace())
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
          lastUsedAt: '2026-11-01T00:00:00.000Z',
          revokedAt: '2026-11-01T00:02:00.000Z',
        },
      ])
    })

    test('a use a minute later is written', async () => {
      await using state = await openState(await emptyPlace())
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
      test(`the label ${JSON.stringify(label)} is refused`, async () => {
        await using state = await openState(await emptyPlace())
        const keys = new Keys(state, { service })
        await assert.rejects(keys.create(label), { code: 'invalid_parameter', message: new RegExp(why) })
        assert.deepEqual(await keys.list(), [])
      })
    }
  })
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
  const words = [
    ...['./keys.ts', './state.ts'].map((name) => import.meta.resolve(name)),
    JSON.stringify(place),
    id,
  ]
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, ...words])
}
