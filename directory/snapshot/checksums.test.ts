import assert from 'node:assert/strict'
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
import { checksumsOf, differences, readManifest, sealed } from './checksums.ts'
import type { Manifest } from './format.ts'

async function published(folder: string): Promise<Manifest> {
  mkdirSync(join(folder, 'segment'))
  writeFileSync(join(folder, 'cards.sqlite'), 'cards')
  writeFileSync(join(folder, 'segment', 'geo.lat.f64'), 'points')
  const manifest: Manifest = {
    format: 1,
    generation: '2026-11-09.1',
    created_at: '2026-11-10T00:00:00.000Z',
    data_as_of: '2026-11-09',
    notice: null,
    counts: {
      providers: 0,
      locations: 0,
      locations_presented: 0,
      organizations: 0,
      deactivated: 0,
      outside_coverage: 0,
      superseded: 0,
    },
    sources: [],
    embedder: 'none',
    files: await checksumsOf(folder),
  }
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
  'a missing manifest': [(f) => rmSync(join(f, 'manifest.json')), /manifest\.json cannot be read/],
}

async function check(folder: string): Promise<void> {
  const problems = await differences(folder, await readManifest(folder))
  if (problems.length > 0) throw new Error(problems.join('; '))
}

for (const [name, [damage, said]] of Object.entries(damages)) {
  test(`${name} is found`, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'checksums-'))
    await published(folder.path)
    await check(folder.path)
    damage(folder.path)
    await assert.rejects(check(folder.path), said)
  })
}
