/** No card shows an address cell that its own registry row does not have: over all real rows that are there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@careatlas/contract/cards'
import { plainContext } from '../compose/fictional-facts.fixture.ts'
import { readMainFile } from '../nppes/main-file.ts'
import { allOf } from '../read/all-of.fixture.ts'
import { realFile } from '../read/real-files.fixture.ts'
import { Tally } from '../read/tally.ts'
import { placesAt } from './places-at.ts'
import type { PracticeRow } from './practice-rows.fixture.ts'
import { housesOf } from './real-mentions.fixture.ts'

const files = [
  'nppes/npidata_pfile_20240101-20240107.csv.gz',
  'nppes/npidata_pfile_20240122-20240128.csv.gz',
  'nppes/npidata_2018-12_ct-ma-ri_practitioners.csv.gz',
  'nppes/npidata_2018-12_ma-ct-ri_organizations.csv.gz',
]
  .map(realFile)
  .filter((path) => path !== null)
const skip = files.length === 0 ? 'the registry files of ../shared/data are not there' : false

test(
  'every practice location has the address of its own row, and every place that of a member',
  { skip },
  async (t) => {
    const rows = new Map<string, PracticeRow>()
    for (const path of files)
      for (const row of await allOf(readMainFile(path, new Tally('nppes', path))))
        if (row.kind !== 'deactivation' && row.practice !== null && !rows.has(row.npi))
          rows.set(row.npi, { ...row, practice: row.practice })
    const uuids = new Set<string>()
    let locations = 0
    for (const house of housesOf([...rows.values()]))
      for (const { card, practices } of placesAt(house, plainContext)) {
        const members = practices.map(({ npi }) => rows.get(npi)!.practice.address)
        for (const [at, { location }] of practices.entries()) assert.deepEqual(location.address, members[at])
        assert.ok(
          members.some((one) => isWithin(card.address, one)),
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

/** Cell by cell; the second line may be left out, where the members name several departments. */
function isWithin(shown: Address, registered: Address): boolean {
  return Object.entries(shown).every(
    ([cell, text]) => text === registered[cell as keyof Address] || (cell === 'line_2' && text === null),
  )
}
