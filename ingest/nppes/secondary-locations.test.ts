import assert from 'node:assert/strict'
import test from 'node:test'
import { allOf } from '../read/all-of.fixture.ts'
import { realFile } from '../read/real-files.fixture.ts'
import { textFile } from '../read/text-file.fixture.ts'
import { Tally } from '../tally.ts'
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

test('a row is one more practice place, and one without a place or a right NPI is rejected', async () => {
  const rows = [
    '1234567893,500 N Hiatus Rd,Ste 200,Pembroke Pines,FL,330265213,US,9544374800,12,',
    '1234567890,500 N Hiatus Rd,,Pembroke Pines,FL,330265213,US,,,',
    '1234567893,,,,,,US,9544374800,,',
  ]
  await using file = await textFile('pl_pfile_20240101-20240107.csv', `${header}\n${rows.join('\n')}\n`)
  const tally = new Tally('nppes', file.path)
  assert.deepEqual(await allOf(readSecondaryLocations(file.path, tally)), [
    {
      kind: 'secondary_location',
      npi: '1234567893',
      practice: {
        address: {
          line_1: '500 N HIATUS RD',
          line_2: 'STE 200',
          city: 'PEMBROKE PINES',
          state: 'FL',
          postal_code: '33026',
          country: 'US',
        },
        phone: '+19544374800',
      },
      source: 'nppes',
      asOf: '2024-01-07',
    },
  ])
  assert.deepEqual(tally.toSourceFile().rejected, {
    bad_npi: { rows: 1, first_lines: [3] },
    no_address: { rows: 1, first_lines: [4] },
  })
})

const sample = realFile('nppes/pl_pfile_sample.csv')
test('every row of the published sample is read', { skip: sample === null }, async (t) => {
  if (sample === null) return
  const places = await allOf(readSecondaryLocations(sample, new Tally('nppes', sample)))
  assert.equal(places.length, 9)
  assert.ok(
    places.every(
      ({ practice }) => practice.address.line_1 !== null && practice.address.postal_code?.length === 5,
    ),
  )
  t.diagnostic(`${places.length} rows`)
})
