import assert from 'node:assert/strict'
import test from 'node:test'
import { gzipSync } from 'node:zlib'
import { findRealFile } from '../read/real-files.fixture.ts'
import { ndjson, readNetwork, readNetworkContents } from './network-facts.fixture.ts'

const guide = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition'
const createNpiIdentifier = (value: string) => [{ system: 'http://hl7.org/fhir/sid/us-npi', value }]
const createLanguage = (code: string, proficiency: string) => ({
  coding: [{ system: 'urn:ietf:bcp:47', code }],
  extension: [
    { url: `${guide}/communication-proficiency`, valueCodeableConcept: { coding: [{ code: proficiency }] } },
  ],
})
const createNewPatients = (code: string) => ({
  url: `${guide}/newpatients`,
  extension: [{ url: 'acceptingPatients', valueCodeableConcept: { coding: [{ code }] } }],
})
const createNetworkReference = (id: string) => ({
  url: `${guide}/network-reference`,
  valueReference: { reference: `https://plan.example/fhir/Organization/${id}/_history/2` },
})
const meta = { lastUpdated: '2026-03-04T10:03:10Z' }

const network = { id: 'net', meta, active: true, name: 'A network', resourceType: 'Organization' }
const clinic = {
  id: 'clinic',
  meta,
  identifier: createNpiIdentifier('1245319599'),
  active: true,
  resourceType: 'Organization',
}
const ana = {
  id: 'ana',
  meta,
  identifier: createNpiIdentifier('1234567893'),
  active: true,
  resourceType: 'Practitioner',
}
const office = {
  id: 'office',
  meta,
  status: 'active',
  address: { line: ['7 Orchard Dr', 'Suite 2'], city: 'North Harbor', state: 'CT', postalCode: '06473-2129' },
  managingOrganization: { reference: 'Organization/clinic' },
  resourceType: 'Location',
}
const role = {
  id: 'role',
  meta,
  extension: [createNetworkReference('net')],
  active: true,
  practitioner: { reference: 'Practitioner/ana' },
  location: [{ reference: 'Location/office' }],
  resourceType: 'PractitionerRole',
}
const affiliation = {
  id: 'affiliation',
  meta,
  active: true,
  participatingOrganization: { reference: 'Organization/clinic' },
  network: [{ reference: 'Organization/net' }],
  resourceType: 'OrganizationAffiliation',
}
const allResources = [network, clinic, ana, office, role, affiliation]
const readResources = (...resources: readonly object[]) =>
  readNetworkContents({ 'all.ndjson': ndjson(...resources) })
const expectedLines = ['1234567893 00890 2026-03-04', '1245319599 00890 2026-03-04']
const describeListings = ({ listings }: Awaited<ReturnType<typeof readResources>>) =>
  listings.map(({ npi, carrier, asOf }) => `${npi} ${carrier} ${asOf}`).toSorted()

test('lists practitioners with a role and organizations with an affiliation in a network', async () => {
  assert.deepEqual(describeListings(await readResources(...allResources)), expectedLines)
})

test('a resource has its own date, but never a date later than its file', async () => {
  const later = { ...affiliation, meta: { lastUpdated: '2026-05-01T00:00:00Z' } }
  const directory = await readNetworkContents({
    'directory_2026-04-30.ndjson': ndjson(...allResources.slice(0, 5), later),
  })
  assert.deepEqual(describeListings(directory), [
    '1234567893 00890 2026-03-04',
    '1245319599 00890 2026-04-30',
  ])
})

test('a role may precede its practitioner, on an earlier line or in an earlier file', async () => {
  assert.deepEqual(describeListings(await readResources(...allResources.toReversed())), expectedLines)
  const [roles, others] = [allResources.slice(4), allResources.slice(0, 4)]
  const separateFiles = { 'role.ndjson': ndjson(...roles), 'rest.ndjson.gz': gzipSync(ndjson(...others)) }
  assert.deepEqual(describeListings(await readNetworkContents(separateFiles)), expectedLines)
})

test('reads the same facts from a Bundle as from lines, with references by fullUrl', async () => {
  const entry = allResources.map((resource) => ({ fullUrl: `https://plan.example/${resource.id}`, resource }))
  assert.deepEqual(
    describeListings(
      await readNetworkContents({ 'page.json': { resourceType: 'Bundle', type: 'searchset', entry } }),
    ),
    expectedLines,
  )
  const byUuid = [
    { fullUrl: 'urn:uuid:6d1', resource: { ...ana, id: undefined } },
    { resource: { ...role, practitioner: { reference: 'urn:uuid:6d1' } } },
  ]
  const bundle = { entry: byUuid, type: 'collection', resourceType: 'Bundle' }
  assert.deepEqual(
    describeListings(await readNetworkContents({ 'page.json': JSON.stringify(bundle, null, 2) })),
    expectedLines.slice(0, 1),
  )
})

const unlistedCases: Record<string, { readonly resources: readonly object[]; readonly reason?: string }> = {
  'a role that is not active': { resources: [ana, { ...role, active: false }], reason: 'inactive' },
  'a role whose period has ended': {
    resources: [ana, { ...role, period: { end: '2026-11-20' } }],
    reason: 'inactive',
  },
  'a role whose year has ended': {
    resources: [ana, { ...role, period: { end: '2025' } }],
    reason: 'inactive',
  },
  'a role in the future': {
    resources: [ana, { ...role, period: { start: '2027-01', end: '2028' } }],
    reason: 'inactive',
  },
  'a role whose period cannot be read': {
    resources: [ana, { ...role, period: { end: 'soon' } }],
    reason: 'invalid_record',
  },
  'a role with an invalid active member': {
    resources: [ana, { ...role, active: 'false' }],
    reason: 'inactive',
  },
  'a practitioner who is not active': { resources: [{ ...ana, active: false }, role], reason: 'inactive' },
  'a practitioner who is not in the files': { resources: [role], reason: 'unknown_reference' },
  'a role without a practitioner': {
    resources: [ana, { ...role, practitioner: undefined }],
    reason: 'unknown_reference',
  },
  'an invalid NPI': {
    resources: [{ ...ana, identifier: createNpiIdentifier('1234567890') }, role],
    reason: 'bad_npi',
  },
  'no NPI': { resources: [{ ...ana, identifier: [] }, role], reason: 'bad_npi' },
  'a role in no network': { resources: [ana, { ...role, extension: [] }] },
  'a role in an inactive network': { resources: [ana, { ...network, active: false }, role] },
}
for (const [what, { resources, reason }] of Object.entries(unlistedCases)) {
  test(`lists no NPI for ${what}`, async () => {
    const { listings, reports } = await readResources(...resources)
    assert.deepEqual(listings, [])
    const reasons = Object.keys(reports['all.ndjson']?.rejected ?? {})
    if (reason !== undefined) assert.deepEqual(reasons, [reason])
  })
}

for (const period of [
  { start: '2020' },
  { start: '2026-11', end: '2026' },
  { end: '2026-11-21T00:00:00Z' },
  {},
]) {
  test(`a role in the period ${JSON.stringify(period)} is active`, async () => {
    assert.deepEqual(
      describeListings(await readResources(ana, { ...role, period })),
      expectedLines.slice(0, 1),
    )
  })
}

test('reads only the languages that a practitioner can use with patients', async () => {
  const communication = [
    createLanguage('en', '50'),
    createLanguage('es', '10'),
    createLanguage('vi', '00'),
    createLanguage('pt-br', '20'),
    { text: 'Haitian Creole' },
  ]
  const { observations } = await readResources({ ...ana, communication })
  assert.deepEqual(
    observations.map(({ npi, asOf, languages }) => ({ npi, asOf, languages })),
    [{ npi: '1234567893', asOf: '2026-03-04', languages: ['en', 'pt-BR', 'ht'] }],
  )
})

/** The names of a practitioner, and the person that facts name. */
const names: readonly (readonly [unknown, { first: string; last: string } | undefined])[] = [
  [[{ family: 'Roe', given: ['Ana', 'Ines'] }], { first: 'Ana', last: 'Roe' }],
  [
    [
      { use: 'nickname', family: 'R', given: ['A'] },
      { use: 'official', family: 'Roe', given: ['Ana'] },
    ],
    { first: 'Ana', last: 'Roe' },
  ],
  [[{ family: 'Roe' }], undefined],
  ['Ana Roe', undefined],
  [undefined, undefined],
]
for (const [name, person] of names) {
  test(`a practitioner called ${JSON.stringify(name)} and their role name ${person?.first ?? 'no person'}`, async () => {
    const extension = [createNewPatients('newpt'), createNetworkReference('net')]
    const communication = [{ text: 'Spanish' }]
    const { listings, observations } = await readResources({ ...ana, name, communication }, office, {
      ...role,
      extension,
    })
    assert.deepEqual(
      [...listings, ...observations].map((fact) => fact.person),
      [person, person, person],
    )
  })
}

test('a role at one place has its hours and whether it accepts patients', async () => {
  const availableTime = [
    { daysOfWeek: ['mon', 'someday'], availableStartTime: '09:00:00', availableEndTime: '12:30:00' },
    { daysOfWeek: ['sat'], allDay: true },
    { daysOfWeek: ['sun'], availableStartTime: '12:00:00', availableEndTime: '09:00:00' },
    { availableStartTime: '09:00:00', availableEndTime: '12:00:00' },
  ]
  const extension = [createNewPatients('existptfam'), createNetworkReference('net')]
  const { observations } = await readResources(ana, office, { ...role, availableTime, extension })
  assert.deepEqual(
    observations.map(({ npi, places }) => ({ npi, places })),
    [
      {
        npi: '1234567893',
        places: [
          {
            line1: '7 Orchard Dr',
            postalCode: '06473-2129',
            officeHours: [
              { day: 'mon', open: '09:00', close: '12:30' },
              { day: 'sat', open: '00:00', close: '24:00' },
            ],
            accepting: 'existing_only',
          },
        ],
      },
    ],
  )
})

test('drops the hours of a role at two places', async () => {
  const availableTime = [
    { daysOfWeek: ['mon'], availableStartTime: '09:00:00', availableEndTime: '12:00:00' },
  ]
  const location = ['office', 'annex'].map((id) => ({ reference: `Location/${id}` }))
  const annex = { ...office, id: 'annex', address: { line: ['9 Elm St'], postalCode: '06473' } }
  const { observations } = await readResources(ana, office, annex, {
    ...role,
    availableTime,
    location,
    extension: [createNewPatients('newpt')],
  })
  assert.deepEqual(
    observations[0]?.places.map(({ line1, officeHours, accepting }) => ({ line1, officeHours, accepting })),
    ['7 Orchard Dr', '9 Elm St'].map((line1) => ({ line1, officeHours: [], accepting: 'accepting' })),
  )
})

const phoneCases: readonly (readonly [
  telecom: readonly object[],
  phone: { readonly number: string; readonly extension?: string } | undefined,
])[] = [
  [[{ system: 'phone', value: '(401) 555-0136 x78374' }], { number: '+14015550136', extension: '78374' }],
  [
    [
      { system: 'fax', value: '401-555-0137' },
      { system: 'phone', value: '401-555-0136' },
    ],
    { number: '+14015550136' },
  ],
  [[{ system: 'phone', value: '(139) 191-9694 x8688' }], undefined],
  [[{ system: 'email', value: 'desk@clinic.example' }], undefined],
]
for (const [telecom, phone] of phoneCases) {
  test(`the telephone of a role with ${JSON.stringify(telecom)} is ${JSON.stringify(phone)}`, async () => {
    const { observations } = await readResources(ana, office, { ...role, telecom })
    assert.deepEqual(observations[0]?.places[0]?.phone, phone)
  })
}

test('a role that accepts patients of one network and not of another has no value for the place', async () => {
  const { observations } = await readResources(ana, office, {
    ...role,
    extension: [createNewPatients('newpt'), createNewPatients('nopt')],
  })
  assert.deepEqual(observations, [])
})

test('the hours of a Location are those of its managing organization', async () => {
  const hoursOfOperation = [{ daysOfWeek: ['fri'], openingTime: '08:00:00', closingTime: '17:00:00' }]
  const { observations } = await readResources(ana, clinic, { ...office, hoursOfOperation }, role)
  assert.deepEqual(
    observations.map(({ npi, places }) => ({ npi, hours: places[0]?.officeHours })),
    [{ npi: '1245319599', hours: [{ day: 'fri', open: '08:00', close: '17:00' }] }],
  )
})

test('counts services, plans and endpoints without facts, and rejects values that are not resources', async () => {
  const resourcesWithoutFacts = ['HealthcareService', 'InsurancePlan', 'Endpoint'].map((resourceType) => ({
    resourceType,
    id: 'x',
  }))
  const { listings, reports } = await readNetworkContents({
    'all.ndjson': `${ndjson(...resourcesWithoutFacts)}[]\n{"id":\n{"__proto__":{"resourceType":"Practitioner"}}\n${ndjson({ resourceType: 'Patient' }, ...resourcesWithoutFacts)}`,
  })
  assert.deepEqual(listings, [])
  assert.deepEqual(reports['all.ndjson'], {
    as_of: null,
    accepted: 6,
    rejected: { invalid_record: { rows: 4, first_lines: [4, 5, 6, 7] } },
  })
})

test('rejects a file that is truncated in its last line, and a file without a resource of a directory', async () => {
  const truncated = ndjson(...allResources).slice(0, -20)
  await assert.rejects(readNetworkContents({ 'all.ndjson': truncated }), {
    name: 'InputError',
    message: /ends with a line that is not JSON/,
  })
  const bundle = JSON.stringify({ resourceType: 'Bundle', entry: [{ resource: ana }] }).slice(0, -20)
  await assert.rejects(readNetworkContents({ 'page.json': bundle }), {
    name: 'InputError',
    message: /middle of its JSON/,
  })
  await assert.rejects(readResources({ resourceType: 'Patient', id: '1' }), {
    name: 'InputError',
    message: /no record of a network/,
  })
})

test('accepts a directory with only invalid NPIs, and counts them', async () => {
  const { listings, reports } = await readResources({ ...ana, identifier: createNpiIdentifier('1234567890') })
  assert.deepEqual(listings, [])
  assert.deepEqual(reports['all.ndjson']?.rejected, { bad_npi: { rows: 1, first_lines: [1] } })
})

const types = [
  'PractitionerRole',
  'Practitioner',
  'Location',
  'Organization',
  'OrganizationAffiliation',
  'HealthcareService',
  'InsurancePlan',
  'Endpoint',
  'ig-examples',
]
const paths = types
  .map((type) => findRealFile(`payers/plan-net-ri_${type}.ndjson.gz`))
  .filter((path) => path !== null)
const skip = paths.length < types.length
test(
  'reads the reference directory, and lists its fictional NPIs with a valid check digit',
  { skip },
  async (t) => {
    const { listings, observations, reports } = await readNetwork(paths)
    assert.equal(listings.length, 224)
    assert.equal(observations.length, 435)
    const counts = Object.entries(reports).map(([name, { accepted, rejected }]) => {
      return [name.replace(/^plan-net-ri_(.*)\.ndjson\.gz$/, '$1'), accepted, rejected['bad_npi']?.rows ?? 0]
    })
    assert.deepEqual(counts, [
      ['PractitionerRole', 215, 1785],
      ['Practitioner', 215, 1785],
      ['Location', 649, 0],
      ['Organization', 136, 44],
      ['OrganizationAffiliation', 3, 155],
      ['HealthcareService', 158, 0],
      ['InsurancePlan', 30, 0],
      ['Endpoint', 40, 0],
      ['ig-examples', 39, 7],
    ])
    t.diagnostic(`${listings.length} listings, ${observations.length} observations`)
  },
)
