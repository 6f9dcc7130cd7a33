/** Groups records by house, across spellings. */
import { houseBlock } from './house-block.ts'
import { joinUnits } from './join-units.ts'
import { joinBuildings } from './join-buildings.ts'
import type { AddressRecord } from './address-record.ts'

/** The records of each house; `records` must contain whole blocks, in any order. */
export function* groupByBuilding(records: Iterable<AddressRecord>): Generator<readonly AddressRecord[]> {
  const blocks = new Map<string, Map<string, AddressRecord[]>>()
  for (const [key, ofOneKey] of Map.groupBy(records, (one) => one.buildingKey)) {
    const block = houseBlock(key)
    const houses = blocks.get(block)
    if (houses === undefined) blocks.set(block, new Map([[key, ofOneKey]]))
    else houses.set(key, ofOneKey)
  }
  for (const houses of blocks.values()) for (const house of joinBuildings(houses)) yield joinUnits(house)
}
