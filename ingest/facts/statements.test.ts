import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import { arbitraryFacts } from './arbitrary-facts.fixture.ts'
import type { Fact } from './facts.ts'
import {
  clinicianRow,
  deactivation,
  endpoint,
  facility,
  listing,
  observation,
  organizationRow,
  otherName,
  secondaryLocation,
} from './sample-facts.fixture.ts'
import { listStatements } from './statements.ts'

const abroad = { address: addressOf('1 KING ST', 'TORONTO', 'ON', 'CA'), phone: '+14165550101' }
const withNumbers = { ...abroad, extension: '12', fax: '+14165550102' }
const registered = {
  taxonomies: [
    { code: '207RC0000X', primary: true, licenses: [{ state: 'RI', number: 'MD01' }] },
    { code: '207R00000X', primary: false, licenses: [{ state: null, number: 'MD02' }] },
  ],
  practice: withNumbers,
  mailing: { address: addressOf('PO BOX 9', 'TORONTO', 'ON', 'CA'), phone: null },
  identifiers: [
    { kind: 'medicaid', number: '0012', state: 'RI' },
    { kind: 'other', number: '77A', issuer: 'BLUE HARBOR' },
  ],
  enumeratedOn: '2006-05-23',
  updatedOn: '2025-10-01',
} as const
const registeredStatements = {
  'primary taxonomy': '207RC0000X',
  taxonomy: '207R00000X',
  'license for 207RC0000X': 'RI MD01',
  'license for 207R00000X': 'MD02',
  'medicaid identifier': '0012 RI',
  'other identifier': '77A BLUE HARBOR',
  'practice address': '1 KING ST TORONTO ON CA',
  'practice address, phone': '+14165550101 ext. 12',
  'practice address, fax': '+14165550102',
  'mailing address': 'PO BOX 9 TORONTO ON CA',
  enumerated: '2006-05-23',
  'registration updated': '2025-10-01',
}

/** Facts with all fields, one with the minimum of fields, and the expected statements of each. */
const cases: readonly [name: string, fact: Fact, expected: Readonly<Record<string, string>>][] = [
  [
    'a clinician’s row',
    clinicianRow(null, {
      ...registered,
      name: { prefix: 'DR.', first: 'MARTA', middle: 'E', last: 'ROE', suffix: 'JR.', credential: 'M.D.' },
      otherNames: [{ kind: 'former', first: 'MARTA', middle: null, last: 'POE' }],
      gender: 'F',
    }),
    {
      entity: 'clinician',
      name: 'DR. MARTA E ROE JR. M.D.',
      'former name': 'MARTA POE',
      gender: 'F',
      ...registeredStatements,
    },
  ],
  [
    'a clinician’s row without a place',
    clinicianRow(null, { practice: null }),
    { entity: 'clinician', name: 'MARTA ROE' },
  ],
  [
    'an organization’s row',
    organizationRow(null, { ...registered, doingBusinessAs: 'HARBOR CARE', officialTitle: 'CEO' }),
    {
      entity: 'organization',
      'legal name': 'HARBOR HOSPITAL INC',
      'doing business as': 'HARBOR CARE',
      'title of the authorized official': 'CEO',
      ...registeredStatements,
    },
  ],
  [
    'the row of an organization that is part of another',
    organizationRow(null, {
      subpart: true,
      otherName: { kind: 'former', name: 'BAY HOSPITAL INC' },
      parent: 'HARBOR GROUP INC',
      taxonomies: [{ code: '282N00000X', primary: false, licenses: [{ state: 'RI', number: null }] }],
      practice: null,
      mailing: 'practice',
    }),
    {
      entity: 'organization, subpart of another',
      'legal name': 'HARBOR HOSPITAL INC',
      'former name': 'BAY HOSPITAL INC',
      'parent organization': 'HARBOR GROUP INC',
      taxonomy: '282N00000X',
      'license for 282N00000X': 'RI without a number',
      'mailing address': 'the practice address',
    },
  ],
  ['a deactivation', deactivation('2025-10-12'), { deactivated: '2025-10-12' }],
  ['a deactivation of unknown day', deactivation('2025-10-12', null), { deactivated: 'on an unknown day' }],
  [
    'a secondary location',
    secondaryLocation(null, '2 ELM ST'),
    { 'practice address': '2 ELM ST PROVIDENCE RI 02903' },
  ],
  ['another name', otherName(null, 'HARBOR CARE'), { 'other name (type 3)': 'HARBOR CARE' }],
  ['an endpoint', endpoint(null, 'roe@direct.example'), { 'endpoint (DIRECT)': 'roe@direct.example' }],
  [
    'an endpoint with all its fields',
    endpoint(null, 'https://fhir.example', {
      type: 'FHIR',
      use: 'Health Information Exchange (HIE)',
      content: 'CSV',
      affiliation: 'HARBOR HOSPITAL INC',
    }),
    {
      'endpoint (FHIR)': 'https://fhir.example Health Information Exchange (HIE) CSV HARBOR HOSPITAL INC',
    },
  ],
  ['a listing', listing(null, '62308'), { 'carrier 62308': 'listed' }],
  ['an empty observation', observation(null, {}), {}],
  [
    'an observation',
    observation(null, {
      languages: ['es'],
      education: [{ kind: 'medical_school', institution: 'HARBORVIEW', field: null, year: 2001 }],
      focus: ['Asthma'],
      telehealth: false,
      affiliations: [{ kind: 'group_practice', name: 'BAY CARDIOLOGY' }],
      assignment: 'may_accept',
      statement: 'We care.',
      places: [
        {
          line1: '1 MAIN ST',
          postalCode: '02903',
          officeHours: [
            { day: 'mon', open: '08:00', close: '12:00' },
            { day: 'tue', open: '09:00', close: '17:00' },
          ],
          accepting: 'existing_only',
          phone: { number: '+14015550100', extension: '12' },
        },
      ],
    }),
    {
      language: 'es',
      'medical school': 'HARBORVIEW 2001',
      focus: 'Asthma',
      telehealth: 'no',
      'group practice': 'BAY CARDIOLOGY',
      'Medicare assignment': 'may accept',
      statement: 'We care.',
      'hours at 1 MAIN ST 02903': 'mon 08:00-12:00 tue 09:00-17:00',
      'new patients at 1 MAIN ST 02903': 'existing only',
      'phone at 1 MAIN ST 02903': '+14015550100 ext. 12',
    },
  ],
  [
    'a facility',
    facility(null, {
      taxonomyCodes: ['282N00000X'],
      practice: abroad,
      point: { lat: 41.8112, lng: -71.4083 },
      emergency: true,
    }),
    {
      facility: 'Harbor Hospital',
      'facility code': '282N00000X',
      'facility address': '1 KING ST TORONTO ON CA',
      'facility address, phone': '+14165550101',
      'facility point': '41.8112, -71.4083',
      'emergency services': 'yes',
    },
  ],
  [
    'a facility with only a name and an address',
    facility(null),
    { facility: 'Harbor Hospital', 'facility address': '1 MAIN ST PROVIDENCE RI 02903' },
  ],
]

for (const [name, fact, expected] of cases) {
  test(`${name} has a statement for each value, in the order of its fields`, () => {
    assert.deepEqual(
      listStatements(fact).map(({ field, value }) => [field, value]),
      Object.entries(expected),
    )
  })
}

/** All texts and numbers in a value, except the country US, which statements omit. */
function listValues(value: unknown): readonly string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') return value === 'US' ? [] : [value.replaceAll('_', ' ')]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listValues) : []
}

function listFactValues({
  kind: _kind,
  npi: _npi,
  source: _source,
  asOf: _asOf,
  ...fields
}: Fact): readonly string[] {
  return listValues(fields)
}

/** Words of statements that are not values of the fact. */
const addedWords = new Set(
  'clinician organization subpart of another on an unknown day listed yes no ext. without a number the address'.split(
    ' ',
  ),
)

function splitWords(text: string): readonly string[] {
  return text.match(/[\w.:+]+/g) ?? []
}

for (const [kind, arbitrary] of Object.entries(arbitraryFacts) as [Fact['kind'], fc.Arbitrary<Fact>][]) {
  test(`every value of a fact of the kind ${kind} is stated`, () => {
    fc.assert(
      fc.property(arbitrary, (fact) => {
        const expected = listStatements(fact).map(({ field, value }) => `${field} ${value}`)
        for (const factValue of listFactValues(fact))
          assert.ok(
            expected.some((text) => text.includes(factValue)),
            factValue,
          )
      }),
    )
  })

  test(`no statement has a value that a fact of the kind ${kind} does not have`, () => {
    fc.assert(
      fc.property(arbitrary, (fact) => {
        const factWords = new Set(listFactValues(fact).flatMap(splitWords))
        for (const { field, value } of listStatements(fact)) {
          assert.match(value, /^\S(?:.*\S)?$/, field)
          for (const word of splitWords(value)) assert.ok(factWords.has(word) || addedWords.has(word), word)
          assert.doesNotMatch(field, /\b(?:null|undefined)\b/)
        }
      }),
    )
  })
}
