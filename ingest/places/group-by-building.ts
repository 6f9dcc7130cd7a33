/** Groups records by building, for all spellings of its address. */
import { blockingKey } from './blocking-key.ts'
import { joinUnits } from './join-units.ts'
import { joinBuildings } from './join-buildings.ts'
import type { AddressRecord } from './address-record.ts'

/** The records of each building; `records` must contain whole blocks, in any order. */
export function* groupByBuilding(records: Iterable<AddressRecord>): Generator<readonly AddressRecord[]> {
  const blocks = new Map<string, Map<string, AddressRecord[]>>()
  for (const [key, keyRecords] of Map.groupBy(records, (record) => record.buildingKey)) {
    const block = blockingKey(key)
    const byKey = blocks.get(block)
    if (byKey === undefined) blocks.set(block, new Map([[key, keyRecords]]))
    else byKey.set(key, keyRecords)
  }
  for (const byKey of blocks.values()) for (const building of joinBuildings(byKey)) yield joinUnits(building)
}
