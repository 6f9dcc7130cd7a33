import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { plainContext } from '../compose/fictional-facts.fixture.ts'
import { composePlaces } from './places-at.ts'
import { keysOf } from './address-record.ts'
import { type PracticeRow, practiceRows, practiceRowsMissing } from './practice-rows.fixture.ts'
import { groupRowsByBuilding } from './real-address-records.fixture.ts'

/** The `location_uuid` and the building of every place. */
function listPlaces(rows: readonly PracticeRow[]): readonly (readonly [uuid: string, building: string])[] {
  return groupRowsByBuilding(rows).flatMap((building) =>
    composePlaces(building, plainContext).map(
      ({ card }) => [card.location_uuid, building[0]!.buildingKey] as const,
    ),
  )
}

/** The buildings by identifier. */
function indexBuildings(rows: readonly PracticeRow[]): ReadonlyMap<string, string> {
  return new Map(listPlaces(rows))
}

function respell(row: PracticeRow, more: Partial<PracticeRow['practice']['address']>): PracticeRow {
  return { ...row, practice: { ...row.practice, address: { ...row.practice.address, ...more } } }
}

function addZipPlus4(row: PracticeRow): PracticeRow {
  const { country, postal_code } = row.practice.address
  const plus4 = country === 'US' && /^\d{5}$/.test(postal_code ?? '')
  return plus4 ? respell(row, { postal_code: `${postal_code}-4801` }) : row
}

/** Another NPI with the same address in another spelling. */
function createNeighbor(row: PracticeRow, index: number): PracticeRow {
  const line_1 = (row.practice.address.line_1 ?? '')
    .toLowerCase()
    .replace(/ st$/, ' street')
    .replace(/ ste /, ', Suite ')
  const spelled = respell(row, { line_1, city: 'ELSEWHERE' })
  return { ...spelled, npi: String(2_000_000_000 + index) }
}

const isStreet = ({ practice: { address } }: PracticeRow): boolean =>
  address.country === 'US' &&
  address.state !== 'PR' &&
  /^\d+ \w+ [A-Z]{3,} (?:ST|AVE|RD)(?: STE \d+)?$/.test(address.line_1 ?? '')

describe(
  'the identifiers of the places of the real registry files',
  { skip: practiceRowsMissing },
  async () => {
    const rows = practiceRowsMissing === false ? [...(await practiceRows()).values()] : []
    const places = listPlaces(rows)
    const known = new Map(places)

    test('are unique', () => {
      assert.equal(known.size, places.length)
      assert.ok(known.size > 16_000)
    })

    test('are the same when the rows come in another order', () => {
      assert.deepEqual(new Set(indexBuildings(rows.toReversed()).keys()), new Set(known.keys()))
    })

    test('are the same with ZIP+4', () => {
      assert.deepEqual(new Set(indexBuildings(rows.map(addZipPlus4)).keys()), new Set(known.keys()))
    })

    test('stay in all other buildings when clinicians leave', () => {
      const departed = rows.filter(({ kind }, index) => kind === 'clinician' && index % 100 === 0)
      const npis = new Set(departed.map(({ npi }) => npi))
      const departedBuildings = groupRowsByBuilding(rows).filter((building) =>
        building.some(({ who }) => npis.has(who.npi ?? '')),
      )
      const departedKeys = new Set(
        departedBuildings.flat().map(({ registered }) => keysOf(registered.address).buildingKey),
      )
      const remaining = indexBuildings(rows.filter((row) => !departed.includes(row)))
      assert.ok(departed.length > 150)
      for (const [uuid, building] of known)
        assert.ok(remaining.has(uuid) || departedKeys.has(building), building)
      for (const [uuid, building] of remaining)
        assert.ok(known.has(uuid) || departedKeys.has(building), building)
    })

    test('stay when other clinicians register the same address in another spelling', () => {
      const spelled = rows
        .filter((row, index) => row.kind === 'clinician' && isStreet(row) && index % 5 === 0)
        .map(createNeighbor)
      assert.ok(spelled.length > 300)
      const more = indexBuildings([...rows, ...spelled])
      for (const uuid of known.keys()) assert.ok(more.has(uuid))
      // One more clinician without the suite can change the majority.
      assert.ok(more.size - known.size <= spelled.length / 100)
    })
  },
)
