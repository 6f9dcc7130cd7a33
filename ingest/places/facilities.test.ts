import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import { unsupportedClaims } from '../compose/claim-check/unsupported-claims.ts'
import type { Facility } from '../facts/facts.ts'
import { selectCurrentFacilities } from './listing.ts'
import type { AddressRecord, OrganizationAtAddress } from './address-record.ts'
import {
  registeredAt,
  clinician,
  facility,
  eddyStreet,
  organization,
  phone,
  places,
} from './address-records.fixture.ts'

const number = '+14015550101'
const hospital = ['282N00000X']
const point = { lat: 41.8112, lng: -71.4083 }

const listedHospital = { taxonomyCodes: hospital }

/** A listing, and whether it is the organization registered there as `HARBOR HOSPITAL INC`, whose NPI ends in 11. */
const matchCases: readonly {
  readonly name: string
  readonly listed: string
  readonly more?: Partial<Facility>
  readonly registered?: Partial<OrganizationAtAddress>
  readonly isOne: boolean
}[] = [
  { name: 'its NPI', listed: 'SOMETHING ELSE', more: { npi: '1000000011' }, isOne: true },
  { name: 'its name', listed: 'Harbor Hospital, Inc.', isOne: true },
  { name: 'its name with another legal form', listed: 'THE HARBOR HOSPITAL, LLC', more: listedHospital, isOne: true },
  { name: 'its legal name and its kind', listed: 'ROCKY POINT INC', more: listedHospital, registered: { names: ['ROCKY POINT INC'] }, isOne: true },
  { name: 'only its legal name', listed: 'ROCKY POINT INC', registered: { names: ['ROCKY POINT INC'] }, isOne: false },
  { name: 'its legal name and another kind', listed: 'ROCKY POINT INC', more: listedHospital, registered: { names: ['ROCKY POINT INC'], taxonomyCodes: ['2084N0400X', ...hospital] }, isOne: false },
  { name: 'nearly its name and its telephone number', listed: 'THE HARBOR HOSPITAL, LLC', more: { practice: { address: eddyStreet, phone: number } }, isOne: true },
  { name: 'only nearly its name', listed: 'THE HARBOR HOSPITAL, LLC', isOne: false },
  { name: 'nearly its name and another kind', listed: 'NORTH HARBOR HOSPITAL', more: listedHospital, registered: { name: 'NORTH HARBOR', taxonomyCodes: ['3336I0012X'] }, isOne: false },
  { name: 'its name and another kind', listed: 'HARBOR HOSPITAL INC', more: listedHospital, registered: { taxonomyCodes: ['251K00000X'] }, isOne: true },
  { name: 'its NPI and another kind', listed: 'SOMETHING ELSE', more: { npi: '1000000011', taxonomyCodes: ['3336C0003X'] }, isOne: true },
  { name: 'its telephone number and its kind', listed: 'SEASIDE', more: { taxonomyCodes: hospital, practice: { address: eddyStreet, phone: number } }, isOne: true },
  { name: 'only its telephone number', listed: 'SEASIDE PHARMACY', more: { taxonomyCodes: ['3336C0003X'], practice: { address: eddyStreet, phone: number } }, isOne: false },
  { name: 'only its kind', listed: 'SEASIDE', more: { taxonomyCodes: hospital }, isOne: false },
  { name: 'one distinctive word in common', listed: 'HARBOR HOSPITAL PHARMACY', isOne: false },
  { name: 'two distinctive words in common', listed: 'NORTH HARBOR', more: listedHospital, registered: { name: 'NORTH HARBOR SURGICENTER' }, isOne: true },
  { name: 'the NPI of another organization elsewhere', listed: 'SEASIDE', more: { npi: '1000000019' }, isOne: false },
] // prettier-ignore

for (const { name, listed, more, registered, isOne } of matchCases) {
  test(`a facility with ${name} ${isOne ? 'matches the organization' : 'is a separate place'}`, () => {
    const harbor = organization(
      '1000000011',
      'HARBOR HOSPITAL INC',
      { taxonomyCodes: hospital, ...registered },
      phone(number),
    )
    const found = places(harbor, facility(listed, more))
    assert.equal(found.length, isOne ? 1 : 2)
    const unmatched = found.find(({ card }) => card.organization_npi === null)
    assert.equal(unmatched === undefined, isOne)
    assert.ok(found.every(({ presented }) => presented))
    assert.ok(found.some(({ names }) => names.includes(listed)))
  })
}

const department = organization(
  '1000000012',
  'HARBOR HOSPITAL',
  { taxonomyCodes: ['251K00000X'] },
  phone(number),
)

test('the card of a hospital calls it a hospital even if only its department is registered under the trade name', () => {
  const listed = { ...listedHospital, practice: { address: eddyStreet, phone: '+14015550102' } }
  const [place, ...others] = places(department, facility('Harbor Hospital', listed))
  assert.equal(others.length, 0)
  assert.equal(place?.card.phone, '+14015550102')
  assert.match(place?.card.summary ?? '', /a general hospital/)
  assert.match(place?.card.summary ?? '', /also registered as/)
  assert.equal(place?.card.location_uuid, places(department)[0]?.card.location_uuid)
})

test('a list that names a hospital with an NPI of another name does not make that organization a hospital', () => {
  const [place, ...others] = places(department, facility('EAST', { ...listedHospital, npi: '1000000012' }))
  assert.equal(others.length, 0)
  assert.equal(place?.card.phone, number)
  assert.doesNotMatch(place?.card.summary ?? '', /general hospital/)
})

test('the card of a hospital has the NPI of the hospital rather than that of its department, even if the latter is lower', () => {
  const [place, ...others] = places(
    organization('1000000011', 'HARBOR HOSPITAL', { taxonomyCodes: ['275N00000X'] }),
    organization('1000000012', 'HARBOR HOSPITAL', { taxonomyCodes: hospital, subpart: true }),
  )
  assert.equal(others.length, 0)
  assert.equal(place?.card.organization_npi, '1000000012')
})

test('a summary calls an organization that is registered as a hospital a hospital only if a list does', () => {
  const registered = organization('1000000011', 'HARBOR CHIROPRACTIC', { taxonomyCodes: hospital })
  const listed = [facility('HARBOR CHIROPRACTIC', listedHospital), facility('HARBOR CHIROPRACTIC')]
  const summaries = [[listed[0]!], [listed[1]!], []].map(
    (facilities) => places(registered, ...facilities)[0]?.card.summary ?? '',
  )
  assert.deepEqual(
    summaries.map((summary) => /registered as a general hospital/.test(summary)),
    [false, true, true],
  )
})

function getEmergencyServices(code: string, more: Partial<Facility>): string | undefined {
  const [place] = places(facility('HARBOR', { taxonomyCodes: [code], emergency: true, ...more }))
  return place?.card.emergency_services.value
}

test('a "yes" for emergency services in an undated list counts only for an acute care hospital', () => {
  const undated = { asOf: null, source: 'facility_list' }
  for (const code of ['282E00000X', '283Q00000X', '283X00000X', '314000000X', '261QE0700X', '261QR1300X']) {
    assert.equal(getEmergencyServices(code, undated), 'unknown', code)
    assert.equal(getEmergencyServices(code, { ...undated, emergency: false }), 'no', code)
    assert.equal(getEmergencyServices(code, { ...undated, asOf: '2026-10-01' }), 'yes', code)
    assert.equal(getEmergencyServices(code, { ...undated, source: 'cms_facilities' }), 'yes', code)
  }
  for (const code of ['282N00000X', '282NC0060X', '282NC2000X', '2865M2000X', '261QE0002X'])
    assert.equal(getEmergencyServices(code, undated), 'yes', code)
  const [unknown] = places(facility('HARBOR', { emergency: true, ...undated }))
  assert.equal(unknown?.card.emergency_services.value, 'unknown')
})

const acute = { taxonomyCodes: hospital }
const rehab = { taxonomyCodes: ['283X00000X'] }
const psychiatric273 = { taxonomyCodes: ['273R00000X'] }
const listedHospitals: readonly (readonly [
  what: string,
  records: readonly AddressRecord[],
  kindPattern: RegExp,
])[] = [
  ['an acute care hospital', [facility('HARBOR', acute)], / a general hospital/],
  ['one without emergency services', [facility('HARBOR', { ...acute, emergency: false })], / a hospital/],
  ['one with another field in its name', [facility('HARBOR RECOVERY CENTER', acute)], / a hospital/],
  ['one that another list calls a rehabilitation hospital', [facility('HARBOR', acute), facility('HARBOR', rehab)], / a rehab hospital/],
  ['one with two kinds in the lists', [facility('HARBOR', { taxonomyCodes: ['283Q00000X'] }), facility('HARBOR', rehab)], / a hospital/],
  ['one with a unit', [facility('HARBOR', acute), facility('HARBOR', psychiatric273)], / a general hospital/],
  ['a hospital of unknown kind with a unit', [facility('HARBOR', { listedAs: 'hospital' }), facility('HARBOR', psychiatric273)], / a hospital/],
  ['only a unit', [facility('HARBOR', psychiatric273)], /Harbor is listed with a psychiatric unit/],
  ['a unit with its kind in its name', [facility('HARBOR PSYCHIATRIC UNIT', psychiatric273)], / a psychiatric ward \(hospital psychiatric unit\)/],
  ['a general hospital that is listed as a special one', [organization('1000000011', 'HARBOR', acute), facility('HARBOR', rehab)], / a rehab hospital/],
  ['a general hospital that is listed as one', [organization('1000000011', 'HARBOR', acute), facility('HARBOR', { ...acute, emergency: false })], / a general hospital/],
  ['a facility of Veterans Affairs', [facility('HARBOR', { taxonomyCodes: ['261QV0200X'], listedAs: 'Veterans Affairs facility' })], / a Veterans Affairs facility/],
  ['swing beds', [facility('HARBOR', { taxonomyCodes: ['275N00000X'] })], /Harbor is listed with a swing-bed unit/],
  ['a place of unknown kind', [facility('HARBOR')], /Harbor is listed at 593 Eddy Street/],
] // prettier-ignore
for (const [what, records, kindPattern] of listedHospitals) {
  test(`the summary of ${what} uses only the kind in the list`, () => {
    const [place, another] = places(...records)
    assert.equal(another, undefined)
    assert.doesNotMatch(place!.card.summary, /no emergency services/)
    assert.match(place!.card.summary, new RegExp(`${kindPattern.source}(?: in| at|,)|^${kindPattern.source}`))
    assert.deepEqual(unsupportedClaims(place!.card.summary, place!.card), [])
  })
}

/** A name in the list of CMS, and on a card. */
const listedNames: readonly (readonly [listed: string, shown: string])[] = [
  ["LAKESIDE WOMEN'S HOSPITAL, A MEMBER OF INTEGRIS HE", "Lakeside Women's Hospital"],
  [
    'WABASH VALLEY ALLIANCE, INC. / RIVER BEND HOSPITAL',
    'Wabash Valley Alliance, Inc. / River Bend Hospital',
  ],
  ['HARBOR HOSPITAL, A MEMBER OF EDDY', 'Harbor Hospital, a Member of Eddy'],
]
for (const [listed, shown] of listedNames) {
  test(`${listed} in CMS's list is shown as ${shown}`, () => {
    const [place] = places(facility(listed, { ...acute, source: 'cms_facilities' }))
    assert.equal(place?.card.name, shown)
  })
}

test('a name that one list cuts off within a word is shown as another list has it', () => {
  const [cut, whole] = ['ELM CENTER FOR HAND & MULTI-SP', 'ELM CENTER FOR HAND & MULTI-SPECIALTY SURGERY']
  for (const names of [
    [cut, whole],
    [whole, cut],
  ]) {
    const [place] = places(...names.map((name) => facility(name, { ...acute, certification: '410001' })))
    assert.equal(place?.card.name, 'Elm Center for Hand & Multi-Specialty Surgery')
  }
})

test('a listed clinic for women has women’s health as its focus', () => {
  const [place] = places(facility('HARBOR', { listedAs: "women's health clinic" }))
  assert.equal(place?.card.clinical_focus.primary, "Women's health")
})

test('a "no" for emergency services does not apply to a critical access hospital that the list calls an acute care hospital', () => {
  const registered = organization('1000000011', 'HARBOR', { taxonomyCodes: ['282NC0060X'] })
  const [place] = places(registered, facility('HARBOR', { ...acute, emergency: false }))
  assert.deepEqual(place?.card.emergency_services, { value: 'unknown', source: null, as_of: null })
})

test('in the building of a listed hospital, clinicians are linked to an occupant only by its own telephone number or its name', () => {
  const agency = organization(
    '1000000011',
    'QUENBY HOME CARE',
    { taxonomyCodes: ['251F00000X'] },
    phone(number),
  )
  const listed = facility('HARBOR HOSPITAL', acute)
  const withPhone = { registered: { address: eddyStreet, phone: number } }
  const staff = [
    clinician('1000000001'),
    clinician('1000000002', withPhone),
    clinician('1000000003', {}, { last: 'QUENBY' }),
  ]
  const found = places(agency, listed, ...staff)
  const getPlaceName = (npi: string) =>
    found.find(({ practices }) => practices.some((practice) => practice.npi === npi))?.card.name
  assert.deepEqual(['1000000001', '1000000002', '1000000003'].map(getPlaceName), [
    '593 Eddy Street',
    'Quenby Home Care',
    'Quenby Home Care',
  ])
  assert.equal(places(agency, ...staff).length, 1)
  const hospitalWithPhone = facility('HARBOR HOSPITAL', {
    ...acute,
    practice: { address: eddyStreet, phone: number },
  })
  const [placeWithClinician] = places(agency, hospitalWithPhone, clinician('1000000002', withPhone)).filter(
    ({ card }) => card.provider_count > 0,
  )
  assert.equal(placeWithClinician?.card.organization_npi, null, "it may be the hospital's switchboard")
})

test('a name starts with its article and has no space after a bracket', () => {
  const names = { 'HARBOR HOSPITAL, THE': 'The Harbor Hospital', 'HARBOR ( NORTH)': 'Harbor (North)' }
  for (const [listed, shown] of Object.entries(names)) {
    assert.equal(places(facility(listed))[0]?.card.name, shown)
    assert.equal(places(organization('1000000011', listed))[0]?.card.name, shown)
  }
})

test('the listing of a hospital matches the hospital rather than its department, even if the department has the trade name', () => {
  const registered = organization('1000000011', 'EAST HARBOR', {
    names: ['HARBOR HOSPITAL'],
    taxonomyCodes: hospital,
  })
  const found = places(
    department,
    registered,
    facility('HARBOR HOSPITAL', { ...listedHospital, emergency: true }),
  )
  assert.equal(found.length, 2)
  for (const { card } of found)
    assert.equal(/emergency services/.test(card.summary), card.organization_npi === '1000000011')
})

test('no two places share an identifier if two hospitals match a listing equally well', () => {
  const hospitals = ['EAST', 'WEST'].map((name, index) =>
    organization(`100000002${index}`, name, { names: ['HARBOR HOSPITAL'], taxonomyCodes: hospital }),
  )
  const found = places(department, ...hospitals, facility('HARBOR HOSPITAL', listedHospital))
  assert.equal(new Set(found.map(({ card }) => card.location_uuid)).size, 3)
  assert.equal(found.length, 3)
})

test('a second listing of a hospital joins the organization whose trade name the first listing has', () => {
  const listed = [
    facility('HARBOR HOSPITAL', { ...listedHospital, npi: '1000000019' }),
    facility('Seaside Campus', { ...listedHospital, npi: '1000000019' }),
  ]
  assert.equal(places(department, ...listed).length, 1)
  assert.equal(places(department, listed[1]!).length, 2)
  assert.equal(
    places(department, listed[0]!, { ...listed[1]!, who: { ...listed[1]!.who, npi: null } }).length,
    2,
  )
})

test('an organization that a list names keeps its identifier and name, and gains the data of the list', () => {
  const harbor = organization('1000000011', 'HARBOR HOSPITAL', { taxonomyCodes: hospital })
  const [before] = places(harbor)
  const listed = facility('Harbor Hospital', {
    point,
    emergency: true,
    practice: { address: eddyStreet, phone: number },
  })
  const [after, ...others] = places(harbor, listed)
  assert.equal(others.length, 0)
  assert.equal(after?.card.location_uuid, before?.card.location_uuid)
  assert.equal(after?.card.name, 'Harbor Hospital')
  assert.equal(after?.card.organization_npi, '1000000011')
  assert.equal(after?.card.phone, number)
  assert.deepEqual(
    [after?.card.lat, after?.card.lng, after?.card.geo_precision],
    [point.lat, point.lng, 'address'],
  )
  assert.match(after?.card.summary ?? '', /emergency services/)
  assert.deepEqual(after?.card.sources, [
    { id: 'cms_facilities', as_of: '2026-10-01' },
    { id: 'nppes', as_of: '2026-11-09' },
  ])
  assert.deepEqual(after?.practices[0]?.location.geo_precision, 'address')
  assert.deepEqual(
    after?.practices[0]?.lists?.map(({ id }) => id),
    ['cms_facilities'],
  )
})

test('the registered telephone number of an organization takes precedence over the listed one', () => {
  const listed = facility('HARBOR HOSPITAL', { practice: { address: eddyStreet, phone: number } })
  const [place] = places(organization('1000000011', 'HARBOR HOSPITAL', {}, phone('+14015550102')), listed)
  assert.equal(place?.card.phone, '+14015550102')
})

test('a listed facility without a registration is a place under its own name, without an NPI', () => {
  const [place, ...others] = places(
    facility('HARBOR HOSPITAL', { npi: '1000000019', taxonomyCodes: hospital }),
  )
  assert.equal(others.length, 0)
  assert.equal(place?.card.name, 'Harbor Hospital')
  assert.equal(place?.card.organization_npi, null)
  assert.equal(place?.presented, true)
  assert.match(place?.card.summary ?? '', /hospital/)
  assert.deepEqual(place?.practices, [])
})

function countRoster(...records: readonly AddressRecord[]): number | undefined {
  return places(...records).find(({ names }) => names.includes('HARBOR HOSPITAL'))?.card.provider_count
}

test('a listed facility without a registration has the clinicians with its number on its roster if it is alone there', () => {
  const staff = clinician('1000000001', phone(number))
  const harbor = facility('HARBOR HOSPITAL', { practice: { address: eddyStreet, phone: number } })
  assert.equal(countRoster(harbor, staff), 1)
  assert.equal(countRoster(facility('HARBOR HOSPITAL'), staff), 0)
  assert.equal(countRoster(facility('HARBOR HOSPITAL', listedHospital), staff), 0)
  assert.equal(countRoster(facility('HARBOR HOSPITAL'), clinician('1000000001', {}, { last: 'HARBOR' })), 0)
  assert.equal(countRoster(harbor, staff, facility('SEASIDE PHARMACY')), 0)
  assert.equal(countRoster(harbor, staff, organization('1000000011', 'LUNG CLINIC')), 0)
})

test('a listed facility does not take clinicians from the roster of an organization at its address', () => {
  const lung = organization('1000000011', 'LUNG CLINIC', { taxonomyCodes: ['207RP1001X'] }, phone(number))
  const [place] = places(lung, clinician('1000000001', phone(number)), facility('SEASIDE PHARMACY')).filter(
    ({ card }) => card.organization_npi !== null,
  )
  assert.equal(place?.card.provider_count, 1)
})

test('a place that is listed twice, or in two lists, is one place', () => {
  const listed = [
    facility('HARBOR HOSPITAL'),
    facility('The Harbor Hospital, Inc.', { source: 'partner', emergency: false }),
    facility('Seaside', { npi: '1000000019' }),
    facility('HARBOR HOSPITAL INC', { npi: '1000000019' }),
  ]
  const found = places(...listed)
  assert.equal(found.length, 1)
  assert.equal(new Set(places(...listed.slice(0, 2)).map(({ card }) => card.location_uuid)).size, 1)
  assert.deepEqual(
    found[0]?.card.sources.map(({ id }) => id),
    ['cms_facilities', 'partner'],
  )
})

test('a place that only lists have keeps its identifier if its name changes or clinicians arrive', () => {
  for (const listed of [{ npi: '1000000011' }, { certification: '410007' }]) {
    const [place] = places(facility('Harbor Hospital, Inc.', listed))
    const others = places(facility('Harbor Medical Center', listed), clinician('1000000001'))
    assert.ok(others.some(({ card }) => card.location_uuid === place?.card.location_uuid))
  }
})

test('every place in the building of a facility has its point, and no place in the next building does', () => {
  const found = places(
    facility('HARBOR HOSPITAL', { point }),
    organization('1000000011', 'LUNG CLINIC', {}, registeredAt('593 EDDY ST STE 4')),
    clinician('1000000001', registeredAt('593 EDDY ST STE 5')),
    clinician('1000000002', registeredAt('595 EDDY ST')),
  )
  const precision = Object.fromEntries(found.map(({ card }) => [card.address.line_1, card.geo_precision]))
  assert.deepEqual(precision, {
    '593 EDDY ST': 'address',
    '593 EDDY ST STE 4': 'address',
    '593 EDDY ST STE 5': 'address',
    '595 EDDY ST': 'zip_centroid',
  })
  const suite = found.find(({ card }) => card.address.line_1 === '593 EDDY ST STE 4')
  assert.ok(suite?.card.sources.some(({ id }) => id === 'cms_facilities'))
})

/** Half a mile is 0.00724 degrees of latitude. */
const points: readonly { readonly name: string; readonly others: readonly Facility['point'][]; readonly asOf: string; readonly lat: number | null }[] = [
  { name: 'the point of the newer list', others: [{ lat: 41.82, lng: -71.4083 }], asOf: '2026-09-01', lat: 41.8112 },
  { name: 'one of two equally new points that agree', others: [{ lat: 41.8162, lng: -71.4083 }], asOf: '2026-10-01', lat: 41.8162 },
  { name: 'no point of two equally new ones that disagree', others: [{ lat: 41.82, lng: -71.4083 }], asOf: '2026-10-01', lat: null },
] // prettier-ignore
for (const { name, others, asOf, lat } of points) {
  test(`a building has ${name}`, () => {
    const listed = [facility('A', { point }), ...others.map((other) => facility('B', { point: other, asOf }))]
    for (const order of [listed, listed.toReversed()]) {
      const [place] = places(...order)
      assert.equal(place?.card.geo_precision, lat === null ? 'zip_centroid' : 'address')
      if (lat !== null) assert.equal(place?.card.lat, lat)
    }
  })
}

test('a point never moves a place into another state', () => {
  const inMassachusetts = { lat: 41.898, lng: -71.089 }
  const [place] = places(facility('HARBOR HOSPITAL', { point: inMassachusetts }))
  assert.equal(place?.card.geo_precision, 'zip_centroid')
  const address = { ...addressOf('593 EDDY ST', 'TAUNTON', 'MA'), postal_code: '02780' }
  const [there] = places(
    facility('HARBOR HOSPITAL', { point: inMassachusetts, practice: { address, phone: null } }),
  )
  assert.equal(there?.card.lat, inMassachusetts.lat)
})

test('a listing without a suite joins the suite of the same organization', () => {
  const lung = organization('1000000011', 'LUNG CLINIC', {}, registeredAt('593 EDDY ST STE 4', number))
  const byNpi = places(lung, facility('HARBOR', { npi: '1000000011', point }))
  const byNumber = places(
    lung,
    facility('LUNG CLINIC LLC', { practice: { address: eddyStreet, phone: number } }),
  )
  const byName = places(lung, facility('LUNG CLINIC LLC'))
  assert.deepEqual([byNpi.length, byNumber.length, byName.length], [1, 1, 2])
  assert.equal(byNpi[0]?.card.location_uuid, places(lung)[0]?.card.location_uuid)
})

test('the newest statement on emergency services counts', () => {
  const [place] = places(
    facility('HARBOR HOSPITAL', { emergency: true, asOf: '2025-10-01' }),
    facility('HARBOR HOSPITAL', { emergency: false }),
    facility('HARBOR HOSPITAL', { emergency: null, asOf: '2026-11-01' }),
  )
  assert.match(place?.card.summary ?? '', /no emergency services/)
})

test('the order of facilities does not change a byte', () => {
  const records = [
    facility('HARBOR HOSPITAL', { point, emergency: true }),
    facility('Harbor Hospital, Inc.', { source: 'partner', point: { lat: 41.812, lng: -71.408 } }),
    facility('SEASIDE PHARMACY', { taxonomyCodes: ['3336C0003X'] }),
    organization('1000000011', 'HARBOR HOSPITAL', { taxonomyCodes: hospital }),
    clinician('1000000001'),
  ]
  const expected = JSON.stringify(places(...records))
  for (const index of records.keys())
    assert.equal(JSON.stringify(places(...records.slice(index), ...records.slice(0, index))), expected)
  assert.equal(JSON.stringify(places(...records.toReversed())), expected)
})

test('the newest list of a source gives the address of a facility', () => {
  const listed = [
    facility('HARBOR HOSPITAL', { asOf: '2025-10-01' }),
    facility('HARBOR HOSPITAL'),
    facility('HARBOR HOSPITAL', { source: 'partner', asOf: null }),
  ].map(({ who }) => ({ file: 0, fact: who }))
  assert.deepEqual(
    selectCurrentFacilities(listed).map(({ fact }) => fact.asOf),
    ['2026-10-01', null],
  )
})

const listedAsHospital = { listedAs: 'hospital', practice: { address: eddyStreet, phone: number } } as const
const psychiatric = { taxonomyCodes: ['283Q00000X'], practice: { address: eddyStreet, phone: number } }

/** Two listings at one unit → whether they are one place. */
const listedTwice: readonly { readonly name: string; readonly one: AddressRecord<Facility>; readonly other: AddressRecord<Facility>; readonly isOne: boolean }[] = [
  { name: 'two hospitals with one telephone number are one place, for any names and kinds', one: facility('SEASIDE', listedAsHospital), other: facility('EAST HARBOR INC', psychiatric), isOne: true },
  { name: 'a hospital and a pharmacy with one telephone number are two places', one: facility('SEASIDE', listedAsHospital), other: facility('EAST HARBOR INC', { ...psychiatric, taxonomyCodes: ['3336C0003X'] }), isOne: false },
  { name: 'listings with one certification number are one hospital, for any names, kinds and telephone numbers', one: facility('SEASIDE', { certification: '410001' }), other: facility('EAST HARBOR INC', { ...psychiatric, certification: '410001' }), isOne: true },
  { name: 'two hospitals with different telephone numbers are two places', one: facility('SEASIDE', listedAsHospital), other: facility('EAST HARBOR INC', { ...psychiatric, practice: { address: eddyStreet, phone: '+14015550102' } }), isOne: false },
  { name: 'listings with one name are one place, for any kinds and telephone numbers', one: facility('SEASIDE', listedAsHospital), other: facility('Seaside', { taxonomyCodes: ['3336C0003X'] }), isOne: true },
] // prettier-ignore
for (const { name, one, other, isOne } of listedTwice)
  test(`of two listings at one unit, ${name}`, () => {
    assert.equal(places(one, other).length, isOne ? 1 : 2)
    const beside = organization('1000000011', 'SEASIDE INC', { names: [] }, phone('+14015550103'))
    assert.equal(places(one, other, beside).length, isOne ? 2 : 3)
  })

test('the more trusted of two listings of a hospital gives the name of the place', () => {
  const [place] = places(
    facility('SEASIDE', { ...listedAsHospital, source: 'facility_list' }),
    facility('East Harbor Hospital', psychiatric),
  )
  assert.equal(place?.card.name, 'East Harbor Hospital')
})

test('a listing without an NPI joins the organization that a listing of the same name joined by NPI', () => {
  const registered = organization('1000000011', 'EAST HARBOR INC')
  const byNpi = facility('SEASIDE', { npi: '1000000011' })
  assert.equal(places(registered, byNpi, facility('Seaside', { source: 'facility_list' })).length, 1)
})

test('the kind of a place without a registration comes from the list if no code is more specific', () => {
  const [listed] = places(facility('SEASIDE', { listedAs: "women's health clinic" }))
  assert.match(listed?.card.summary ?? '', /\ba women's health clinic\b/)
  const [coded] = places(facility('SEASIDE', { listedAs: 'hospital', taxonomyCodes: ['283Q00000X'] }))
  assert.match(coded?.card.summary ?? '', /a mental health hospital/)
})

function summarizePharmacyBeside(...records: readonly AddressRecord[]): string {
  const pharmacy = facility('SEASIDE PHARMACY', { taxonomyCodes: ['3336C0003X'] })
  const found = places(pharmacy, ...records).find(({ card }) => card.name === 'Seaside Pharmacy')
  return found?.card.summary ?? ''
}

test('a summary does not say that a place has no clinicians if clinicians are registered in its unit', () => {
  const noClinicians = /No individual clinicians/
  assert.match(summarizePharmacyBeside(), noClinicians)
  assert.doesNotMatch(summarizePharmacyBeside(clinician('1000000001')), noClinicians)
  assert.match(
    summarizePharmacyBeside(clinician('1000000001', registeredAt('593 EDDY ST STE 4'))),
    noClinicians,
  )
})

test('a summary does not say that a place has no clinicians if one in another room has its telephone number', () => {
  const lungClinic = organization('1000000011', 'LUNG CLINIC', {}, registeredAt('593 EDDY ST STE 5', number))
  const summarizeBeside = (record: AddressRecord): string =>
    places(lungClinic, record)
      .map(({ card }) => card.summary)
      .join(' ')
  const [line, another] = ['593 EDDY ST STE 6', '+14015550102']
  assert.doesNotMatch(
    summarizeBeside(clinician('1000000001', registeredAt(line, number))),
    /No individual clinicians/,
  )
  assert.match(
    summarizeBeside(clinician('1000000001', registeredAt(line, another))),
    /No individual clinicians/,
  )
})
