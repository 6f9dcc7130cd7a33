import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { partitionCount } from '../partition.ts'
import { dropSpill, readSpill, Spill } from './spill.ts'

interface Value {
  readonly n: number
  readonly text: string
}

test('values of two threads are read in the order of appending, and a dropped partition leaves no file', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'spill-'))
  const spills = [0, 1].map((thread) => new Spill<Value>(folder.path, 'values', thread))
  const count = 20_000
  for (let n = 0; n < count; n++) {
    // Every 5,000th line is longer than the buffer of a partition.
    const text = 'é\n"'.repeat(n % 5000 === 0 ? 20_000 : 10)
    spills[n % 2]!.append(n % 3, { n, text })
  }
  for (const spill of spills) spill.flush()
  for (let partition = 0; partition < 3; partition++) {
    const numbers = Array.from(readSpill<Value>(folder.path, 'values', 1, partition), ({ n }) => n)
    const ofPartition = Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 === partition)
    assert.deepEqual(numbers, [
      ...ofPartition.filter((n) => n % 2 === 0),
      ...ofPartition.filter((n) => n % 2 === 1),
    ])
    dropSpill(folder.path, 'values', 1, partition)
  }
  assert.deepEqual(readdirSync(folder.path), [])
  assert.deepEqual([...readSpill(folder.path, 'values', 1, partitionCount - 1)], [])
})
