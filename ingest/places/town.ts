/** Decides whether two pairs of ZIP code and city are one town, or too far apart for one building. */
import type { NormalizedAddress } from '@careatlas/directory/address'
import { distanceMiles } from '@careatlas/directory/distance'
import { findZipPoint } from '@careatlas/directory/zip'

export type Town = Pick<NormalizedAddress, 'zip5' | 'city'>

/** Buildings with one number and street in two towns are at least this far apart; neighboring ZIP codes of one town are closer. */
const apartMilesMin = 5

/** One town may have several ZIP codes: a hospital often has its own. */
export function areSameTown(one: Town, other: Town): boolean {
  return one.zip5 === other.zip5 || (one.city === other.city && !areApart(one, other))
}

/** False if the distance is unknown; a ZIP code without a point of its own is apart from other cities and prefixes. */
export function areApart(one: Town, other: Town): boolean {
  if (one.zip5 === other.zip5) return false
  const [a, b] = [findZipPoint(one.zip5), findZipPoint(other.zip5)]
  if (a === null || b === null) return false
  const known = a.precision === 'zip_centroid' && b.precision === 'zip_centroid'
  if (!known && areCitiesApart(one.city, other.city)) return true
  return (known || one.zip5.slice(0, 3) !== other.zip5.slice(0, 3)) && distanceMiles(a, b) > apartMilesMin
}

/** Ignores spaces, as in `LA PLATA` and `LAPLATA`. An unknown city is not another city. */
export function areCitiesApart(one: string, other: string): boolean {
  return one !== '' && other !== '' && one.replaceAll(' ', '') !== other.replaceAll(' ', '')
}
