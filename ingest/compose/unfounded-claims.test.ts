import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OfficeHours } from '@careatlas/contract/cards'
import { ProviderCard } from '@careatlas/contract/cards'
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import * as fc from 'fast-check'
import { addressOf, clinicianOf, practiceAt, observationOf, plainContext } from './fictional-facts.fixture.ts'
import { composeProviderCard } from './provider-card.ts'
import { type Claimable, unfoundedClaims } from './unfounded-claims.fixture.ts'

const cities = [
  ['PROVIDENCE', 'RI'],
  ['HARTFORD', 'CT'],
  ['WORCESTER', 'MA'],
  ['PAWTUCKET', 'RI'],
  ['SAN JUAN', 'PR'],
  ['FALL RIVER', 'MA'],
] as const
const claimable: Claimable = {
  languages: ['en', 'es', 'pt', 'ht', 'kea', 'vi', 'ase'],
  cities: ['Providence', 'Hartford', 'Worcester', 'Pawtucket', 'San Juan', 'Fall River'],
  credentials: ['MD', 'DO', 'PhD', 'FNP-BC', 'LCSW', 'RN', 'PT', 'DPT', 'PharmD'],
}
const codes = [...allTaxonomies()].map(({ code }) => code)
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const someHours: fc.Arbitrary<OfficeHours[]> = fc.array(
  fc.record({
    day: fc.constantFrom(...days),
    open: fc.constantFrom('07:00', '08:00', '09:30'),
    close: fc.constantFrom('12:00', '16:30', '20:30'),
  }),
  { maxLength: 7 },
)

const someCard = fc
  .record({
    npi: fc.integer({ min: 1000000000, max: 1999999999 }).map(String),
    first: fc.constantFrom('MARTA', 'SAMUEL', 'JANELLE'),
    last: fc.constantFrom('OLIVEIRA', "O'BRIEN", 'DE LA CRUZ', 'DO'),
    credential: fc.option(
      fc
        .subarray(['M.D.', 'DO', 'PH.D.', 'FNP-BC', 'LCSW', 'RN', 'PT', 'DPT', 'PHARMD'])
        .map((all) => all.join(', ')),
    ),
    gender: fc.constantFrom('F', 'M', 'X', null),
    taxonomies: fc.uniqueArray(fc.constantFrom(...codes, '207ZZ0000X'), { maxLength: 15 }),
    languages: fc.subarray([...claimable.languages]),
    telehealth: fc.option(fc.boolean()),
    places: fc.array(
      fc.record({
        city: fc.constantFrom(...cities),
        number: fc.integer({ min: 1, max: 99 }),
        hours: someHours,
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ npi, first, last, credential, gender, taxonomies, languages, telehealth, places }) => {
    const observation = observationOf({
      languages,
      telehealth,
      places: places.map(({ number, hours }) => ({
        line1: `${number} ELM ST`,
        postalCode: '02903',
        officeHours: hours,
        accepting: null,
      })),
    })
    const clinician = clinicianOf({
      npi,
      name: { first, last, credential },
      gender,
      codes: taxonomies,
      observations: [observation],
    })
    const locations = places.map(({ number, city: [city, state], hours }, at) =>
      practiceAt(addressOf(`${number} ELM ST`, city, state), { primary: at === 0, office_hours: hours }),
    )
    return composeProviderCard(clinician, locations, plainContext)
  })

function assertHonest(card: ProviderCard): void {
  assert.deepEqual(unfoundedClaims(ProviderCard.parse(card), claimable), [], card.biography)
}

test('every specialty, language, credential, city and hour in a biography stands on its card (2,000 clinicians)', () => {
  fc.assert(fc.property(someCard, assertHonest), { numRuns: 2000, seed: 20261120 })
})

const honest = composeProviderCard(
  clinicianOf({
    name: { first: 'MARTA', last: 'OLIVEIRA', credential: 'M.D.' },
    codes: ['207RC0000X'],
    observations: [observationOf({ languages: ['es'] })],
  }),
  [practiceAt(addressOf('1 ELM ST', 'PROVIDENCE'))],
  plainContext,
)
const planted: Readonly<Record<string, string>> = {
  'specialty: dermatologist': 'She is also a dermatologist.',
  'language: Portuguese': 'She speaks Portuguese.',
  'credential: PhD': 'Marta Oliveira, PhD, practices here.',
  'city: Hartford': 'She also practices in Hartford.',
  'hours: Monday from 8 to 5': 'The office is open Monday from 8 to 5, as observed in March 2026.',
}

for (const [claim, sentence] of Object.entries(planted)) {
  test(`a planted false sentence is caught: ${claim}`, () => {
    assert.deepEqual(unfoundedClaims(honest, claimable), [])
    assert.deepEqual(
      unfoundedClaims({ ...honest, biography: `${sentence} ${honest.biography}` }, claimable),
      [claim],
    )
  })
}
