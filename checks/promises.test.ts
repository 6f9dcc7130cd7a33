/** Each promise of docs/security.md names a test or a file, and the words of it that hold the promise. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/^\| (.+?\.) \| (.+) \|$/gm)
const promises = Array.from(rows, ([, promise = '', proof = '']) => ({ promise, proof }))

test('docs/security.md has at least 30 promises', () =>
  assert.ok(promises.length >= 30, `${promises.length}`))

for (const { promise, proof } of promises)
  test(`a file holds: ${promise}`, () => {
    const proofs = Array.from(proof.matchAll(/`([\w./-]+)`: "([^"]+)"/g))
    assert.ok(proofs.length > 0, proof)
    for (const [, file = '', words = ''] of proofs)
      assert.ok(readFileSync(join(root, file), 'utf8').includes(words), `${file} does not contain "${words}"`)
  })
