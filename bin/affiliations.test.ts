/** Hospital affiliations that a source gives as certification numbers: facility lists provide the names. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { ProviderCard } from '@careatlas/contract/cards'
import { npiFromPayload } from '@careatlas/directory/npi'
import { affiliationsFile } from '@careatlas/ingest/cms/affiliations.fixture'
import { type SampleRow, sampleFile } from '@careatlas/ingest/nppes/sample-row.fixture'
import { findRealFile, splitRecords } from '@careatlas/ingest/read/real-files.fixture'
import { Installation } from './command.fixture.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'affiliations-'))
after(() => files.remove())

function writeInput(name: string, text: string): string {
  const path = join(files.path, name)
  writeFileSync(path, text)
  return path
}

function clinician(npi: string, last: string, first: string): SampleRow {
  return {
    npi,
    entityType: '1',
    last,
    first,
    practiceLine1: '12 MAIN ST',
    practiceCity: 'PROVIDENCE',
    practiceState: 'RI',
    practicePostalCode: '02903',
    taxonomies: [['207R00000X', '', '', 'Y']],
  }
}

async function readCard(installation: Installation, npi: string): Promise<ProviderCard> {
  const { stdout } = await installation.run('show', npi, '--json')
  return (JSON.parse(stdout) as { readonly card: ProviderCard }).card
}

const npi = npiFromPayload('123456789')
const registry = writeInput(
  'npidata_pfile_20260101-20260107.csv',
  sampleFile([clinician(npi, 'QUENBY', 'ORLA')]),
)
const affiliations = writeInput(
  'Facility_Affiliation_2026-10-15.csv',
  affiliationsFile([
    { npi, certification: '410001', last: 'QUENBY', first: 'ORLA' },
    { npi, certification: '410099', last: 'QUENBY', first: 'ORLA' },
  ]),
)
const hospitals = writeInput(
  'Hospital_General_Information_2026-09-30.csv',
  'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,Telephone Number,Hospital Type,Emergency Services\n' +
    '410001,SEAVIEW HOSPITAL,110 LOCKWOOD ST,PROVIDENCE,RI,02903,(401) 555-0100,Acute Care Hospitals,Yes\n',
)
const expected = [
  { kind: 'hospital', name: 'Seaview Hospital', source: 'cms_facility_affiliations', as_of: '2026-10-15' },
]

test('an affiliation by number gets the name from a facility list; unknown numbers are omitted', async () => {
  using installation = new Installation()
  const args = ['--nppes', registry, '--clinicians', affiliations, '--facilities', hospitals, '--json']
  const { status, stderr } = await installation.run('ingest', ...args)
  assert.equal(status, 0, stderr)
  const card = await readCard(installation, npi)
  assert.deepEqual(card.affiliations, expected)
  assert.match(card.biography, /Seaview Hospital/)
  assert.doesNotMatch(card.biography, /4100/)
})

test('a facility list of a later update names the hospitals', async () => {
  using installation = new Installation()
  assert.equal(
    (await installation.run('ingest', '--nppes', registry, '--clinicians', affiliations)).status,
    0,
  )
  assert.deepEqual((await readCard(installation, npi)).affiliations, [])
  assert.equal((await installation.run('ingest', '--update', '--facilities', hospitals)).status, 0)
  assert.deepEqual((await readCard(installation, npi)).affiliations, expected)
})

/** Rows as objects, keyed by the header. */
function table(path: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = splitRecords(gunzipSync(readFileSync(path)).toString('latin1'))
  const names = header.map((name) => name.trim())
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
}

const [clinicianFile, hospitalFile] = [
  findRealFile('enrich/dac_sample_386.csv.gz'),
  findRealFile('enrich/hospital_general_information_2022.csv.gz'),
]
const skip = clinicianFile === null || hospitalFile === null ? 'the real files are not available' : false
test('real clinicians are affiliated with real hospitals by number', { skip }, async (t) => {
  const people = [...new Map(table(clinicianFile!).map((row) => [row['NPI']!, row])).values()].slice(0, 100)
  const places = table(hospitalFile!)
    .filter((row) => /^\d{6}$/.test(row['Facility ID']!))
    .slice(0, 100)
  const rows = people.map((row, index) => ({
    npi: row['NPI']!,
    last: row['lst_nm']!,
    first: row['frst_nm']!,
    certification: places[index]!['Facility ID']!,
  }))
  using installation = new Installation()
  const nppes = writeInput(
    'npidata_pfile_20260108-20260114.csv',
    sampleFile(rows.map((row) => clinician(row.npi, row.last, row.first))),
  )
  const affiliationFile = writeInput('Facility_Affiliation_2026-10-16.csv', affiliationsFile(rows))
  const args = ['--nppes', nppes, '--clinicians', affiliationFile, '--facilities', hospitalFile!]
  const { status, stderr } = await installation.run('ingest', ...args)
  assert.equal(status, 0, stderr)
  for (const [index, row] of rows.slice(0, 3).entries()) {
    const [hospital] = (await readCard(installation, row.npi)).affiliations
    assert.equal(hospital?.name.toUpperCase(), places[index]!['Facility Name']!.toUpperCase())
  }
  t.diagnostic(`${rows.length} clinicians`)
})
