import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  readCurrentGeneration,
  listPublishedGenerations,
  snapshotFolder,
  snapshotsFolder,
} from '@careatlas/directory/snapshot/current'
import { testManifest } from '@careatlas/directory/snapshot/snapshot.fixture'
import { createBuildingFolder, nextGeneration, publish } from './publish.ts'

async function publishAsOf(dataDir: string, dataAsOf: string): Promise<string> {
  using building = createBuildingFolder(dataDir)
  const generation = nextGeneration(dataDir, dataAsOf)
  await publish(dataDir, building.snapshot, {
    ...testManifest,
    generation,
    data_as_of: dataAsOf,
    files: {},
  })
  return generation
}

test('the number of a generation shows the order of publishing, for any date of the data', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'publish-'))
  assert.equal(await publishAsOf(folder.path, '2026-11-09'), '2026-11-09.1')
  assert.equal(await publishAsOf(folder.path, '2018-12-01'), '2018-12-01.2')
  assert.equal(await publishAsOf(folder.path, '2026-11-09'), '2026-11-09.3')
  assert.equal(readCurrentGeneration(folder.path), '2026-11-09.3')
})

test('keeps the live generation and the previous one, and removes the others', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'publish-'))
  for (const day of ['2026-11-09', '2026-11-16', '2018-12-01', '2017-12-01'])
    await publishAsOf(folder.path, day)
  assert.deepEqual(readdirSync(snapshotsFolder(folder.path)).toSorted(), ['2017-12-01.4', '2018-12-01.3'])
})

test('keeps the best undamaged one of the older generations', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'publish-'))
  for (const day of ['2026-11-09', '2026-11-16']) await publishAsOf(folder.path, day)
  writeFileSync(join(snapshotFolder(folder.path, '2026-11-16.2'), 'extra'), '')
  await publishAsOf(folder.path, '2026-11-23')
  assert.deepEqual(listPublishedGenerations(folder.path), ['2026-11-23.3', '2026-11-09.1'])
})

test('keeps a damaged generation if there is no better one', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'publish-'))
  await publishAsOf(folder.path, '2026-11-09')
  writeFileSync(join(snapshotFolder(folder.path, '2026-11-09.1'), 'extra'), '')
  await publishAsOf(folder.path, '2026-11-16')
  assert.deepEqual(listPublishedGenerations(folder.path), ['2026-11-16.2', '2026-11-09.1'])
})

test('the next ingest removes the folders that a killed ingest was building or removing', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'publish-'))
  for (const name of ['.building-1/work', '.removing-2026-11-09.1/segment', '.hidden'])
    mkdirSync(snapshotFolder(folder.path, name), { recursive: true })
  createBuildingFolder(folder.path)[Symbol.dispose]()
  assert.deepEqual(readdirSync(snapshotsFolder(folder.path)), ['.hidden'])
})

test('if the pointer cannot be written, the old pointer remains, without a new snapshot or a partial pointer', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'publish-'))
  await publishAsOf(folder.path, '2026-11-09')
  mkdirSync(join(folder.path, 'CURRENT.next'))
  await assert.rejects(publishAsOf(folder.path, '2026-11-16'), { code: 'EISDIR' })
  assert.equal(readCurrentGeneration(folder.path), '2026-11-09.1')
  assert.deepEqual(readdirSync(snapshotsFolder(folder.path)), ['2026-11-09.1'])
})

test('does not remove snapshots without a pointer', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'publish-'))
  for (const day of ['2026-11-09', '2026-11-16']) await publishAsOf(folder.path, day)
  rmSync(join(folder.path, 'CURRENT'))
  await publishAsOf(folder.path, '2018-12-01')
  assert.equal(readdirSync(snapshotsFolder(folder.path)).length, 3)
})

test('ignores other folders next to the snapshots', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'publish-'))
  const otherFolders = ['2026-11-09.1.bak', '2026-11-09.', '2026-11-09.NaN', 'notes']
  for (const name of otherFolders) mkdirSync(snapshotFolder(folder.path, name), { recursive: true })
  assert.equal(await publishAsOf(folder.path, '2026-11-09'), '2026-11-09.1')
  for (let round = 2; round <= 4; round++) await publishAsOf(folder.path, '2026-11-09')
  assert.deepEqual(
    readdirSync(snapshotsFolder(folder.path)).toSorted(),
    [...otherFolders, '2026-11-09.3', '2026-11-09.4'].toSorted(),
  )
})
