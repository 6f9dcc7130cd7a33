import assert from 'node:assert/strict'
import test from 'node:test'
import { cellText, cellTextInCapitals, cellValue } from './cell-text.ts'

const texts: Record<string, string | null> = {
  MARIA: 'MARIA',
  '  Maria   Elena ': 'Maria Elena',
  "O'BRIEN": "O'BRIEN",
  'NC # 9490': 'NC # 9490',
  José: 'José',
  '0': '0',
  '': null,
  '   ': null,
  '<UNAVAIL>': null,
  ' <UNAVAIL> ': null,
  $$$$$$$$$: null,
  '********': null,
  _________: null,
  '=========': null,
  '--': null,
}
for (const [cell, text] of Object.entries(texts)) {
  test(`cellText reads ${JSON.stringify(cell)} as ${text ?? 'no text'}`, () => {
    assert.equal(cellText(cell), text)
  })
}

test('cellTextInCapitals returns names and addresses in capitals', () => {
  assert.equal(cellTextInCapitals(' Vine  Pharmacy'), 'VINE PHARMACY')
  assert.equal(cellTextInCapitals(undefined), null)
})

const values: Record<string, string | null> = {
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
for (const [cell, value] of Object.entries(values)) {
  test(`cellValue reads ${JSON.stringify(cell)} as ${value ?? 'no value'}`, () =>
    assert.equal(cellValue(cell), value))
}
