import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import type { ObservedPhone } from '../facts/facts.ts'
import { clinician, eddyStreet, organization, places } from './address-records.fixture.ts'
import type { OrganizationAtAddress } from './address-record.ts'

const details: OrganizationAtAddress['details'] = {
  legalName: 'BAY CARDIOLOGY LLC',
  parent: 'BAY HEALTH SYSTEM INC',
  officialTitle: 'CEO',
  taxonomies: [
    { code: '261QC1500X', primary: false, licenses: [] },
    { code: '207RC0000X', primary: true, licenses: [{ state: 'RI', number: null }] },
  ],
  identifiers: [{ kind: 'medicaid', number: '0012', state: 'RI' }],
  mailing: addressOf('PO BOX 9', 'PROVIDENCE'),
  updatedOn: '2025-06-30',
  otherNames: [
    { kind: 'trade', name: 'HEART CENTER' },
    { kind: 'former', name: 'COVE CARDIOLOGY LLC' },
  ],
}
const lead = organization(
  '1000000012',
  'HEART CENTER',
  { details, enumeratedOn: '2006-05-23' },
  { registered: { address: eddyStreet, phone: '+14015550100', extension: '12', fax: '+14015550199' } },
)

test('the card of a place has the registration data of its organization', () => {
  const [place] = places(lead)
  assert.deepEqual(
    {
      name: place?.card.name,
      legal_name: place?.card.legal_name,
      other_names: place?.card.other_names,
      parent_organization: place?.card.parent_organization,
      authorized_official_title: place?.card.authorized_official_title,
      specialties: place?.card.specialties.map(({ code, primary, licenses }) => [code, primary, licenses]),
      identifiers: place?.card.identifiers,
      mailing: place?.card.mailing_address?.line_1,
      phone: [place?.card.phone, place?.card.phone_extension, place?.card.fax],
      dates: [place?.card.enumerated_on, place?.card.updated_on],
      npis: place?.card.organization_npis,
    },
    {
      name: 'Heart Center',
      legal_name: 'Bay Cardiology LLC',
      other_names: [{ kind: 'former', name: 'Cove Cardiology LLC' }],
      parent_organization: 'Bay Health System Inc.',
      authorized_official_title: 'CEO',
      specialties: [
        ['207RC0000X', true, [{ state: 'RI', number: null }]],
        ['261QC1500X', false, []],
      ],
      identifiers: [{ kind: 'medicaid', number: '0012', state: 'RI', issuer: null }],
      mailing: 'PO BOX 9',
      phone: ['+14015550100', '12', '+14015550199'],
      dates: ['2006-05-23', '2025-06-30'],
      npis: ['1000000012'],
    },
  )
})

test('a place is found by the former names of its organization', () => {
  assert.ok(places(lead)[0]?.names.includes('Cove Cardiology LLC'))
})

test('a further registration of the place adds only its NPI, codes and names', () => {
  const furtherRegistration = organization('1000000004', 'HEART CENTER', {
    details: {
      legalName: 'BAY SURGERY LLC',
      taxonomies: [{ code: '208600000X', primary: true, licenses: [] }],
      updatedOn: null,
      otherNames: [],
    },
  })
  const [place] = places(lead, furtherRegistration)
  const card = place!.card
  assert.equal(card.organization_npi, '1000000004')
  assert.deepEqual(card.organization_npis, ['1000000004', '1000000012'])
  assert.deepEqual(
    card.specialties.map(({ code, primary }) => [code, primary]),
    [
      ['208600000X', true],
      ['261QC1500X', false],
      ['207RC0000X', false],
    ],
  )
  assert.deepEqual(card.other_names, [
    { kind: 'legal', name: 'Bay Cardiology LLC' },
    { kind: 'former', name: 'Cove Cardiology LLC' },
  ])
  const omitted = [
    card.fax,
    card.phone_extension,
    card.mailing_address,
    card.parent_organization,
    card.authorized_official_title,
    card.enumerated_on,
    card.updated_on,
  ]
  assert.deepEqual([...omitted, card.identifiers.length], [...omitted.map(() => null), 0])
})

test('a place without an organization has no registration data, and each clinician has their own fax and extension', () => {
  const numbers = { address: eddyStreet, phone: '+14015550101', extension: '7', fax: '+14015550102' }
  const [place] = places(
    clinician('1000000020', { registered: numbers }),
    clinician('1000000038', { registered: { address: eddyStreet, phone: null, fax: '+14015550103' } }),
  )
  assert.deepEqual(
    [place?.card.fax, place?.card.phone_extension, place?.card.specialties, place?.card.organization_npis],
    [null, null, [], []],
  )
  assert.deepEqual(
    place?.practices.map(({ location: { phone, phone_extension, fax } }) => [phone, phone_extension, fax]),
    [
      ['+14015550101', '7', '+14015550102'],
      [null, null, '+14015550103'],
    ],
  )
})

const observePhone = (phone: ObservedPhone) => [
  {
    line1: '593 Eddy St',
    postalCode: '02903',
    officeHours: [],
    accepting: null,
    phone,
    source: 'plan',
    asOf: null,
  },
]
const numbers: readonly (readonly [
  name: string,
  registered: string | null,
  observed: ObservedPhone,
  shown: readonly [string, string | null],
])[] = [
  ['none is registered', null, { number: '+14015550101', extension: '9' }, ['+14015550101', '9']],
  [
    'the same is registered',
    '+14015550101',
    { number: '+14015550101', extension: '9' },
    ['+14015550101', '9'],
  ],
  [
    'another is registered',
    '+14015550100',
    { number: '+14015550101', extension: '9' },
    ['+14015550100', null],
  ],
]
for (const [name, phone, seen, shown] of numbers) {
  test(`observed telephone numbers and extensions, if ${name}: ${shown.join(' ')}`, () => {
    const [place] = places(
      clinician('1000000020', { registered: { address: eddyStreet, phone }, observed: observePhone(seen) }),
    )
    const [practice] = place!.practices
    assert.deepEqual([practice?.location.phone, practice?.location.phone_extension], shown)
  })
}
