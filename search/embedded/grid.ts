/** A grid of cells of a tenth of a degree, by which points are sorted: a circle overlaps a few runs of cells. */
import { earthRadiusMiles, type Point } from '@careatlas/directory/distance'

const cellsPerDegree = 10
const columns = 360 * cellsPerDegree
const rows = 180 * cellsPerDegree

/** Margin for rounding errors; about ten centimeters. */
const marginDegrees = 1e-6

/** Consecutive cells, from `first` to `last` inclusive. */
export interface CellRun {
  readonly first: number
  readonly last: number
}

/** Cells are numbered eastward from the antimeridian, row by row from the south pole; 180° east equals 180° west. */
export function cellOf(point: Point): number {
  return rowOf(point.lat) * columns + (columnOf(point.lng) % columns)
}

/** Runs of cells that cover every point within `radiusMiles`, without overlap. */
export function cellsAround(center: Point, radiusMiles: number): CellRun[] {
  const reachDegrees = toDegrees(radiusMiles / earthRadiusMiles) + marginDegrees
  const spans = columnSpans(center, reachDegrees)
  const runs: CellRun[] = []
  for (let row = rowOf(center.lat - reachDegrees); row <= rowOf(center.lat + reachDegrees); row++) {
    for (const span of spans)
      runs.push({ first: row * columns + span.first, last: row * columns + span.last })
  }
  return runs
}

/** One span of columns, two if the circle crosses the antimeridian, all if it contains a pole. */
function columnSpans({ lat, lng }: Point, reachDegrees: number): CellRun[] {
  if (Math.abs(lat) + reachDegrees >= 90) return [{ first: 0, last: columns - 1 }]
  const sinHalfWidth = Math.sin(toRadians(reachDegrees)) / Math.cos(toRadians(lat))
  const halfWidth = toDegrees(Math.asin(Math.min(1, sinHalfWidth)))
  const west = columnOf(lng - halfWidth - marginDegrees)
  const east = columnOf(lng + halfWidth + marginDegrees)
  if (west < 0)
    return [
      { first: 0, last: east },
      { first: west + columns, last: columns - 1 },
    ]
  if (east >= columns)
    return [
      { first: 0, last: east - columns },
      { first: west, last: columns - 1 },
    ]
  return [{ first: west, last: east }]
}

function rowOf(lat: number): number {
  return Math.min(Math.max(Math.floor((lat + 90) * cellsPerDegree), 0), rows - 1)
}

/** May be outside 0 … 3599 for a longitude beyond the antimeridian. */
function columnOf(lng: number): number {
  return Math.floor((lng + 180) * cellsPerDegree)
}

function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
