import assert from 'node:assert/strict'
import test from 'node:test'
import { FileReport } from './file-report.ts'

/** The date of a row with this date cell. */
function dateOfRow(report: FileReport, date: string | null): string | null {
  report.noteDate(date)
  return report.dateForRow(date)
}

test('the date of a file is the date in its own name, not in that of its folder', () => {
  assert.equal(
    new FileReport('nppes', '/somewhere/2019-01-01/npidata_2018-12_clinicians.csv.gz').asOf,
    '2018-12-01',
  )
  assert.equal(new FileReport('nppes', 'npidata_pfile_20240101-20240107.csv.gz').asOf, '2024-01-07')
})

test('ignores a future date in the name of a file or of its archive', () => {
  const report = new FileReport('nppes', 'npidata_pfile_20240101-20991231.csv', { today: '2024-06-01' })
  assert.equal(report.asOf, null)
  report.setMemberName('npidata_pfile_20240101-20240602.csv')
  assert.equal(dateOfRow(report, '2024-05-31'), '2024-05-31')
  assert.equal(report.asOf, '2024-05-31')
  assert.equal(new FileReport('nppes', 'npidata_2099-01.csv', { today: '2024-06-01' }).asOf, null)
  assert.equal(
    new FileReport('nppes', 'npidata_20240101-20240601.csv', { today: '2024-06-01' }).asOf,
    '2024-06-01',
  )
})

test('a file without a date in its name has the newest date of its rows, ignoring future dates', () => {
  const report = new FileReport('nppes', 'npidata.csv', { today: '2024-06-01' })
  assert.equal(dateOfRow(report, '2024-05-31'), '2024-05-31')
  assert.equal(dateOfRow(report, '2020-01-01'), '2020-01-01')
  assert.equal(dateOfRow(report, '2204-01-01'), null)
  assert.equal(dateOfRow(report, null), null)
  assert.equal(report.asOf, '2024-05-31')
})

test('the month in a file name is a lower bound for the date of the file and its rows', () => {
  const report = new FileReport('nppes', 'npidata_2018-12.csv', { today: '2024-06-01' })
  assert.equal(dateOfRow(report, '2018-11-07'), '2018-12-01')
  assert.equal(report.asOf, '2018-12-01')
  assert.equal(dateOfRow(report, '2018-12-08'), '2018-12-08')
  assert.equal(report.asOf, '2018-12-08')
})

test('the year in a file name is a lower bound for its date, and the date that the operator gives takes precedence', () => {
  const name = 'hospital_general_information_2022.csv.gz'
  assert.equal(new FileReport('facilities', name).dateForRow(null), '2022-01-01')
  assert.equal(new FileReport('facilities', name, { asOf: '2022-05-01' }).dateForRow(null), '2022-05-01')
  assert.equal(new FileReport('facilities', name, { today: '2021-06-01' }).asOf, null)
})

test('the date of an archive takes precedence over that of its member, and that of a member over its rows', () => {
  const archive = new FileReport('nppes', 'full_September_2026.zip')
  archive.setMemberName('npidata_pfile_20050523-20260913.csv')
  assert.equal(dateOfRow(archive, '2020-01-01'), '2026-09-13')
  const dated = new FileReport('nppes', 'npidata_20240101-20240107.zip')
  dated.setMemberName('npidata_pfile_20050523-20260913.csv')
  assert.equal(dated.asOf, '2024-01-07')
})

test('dateForRow does not change the date of the file', () => {
  const report = new FileReport('nppes', 'npidata.csv')
  assert.equal(report.dateForRow('2024-05-31'), '2024-05-31')
  assert.equal(report.asOf, null)
})

test('counts accepted and rejected rows, and keeps the first five lines of each reason', () => {
  const report = new FileReport('nppes', '/somewhere/rows_2024-01-07.csv')
  report.accept()
  for (let line = 3; line <= 9; line++) report.reject('no_name', line)
  report.reject('bad_npi', 10)
  assert.deepEqual(report.toSourceFile(), {
    source: 'nppes',
    file: 'rows_2024-01-07.csv',
    as_of: '2024-01-07',
    rows: 9,
    accepted: 1,
    rejected: { bad_npi: { rows: 1, first_lines: [10] }, no_name: { rows: 7, first_lines: [3, 4, 5, 6, 7] } },
    left_out: {},
  })
})
