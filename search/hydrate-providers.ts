/** Converts hits to provider cards, in the order of the hits. */
import type { PracticeLocation, ProviderCard, ProviderHit } from '@careatlas/contract/cards'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { annotations, cardText, roundedMiles } from './hydrate.ts'
import type { Hit } from './search-engine.ts'
import type { CardReader } from './search-context.ts'

/** With a position, each practice location has its own distance too. */
export function hydrateProviders(
  hits: readonly Hit[],
  snapshot: CardReader,
  position: Point | undefined,
): ProviderHit[] {
  return hits.map((hit) => {
    const card: ProviderCard = JSON.parse(cardText(snapshot.providerCard(hit.id), hit.id))
    if (position === undefined) return { ...card, ...annotations(hit) }
    const practice_locations = card.practice_locations.map((place) => withDistance(place, position))
    return { ...card, practice_locations, ...annotations(hit) }
  })
}

function withDistance(place: PracticeLocation, position: Point): PracticeLocation {
  const { lat, lng } = place
  if (lat === null || lng === null) return { ...place, distance_miles: null }
  return { ...place, distance_miles: roundedMiles(distanceMiles(position, { lat, lng })) }
}
