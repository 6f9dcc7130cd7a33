/** Converts hits to location cards, in the order of the hits. */
import type { LocationCard, LocationHit } from '@careatlas/contract/cards'
import { annotations, cardText } from './hydrate.ts'
import type { Hit } from './search-engine.ts'
import type { CardReader } from './search-context.ts'

/** A place is one point, so a position adds only the distance of the hit. */
export function hydrateLocations(hits: readonly Hit[], snapshot: CardReader): LocationHit[] {
  return hits.map((hit) => {
    const card: LocationCard = JSON.parse(cardText(snapshot.locationCard(hit.id), hit.id))
    return { ...card, ...annotations(hit) }
  })
}
