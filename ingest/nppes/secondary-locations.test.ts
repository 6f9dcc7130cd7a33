import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { findRealFile, splitRecords } from '../read/real-files.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { readSecondaryLocations } from './secondary-locations.ts'

/** As published in June 2025, the two blanks before `Address Line 2` included. */
const header = [
  'NPI',
  'Provider Secondary Practice Location Address- Address Line 1',
  'Provider Secondary Practice Location Address-  Address Line 2',
  'Provider Secondary Practice Location Address - City Name',
  'Provider Secondary Practice Location Address - State Name',
  'Provider Secondary Practice Location Address - Postal Code',
  'Provider Secondary Practice Location Address - Country Code (If outside U.S.)',
  'Provider Secondary Practice Location Address - Telephone Number',
  'Provider Secondary Practice Location Address - Telephone Extension',
  'Provider Practice Location Address - Fax Number',
].join(',')

test('a row is a secondary location; rejects a row without an address or without a valid NPI', async () => {
  const rows = [
    '1234567893,500 N Orchard Rd,Ste 200,Pembroke Pines,FL,330261234,US,9545550100,X 12,9545550199',
    '1234567890,500 N Orchard Rd,,Pembroke Pines,FL,330261234,US,,,',
    '1234567893,,,,,,US,9545550100,,',
  ]
  await using file = await writeTextFile('pl_pfile_20240101-20240107.csv', `${header}\n${rows.join('\n')}\n`)
  const report = new FileReport('nppes', file.path)
  assert.deepEqual(await collect(readSecondaryLocations(file.path, report)), [
    {
      kind: 'secondary_location',
      npi: '1234567893',
      practice: {
        address: {
          line_1: '500 N ORCHARD RD',
          line_2: 'STE 200',
          city: 'PEMBROKE PINES',
          state: 'FL',
          postal_code: '33026',
          country: 'US',
        },
        phone: '+19545550100',
        extension: '12',
        fax: '+19545550199',
        plus4: '1234',
      },
      source: 'nppes',
      asOf: '2024-01-07',
    },
  ])
  assert.deepEqual(report.toSourceFile().rejected, {
    bad_npi: { rows: 1, first_lines: [3] },
    no_address: { rows: 1, first_lines: [4] },
  })
})

test('a file without the last two columns has no extension and no fax number', async () => {
  const shorter = header.split(',').slice(0, -2).join(',')
  const row = '1234567893,12 Elm St,,Cranston,RI,029101234,US,4015550100 x77'
  await using file = await writeTextFile('pl_pfile_20240101-20240107.csv', `${shorter}\n${row}\n`)
  const [place] = await collect(readSecondaryLocations(file.path, new FileReport('nppes', file.path)))
  assert.ok(place?.kind === 'secondary_location')
  assert.deepEqual([place.practice.extension, place.practice.fax], ['77', undefined])
})

test('accepts a byte order mark, CRLF line ends and other blanks in the header', async () => {
  const row = '"1234567893","12 Elm St","","Cranston","RI","029101234","US","4015550100","",""'
  const name = 'pl_pfile_20240101-20240107.csv'
  const spaced = header.replaceAll('Address-', 'Address  -').replaceAll(' - ', '  -   ')
  await using plain = await writeTextFile(name, `${header}\n${row}\n`)
  await using other = await writeTextFile(name, `\uFEFF${spaced}\r\n${row}\r\n`)
  const [expected, found] = await Promise.all(
    [plain, other].map(({ path }) => collect(readSecondaryLocations(path, new FileReport('nppes', path)))),
  )
  assert.deepEqual(found, expected)
  assert.equal(expected?.length, 1)
})

const published = findRealFile('nppes/pl_pfile_fileheader.csv')
test('the header of these tests is the published header', { skip: published === null }, async () => {
  if (published === null) return
  assert.equal((await readFile(published, 'utf8')).trim().replaceAll('"', ''), header)
})

const sample = findRealFile('nppes/pl_pfile_sample.csv')
test('reads every row of the published sample', { skip: sample === null }, async (t) => {
  if (sample === null) return
  const report = new FileReport('nppes', sample)
  const places = await collect(readSecondaryLocations(sample, report))
  const located = places.filter((place) => place.kind === 'secondary_location')
  const found = located.map(({ npi, practice: { address, phone } }) => {
    return [
      npi,
      address.line_1,
      address.line_2 ?? '',
      address.city,
      address.state,
      address.postal_code,
      phone,
    ]
  })
  const expected = splitRecords(await readFile(sample, 'utf8'))
    .slice(1)
    .map(([npi, line1 = '', line2 = '', city = '', state, zip = '', , phone]) => {
      const inCapitals = [line1, line2, city].map((cell) => cell.toUpperCase())
      return [npi, ...inCapitals, state, zip.slice(0, 5), `+1${phone}`]
    })
  assert.deepEqual(found, expected)
  assert.equal(found.length, 9)
  assert.deepEqual(report.toSourceFile().rejected, {})
  t.diagnostic(`${places.length} rows`)
})
