/** Hits → the JSON of their cards with scores and distances, in the order of the hits. */
import type { ProviderHit } from '@careatlas/contract/cards'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import type { CardReader } from './search-context.ts'
import type { Collection, Hit } from './search-engine.ts'

type Cards = Pick<CardReader, 'cards'>

/** With a position, each practice location gets its own distance too. */
export function hydrateProviders(
  hits: readonly Hit[],
  snapshot: Cards,
  position: Point | undefined,
): readonly string[] {
  return readCards('providers', hits, snapshot).map((card, index) =>
    annotate(position === undefined ? card : addDistances(card, position), hits[index]!),
  )
}

/** A place is one point, so a position adds only its distance. */
export function hydrateLocations(hits: readonly Hit[], snapshot: Cards): readonly string[] {
  return readCards('locations', hits, snapshot).map((card, index) => annotate(card, hits[index]!))
}

/** Engine and snapshot have the same generation, so a hit without a card is an internal error. */
function readCards(collection: Collection, hits: readonly Hit[], snapshot: Cards): readonly string[] {
  const ids = hits.map(({ id }) => id)
  return snapshot.cards(collection, ids).map((json, index) => {
    if (json === null) throw new Error(`The engine found ${ids[index]}, which the snapshot does not contain`)
    return json
  })
}

/**
 * Appends to the JSON text, because parsing and serializing ten cards took a third of a search. `score` is always present, null
 * without `q`; `distance_miles` only in responses with a position.
 */
function annotate(card: string, { score, distanceMiles: miles }: Hit): string {
  const annotations: Pick<ProviderHit, 'score' | 'distance_miles'> = {
    score: score === null ? null : round(score, 4),
    ...(miles !== null && { distance_miles: round(miles, distanceDecimals) }),
  }
  return `${card.slice(0, -1)},${JSON.stringify(annotations).slice(1)}`
}

/** The JSON around the parts of the places. None of it occurs inside a string, where JSON escapes quotation marks. */
const [beforeList, afterList] = ['"practice_locations":', ',"mailing_address":']
const placePattern = /"lat":([^,]+),"lng":([^,]+),[^]*?"accepting_new_patients":\{[^}]*\}/g

/** Appends to the JSON of each place, which takes less time than parsing and serializing the places. */
function addDistances(card: string, position: Point): string {
  const start = card.indexOf(beforeList) + beforeList.length
  const end = card.indexOf(afterList, start)
  const withDistances = card
    .slice(start, end)
    .replace(
      placePattern,
      (place, lat: string, lng: string) => `${place},"distance_miles":${distanceTo(position, lat, lng)}`,
    )
  return card.slice(0, start) + withDistances + card.slice(end)
}

/** Null if the place has no point. */
function distanceTo(position: Point, lat: string, lng: string): number | null {
  if (lat === 'null' || lng === 'null') return null
  return round(distanceMiles(position, { lat: Number(lat), lng: Number(lng) }), distanceDecimals)
}

const distanceDecimals = 2

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
