/** Finds the ZIP code of a point by the nearest centroid. */
import type { Point } from './distance.ts'
import { zipPoints } from './zip.ts'

/**
 * The ZIP code with the nearest centroid; null if there is none in the squares of one degree around `point`. Distances are planar,
 * because facility lists need tens of thousands; within two degrees the order is the same.
 */
export function nearestZip(point: Point): string | null {
  squares ??= pointsBySquare()
  const narrowing = Math.cos((point.lat * Math.PI) / 180)
  let nearest: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const square of squaresAround(point)) {
    for (const [zip, { lat, lng }] of squares.get(square) ?? []) {
      const away = (lat - point.lat) ** 2 + ((lng - point.lng) * narrowing) ** 2
      if (away < least) {
        nearest = zip
        least = away
      }
    }
  }
  return nearest
}

type Square = readonly (readonly [zip: string, point: Point])[]

/** Created on first use. */
let squares: ReadonlyMap<string, Square> | undefined

function pointsBySquare(): ReadonlyMap<string, Square> {
  const own = [...zipPoints()].filter(([, { precision }]) => precision === 'zip_centroid')
  return Map.groupBy(own, ([, { lat, lng }]) => squareOf(Math.floor(lat), Math.floor(lng)))
}

function squaresAround({ lat, lng }: Point): readonly string[] {
  const steps = [-1, 0, 1]
  return steps.flatMap((north) =>
    steps.map((east) => squareOf(Math.floor(lat) + north, Math.floor(lng) + east)),
  )
}

function squareOf(lat: number, lng: number): string {
  return `${lat} ${lng}`
}
