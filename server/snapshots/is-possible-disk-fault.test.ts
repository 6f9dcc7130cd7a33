import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { loadBlockDecoder } from '@careatlas/directory/snapshot/block-decoder'
import { packBlocks, textIn } from '@careatlas/directory/snapshot/blocks'
import { openImmutable } from '@careatlas/directory/snapshot/open-immutable'
import { small } from '../small-directory.fixture.ts'
import { isPossibleDiskFault } from './is-possible-disk-fault.ts'

/** The minimum page size of SQLite (sqlite.org/fileformat.html). */
const pageBytes = 512

test('after any single bit flip, a block of cards returns the same card or an error that counts as a disk fault', async () => {
  const decompress = await loadBlockDecoder()
  const card = JSON.stringify({ npi: small.npi, biography: 'She heals.' })
  const [block] = packBlocks([[small.npi, card]])
  let diskFaults = 0
  for (let bit = 0; bit < block!.bytes.length * 8; bit++) {
    const flipped = Buffer.from(block!.bytes)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    try {
      assert.equal(textIn(flipped, small.npi, decompress), card)
    } catch (error) {
      assert.ok(isPossibleDiskFault(error), String(error))
      diskFaults++
    }
  }
  assert.ok(diskFaults > 0)
})

test('after any single bit flip in the row of a card, reading it returns a row or an error that counts as a disk fault', async () => {
  const decompress = await loadBlockDecoder()
  using folder = mkdtempDisposableSync(join(tmpdir(), 'flip-'))
  const file = join(folder.path, 'cards.sqlite')
  const [block] = packBlocks([[small.npi, '{"npi":"1"}']])
  {
    using database = new DatabaseSync(file)
    database.exec(`PRAGMA page_size = ${pageBytes}; CREATE TABLE block (bytes BLOB)`)
    database.prepare('INSERT INTO block VALUES (?)').run(block!.bytes)
  }
  const written = readFileSync(file)
  const row = written.indexOf(block!.bytes)
  const errorNames = new Set<string>()
  // The header of the row holds the type of the value (sqlite.org/fileformat.html, section 2.1).
  for (let bit = (row - 4) * 8; bit < row * 8; bit++) {
    const flipped = Buffer.from(written)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(file, flipped)
    try {
      using database = openImmutable(file)
      const { bytes } = database.prepare('SELECT bytes FROM block').get() as { bytes: Uint8Array }
      textIn(bytes, small.npi, decompress)
    } catch (error) {
      assert.ok(isPossibleDiskFault(error), String(error))
      errorNames.add((error as Error).name)
    }
  }
  assert.ok(errorNames.has('TypeError'), [...errorNames].join())
})

test('an error of the framework about a request is not reported as a disk fault', () => {
  assert.equal(isPossibleDiskFault(Object.assign(new RangeError('too large'), { statusCode: 413 })), false)
})

test('a busy state database is not reported as a disk fault', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'busy-state-'))
  const file = join(folder.path, 'state.sqlite')
  using writer = new DatabaseSync(file)
  using secondWriter = new DatabaseSync(file, { timeout: 0 })
  writer.exec('BEGIN EXCLUSIVE')
  assert.throws(
    () => secondWriter.exec('BEGIN IMMEDIATE'),
    (error: Error) => /database is locked/.test(error.message) && !isPossibleDiskFault(error),
  )
})
