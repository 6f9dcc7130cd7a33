import assert from 'node:assert/strict'
import test from 'node:test'
import { findDamage } from './damage.ts'
import { sampleCells, type SampleRow } from './sample-row.fixture.ts'

const rows: readonly { readonly row: SampleRow; readonly damage: string | null }[] = [
  { row: { entityType: '1.0' }, damage: 'decimals' },
  { row: { practicePostalCode: '80511606.0' }, damage: 'decimals' },
  { row: { mailingPhone: '3085550100.0' }, damage: 'decimals' },
  { row: { npi: '1.23E+09' }, damage: 'exponents' },
  { row: { enumeratedOn: '3/25/25' }, damage: 'dates' },
  { row: { updatedOn: '3/5/2025' }, damage: 'dates' },
  { row: { deactivatedOn: '2025-03-25 00:00:00' }, damage: 'dates' },
  { row: { practicePostalCode: '2903', practiceState: 'RI', practiceCountry: 'US' }, damage: 'zeros' },
  { row: { mailingPostalCode: '29034801', mailingState: 'RI' }, damage: 'zeros' },
  { row: { practicePostalCode: '9012202', practiceState: 'OKINAWA', practiceCountry: 'JP' }, damage: null },
  { row: { practicePostalCode: 'L6B 0P9', practiceState: 'ON', practiceCountry: 'CA' }, damage: null },
  { row: { practicePostalCode: '029034801', practiceState: 'RI', enumeratedOn: '03/25/2025' }, damage: null },
  { row: { enumeratedOn: '02/30/2025' }, damage: null },
]
for (const { row, damage } of rows) {
  test(`${JSON.stringify(row)} shows ${damage ?? 'no damage'}`, () => {
    assert.equal(findDamage(sampleCells(row)), damage)
  })
}
