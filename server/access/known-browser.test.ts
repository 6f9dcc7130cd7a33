import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createProof, isValidProof } from './known-browser.ts'

const pepper = randomBytes(32)
const email = 'user@example.com'

test('a proof is valid for its address and its pepper only', () => {
  const proof = createProof(pepper, email)
  assert.ok(isValidProof(pepper, email, proof))
  assert.ok(!isValidProof(pepper, 'other@example.com', proof))
  assert.ok(!isValidProof(randomBytes(32), email, proof))
})

test('a proof has only one spelling, so that one browser cannot count as several', () => {
  const proof = createProof(pepper, email)
  const bytes = Buffer.from(proof, 'base64url')
  const spellings = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    .split('')
    .map((last) => proof.slice(0, -1) + last)
    .filter((spelling) => Buffer.from(spelling, 'base64url').equals(bytes))
  assert.equal(spellings.length, 4)
  assert.deepEqual(
    [...spellings, `${proof}=`].filter((spelling) => isValidProof(pepper, email, spelling)),
    [proof],
  )
})
