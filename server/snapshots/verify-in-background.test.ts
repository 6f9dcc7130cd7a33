import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { ErrorEnvelope, Health } from '@careatlas/contract/envelopes'
import { packBlocks, textIn } from '@careatlas/directory/snapshot/blocks'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { runServer } from '../running.fixture.ts'
import { suspectsDisk } from './verify-in-background.ts'
import { publishSmallDirectory, small } from '../small-directory.fixture.ts'

/** The minimum page size of SQLite (sqlite.org/fileformat.html). */
const pageBytes = 512

/** Overwrites the file from the second page on with zeros, as a disk that loses blocks does. The length does not change. */
async function loseBlocks(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(size - pageBytes), 0, size - pageBytes, pageBytes)
}

test('a card that the disk has lost gets 500, and later requests are served from the previous snapshot', async () => {
  await using server = await runServer({}, { published: false })
  await publishSmallDirectory(server.dataDir, '2026-11-09.1', 'Old.')
  await publishSmallDirectory(server.dataDir, '2026-11-09.2', 'New.')
  const health = async () => Health.safeParse(await (await server.get('/v1/health')).json()).data
  while ((await health())?.generation !== '2026-11-09.2');
  await loseBlocks(join(snapshotFolder(server.dataDir, '2026-11-09.2'), 'cards.sqlite'))
  const lost = await server.get(`/v1/providers/${small.npi}`)
  assert.equal(lost.status, 500)
  assert.equal(ErrorEnvelope.parse(await lost.json()).error.code, 'internal_error')
  while ((await health())?.generation !== '2026-11-09.1');
  assert.equal((await health())?.status, 'degraded')
  const repaired = await server.get(`/v1/providers/${small.npi}`)
  assert.match(await repaired.text(), /Old\./)
})

test('after any single bit flip, a block of cards returns the same card or an error that counts as a disk fault', () => {
  const card = JSON.stringify({ npi: small.npi, biography: 'She heals.' })
  const [block] = packBlocks([[small.npi, card]])
  let suspected = 0
  for (let bit = 0; bit < block!.bytes.length * 8; bit++) {
    const flipped = Buffer.from(block!.bytes)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    try {
      assert.equal(textIn(flipped, small.npi), card)
    } catch (error) {
      assert.ok(suspectsDisk(error), String(error))
      suspected++
    }
  }
  assert.ok(suspected > 0)
  assert.equal(suspectsDisk(new TypeError('a programming error')), false)
})

test('a busy state database is not reported as a disk fault', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'scrub-'))
  const file = join(folder.path, 'state.sqlite')
  using writer = new DatabaseSync(file)
  using other = new DatabaseSync(file, { timeout: 0 })
  writer.exec('BEGIN EXCLUSIVE')
  assert.throws(
    () => other.exec('BEGIN IMMEDIATE'),
    (error: Error) => /database is locked/.test(error.message) && !suspectsDisk(error),
  )
})
