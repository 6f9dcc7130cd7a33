import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { findRealFile } from '../read/real-files.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { readNpiList } from './npi-list.ts'

async function readListings(content: string, name = 'plan_2022-04-22.csv') {
  await using file = await writeTextFile(name, content)
  const report = new FileReport('plan_network', file.path)
  const listings = await collect(readNpiList(file.path, '00890', report))
  return {
    listed: listings.map(({ npi, carrier, asOf }) => `${npi} ${carrier} ${asOf}`),
    report: report.toSourceFile(),
  }
}

test('a list of NPIs belongs to the given carrier, as of the date in the file name', async () => {
  const { listed } = await readListings('NPI\n1234567893\n 1245319599 \n')
  assert.deepEqual(listed, ['1234567893 00890 2022-04-22', '1245319599 00890 2022-04-22'])
})

test('the code and the date of a row take precedence over those of the file', async () => {
  const rows = '1234567893,medicaid_tx,2022-01-31\n1234567893,,\n'
  const { listed } = await readListings(`npi,code,as_of\n${rows}`)
  assert.deepEqual(listed, ['1234567893 MEDICAID_TX 2022-01-31', '1234567893 00890 2022-04-22'])
})

test('a row dated later than its file, or in the future, has the date of the file', async () => {
  const { listed } = await readListings('npi,as_of\n1234567893,2022-04-23\n1245319599,2131-01-01\n')
  assert.deepEqual(listed, ['1234567893 00890 2022-04-22', '1245319599 00890 2022-04-22'])
})

test('counts rows with an invalid NPI, code or date, and never rejects the file for them', async () => {
  const rows = '1234567890,,\n,A,\n1234567893,a b,\n1234567893,A,2023-02-30\n'
  const { listed, report } = await readListings(`npi,code,as_of\n${rows}1245319599,,\n`)
  assert.deepEqual(listed, ['1245319599 00890 2022-04-22'])
  assert.deepEqual(report.rejected, {
    bad_carrier_code: { rows: 1, first_lines: [4] },
    bad_date: { rows: 1, first_lines: [5] },
    bad_npi: { rows: 2, first_lines: [2, 3] },
  })
})

test('accepts a network with only invalid NPIs, and rejects a file without rows', async () => {
  const { listed, report } = await readListings('npi\n1234567890\n')
  assert.deepEqual(listed, [])
  assert.deepEqual(report.rejected, { bad_npi: { rows: 1, first_lines: [2] } })
  await assert.rejects(readListings('npi\n'), { name: 'InputError', message: /lists no provider/ })
})

const real = findRealFile('payers/bcbst_participating_npis_2022-04-22.csv.gz')
test('lists every NPI of a real network', { skip: real === null }, async (t) => {
  if (real === null) return
  const report = new FileReport('plan_network', real)
  const listings = await collect(readNpiList(real, '00890', report))
  assert.equal(listings.length, 29_661)
  assert.equal(listings[0]?.asOf, '2022-04-22')
  t.diagnostic(`${listings.length} NPIs`)
})
