import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { zip } from '../read/zip.fixture.ts'
import { affiliationsFile, type AffiliationRow } from './affiliations.fixture.ts'
import { detectClinicianFiles, readAffiliations } from './affiliations-file.ts'

const npi = '1234567893'

async function readAffiliationObservations(rows: readonly AffiliationRow[]) {
  await using file = await writeTextFile('Facility_Affiliation_2026-10-15.csv', affiliationsFile(rows))
  const report = new FileReport('cms_facility_affiliations', file.path)
  const observations = await collect(readAffiliations(file.path, report))
  return { observations, report: report.toSourceFile() }
}

test('the hospitals of a clinician are one observation, with certification numbers and without names', async () => {
  const { observations } = await readAffiliationObservations([
    { npi, certification: '410001', last: 'QUENBY', first: 'ORLA' },
    { npi, certification: '410001', last: 'QUENBY', first: 'ORLA' },
    { npi, certification: '070010', type: 'Long-term care hospital' },
    { npi: '1245319599', certification: '410007' },
  ])
  assert.partialDeepStrictEqual(observations, [
    {
      npi,
      person: { last: 'QUENBY', first: 'ORLA' },
      source: 'cms_facility_affiliations',
      asOf: '2026-10-15',
      affiliations: [
        { kind: 'hospital', name: null, certification: '410001' },
        { kind: 'hospital', name: null, certification: '070010' },
      ],
    },
    { npi: '1245319599', affiliations: [{ certification: '410007' }] },
  ])
})

const numbers: Readonly<Record<string, string>> = {
  '410001': '410001',
  '41T001': '410001',
  '10001': '010001',
  ' 410001 ': '410001',
}
for (const [written, certification] of Object.entries(numbers)) {
  test(`${JSON.stringify(written)} is the hospital ${certification}`, async () => {
    const { observations } = await readAffiliationObservations([
      { npi, certification: written, type: 'Inpatient rehabilitation facility' },
    ])
    assert.equal(observations[0]?.affiliations[0]?.certification, certification)
  })
}

test('counts lines of other facilities, without a number or without an NPI', async () => {
  const { report } = await readAffiliationObservations([
    { npi, certification: '410001' },
    { npi, certification: '415001', type: 'Nursing home' },
    { npi, certification: 'NONE' },
    { npi: '', certification: '410001' },
    { npi: '12345', certification: '410001' },
    { npi: '1234567890', certification: '410001' },
  ])
  assert.deepEqual(Object.keys(report.rejected).toSorted(), [
    'bad_certification_number',
    'bad_npi',
    'malformed_npi',
    'no_npi',
    'not_a_hospital',
  ])
})

const clinicians = 'NPI,adr_ln_1,City/Town,State,ZIP Code\n'
const affiliations = affiliationsFile([{ npi, certification: '410001' }])

test('detects the file by its header, under any file name', async () => {
  await using file = await writeTextFile('anything.csv', affiliations)
  assert.deepEqual(await detectClinicianFiles(file.path), { clinicians: false, affiliations: true })
  await using other = await writeTextFile('Facility_Affiliation.csv', clinicians)
  assert.deepEqual(await detectClinicianFiles(other.path), { clinicians: true, affiliations: false })
})

test('reads both files from the CMS archive', async () => {
  const members = [
    { name: 'DAC_NationalDownloadableFile.csv', content: clinicians },
    { name: 'Facility_Affiliation.csv', content: affiliations },
  ]
  await using file = await writeTextFile('doctors_and_clinicians.zip', zip(members))
  assert.deepEqual(await detectClinicianFiles(file.path), { clinicians: true, affiliations: true })
  const read = await collect(
    readAffiliations(file.path, new FileReport('cms_facility_affiliations', file.path)),
  )
  assert.equal(read.length, 1)
})
