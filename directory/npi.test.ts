import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@careatlas/contract/errors'
import { isNpi, npiFromPayload, parseNpi } from './npi.ts'
import { skipWithoutRealData, readSharedText } from './registry-week.fixture.ts'

test('an NPI with a valid check digit is accepted unchanged', () => {
  for (const text of ['1234567893', '1992480495', '1003000126']) assert.equal(parseNpi(text), text)
})

const rejections = {
  '1234567890': 'check digit',
  '1234567839': 'check digit',
  '123': 'ten digits',
  '12345678931': 'ten digits',
  '3234567893': 'starting with 1 or 2',
  ' 1234567893': 'ten digits',
  '1234567893\n': 'ten digits',
  '123456789３': 'ten digits',
  '': 'ten digits',
}
for (const [text, rule] of Object.entries(rejections)) {
  test(`${JSON.stringify(text)} is rejected: ${rule}`, () => {
    assert.throws(
      () => parseNpi(text),
      (error) => {
        assert.ok(error instanceof ApiError)
        assert.equal(error.code, 'invalid_npi')
        assert.match(error.message, new RegExp(rule))
        return true
      },
    )
    assert.equal(isNpi(text), false)
  })
}

test('an error repeats at most 64 characters of the value', () => {
  assert.throws(
    () => parseNpi('9'.repeat(5000)),
    (error: Error) => error.message.length < 140,
  )
})

test('an error never repeats an API key that was sent as an NPI', () => {
  const key = 'careatlas_sk_0123456789abcdefghij'
  assert.throws(
    () => parseNpi(key),
    (error: Error) => !error.message.includes(key.slice(0, 16)) && /a credential/.test(error.message),
  )
})

test('npiFromPayload appends the only valid check digit', () => {
  assert.equal(npiFromPayload('123456789'), '1234567893')
  for (const digit of '012456789') assert.equal(isNpi(`123456789${digit}`), false)
  assert.throws(() => npiFromPayload('12345678'), { code: 'invalid_npi' })
})

test(
  'every NPI in the list of a payer is valid, and becomes invalid with another last digit',
  { skip: skipWithoutRealData },
  (t) => {
    const npis =
      readSharedText('payers/bcbst_participating_npis_2022-04-22.csv.gz').match(/\b\d{10}\b/g) ?? []
    assert.ok(npis.length > 29_000)
    for (const npi of npis) {
      assert.ok(isNpi(npi), npi)
      assert.ok(!isNpi(npi.slice(0, 9) + ((Number(npi[9]) + 1) % 10)), npi)
    }
    t.diagnostic(`${npis.length} NPIs`)
  },
)
