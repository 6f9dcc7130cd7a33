/** Hits → location cards, in the order of the hits. */
import type { LocationHit } from '@careatlas/contract/cards'
import { annotations, cardsOf } from './hydrate.ts'
import type { Hit } from './search-engine.ts'
import type { CardReader } from './search-context.ts'

/** A place is one point, so a position adds only its distance. */
export function hydrateLocations(hits: readonly Hit[], snapshot: CardReader): LocationHit[] {
  return cardsOf('locations', hits, snapshot).map((card, at) => ({
    ...card,
    ...annotations(hits[at]!),
  }))
}
