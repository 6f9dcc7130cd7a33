import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { partitionCount, Spill } from './spill.ts'

test('what was appended comes back in order, from memory and from disk', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'spill-'))
  using spill = new Spill<{ n: number; text: string }>(folder.path, 'values')
  const count = 20_000
  for (let n = 0; n < count; n++) spill.append(n % 3, { n, text: 'é\n"'.repeat(10) })
  for (let partition = 0; partition < 3; partition++) {
    const numbers = [...spill.read(partition)].map(({ n }) => n)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
    assert.equal(numbers.length, Math.ceil((count - partition) / 3))
  }
  assert.deepEqual([...spill.read(partitionCount - 1)], [])
})
