import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { plainContext } from '../compose/fictional-facts.fixture.ts'
import { placesAt } from './places-at.ts'
import { keysOf } from './address-record.ts'
import { type PracticeRow, practiceRows, practiceRowsMissing } from './practice-rows.fixture.ts'
import { housesOf } from './real-address-records.fixture.ts'

/** The `location_uuid` and the house of every place. */
function placesIn(rows: readonly PracticeRow[]): readonly (readonly [uuid: string, house: string])[] {
  return housesOf(rows).flatMap((house) =>
    placesAt(house, plainContext).map(({ card }) => [card.location_uuid, house[0]!.buildingKey] as const),
  )
}

/** The houses by identifier. */
function uuidsOf(rows: readonly PracticeRow[]): ReadonlyMap<string, string> {
  return new Map(placesIn(rows))
}

function respelled(row: PracticeRow, more: Partial<PracticeRow['practice']['address']>): PracticeRow {
  return { ...row, practice: { ...row.practice, address: { ...row.practice.address, ...more } } }
}

function withZipPlus4(row: PracticeRow): PracticeRow {
  const { country, postal_code } = row.practice.address
  const plus4 = country === 'US' && /^\d{5}$/.test(postal_code ?? '')
  return plus4 ? respelled(row, { postal_code: `${postal_code}-4801` }) : row
}

/** Another NPI with the same address in another spelling. */
function neighbor(row: PracticeRow, at: number): PracticeRow {
  const line_1 = (row.practice.address.line_1 ?? '')
    .toLowerCase()
    .replace(/ st$/, ' street')
    .replace(/ ste /, ', Suite ')
  const spelled = respelled(row, { line_1, city: 'ELSEWHERE' })
  return { ...spelled, npi: String(2_000_000_000 + at) }
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
    const places = placesIn(rows)
    const known = new Map(places)

    test('are unique', () => {
      assert.equal(known.size, places.length)
      assert.ok(known.size > 16_000)
    })

    test('are the same when the rows come in another order', () => {
      assert.deepEqual(new Set(uuidsOf(rows.toReversed()).keys()), new Set(known.keys()))
    })

    test('are the same with ZIP+4', () => {
      assert.deepEqual(new Set(uuidsOf(rows.map(withZipPlus4)).keys()), new Set(known.keys()))
    })

    test('stay in all other houses when clinicians move departed', () => {
      const departed = rows.filter(({ kind }, at) => kind === 'clinician' && at % 100 === 0)
      const npis = new Set(departed.map(({ npi }) => npi))
      const theirs = housesOf(rows).filter((house) => house.some(({ who }) => npis.has(who.npi ?? '')))
      const houses = new Set(theirs.flat().map(({ registered }) => keysOf(registered.address).buildingKey))
      const left = uuidsOf(rows.filter((row) => !departed.includes(row)))
      assert.ok(departed.length > 150)
      for (const [uuid, house] of known) assert.ok(left.has(uuid) || houses.has(house), house)
      for (const [uuid, house] of left) assert.ok(known.has(uuid) || houses.has(house), house)
    })

    test('stay when other clinicians register the same address in another spelling', () => {
      const spelled = rows
        .filter((row, at) => row.kind === 'clinician' && isStreet(row) && at % 5 === 0)
        .map(neighbor)
      assert.ok(spelled.length > 300)
      const more = uuidsOf([...rows, ...spelled])
      for (const uuid of known.keys()) assert.ok(more.has(uuid))
      // One more clinician without the suite can change the majority.
      assert.ok(more.size - known.size <= spelled.length / 100)
    })
  },
)
