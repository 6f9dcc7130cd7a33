/** ZIP code → point, from the Census Bureau's 2021 gazetteer (`zip-points.csv`). */
import { readFileSync } from 'node:fs'
import type { Point } from './distance.ts'

/** `zip_centroid`: the point of the ZIP itself; `zip3_centroid`: the mean of the points that share its first three digits. */
export interface ZipPoint extends Point {
  readonly precision: 'zip_centroid' | 'zip3_centroid'
}

/**
 * The point of the ZIP code in the first five digits of `zip`; null if there is none (military, unassigned, foreign).
 * A ZIP of one firm or of post office boxes has no area, and gets the point of its prefix.
 */
export function findZipPoint(zip: string): ZipPoint | null {
  const [zip5] = /^\d{5}/.exec(zip) ?? []
  if (zip5 === undefined) return null
  points ??= readPoints()
  const zip3 = zip5.slice(0, 3)
  return points.get(zip5) ?? points.get(zip3) ?? points.get(neighborOfFirmZip3.get(zip3) ?? '') ?? null
}

/** Every point, by five-digit ZIP and by three-digit prefix. */
export function allZipPoints(): ReadonlyMap<string, ZipPoint> {
  return (points ??= readPoints())
}

/** Prefixes with only ZIPs of single firms, agencies or boxes → the prefix of the same city. */
const neighborOfFirmZip3 = new Map(
  (
    '005-117 055-018 192-191 311-303 332-331 375-381 399-303 459-452 509-503 555-553 569-200 649-641 ' +
    '733-787 842-844 885-799 889-891 901-900 938-937 942-958'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 3), pair.slice(4)]),
)

/** Points of five-digit ZIPs and three-digit prefixes; read on first use. */
let points: Map<string, ZipPoint> | undefined

function readPoints(): Map<string, ZipPoint> {
  const table = new Map<string, ZipPoint>()
  let prefix = ''
  let members: Point[] = []
  for (const line of readFileSync(new URL('zip-points.csv', import.meta.url), 'utf8').split('\n')) {
    if (line.length === 3) {
      if (members.length > 0) table.set(prefix, meanPoint(members))
      prefix = line
      members = []
    } else if (line !== '' && !line.startsWith('#')) {
      const comma = line.indexOf(',', 3)
      const point = { lat: Number(line.slice(3, comma)), lng: Number(line.slice(comma + 1)) }
      members.push(point)
      table.set(prefix + line.slice(0, 2), { ...point, precision: 'zip_centroid' })
    }
  }
  return table.set(prefix, meanPoint(members))
}

/** The mean of the points, rounded to the precision of the API. No prefix crosses the 180th meridian. */
function meanPoint(members: readonly Point[]): ZipPoint {
  let lat = 0
  let lng = 0
  for (const point of members) {
    lat += point.lat
    lng += point.lng
  }
  return { lat: round(lat / members.length), lng: round(lng / members.length), precision: 'zip3_centroid' }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
