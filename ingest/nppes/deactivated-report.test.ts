import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { findRealFile } from '../read/real-files.fixture.ts'
import type { SheetCell } from '../read/spreadsheet/sheet-rows.ts'
import { spreadsheet } from '../read/spreadsheet/spreadsheet.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { zip } from '../read/zip.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { readDeactivatedReport } from './deactivated-report.ts'

const banner = ['NPPES Deactivated Records as of Oct 09 2023']
const header = ['NPI', 'NPPES Deactivation Date']
const zipName = 'NPPES_Deactivated_NPI_Report_100923.zip'
const sheetName = 'NPPES Deactivated NPI Report 20231009.xlsx'

async function readFileAs(name: string, bytes: Buffer | string) {
  await using file = await writeTextFile(name, bytes)
  const report = new FileReport('nppes', file.path)
  const rows = await collect(readDeactivatedReport(file.path, report))
  return { rows, report: report.toSourceFile() }
}

/** Reads these rows below the header, in a zip as CMS publishes it. */
async function readReportRows(rows: readonly (readonly SheetCell[])[]) {
  const content = spreadsheet([banner, header, ...rows])
  return readFileAs(zipName, zip([{ name: sheetName, content }]))
}

test('a row is a deactivation with its date, as of the date in the name of the report', async () => {
  const { rows, report } = await readReportRows([['1234567893', '10/08/2023']])
  assert.deepEqual(rows, [
    {
      kind: 'deactivation',
      npi: '1234567893',
      deactivatedOn: '2023-10-08',
      source: 'nppes',
      asOf: '2023-10-09',
    },
  ])
  assert.equal(report.as_of, '2023-10-09')
})

test('accepts the spreadsheet without its zip, and dates a renamed zip by the spreadsheet in it', async () => {
  const content = spreadsheet([banner, header, ['1234567893', '10/08/2023']])
  const zipped = zip([{ name: sheetName, content }])
  const [inZip, unzipped, renamed] = [
    await readFileAs(zipName, zipped),
    await readFileAs(sheetName, content),
    await readFileAs('deactivated.zip', zipped),
  ]
  assert.deepEqual(unzipped.rows, inZip.rows)
  assert.deepEqual(renamed.rows, inZip.rows)
})

const dates: readonly (readonly [cell: SheetCell, date: string | null])[] = [
  ['10/08/2023', '2023-10-08'],
  [' 10/08/2023 ', '2023-10-08'],
  [45_207, '2023-10-08'],
  ['2023-10-08T00:00:00', '2023-10-08'],
  ['02/30/2023', null],
  ['10/8/23', null],
  [10_082_023, null],
  [null, null],
]
for (const [cell, date] of dates) {
  test(`${JSON.stringify(cell)} in the date column is ${date ?? 'not a date, and the row is kept'}`, async () => {
    const { rows } = await readReportRows([['1234567893', cell]])
    assert.deepEqual(
      rows.map(({ deactivatedOn }) => deactivatedOn),
      [date],
    )
  })
}

test('accepts an NPI as a number, and rejects a row without a valid NPI with its line', async () => {
  const day = '10/08/2023'
  const { rows, report } = await readReportRows([
    [1_234_567_893, day],
    ['1234567890', day],
    [null, day],
    [null, null, 'a remark'],
    ['1234567893.0', day],
    ['1'.repeat(2000), day],
  ])
  assert.deepEqual(
    rows.map(({ npi }) => npi),
    ['1234567893'],
  )
  assert.deepEqual(report.rejected, {
    bad_npi: { rows: 3, first_lines: [4, 5, 7] },
    oversized_cell: { rows: 1, first_lines: [8] },
  })
})

test('finds the columns by name, in any position', async () => {
  const content = spreadsheet([
    [],
    banner,
    ['No.', ' nppes  deactivation date', 'NPI'],
    [1, '10/08/2023', '1234567893'],
  ])
  const { rows } = await readFileAs(sheetName, content)
  assert.deepEqual(
    rows.map(({ npi, deactivatedOn }) => [npi, deactivatedOn]),
    [['1234567893', '2023-10-08']],
  )
})

const completeZip = zip([
  { name: sheetName, content: spreadsheet([banner, header, ['1234567893', '10/08/2023']]) },
])
const rowsWithoutHeader = Array.from({ length: 30 }, () => ['1234567893', '10/08/2023'])
const rejections: Readonly<Record<string, { readonly bytes: Buffer | string; readonly reason: RegExp }>> = {
  'a spreadsheet without a header': { bytes: spreadsheet([banner]), reason: /has no column "NPI"/ },
  'a spreadsheet of many rows without a header': {
    bytes: spreadsheet([...rowsWithoutHeader, header]),
    reason: /has no column "NPI"/,
  },
  'a spreadsheet without the date column': {
    bytes: spreadsheet([['NPI', 'Date']]),
    reason: /has no column "NPPES Deactivation Date"/,
  },
  'a report without rows': { bytes: spreadsheet([banner, header]), reason: /has no rows/ },
  'a report without a usable row': {
    bytes: spreadsheet([banner, header, ['1', '2']]),
    reason: /no usable row among 1 \(1 bad_npi on line 3\)/,
  },
  'a web page': { bytes: '<!DOCTYPE html><title>Not found</title>', reason: /is a web page/ },
  'a text file': { bytes: 'NPI,NPPES Deactivation Date\n', reason: /is not a spreadsheet/ },
  'a truncated zip': { bytes: completeZip.subarray(0, -40), reason: /is a truncated or damaged zip archive/ },
  'a zip with a truncated spreadsheet': {
    bytes: zip([{ name: sheetName, content: spreadsheet([banner, header]).subarray(0, -40) }]),
    reason: /is a truncated or damaged zip archive/,
  },
  'a zip without a spreadsheet': {
    bytes: zip([{ name: 'npidata_pfile.csv', content: 'NPI\n' }]),
    reason: /has no file of this kind/,
  },
  'a zip whose spreadsheet inflates past the bound': {
    bytes: zip([{ name: sheetName, content: Buffer.alloc(33 * 1024 ** 2) }]),
    reason: /inflates to more than 32 MiB/,
  },
}
for (const [what, { bytes, reason }] of Object.entries(rejections)) {
  test(`rejects ${what} with one sentence`, async () => {
    const message = new RegExp(`^report\\.xlsx .*${reason.source}.*; .*\\.$`)
    await assert.rejects(readFileAs('report.xlsx', bytes), { name: 'InputError', message })
  })
}

const real = findRealFile(`nppes/${zipName}`)
test('reads every row of the real report', { skip: real === null }, async (t) => {
  if (real === null) return
  const report = new FileReport('nppes', real)
  const rows = await collect(readDeactivatedReport(real, report))
  assert.equal(rows.length, 258_959)
  assert.deepEqual(report.toSourceFile().rejected, {})
  assert.ok(rows.every(({ deactivatedOn, asOf }) => deactivatedOn !== null && asOf === '2023-10-09'))
  t.diagnostic(`${rows.length} rows, ${new Set(rows.map(({ npi }) => npi)).size} NPIs`)
})
