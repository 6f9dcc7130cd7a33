/** Shared parts of hydration: annotations of hits, and rounding. */
import type { Hit } from './search-engine.ts'

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

/** Engine and snapshot are of one generation, so a hit without a card is a programming error. */
export function cardText(json: string | null, id: string): string {
  if (json === null) throw new Error(`The engine found ${id}, which the snapshot does not contain`)
  return json
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
