import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { currentGeneration } from '@careatlas/directory/snapshot/current'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { Installation } from './command.fixture.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const installation = new Installation()
let half: string
let main: string

before(async () => {
  ;[main] = writeRegion(files.path).nppes as [string]
  const lines = readFileSync(main, 'utf8').trimEnd().split('\n')
  half = join(files.path, 'npidata_pfile_20251201-20251207.csv')
  writeFileSync(half, `${lines.slice(0, lines.length >> 1).join('\n')}\n`)
  const { status, stderr } = await installation.run('ingest', '--nppes', main)
  assert.equal(status, 0, stderr)
})
after(() => {
  installation[Symbol.dispose]()
  files.remove()
})

const refusals: Readonly<Record<string, [words: () => readonly string[], said: RegExp]>> = {
  'half a registry': [
    () => [half],
    /\d+ active NPIs, \d\d% fewer than the 3351 of 2025-11-09\.1, .* --accept-shrink/,
  ],
  'regions where nobody practices': [
    () => [main, '--regions', 'US-WY'],
    /None of the 3351 active NPIs .* US-WY/,
  ],
  'regions where nobody practices, though a shrink is accepted': [
    () => [main, '--regions', 'US-WY', '--accept-shrink'],
    /None of the 3351 active NPIs .* US-WY/,
  ],
}

for (const [what, [words, said]] of Object.entries(refusals)) {
  test(`${what}: the ingest stops before the switch, with status 3 and one sentence`, async () => {
    const { status, stdout, stderr } = await installation.run('ingest', '--nppes', ...words())
    assert.equal(status, 3, stderr)
    assert.match(stderr, said)
    assert.doesNotMatch(stderr, /\n\s+at /)
    assert.equal(stdout, '')
    assert.equal(currentGeneration(installation.dataDir), '2025-11-09.1')
  })
}

test('fewer regions of the same registry are no shrink', async () => {
  const { status, stderr } = await installation.run('ingest', '--nppes', main, '--regions', 'US-CT')
  assert.equal(status, 0, stderr)
})

test('half a registry is published when the operator accepts it', async () => {
  const { status, stderr } = await installation.run('ingest', '--nppes', half, '--accept-shrink')
  assert.equal(status, 0, stderr)
})
