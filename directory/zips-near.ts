/** Finds ZIP codes near a point, by their centroids. */
import { distanceMiles, type Point } from './distance.ts'
import { allZipPoints } from './zip.ts'

/**
 * The ZIP code with the nearest centroid; null if no centroid is in the squares of one degree around `point`. Distances are planar,
 * which is faster: a facility list needs tens of thousands. Within two degrees the order is the same.
 */
export function nearestZip(point: Point): string | null {
  squares ??= groupPointsBySquare()
  const longitudeScale = Math.cos((point.lat * Math.PI) / 180)
  let nearest: string | null = null
  let minSquared = Number.POSITIVE_INFINITY
  for (const square of squaresAround(point, milesPerDegree)) {
    for (const [zip, { lat, lng }] of squares.get(square) ?? []) {
      const squaredDistance = (lat - point.lat) ** 2 + ((lng - point.lng) * longitudeScale) ** 2
      if (squaredDistance < minSquared) {
        nearest = zip
        minSquared = squaredDistance
      }
    }
  }
  return nearest
}

/**
 * The three-digit prefixes of the ZIP codes whose centroid is within the circle; if there is none, the prefix of the nearest ZIP code,
 * or an empty set far from any. `radiusMiles` is at most 100.
 */
export function zip3sWithin(point: Point, radiusMiles: number): ReadonlySet<string> {
  squares ??= groupPointsBySquare()
  const found = new Set<string>()
  const north = radiusMiles / milesPerDegree
  for (const square of squaresAround(point, radiusMiles)) {
    for (const [zip, centroid] of squares.get(square) ?? []) {
      // Cheaper than the distance, and excludes most ZIP codes.
      if (Math.abs(centroid.lat - point.lat) > north) continue
      const zip3 = zip.slice(0, 3)
      if (!found.has(zip3) && distanceMiles(point, centroid) <= radiusMiles) found.add(zip3)
    }
  }
  const nearest = found.size === 0 ? nearestZip(point) : null
  return nearest === null ? found : new Set([nearest.slice(0, 3)])
}

type Square = readonly (readonly [zip: string, point: Point])[]

/** Created on first use. */
let squares: ReadonlyMap<string, Square> | undefined

function groupPointsBySquare(): ReadonlyMap<string, Square> {
  const exactPoints = [...allZipPoints()].filter(([, { precision }]) => precision === 'zip_centroid')
  return Map.groupBy(exactPoints, ([, { lat, lng }]) => squareKey(Math.floor(lat), Math.floor(lng)))
}

/** Miles of a degree of latitude, at least; a degree of longitude is shorter by the cosine of the latitude. */
const milesPerDegree = 68.7

/** The squares that a circle touches. */
function squaresAround({ lat, lng }: Point, radiusMiles: number): readonly string[] {
  const north = radiusMiles / milesPerDegree
  const longitudeScale = Math.cos((Math.min(80, Math.abs(lat) + north) * Math.PI) / 180)
  const east = north / longitudeScale
  return listDegrees(lat, north).flatMap((row) =>
    listDegrees(lng, east).map((column) => squareKey(row, column)),
  )
}

/** The whole degrees from `middle - reach` to `middle + reach`. */
function listDegrees(middle: number, reach: number): readonly number[] {
  const first = Math.floor(middle - reach)
  return Array.from({ length: Math.floor(middle + reach) - first + 1 }, (_, step) => first + step)
}

function squareKey(lat: number, lng: number): string {
  return `${lat} ${lng}`
}
