/**
 * Ingests the real files of `../shared/data` in one run, with SLOW_TESTS=all also the long ones, compares the output of `show` with the
 * raw rows, and audits the cards against their rows: a sample, or with AUDIT=all every card.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { AuditReport } from '@careatlas/audit/audit-cards'
import { foldName } from '@careatlas/directory/person-name'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import type { ExplainedStatement } from '@careatlas/ingest/facts/explain'
import { runsSlowTests, skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { findRealFile, splitRecords } from '@careatlas/ingest/read/real-files.fixture'
import { assertSupportedTexts } from './checked-texts.fixture.ts'
import { Installation } from './command.fixture.ts'
import { formatSources } from './summary-table.ts'

const skip = findRealFile('MANIFEST.md') === null ? 'the real files are not available' : false
const realPath = (name: string): string => findRealFile(name) ?? name

const week = realPath('nppes/npidata_pfile_20240101-20240107.csv.gz')
const extract = realPath('nppes/npidata_2018-12_ct-ma-ri_practitioners.csv.gz')
const organizations = realPath('nppes/npidata_2018-12_ma-ct-ri_organizations.csv.gz')
const participating = realPath('payers/bcbst_participating_npis_2022-04-22.csv.gz')
const radiologists = realPath('enrich/physician_compare_2017_radiology_7623.csv.gz')

const planNet = [
  'Practitioner',
  'PractitionerRole',
  'Location',
  'Organization',
  'OrganizationAffiliation',
  'HealthcareService',
  'Endpoint',
  'InsurancePlan',
  'ig-examples',
].map((type) => `plan-net-ri_${type}.ndjson.gz`)

/** Options with files and their expected row counts. The counts are from the manifest of the data, not from our readers. */
const allInputs: readonly (readonly [option: string, file: string, rows: number | null])[] = [
  ['--nppes', week, 19_785],
  ['--nppes', realPath('nppes/npidata_pfile_20240122-20240128.csv.gz'), 25_515],
  ['--nppes', extract, 2_000],
  ['--nppes', organizations, 40],
  ['--nppes', realPath('nppes/npidata_sample_raw_330_lantern.csv'), 12],
  ['--nppes', realPath('nppes/npidata_sample_raw_330_eddyizm.csv.gz'), 98],
  ['--secondary-locations', realPath('nppes/pl_pfile_sample.csv'), 9],
  ['--other-names', realPath('nppes/othername_pfile_sample.csv'), 9],
  ['--deactivated', realPath('nppes/NPPES_Deactivated_NPI_Report_100923.zip'), 258_959],
  ['--network', `00890=${realPath('payers/tic_bcbst_2022-04-22_0278T_in-network.json.gz')}`, 29_661],
  ['--network', `10113=${participating}`, 29_661],
  // The in-network examples have no valid NPI, and the ingest rejects a network without any; the QHP example has one.
  ...['fee-for-service-single-plan-sample', 'multiple-plans-sample', 'no-npi'].map(
    (name) => ['--network', `SAMPLES=${realPath(`payers/tic_in-network-rates-${name}.json`)}`, null] as const,
  ),
  ...planNet.map((file) => ['--network', `PLANNET=${realPath(`payers/${file}`)}`, null] as const),
  ['--network', `SAMPLES=${realPath('payers/qhp_providers.json')}`, 3],
  ['--network', `SAMPLES=${realPath('payers/qhp_plans.json')}`, 3],
  ['--clinicians', `2017-06-01=${radiologists}`, 7_623],
  ['--clinicians', `2022-01-01=${realPath('enrich/dac_sample_386.csv.gz')}`, 386],
  ['--clinicians', `2025-06-01=${realPath('enrich/dac_2025_14col_9685.csv.gz')}`, 9_685],
  ['--facilities', `2022-07-01=${realPath('enrich/hospital_general_information_2022.csv.gz')}`, 5_307],
  ['--facilities', realPath('enrich/synthea_hospitals.csv.gz'), 10_678],
  ['--facilities', realPath('enrich/synthea_urgent_care.csv.gz'), 1_943],
  ['--facilities', realPath('enrich/synthea_va_facilities.csv.gz'), null],
  ['--facilities', realPath('enrich/synthea_ihs_centers.csv.gz'), 438],
  ['--facilities', realPath('enrich/synthea_womens_health.csv.gz'), 3_198],
  ['--facilities', realPath('enrich/ct_pharmacies.csv.gz'), 609],
]

/** The longer files have 680,000 of the rows; `real-registry.test.ts` reads some of them in every run. */
const inputs = allInputs.filter(([, , rows]) => runsSlowTests || Number(rows) <= 6000)

const installation = new Installation()
const folder = mkdtempSync(join(tmpdir(), 'payers-'))
let manifest: Manifest

/** The clearinghouse's list, converted to the columns of `--payers`. */
function payersFile(): string {
  const [header = [], ...rows] = splitRecords(unpacked(realPath('payers/officeally_payers_2025.csv.gz')))
  const columnIndex = (name: RegExp): number => header.findIndex((cell) => name.test(cell))
  const [code, name] = [columnIndex(/payer.?id/i), columnIndex(/payer.?name|^name/i)]
  const lines = rows
    .filter((row) => /^[\w-]{1,32}$/.test(row[code]?.trim() ?? '') && row[name]?.trim())
    .map((row) => `${row[code]!.trim()},"${row[name]!.trim().replaceAll('"', '""')}",payer_id`)
  const path = join(folder, 'payers.csv')
  writeFileSync(path, ['code,name,kind', ...lines].join('\n'))
  return path
}

function unpacked(path: string): string {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
}

before(async () => {
  if (skip) return
  const args = inputs.flatMap(([option, file]) => [option, file])
  const otherArgs = ['--payers', payersFile(), '--nucc', realPath('nucc/nucc_taxonomy_251.csv.gz')]
  const { status, stdout, stderr } = await installation.run('ingest', ...args, ...otherArgs, '--json')
  assert.equal(status, 0, stderr)
  manifest = JSON.parse(stdout) as Manifest
})
after(() => {
  installation[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

test('one ingest reads all files, and accepts or rejects each row with a reason', { skip }, (t) => {
  assert.deepEqual(
    manifest.sources.map(({ file }) => file).toSorted(),
    inputs.map(([, file]) => basename(file)).toSorted(),
  )
  for (const [, text, rows] of inputs) {
    const source = manifest.sources.find(({ file }) => file === basename(text))!
    const rejected = Object.values(source.rejected).reduce((sum, { rows: count }) => sum + count, 0)
    assert.equal(source.rows, source.accepted + rejected, source.file)
    if (rows !== null) assert.equal(source.rows, rows, source.file)
  }
  for (const line of formatSources(manifest.sources).trimEnd().split('\n')) t.diagnostic(line)
  t.diagnostic(JSON.stringify(manifest.counts))
})

test('both lists of one payer have the same NPIs', { skip: skip || skipSlow }, () => {
  const [inNetwork, list] = [/^tic_bcbst/, /^bcbst/].map((name) =>
    manifest.sources.find(({ file }) => name.test(file)),
  )
  assert.equal(inNetwork?.accepted, list?.accepted)
})

type Row = ReadonlyMap<string, string>

function cellsOf(line: string): string[] {
  return line.slice(1, -1).split('","')
}

/** In these files every cell is quoted and contains no quotes or newlines, so splitting is enough. */
function rowsOf(path: string): readonly Row[] {
  const [header, ...lines] = unpacked(path).trimEnd().split(/\r?\n/) as [string, ...string[]]
  const names = cellsOf(header)
  return lines.map((line) => new Map(cellsOf(line).map((cell, index) => [names[index]!, cell])))
}

interface NpiReport {
  readonly status: string
  readonly facts: readonly ExplainedStatement[]
}

async function show(npi: string): Promise<NpiReport> {
  const { status, stdout, stderr } = await installation.run('show', npi, '--facts', '--json')
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout) as NpiReport
}

function factValues({ facts }: NpiReport, field: RegExp, file?: string): string[] {
  return facts
    .filter((fact) => field.test(fact.field) && (file === undefined || fact.file === file))
    .map(({ value }) => value)
}

test('`show` prints the values of the raw rows for ten real NPIs', { skip: skip || skipSlow }, async (t) => {
  const [newRows, oldRows] = [rowsOf(week), [...rowsOf(extract), ...rowsOf(organizations)]]
  const old = new Map(oldRows.map((row) => [row.get('NPI')!, row]))
  const listed = new Set(unpacked(participating).trim().split('\n').slice(1))
  const hasEntityType = (entity: string) => (row: Row) => row.get('Entity Type Code') === entity
  const selectedRows: readonly (Row | undefined)[] = [
    newRows.find(hasEntityType('1')),
    newRows.findLast(hasEntityType('1')),
    newRows.find(hasEntityType('2')),
    newRows.findLast(hasEntityType('2')),
    newRows.find(hasEntityType('')),
    newRows.find((row) => hasEntityType('1')(row) && row.get('Provider Other Last Name') !== ''),
    newRows.find((row) => hasEntityType('1')(row) && row.get('Healthcare Provider Taxonomy Code_3') !== ''),
    newRows.find((row) => hasEntityType('1')(row) && old.has(row.get('NPI')!)),
    newRows.find((row) => hasEntityType('1')(row) && listed.has(row.get('NPI')!)),
    oldRows.find(
      (row) => hasEntityType('2')(row) && !newRows.some((other) => other.get('NPI') === row.get('NPI')),
    ),
  ]
  for (const row of selectedRows) {
    assert.ok(row)
    const npi = row.get('NPI')!
    const file = basename(newRows.includes(row) ? week : organizations)
    const report = await show(npi)
    const cell = (name: string): string => row.get(name) ?? ''
    if (hasEntityType('')(row)) {
      assert.equal(report.status, 'deactivated')
      const [month, day, year] = cell('NPI Deactivation Date').split('/')
      assert.deepEqual(factValues(report, /^deactivated$/, file), [`${year}-${month}-${day}`])
      continue
    }
    const codes = Array.from({ length: 15 }, (_, index) =>
      cell(`Healthcare Provider Taxonomy Code_${index + 1}`),
    )
    assert.deepEqual(
      factValues(report, /^(primary )?taxonomy$/, file).toSorted(),
      [...new Set(codes.filter(Boolean))].toSorted(),
      npi,
    )
    const practice = 'Provider Business Practice Location Address'
    const [address = ''] = factValues(report, /^practice address$/, file)
    const street = cell('Provider First Line Business Practice Location Address')
    assert.ok(address.startsWith(street.trim().replace(/\s+/g, ' ')), `${npi} ${address}`)
    assert.ok(address.includes(cell(`${practice} City Name`)), `${npi} ${address}`)
    const name =
      cell('Provider Organization Name (Legal Business Name)') || cell('Provider Last Name (Legal Name)')
    assert.ok(
      factValues(report, /^(legal )?name$/, file).some((text) =>
        foldName(text).includes(foldName(name.replace(/,.*/, ''))),
      ),
      npi,
    )
    const carriers = report.facts
      .filter(({ field }) => field.startsWith('carrier '))
      .map(({ field }) => field)
    const payers = carriers.filter((field) => /00890|10113/.test(field))
    assert.deepEqual(payers.toSorted(), listed.has(npi) ? ['carrier 00890', 'carrier 10113'] : [], npi)
    if (old.has(npi) && file === basename(week))
      assert.ok(report.facts.some((fact) => fact.file === basename(extract) && fact.lost_because !== null))
    t.diagnostic(
      `${npi}: ${report.facts.length} facts from ${new Set(report.facts.map((fact) => fact.file)).size} files`,
    )
  }
})

/** Cards to audit, of 84,000; an audit of all takes three minutes. */
const sample = process.env['AUDIT'] === 'all' ? null : 4000

test('rows support every statement on the cards', { skip }, async (t) => {
  const sampleArgs = sample === null ? [] : ['--sample', String(sample), '--seed', '1']
  const { stdout, stderr } = await installation.run('audit-cards', '--json', ...sampleArgs)
  assert.notEqual(stdout, '', stderr)
  const { cards, statements, findings, findingsByKind } = JSON.parse(stdout) as AuditReport
  t.diagnostic(`${cards.providers} clinicians and ${cards.locations} places: ${statements} statements`)
  t.diagnostic(JSON.stringify(findingsByKind))
  assert.deepEqual(findings.slice(0, 20), [])
  if (sample !== null) return assert.equal(cards.providers + cards.locations, sample)
  assert.ok(cards.providers >= 35_000 && cards.locations >= 48_000)
})

test('cards support every claim in their texts', { skip }, (t) => {
  const { providers, locations } = manifest.counts
  const step = sample === null ? 1 : Math.floor((providers + locations) / sample)
  const { clinicians, places } = assertSupportedTexts(installation.dataDir, step)
  t.diagnostic(`${clinicians} clinicians and ${places} places`)
  assert.deepEqual([clinicians, places], [Math.ceil(providers / step), Math.ceil(locations / step)])
})
