import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import type { RegisteredAddress } from './facts.ts'
import { isSamePractice, corroborates, mergePractices } from './same-practice-address.ts'
import { secondaryLocation } from './sample-facts.fixture.ts'

const at = (line: string) => addressOf(line, 'PROVIDENCE')

/** The registered and the listed address, whether both are one practice, and whether the list confirms the whole address. */
const pairs: readonly (readonly [registered: string, listed: string, one: boolean, confirmed: boolean])[] = [
  ['380 MAIN ST STE 5', '380 MAIN STREET, SUITE 5', true, true],
  ['380 MAIN ST STE 5', '380 MAIN ST', true, false],
  ['380 MAIN ST', '380 MAIN ST FL 1 A', true, true],
  ['380 MAIN ST STE 5', '380 MAIN ST STE 6', false, false],
  ['380 MAIN ST STE 5', '382 MAIN ST', false, false],
  ['1 PARKWAY', '1 PARK WAY', true, true],
  ['1 PARKWAY', '11 PARK WAY', false, false],
  ['91 EAST AVE', '91 E AVE', true, true],
  ['91 EAST ST', '91 E ST', false, false],
]
for (const [registered, listed, one, confirmed] of pairs) {
  test(`${listed} ${one ? 'is' : 'is not'} the practice at ${registered}, and ${confirmed ? 'confirms it' : 'does not confirm it'}`, () => {
    assert.equal(isSamePractice(at(registered), at(listed)), one)
    assert.equal(isSamePractice(at(listed), at(registered)), one)
    assert.equal(corroborates(at(listed), at(registered)), confirmed)
  })
}

test('a street of the same name in another city is another practice', () => {
  const elsewhere = { ...at('1 PARK WAY'), postal_code: '02860' }
  assert.equal(isSamePractice(at('1 PARKWAY'), elsewhere), false)
})

const registeredPhone = '+14015550101'

/** The registered address with number 0101, the listed addresses, and the resulting places. */
const joins: readonly (readonly [registered: string, listed: readonly string[], places: readonly string[]])[] = [
  ['380 MAIN ST STE 5', [], ['380 MAIN ST STE 5']],
  ['380 MAIN ST STE 5', ['380 MAIN ST'], ['380 MAIN ST STE 5']],
  ['380 MAIN ST', ['380 MAIN ST STE 5', '9 PIER RD'], ['380 MAIN ST', '9 PIER RD']],
  ['380 MAIN ST', ['380 MAIN ST STE 5', '380 MAIN ST STE 6'], ['380 MAIN ST', '380 MAIN ST STE 5', '380 MAIN ST STE 6']],
  ['91 EAST AVE', ['91 E AVE'], ['91 EAST AVE']],
  ['380 MAIN ST STE 5', ['380 MAIN ST STE 6'], ['380 MAIN ST STE 5', '380 MAIN ST STE 6']],
] // prettier-ignore
for (const [registered, listed, places] of joins) {
  test(`${registered}, listed at ${listed.join(' and ') || 'no address'}, is ${places.join(', then ')}, with its own telephone`, () => {
    const practice: RegisteredAddress = { address: at(registered), phone: registeredPhone }
    const located = listed.map((line) =>
      secondaryLocation('2025-11-09', line, { source: 'cms_doctors_clinicians' }),
    )
    const found = mergePractices(practice, 'nppes', located)
    assert.deepEqual(
      found.map(({ address }) => address.line_1),
      places,
    )
    assert.deepEqual(
      found.map(({ phone }) => phone),
      places.map((_, index) => (index === 0 ? registeredPhone : null)),
    )
  })
}

test('does not merge two places of the registry in one building', () => {
  const practice = { address: at('380 MAIN ST'), phone: registeredPhone }
  assert.equal(
    mergePractices(practice, 'nppes', [secondaryLocation('2025-11-09', '380 MAIN ST STE 5')]).length,
    2,
  )
})
