import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync, readdirSync, readlinkSync } from 'node:fs'
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

const openFiles = '/proc/self/fd'
const skip = existsSync(openFiles) ? false : 'only Linux lists the open files of a process'
test('a disposed spill leaves no file open', { skip }, () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'spill-'))
  const openHere = () =>
    readdirSync(openFiles)
      .map((name) => linkTarget(join(openFiles, name)))
      .filter((path) => path.startsWith(folder.path)).length
  const spill = new Spill<string>(folder.path, 'values')
  for (let partition = 0; partition < 3; partition++) spill.append(partition, 'x'.repeat(1 << 20))
  assert.equal(openHere(), 3)
  spill[Symbol.dispose]()
  assert.equal(openHere(), 0)
})

/** Empty for the descriptor of the listing itself, which is closed by then. */
function linkTarget(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
