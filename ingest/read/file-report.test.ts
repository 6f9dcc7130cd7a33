import assert from 'node:assert/strict'
import test from 'node:test'
import { FileReport } from './file-report.ts'

/** On which day a row is true that shows `date`, once it was noted. */
function dayOfRow(report: FileReport, date: string | null): string | null {
  report.noteDate(date)
  return report.dateForRow(date)
}

test('a file is as fresh as its own name says, whatever its folder is called', () => {
  assert.equal(
    new FileReport('nppes', '/somewhere/2019-01-01/npidata_2018-12_clinicians.csv.gz').asOf,
    '2018-12-01',
  )
  assert.equal(new FileReport('nppes', 'npidata_pfile_20240101-20240107.csv.gz').asOf, '2024-01-07')
})

test('a day to come in the name of a file or of its archive is not believed', () => {
  const report = new FileReport('nppes', 'npidata_pfile_20240101-20991231.csv', { today: '2024-06-01' })
  assert.equal(report.asOf, null)
  report.setMemberName('npidata_pfile_20240101-20240602.csv')
  assert.equal(dayOfRow(report, '2024-05-31'), '2024-05-31')
  assert.equal(report.asOf, '2024-05-31')
  assert.equal(new FileReport('nppes', 'npidata_2099-01.csv', { today: '2024-06-01' }).asOf, null)
  assert.equal(
    new FileReport('nppes', 'npidata_20240101-20240601.csv', { today: '2024-06-01' }).asOf,
    '2024-06-01',
  )
})

test('a file whose name shows no day is as fresh as its newest row, days to come left out', () => {
  const report = new FileReport('nppes', 'npidata.csv', { today: '2024-06-01' })
  assert.equal(dayOfRow(report, '2024-05-31'), '2024-05-31')
  assert.equal(dayOfRow(report, '2020-01-01'), '2020-01-01')
  assert.equal(dayOfRow(report, '2204-01-01'), null)
  assert.equal(dayOfRow(report, null), null)
  assert.equal(report.asOf, '2024-05-31')
})

test('a month in the name is the least that a file and its rows are', () => {
  const report = new FileReport('nppes', 'npidata_2018-12.csv', { today: '2024-06-01' })
  assert.equal(dayOfRow(report, '2018-11-07'), '2018-12-01')
  assert.equal(report.asOf, '2018-12-01')
  assert.equal(dayOfRow(report, '2018-12-08'), '2018-12-08')
  assert.equal(report.asOf, '2018-12-08')
})

test('the year in a file name is a lower bound for its day, and the day that the operator states takes precedence', () => {
  const name = 'hospital_general_information_2022.csv.gz'
  assert.equal(new FileReport('facilities', name).dateForRow(null), '2022-01-01')
  assert.equal(new FileReport('facilities', name, { asOf: '2022-05-01' }).dateForRow(null), '2022-05-01')
  assert.equal(new FileReport('facilities', name, { today: '2021-06-01' }).asOf, null)
})

test('the day of an archive goes before the day of its member, and the day of a member before its rows', () => {
  const archive = new FileReport('nppes', 'full_September_2026.zip')
  archive.setMemberName('npidata_pfile_20050523-20260913.csv')
  assert.equal(dayOfRow(archive, '2020-01-01'), '2026-09-13')
  const dated = new FileReport('nppes', 'npidata_20240101-20240107.zip')
  dated.setMemberName('npidata_pfile_20050523-20260913.csv')
  assert.equal(dated.asOf, '2024-01-07')
})

test('asking for the day of a row does not make the file fresher', () => {
  const report = new FileReport('nppes', 'npidata.csv')
  assert.equal(report.dateForRow('2024-05-31'), '2024-05-31')
  assert.equal(report.asOf, null)
})

test('rows are the accepted and the rejected, and each reason keeps its first five lines', () => {
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
