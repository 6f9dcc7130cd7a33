import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { FactReader, factsFile } from './snapshot-builder/fact-store.ts'
import { emptyRequest, ingest, type IngestRequest } from './ingest.ts'
import { sampleFile, type SampleRow } from './nppes/sample-row.fixture.ts'
import { silentProgress } from './progress.ts'
import { toSourcePath } from './source-files.ts'

const clinician = { entityType: '1', last: 'ORTIZ', first: 'ANA', practiceLine1: '1 CALLE SOL' }

const rows: readonly SampleRow[] = [
  {
    ...clinician,
    npi: '1000000004',
    practiceState: 'PR',
    practiceCountry: 'US',
    practicePostalCode: '00901',
  },
  {
    ...clinician,
    npi: '1000000012',
    last: 'RIVERA',
    practiceState: '',
    practiceCountry: 'PR',
    practicePostalCode: '009011234',
  },
  {
    ...clinician,
    npi: '1000000020',
    practiceState: 'RI',
    practiceCountry: 'US',
    practicePostalCode: '02903',
  },
  {
    ...clinician,
    npi: '1000000038',
    practiceState: 'PR',
    practiceCountry: 'DE',
    practicePostalCode: '00901',
  },
]

async function ingestRegistry(
  folder: string,
  registry: readonly SampleRow[],
  request: Partial<IngestRequest>,
): Promise<Manifest> {
  const file = join(folder, 'npidata_pfile_20240101-20240107.csv')
  writeFileSync(file, sampleFile(registry))
  return ingest({ ...emptyRequest, nppes: [toSourcePath(file)], ...request }, folder, silentProgress)
}

async function publish(regions: readonly string[]) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'ingest-'))
  const manifest = await ingestRegistry(folder.path, rows, { regions })
  const snapshot = snapshotFolder(folder.path, manifest.generation)
  const served: unknown = JSON.parse(readFileSync(join(snapshot, 'regions.json'), 'utf8'))
  return { counts: manifest.counts, served }
}

test('serves a territory under its state code or its country code, and merges both to one place', async () => {
  const { counts, served } = await publish(['US-PR'])
  assert.deepEqual([counts.providers, counts.locations, counts.outside_coverage], [2, 1, 2])
  assert.deepEqual(served, [
    {
      code: 'US-PR',
      name: 'Puerto Rico',
      zip3s: ['009'],
      counts: { providers: 2, locations: 1, carriers: 0 },
      data_as_of: '2024-01-07',
    },
  ])
})

test('rejects registry files without an active clinician or organization', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'ingest-'))
  const deactivated = [{ npi: '1000000004', deactivatedOn: '01/02/2024' }]
  await assert.rejects(ingestRegistry(folder.path, deactivated, {}), {
    name: 'InputError',
    message: /npidata_pfile_20240101-20240107\.csv: no active clinician or organization/,
  })
  assert.equal(readCurrentGeneration(folder.path), null)
})

test('rejects more carrier codes than the search supports, with the name of the file', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'ingest-'))
  const file = join(folder.path, 'network.csv')
  const lines = Array.from({ length: 70_000 }, (_, code) => `1000000004,C${code}\n`)
  writeFileSync(file, `npi,code\n${lines.join('')}`)
  await assert.rejects(
    ingestRegistry(folder.path, rows, { networks: [{ code: 'A', file: toSourcePath(file) }] }),
    {
      name: 'InputError',
      message: /^With network\.csv, there are more than 65536 carrier codes/,
    },
  )
})

test('stores the streets of listed facilities, but not of an address without a house number', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'ingest-'))
  const file = join(folder.path, 'places.csv')
  const facilityLines = ['NARROWS DRUG,7 HOPE ST', 'ROCKY POINT DRUG,THE OLD PIER'].map(
    (place) => `${place},PROVIDENCE,RI,02903\n`,
  )
  writeFileSync(file, `name,address,city,state,zip\n${facilityLines.join('')}`)
  const { generation } = await ingestRegistry(folder.path, rows, { facilities: [toSourcePath(file)] })
  using facts = new FactReader(join(snapshotFolder(folder.path, generation), factsFile))
  assert.deepEqual(facts.readStreets(), ['7 HOPE ST|RI'])
})

test('reports a file system error during the build in one sentence with DATA_DIR', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'ingest-'))
  writeFileSync(join(folder.path, 'snapshots'), 'a file where a folder should be')
  await assert.rejects(ingestRegistry(folder.path, rows, {}), {
    name: 'StorageError',
    message: new RegExp(
      `^Nothing was published because DATA_DIR \\(${folder.path}\\) cannot be used: .*\\.$`,
    ),
  })
})
