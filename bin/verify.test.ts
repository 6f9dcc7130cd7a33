import assert from 'node:assert/strict'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { publishSmallDirectory } from '@careatlas/server/small-directory.fixture'
import { Installation } from './command.fixture.ts'

const [older, newer] = ['2026-11-09.1', '2026-11-16.2']

/** Each case damages the newer snapshot or the data folder, and gives the message that the command prints. */
const damages: Readonly<
  Record<string, [damage: (snapshot: string, dataDir: string) => void, message: RegExp]>
> = {
  'a longer file': [
    (snapshot) => appendFileSync(join(snapshot, 'cards.sqlite'), 'x'),
    /cards\.sqlite has \d+ bytes instead of/,
  ],
  'a cut file': [
    (snapshot) => truncateSync(join(snapshot, 'regions.json'), 3),
    /regions\.json has 3 bytes instead of/,
  ],
  'a missing file': [
    (snapshot) => rmSync(join(snapshot, 'segment/providers/id.u32')),
    /segment\/providers\/id\.u32 is missing/,
  ],
  'an extra file': [
    (snapshot) => writeFileSync(join(snapshot, 'notes.txt'), ''),
    /notes\.txt is not in the manifest/,
  ],
  'a file that is a symbolic link': [
    (snapshot, dataDir) => {
      renameSync(join(snapshot, 'cards.sqlite'), join(dataDir, 'moved.sqlite'))
      symlinkSync(join(dataDir, 'moved.sqlite'), join(snapshot, 'cards.sqlite'))
    },
    /cards\.sqlite is not a plain file/,
  ],
  'a folder that is a symbolic link': [
    (snapshot, dataDir) => {
      renameSync(join(snapshot, 'segment'), join(dataDir, 'moved'))
      symlinkSync(join(dataDir, 'moved'), join(snapshot, 'segment'))
    },
    /segment is not in the manifest/,
  ],
  'the files of another generation': [
    (snapshot, dataDir) => {
      rmSync(snapshot, { recursive: true })
      cpSync(snapshotFolder(dataDir, older), snapshot, { recursive: true })
    },
    /its manifest has the generation 2026-11-09\.1/,
  ],
  'a pointer to a missing folder': [
    (_, dataDir) => writeFileSync(join(dataDir, pointerFile), '2026-11-23.9\n'),
    /snapshots\/2026-11-23\.9 is damaged \(its folder is missing\)/,
  ],
  'a pointer out of the folder': [
    (_, dataDir) => writeFileSync(join(dataDir, pointerFile), '../../etc\n'),
    /CURRENT in \S+ names no snapshot/,
  ],
  'a pointer that is a folder': [
    (_, dataDir) => {
      rmSync(join(dataDir, pointerFile))
      mkdirSync(join(dataDir, pointerFile))
    },
    /CURRENT in \S+ names no snapshot/,
  ],
}

for (const [what, [damage, message]] of Object.entries(damages)) {
  test(`verify reports ${what} in one sentence with status 1, and that the older snapshot is intact`, async () => {
    using installation = new Installation()
    for (const generation of [older, newer]) await publishSmallDirectory(installation.dataDir, generation)
    damage(snapshotFolder(installation.dataDir, newer), installation.dataDir)
    const { status, stdout, stderr } = await installation.run('verify')
    assert.equal(status, 1, stderr)
    assert.match(stderr, message)
    assert.match(stderr, /^[^\n]+: publish (?:it|one) again with careatlas ingest\.\n$/)
    assert.match(stdout, /2026-11-09\.1 is intact/)
  })
}

test('verify reports damage of the older snapshot', async () => {
  using installation = new Installation()
  for (const generation of [older, newer]) await publishSmallDirectory(installation.dataDir, generation)
  appendFileSync(join(snapshotFolder(installation.dataDir, older), 'carriers.json'), ' ')
  const { status, stdout, stderr } = await installation.run('verify')
  assert.equal(status, 1)
  assert.match(stdout, /^2026-11-16\.2 is intact: \d+ files match the manifest\.\n$/)
  assert.match(stderr, /2026-11-09\.1 is damaged \(carriers\.json has/)
})

test('verify lists the intact snapshots, the current one first, with status 0', async () => {
  using installation = new Installation()
  for (const generation of [older, newer]) await publishSmallDirectory(installation.dataDir, generation)
  const { status, stdout, stderr } = await installation.run('verify')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^2026-11-16\.2 is intact: .*\n2026-11-09\.1 is intact: .*\n$/)
})

test('verify of a folder without a snapshot is wrong usage', async () => {
  using installation = new Installation()
  const { status, stderr } = await installation.run('verify')
  assert.equal(status, 2)
  assert.match(stderr, /has no snapshot yet/)
})
