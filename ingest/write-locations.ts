/** Third pass: the mentions of each address become its places, whose cards are written and linked back to the NPIs. */
import type { PracticeLocation } from '@careatlas/contract/cards'
import type { CardStore } from './card-store.ts'
import type { ComposeContext } from './compose/context.ts'
import { partitionOfNpi } from './partition.ts'
import { type Mention, placesAt } from './place.ts'
import type { RegionTally } from './region-tally.ts'
import { partitionCount, Spill } from './spill.ts'

/** One NPI practises at one place. */
export interface Link {
  readonly npi: string
  readonly location: PracticeLocation
}

export interface WrittenLocations {
  readonly links: Spill<Link>
  readonly counts: { locations: number; locations_presented: number }
}

export function writeLocations(
  mentions: Spill<Mention>,
  context: ComposeContext,
  store: CardStore,
  regions: RegionTally,
  workFolder: string,
): WrittenLocations {
  const written: WrittenLocations = {
    links: new Spill(workFolder, 'links'),
    counts: { locations: 0, locations_presented: 0 },
  }
  for (let partition = 0; partition < partitionCount; partition++) {
    const byAddress = Map.groupBy(mentions.read(partition), ({ key }) => key)
    for (const atOneAddress of byAddress.values()) {
      for (const { card, names, presented, links } of placesAt(atOneAddress, context)) {
        store.addLocation(card, presented, names)
        written.counts.locations += 1
        if (presented) {
          written.counts.locations_presented += 1
          regions.addLocation(card.address)
        }
        for (const link of links) written.links.append(partitionOfNpi(link.npi), link)
      }
    }
  }
  return written
}
