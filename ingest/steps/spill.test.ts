import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { partitionCount } from '../partition.ts'
import { dropSpill, readSpillLines, Spill } from './spill.ts'

interface Value {
  readonly n: number
  readonly text: string
}

const parseNumber = (line: string): number => (JSON.parse(line) as Value).n

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
    const numbers = Array.from(readSpillLines(folder.path, 'values', 1, partition), parseNumber)
    const expected = Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 === partition)
    assert.deepEqual(numbers, [
      ...expected.filter((n) => n % 2 === 0),
      ...expected.filter((n) => n % 2 === 1),
    ])
    dropSpill(folder.path, 'values', 1, partition)
  }
  assert.deepEqual(readdirSync(folder.path), [])
  assert.deepEqual([...readSpillLines(folder.path, 'values', 1, partitionCount - 1)], [])
})

test('a thread reads its own values without a flush: those on disk, then those in its buffer', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'spill-'))
  const spill = new Spill<Value>(folder.path, 'values', 0)
  const readWritten = (): number[] => Array.from(readSpillLines(folder.path, 'values', 0, 0), parseNumber)
  const readAll = (): number[] => [...readWritten(), ...Array.from(spill.pendingLines(0), parseNumber)]
  spill.append(0, { n: 0, text: 'é' })
  assert.deepEqual([readWritten(), readAll()], [[], [0]])
  for (let n = 1; n < 5000; n++) spill.append(0, { n, text: 'é\n"'.repeat(n === 2500 ? 20_000 : 10) })
  assert.ok(readWritten().length > 2500 && readWritten().length < 5000)
  assert.deepEqual(
    readAll(),
    Array.from({ length: 5000 }, (_, n) => n),
  )
  spill.dropPending(0)
  assert.deepEqual(readAll(), readWritten())
})
