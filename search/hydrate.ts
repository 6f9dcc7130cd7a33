/** Hits → cards with scores and distances, in the order of the hits. */
import type {
  LocationCard,
  LocationHit,
  PracticeLocation,
  ProviderCard,
  ProviderHit,
} from '@careatlas/contract/cards'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import type { CardReader } from './search-context.ts'
import type { Collection, Hit } from './search-engine.ts'

/** With a position, each practice location has its own distance too. */
export function hydrateProviders(
  hits: readonly Hit[],
  snapshot: CardReader,
  position: Point | undefined,
): ProviderHit[] {
  return cardsOf('providers', hits, snapshot).map((card, at) => {
    const hit = hits[at]!
    if (position === undefined) return { ...card, ...annotations(hit) }
    const practice_locations = card.practice_locations.map((place) => withDistance(place, position))
    return { ...card, practice_locations, ...annotations(hit) }
  })
}

/** A place is one point, so a position adds only its distance. */
export function hydrateLocations(hits: readonly Hit[], snapshot: CardReader): LocationHit[] {
  return cardsOf('locations', hits, snapshot).map((card, at) => ({ ...card, ...annotations(hits[at]!) }))
}

interface Cards {
  readonly providers: ProviderCard
  readonly locations: LocationCard
}

/** Engine and snapshot have the same generation, so a hit without a card is a fault of the server. */
function cardsOf<Kind extends Collection>(
  collection: Kind,
  hits: readonly Hit[],
  snapshot: CardReader,
): readonly Cards[Kind][] {
  const ids = hits.map(({ id }) => id)
  return snapshot.cards(collection, ids).map((json, at) => {
    if (json === null) throw new Error(`The engine found ${ids[at]}, which the snapshot does not contain`)
    return JSON.parse(json) as Cards[Kind]
  })
}

/** `score` is always present, null without `q`; `distance_miles` only in responses with a position. */
function annotations({ score, distanceMiles: miles }: Hit): Pick<ProviderHit, 'score' | 'distance_miles'> {
  return {
    score: score === null ? null : rounded(score, 4),
    ...(miles !== null && { distance_miles: rounded(miles, distanceDecimals) }),
  }
}

function withDistance(place: PracticeLocation, position: Point): PracticeLocation {
  const { lat, lng } = place
  if (lat === null || lng === null) return { ...place, distance_miles: null }
  return { ...place, distance_miles: rounded(distanceMiles(position, { lat, lng }), distanceDecimals) }
}

const distanceDecimals = 2

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
