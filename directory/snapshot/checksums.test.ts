import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { checksumsOf, sealed, verifiedManifest } from './checksums.ts'
import type { Manifest } from './format.ts'
import { handmadeManifest } from './snapshot.fixture.ts'

async function published(folder: string): Promise<Manifest> {
  mkdirSync(join(folder, 'segment'))
  writeFileSync(join(folder, 'cards.sqlite'), 'cards')
  writeFileSync(join(folder, 'segment', 'geo.lat.f64'), 'points')
  const manifest = { ...handmadeManifest, files: await checksumsOf(folder) }
  for (const [name, text] of sealed(manifest)) writeFileSync(join(folder, name), text)
  return manifest
}

const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] as number) ^ 1
  writeFileSync(path, bytes)
}

const damages: Readonly<Record<string, [damage: (folder: string) => void, said: RegExp]>> = {
  'a flipped bit in a column': [
    (f) => flip(join(f, 'segment/geo.lat.f64'), 2),
    /geo\.lat\.f64 does not match its SHA-256/,
  ],
  'a longer file': [
    (f) => appendFileSync(join(f, 'cards.sqlite'), 'x'),
    /cards\.sqlite has 6 bytes instead of 5/,
  ],
  'a missing file': [(f) => rmSync(join(f, 'cards.sqlite')), /cards\.sqlite is missing/],
  'a file that nobody listed': [(f) => writeFileSync(join(f, 'extra'), ''), /extra is not in the manifest/],
  'a flipped bit in the manifest': [
    (f) => flip(join(f, 'manifest.json'), 40),
    /manifest\.json does not match manifest\.sha256/,
  ],
  'a flipped bit in the seal': [
    (f) => flip(join(f, 'manifest.sha256'), 3),
    /manifest\.json does not match manifest\.sha256/,
  ],
  'a manifest that is not one': [
    (f) => {
      writeFileSync(join(f, 'manifest.json'), '{')
      writeFileSync(join(f, 'manifest.sha256'), `${createHash('sha256').update('{').digest('hex')}\n`)
    },
    /manifest\.json has a format/,
  ],
  'a missing manifest': [(f) => rmSync(join(f, 'manifest.json')), /manifest\.json cannot be read/],
}

for (const [name, [damage, said]] of Object.entries(damages)) {
  test(`${name} is found`, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'checksums-'))
    await published(folder.path)
    await verifiedManifest(folder.path)
    damage(folder.path)
    await assert.rejects(verifiedManifest(folder.path), said)
  })
}
