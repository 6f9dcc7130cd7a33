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
      await using at = await keysIn(await createPlace())
      const loaded = await Promise.all([at.kids(), at.kids(), at.kids()])
      assert.equal(loaded[0]?.length, 1)
      assert.deepEqual(loaded[1], loaded[0])
      assert.deepEqual(loaded[2], loaded[0])
    })

    test('are published before they sign, and deleted when their tokens have expired', async () => {
      await using at = await keysIn(await createPlace())
      const [old] = await at.kids()
      const { kid, signsFrom } = await at.keys.rotate()
      assert.equal(Date.parse(signsFrom), at.clock.now + publishLeadMs)
      assert.deepEqual(await at.kids(), [old, kid])
      at.clock.now += publishLeadMs - 1
      assert.deepEqual(await at.kids(), [old, kid])
      at.clock.now += 1
      assert.deepEqual(await at.kids(), [kid, old])
      at.clock.now += overlapMs - 1
      assert.ok(overlapMs > signatureLifetimeMs)
      assert.deepEqual(await at.kids(), [kid, old])
      at.clock.now += 1
      assert.deepEqual(await at.kids(), [kid])
      assert.deepEqual(await generations(at.state), [2])
    })

    test('are rotated once by concurrent rotations, even before the first load', async () => {
      await using at = await keysIn(await createPlace())
      const rotated = await Promise.all(Array.from({ length: 6 }, () => at.keys.rotate()))
      assert.equal(new Set(rotated.map(({ kid }) => kid)).size, 1)
      assert.equal((await at.kids()).length, 2)
    })

    test('are all invalid after a replacement', async () => {
      await using at = await keysIn(await createPlace())
      await at.keys.rotate()
      const before = await at.kids()
      const { kid, signsFrom } = await at.keys.replace()
      assert.equal(Date.parse(signsFrom), at.clock.now)
      assert.deepEqual(await at.kids(), [kid])
      assert.ok(!before.includes(kid))
      assert.deepEqual(await generations(at.state), [3])
    })

    test('include exactly one that signs after concurrent rotations and replacements', async () => {
      await using at = await keysIn(await createPlace())
      const [old] = await at.kids()
      await Promise.all([at.keys.replace(), at.keys.rotate(), at.keys.replace(), at.keys.rotate()])
      const after = await at.kids()
      assert.ok(after.length === 1 || after.length === 2)
      assert.ok(!after.includes(old!))
    })

    test('have distinct generations, and are the same for every server', async () => {
      await using at = await keysIn(await createPlace())
      await at.keys.rotate()
      const other = new SigningKeys(at.state, () => at.clock.now)
      assert.deepEqual(await other.load(), await at.keys.load())
      const [one, two] = (await at.keys.load()) as [SigningKey, SigningKey]
      assert.notEqual(one.d, two.d)
    })
  })
}

/** Keys, and a clock that the test sets. */
async function keysIn(place: StatePlace) {
  const state = await openState(place)
  const clock = { now: 1_800_000_000_000 }
  const keys = new SigningKeys(state, () => clock.now)
  return {
    state,
    clock,
    keys,
    kids: async () => (await keys.load()).map(({ kid }) => kid),
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  }
}

async function generations({ database }: State): Promise<readonly number[]> {
  const rows = await database.selectFrom('signing_key').select('generation').execute()
  return rows.map(({ generation }) => generation)
}
