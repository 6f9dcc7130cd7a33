/** An update that drops a source must give the same bytes as an ingest without it. */
import assert from 'node:assert/strict'
import { cpSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { formerLocationsFile, type Manifest } from '@careatlas/directory/snapshot/format'
import { npiFromPayload } from '@careatlas/directory/npi'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { emptyRequest, ingest, type IngestRequest } from '@careatlas/ingest/ingest'
import { InputError } from '@careatlas/ingest/input-error'
import { silentProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { createDemoIngest } from './demo-ingest.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const dataDir = join(files.path, 'data')
let all: IngestRequest
let published: Manifest

before(async () => {
  const region = createDemoIngest(files.path)
  const [main] = region.nppes
  keepRows(main!.path, 300)
  const [, row = ''] = readFileSync(main!.path, 'utf8').split('\n')
  const npi = row.slice(1, 11)
  const clinicians = `NPI,Med_sch,Grd_yr,adr_ln_1,City/Town,State,ZIP Code\n${npi},OTHER,1999,12 QUAY ST,PROVIDENCE,RI,02903\n`
  const facilities = [
    'name,address,city,state,zip,lat,lon,npi',
    'Narrows Urgent Care,12 Quay St,Providence,RI,02903,41.8201,-71.4105,',
    `Granite Clinic,40 Wharf Rd,Providence,RI,02903,41.8201,-71.4105,${npi}`,
  ]
  const week = join(files.path, 'npidata_pfile_20251110-20251116.csv')
  const moved = readFileSync(main!.path, 'utf8')
    .split('\n', 100)
    .map((line) => line.replaceAll(' ST"', ' LANE"'))
  writeFileSync(week, moved.join('\n'))
  all = {
    ...region,
    nppes: [...region.nppes, toSourcePath(week)],
    clinicians: [{ path: write('doctors.csv', clinicians), asOf: '2025-10-01' }],
    facilities: [toSourcePath(write('facilities_2025-11-20.csv', facilities.join('\n')))],
    observations: [...region.observations, toSourcePath(write('mixed.ndjson', observations(npi, 'a', 'b')))],
  }
  published = await ingest(all, dataDir, silentProgress)
})
after(() => files.remove())

function write(name: string, text: string): string {
  writeFileSync(join(files.path, name), text)
  return join(files.path, name)
}

function observations(npi: string, ...sources: readonly string[]): string {
  return sources
    .map((source) => `{"npi":"${npi}","source":"${source}","as_of":"2025-09-01","languages":["fr"]}\n`)
    .join('')
}

/** The ids that the update drops, and the files that remain. */
const drops: Readonly<Record<string, [ids: readonly string[], rest: () => Partial<IngestRequest>]>> = {
  'a payer network by its carrier code': [
    ['demo2'],
    () => ({ networks: all.networks.filter(({ code }) => code !== 'DEMO2') }),
  ],
  'all payer networks by their source id': [['plan_network'], () => ({ networks: [] })],
  'a file of clinicians by its name': [['doctors.csv'], () => ({ clinicians: [] })],
  'a facility list by its source id': [['facility_list'], () => ({ facilities: [] })],
  'an observation source by its id': [['demo_survey'], () => ({ observations: all.observations.slice(1) })],
  'a weekly registry file, so that earlier rows count again': [
    ['npidata_pfile_20251110-20251116.csv'],
    () => ({ nppes: all.nppes.slice(0, 1) }),
  ],
  'several sources': [
    ['doctors.csv', 'DEMO1', 'facility_list'],
    () => ({
      clinicians: [],
      facilities: [],
      networks: all.networks.filter(({ code }) => code !== 'DEMO1'),
    }),
  ],
}
for (const [name, [ids, rest]] of Object.entries(drops)) {
  test(`dropping ${name} gives the same bytes as an ingest without it`, async () => {
    await assertEqual({ ...emptyRequest, update: true, dropSources: ids }, { ...all, ...rest() })
  })
}

test('a network that is dropped and given again with another date has only statements of that date', async () => {
  const [network, ...others] = all.networks
  const dated = { code: network!.code, file: { path: network!.file.path, asOf: '2025-09-15' } }
  const update = { ...emptyRequest, update: true, dropSources: [network!.code], networks: [dated] }
  const { sources } = await assertEqual(update, { ...all, networks: [...others, dated] })
  const dates = sources.filter(({ file }) => file === 'network_DEMO1.csv').map(({ as_of }) => as_of)
  assert.deepEqual(dates, ['2025-09-15'])
})

test('after a source is dropped, an update finds the facts of each NPI, wherever a partition begins', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'drop-'))
  const [header = '', ...rows] = readFileSync(all.nppes[0]!.path, 'utf8').trimEnd().split('\n')
  // NPIs that start with 2, as those of the region, are all in one partition.
  const npis = rows.map((_, index) => npiFromPayload(String(100_000_000 + index * 300_000)))
  const spread = rows.map((row, index) => row.replace(/^"\d{10}"/, `"${npis[index]}"`))
  const main = join(folder.path, 'npidata_pfile_20250901-20251109.csv')
  writeFileSync(main, `${[header, ...spread].join('\n')}\n`)
  const network = join(folder.path, 'network.csv')
  writeFileSync(network, `npi,code,as_of\n${npis[0]},DEMO1,2025-10-31\n`)
  const target = join(folder.path, 'data')
  const update = { ...emptyRequest, update: true }
  const nppes = [toSourcePath(main)]
  const networks = [{ code: 'DEMO1', file: toSourcePath(network) }]
  await ingest({ ...emptyRequest, nppes, networks }, target, silentProgress)
  const { generation } = await ingest({ ...update, dropSources: ['DEMO1'] }, target, silentProgress)
  assert.equal((await ingest({ ...update, nppes }, target, silentProgress)).generation, generation)
})

/** Ingests `update` on the published snapshot, and `rebuild` in a new data folder. */
async function assertEqual(update: IngestRequest, rebuild: IngestRequest): Promise<Manifest> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'drop-'))
  const [updatedDir, rebuiltDir] = [join(folder.path, 'updated'), join(folder.path, 'rebuilt')]
  cpSync(dataDir, updatedDir, { recursive: true })
  const updated = await ingest(update, updatedDir, silentProgress)
  const rebuilt = await ingest(rebuild, rebuiltDir, silentProgress)
  for (const name of Object.keys(rebuilt.files)) {
    // Former identifiers depend on the history of the data folder, not on the files.
    if (name === formerLocationsFile) continue
    const [a, b] = [
      readFileSync(join(snapshotFolder(updatedDir, updated.generation), name)),
      readFileSync(join(snapshotFolder(rebuiltDir, rebuilt.generation), name)),
    ]
    assert.ok(a.equals(b), `${name} differs`)
  }
  assert.deepEqual(updated.sources, rebuilt.sources)
  assert.deepEqual(updated.counts, rebuilt.counts)
  assert.ok(updated.sources.length < published.sources.length || update.networks.length > 0)
  return updated
}

const rejections: Readonly<Record<string, [ids: readonly string[], message: RegExp]>> = {
  'an unknown source': [
    ['partner'],
    /2025-11-16\.1 has no source "partner"\. It has cms_doctors_clinicians, doctors\.csv/,
  ],
  'one of two observation sources in a file': [
    ['a'],
    /mixed\.ndjson also has observations of other sources: write it without the lines of a and give both/,
  ],
  'the whole registry': [['nppes'], /No registry file is left/],
}
for (const [name, [dropSources, message]] of Object.entries(rejections)) {
  test(`dropping ${name} is rejected in one sentence`, async () => {
    await assert.rejects(
      ingest({ ...emptyRequest, update: true, dropSources }, dataDir, silentProgress),
      (error: Error) => error instanceof InputError && message.test(error.message),
    )
  })
}
