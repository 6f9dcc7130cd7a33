/**
 * Lists every pair of spellings in the real registry files that is joined into one building, with the reason, for review.
 *
 *     node ingest/places/joined-buildings.list.ts > joined.txt
 */
import { blockingKey } from './blocking-key.ts'
import type { BuildingSpelling } from './building-spelling.ts'
import { joinBuildings } from './join-buildings.ts'
import { allPracticeRows } from './practice-rows.fixture.ts'
import { addressRecordsOfRow } from './real-address-records.fixture.ts'

const rows = await allPracticeRows()
const byKey = Map.groupBy([...rows.values()].flatMap(addressRecordsOfRow), ({ buildingKey }) => buildingKey)
for (const block of Map.groupBy(byKey, ([key]) => blockingKey(key)).values())
  joinBuildings(new Map(block), (one, other, reason) => {
    console.log([reason, format(one), format(other)].join('\n  '))
  })

function format({ key, cities, records, phones, plus4s, names }: BuildingSpelling): string {
  const evidence = [cities, plus4s, phones, names].map((values) => [...values].slice(0, 3).join(', '))
  return [`${key} × ${records.length}`, ...evidence].join(' | ')
}
