/** An update must give the same bytes as a rebuild from all files in their order. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { formerLocationsFile, type Manifest } from '@careatlas/directory/snapshot/format'
import { mainColumns } from '@careatlas/fixtures/nppes-columns'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { emptyRequest, ingest, type IngestRequest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { findRealFile } from '@careatlas/ingest/read/real-files.fixture'
import { type SourceFiles, toSourcePath } from '@careatlas/ingest/source-files'

/** Ingests the first files, then updates with each of the others; returns the last manifest and its folder. */
async function ingestAndUpdate(
  dataDir: string,
  requests: readonly Partial<IngestRequest>[],
): Promise<[Manifest, string]> {
  let manifest: Manifest | undefined
  for (const [index, files] of requests.entries())
    manifest = await ingest({ ...emptyRequest, update: index > 0, ...files }, dataDir, silentProgress)
  return [manifest!, snapshotFolder(dataDir, manifest!.generation)]
}

function mergeRequests(requests: readonly Partial<IngestRequest>[]): Partial<IngestRequest> {
  const merged: Record<string, unknown> = {}
  for (const files of requests) {
    for (const [name, value] of Object.entries(files))
      merged[name] = Array.isArray(value) ? [...((merged[name] as unknown[]) ?? []), ...value] : value
  }
  return merged
}

async function assertEqualToRebuild(
  folder: string,
  requests: readonly Partial<IngestRequest>[],
): Promise<Manifest> {
  const [updated, updatedFolder] = await ingestAndUpdate(join(folder, 'updated'), requests)
  const [rebuilt, rebuiltFolder] = await ingestAndUpdate(join(folder, 'rebuilt'), [mergeRequests(requests)])
  assert.deepEqual(Object.keys(updated.files), Object.keys(rebuilt.files))
  for (const name of Object.keys(rebuilt.files)) {
    // Former identifiers depend on the history of the data folder, not on the files.
    if (name === formerLocationsFile) continue
    const isSame = readFileSync(join(updatedFolder, name)).equals(readFileSync(join(rebuiltFolder, name)))
    assert.ok(isSame, `${name} differs`)
  }
  assert.deepEqual(withoutHistory(updated), withoutHistory(rebuilt))
  return updated
}

function withoutHistory(manifest: Manifest): unknown {
  const { [formerLocationsFile]: _, ...files } = manifest.files
  return { ...manifest, files, generation: null, created_at: null }
}

const columnIndex = (name: string): number => mainColumns.indexOf(name)
const [npi, deactivated, reactivated] = [
  0,
  columnIndex('NPI Deactivation Date'),
  columnIndex('NPI Reactivation Date'),
]
const [lastName, street] = [5, columnIndex('Provider First Line Business Practice Location Address')]

type Row = readonly string[]

function rowsOf(path: string): { header: string; rows: readonly Row[] } {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n') as [string, ...string[]]
  return { header, rows: lines.map((line) => line.slice(1, -1).split('","')) }
}

function toDeactivation(row: Row, day: string): Row {
  return row.map((text, index) => (index === npi ? text : index === deactivated ? day : ''))
}

function withChanges(row: Row, changes: Readonly<Record<number, string>>): Row {
  return row.map((text, index) => changes[index] ?? text)
}

/** Writes a region with weekly files that add, change, deactivate and reactivate some rows. */
function writeWeeks(folder: string): readonly Partial<SourceFiles & { payers: string }>[] {
  mkdirSync(folder, { recursive: true })
  const region = writeRegion(join(folder, 'region'))
  keepRows(region.nppes[0]!, 600)
  const { header, rows } = rowsOf(region.nppes[0]!)
  const active = rows.filter((row) => row[1] === '1')
  const write = (name: string, content: readonly Row[]): ReturnType<typeof toSourcePath> => {
    const path = join(folder, name)
    writeFileSync(path, [header, ...content.map((row) => `"${row.join('","')}"`)].join('\n'))
    return toSourcePath(path)
  }
  const late = active.slice(0, 40)
  const moved = active.slice(100, 140).map((row) => withChanges(row, { [street]: '7 ELSEWHERE ST' }))
  const married = active.slice(200, 220).map((row) => withChanges(row, { [lastName]: 'NEWNAME' }))
  const deactivatedRows = active.slice(300, 330)
  const reactivatedRows = deactivatedRows
    .slice(0, 10)
    .map((row) => withChanges(row, { [deactivated]: '11/12/2025', [reactivated]: '11/20/2025' }))
  const facilities = join(folder, 'facilities_2025-11-20.csv')
  writeFileSync(
    facilities,
    'name,address,city,state,zip,lat,lon,npi\nNarrows Urgent Care,12 Quay St,Providence,RI,02903,41.8201,-71.4105,\n',
  )
  const [network, ...networks] = region.networks.map(({ code, file }) => ({ code, file: toSourcePath(file) }))
  return [
    {
      nppes: [
        write(
          'npidata_pfile_20250901-20251109.csv',
          rows.filter((row) => !late.includes(row)),
        ),
      ],
      secondaryLocations: region.secondaryLocations.map(toSourcePath),
      otherNames: region.otherNames.map(toSourcePath),
      networks,
      payers: region.payers,
    },
    {
      nppes: [
        write('npidata_pfile_20251110-20251116.csv', [
          ...late,
          ...moved,
          ...deactivatedRows.map((row) => toDeactivation(row, '11/12/2025')),
        ]),
      ],
      networks: [network!],
    },
    {
      nppes: [write('npidata_pfile_20251117-20251123.csv', [...married, ...reactivatedRows])],
      observations: region.observations.map(toSourcePath),
      facilities: [toSourcePath(facilities)],
    },
  ]
}

test('two weekly updates give the same bytes as a rebuild from all files', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'update-'))
  const weeks = writeWeeks(folder.path)
  const [month] = await ingestAndUpdate(join(folder.path, 'month'), weeks.slice(0, 1))
  const updated = await assertEqualToRebuild(folder.path, weeks)
  assert.ok(updated.counts.providers > month.counts.providers)
  assert.equal(updated.counts.deactivated, month.counts.deactivated + 20)
  assert.equal(updated.sources.length, new Set(updated.sources.map(({ file }) => file)).size)
})

const real = {
  week: findRealFile('nppes/npidata_pfile_20240101-20240107.csv.gz'),
  extract: findRealFile('nppes/npidata_2018-12_ct-ma-ri_practitioners.csv.gz'),
  report: findRealFile('nppes/NPPES_Deactivated_NPI_Report_100923.zip'),
  network: findRealFile('payers/bcbst_participating_npis_2022-04-22.csv.gz'),
}
const skip = Object.values(real).includes(null) ? 'the real registry files are not available' : false

/** One of this many NPIs is in the sample; `npm run test:long` sets UPDATE_ROWS=all. */
const samplingInterval = process.env['UPDATE_ROWS'] === 'all' ? 1 : 4

/** Copies the header and the rows of the sampled NPIs, which are the same in every file. */
function sampleRows(path: string, folder: string): ReturnType<typeof toSourcePath> {
  const [header, ...lines] = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
  const sampled = lines.filter((line) => Number(/^"?\d{6}(\d{3})/.exec(line)?.[1]) % samplingInterval === 0)
  const copy = join(folder, basename(path, '.gz'))
  writeFileSync(copy, `${[header, ...sampled].join('\n')}\n`)
  return toSourcePath(copy)
}

test(
  'a real weekly file after an extract of 2018 gives the same bytes as a rebuild',
  { skip: skip || skipSlow },
  async (t) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'update-'))
    const updated = await assertEqualToRebuild(folder.path, [
      {
        nppes: [sampleRows(real.extract!, folder.path)],
        networks: [{ code: '00890', file: sampleRows(real.network!, folder.path) }],
      },
      { deactivated: [toSourcePath(real.report!)] },
      { nppes: [sampleRows(real.week!, folder.path)] },
    ])
    t.diagnostic(
      `${updated.counts.providers} providers, ${updated.sources.map(({ file }) => basename(file)).join(', ')}`,
    )
    assert.equal(updated.counts.superseded > 0, true)
  },
)

test('an update without a snapshot fails, and the message explains what to do', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'update-'))
  await assert.rejects(ingest({ ...emptyRequest, update: true }, folder.path, silentProgress), {
    name: 'InputError',
    message: /has no snapshot to update; ingest the full files without --update/,
  })
})
