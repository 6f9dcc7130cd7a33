import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCountries, parsePhone } from './phone-number.ts'

const known = ['US', 'GB'] as const

describe('a telephone number', () => {
  for (const [typed, number] of [
    ['+1 401 555 0123', '+14015550123'],
    ['(401) 555-0123', '+14015550123'],
    [' 1.401.555.0123 ', '+14015550123'],
    ['+1\u00a0401\u2013555\u20130123', '+14015550123'],
    ['+44 7400 123456', '+447400123456'],
  ] as const) {
    test(`${JSON.stringify(typed)} is ${number}`, () => assert.equal(parsePhone(typed, known), number))
  }

  for (const [typed, why] of [
    ['', 'nothing'],
    ['5550123', 'without its area'],
    ['+1 401 555 012', 'too short'],
    ['+1 401 555 01234', 'too long'],
    ['+1 900 555 0123', 'premium rate'],
    ['+1 800 555 0123', 'free of charge for who calls'],
    ['+1 500 555 0123', 'follows a person'],
    ['+44 20 7946 0123', 'a fixed line'],
    ['+44 909 879 0123', 'premium rate'],
    ['911', 'emergency'],
    ['+1 401 555 0123 ext. 5', 'an extension'],
    ['+14015550123,+18765550123', 'two'],
    ['+14015550123\r\nBcc: 1', 'a line more'],
    ['tel:+14015550123;phone-context=+979', 'an address'],
    ['call +14015550123', 'words'],
    ['+٤٠١٥٥٥٠١٢٣', 'other digits'],
    ['+1401\u202e5550123', 'turned round'],
    ['+'.repeat(33), 'too long to look at'],
  ] as const) {
    test(`${JSON.stringify(typed)} is refused: ${why}`, () =>
      assert.throws(() => parsePhone(typed, known), {
        code: 'invalid_parameter',
        message: /one mobile number/,
      }))
  }

  for (const [typed, country] of [
    ['+1 876 555 0123', 'Jamaica, in the numbering plan of the US'],
    ['+1 416 555 0123', 'Canada'],
    ['+1 787 555 0123', 'Puerto Rico'],
    ['+33 6 12 34 56 78', 'France'],
    ['+8816 1234 5678', 'a satellite'],
    ['+979 123 456 789', 'premium rate, of no country'],
  ] as const) {
    test(`${typed} is refused: ${country}`, () =>
      assert.throws(() => parsePhone(typed, known), { code: 'invalid_parameter', message: /US, GB\.$/ }))
  }
})

describe('a list of countries', () => {
  test('is codes with commas between', () => assert.deepEqual(parseCountries(' us, PR '), ['US', 'PR']))
  for (const list of ['', 'USA', 'XX', 'US,', 'US PR', '*', 'hasOwnProperty'])
    test(`${JSON.stringify(list)} is none`, () => assert.equal(parseCountries(list), null))
})
