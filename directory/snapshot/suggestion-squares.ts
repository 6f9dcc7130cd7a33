/** Squares of half a degree, so that names near a point can be found by the numbers of squares. */
import type { Point } from '../distance.ts'

const squaresPerDegree = 2
const rows = 180 * squaresPerDegree
const columns = 360 * squaresPerDegree

/** The number of the square of a point. */
export function squareAt({ lat, lng }: Point): number {
  const row = Math.min(rows - 1, Math.floor((lat + 90) * squaresPerDegree))
  return row * columns + (Math.floor((lng + 180) * squaresPerDegree) % columns)
}

/** The square of a point and its neighbors: everything within 34 miles north and south, and within 22 miles east and west up to 50 degrees north. */
export function squaresAround(point: Point): readonly number[] {
  const square = squareAt(point)
  const column = square % columns
  return [-1, 0, 1].flatMap((south) =>
    [-1, 0, 1].map((east) => square - column + south * columns + ((column + east + columns) % columns)),
  )
}

/** The word of a square in the index. No name has it, because folded words have only letters and digits. */
export function squareWord(square: number): string {
  return `§${square}`
}
