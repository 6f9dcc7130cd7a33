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
  describe(`the keys that sign, in ${name}`, { skip }, () => {
    test('are one key, whoever asks first', async () => {
      await using at = await keysIn(await createPlace())
      const asked = await Promise.all([at.kids(), at.kids(), at.kids()])
      assert.equal(asked[0]?.length, 1)
      assert.deepEqual(asked[1], asked[0])
      assert.deepEqual(asked[2], asked[0])
    })

    test('are followed by one that is published before it signs, and go when what they signed is over', async () => {
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

    test('are rotated once by many at once, also before the first is asked for', async () => {
      await using at = await keysIn(await createPlace())
      const rotated = await Promise.all(Array.from({ length: 6 }, () => at.keys.rotate()))
      assert.equal(new Set(rotated.map(({ kid }) => kid)).size, 1)
      assert.equal((await at.kids()).length, 2)
    })

    test('are replaced at once by one that nobody else has', async () => {
      await using at = await keysIn(await createPlace())
      await at.keys.rotate()
      const before = await at.kids()
      const { kid, signsFrom } = await at.keys.replace()
      assert.equal(Date.parse(signsFrom), at.clock.now)
      assert.deepEqual(await at.kids(), [kid])
      assert.ok(!before.includes(kid))
      assert.deepEqual(await generations(at.state), [3])
    })

    test('are one that signs after rotations and replacements at once', async () => {
      await using at = await keysIn(await createPlace())
      const [old] = await at.kids()
      await Promise.all([at.keys.replace(), at.keys.rotate(), at.keys.replace(), at.keys.rotate()])
      const after = await at.kids()
      assert.ok(after.length === 1 || after.length === 2)
      assert.ok(!after.includes(old!))
    })

    test('are each of another generation, and the same for whoever loads them', async () => {
      await using at = await keysIn(await createPlace())
      await at.keys.rotate()
      const other = new SigningKeys(at.state, () => at.clock.now)
      assert.deepEqual(await other.load(), await at.keys.load())
      const [one, two] = (await at.keys.load()) as [SigningKey, SigningKey]
      assert.notEqual(one.d, two.d)
    })
  })
}

/** Keys, and a clock that is set by hand. */
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
