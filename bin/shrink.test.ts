import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readCurrentGeneration } from '@careatlas/directory/snapshot/current'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { Installation } from './command.fixture.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const installation = new Installation()
let half: string
let main: string

before(async () => {
  ;[main] = writeRegion(files.path).nppes as [string]
  keepRows(main, 400)
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

const rejections: Readonly<Record<string, [args: () => readonly string[], message: RegExp]>> = {
  'half a registry': [
    () => [half],
    /\d+ active NPIs, \d\d% fewer than the 391 of 2025-11-09\.1, .* --accept-shrink/,
  ],
  'regions without any provider': [
    () => [main, '--regions', 'US-WY'],
    /None of the 391 active NPIs .* US-WY/,
  ],
  'regions without any provider, even with --accept-shrink': [
    () => [main, '--regions', 'US-WY', '--accept-shrink'],
    /None of the 391 active NPIs .* US-WY/,
  ],
}

for (const [what, [args, message]] of Object.entries(rejections)) {
  test(`${what}: the ingest stops before publication with status 3 and one sentence`, async () => {
    const { status, stdout, stderr } = await installation.run('ingest', '--nppes', ...args())
    assert.equal(status, 3, stderr)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n\s+at /)
    assert.equal(stdout, '')
    assert.equal(readCurrentGeneration(installation.dataDir), '2025-11-09.1')
  })
}

test('fewer regions of the same registry do not count as shrinkage', async () => {
  const { status, stderr } = await installation.run('ingest', '--nppes', main, '--regions', 'US-CT')
  assert.equal(status, 0, stderr)
})

test('--accept-shrink publishes half a registry', async () => {
  const { status, stderr } = await installation.run('ingest', '--nppes', half, '--accept-shrink')
  assert.equal(status, 0, stderr)
})
