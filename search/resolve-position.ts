/** Resolves the position of a request. */
import type { Geo } from '@careatlas/contract/envelopes'
import { ApiError } from '@careatlas/contract/errors'
import { findZipPoint } from '@careatlas/directory/zip'

interface PositionParameters {
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  readonly zip?: string | undefined
}

/**
 * The position of the coordinates or the ZIP code; null if the request has neither. Only the centroid of the ZIP code itself is
 * accepted: the centroid of its prefix may be farther away than the radius.
 * @throws ApiError `unknown_zip`
 */
export function resolvePosition({
  lat,
  lng,
  zip,
}: PositionParameters): Pick<Geo, 'lat' | 'lng' | 'source'> | null {
  if (lat !== undefined && lng !== undefined) return { lat, lng, source: 'coordinates' }
  if (zip === undefined) return null
  const point = findZipPoint(zip)
  if (point?.precision === 'zip_centroid') return { lat: point.lat, lng: point.lng, source: 'zip' }
  throw new ApiError(
    'unknown_zip',
    `zip must be a ZIP code with a known area; got ${zip}. Send lat and lng instead.`,
  )
}
