import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carrierKind, parseCarrierCode } from './carrier.ts'
import { skipWithoutRealData, readSharedText } from './registry-week.fixture.ts'

test('a code is trimmed and converted to upper case, and keeps its leading zeros', () => {
  assert.equal(parseCarrierCode(' 00890 '), '00890')
  assert.equal(parseCarrierCode('medicaid_tx'), 'MEDICAID_TX')
  assert.equal(parseCarrierCode('sx-107'), 'SX-107')
})

for (const text of ['', '   ', 'A B', 'A,B', 'É1', 'ß', 'A'.repeat(33), '00890\u0000']) {
  test(`${JSON.stringify(text)} is not a code`, () => {
    assert.equal(parseCarrierCode(text), null)
  })
}

test('upper-case words are programs, every other code is a payer', () => {
  for (const code of ['MEDICARE', 'MEDICAID_TX', 'TRICARE']) assert.equal(carrierKind(code), 'program', code)
  for (const code of ['00890', '62308', 'SX107', 'A-B', '_A', 'A_'])
    assert.equal(carrierKind(code), 'payer_id', code)
})

test('the payer ids of a clearinghouse are codes', { skip: skipWithoutRealData }, (t) => {
  const ids = [
    ...readSharedText('payers/officeally_payers_2025.csv.gz').matchAll(/,([A-Z0-9]{5}),Professional/g),
  ].map(([, id = '']) => id)
  for (const id of ids) assert.equal(parseCarrierCode(id.toLowerCase()), id)
  t.diagnostic(`${ids.length} payer ids`)
  assert.ok(ids.length > 1000)
})
