/** Groups mentions by house, across spellings. */
import { houseBlock } from './house-block.ts'
import { joinDoors } from './join-doors.ts'
import { joinHouses } from './join-houses.ts'
import type { Mention } from './mention.ts'

/** The mentions of each house; `mentions` must contain whole blocks, in any order. */
export function* housesIn(mentions: Iterable<Mention>): Generator<readonly Mention[]> {
  const blocks = new Map<string, Map<string, Mention[]>>()
  const byKey = Map.groupBy(mentions, ({ key }) => key)
  for (const [key, atOneAddress] of byKey) {
    const block = houseBlock(key)
    const houses = blocks.get(block)
    if (houses === undefined) blocks.set(block, new Map([[key, atOneAddress]]))
    else houses.set(key, atOneAddress)
  }
  for (const houses of blocks.values()) for (const house of joinHouses(houses)) yield joinDoors(house)
}
