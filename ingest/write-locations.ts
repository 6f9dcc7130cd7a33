/** Third pass: the mentions of each address become its places, whose cards are written and linked back to the NPIs. */
import type { ComposeContext } from './compose/context.ts'
import { partitionOfNpi } from './partition.ts'
import { placesAt } from './places/places-at.ts'
import type { SetAside } from './set-aside.ts'
import type { SnapshotDraft } from './snapshot-draft.ts'
import { partitionCount } from './spill.ts'

/** Adds every place to the draft and sets aside, by NPI, who practices there. */
export function writeLocations(aside: SetAside, context: ComposeContext, draft: SnapshotDraft): void {
  for (let partition = 0; partition < partitionCount; partition++) {
    const byAddress = Map.groupBy(aside.mentions.read(partition), ({ key }) => key)
    for (const atOneAddress of byAddress.values()) {
      for (const place of placesAt(atOneAddress, context)) {
        draft.addPlace(place)
        for (const practice of place.practices) aside.practices.append(partitionOfNpi(practice.npi), practice)
      }
    }
  }
}
