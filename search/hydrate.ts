/** Reads the cards of hits in one batch, and adds scores and distances to them. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { CardReader } from './search-context.ts'
import type { Collection, Hit } from './search-engine.ts'

/** `score` is always present, null without `q`; `distance_miles` only in responses with a position. */
export function annotations({ score, distanceMiles }: Hit): {
  score: number | null
  distance_miles?: number
} {
  return {
    score: score === null ? null : rounded(score, 4),
    ...(distanceMiles !== null && { distance_miles: roundedMiles(distanceMiles) }),
  }
}

/** Two decimals, like distances in responses. */
export function roundedMiles(miles: number): number {
  return rounded(miles, 2)
}

interface Cards {
  readonly providers: ProviderCard
  readonly locations: LocationCard
}

/** Engine and snapshot have the same generation, so a hit without a card is a fault of the server. */
export function cardsOf<Kind extends Collection>(
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

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
