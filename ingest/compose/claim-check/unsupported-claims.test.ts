import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocationCard, type OfficeHours, ProviderCard } from '@careatlas/contract/cards'
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import * as fc from 'fast-check'
import type { Observation } from '../../facts/facts.ts'
import {
  addressOf,
  clinicianOf,
  hoursOn,
  observationOf,
  plainContext,
  practiceAt,
} from '../fictional-facts.fixture.ts'
import { composeLocationCard } from '../location-card.ts'
import { composeProviderCard } from '../provider-card.ts'
import { unregistered } from '../registration-fields.ts'
import { unsupportedClaims } from './unsupported-claims.ts'

const cities = [
  ['PROVIDENCE', 'RI'],
  ['HARTFORD', 'CT'],
  ['WORCESTER', 'MA'],
  ['PAWTUCKET', 'RI'],
  ['SAN JUAN', 'PR'],
  ['FALL RIVER', 'MA'],
] as const
const codes = [...allTaxonomies()].map(({ code }) => code)
/** Codes whose holders may practice under supervision or be in training. */
const supervisedCodes = ['101YM0800X', '101YA0400X', '106H00000X', '363A00000X', '122300000X', '390200000X']
/** Remarks in credential cells. */
const remarks = [
  'MFT INTERN',
  'MFT TRAINEE',
  'SW CANDIDATE',
  'STUDENT',
  'BSN STUDENT',
  'RN APPLICANT',
  'SPT',
  'MD RESIDENT',
  'PGY-2',
  'FELLOW',
  'MD CANDIDATE',
  'LMHC (TEMPORARY)',
  'RETIRED',
  'RN (INACTIVE)',
]
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const someHours: fc.Arbitrary<OfficeHours[]> = fc.array(
  fc.record({
    day: fc.constantFrom(...days),
    open: fc.constantFrom('07:00', '08:00', '09:30'),
    close: fc.constantFrom('12:00', '16:30', '20:30'),
  }),
  { maxLength: 7 },
)

const someObservation: fc.Arbitrary<Observation> = fc
  .record({
    source: fc.constantFrom('survey', 'partner', 'cms_doctors_clinicians'),
    asOf: fc.constantFrom('2026-03-12', '2025-10-01', null),
    languages: fc.subarray(['en', 'es', 'pt', 'ht', 'kea', 'vi', 'ase']),
    telehealth: fc.option(fc.boolean()),
    assignment: fc.constantFrom('accepts' as const, 'may_accept' as const, null),
    focus: fc.subarray(['Chronic pain', 'Children', 'Heart failure', 'Nervous patients']),
    statement: fc.constantFrom(
      null,
      'Highly skilled, says Hartford: “We listen.”',
      'We see 3 new patients a day',
    ),
    affiliations: fc.subarray([
      { kind: 'group_practice' as const, name: 'WORLD CLASS CARDIOLOGY, LLC' },
      { kind: 'hospital' as const, name: 'HARTFORD HOSPITAL' },
      { kind: 'hospital' as const, name: "ST. MARY'S HOSPITAL" },
      ...['ONE', 'TWO', 'THREE'].map((name) => ({ kind: 'hospital' as const, name: `ELM ${name}` })),
      ...['A', 'B', 'C', 'D', 'E'].map((name) => ({ kind: 'group_practice' as const, name: `ELM ${name}` })),
    ]),
    education: fc.subarray([
      { kind: 'medical_school' as const, institution: 'HARVARD MEDICAL SCHOOL', field: null, year: 2004 },
      {
        kind: 'residency' as const,
        institution: 'Rhode Island Hospital',
        field: 'Internal medicine',
        year: null,
      },
      { kind: 'certification' as const, institution: 'American Board of Surgery', field: null, year: 2010 },
    ]),
  })
  .map(observationOf)

const someCard = fc
  .record({
    npi: fc.integer({ min: 1000000000, max: 1999999999 }).map(String),
    first: fc.constantFrom('MARTA', 'SAMUEL', 'JANELLE'),
    last: fc.constantFrom('OLIVEIRA', "O'BRIEN", 'DE LA CRUZ', 'DO'),
    credential: fc.option(
      fc
        .tuple(
          fc.subarray([
            'M.D.',
            'DO',
            'FNP-BC',
            'LCSW',
            'RN',
            'DPT',
            'DMD',
            'PA-S',
            'APCC: 8325',
            'LH60597585',
          ]),
          fc.constantFrom([], [], ...remarks.map((remark) => [remark])),
        )
        .map((parts) => parts.flat().join(', ')),
    ),
    gender: fc.constantFrom('F', 'M', 'X', null),
    taxonomies: fc.uniqueArray(
      fc.oneof(fc.constantFrom(...codes, '207ZZ0000X'), fc.constantFrom(...supervisedCodes)),
      {
        maxLength: 15,
      },
    ),
    licenses: fc.constantFrom([], [{ state: 'CA', number: '8325' }], [{ state: 'WA', number: 'MC60504251' }]),
    observations: fc.array(someObservation, { maxLength: 3 }),
    updatedOn: fc.constantFrom(undefined, '2016-09-01'),
    places: fc.array(
      fc.record({
        city: fc.constantFrom(...cities),
        number: fc.integer({ min: 1, max: 99 }),
        hours: someHours,
        accepting: fc.constantFrom(
          'accepting' as const,
          'not_accepting' as const,
          'existing_only' as const,
          'unknown' as const,
        ),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ first, last, credential, taxonomies, licenses, places, updatedOn, ...sketch }) => {
    const plain = clinicianOf({
      ...sketch,
      ...(updatedOn === undefined ? {} : { updatedOn }),
      name: { first, last, credential },
      codes: taxonomies,
    })
    const licensed = plain.registration.taxonomies.map((taxonomy) => ({ ...taxonomy, licenses }))
    const clinician = { ...plain, registration: { ...plain.registration, taxonomies: licensed } }
    const locations = places.map(({ number, city: [city, state], hours, accepting: value }, index) =>
      practiceAt(
        addressOf(`${number} ELM ST`, city, state),
        {
          primary: index === 0,
          office_hours: hours,
          accepting_new_patients: { value, source: 'survey', as_of: '2026-03-12' },
        },
        '2026-03-12',
      ),
    )
    const card = composeProviderCard(clinician, locations, plainContext)
    return { ...card, sources: [...card.sources, { id: 'cms_doctors_clinicians', as_of: '2026-03-12' }] }
  })

function assertSupported(card: ProviderCard): void {
  ProviderCard.parse(card)
  assert.deepEqual(unsupportedClaims(card.biography, card), [], card.biography)
  assert.deepEqual(unsupportedClaims(card.short_biography, card), [], card.short_biography)
}

test('every word of a biography is a plain word or on its card (2,000 clinicians)', () => {
  fc.assert(fc.property(someCard, assertSupported), { numRuns: 2000, seed: 20261120 })
})

const somePlace = fc
  .record({
    organization: fc.option(fc.uniqueArray(fc.constantFrom(...codes), { maxLength: 20 })),
    roster: fc.array(fc.constantFrom(...codes, '207ZZ0000X', null), { maxLength: 25 }),
    hours: fc.option(someHours.filter((hours) => hours.length > 0)),
    emergency: fc.option(fc.boolean()),
    old: fc.boolean(),
    listed: fc.boolean(),
    languages: fc.subarray(['es', 'kea']),
  })
  .filter(({ organization, roster }) => organization !== null || roster.length > 0)
  .map(({ organization, roster, hours, emergency, old, listed, languages }) =>
    composeLocationCard(
      {
        locationUuid: '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11',
        name: organization === null ? '39 East Avenue' : 'Best Skilled Nursing',
        address: addressOf('39 EAST AVE', 'PAWTUCKET'),
        point: { lat: null, lng: null, geo_precision: null, address_conflict: null },
        phone: null,
        organization: organization && {
          npi: listed ? null : '1000000004',
          taxonomyCodes: organization,
          statedOn: [listed ? '2022-05-01' : old ? '2012-06-01' : null],
        },
        registered: unregistered,
        roster: roster.map((taxonomyCode, index) => ({
          npi: `10000000${index + 10}`,
          name: `Pat Roe ${index}, NP`,
          credentials: ['NP'],
          taxonomyCode,
          accepting: { value: 'unknown', source: null, as_of: null },
          registeredOn: old ? `20${10 + (index % 3)}-06-01` : null,
        })),
        hours: hours && { value: hours, source: 'survey', asOf: '2026-03-12' },
        emergency:
          emergency === null ? null : { value: emergency, source: 'cms_facilities', asOf: '2022-05-01' },
        languages,
        sources: [
          { id: 'survey', as_of: '2026-03-12' },
          { id: 'cms_facilities', as_of: '2022-05-01' },
        ],
      },
      plainContext,
    ),
  )

function assertSupportedPlace(card: LocationCard): void {
  LocationCard.parse(card)
  assert.deepEqual(unsupportedClaims(card.summary, card), [], card.summary)
}

test('every word of a summary is a plain word or on its card (1,000 places)', () => {
  fc.assert(fc.property(somePlace, assertSupportedPlace), { numRuns: 1000, seed: 20261120 })
})

const cardiologist = composeProviderCard(
  clinicianOf({
    name: { first: 'MARTA', last: 'OLIVEIRA', credential: 'M.D.' },
    gender: 'F',
    codes: ['207RC0000X'],
    listings: [
      { kind: 'network_listing', npi: '1000000004', source: 'plan_network', carrier: 'Aetna', asOf: null },
    ],
    observations: [
      observationOf({
        languages: ['es'],
        affiliations: [{ kind: 'hospital', name: 'RHODE ISLAND HOSPITAL' }],
        education: [
          { kind: 'medical_school', institution: 'Harvard Medical School', field: null, year: 2004 },
        ],
        statement: 'We listen.',
      }),
    ],
  }),
  [
    practiceAt(addressOf('1 ELM ST', 'PROVIDENCE'), {
      office_hours: hoursOn(['mon', 'tue', 'wed', 'thu', 'fri'], '08:00', '17:00'),
    }),
    practiceAt(addressOf('2 OAK ST', 'PAWTUCKET'), { primary: false }),
  ],
  plainContext,
)

const nurse = composeProviderCard(
  clinicianOf({
    name: { first: 'PAT', last: 'ROE', credential: 'FNP-BC' },
    codes: ['363L00000X', '2084P0800X'],
  }),
  [],
  plainContext,
)

/** A card, an unsupported sentence that the test adds to its text, and the claims that the check must report. */
const plantedClaims: readonly (readonly [ProviderCard, string, readonly string[]])[] = [
  [cardiologist, 'She is also a dermatologist.', ['specialty: dermatologist']],
  [cardiologist, 'She is a heart surgeon.', ['specialty: heart surgeon']],
  [cardiologist, 'She is one of two cardiologists.', ['number: one', 'number: two cardiologists']],
  [cardiologist, 'She speaks Portuguese.', ['language: Portuguese']],
  [cardiologist, 'She speaks Cape Verdean Creole.', ['name: Cape Verdean Creole']],
  [cardiologist, 'She also practices in Hartford.', ['name: Hartford']],
  [cardiologist, 'She practices in New Haven, Connecticut.', ['name: New Haven', 'name: Connecticut']],
  [cardiologist, 'She practices at 3 Elm Street.', ['number: 3', 'name: Elm']],
  [cardiologist, 'She practices at three addresses in Providence.', ['number: three addresses']],
  [cardiologist, 'She practices in Providence, and two more places.', ['number: two more places']],
  [cardiologist, 'She graduated from Yale School of Medicine in 2004.', ['name: Yale School', 'name: Medicine']],
  [cardiologist, 'She graduated from Harvard Medical School in 2005.', ['year: 2005']],
  [cardiologist, 'She completed a residency at Rhode Island Hospital.', ['word: completed', 'word: residency']],
  [cardiologist, 'Marta Oliveira, PhD, practices here.', ['credential: PhD']],
  [cardiologist, 'Marta Oliveira, MD, FACC, practices here.', ['credential: FACC']],
  [cardiologist, 'The Providence office is open Saturday from 8 to noon, as observed in March 2026.', ['hours: Saturday', 'number: 8', 'hours: noon']],
  [cardiologist, 'The Providence office is open on weekdays from 8 to 5, as observed in March 2027.', ['date: March 2027']],
  [cardiologist, 'The office is open on weekdays from 8 to 5.', ['hours: weekdays', 'number: 8', 'number: 5']],
  [cardiologist, 'She accepts new patients.', ['word: accepts new']],
  [cardiologist, 'She is accepting new patients there, as reported in March 2026.', ['word: accepting new']],
  [cardiologist, 'She does not see patients.', ['word: not']],
  [cardiologist, 'She is affiliated with Miriam Hospital.', ['name: Miriam', 'specialty: Hospital']],
  [cardiologist, 'She works with Heart Group, LLC.', ['name: Heart Group', 'credential: LLC']],
  [cardiologist, 'She accepts Medicare’s approved amount as full payment (CMS, May 2022).', ['date: May 2022']],
  [cardiologist, 'She is affiliated with Rhode Island Hospital and one other hospitals.', ['number: one other hospitals']],
  [cardiologist, 'She works with two other group practices.', ['number: two other group practices']],
  [cardiologist, 'She is listed by Cigna.', ['name: Cigna']],
  [cardiologist, 'She accepts Aetna.', ['word: accepts']],
  [cardiologist, 'She offers telehealth visits.', ['word: telehealth']],
  [cardiologist, 'She is a highly skilled and compassionate cardiologist.', ['word: highly skilled', 'word: compassionate']],
  [cardiologist, 'She is the best cardiologist in Providence.', ['word: best']],
  [cardiologist, 'She is a board-certified cardiologist.', ['word: board-certified']],
  [cardiologist, 'She has 20 years of experience.', ['number: 20', 'word: years', 'word: experience']],
  [cardiologist, 'She treats lung cancer.', ['word: lung cancer']],
  [cardiologist, 'She offers telehealth visits, as reported in 2025.', ['year: 2025']],
  [cardiologist, 'A statement (survey, March 2026) reads: “We cure.”', ['sign: “', 'word: cure', 'sign: ”']],
  [cardiologist, 'He practices in Providence.', ['pronoun: He']],
  [cardiologist, '**Marta Oliveira** practices in Providence.', ['sign: *']],
  [nurse, 'The telephone number is as registered in March 2012.', ['word: telephone number', 'date: March 2012']],
  [nurse, 'Pat Roe practices in this area (CMS, June 2025).', ['credential: CMS', 'date: June 2025']],
  [nurse, 'Pat Roe is a psychiatrist.', ['specialty: psychiatrist']],
  [nurse, 'Dr. Roe is a nurse practitioner.', ['name: Dr']],
  [nurse, 'Pat Roe is a family nurse practitioner.', ['specialty: family nurse practitioner']],
  [nurse, 'She is a nurse practitioner.', ['pronoun: She']],
] // prettier-ignore

for (const [card, sentence, claims] of plantedClaims) {
  test(`the check finds an added false sentence: ${sentence}`, () => {
    assert.deepEqual(unsupportedClaims(card.biography, card), [])
    const found = unsupportedClaims(`${sentence} ${card.biography}`, card)
    for (const claim of claims) assert.ok(found.includes(claim), found.join('; '))
  })
}

test('the check accepts a true sentence in the words of another writer', () => {
  for (const sentence of [
    'Based in Providence, Rhode Island, Dr. Marta Oliveira works as a cardiologist.',
    'Patients see her at 1 Elm Street.',
    'She speaks Spanish and is a graduate of Harvard Medical School.',
    "Marta Oliveira's practice is in Pawtucket, RI.",
    'She is listed by Aetna.',
  ])
    assert.deepEqual(unsupportedClaims(sentence, cardiologist), [], sentence)
})

const clinic: LocationCard = {
  ...composeLocationCard(
    {
      locationUuid: '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11',
      name: 'Heart Clinic',
      address: addressOf('39 EAST AVE', 'PAWTUCKET'),
      point: { lat: null, lng: null, geo_precision: null, address_conflict: null },
      phone: null,
      organization: { npi: '1000000004', taxonomyCodes: ['261QC1500X'] },
      registered: unregistered,
      roster: ['207RC0000X', '207RC0000X', '363LF0000X', null, null].map((taxonomyCode, index) => ({
        npi: `10000000${index + 10}`,
        name: `Pat Roe ${index}`,
        credentials: [],
        taxonomyCode,
        accepting: { value: 'unknown', source: null, as_of: null },
        registeredOn: null,
      })),
      hours: null,
      emergency: null,
      languages: ['es'],
      sources: [],
    },
    plainContext,
  ),
}

const plantedPlaceClaims: readonly (readonly [string, string])[] = [
  ['Four clinicians practice here.', 'number: Four clinicians'],
  ['They are three cardiologists.', 'number: three cardiologists'],
  ['Nine of them as registered in 2008.', 'number: Nine'],
  ['It has two offices.', 'number: two offices'],
  ['All are cardiologists.', 'name: All'],
  ['A dermatologist practices here.', 'specialty: dermatologist'],
  ['Portuguese is spoken here.', 'language: Portuguese'],
  ['It has emergency services (CMS, May 2022).', 'word: emergency services'],
  ['It is in Boston.', 'name: Boston'],
  ['It is open every day.', 'hours: every day'],
  ['Five clinicians practice here, as registered in 2012 or before.', 'year: 2012'],
  ['No individual clinicians are linked to it in this directory.', 'name: No'],
  ['Dr. House practices here.', 'name: House'],
  ['It is a clinic, as listed in 2018.', 'year: 2018'],
  ['It is a clinic, according to an undated source.', 'word: according'],
]

for (const [sentence, claim] of plantedPlaceClaims) {
  test(`the check finds an added false sentence about a place: ${sentence}`, () => {
    assert.deepEqual(unsupportedClaims(clinic.summary, clinic), [])
    const found = unsupportedClaims(`${clinic.summary} ${sentence}`, clinic)
    assert.ok(found.includes(claim), found.join('; '))
  })
}
