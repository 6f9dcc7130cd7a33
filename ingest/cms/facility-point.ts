/** Parses and verifies the point of a facility. */
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { nearestZip } from '@careatlas/directory/zips-near'
import { findZipPoint } from '@careatlas/directory/zip'
import type { FacilityCells } from './facility-columns.ts'

/**
 * The maximum distance of a place from the point of its ZIP code. Of 18,160 points in six real lists, 590 are farther, 452 of
 * them by more than 150 miles, because a geocoder chose another state. If only the mean point of a ZIP prefix is known, 18 of
 * 162 are farther.
 */
const milesMax = { zip_centroid: 30, zip3_centroid: 75 } as const

/** WGS 84, from two columns or from `(41.527087, -73.203523)` inside a text; null without a valid point. */
export function parseFacilityPoint({ lat, lng, location }: FacilityCells): Point | null {
  const [, latInText, lngInText] = /\((-?\d+\.\d+), ?(-?\d+\.\d+)\)/.exec(location) ?? []
  const point = { lat: parseDegrees(latInText ?? lat), lng: parseDegrees(lngInText ?? lng) }
  return Number.isFinite(point.lat) && Number.isFinite(point.lng) ? point : null
}

/** NaN unless the text is a decimal number. */
function parseDegrees(text: string): number {
  return /^-?\d{1,3}(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** Also false if the ZIP code has no point. */
export function isNearZip(point: Point, zip: string | null): boolean {
  const expected = zip === null ? null : findZipPoint(zip)
  if (expected === null) return false
  const miles = distanceMiles(point, expected)
  if (miles > milesMax[expected.precision]) return false
  if (expected.precision !== 'zip_centroid' || miles <= doubtfulMiles) return true
  return !hasZipWithin(miles / (miles <= farMiles ? 3 : 2), point)
}

/**
 * A point more than `doubtfulMiles` from its ZIP code counts only if no other ZIP code is three times nearer; more than
 * `farMiles`, twice. Rural ZIP codes are wide and urban ones are not, and a geocoder that does not find the street returns the
 * middle of the town. Of 17,571 points in five real lists, 5,213 are 3 to 10 miles away; 781 of these are five times nearer to
 * another ZIP code, and 521 more three times. No verified points were available.
 */
const [doubtfulMiles, farMiles] = [3, 10]

/** Whether the point of any ZIP code is nearer than `miles`. */
function hasZipWithin(miles: number, point: Point): boolean {
  const nearest = nearestZip(point)
  const other = nearest === null ? null : findZipPoint(nearest)
  return other !== null && distanceMiles(point, other) < miles
}
