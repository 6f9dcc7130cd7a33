/** Distances of suggestions, in miles with two decimals. */
import { distanceMiles, type Point } from '@careatlas/directory/distance'

/** Empty without a position or a point. */
export function roundedDistance(position: Point | null, point: Point | null): { distance_miles?: number } {
  if (position === null || point === null) return {}
  return { distance_miles: Number(distanceMiles(position, point).toFixed(2)) }
}
