/** The position of a search, from coordinates or from a ZIP code. */
import { type Geo } from '@careatlas/contract/envelopes'
import { ApiError } from '@careatlas/contract/errors'
import { defaultRadiusMiles, type ProviderSearch } from '@careatlas/contract/parameters'
import { zipPoint } from '@careatlas/directory/zip'

type PositionParameters = Pick<ProviderSearch, 'lat' | 'lng' | 'zip' | 'radius_miles'>

/**
 * Null if the request has no position. Only the centroid of the ZIP code itself is accepted: the centroid of its prefix may be
 * farther away than the radius.
 * @throws ApiError `unknown_zip`
 */
export function resolvedPosition(request: PositionParameters): Geo | null {
  const { lat, lng, zip, radius_miles = defaultRadiusMiles } = request
  if (lat !== undefined && lng !== undefined) return { lat, lng, radius_miles, source: 'coordinates' }
  if (zip === undefined) return null
  const point = zipPoint(zip)
  if (point?.precision === 'zip_centroid')
    return { lat: point.lat, lng: point.lng, radius_miles, source: 'zip' }
  throw new ApiError(
    'unknown_zip',
    `zip must be a ZIP code with a known area; got ${zip}. Send lat and lng instead.`,
  )
}
