import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCountries, parsePhone } from './phone-number.ts'

const countries = ['US', 'GB'] as const

describe('a telephone number', () => {
  for (const [text, number] of [
    ['+1 401 555 0123', '+14015550123'],
    ['(401) 555-0123', '+14015550123'],
    [' 1.401.555.0123 ', '+14015550123'],
    ['+1\u00a0401\u2013555\u20130123', '+14015550123'],
    ['+44 7400 123456', '+447400123456'],
  ] as const) {
    test(`${JSON.stringify(text)} is parsed as ${number}`, () =>
      assert.equal(parsePhone(text, countries), number))
  }

  for (const [text, reason] of [
    ['', 'empty'],
    ['5550123', 'no area code'],
    ['+1 401 555 012', 'too short'],
    ['+1 401 555 01234', 'too long'],
    ['+1 900 555 0123', 'premium rate'],
    ['+1 800 555 0123', 'toll-free'],
    ['+1 500 555 0123', 'personal number'],
    ['+44 20 7946 0123', 'a fixed line'],
    ['+44 909 879 0123', 'premium rate'],
    ['911', 'emergency'],
    ['+1 401 555 0123 ext. 5', 'an extension'],
    ['+14015550123,+18765550123', 'two numbers'],
    ['+14015550123\r\nBcc: 1', 'a second line'],
    ['tel:+14015550123;phone-context=+979', 'a tel: URI'],
    ['call +14015550123', 'a word before the number'],
    ['+٤٠١٥٥٥٠١٢٣', 'Arabic digits'],
    ['+1401\u202e5550123', 'a right-to-left override'],
    ['+'.repeat(33), 'text longer than the maximum'],
  ] as const) {
    test(`${JSON.stringify(text)} is rejected: ${reason}`, () =>
      assert.throws(() => parsePhone(text, countries), {
        code: 'invalid_parameter',
        message: /one mobile number/,
      }))
  }

  for (const [text, reason] of [
    ['+1 876 555 0123', 'Jamaica, in the numbering plan of the US'],
    ['+1 416 555 0123', 'Canada'],
    ['+1 787 555 0123', 'Puerto Rico'],
    ['+33 6 12 34 56 78', 'France'],
    ['+8816 1234 5678', 'a satellite phone'],
    ['+979 123 456 789', 'international premium rate'],
  ] as const) {
    test(`${text} is rejected: ${reason}`, () =>
      assert.throws(() => parsePhone(text, countries), { code: 'invalid_parameter', message: /US, GB\.$/ }))
  }
})

describe('a list of countries', () => {
  test('is parsed from country codes separated by commas', () =>
    assert.deepEqual(parseCountries(' us, PR '), ['US', 'PR']))
  for (const list of ['', 'USA', 'XX', 'US,', 'US PR', '*', 'hasOwnProperty'])
    test(`${JSON.stringify(list)} is not a list of countries`, () => assert.equal(parseCountries(list), null))
})
