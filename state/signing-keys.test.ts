import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { engines } from './engines.fixture.ts'
import {
  overlapMs,
  publishLeadMs,
  signatureLifetimeMs,
  type SigningKey,
  SigningKeys,
} from './signing-keys.ts'
import { openState, type State, type StatePlace } from './state.ts'

for (const { name, skip, createPlace } of engines) {
  describe(`signing keys in ${name}`, { skip }, () => {
    test('start as one key, even with concurrent requests', async () => {
      await using setup = await openKeys(await createPlace())
      const loaded = await Promise.all([setup.keyIds(), setup.keyIds(), setup.keyIds()])
      assert.equal(loaded[0]?.length, 1)
      assert.deepEqual(loaded[1], loaded[0])
      assert.deepEqual(loaded[2], loaded[0])
    })

    test('are published before they sign, and deleted when their tokens have expired', async () => {
      await using setup = await openKeys(await createPlace())
      const [old] = await setup.keyIds()
      const { kid, signsFrom } = await setup.keys.rotate()
      assert.equal(Date.parse(signsFrom), setup.clock.now + publishLeadMs)
      assert.deepEqual(await setup.keyIds(), [old, kid])
      setup.clock.now += publishLeadMs - 1
      assert.deepEqual(await setup.keyIds(), [old, kid])
      setup.clock.now += 1
      assert.deepEqual(await setup.keyIds(), [kid, old])
      setup.clock.now += overlapMs - 1
      assert.ok(overlapMs > signatureLifetimeMs)
      assert.deepEqual(await setup.keyIds(), [kid, old])
      setup.clock.now += 1
      assert.deepEqual(await setup.keyIds(), [kid])
      assert.deepEqual(await generations(setup.state), [2])
    })

    test('are rotated once by concurrent rotations, even before the first load', async () => {
      await using setup = await openKeys(await createPlace())
      const rotated = await Promise.all(Array.from({ length: 6 }, () => setup.keys.rotate()))
      assert.equal(new Set(rotated.map(({ kid }) => kid)).size, 1)
      assert.equal((await setup.keyIds()).length, 2)
    })

    test('are all invalid after a replacement', async () => {
      await using setup = await openKeys(await createPlace())
      await setup.keys.rotate()
      const before = await setup.keyIds()
      const { kid, signsFrom } = await setup.keys.replace()
      assert.equal(Date.parse(signsFrom), setup.clock.now)
      assert.deepEqual(await setup.keyIds(), [kid])
      assert.ok(!before.includes(kid))
      assert.deepEqual(await generations(setup.state), [3])
    })

    test('are one or two new ones after concurrent rotations and replacements', async () => {
      await using setup = await openKeys(await createPlace())
      const { keys } = setup
      const [old] = await setup.keyIds()
      await Promise.all([keys.replace(), keys.rotate(), keys.replace(), keys.rotate()])
      const after = await setup.keyIds()
      assert.ok(after.length === 1 || after.length === 2)
      assert.ok(!after.includes(old!))
    })

    test('are distinct, and the same for every server', async () => {
      await using setup = await openKeys(await createPlace())
      await setup.keys.rotate()
      const other = new SigningKeys(setup.state, () => setup.clock.now)
      assert.deepEqual(await other.load(), await setup.keys.load())
      const [first, second] = (await setup.keys.load()) as [SigningKey, SigningKey]
      assert.notEqual(first.d, second.d)
    })
  })
}

/** Signing keys in a state, with a clock that the test sets. */
async function openKeys(place: StatePlace) {
  const state = await openState(place)
  const clock = { now: 1_800_000_000_000 }
  const keys = new SigningKeys(state, () => clock.now)
  return {
    state,
    clock,
    keys,
    keyIds: async () => (await keys.load()).map(({ kid }) => kid),
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  }
}

async function generations({ database }: State): Promise<readonly number[]> {
  const rows = await database.selectFrom('signing_key').select('generation').execute()
  return rows.map(({ generation }) => generation)
}
