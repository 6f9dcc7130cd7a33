import assert from 'node:assert/strict'
import test from 'node:test'
import { cellValue } from './cell-value.ts'

const cells: Record<string, string | null> = {
  ' Seaview  Hospital ': 'Seaview Hospital',
  'None Such Pharmacy': 'None Such Pharmacy',
  NONE: null,
  'N/A': null,
  NaN: null,
  'Not Stated': null,
  'not available': null,
  '-': null,
  '..': null,
  '': null,
}
for (const [cell, text] of Object.entries(cells)) {
  test(`${JSON.stringify(cell)} states ${text ?? 'nothing'}`, () => assert.equal(cellValue(cell), text))
}
