import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import type { FormerLocation } from '@careatlas/directory/snapshot/format'
import { FormerLocations } from '@careatlas/directory/snapshot/former-locations'
import { emptyRequest, ingest, type IngestRequest } from '../ingest.ts'
import { sampleFile, type SampleRow } from '../nppes/sample-row.fixture.ts'
import { silentProgress } from '../progress.ts'
import { toSourcePath } from '../source-files.ts'
import { CardReader } from './card-reader.ts'

const practiceAt = (line: string): SampleRow => ({
  practiceLine1: line,
  practiceState: 'RI',
  practiceCountry: 'US',
  practicePostalCode: '02903',
  practicePhone: '4015550101',
})
const clinic = { ...practiceAt('593 EDDY ST'), npi: '1000000012', entityType: '2', legalName: 'HEART CLINIC' }
const ana = { ...practiceAt('593 EDDY ST'), npi: '1000000004', entityType: '1', last: 'ORTIZ', first: 'ANA' }
const leo = { ...practiceAt('593 EDDY ST'), npi: '1000000020', entityType: '1', last: 'GREY', first: 'LEO' }
const drugs = {
  ...practiceAt('593 EDDY ST'),
  npi: '1000000053',
  entityType: '2',
  legalName: 'DRUGS',
  enumeratedOn: '01/01/2001',
}
/** A row for weeks without another one, because the ingest rejects an empty file. */
const other = { ...practiceAt('9 PIER RD'), npi: '1000000038', entityType: '1', last: 'WHITE', first: 'UNA' }

/** The new rows of each week, the NPI whose first place is looked up after the last week, and the expected entry. */
const cases: readonly {
  readonly name: string
  readonly weeks: readonly (readonly SampleRow[])[]
  readonly trackedRow: SampleRow
  readonly regions?: readonly string[]
  readonly expected: Partial<FormerLocation> | 'served' | { readonly successorOf: SampleRow }
}[] = [
  { name: 'an organization with a new name', weeks: [[clinic, ana], [{ ...clinic, legalName: 'LUNG CLINIC' }]], trackedRow: clinic, expected: 'served' },
  { name: 'a place with a new spelling', weeks: [[clinic, ana], [{ ...clinic, practiceLine1: '593 Eddy Street' }]], trackedRow: clinic, expected: 'served' },
  { name: 'an organization with another suite', weeks: [[clinic], [{ ...clinic, practiceLine1: '593 EDDY ST STE 4' }]], trackedRow: clinic, expected: { successorOf: clinic } },
  { name: 'clinicians with another suite', weeks: [[ana, leo], [{ ...ana, practiceLine1: '593 EDDY ST STE 4' }, { ...leo, practiceLine1: '593 EDDY ST STE 4' }]], trackedRow: ana, expected: { successorOf: ana } },
  { name: 'a place of clinicians replaced by an organization', weeks: [[ana, leo], [clinic]], trackedRow: ana, expected: 'served' },
  { name: 'a second organization with the name of the first', weeks: [[drugs, clinic], [{ ...clinic, practiceLine1: '9 PIER RD' }, { ...clinic, npi: '1000000046' }]], trackedRow: clinic, expected: { successorOf: { ...clinic, npi: '1000000046' } } },
  { name: 'an organization that was deactivated', weeks: [[clinic], [{ npi: clinic.npi, entityType: '', deactivatedOn: '01/20/2024' }]], trackedRow: clinic, expected: { heir: null, reason: 'organization_deactivated', npi: clinic.npi, day: '2024-01-14' } },
  { name: 'an organization that has moved', weeks: [[clinic], [{ ...clinic, practiceLine1: '9 PIER RD' }]], trackedRow: clinic, expected: { heir: null, reason: 'organization_moved', npi: clinic.npi } },
  { name: 'clinicians who have moved to two buildings', weeks: [[ana, leo], [{ ...ana, practiceLine1: '7 PIER RD' }, { ...leo, practiceLine1: '8 PIER RD' }]], trackedRow: ana, expected: { heir: null, reason: 'clinicians_left' } },
  { name: 'a place outside the regions of an update', weeks: [[clinic, { ...ana, practiceState: 'CT', practicePostalCode: '06103' }], []], regions: ['US-CT'], trackedRow: clinic, expected: { heir: null, reason: 'outside_coverage' } },
  { name: 'a place that returns after a week', weeks: [[clinic], [{ ...clinic, practiceLine1: '9 PIER RD' }], [clinic]], trackedRow: clinic, expected: 'served' },
  { name: 'a place whose successor has a successor', weeks: [[clinic], [{ ...clinic, practiceLine1: '593 EDDY ST STE 4' }], [{ ...clinic, practiceLine1: '593 EDDY ST STE 5' }]], trackedRow: clinic, expected: { successorOf: clinic } },
  { name: 'a place whose successor was removed', weeks: [[clinic], [{ ...clinic, practiceLine1: '593 EDDY ST STE 4' }], [{ ...clinic, practiceLine1: '9 PIER RD' }]], trackedRow: clinic, expected: { heir: null, reason: 'organization_moved', day: '2024-01-21' } },
] // prettier-ignore

for (const { name, weeks, trackedRow, regions, expected } of cases) {
  test(`${name} ${expected === 'served' ? 'keeps its identifier' : 'is found by its former identifier'}`, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'former-'))
    let uuid: string | null = null
    for (const [week, rows] of weeks.entries()) {
      await publish(
        folder.path,
        week,
        [...rows, ...(week === 0 ? [other] : [])],
        week === 0 ? null : (regions ?? null),
      )
      uuid ??= findPlace(folder.path, trackedRow)
    }
    const snapshot = snapshotFolder(folder.path, readCurrentGeneration(folder.path)!)
    using former = new FormerLocations(snapshot)
    using cards = new CardReader(snapshot)
    const found = former.find(uuid!)
    if (expected === 'served') {
      assert.equal(found, null)
      assert.ok([...cards.readLocationIds()].includes(uuid!))
    } else if ('successorOf' in expected)
      assert.equal(found?.heir, findPlace(folder.path, expected.successorOf))
    else assert.partialDeepStrictEqual(found, expected)
  })
}

test('the first ingest, and the first one after fictional data, write an empty table', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'former-'))
  for (const [week, notice] of ['All of this is fictional.', null].entries()) {
    await publish(folder.path, 0, week === 0 ? [clinic, other] : [other], null, {
      update: false,
      notice,
      acceptShrink: true,
    })
    using former = new FormerLocations(snapshotFolder(folder.path, readCurrentGeneration(folder.path)!))
    assert.deepEqual([...former.entries()], [])
  }
})

async function publish(
  folder: string,
  week: number,
  rows: readonly SampleRow[],
  regions: IngestRequest['regions'],
  options: Partial<IngestRequest> = {},
): Promise<void> {
  const formatDay = (date: number) => `202401${String(date + 7 * week).padStart(2, '0')}`
  const file = join(folder, `npidata_pfile_${formatDay(1)}-${formatDay(7)}.csv`)
  writeFileSync(file, sampleFile(rows))
  const nppes = rows.length === 0 ? [] : [toSourcePath(file)]
  await ingest(
    { ...emptyRequest, update: week > 0, nppes, regions, acceptShrink: true, ...options },
    folder,
    silentProgress,
  )
}

function findPlace(folder: string, { npi }: SampleRow): string {
  using cards = new CardReader(snapshotFolder(folder, readCurrentGeneration(folder)!))
  const status = cards.findRegistryStatus(npi!)
  const [uuid] =
    status?.status === 'organization'
      ? status.locationUuids
      : cards.readPracticeLocations(npi!).map(({ location_uuid }) => location_uuid)
  return uuid!
}
