import assert from 'node:assert/strict'
import test from 'node:test'
import { findRealFile } from '../read/real-files.fixture.ts'
import { readNetwork, readNetworkContents } from './network-facts.fixture.ts'

const plans = [
  { plan_id_type: 'HIOS-PLAN-ID', plan_id: '12345RI0010001', network_tier: 'PREFERRED', years: [2026] },
]
const clinician = {
  npi: '1234567893',
  type: 'INDIVIDUAL',
  name: { first: 'Ana', last: 'Prado' },
  addresses: [{ address: '12 Elm St', address_2: 'Suite 4', city: 'Providence', state: 'RI', zip: '02903' }],
  specialty: ['Dermatology'],
  accepting: 'accepting',
  languages: ['English', 'SPA', 'Klingonese', 'spanish', 'fr-t-hello', 'en-u-ca-evilevil'],
  plans,
  last_updated_on: '2026-02-03',
}
const readProviders = (...records: readonly unknown[]) => readNetworkContents({ 'providers.json': records })

test('lists a provider in a plan as of the date of the record, with languages and acceptance of patients by place', async () => {
  const { listings, observations, reports } = await readProviders(clinician)
  const stated = { npi: '1234567893', source: 'plan_network', asOf: '2026-02-03' }
  assert.deepEqual(listings, [{ kind: 'network_listing', carrier: '00890', ...stated }])
  const places = [{ line1: '12 Elm St', postalCode: '02903', officeHours: [], accepting: 'accepting' }]
  assert.partialDeepStrictEqual(observations, [{ ...stated, languages: ['en', 'es'], places }])
  assert.deepEqual(reports, { 'providers.json': { as_of: '2026-02-03', accepted: 1, rejected: {} } })
})

const accepting: Record<string, string | null> = {
  Accepting: 'accepting',
  'not accepting': 'not_accepting',
  'accepting in some locations': null,
  '': null,
}
for (const [cell, place] of Object.entries(accepting)) {
  test(`${JSON.stringify(cell)} is ${place ?? 'no value'} for a place`, async () => {
    const { observations } = await readProviders({ ...clinician, accepting: cell })
    assert.deepEqual(
      observations[0]?.places.map((stated) => stated.accepting),
      place === null ? [] : [place],
    )
  })
}

test('lists a facility like a clinician, and does not list a record without a plan', async () => {
  const facility = { npi: 1245319599, type: 'FACILITY', facility_name: 'A hospital', addresses: [], plans }
  const { listings, observations } = await readProviders(facility, { ...clinician, plans: [] })
  assert.deepEqual(
    listings.map(({ npi, asOf }) => `${npi} ${asOf}`),
    ['1245319599 null'],
  )
  assert.deepEqual(
    observations.map(({ npi }) => npi),
    ['1234567893'],
  )
})

test('counts invalid records with their lines', async () => {
  const records = [{ ...clinician, npi: '1234567890' }, 7, { npi: null }]
  const { listings, reports } = await readNetworkContents({
    'providers.json': `[${[...records, clinician].map((record) => JSON.stringify(record)).join(',\n')}]`,
  })
  assert.equal(listings.length, 1)
  assert.deepEqual(reports['providers.json']?.rejected, {
    bad_npi: { rows: 1, first_lines: [1] },
    invalid_record: { rows: 2, first_lines: [2, 3] },
  })
})

const recordDays: Record<string, readonly [file: string, day: string, asOf: string | null]> = {
  'a date before that of the file': ['providers_2026-10-31.json', '2026-02-03', '2026-02-03'],
  'the date of the file': ['providers_2026-10-31.json', '2026-10-31', '2026-10-31'],
  'a date after that of the file': ['providers_2026-10-31.json', '2026-11-01', '2026-10-31'],
  'a future date': ['providers_2026-10-31.json', '2031-01-01', '2026-10-31'],
  'a date before the first NPI': ['providers_2026-10-31.json', '1970-01-01', '2026-10-31'],
  'no date': ['providers_2026-10-31.json', 'unknown', '2026-10-31'],
  'a date, in a file without a date': ['providers.json', '2026-02-03', '2026-02-03'],
  'a future date, in a file without a date': ['providers.json', '2031-01-01', null],
}
for (const [what, [file, last_updated_on, asOf]] of Object.entries(recordDays)) {
  test(`a record with ${what} is dated ${asOf ?? 'by the newest date of the other records'}`, async () => {
    const { listings, observations } = await readNetworkContents({
      [file]: [{ ...clinician, last_updated_on }],
    })
    assert.deepEqual(
      [...listings, ...observations].map((fact) => fact.asOf),
      [asOf, asOf],
    )
  })
}

test('a value of a record that does not match the schema counts as missing', async () => {
  const languages = Array.from({ length: 1000 }, () => 'English')
  const addresses = [null, { address: '--', zip: '02903' }, { address: 'x'.repeat(1000), zip: '02903' }]
  const { observations } = await readProviders({ ...clinician, languages, addresses })
  assert.deepEqual(observations, [])
})

test('counts plans without facts', async () => {
  const { listings, reports } = await readNetworkContents({ 'plans.json': plans })
  assert.deepEqual(listings, [])
  assert.deepEqual(reports['plans.json'], { as_of: null, accepted: 1, rejected: {} })
})

for (const [what, content] of Object.entries({
  'an empty list': [],
  'a list of something else': [{ a: 1 }, 2],
})) {
  test(`rejects ${what}`, async () => {
    await assert.rejects(readNetworkContents({ 'providers.json': content }), {
      name: 'InputError',
      message: /give the file that lists the providers of the network/,
    })
  })
}

const providers = findRealFile('payers/qhp_providers.json')
const planNames = findRealFile('payers/qhp_plans.json')
test('reads the CMS examples', { skip: providers === null }, async () => {
  if (providers === null || planNames === null) return
  const { listings, observations, reports } = await readNetwork([providers, planNames])
  assert.deepEqual(
    listings.map(({ npi, asOf }) => `${npi} ${asOf}`),
    ['1234567893 2019-01-01'],
  )
  assert.deepEqual(observations[0]?.places, [
    { line1: '123 Park Ave', postalCode: '10003', officeHours: [], accepting: 'not_accepting' },
  ])
  assert.equal(reports['qhp_providers.json']?.rejected['bad_npi']?.rows, 2)
  assert.equal(reports['qhp_plans.json']?.accepted, 3)
})
