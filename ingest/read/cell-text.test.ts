import assert from 'node:assert/strict'
import test from 'node:test'
import { cellText, cellTextInCapitals } from './cell-text.ts'

const cells: Record<string, string | null> = {
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
for (const [cell, text] of Object.entries(cells)) {
  test(`${JSON.stringify(cell)} says ${text ?? 'nothing'}`, () => {
    assert.equal(cellText(cell), text)
  })
}

test('names and addresses are said in capitals', () => {
  assert.equal(cellTextInCapitals(' Vine  Pharmacy'), 'VINE PHARMACY')
  assert.equal(cellTextInCapitals(undefined), null)
})
