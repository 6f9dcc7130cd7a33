/** Hits → the JSON of their cards with scores and distances, in the order of the hits. */
import type { PracticeLocation, ProviderHit } from '@careatlas/contract/cards'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import type { CardReader } from './search-context.ts'
import type { Collection, Hit } from './search-engine.ts'

/** With a position, each practice location has its own distance too. */
export function hydrateProviders(
  hits: readonly Hit[],
  snapshot: CardReader,
  position: Point | undefined,
): readonly string[] {
  return cardsOf('providers', hits, snapshot).map((card, at) =>
    withAnnotations(position === undefined ? card : withDistances(card, position), hits[at]!),
  )
}

/** A place is one point, so a position adds only its distance. */
export function hydrateLocations(hits: readonly Hit[], snapshot: CardReader): readonly string[] {
  return cardsOf('locations', hits, snapshot).map((card, at) => withAnnotations(card, hits[at]!))
}

/** Engine and snapshot have the same generation, so a hit without a card is a fault of the server. */
function cardsOf(collection: Collection, hits: readonly Hit[], snapshot: CardReader): readonly string[] {
  const ids = hits.map(({ id }) => id)
  return snapshot.cards(collection, ids).map((json, at) => {
    if (json === null) throw new Error(`The engine found ${ids[at]}, which the snapshot does not contain`)
    return json
  })
}

/**
 * Adds to the JSON text, because parsing and serializing ten cards took a third of a search. `score` is always present, null
 * without `q`; `distance_miles` only in responses with a position.
 */
function withAnnotations(card: string, { score, distanceMiles: miles }: Hit): string {
  const added: Pick<ProviderHit, 'score' | 'distance_miles'> = {
    score: score === null ? null : rounded(score, 4),
    ...(miles !== null && { distance_miles: rounded(miles, distanceDecimals) }),
  }
  return `${card.slice(0, -1)},${JSON.stringify(added).slice(1)}`
}

/** Around the list of places in the JSON of a card. Neither can be within a text, where JSON escapes a quotation mark. */
const [listStart, afterList] = ['"practice_locations":', ',"mailing_address":']

/** Parses only the practice locations. */
function withDistances(card: string, position: Point): string {
  const start = card.indexOf(listStart) + listStart.length
  const end = card.indexOf(afterList, start)
  const locations = JSON.parse(card.slice(start, end)) as readonly PracticeLocation[]
  const measured = locations.map((location) => withDistance(location, position))
  return card.slice(0, start) + JSON.stringify(measured) + card.slice(end)
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
