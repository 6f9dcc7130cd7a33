import assert from 'node:assert/strict'
import test from 'node:test'
import { said, saidInCapitals } from './said.ts'

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
    assert.equal(said(cell), text)
  })
}

test('names and addresses are said in capitals', () => {
  assert.equal(saidInCapitals(' Vine  Pharmacy'), 'VINE PHARMACY')
  assert.equal(saidInCapitals(undefined), null)
})
