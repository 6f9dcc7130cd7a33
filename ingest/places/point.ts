/** The map coordinates of a place: those of its building in a facility list, or else those of its ZIP code. */
import type { Address, Source } from '@careatlas/contract/cards'
import { distanceMiles } from '@careatlas/directory/distance'
import { nearestZip } from '@careatlas/directory/zips-near'
import { addressConflict } from '@careatlas/directory/address-conflict'
import { isUnitedStates, regionOf, regionsOfZip3 } from '@careatlas/directory/region'
import { findZipPoint } from '@careatlas/directory/zip'
import type { PlaceFacts } from '../compose/place-facts.ts'
import type { Facility } from '../facts/facts.ts'
import { byPrecedence, sortByPrecedence } from '../facts/source-precedence.ts'

/** Coordinates in degrees, and the list that states them. */
export interface ListedPoint {
  readonly lat: number
  readonly lng: number
  readonly source: Source
}

/** If two points of one building are farther apart, one of them is wrong; even a hospital with its parking is smaller. */
const buildingMilesMax = 0.5

/**
 * The point in the newest list, or in the most trusted of equally new lists; null if lists of equal rank disagree. All
 * `facilities` are in one building.
 */
export function selectListedPoint(facilities: readonly Facility[]): ListedPoint | null {
  const located = facilities.flatMap(({ point, source, asOf }) =>
    point === null ? [] : [{ point, source, asOf }],
  )
  const ordered = located.toSorted((a, b) => a.point.lat - b.point.lat || a.point.lng - b.point.lng)
  const [best, ...others] = sortByPrecedence(ordered)
  if (best === undefined) return null
  const equallyRanked = others.filter((other) => byPrecedence(best, other) === 0)
  const areClose = equallyRanked.every(({ point }) => distanceMiles(best.point, point) <= buildingMilesMax)
  return areClose ? { ...best.point, source: { id: best.source, as_of: best.asOf } } : null
}

/** The point for a card, with its sources; no point if the ZIP code and the state contradict each other. */
export function choosePoint(
  address: Address,
  listed: ListedPoint | null,
): { readonly point: PlaceFacts['point']; readonly sources: readonly Source[] } {
  const address_conflict = addressConflict(address)
  if (address_conflict !== null)
    return { point: { lat: null, lng: null, geo_precision: null, address_conflict }, sources: [] }
  if (listed !== null && isInStateOf(listed, address)) {
    const { lat, lng, source } = listed
    return {
      point: {
        lat: roundToSixDecimals(lat),
        lng: roundToSixDecimals(lng),
        geo_precision: 'address',
        address_conflict,
      },
      sources: [source],
    }
  }
  const { country, postal_code } = address
  const zip = isUnitedStates({ country }) && postal_code !== null ? findZipPoint(postal_code) : null
  // The ZIP prefix 969 covers Guam, which is a region, and distant countries, which are not.
  const point = zip?.precision === 'zip3_centroid' && regionOf(address) === null ? null : zip
  return {
    point: {
      lat: point?.lat ?? null,
      lng: point?.lng ?? null,
      geo_precision: point?.precision ?? null,
      address_conflict,
    },
    sources: [],
  }
}

/** Whether the ZIP code nearest to the point is in the state of the address, so that no point moves a place to another state. */
function isInStateOf(listed: ListedPoint, address: Address): boolean {
  const region = regionOf(address)
  const zip = nearestZip(listed)
  return region !== null && zip !== null && regionsOfZip3(zip.slice(0, 3)).includes(region.code)
}

/** Rounds to six decimals, a tenth of a meter. */
function roundToSixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
