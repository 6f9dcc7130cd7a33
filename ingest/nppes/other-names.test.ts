import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { findRealFile } from '../read/real-files.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { readOtherNames } from './other-names.ts'

const header = 'NPI,Provider Other Organization Name,Provider Other Organization Name Type Code'

test('a row is another name; rejects a row without a name or without a valid NPI', async () => {
  const rows = '1234567893,Vine Pharmacy,3\n1234567890,Vine,3\n1234567893,"=====",3\n'
  await using file = await writeTextFile('othername_pfile_20240101-20240107.csv', `${header}\n${rows}`)
  const report = new FileReport('nppes', file.path)
  assert.deepEqual(await collect(readOtherNames(file.path, report)), [
    {
      kind: 'other_organization_name',
      npi: '1234567893',
      name: 'VINE PHARMACY',
      type: '3',
      source: 'nppes',
      asOf: '2024-01-07',
    },
  ])
  assert.deepEqual(report.toSourceFile().rejected, {
    bad_npi: { rows: 1, first_lines: [3] },
    no_name: { rows: 1, first_lines: [4] },
  })
})

test('the fourth column dates a row if the file name has no date', async () => {
  await using file = await writeTextFile(
    'othername_pfile.csv',
    `${header},Created Date\n1234567893,VINE,3,05/01/2026\n`,
  )
  const names = await collect(readOtherNames(file.path, new FileReport('nppes', file.path)))
  assert.equal(names[0]?.asOf, '2026-05-01')
})

test('keeps the type of former, doing-business-as and other names, and rejects a row without a type', async () => {
  const rows = ['3', '4', '5', ' 3 ', '', '3.0', 'X'].map((type) => `1234567893,VINE,${type}\n`)
  await using file = await writeTextFile('othername_pfile.csv', `${header}\n${rows.join('')}`)
  const report = new FileReport('nppes', file.path)
  const names = await collect(readOtherNames(file.path, report))
  assert.deepEqual(
    names.map((name) => name.kind === 'other_organization_name' && name.type),
    ['3', '4', '5', '3'],
  )
  assert.deepEqual(report.toSourceFile().rejected, { unknown_name_type: { rows: 3, first_lines: [6, 7, 8] } })
})

test('accepts a byte order mark, CRLF line ends and blanks in the header', async () => {
  const row = '"1234567893","Vine Pharmacy, Inc.","3"'
  await using plain = await writeTextFile('othername_pfile_20240101-20240107.csv', `${header}\n${row}\n`)
  await using other = await writeTextFile(
    'othername_pfile_20240101-20240107.csv',
    `\uFEFF${header.replaceAll(' ', '  ')} \r\n${row}\r\n`,
  )
  const [expected, found] = await Promise.all(
    [plain, other].map(({ path }) => collect(readOtherNames(path, new FileReport('nppes', path)))),
  )
  assert.deepEqual(found, expected)
  assert.equal(expected?.length, 1)
})

const published = findRealFile('nppes/othername_pfile_fileheader.csv')
test('reads the published header file, which has no rows', { skip: published === null }, async () => {
  if (published === null) return
  assert.deepEqual(await collect(readOtherNames(published, new FileReport('nppes', published))), [])
})

const sample = findRealFile('nppes/othername_pfile_sample.csv')
test('reads every row of the published sample, with its type', { skip: sample === null }, async (t) => {
  if (sample === null) return
  const report = new FileReport('nppes', sample)
  const names = await collect(readOtherNames(sample, report))
  const types = Object.groupBy(names, (name) => (name.kind === 'unfit_text' ? '' : name.type))
  assert.deepEqual(
    ['3', '4', '5'].map((type) => types[type]?.length),
    [7, 1, 1],
  )
  assert.deepEqual(report.toSourceFile().rejected, {})
  t.diagnostic(`${names.length} rows`)
})
