/** Groups mentions by house, across spellings. */
import { houseBlock } from './house-block.ts'
import { joinDoors } from './join-doors.ts'
import { joinHouses } from './join-houses.ts'
import type { Mention } from './mention.ts'

/** The mentions of each house; `mentions` must contain whole blocks, in any order. */
export function* housesIn(mentions: Iterable<Mention>): Generator<readonly Mention[]> {
  const blocks = new Map<string, Map<string, Mention[]>>()
  for (const [key, ofOneKey] of Map.groupBy(mentions, (one) => one.key)) {
    const block = houseBlock(key)
    const houses = blocks.get(block)
    if (houses === undefined) blocks.set(block, new Map([[key, ofOneKey]]))
    else houses.set(key, ofOneKey)
  }
  for (const houses of blocks.values()) for (const house of joinHouses(houses)) yield joinDoors(house)
}
