import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClinicianRow, OrganizationRow } from './facts.ts'
import { mergeFacts } from './merge.ts'
import { clinicianRow, toSourcedFacts, npi, organizationRow, otherName } from './sample-facts.fixture.ts'

const [october, november] = ['2025-10-12', '2025-11-09']

/** A row of `MARTA ROE`; an empty first name becomes null. */
function createRow(
  asOf: string,
  first: string,
  last: string,
  more: Partial<ClinicianRow> = {},
): ClinicianRow {
  const name = { prefix: null, first: first || null, middle: null, last, suffix: null, credential: null }
  return clinicianRow(asOf, { name, ...more })
}

const people: readonly (readonly [name: string, earlier: ClinicianRow, former: readonly string[]])[] = [
  ['another last name', createRow(october, 'MARTA', 'POE'), ['MARTA POE']],
  ['a longer last name', createRow(october, 'MARTA', 'ROE-POE'), ['MARTA ROE-POE']],
  ['an initial for the first name', createRow(october, 'M', 'POE'), ['M POE']],
  ['the same name with other punctuation', createRow(october, 'MARTA', "R'OE"), []],
  ['another first name', createRow(october, 'MARTIN', 'ROE'), []],
  ['another first and last name', createRow(october, 'MARTIN', 'POE'), []],
  ['no first name', createRow(october, '', 'POE'), []],
  [
    'a former name that the newest row omits',
    createRow(october, 'MARTA', 'ROE', {
      otherNames: [
        { kind: 'former', first: 'MARTA', middle: null, last: 'DOE' },
        { kind: 'professional', first: 'MARTA', middle: null, last: 'FOE' },
      ],
    }),
    ['MARTA DOE'],
  ],
]
for (const [name, earlier, former] of people) {
  test(`from an earlier row with ${name}, the card has ${former.join() || 'no former name'}`, () => {
    const entry = mergeFacts(npi, toSourcedFacts([earlier, createRow(november, 'MARTA', 'ROE')]), [])
    assert.equal(entry.kind, 'clinician')
    const found = entry.kind === 'clinician' ? (entry.clinician.formerNames ?? []) : []
    assert.deepEqual(
      found.map(({ first, last }) => `${first} ${last}`),
      former,
    )
    assert.ok(found.every(({ kind }) => kind === 'former'))
  })
}

test('a former name that the registration also has appears once', () => {
  const otherNames = [{ kind: 'former', first: 'MARTA', middle: 'E', last: 'POE' }] as const
  const rows = [createRow(october, 'MARTA', 'POE'), createRow(november, 'MARTA', 'ROE', { otherNames })]
  const entry = mergeFacts(npi, toSourcedFacts(rows), [])
  assert.ok(entry.kind === 'clinician' && entry.clinician.formerNames === undefined)
})

const createBayClinic = (asOf: string, more: Partial<OrganizationRow> = {}) =>
  organizationRow(asOf, { legalName: 'BAY CLINIC LLC', ...more })

test('an organization has each name of its earlier rows and files once, ignoring punctuation', () => {
  const facts = [
    organizationRow(october, { legalName: 'COVE CLINIC LLC', doingBusinessAs: 'COVE CARE' }),
    createBayClinic('2025-10-19', { legalName: 'BAY CLINIC, LLC' }),
    otherName(october, 'COVE KIDS'),
    otherName(november, 'BAY KIDS'),
    createBayClinic(november),
  ]
  const entry = mergeFacts(npi, toSourcedFacts(facts), [{ kind: 'other_names', asOf: november }])
  assert.ok(entry.kind === 'organization')
  assert.deepEqual(entry.organization.formerNames, ['COVE CLINIC LLC', 'COVE CARE', 'COVE KIDS'])
  assert.deepEqual(
    entry.organization.otherNames.map(({ name }) => name),
    ['BAY KIDS'],
  )
})
