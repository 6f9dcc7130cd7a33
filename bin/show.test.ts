import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { demo } from '@careatlas/contract/examples'
import { pointerFile } from '@careatlas/directory/snapshot/current'
import { type RegionFiles, writeRegion } from '@careatlas/fixtures/region/write-region'
import { Installation } from './command.fixture.ts'

const installation = new Installation()
const folder = mkdtempSync(join(tmpdir(), 'show-'))
let region: RegionFiles

const stated = { npi: demo.npi, places: [], languages: ['fr'] }

before(async () => {
  region = writeRegion(folder)
  const observations = join(folder, 'telehealth.ndjson')
  const lines = [
    { ...stated, source: 'partner', as_of: '2025-03-01', telehealth: true },
    { ...stated, source: 'survey', as_of: '2025-06-01', telehealth: false },
    { npi: demo.npi, source: 'partner', as_of: '2025-05-01', languages: ['de'] },
  ]
  writeFileSync(observations, lines.map((row) => JSON.stringify(row)).join('\n'))
  const { status, stderr } = await installation.run(
    'ingest',
    '--nppes',
    ...region.nppes,
    '--observations',
    observations,
  )
  assert.equal(status, 0, stderr)
})
after(() => {
  installation[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

/** A line of the table with these cells. */
function line(...cells: readonly string[]): RegExp {
  return new RegExp(`^${cells.join(' +')}$`, 'm')
}

test('--facts prints each fact with its source, date and file, and why it is not used', async () => {
  const { status, stdout } = await installation.run('show', demo.npi, '--facts')
  assert.equal(status, 0)
  assert.match(stdout, line('entity', 'clinician', 'nppes', '2025-11-09', String.raw`npidata_pfile_\S+`))
  assert.match(stdout, line('telehealth', 'no', 'survey', '2025-06-01', 'telehealth.ndjson'))
  assert.match(
    stdout,
    line('telehealth', 'yes', 'partner', '2025-03-01', 'telehealth.ndjson', 'not used: a newer .*'),
  )
  assert.match(stdout, line('language', 'de', 'partner', '2025-05-01', 'telehealth.ndjson'))
  assert.match(stdout, line('language', 'fr', 'survey', '2025-06-01', 'telehealth.ndjson'))
})

test('prints only the text of the card without --facts, and one object with --json', async () => {
  const { stdout } = await installation.run('show', demo.npi)
  assert.match(stdout, new RegExp(`^${demo.npi} {2}\\S.*\\n\\n.*\\n$`))
  const json = await installation.run('show', demo.npi, '--json')
  const { npi, status, card, facts } = JSON.parse(json.stdout) as Record<string, unknown>
  assert.deepEqual([npi, status, typeof card, Array.isArray(facts)], [demo.npi, 'active', 'object', true])
})

for (const [npi, message] of [
  ['1234567890', /check digit; got 1234567890/],
  ['12345', /ten digits|10 digits|npi/],
  ['1234567893', /No source of \S+ has the NPI 1234567893/],
] as const) {
  test(`${npi} gives status 2 and ${message}`, async () => {
    const { status, stderr } = await installation.run('show', npi)
    assert.equal(status, 2)
    assert.match(stderr, message)
  })
}

test('without a pointer file, the card is that of the newest snapshot, which a server would serve', async () => {
  using copy = new Installation()
  cpSync(installation.dataDir, copy.dataDir, { recursive: true })
  rmSync(join(copy.dataDir, pointerFile))
  const [withPointer, without] = [await installation.run('show', demo.npi), await copy.run('show', demo.npi)]
  assert.deepEqual(without, withPointer)
})

test('without a snapshot, the error message explains how to publish one', async () => {
  using empty = new Installation()
  const { status, stderr } = await empty.run('show', demo.npi)
  assert.equal(status, 2)
  assert.match(stderr, /has no snapshot yet. Publish one with: careatlas ingest/)
})
