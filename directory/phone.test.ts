import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toE164 } from './phone.ts'
import { skipWithoutRealData, readRegistryWeek } from './registry-week.fixture.ts'

const cases: readonly (readonly [string | null, string, string | null])[] = [
  ['4015550100', 'US', '+14015550100'],
  ['(401) 555-0100', 'US', '+14015550100'],
  ['1-401-555-0100', 'US', '+14015550100'],
  ['+1 401 555 0100', 'DE', '+14015550100'],
  ['(927) 154-2836 x78374', 'US', null],
  ['(927) 254-2836 x78374', 'US', '+19272542836'],
  ['559.380.6015 x6830', 'US', '+15593806015'],
  ['401-555-0100 ext. 12', 'US', '+14015550100'],
  ['401-555-0100 #12', 'US', '+14015550100'],
  ['7875550100', 'PR', '+17875550100'],
  ['+49 30 901820', 'DE', '+4930901820'],
  ['03090182000', 'DE', null],
  ['4015550100', 'DE', null],
  ['1112223333', 'US', null],
  ['4019110100', 'US', null],
  ['8004110100', 'US', '+18004110100'],
  ['8669110100', 'US', '+18669110100'],
  ['8001110100', 'US', null],
  ['8224110100', 'US', null],
  ['0000000000', 'US', null],
  ['55501000', 'US', null],
  ['call the desk', 'US', null],
  ['', 'US', null],
  [null, 'US', null],
]
/** ZIP code → the parsed number there. */
const atZips: readonly (readonly [string, string, string | null])[] = [
  ['3155550100', '96328', null],
  ['(314) 555-0100', '09180', null],
  ['3185550100', '34035', null],
  ['3155550100', '13202', '+13155550100'],
  ['3195550100', '96328', '+13195550100'],
  ['4015550100', '96328', '+14015550100'],
]
for (const [text, zip, number] of atZips) {
  test(`${text} at the ZIP code ${zip} is ${number ?? 'a number of the armed forces, not a North American one'}`, () => {
    assert.equal(toE164(text, 'US', zip), number)
  })
}

for (const [text, country, number] of cases) {
  test(`${JSON.stringify(text)} in ${country} is ${number ?? 'ambiguous'}`, () => {
    assert.equal(toE164(text, country), number)
  })
}

test(
  'of the numbers of a registry week, more than 99 in 100 are possible',
  { skip: skipWithoutRealData },
  (t) => {
    const practice = 'Provider Business Practice Location Address'
    const rows = readRegistryWeek().filter((cell) => cell(`${practice} Telephone Number`) !== '')
    const numbers = rows.map((cell) =>
      toE164(cell(`${practice} Telephone Number`), cell(`${practice} Country Code (If outside U.S.)`)),
    )
    const possible = numbers.filter((number) => number !== null)
    for (const number of possible) assert.match(number, /^\+\d{7,15}$/)
    t.diagnostic(`${possible.length} of ${rows.length}`)
    assert.ok(possible.length > rows.length * 0.99)
  },
)
