import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import {
  computeChecksums,
  newestManifest,
  sealManifest,
  verifyGeneration,
  verifySnapshot,
} from './checksums.ts'
import { snapshotFolder } from './current.ts'
import type { Manifest } from './format.ts'
import { testManifest, createTestSnapshot } from './snapshot.fixture.ts'

async function publishSnapshot(folder: string): Promise<Manifest> {
  mkdirSync(join(folder, 'segment'), { recursive: true })
  writeFileSync(join(folder, 'cards.sqlite'), 'cards')
  writeFileSync(join(folder, 'segment', 'geo.lat.f64'), 'points')
  const manifest = { ...testManifest, files: await computeChecksums(folder) }
  for (const [name, text] of sealManifest(manifest)) writeFileSync(join(folder, name), text)
  return manifest
}

const flipBit = (path: string, offset: number): void => {
  const bytes = readFileSync(path)
  bytes[offset] = (bytes[offset] as number) ^ 1
  writeFileSync(path, bytes)
}

const damageCases: Readonly<Record<string, [damage: (folder: string) => void, message: RegExp]>> = {
  'a flipped bit in a column': [
    (f) => flipBit(join(f, 'segment/geo.lat.f64'), 2),
    /geo\.lat\.f64 does not match its SHA-256/,
  ],
  'a longer file': [
    (f) => appendFileSync(join(f, 'cards.sqlite'), 'x'),
    /cards\.sqlite has 6 bytes instead of 5/,
  ],
  'a missing file': [(f) => rmSync(join(f, 'cards.sqlite')), /cards\.sqlite is missing/],
  'an unlisted file': [(f) => writeFileSync(join(f, 'extra'), ''), /extra is not in the manifest/],
  'a flipped bit in the manifest': [
    (f) => flipBit(join(f, 'manifest.json'), 40),
    /manifest\.json does not match manifest\.sha256/,
  ],
  'a flipped bit in the seal': [
    (f) => flipBit(join(f, 'manifest.sha256'), 3),
    /manifest\.json does not match manifest\.sha256/,
  ],
  'a malformed manifest': [
    (f) => {
      writeFileSync(join(f, 'manifest.json'), '{')
      writeFileSync(join(f, 'manifest.sha256'), `${createHash('sha256').update('{').digest('hex')}\n`)
    },
    /manifest\.json has a format/,
  ],
  'a missing manifest': [(f) => rmSync(join(f, 'manifest.json')), /manifest\.json is missing/],
  'a missing folder': [(f) => rmSync(f, { recursive: true }), /its folder is missing/],
  'a folder instead of a file': [
    (f) => {
      rmSync(join(f, 'cards.sqlite'))
      mkdirSync(join(f, 'cards.sqlite'))
    },
    /cards\.sqlite is missing/,
  ],
  'a link to the same bytes elsewhere': [
    (f) => replaceWithLink(f, 'cards.sqlite'),
    /cards\.sqlite is not a plain file/,
  ],
  'a link to a folder of the same files': [
    (f) => replaceWithLink(f, 'segment'),
    /segment is not in the manifest; segment\/geo\.lat\.f64 is missing/,
  ],
  'a symbolic link instead of the manifest': [
    (f) => replaceWithLink(f, 'manifest.json'),
    /manifest\.json is not a plain file/,
  ],
  'a named pipe': [
    (f) => {
      rmSync(join(f, 'cards.sqlite'))
      execFileSync('mkfifo', [join(f, 'cards.sqlite')])
    },
    /cards\.sqlite is not a plain file/,
  ],
  'a page of zeros': [
    (f) => writeFileSync(join(f, 'segment/geo.lat.f64'), Buffer.alloc(6)),
    /geo\.lat\.f64 does not match its SHA-256/,
  ],
  'more damaged files than one error message lists': [
    (f) => {
      for (let extra = 0; extra < 9; extra++) writeFileSync(join(f, `extra-${extra}`), '')
    },
    /extra-0 is not in the manifest; .*extra-4 is not in the manifest; and 4 more\)/,
  ],
}

/** Moves a file or folder out of the snapshot, and puts a symbolic link in its place. */
function replaceWithLink(folder: string, name: string): void {
  const elsewhere = join(folder, '..', 'elsewhere')
  renameSync(join(folder, name), elsewhere)
  symlinkSync(elsewhere, join(folder, name))
}

for (const [name, [damage, message]] of Object.entries(damageCases)) {
  test(`${name} is found`, async () => {
    using parent = mkdtempDisposableSync(join(tmpdir(), 'checksums-'))
    const folder = join(parent.path, 'snapshot')
    await publishSnapshot(folder)
    await verifySnapshot(folder)
    damage(folder)
    await assert.rejects(verifySnapshot(folder), { name: 'SnapshotCorruptError', message })
  })
}

/** Coprime to every size here, so that few rounds cover a whole file. */
const stride = 7919

test('a changed byte is found at any position, and its file is reported', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'checksums-'))
  mkdirSync(join(folder.path, 'segment'))
  writeFileSync(join(folder.path, 'segment', 'geo.lat.f64'), 'points')
  const snapshot = await createTestSnapshot(folder.path, {
    placeNames: Array.from({ length: 200 }, (_, place) => ({
      name: `CLINIC ${place} \ufffd`,
      uuid: `${place}`,
    })),
  })
  snapshot[Symbol.dispose]()
  const names = [...Object.keys(snapshot.manifest.files), 'manifest.json', 'manifest.sha256']
  for (const name of names) {
    const path = join(folder.path, name)
    const original = readFileSync(path)
    for (let round = 0; round < 60; round++) {
      const offset = (round * stride) % original.length
      const changed = Buffer.from(original)
      changed[offset] = (changed[offset] as number) ^ (1 + ((round * stride) % 255))
      writeFileSync(path, changed)
      await assert.rejects(
        verifySnapshot(folder.path),
        ({ message }: Error) => message.includes(name),
        `byte ${offset} of ${name}`,
      )
    }
    writeFileSync(path, original)
  }
  await verifySnapshot(folder.path)
})

test('a byte that changes the manifest but not its characters is found', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'checksums-'))
  const notice = 'Named by a broken export: \ufffd.'
  const manifest = { ...testManifest, notice, files: {} }
  for (const [name, text] of sealManifest(manifest)) writeFileSync(join(folder.path, name), text)
  const path = join(folder.path, 'manifest.json')
  const bytes = readFileSync(path)
  bytes[bytes.indexOf('\ufffd')] = 0xf0
  assert.equal(bytes.toString('utf8'), readFileSync(path, 'utf8'))
  writeFileSync(path, bytes)
  await assert.rejects(verifySnapshot(folder.path), /manifest\.json does not match manifest\.sha256/)
})

const readErrors: Readonly<Record<string, RegExp>> = {
  EIO: /is damaged \(cards\.sqlite cannot be read \(EIO\); segment/,
  EMFILE: /^refused$/,
  ENOMEM: /^refused$/,
}
for (const [code, message] of Object.entries(readErrors)) {
  test(`a file that cannot be read for ${code} ${code === 'EIO' ? 'counts' : 'does not count'} as damage`, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'checksums-'))
    await publishSnapshot(folder.path)
    const readError = Object.assign(new Error('refused'), { code, syscall: 'read' })
    await assert.rejects(
      verifySnapshot(
        folder.path,
        () =>
          new Readable({
            read() {
              this.destroy(readError)
            },
          }),
      ),
      { message },
    )
  })
}

test('an intact snapshot in a folder with another name is rejected', async () => {
  using data = mkdtempDisposableSync(join(tmpdir(), 'checksums-'))
  await publishSnapshot(snapshotFolder(data.path, '2026-01-04.2'))
  await assert.rejects(
    verifyGeneration(data.path, '2026-01-04.2'),
    /its manifest has the generation 2026-01-04\.1/,
  )
})

test('the newest readable manifest is found among damaged ones', async () => {
  using data = mkdtempDisposableSync(join(tmpdir(), 'checksums-'))
  assert.equal(await newestManifest(data.path), null)
  for (const name of ['2026-01-04.1', '2026-01-04.2']) await publishSnapshot(snapshotFolder(data.path, name))
  assert.equal((await newestManifest(data.path))?.generation, '2026-01-04.1')
  rmSync(join(snapshotFolder(data.path, '2026-01-04.2'), 'manifest.json'))
  assert.equal((await newestManifest(data.path))?.generation, '2026-01-04.1')
  rmSync(join(snapshotFolder(data.path, '2026-01-04.1'), 'manifest.json'))
  assert.equal(await newestManifest(data.path), null)
})
