import assert from 'node:assert/strict'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ErrorEnvelope, Health } from '@careatlas/contract/envelopes'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { runServer } from '../running.fixture.ts'
import { publishSmallDirectory, small } from '../small-directory.fixture.ts'

/** The minimum page size of SQLite (sqlite.org/fileformat.html). */
const pageBytes = 512

/** Overwrites the file with zeros from the second page on, as a disk that loses blocks does. The length does not change. */
async function zeroBlocks(path: string): Promise<void> {
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
  await zeroBlocks(join(snapshotFolder(server.dataDir, '2026-11-09.2'), 'cards.sqlite'))
  const lost = await server.get(`/v1/providers/${small.npi}`)
  assert.equal(lost.status, 500)
  assert.equal(ErrorEnvelope.parse(await lost.json()).error.code, 'internal_error')
  while ((await health())?.generation !== '2026-11-09.1');
  assert.equal((await health())?.status, 'degraded')
  const repaired = await server.get(`/v1/providers/${small.npi}`)
  assert.match(await repaired.text(), /Old\./)
})
