import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsupportedClaims } from '../compose/claim-check/unsupported-claims.ts'
import type { Address } from '@careatlas/contract/cards'
import { addressName } from '../compose/phrasing/address-phrase.ts'
import { addressOf, hoursOn } from '../compose/fictional-facts.fixture.ts'
import { groupByBuilding } from './group-by-building.ts'
import type { ClinicianAtAddress, AddressRecord } from './address-record.ts'
import {
  registeredAt,
  clinician,
  facility,
  eddyStreet,
  organization,
  phone,
  places,
} from './address-records.fixture.ts'

test('the only organization at an address has the clinicians there on its roster', () => {
  const [place, ...others] = places(
    clinician('1000000002'),
    organization('1000000012', 'HEART CLINIC'),
    clinician('1000000001'),
  )
  assert.equal(others.length, 0)
  assert.equal(place?.card.name, 'Heart Clinic')
  assert.equal(place?.presented, true)
  assert.deepEqual(
    place?.card.providers.map(({ npi }) => npi),
    ['1000000001', '1000000002'],
  )
  assert.deepEqual(place?.practices.map(({ npi }) => npi).toSorted(), [
    '1000000001',
    '1000000002',
    '1000000012',
  ])
})

test('one organization with several NPIs is one place, whose primary NPI is that of the parent, then the lowest', () => {
  const [place, ...others] = places(
    organization('1000000011', 'Heart Clinic, L.L.C.', { subpart: true, names: ['CARDIO INC'] }),
    organization('1000000014', 'HEART CLINIC, LLC'),
    organization('1000000013', 'HEART CLINIC, LLC'),
  )
  assert.equal(others.length, 0)
  assert.equal(place?.card.organization_npi, '1000000013')
  assert.ok(place?.names.includes('CARDIO INC'))
})

/** Whether evidence links a clinician to the only organization at the address. */
const linkCases: readonly {
  readonly name: string
  readonly who?: Partial<ClinicianAtAddress>
  readonly phone?: string
  readonly organization?: string
  readonly codes: readonly string[]
  readonly isLinked: boolean
  /** Only the field is evidence, so the card of the clinician does not name the organization. */
  readonly byField?: true
}[] = [
  { name: 'only the address in common', codes: ['207W00000X'], isLinked: false },
  { name: 'the telephone number in common', phone: '+14015550101', codes: ['207W00000X'], isLinked: true },
  { name: 'another telephone number', phone: '+14015550102', codes: ['207W00000X'], isLinked: false },
  { name: 'the surname in the name of the organization', organization: 'ROE EYE CARE, LLC', codes: ['207W00000X'], isLinked: true },
  { name: 'the surname as part of a word', organization: 'ROENTGEN LLC', codes: ['207W00000X'], isLinked: false },
  { name: 'a surname that looks like a credential', who: { last: 'DO' }, organization: 'PAUL BO DO PC', codes: ['207W00000X'], isLinked: false },
  { name: 'a short surname and the first name', who: { last: 'DO' }, organization: 'PAT DO PC', codes: ['207W00000X'], isLinked: true },
  { name: 'a hospital', codes: ['282N00000X'], isLinked: true },
  { name: 'a hospital unit among the further codes', codes: ['261QM0801X', '273R00000X'], isLinked: false },
  { name: 'a community health clinic', codes: ['261QC1500X'], isLinked: true },
  { name: 'a nursing home', codes: ['314000000X'], isLinked: true },
  { name: 'the classification in common', codes: ['207RG0100X'], isLinked: true, byField: true },
  { name: 'the field in common', who: { taxonomyCodes: ['152W00000X'] }, codes: ['207W00000X'], isLinked: true, byField: true },
  { name: 'an anesthesia company beside an occupational therapist', who: { taxonomyCodes: ['225X00000X'] }, codes: ['207L00000X'], isLinked: false },
  { name: 'the classification in common but the practice of another person', organization: 'JANE A GREY MD PC', codes: ['207RG0100X'], isLinked: false },
  { name: 'the classification in common and a practice of several', organization: 'HEART AND LUNG DOCTORS MD PC', codes: ['207RG0100X'], isLinked: true, byField: true },
  { name: 'a supplier of the same surname beside a physician', organization: 'ROE SUPPLIES', codes: ['332B00000X'], isLinked: false },
  { name: 'a supplier with the telephone number of a physician', phone: '+14015550101', codes: ['332B00000X'], isLinked: true },
  { name: 'a pharmacy beside a pharmacist', who: { taxonomyCodes: ['183500000X'] }, codes: ['3336C0003X'], isLinked: true, byField: true },
] // prettier-ignore

test('a common field does not link clinicians who share another telephone number to the organization', () => {
  for (const [second, count] of Object.entries({ '+14015550102': 0, '+14015550103': 2 })) {
    const found = places(
      organization('1000000011', 'HARBOR LLC', { taxonomyCodes: ['207RG0100X'] }, phone('+14015550101')),
      clinician('1000000001', phone('+14015550102')),
      clinician('1000000002', phone(second), { last: 'GREY' }),
    )
    assert.equal(found.find(({ card }) => card.organization_npi !== null)?.card.provider_count, count)
  }
})

for (const {
  name,
  who = {},
  phone: number,
  organization: named = 'HARBOR LLC',
  codes,
  ...expected
} of linkCases) {
  const { isLinked, byField = false } = expected
  test(`${name} ${isLinked ? 'links' : 'does not link'} a clinician to the only organization at the address`, () => {
    const found = places(
      organization('1000000011', named, { taxonomyCodes: codes }, phone('+14015550101')),
      clinician('1000000001', number ? phone(number) : {}, who),
    )
    const roster = found.find(({ card }) => card.organization_npi !== null)?.card.providers
    assert.equal(roster?.length, isLinked ? 1 : 0)
    assert.equal(found.length, isLinked ? 1 : 2)
    const [practice] = found.flatMap(({ practices }) => practices.filter(({ npi }) => npi === '1000000001'))
    assert.equal(practice?.location.name === '593 Eddy Street', !isLinked || byField)
  })
}

test('with several organizations the clinicians share a place without an organization', () => {
  const found = places(
    organization('1000000011', 'HEART CLINIC'),
    organization('1000000012', 'LUNG CLINIC'),
    clinician('1000000001'),
    clinician('1000000002'),
  )
  const names = found.map(({ card }) => card.name)
  assert.deepEqual(new Set(names), new Set(['593 Eddy Street', 'Heart Clinic', 'Lung Clinic']))
  for (const { card } of found) assert.equal(card.provider_count, card.name === '593 Eddy Street' ? 2 : 0)
  assert.equal(new Set(found.map(({ card }) => card.location_uuid)).size, 3)
})

test('the address of a lone clinician has a card but is not returned by search; one that two clinicians share is', () => {
  const [lone] = places(clinician('1000000001'))
  const [shared] = places(clinician('1000000001'), clinician('1000000002', {}, { last: 'GREY' }))
  assert.deepEqual([lone?.presented, shared?.presented], [false, true])
  assert.equal(lone?.card.location_uuid, shared?.card.location_uuid)
  assert.equal(lone?.card.organization_npi, null)
})

/** The occupants of an address, and whether search returns the place. */
const homes: readonly {
  readonly line: string
  readonly surnames: readonly string[]
  readonly codes?: readonly string[]
  readonly presented: boolean
}[] = [
  { line: '593 EDDY ST', surnames: ['ROE', 'GREY'], presented: true },
  { line: '593 EDDY ST', surnames: ['ROE', 'Roe'], presented: false },
  { line: '593 EDDY ST', surnames: ['ROE', 'ROE', 'ROE'], presented: false },
  { line: '593 EDDY ST # 4', surnames: ['ROE', 'ROE'], presented: false },
  { line: '593 EDDY ST STE 4', surnames: ['ROE', 'ROE'], presented: true },
  { line: '593 EDDY ST STE 4', surnames: ['ROE'], presented: false },
  { line: '593 EDDY ST APT 4', surnames: ['ROE', 'GREY'], presented: false },
  { line: '593 EDDY ST #APT 4', surnames: ['ROE', 'GREY'], presented: false },
  { line: '593 EDDY ST LOT 4', surnames: ['ROE', 'GREY'], presented: false },
  { line: 'CALLE EDDY CASA 41', surnames: ['ROE', 'GREY'], presented: false },
  { line: '593 EDDY ST APT 4', surnames: ['ROE', 'GREY', 'WHITE'], presented: true },
  { line: '593 EDDY ST APT 4', surnames: ['ROE', 'ROE', 'ROE'], presented: false },
  { line: '593 EDDY ST', surnames: [], codes: ['251E00000X'], presented: true },
  { line: '593 EDDY ST APT 4', surnames: [], codes: ['251E00000X'], presented: false },
  { line: '593 EDDY ST APT 4', surnames: ['ROE'], codes: ['251E00000X'], presented: false },
  { line: '593 EDDY ST APT 4', surnames: ['ROE', 'GREY'], codes: ['251E00000X'], presented: true },
  { line: '593 EDDY ST APT 4', surnames: [], codes: ['320900000X'], presented: true },
  { line: '593 EDDY ST APT 4', surnames: [], codes: ['251E00000X', '282N00000X'], presented: false },
]
for (const { line, surnames, codes, presented } of homes) {
  const who = [...(codes ? [`an organization of ${codes.join()}`] : []), ...surnames].join(', ')
  test(`${line} with ${who} is ${presented ? 'returned by search' : 'a home'}`, () => {
    const [place, ...others] = places(
      ...surnames.map((last, index) => clinician(`100000000${index}`, registeredAt(line), { last })),
      ...(codes
        ? [organization('1000000011', 'HARBOR LLC', { taxonomyCodes: codes }, registeredAt(line))]
        : []),
    )
    assert.equal(others.length, 0)
    assert.equal(place?.presented, presented)
  })
}

test('an apartment is a home, even if the building has other units', () => {
  const found = places(
    clinician('1000000001', registeredAt('593 EDDY ST APT 4')),
    clinician('1000000002', registeredAt('593 EDDY ST STE 5'), { last: 'GREY' }),
    clinician('1000000003', registeredAt('593 EDDY ST STE 5'), { last: 'WHITE' }),
  )
  const presented = Object.fromEntries(found.map((place) => [place.card.address.line_1, place.presented]))
  assert.deepEqual(presented, { '593 EDDY ST APT 4': false, '593 EDDY ST STE 5': true })
})

const [front, back] = ['+14015550101', '+14015550102']

/** What a clinician without a suite shares with the other records of the building, and whether the clinician joins their suite. */
const suiteCases: readonly {
  readonly name: string
  readonly others: readonly AddressRecord[]
  readonly joins: boolean
}[] = [
  { name: 'the number of one suite', others: [clinician('1000000002', registeredAt('593 EDDY ST STE 4', front))], joins: true },
  { name: 'the number of a suite in every spelling', others: [clinician('1000000002', registeredAt('593 EDDY ST SUITE 4', front)), clinician('1000000003', registeredAt('593 EDDY ST, STE. #4', front)), clinician('1000000004', registeredAt('593 EDDY ST 4', front))], joins: true },
  { name: 'a number that more rows have without the suite', others: [clinician('1000000002', registeredAt('593 EDDY ST STE 4', front)), clinician('1000000003', registeredAt('593 EDDY ST', front))], joins: false },
  { name: 'a number that at most as many rows have without the suite', others: [clinician('1000000002', registeredAt('593 EDDY ST STE 4', front)), clinician('1000000003', registeredAt('593 EDDY ST STE 4', front)), clinician('1000000004', registeredAt('593 EDDY ST', front))], joins: true },
  { name: 'the number of two suites', others: [clinician('1000000002', registeredAt('593 EDDY ST STE 4', front)), clinician('1000000003', registeredAt('593 EDDY ST STE 5', front))], joins: false },
  { name: 'the number of one suite beside another', others: [clinician('1000000002', registeredAt('593 EDDY ST STE 4', front)), clinician('1000000003', registeredAt('593 EDDY ST STE 5', back))], joins: false },
  { name: 'the number of one suite beside a floor', others: [clinician('1000000002', registeredAt('593 EDDY ST STE 4', front)), clinician('1000000003', registeredAt('593 EDDY ST FL 5', back))], joins: false },
  { name: 'another number', others: [clinician('1000000002', registeredAt('593 EDDY ST STE 4', back))], joins: false },
  { name: 'the number of a suite in another building', others: [clinician('1000000002', registeredAt('595 EDDY ST STE 4', front))], joins: false },
  { name: 'the number of a suite and of an organization without one', others: [clinician('1000000002', registeredAt('593 EDDY ST STE 4', front)), organization('1000000011', 'HARBOR HOSPITAL', {}, registeredAt('593 EDDY ST', front))], joins: false },
  { name: 'the number of an organization in a suite', others: [organization('1000000012', 'HEART CLINIC', {}, registeredAt('593 EDDY ST STE 4', front))], joins: true },
  { name: 'the number of an organization that is registered with and without the suite', others: [organization('1000000012', 'HEART CLINIC', {}, registeredAt('593 EDDY ST STE 4', front)), organization('1000000013', 'HEART CLINIC', {}, registeredAt('593 EDDY ST STE 4', front)), organization('1000000011', 'Heart Clinic', {}, registeredAt('593 EDDY ST', front))], joins: true },
  ...['APT 4', 'UNIT 4', '# 4', 'FL 4', 'RM 4', 'BLDG 4', 'S5632', 'STE 0101', 'STE 02903', 'STE B6242', 'STE 4 MAIL STOP 12'].map((unit) => ({
    name: `the number of ${unit}`,
    others: [clinician('1000000002', registeredAt(`593 EDDY ST ${unit}`, front))],
    joins: false,
  })),
] // prettier-ignore
for (const { name, others, joins } of suiteCases) {
  test(`a clinician without a suite who has ${name} ${joins ? 'shares its place' : 'has another place'}, and keeps the registered address`, () => {
    const found = places(clinician('1000000001', registeredAt('593 EDDY ST', front)), ...others)
    const practices = found.flatMap((place) => place.practices)
    const practice = practices.find(({ npi }) => npi === '1000000001')
    const neighbor = practices.find(({ npi }) => npi === others[0]!.who.npi)
    assert.equal(practice?.location.location_uuid === neighbor?.location.location_uuid, joins)
    assert.deepEqual([practice?.location.address.line_1, practice?.location.phone], ['593 EDDY ST', front])
    for (const { location } of practices)
      if (location.name?.startsWith('593')) assert.equal(location.name, addressName(location.address))
  })
}

test('a clinician who joins a suite changes neither its identifier nor its address', () => {
  const suite = ['1000000008', '1000000009'].map((npi) =>
    clinician(npi, registeredAt('593 EDDY ST STE 4', front)),
  )
  const [alone] = places(...suite)
  const [joined, ...others] = places(
    ...suite,
    ...[1, 2].map((last) =>
      clinician(`100000000${last}`, { ...registeredAt('593 EDDY ST', front), since: '2026-11-16' }),
    ),
  )
  assert.equal(others.length, 0)
  assert.equal(joined?.card.location_uuid, alone?.card.location_uuid)
  assert.equal(joined?.card.address.line_1, '593 EDDY ST STE 4')
  assert.equal(joined?.card.provider_count, 4)
})

/** The first records at a unit, those of a week later, and the number of places with new identifiers that they add. */
const arrivals: readonly {
  readonly name: string
  readonly first: readonly AddressRecord[]
  readonly later: readonly AddressRecord[]
  readonly newPlaces: number
}[] = [
  { name: 'a clinician beside clinicians', first: [clinician('1000000008')], later: [clinician('1000000001')], newPlaces: 0 },
  { name: 'an organization with the clinicians', first: [clinician('1000000008')], later: [organization('1000000001', 'HEART CLINIC')], newPlaces: 0 },
  { name: 'an organization without the clinicians', first: [clinician('1000000008')], later: [organization('1000000001', 'DRUGS', { taxonomyCodes: ['332B00000X'] })], newPlaces: 1 },
  { name: 'a clinician of the organization', first: [organization('1000000018', 'HEART CLINIC')], later: [clinician('1000000001')], newPlaces: 0 },
  { name: 'a clinician beside the organization', first: [organization('1000000018', 'DRUGS', { taxonomyCodes: ['332B00000X'] })], later: [clinician('1000000001')], newPlaces: 1 },
  { name: 'an organization beside another', first: [organization('1000000018', 'HEART CLINIC')], later: [organization('1000000001', 'LUNG CLINIC')], newPlaces: 1 },
  { name: 'an organization beside another and its clinicians', first: [organization('1000000018', 'HEART CLINIC'), clinician('1000000008'), clinician('1000000009')], later: [organization('1000000001', 'LUNG CLINIC')], newPlaces: 2 },
  { name: 'a further number of the organization', first: [organization('1000000018', 'HEART CLINIC')], later: [organization('1000000001', 'Heart Clinic')], newPlaces: 0 },
  { name: 'an older clinician with another spelling of the street', first: [clinician('1000000008')], later: [clinician('1000000001', registeredAt('593 EDDY'), { enumeratedOn: '2006-05-01' })], newPlaces: 0 },
  { name: 'an older clinician with a shorter line', first: [clinician('1000000008', registeredAt('HOPE SCHOOL DISTRICT 593 EDDY ST'))], later: [clinician('1000000001', {}, { enumeratedOn: '2006-05-01' })], newPlaces: 0 },
  { name: 'an older clinician with another spelling of the suite', first: [clinician('1000000008', registeredAt('593 EDDY ST STE 210'))], later: [clinician('1000000001', registeredAt('593 EDDY ST RM 210'), { enumeratedOn: '2006-05-01' })], newPlaces: 0 },
  { name: 'a clinician who has the suite of one of them', first: [clinician('1000000007', phone('+14015550107')), clinician('1000000008', phone('+14015550101')), clinician('1000000009', phone('+14015550109'))], later: [clinician('1000000001', registeredAt('593 EDDY ST STE 4', '+14015550101'))], newPlaces: 1 },
  { name: 'a facility that a list names', first: [clinician('1000000008')], later: [facility('HARBOR HOSPITAL')], newPlaces: 1 },
] // prettier-ignore
for (const { name, first, later, newPlaces } of arrivals) {
  test(`the arrival of ${name} changes no existing identifier and adds ${newPlaces} new ones`, () => {
    const before = new Set(places(...first).map(({ card }) => card.location_uuid))
    const records = [...first, ...later.map((record) => ({ ...record, since: '2026-11-16' }))]
    const after = [...groupByBuilding(records)].flatMap((building) => places(...building))
    const uuids = after.map(({ card }) => card.location_uuid)
    for (const uuid of before) assert.ok(uuids.includes(uuid))
    assert.equal(uuids.filter((uuid) => !before.has(uuid)).length, newPlaces)
    assert.equal(new Set(uuids).size, uuids.length)
  })
}

function listUuidsBesideAnother(name: string): readonly string[] {
  return places(organization('1000000011', name), organization('1000000012', 'LUNG CLINIC'))
    .map(({ card }) => card.location_uuid)
    .toSorted()
}

test('identifiers depend neither on the name of an organization nor on that of another one in the same unit', () => {
  assert.deepEqual(listUuidsBesideAnother('HEART CLINIC'), listUuidsBesideAnother('THE OTHER HEART CLINIC'))
})

test('neither the name nor the summary of a place contains an apartment number, but the address does', () => {
  for (const address of [addressOf('593 EDDY ST APT 4', 'PROVIDENCE'), { ...eddyStreet, line_2: 'APT 4' }]) {
    const registered = { registered: { address, phone: null } }
    const found = [
      ...places(clinician('1000000001', registered)),
      ...places(organization('1000000011', 'HEART CLINIC', {}, registered)),
    ]
    for (const { card, names } of found) {
      assert.doesNotMatch([card.summary, ...names].join(' '), /apartment|apt/i)
      assert.match(`${card.address.line_1} ${card.address.line_2}`, /APT 4/)
    }
    assert.equal(found[0]?.card.name, 'Providence, Rhode Island')
    for (const { card } of found) assert.doesNotMatch(card.summary, /Eddy/)
  }
})

const withMail = { mailsToPractice: true }
const technician = { taxonomyCodes: ['106S00000X'] }
const atHospital = registeredAt('ELM HOSPITAL 593 EDDY ST')
const observation = {
  line1: '593 EDDY ST',
  postalCode: '02903',
  officeHours: hoursOn(['mon'], '09:00', '17:00'),
  accepting: null,
}

/** Records of one address → the name of the place. */
const namesOfPlaces: Readonly<Record<string, readonly [records: readonly AddressRecord[], name: string]>> = {
  'a lone clinician with the mailing address there': [[clinician('1000000001', {}, withMail)], 'Providence, Rhode Island'],
  'a lone clinician with the mailing address elsewhere': [[clinician('1000000001')], '593 Eddy Street'],
  'a lone clinician in a hospital': [[clinician('1000000001', atHospital, withMail)], 'Elm Hospital'],
  'a lone clinician whose hours were observed': [
    [clinician('1000000001', { observed: [{ ...observation, source: 'survey', asOf: '2026-03-12' }] }, withMail)],
    '593 Eddy Street',
  ],
  'a lone clinician at an address that another list has': [[clinician('1000000001', { primary: false }, withMail)], '593 Eddy Street'],
  'a household with the mailing address there': [[clinician('1000000001', {}, withMail), clinician('1000000002', {}, withMail)], 'Providence, Rhode Island'],
  'a lone behavior technician with the mailing address elsewhere': [[clinician('1000000001', {}, technician)], 'Providence, Rhode Island'],
  'a household of two such professions': [[clinician('1000000001', {}, technician), clinician('1000000002', {}, { taxonomyCodes: ['163W00000X'] })], 'Providence, Rhode Island'],
  'a nurse and a physician of one surname': [[clinician('1000000001'), clinician('1000000002', {}, { taxonomyCodes: ['163W00000X'] })], '593 Eddy Street'],
  'a behavior technician who is also an analyst': [[clinician('1000000001', {}, { taxonomyCodes: ['106S00000X', '103K00000X'] })], '593 Eddy Street'],
  'a behavior technician in a suite': [[clinician('1000000001', registeredAt('593 EDDY ST STE 4'), technician)], '593 Eddy Street, Suite 4'],
  'a behavior technician in a hospital': [[clinician('1000000001', atHospital, technician)], 'Elm Hospital'],
  'a behavior technician at an address that a list confirms': [[clinician('1000000001', {}, { ...technician, confirmed: true })], '593 Eddy Street'],
  'two clinicians with the mailing address there': [[clinician('1000000001', {}, withMail), clinician('1000000002', {}, { ...withMail, last: 'DOE' })], '593 Eddy Street'],
  'a lone clinician at a mailbox in a street': [[clinician('1000000001', registeredAt('593 EDDY ST BOX 1043'))], 'Providence, Rhode Island'],
  'a lone clinician with a post-office box beside the street': [[clinician('1000000001', registeredAt('593 EDDY ST PO BOX 1043'))], '593 Eddy Street'],
  'clinicians at a private mailbox': [
    ['1000000001', '1000000002', '1000000003'].map((npi) => clinician(npi, registeredAt('593 EDDY ST PMB 12'), { last: `ROE${npi.at(-1)}` })),
    'Providence, Rhode Island',
  ],
} // prettier-ignore

for (const [who, [records, name]] of Object.entries(namesOfPlaces)) {
  test(`the place of ${who} has the name ${name}`, () => {
    const [place] = places(...records)
    assert.ok(place !== undefined)
    assert.equal(place.card.name, name)
    const { summary, address } = place.card
    const isTown = name.startsWith('Providence')
    assert.equal(/(?:is registered|share a registered address) in Providence/.test(summary), isTown, summary)
    assert.equal(/practice address/.test(summary), !isTown, summary)
    assert.equal(/Eddy/.test(summary), !isTown, summary)
    if (isTown) assert.equal(place.presented, false)
    assert.match(address.line_1 ?? '', /593 EDDY ST/)
  })
}

test('a behavior technician has an office in a building where others are registered', () => {
  const inUnit = clinician('1000000001', registeredAt('593 EDDY ST # 4'), technician)
  const getNameBeside = (other: AddressRecord) =>
    places(inUnit, other).find(({ practices }) => practices.some(({ npi }) => npi === '1000000001'))?.card
      .name
  const unit = '593 Eddy Street, #4'
  assert.equal(
    getNameBeside(clinician('1000000002', registeredAt('593 EDDY ST # 9'))),
    'Providence, Rhode Island',
  )
  assert.equal(getNameBeside(clinician('1000000002', registeredAt('593 EDDY ST # 9'), { last: 'DOE' })), unit)
  assert.equal(
    getNameBeside(organization('1000000002', 'HEART CLINIC', {}, registeredAt('593 EDDY ST # 9'))),
    unit,
  )
  assert.equal(getNameBeside(facility('ELM HOSPITAL')), unit)
})

const doe = { last: 'DOE' }

/** The line of a clinician, another row in the building, and whether the clinician is alone there. */
const buildings: readonly (readonly [line: string, other: AddressRecord | null, alone: boolean])[] = [
  ['593 EDDY ST', null, true],
  ['593 EDDY ST', clinician('1000000002', registeredAt('593 EDDY ST')), true],
  ['593 EDDY ST', clinician('1000000002', registeredAt('593 EDDY ST'), { last: 'DOE' }), false],
  ['593 EDDY ST', organization('1000000002', 'EDDY CLINIC', {}, registeredAt('593 EDDY ST')), false],
  ['593 EDDY ST STE 4', null, false],
  [
    'URB LAS LOMAS #4 CALLE SOL',
    clinician('1000000002', registeredAt('URB LAS LOMAS #9 CALLE SOL'), doe),
    true,
  ],
  [
    'URB LAS LOMAS #4 CALLE SOL',
    clinician('1000000002', registeredAt('URB LAS LOMAS #4 CALLE SOL'), doe),
    false,
  ],
]
for (const [index, [line, other, alone]] of buildings.entries()) {
  test(`${index}: a clinician at ${line} is ${alone ? 'alone' : 'not alone'} in the building`, () => {
    const made = places(clinician('1000000001', registeredAt(line)), ...(other === null ? [] : [other]))
    const practice = made.flatMap(({ practices }) => practices).find(({ npi }) => npi === '1000000001')
    assert.equal(practice?.isAloneInBuilding ?? false, alone)
  })
}

test('a clinician does not practice at an organization in an apartment', () => {
  const flat = registeredAt('593 EDDY ST APT 302', '+14015550101')
  const [place] = places(organization('1000000001', 'FLOSSY STUDIO', {}, flat), clinician('1000000002', flat))
  assert.match(
    place!.card.summary,
    /registered in Providence, Rhode Island\. One clinician in this directory is registered here: /,
  )
  assert.doesNotMatch(place!.card.summary, /practice/)
})

/** The line of a clinician who gets mail there, the line of a neighbor, and the name of the clinician's place. */
const suites: readonly (readonly [line: string, neighbor: string | null, name: string])[] = [
  ['593 EDDY ST STE 200', null, '593 Eddy Street, Suite 200'],
  ['593 EDDY ST STE B', null, '593 Eddy Street, Suite B'],
  ['593 EDDY ST STE 200', '593 EDDY ST STE 300', '593 Eddy Street, Suite 200'],
  ['593 EDDY ST STE 200', '593 EDDY ST STE 210 # 1150', 'Providence, Rhode Island'],
  ['593 EDDY ST STE 200', '593 EDDY ST PMB 12', 'Providence, Rhode Island'],
  ['593 EDDY ST STE 200', '593 EDDY ST # 212', 'Providence, Rhode Island'],
  ['593 EDDY ST STE 12345', null, 'Providence, Rhode Island'],
  ['593 EDDY ST STE 105-1073', null, 'Providence, Rhode Island'],
  ['593 EDDY ST UNIT 200', null, 'Providence, Rhode Island'],
  ['593 EDDY ST FL 2', null, 'Providence, Rhode Island'],
  ['593 EDDY ST # 4', null, 'Providence, Rhode Island'],
]
for (const [line, neighbor, name] of suites) {
  test(`one clinician who gets mail at ${line} beside ${neighbor ?? 'no neighbor'} is registered at ${name}`, () => {
    const other =
      neighbor === null ? [] : [clinician('1000000002', registeredAt(neighbor), { ...withMail, last: 'DOE' })]
    const place = places(clinician('1000000001', registeredAt(line), withMail), ...other).find(
      ({ practices }) => practices.some(({ npi }) => npi === '1000000001'),
    )!
    assert.equal(place.card.name, name)
    assert.equal(place.practices[0]?.onlyRegistered, true)
    assert.equal(place.presented, false)
    assert.match(place.card.summary, /is a registered address of Pat Roe|is registered in Providence/)
    assert.doesNotMatch(place.card.summary, /practice address/)
    assert.deepEqual(unsupportedClaims(place.card.summary, place.card), [])
  })
}

/**
 * The telephone numbers of an organization and of two clinicians; those that the place and a third clinician without a number
 * show.
 */
const phones: readonly {
  readonly name: string
  readonly organization?: readonly (string | null)[]
  readonly called?: string
  readonly clinicians: readonly (string | null)[]
  readonly place: string | null
  readonly third: string | null
}[] = [
  { name: 'with one telephone number', clinicians: [front, front], place: front, third: null },
  { name: 'with two telephone numbers', clinicians: [front, back], place: null, third: null },
  { name: 'of whom one has a telephone number', clinicians: [front, null], place: front, third: null },
  { name: 'without a telephone number', clinicians: [null, null], place: null, third: null },
  { name: 'of a clinic', organization: [back], clinicians: [front, front], place: back, third: null },
  { name: 'of a clinic with their name', organization: [back], called: 'ROE HEART CLINIC', clinicians: [front, front], place: back, third: back },
  { name: 'of a clinic without a telephone number', organization: [null], clinicians: [front, front], place: front, third: null },
  { name: 'of a clinic under two NPIs', organization: [null, back], clinicians: [front, front], place: back, third: null },
] // prettier-ignore
for (const { name, called = 'HEART CLINIC', ...phoneCase } of phones) {
  const { organization: registered = [], clinicians, place: shown, third } = phoneCase
  test(`among clinicians ${name} neither a clinician nor their place shows the number of another`, () => {
    const [place, ...others] = places(
      ...registered.map((number, index) =>
        organization(`100000001${index}`, called, {}, registeredAt('593 EDDY ST', number)),
      ),
      ...[...clinicians, null].map((number, index) =>
        clinician(`100000000${index}`, registeredAt('593 EDDY ST', number)),
      ),
    )
    assert.equal(others.length, 0)
    assert.equal(place?.card.phone, shown)
    const numbers = new Map(place?.practices.map(({ npi, location }) => [npi, location.phone]))
    assert.equal(numbers.get('1000000002'), third)
    for (const [index, number] of clinicians.entries())
      assert.equal(numbers.get(`100000000${index}`), number ?? third)
  })
}

const withLines = (line_1: string, line_2: string | null): Partial<AddressRecord> => ({
  registered: { address: { ...eddyStreet, line_1, line_2 }, phone: null },
})

function joinLines({ line_1, line_2 }: Address): string {
  return `${line_1}/${line_2 ?? ''}`
}

/** The address lines of clinicians in one unit, and the line on the card of their place, which is one of these. */
const departments: readonly (readonly [written: readonly string[], shown: string])[] = [
  [['1 ELM ST/CARDIOLOGY', '1 ELM ST/CARDIOLOGY'], '1 ELM ST/CARDIOLOGY'],
  [['1 ELM ST/CARDIOLOGY', '1 ELM STREET/CARDIOLOGY'], '1 ELM ST/CARDIOLOGY'],
  [['1 ELM ST/CARDIOLOGY', '1 ELM ST/CARDIOLOGY', '1 ELM ST/PEDIATRICS'], '1 ELM ST/'],
  [['1 ELM ST/CARDIOLOGY', '1 ELM ST/'], '1 ELM ST/'],
  [['1 ELM ST DEPT OF MEDICINE/', '1 ELM ST/'], '1 ELM ST/'],
  [['HARBOR HOSPITAL/1 ELM ST', '1 ELM ST/'], '1 ELM ST/'],
  [['1 ELM ST/STE 4', '1 ELM ST STE 4/', '1 ELM ST STE 4/'], '1 ELM ST STE 4/'],
]
for (const [written, shown] of departments) {
  test(`clinicians with the address lines ${written.join(' and ')} each keep their own line`, () => {
    const records = written.map((line, index) => {
      const [line1 = '', line2 = ''] = line.split('/')
      return clinician(`100000000${index}`, withLines(line1, line2 || null))
    })
    const [place, ...others] = places(...records)
    assert.equal(others.length, 0)
    assert.equal(joinLines(place!.card.address), shown)
    assert.deepEqual(
      place!.practices.map(({ location }) => joinLines(location.address)),
      written,
    )
  })
}

test("a clinician's card does not have the department that only the organization's address names", () => {
  const [place] = places(
    organization('1000000011', 'HEART CLINIC', {}, withLines('1 ELM ST', 'CARDIOLOGY')),
    clinician('1000000001', withLines('1 ELM ST', null)),
  )
  assert.equal(place?.card.address.line_2, 'CARDIOLOGY')
  const practice = place?.practices.find(({ npi }) => npi === '1000000001')
  assert.equal(practice?.location.address.line_2, null)
})

/** The codes and credentials of a person, and whether a roster counts the person as a clinician. */
const people: readonly (readonly [codes: readonly string[], credentials: readonly string[], counts: boolean])[] = [
  [['332B00000X'], [], false],
  [['251E00000X', '253Z00000X'], [], false],
  [['343900000X'], [], false],
  [['332B00000X', '183500000X'], [], true],
  [['261QP2000X'], ['PT'], true],
  [['251E00000X'], ['MBA'], false],
  [['193200000X'], [], true],
  [['9999999999'], [], true],
  [[], [], true],
] // prettier-ignore
for (const [taxonomyCodes, credentials, counts] of people) {
  test(`a person of ${[...taxonomyCodes, ...credentials].join(' ') || 'no code'} ${counts ? 'counts' : 'does not count'} as a clinician`, () => {
    const [place] = places(
      organization('1000000011', 'HARBOR LLC', {}, phone(front)),
      clinician('1000000001', phone(front), { taxonomyCodes, credentials }),
    )
    assert.equal(place?.card.provider_count, counts ? 1 : 0)
    assert.equal(place?.practices.length, 2)
    assert.equal(/one clinician/i.test(place.card.summary), counts)
  })
}

test('an address with only suppliers is not a place of care, and its summary does not say that clinicians share it', () => {
  const supplier = { taxonomyCodes: ['332B00000X'], credentials: [] }
  const [place] = places(
    clinician('1000000001', {}, supplier),
    clinician('1000000002', {}, { ...supplier, last: 'GREY' }),
  )
  assert.equal(place?.presented, false)
  assert.match(place.card.summary, /^593 Eddy Street in Providence, Rhode Island, is a practice address\./)
})

const observe = (
  source: string,
  asOf: string,
  open: string,
  accepting: 'accepting' | 'not_accepting' | null,
) => {
  return {
    line1: '593 EDDY ST',
    postalCode: '02903',
    officeHours: hoursOn(['mon'], open, '17:00'),
    accepting,
    source,
    asOf,
  }
}

test('the newest observation counts, for one date that with the lower source ID; the card has its source and date', () => {
  const older = observe('survey', '2026-01-01', '07:00', 'not_accepting')
  const [later, sameDay] = [
    observe('b', '2026-03-01', '09:00', 'accepting'),
    observe('a', '2026-03-01', '08:00', null),
  ]
  const [place] = places(clinician('1000000001', { observed: [older, later, sameDay] }))
  const location = place?.practices[0]?.location
  assert.deepEqual(location?.office_hours, hoursOn(['mon'], '08:00', '17:00'))
  assert.equal(place?.practices[0]?.hoursAsOf, '2026-03-01')
  assert.deepEqual(location?.accepting_new_patients, { value: 'accepting', source: 'b', as_of: '2026-03-01' })
  assert.deepEqual(place?.card.providers[0]?.accepting_new_patients, location?.accepting_new_patients)
  assert.ok(place?.card.sources.some(({ id, as_of }) => id === 'survey' && as_of === '2026-01-01'))
})

test("a place has the hours of its organization; a clinician's hours are only on the clinician's card", () => {
  const [place] = places(
    organization(
      '1000000011',
      'HEART CLINIC',
      {},
      { observed: [observe('survey', '2026-03-01', '08:00', null)] },
    ),
    clinician('1000000001', { observed: [observe('survey', '2026-03-01', '10:00', null)] }),
    clinician('1000000002'),
  )
  const getHours = (npi: string) =>
    place?.practices.find((practice) => practice.npi === npi)?.location.office_hours
  assert.deepEqual(place?.card.office_hours, hoursOn(['mon'], '08:00', '17:00'))
  assert.deepEqual(getHours('1000000001'), hoursOn(['mon'], '10:00', '17:00'))
  assert.deepEqual(getHours('1000000002'), [])
})

test('a US address has the point of its ZIP code with six decimals, a foreign one none', () => {
  const point = places(clinician('1000000001'))[0]?.card
  assert.equal(point?.geo_precision, 'zip_centroid')
  assert.equal(point?.lat, Number(point?.lat?.toFixed(6)))
  const abroad = { ...eddyStreet, postal_code: '02903', country: 'DE' }
  const foreign = places(clinician('1000000001', { registered: { address: abroad, phone: null } }))[0]?.card
  assert.deepEqual([foreign?.lat, foreign?.lng, foreign?.geo_precision], [null, null, null])
})

test('the order of records does not change a byte', () => {
  const spelled = { ...eddyStreet, line_1: '593 EDDY STREET' }
  const records = [
    ...[1, 2, 3, 4, 5, 6].map((last) =>
      clinician(`100000000${last}`, {
        registered: { address: last % 2 ? eddyStreet : spelled, phone: `+1401555010${last % 3}` },
        observed: last === 3 ? [observe('b', '2026-03-01', '09:00', 'accepting')] : [],
      }),
    ),
    clinician('1000000003', { primary: false }),
    organization('1000000011', 'HEART CLINIC'),
    organization('1000000012', 'Heart Clinic', { subpart: true, taxonomyCodes: ['3336C0003X'] }),
  ]
  for (const subset of [
    records,
    records.slice(0, 7),
    [...records, organization('1000000013', 'LUNG CLINIC')],
  ]) {
    const expected = JSON.stringify(places(...subset))
    for (let round = 1; round < 40; round++) {
      const shuffled = subset.toSorted((a, b) => shuffleRank(a, round) - shuffleRank(b, round))
      assert.equal(JSON.stringify(places(...shuffled)), expected)
    }
  }
})

function shuffleRank({ who, primary }: AddressRecord, round: number): number {
  return (Number(who.npi?.slice(-2)) * 7919 * round + (primary ? 0 : 31 * round)) % 101
}
