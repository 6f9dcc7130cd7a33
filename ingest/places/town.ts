/** Whether two ZIP codes with their cities are one town, or so far apart that one house is not in both. */
import type { NormalizedAddress } from '@careatlas/directory/address'
import { distanceMiles } from '@careatlas/directory/distance'
import { zipPoint } from '@careatlas/directory/zip'

export type Town = Pick<NormalizedAddress, 'zip5' | 'city'>

/** One street does not have the same house twice within it; neighboring ZIP codes of one town lie nearer. */
const milesApart = 5

/** A hospital often has a ZIP code of its own beside that of its street. */
export function areOne(one: Town, other: Town): boolean {
  return one.zip5 === other.zip5 || (one.city === other.city && !areApart(one, other))
}

/** False if the distance is unknown; a ZIP code without a point of its own is apart from other cities and prefixes. */
export function areApart(one: Town, other: Town): boolean {
  if (one.zip5 === other.zip5) return false
  const [a, b] = [zipPoint(one.zip5), zipPoint(other.zip5)]
  if (a === null || b === null) return false
  const known = a.precision === 'zip_centroid' && b.precision === 'zip_centroid'
  if (!known && areCitiesApart(one.city, other.city)) return true
  return (known || one.zip5.slice(0, 3) !== other.zip5.slice(0, 3)) && distanceMiles(a, b) > milesApart
}

/** `LA PLATA` is `LAPLATA`; what is blank contradicts nothing. */
export function areCitiesApart(one: string, other: string): boolean {
  return one !== '' && other !== '' && one.replaceAll(' ', '') !== other.replaceAll(' ', '')
}
