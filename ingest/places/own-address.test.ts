/** Every address cell on a card is in the registry row of that NPI, over all real rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@careatlas/contract/cards'
import { plainContext } from '../compose/fictional-facts.fixture.ts'
import { composePlaces } from './places-at.ts'
import { allPracticeRows, allPracticeRowsMissing } from './practice-rows.fixture.ts'
import { groupRowsByBuilding } from './real-address-records.fixture.ts'

test(
  'every practice location has the address of its own registry row, and every place the address of an occupant',
  { skip: allPracticeRowsMissing },
  async (t) => {
    const rows = await allPracticeRows()
    const uuids = new Set<string>()
    let locations = 0
    for (const building of groupRowsByBuilding([...rows.values()]))
      for (const { card, practices } of composePlaces(building, plainContext)) {
        const members = practices.map(({ npi }) => rows.get(npi)!.practice.address)
        for (const [index, { location }] of practices.entries())
          assert.deepEqual(location.address, members[index])
        assert.ok(
          members.some((address) => isWithin(card.address, address)),
          JSON.stringify(card.address),
        )
        assert.ok(!uuids.has(card.location_uuid), card.location_uuid)
        uuids.add(card.location_uuid)
        locations += practices.length
      }
    assert.ok(locations > 15_000)
    t.diagnostic(`${locations} practice locations at ${uuids.size} places`)
  },
)

/** Compares cell by cell; the card may omit the second line if the members name several departments. */
function isWithin(shown: Address, registered: Address): boolean {
  return Object.entries(shown).every(
    ([cell, text]) => text === registered[cell as keyof Address] || (cell === 'line_2' && text === null),
  )
}
