import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { MessageCipher, open, seal } from './message-cipher.ts'

const keys = [randomBytes(32), randomBytes(32)] as const
const changed = { name: 'StateError', message: /was changed\. Restore a backup\.$/ }

test('sealed data opens only with the same key and context', () => {
  const sealed = seal(Buffer.from('my knee'), keys[0], 'here')
  assert.equal(open(sealed, keys[0], 'here').toString(), 'my knee')
  assert.ok(!sealed.includes('my knee'))
  assert.throws(() => open(sealed, keys[1], 'here'), changed)
  assert.throws(() => open(sealed, keys[0], 'there'), changed)
})

test('the same data is sealed differently each time', () => {
  const [one, two] = [1, 2].map(() => seal(Buffer.from('my knee'), keys[0], 'here').toString('hex'))
  assert.notEqual(one, two)
})

test('a change of any byte, and a shorter text, are detected', () => {
  const sealed = seal(Buffer.from('my knee'), keys[0], 'here')
  for (const index of sealed.keys()) {
    const flipped = Buffer.from(sealed)
    flipped[index]! ^= 1
    assert.throws(() => open(flipped, keys[0], 'here'), changed)
    assert.throws(() => open(sealed.subarray(0, index), keys[0], 'here'), changed)
  }
})

test('a data key belongs to one conversation', () => {
  const cipher = new MessageCipher(keys)
  const stored = cipher.createKey('one')
  assert.equal(cipher.unwrapKey('one', stored).length, 32)
  assert.throws(() => cipher.unwrapKey('two', stored), changed)
})

test('an older key of the operator decrypts, and the current one encrypts', () => {
  const old = new MessageCipher([keys[0]])
  const rotated = new MessageCipher([keys[1], keys[0]])
  const stored = old.createKey('one')
  const rewrapped = rotated.rewrapKey('one', stored)
  assert.deepEqual([rewrapped.keyId, rotated.hasKey(stored.keyId)], [rotated.currentKeyId, true])
  const onlyNew = new MessageCipher([keys[1]])
  assert.deepEqual(onlyNew.unwrapKey('one', rewrapped), old.unwrapKey('one', stored))
  assert.throws(() => onlyNew.unwrapKey('one', stored), {
    name: 'StateError',
    message: `The state has conversations that are encrypted with the key ${stored.keyId}. Add this key to STATE_ENCRYPTION_KEY, after the current one.`,
  })
})
