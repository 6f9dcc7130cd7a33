import assert from 'node:assert/strict'
import test from 'node:test'
import type { RegisteredIdentifier } from '../facts/facts.ts'
import { parseRegisteredIdentifiers } from './registered-identifiers.ts'
import { sampleCells, type SampleRow } from './sample-row.fixture.ts'

function parseIdentifiers(
  identifiers: SampleRow['identifiers'] & {},
  registrant: 'person' | 'organization' = 'person',
): readonly RegisteredIdentifier[] {
  return parseRegisteredIdentifiers(sampleCells({ identifiers }), registrant)
}

test('a Medicaid number has its state, and another number its issuer', () => {
  assert.deepEqual(
    parseIdentifiers([
      ['0001234', '05', 'ri'],
      ['r77a', '01', 'RI', 'Blue  Harbor'],
      ['R78', '01', '', ''],
    ]),
    [
      { kind: 'medicaid', number: '0001234', state: 'RI' },
      { kind: 'other', number: 'R77A', state: 'RI', issuer: 'BLUE HARBOR' },
      { kind: 'other', number: 'R78' },
    ],
  )
})

test('reads all 50 slots, and keeps repeated identifiers once', () => {
  const slots = Array.from({ length: 50 }, (_, slot) => [`A${slot + 1}`, '01', '', 'PAYER'] as const)
  assert.equal(parseIdentifiers(slots).length, 50)
  assert.equal(parseIdentifiers([slots[0]!, slots[0]!]).length, 1)
})

test('reads the slots after an omitted identifier', () => {
  assert.deepEqual(parseIdentifiers([['', '01', '', 'X'], ['A2']]), [{ kind: 'other', number: 'A2' }])
})

const omitted: readonly (readonly [why: string, number: string, type?: string, issuer?: string])[] = [
  ['a mask', '$$$$$$$$$'],
  ['a mask', '========='],
  ['a mask', '000000'],
  ['a mask', '999999999'],
  ['a placeholder', '<UNAVAIL>'],
  ['a placeholder', 'NONE', '05'],
  ['a placeholder', 'PENDING', '05'],
  ['the name of a payer', 'HEALTH ALLIANCE'],
  ['a social security number', '123-45-6789', '05'],
  ['a social security number', '123 45 6789'],
  ['nine digits, as a social security number has', '123456789', '05'],
  ['an employer number', '05-0507059'],
  ['a tax number', 'X1234', '01', 'TAX ID #'],
  ['a tax number', 'X1234', '01', 'FEDERAL TAX I.D. NUMBER'],
  ['a tax number', 'X1234', '01', 'FEIN'],
  ['a social security number', 'X1234', '01', 'SOCIAL SECURITY'],
  ['of a type that CMS withdrew', 'H1234', '06'],
]
for (const [reason, number, type = '01', issuer = ''] of omitted) {
  test(`${JSON.stringify(number)} ${issuer} is omitted: ${reason}`, () => {
    assert.deepEqual(parseIdentifiers([[number, type, '', issuer]]), [])
  })
}

const kept: readonly (readonly [number: string, issuer: string])[] = [
  ['LCSW1234', 'SOCIAL WORK LICENSE'],
  ['261QM1300X', 'TAXONOMY CODE'],
  ['0012345678', 'RAILROAD MEDICARE'],
]
for (const [number, issuer] of kept) {
  test(`${number} of ${issuer} is kept`, () => {
    assert.deepEqual(parseIdentifiers([[number, '01', '', issuer]]), [{ kind: 'other', number, issuer }])
  })
}

test('keeps nine digits of a person in the form of the state’s Medicaid numbers', () => {
  const slots = [
    ['011046600', '05', 'FL'],
    ['011046611', '05', 'FL'],
    ['001234788', '05', 'CT'],
    ['001234788', '01', 'CT', 'CIGNA'],
    ['152031401', '05', 'TX'],
    ['001234788', '05', ''],
  ] as const
  assert.deepEqual(
    parseIdentifiers(slots).map(({ number, state }) => [number, state]),
    [
      ['011046600', 'FL'],
      ['001234788', 'CT'],
    ],
  )
})

test('keeps nine digits of an organization as a Medicaid number, because it has no social security number', () => {
  assert.deepEqual(parseIdentifiers([['123456780', '05', 'FL']], 'organization'), [
    { kind: 'medicaid', number: '123456780', state: 'FL' },
  ])
  assert.deepEqual(parseIdentifiers([['123456780', '01', '', 'PAYER']], 'organization'), [])
})
