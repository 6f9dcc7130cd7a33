import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import type { RegisteredAddress } from '../facts/facts.ts'
import { groupByBuilding } from './group-by-building.ts'
import { keysOf, type AddressRecord } from './address-record.ts'
import { clinician, organization } from './address-records.fixture.ts'

type WrittenAddress = readonly [
  line: string,
  more?: Partial<RegisteredAddress> & { zip?: string; city?: string },
]

const phone = '+14015550101'
const otherPhone = '+15085550199'
const plus4 = '4923'

let npis = 1_000_000_000

function createRecord([
  line,
  { zip = '02903', city = 'PROVIDENCE', ...more } = {},
]: WrittenAddress): AddressRecord {
  const address = { ...addressOf(line, city), postal_code: zip }
  return clinician(String(npis++), { registered: { address, phone: null, ...more } })
}

/** The number of buildings and of units among the rows. */
function countBuildingsAndUnits(rows: readonly AddressRecord[]): readonly [buildings: number, units: number] {
  const buildings = [...groupByBuilding(rows)]
  return [buildings.length, new Set(buildings.flat().map(({ unitKey }) => unitKey)).size]
}

const oneUnit: Readonly<Record<string, readonly WrittenAddress[]>> = {
  'a school before the house number': [['593 EDDY ST'], ['HOPE SCHOOL DISTRICT 593 EDDY ST']],
  'a department after the street': [['593 EDDY ST'], ['593 EDDY ST INPATIENT CARE TEAM']],
  'the city of the address at the end': [['593 EDDY ST'], ['593 EDDY ST PROVIDENCE', { city: 'ELSEWHERE' }]],
  'a wrong letter and one telephone': [
    ['593 PROFESSIONAL DR', { phone }],
    ['593 PROFRESSIONAL DR', { phone }],
  ],
  'a wrong letter if only one is a known address': [['593 MOANALUA RD', { plus4 }], ['593 MOANLUA RD']],
  'another street type and one ZIP+4': [
    ['593 EDDY ST', { plus4 }],
    ['593 EDDY RD', { plus4 }],
  ],
  'an omitted street type': [['593 EDDY ST'], ['593 EDDY']],
  'an omitted direction and one telephone': [
    ['593 N EDDY ST', { phone }],
    ['593 EDDY ST', { phone }],
  ],
  'two names of a street and one ZIP+4': [
    ['593 LENOX AVE', { plus4 }],
    ['593 MALCOLM X BLVD', { plus4 }],
  ],
  'the initials of a street': [
    ['3601 THE CARE CLINIC', { phone }],
    ['3601 TCC', { phone }],
  ],
  'two ZIP codes and one telephone': [
    ['593 EDDY ST', { phone }],
    ['593 EDDY ST', { phone, zip: '02905' }],
  ],
  'a ZIP code of a hospital': [['593 EDDY ST'], ['593 EDDY ST', { zip: '02902' }]],
  'a suite and a room': [['593 EDDY ST STE 210'], ['593 EDDY ST RM 210']],
  'a building with and without its designator and one telephone': [
    ['593 EDDY ST # 27', { phone }],
    ['593 EDDY ST BLDG 27', { phone }],
  ],
  'a suite with its floor': [['593 EDDY ST STE 210'], ['593 EDDY ST STE 210 FL 2']],
  'overlapping suites and one telephone': [
    ['593 EDDY ST STE 101-104', { phone }],
    ['593 EDDY ST STE 102-104', { phone }],
  ],
  'an omitted suite and one telephone': [
    ['593 EDDY ST', { phone }],
    ['593 EDDY ST STE 4', { phone }],
  ],
}

const twoUnits: Readonly<Record<string, readonly WrittenAddress[]>> = {
  'two suites of one telephone': [
    ['593 EDDY ST STE 4', { phone }],
    ['593 EDDY ST STE 6', { phone }],
  ],
  'a street and a drive of one name': [
    ['593 EDDY ST', { phone }],
    ['593 EDDY DR', { phone: otherPhone }],
  ],
  'North and South of one telephone': [
    ['593 N EDDY ST', { phone }],
    ['593 S EDDY ST', { phone }],
  ],
  'neighboring buildings of one telephone': [
    ['593 EDDY ST', { phone }],
    ['595 EDDY ST', { phone }],
  ],
  'one telephone in two streets that are both known': [
    ['593 EDDY ST', { phone, plus4 }],
    ['593 ALLENS AVE', { phone, plus4: '4801' }],
  ],
  'a wrong letter if both are known': [
    ['593 LAUREL ST', { plus4 }],
    ['593 LAUREN ST', { plus4: '4801' }],
  ],
  'numbered streets of one telephone': [
    ['593 5TH ST', { phone, plus4 }],
    ['593 6TH ST', { phone, plus4: '1' }],
  ],
  'one line in two towns': [['593 EDDY ST'], ['593 EDDY ST', { zip: '02840', city: 'NEWPORT' }]],
  'an omitted apartment and one telephone': [
    ['593 EDDY ST', { phone }],
    ['593 EDDY ST APT 4', { phone }],
  ],
  'an omitted apartment in mixed case and one telephone': [
    ['593 Eddy St', { phone }],
    ['593 Eddy St Apt 4', { phone }],
  ],
  'an omitted suite and two telephones': [
    ['593 EDDY ST', { phone }],
    ['593 EDDY ST STE 4', { phone: otherPhone }],
  ],
}

describe('spellings of an address are one unit', () => {
  for (const [name, rows] of Object.entries(oneUnit))
    test(name, () => assert.deepEqual(countBuildingsAndUnits(rows.map(createRecord)), [1, 1]))
})

describe('spellings of an address are two units', () => {
  for (const [name, rows] of Object.entries(twoUnits))
    test(name, () => assert.equal(countBuildingsAndUnits(rows.map(createRecord))[1], 2))
})

test('a street without a type joins no other one if two streets in the ZIP code have its name', () => {
  assert.deepEqual(
    countBuildingsAndUnits(['593 EDDY ST', '593 EDDY DR', '593 EDDY'].map((line) => createRecord([line]))),
    [3, 3],
  )
})

test('a row without a suite does not join one in a building with two suites', () => {
  const rows: readonly WrittenAddress[] = [
    ['593 EDDY ST', { phone }],
    ['593 EDDY ST STE 4', { phone }],
    ['593 EDDY ST STE 6', { phone: otherPhone }],
  ]
  assert.deepEqual(countBuildingsAndUnits(rows.map(createRecord)), [1, 3])
})

test('a spelling without a direction does not join north with south', () => {
  const rows: readonly WrittenAddress[] = [
    ['593 N EDDY ST', { phone }],
    ['593 EDDY ST', { phone }],
    ['593 S EDDY ST', { phone }],
  ]
  assert.equal(countBuildingsAndUnits(rows.map(createRecord))[0], 2)
})

test('a shared organization name is evidence, like a shared telephone number', () => {
  const rows = ['593 EDDY ST', '593 EDDY RD'].map((line, index) => {
    const registered = { address: addressOf(line, 'PROVIDENCE'), phone: null }
    return organization(`100000000${index}`, 'EDDY CARE LLC', {}, { registered })
  })
  assert.deepEqual(
    countBuildingsAndUnits(rows.map((row) => ({ ...row, ...keysOf(row.registered.address) }))),
    [1, 1],
  )
})

test('a building has the key of the NPI that was enumerated first, for any order of the rows', () => {
  const rows = ['593 EDDY ST', '593 EDDY RD', '593 EDDY RD'].map((line) => createRecord([line, { phone }]))
  for (const ordered of [rows, rows.toReversed()])
    assert.deepEqual(
      new Set([...groupByBuilding(ordered)].flat().map(({ buildingKey }) => buildingKey)),
      new Set(['593 EDDY ST||RI|02903']),
    )
})

test('every row keeps its own address', () => {
  const rows = [createRecord(['593 EDDY ST', { phone }]), createRecord(['593 EDDY ST STE 4', { phone }])]
  const after = [...groupByBuilding(rows)].flat()
  for (const { who, registered } of rows)
    assert.deepEqual(after.find((record) => record.who.npi === who.npi)?.registered, registered)
})

for (const [first, later] of [
  ['593 EDDY ST', '593 EDDY ST STE 4'],
  ['593 EDDY ST STE 4', '593 EDDY ST'],
] as const)
  test(`${first} stays the unit when ${later} joins it`, () => {
    const rows = [first, later, later].map((line) => createRecord([line, { phone }]))
    const [unit, ...others] = new Set([...groupByBuilding(rows)].flat().map((record) => record.unitKey))
    assert.deepEqual([unit, others], [rows[0]!.unitKey, []])
  })

test('rows with a suite join the building if most rows without one share their telephone number', () => {
  const building = [phone, phone, otherPhone].map((number) =>
    createRecord(['593 EDDY ST', { phone: number }]),
  )
  assert.deepEqual(
    countBuildingsAndUnits([...building, createRecord(['593 EDDY ST STE 4', { phone }])]),
    [1, 1],
  )
  assert.deepEqual(
    countBuildingsAndUnits([...building.slice(1), createRecord(['593 EDDY ST STE 4', { phone }])]),
    [1, 2],
  )
})

test('rows stay apart if two suites have the same telephone number', () => {
  const rows = ['593 EDDY ST', '593 EDDY ST STE 4', '593 EDDY ST STE 6'].map((line) =>
    createRecord([line, { phone }]),
  )
  assert.deepEqual(countBuildingsAndUnits(rows), [1, 3])
})
