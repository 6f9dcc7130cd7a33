import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderCard } from '@careatlas/contract/cards'
import { addressOf, clinicianOf, practiceAt, observationOf, plainContext } from './fictional-facts.fixture.ts'
import { composeProviderCard } from './provider-card.ts'

const marta = {
  name: { first: 'MARTA', last: 'OLIVEIRA', credential: 'M.D.' },
  gender: 'F',
  codes: ['207RC0000X'],
} as const
const listing = { kind: 'network_listing', npi: '1000000004', source: 'plan_network' } as const

function cardOf(sketch: Parameters<typeof clinicianOf>[0], context = plainContext): ProviderCard {
  const card = composeProviderCard(
    clinicianOf(sketch),
    [practiceAt(addressOf('1 ELM ST', 'PROVIDENCE'))],
    context,
  )
  return ProviderCard.parse(card)
}

test('each carrier has its newest listing, ordered by code; a carrier without a name has its code as its name', () => {
  const listings = [
    { ...listing, carrier: 'MEDICARE', asOf: '2026-01-31' },
    { ...listing, carrier: '00890', asOf: '2026-01-31' },
    { ...listing, carrier: '00890', asOf: '2026-02-28' },
    { ...listing, carrier: '00890', asOf: null },
  ]
  const context = { ...plainContext, carrierNames: new Map([['MEDICARE', 'Medicare']]) }
  assert.deepEqual(cardOf({ ...marta, listings }, context).carriers, [
    { code: '00890', name: '00890', status: 'listed', source: 'plan_network', as_of: '2026-02-28' },
    { code: 'MEDICARE', name: 'Medicare', status: 'listed', source: 'plan_network', as_of: '2026-01-31' },
  ])
})

test('a repeated taxonomy is one specialty with all its licenses, and the primary one is first, in any registered order', () => {
  const clinician = clinicianOf(marta)
  const taxonomies = [
    { code: '207R00000X', primary: false, licenses: [{ state: 'RI', number: 'A1' }] },
    { code: '207RC0000X', primary: true, licenses: [{ state: 'RI', number: 'A1' }] },
    {
      code: '207RC0000X',
      primary: false,
      licenses: [
        { state: 'MA', number: 'B2' },
        { state: 'RI', number: 'A1' },
      ],
    },
  ]
  const registration = { ...clinician.registration, taxonomies }
  const { specialties } = composeProviderCard({ ...clinician, registration }, [], plainContext)
  assert.deepEqual(specialties, [
    {
      code: '207RC0000X',
      name: 'Cardiologist',
      primary: true,
      licenses: [
        { state: 'RI', number: 'A1' },
        { state: 'MA', number: 'B2' },
      ],
    },
    { code: '207R00000X', name: 'Internist', primary: false, licenses: [{ state: 'RI', number: 'A1' }] },
  ])
})

test('a specialty has the official name when the operator loaded it, and an unknown code is named as unknown', () => {
  const officialNames = new Map([['207RC0000X', 'Official name']])
  const card = cardOf({ ...marta, codes: ['207RC0000X', '207ZZ0000X'] }, { ...plainContext, officialNames })
  assert.deepEqual(
    card.specialties.map(({ name }) => name),
    ['Official name', 'Unknown taxonomy code 207ZZ0000X'],
  )
  assert.doesNotMatch(card.biography + card.short_biography, /207ZZ/)
})

test('the focus has the plain label, then fields of the taxonomies, then reported areas, at most twelve', () => {
  const focus = ['heart care', 'Arrhythmia', ...Array.from({ length: 20 }, (_, index) => `area ${index}`)]
  const { clinical_focus } = cardOf({
    ...marta,
    codes: ['207RC0000X', '207R00000X'],
    observations: [observationOf({ focus })],
  })
  assert.equal(clinical_focus.primary, 'Heart doctor')
  assert.deepEqual(clinical_focus.areas.slice(0, 4), [
    'Heart care',
    'Internal medicine',
    'Arrhythmia',
    'Area 0',
  ])
  assert.equal(clinical_focus.areas.length, 12)
})

test('languages are the union of all observations, and education has only the stated fields', () => {
  const residency = {
    kind: 'residency',
    institution: 'RHODE ISLAND HOSPITAL',
    field: null,
    year: 2007,
  } as const
  const empty = { kind: 'medical_school', institution: 'OTHER', field: null, year: 2004 } as const
  const observations = [
    observationOf({ languages: ['pt'], education: [residency, empty] }),
    observationOf({ languages: ['es', 'pt'], education: [residency], source: 'partner' }),
  ]
  const card = cardOf({ ...marta, observations })
  assert.deepEqual(card.languages, ['es', 'pt'])
  assert.deepEqual(card.education_training, [residency])
  assert.match(card.biography, /She completed a residency at Rhode Island Hospital in 2007\./)
  const unobserved = cardOf(marta)
  assert.deepEqual([unobserved.languages, unobserved.education_training, unobserved.carriers], [[], [], []])
})

test('the order of facts of different days and sources does not change a byte of the card', () => {
  const observations = [
    observationOf({ languages: ['pt'], focus: ['Arrhythmia'], telehealth: true, assignment: 'accepts' }),
    observationOf({ languages: ['es'], telehealth: false, source: 'cms_doctors_clinicians' }),
    observationOf({ languages: ['fr'], focus: ['Angina'], statement: 'We listen.', asOf: '2025-01-01' }),
  ]
  const listings = ['B', 'A', 'C'].map((carrier) => ({ ...listing, carrier, asOf: '2026-01-31' }))
  const reversed = { ...marta, observations: observations.toReversed(), listings: listings.toReversed() }
  assert.equal(JSON.stringify(cardOf({ ...marta, observations, listings })), JSON.stringify(cardOf(reversed)))
})

test('without a statement telehealth and Medicare are unknown, and affiliations are an empty list', () => {
  const { telehealth, medicare_assignment, affiliations, statements } = cardOf(marta)
  const unknown = { value: 'unknown', source: null, as_of: null }
  assert.deepEqual(
    { telehealth, medicare_assignment, affiliations, statements },
    { telehealth: unknown, medicare_assignment: unknown, affiliations: [], statements: [] },
  )
})

const medicare = { source: 'cms_doctors_clinicians', asOf: '2025-05-01' } as const

test('the newest statement wins, then the more trusted source, then the later file', () => {
  const observations = [
    observationOf({ ...medicare, telehealth: true, assignment: 'may_accept' }),
    observationOf({ telehealth: false, asOf: '2022-05-01', assignment: 'accepts' }),
    observationOf({ telehealth: false, asOf: '2022-04-30' }),
  ]
  const card = cardOf({ ...marta, observations })
  const provenance = { source: medicare.source, as_of: medicare.asOf }
  assert.deepEqual(card.telehealth, { value: 'offered', ...provenance })
  assert.deepEqual(card.medicare_assignment, { value: 'may_accept', ...provenance })
  const later = [...observations, observationOf({ ...medicare, telehealth: false })]
  assert.deepEqual(cardOf({ ...marta, observations: later }).telehealth, {
    value: 'not_offered',
    ...provenance,
  })
})

test('affiliations come from the newest list of each source, each name once and in title case', () => {
  const group = { kind: 'group_practice', name: 'HEART GROUP , LLC' } as const
  const hospital = { kind: 'hospital', name: 'RHODE ISLAND HOSPITAL' } as const
  const observations = [
    observationOf({ ...medicare, affiliations: [group] }),
    observationOf({ ...medicare, affiliations: [hospital] }),
    observationOf({
      ...medicare,
      asOf: '2017-01-01',
      affiliations: [{ kind: 'hospital', name: 'OLD HOSPITAL' }],
    }),
    observationOf({ affiliations: [{ kind: 'hospital', name: 'Rhode Island Hospital' }] }),
  ]
  const provenance = { source: medicare.source, as_of: medicare.asOf }
  assert.deepEqual(cardOf({ ...marta, observations }).affiliations, [
    { kind: 'hospital', name: 'Rhode Island Hospital', source: 'survey', as_of: '2026-03-12' },
    { kind: 'group_practice', name: 'Heart Group, LLC', ...provenance },
  ])
})

test('a biography gives the source and the month of affiliations, Medicare assignment and a statement', () => {
  const affiliations = [
    { kind: 'group_practice', name: 'HEART GROUP, LLC' },
    { kind: 'hospital', name: 'RHODE ISLAND HOSPITAL' },
    { kind: 'hospital', name: 'THE MIRIAM HOSPITAL' },
  ] as const
  const written = new Set<string>()
  for (let npi = 1000000000; npi < 1000000040; npi++) {
    const { biography } = cardOf({
      ...marta,
      npi: String(npi),
      observations: [
        observationOf({ ...medicare, affiliations, assignment: 'accepts' }),
        observationOf({ statement: 'We see children of all ages' }),
      ],
    })
    assert.match(biography, / Heart Group, LLC \(CMS, May 2025\)\./)
    assert.match(biography, / Rhode Island Hospital and The Miriam Hospital \(CMS, May 2025\)\./)
    assert.match(biography, / accepts Medicare’s approved amount as full payment \(CMS, May 2025\)\./)
    assert.match(biography, / \(survey, March 2026\)(?::| reads:) “We see children of all ages”\. /)
    written.add(biography)
  }
  assert.ok(written.size >= 12)
})

test('a biography reports statements older than three years in the past tense', () => {
  const affiliations = [
    { kind: 'group_practice', name: 'HEART GROUP, LLC' },
    { kind: 'hospital', name: 'RHODE ISLAND HOSPITAL' },
  ] as const
  const provenance = {
    ...medicare,
    asOf: '2022-05-01',
    affiliations,
    assignment: 'accepts',
    telehealth: true,
  } as const
  const { biography } = cardOf({ ...marta, observations: [observationOf(provenance)] })
  assert.match(biography, /(?:worked with|practiced with|was part of) Heart Group, LLC \(CMS, May 2022\)/)
  assert.match(
    biography,
    /(?:was affiliated|had a hospital affiliation) with Rhode Island Hospital \(CMS, May 2022\)/,
  )
  assert.match(biography, /accepted Medicare’s approved amount/)
  assert.match(biography, /offered telehealth visits/)
  assert.doesNotMatch(biography, /accepts|offers|works with/)
})

test('a biography names a group practice once if the place has its name', () => {
  const observed = observationOf({
    ...medicare,
    affiliations: [{ kind: 'group_practice', name: 'HEART CLINIC' }],
  })
  const { biography } = composeProviderCard(
    clinicianOf({ ...marta, observations: [observed] }),
    [practiceAt(addressOf('1 ELM ST', 'PROVIDENCE'), { name: 'Heart Clinic' })],
    plainContext,
  )
  assert.equal(biography.split('Heart Clinic').length, 2)
})

test('the sources of a card include a list that has the place', () => {
  const list = { id: 'facility_list', as_of: null }
  const practice = { ...practiceAt(addressOf('1 ELM ST', 'PROVIDENCE')), lists: [list] }
  const clinician = clinicianOf(marta)
  const { sources } = composeProviderCard(clinician, [practice], plainContext)
  assert.deepEqual(sources, [list, ...clinician.sources])
})
