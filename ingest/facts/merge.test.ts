import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClinicianRow, DeactivationRow, Fact } from './facts.ts'
import { type Entry, mergeFacts } from './merge.ts'

const npi = '1234567893'

function clinician(asOf: string, last: string, line1 = '1 MAIN ST'): ClinicianRow {
  const address = {
    line_1: line1,
    line_2: null,
    city: 'PROVIDENCE',
    state: 'RI',
    postal_code: '02903',
    country: 'US',
  }
  return {
    kind: 'clinician',
    npi,
    source: 'nppes',
    asOf,
    name: { prefix: null, first: 'MARTA', middle: null, last, suffix: null, credential: null },
    otherNames: [],
    gender: null,
    taxonomies: [],
    practice: { address, phone: null },
    enumeratedOn: null,
    updatedOn: null,
  }
}

function mergeAll(facts: readonly Fact[]): Entry {
  return mergeFacts(
    npi,
    facts.map((fact) => ({ file: 0, fact })),
    [],
  )
}

const deactivation = (asOf: string): DeactivationRow => ({
  kind: 'deactivation',
  npi,
  source: 'nppes',
  asOf,
  deactivatedOn: asOf,
})

const cases: readonly [name: string, facts: readonly Fact[], expected: string][] = [
  [
    'the newest file wins, in any order',
    [clinician('2024-01-07', 'NEW'), clinician('2018-12-01', 'OLD')],
    'clinician NEW',
  ],
  [
    'of equally new rows the last wins',
    [clinician('2024-01-07', 'FIRST'), clinician('2024-01-07', 'LAST')],
    'clinician LAST',
  ],
  [
    'a deactivation ends an older registration',
    [clinician('2023-01-01', 'OLD'), deactivation('2024-01-07')],
    'deactivated',
  ],
  [
    'a newer registration ends a deactivation',
    [deactivation('2023-01-01'), clinician('2024-01-07', 'BACK')],
    'clinician BACK',
  ],
  [
    'an NPI that only a payer lists is not registered',
    [{ kind: 'network_listing', npi, source: 'plan_network', asOf: null, carrier: '62308' }],
    'unregistered',
  ],
]

for (const [name, facts, expected] of cases) {
  test(name, () => {
    const entry = mergeAll(facts)
    const last = entry.kind === 'clinician' ? ` ${entry.clinician.registration.name.last}` : ''
    assert.equal(`${entry.kind}${last}`, expected)
  })
}

test('an address in two spellings is one practice address', () => {
  const practice = {
    address: { ...clinician('', '').practice!.address, line_1: '1 Main Street' },
    phone: null,
  }
  const entry = mergeAll([
    clinician('2024-01-07', 'A'),
    { kind: 'secondary_location', npi, source: 'nppes', asOf: '2024-01-07', practice },
  ])
  assert.equal(entry.kind === 'clinician' && entry.clinician.addresses.length, 1)
})

test('each source appears once, with its newest date', () => {
  const entry = mergeAll([
    clinician('2018-12-01', 'A'),
    clinician('2024-01-07', 'A'),
    { kind: 'network_listing', npi, source: 'plan_network', asOf: '2022-04-22', carrier: '62308' },
  ])
  assert.deepEqual(entry.kind === 'clinician' && entry.clinician.sources, [
    { id: 'nppes', as_of: '2024-01-07' },
    { id: 'plan_network', as_of: '2022-04-22' },
  ])
})

/** The source, date and street line of a list, and whether the list confirms an address of 2018 at 1 Main Street. */
const lists: readonly (readonly [source: string, asOf: string | null, line1: string, confirms: boolean])[] = [
  ['cms_doctors_clinicians', '2025-06-01', '1 Main Street', true],
  ['cms_doctors_clinicians', '2025-06-01', '1 MAIN ST STE 4', true],
  ['cms_doctors_clinicians', '2025-06-01', '2 MAIN ST', false],
  ['cms_doctors_clinicians', '2017-06-01', '1 MAIN ST', false],
  ['cms_doctors_clinicians', null, '1 MAIN ST', false],
  ['nppes', '2025-06-01', '1 MAIN ST', false],
]
for (const [source, asOf, line1, confirms] of lists) {
  test(`${line1} in ${source} of ${asOf} ${confirms ? 'confirms' : 'does not confirm'} 1 MAIN ST, registered in 2018`, () => {
    const { practice, ...row } = clinician('2018-12-01', 'A')
    const address = { ...practice!.address, line_1: line1 }
    const entry = mergeAll([
      { ...row, practice, updatedOn: '2018-06-01' },
      { kind: 'secondary_location', npi, source, asOf, practice: { address, phone: null } },
    ])
    assert.equal(entry.kind === 'clinician' && entry.clinician.confirmed, confirms)
  })
}
