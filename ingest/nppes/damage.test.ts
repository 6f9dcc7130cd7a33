import assert from 'node:assert/strict'
import test from 'node:test'
import { findDamage } from './damage.ts'
import { sampleCells, type SampleRow } from './sample-row.fixture.ts'

const rows: readonly { readonly row: SampleRow; readonly mark: string | null }[] = [
  { row: { entityType: '1.0' }, mark: 'decimals' },
  { row: { practicePostalCode: '80511606.0' }, mark: 'decimals' },
  { row: { mailingPhone: '3085550100.0' }, mark: 'decimals' },
  { row: { npi: '1.23E+09' }, mark: 'exponents' },
  { row: { enumeratedOn: '3/25/25' }, mark: 'dates' },
  { row: { updatedOn: '3/5/2025' }, mark: 'dates' },
  { row: { deactivatedOn: '2025-03-25 00:00:00' }, mark: 'dates' },
  { row: { practicePostalCode: '2903', practiceState: 'RI', practiceCountry: 'US' }, mark: 'zeros' },
  { row: { mailingPostalCode: '29034801', mailingState: 'RI' }, mark: 'zeros' },
  { row: { practicePostalCode: '9012202', practiceState: 'OKINAWA', practiceCountry: 'JP' }, mark: null },
  { row: { practicePostalCode: 'L6B 0P9', practiceState: 'ON', practiceCountry: 'CA' }, mark: null },
  { row: { practicePostalCode: '029034801', practiceState: 'RI', enumeratedOn: '03/25/2025' }, mark: null },
  { row: { enumeratedOn: '02/30/2025' }, mark: null },
]
for (const { row, mark } of rows) {
  test(`${JSON.stringify(row)} shows ${mark ?? 'no damage'}`, () => {
    assert.equal(findDamage(sampleCells(row)), mark)
  })
}
