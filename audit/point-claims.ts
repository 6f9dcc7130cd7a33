/** Checks that a point on a card is that of a facility list, or the centroid of the ZIP code of its address. */
import type { Address } from '@careatlas/contract/cards'
import type { AddressCells } from './address-cells.ts'
import { isConsistent, sharesNumber } from './address-claims.ts'
import type { Context } from './context.ts'
import type { Facility } from './facility-lists.ts'
import type { CardReport } from './findings.ts'
import { findFacilities } from './place-rows.ts'
import { getPointsOfPrefix, getZipPoint } from './tables.ts'

interface Located {
  readonly address: Address
  readonly name: string | null
  readonly phone: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly geo_precision: string | null
  readonly address_conflict: string | null
}

/** Coordinates are served with six decimals. */
const tolerance = 2e-6

/** @param addresses of the rows of the place; a facility at one of them is in the building of the place */
export function checkPoint(
  located: Located,
  addresses: () => readonly AddressCells[],
  context: Context,
  report: CardReport,
  field: string,
): void {
  const { address, lat, lng, geo_precision: precision, address_conflict: conflict } = located
  if (conflict !== null)
    report.check(!isConsistent(address), `${field}.address_conflict`, 'address_conflict', conflict)
  if (lat === null || lng === null) return
  const isAt = (point: { readonly lat: number | null; readonly lng: number | null }): boolean =>
    point.lat !== null &&
    point.lng !== null &&
    Math.abs(point.lat - lat) < tolerance &&
    Math.abs(point.lng - lng) < tolerance
  const zip = address.postal_code?.slice(0, 5) ?? ''
  const token = `${lat}, ${lng} (${precision})`
  report.check(isConsistent(address), `${field}.lat`, 'point_where_zip_and_state_disagree', token)
  const nearest = (): string => `ZIP ${zip}: ${JSON.stringify(getZipPoint(zip) ?? null)}`
  if (precision === 'address')
    report.check(
      findFacilities(located, context).some(
        (facility) => isAt(facility) && sharesNumber(address, facility.address),
      ) ||
        addresses()
          .filter((cells) => cells.kind !== 'facility' && sharesNumber(address, cells))
          .some((cells) => isListedAt(cells, context, isAt)),
      `${field}.lat`,
      'point',
      token,
      nearest,
    )
  else if (precision === 'zip_centroid') {
    const point = getZipPoint(zip)
    report.check(point !== undefined && isAt(point), `${field}.lat`, 'point', token, nearest)
  } else
    report.check(
      isNearAny(lat, lng, getPointsOfPrefix(zip.slice(0, 3))),
      `${field}.lat`,
      'point',
      token,
      nearest,
    )
}

function isListedAt(cells: AddressCells, { evidence }: Context, isAt: (point: Facility) => boolean): boolean {
  const address = {
    line_1: cells.line1,
    line_2: cells.line2,
    city: cells.city,
    state: cells.state,
    postal_code: cells.postalCode?.slice(0, 5) ?? null,
    country: 'US',
  }
  return evidence.facilities
    .findAt(address)
    .some((facility) => isAt(facility) && sharesNumber(address, facility.address))
}

/** Whether a point is among the ZIP codes of a prefix; true for a prefix without ZIP codes, which has the centroid of its city. */
function isNearAny(lat: number, lng: number, points: ReturnType<typeof getPointsOfPrefix>): boolean {
  if (points.length === 0) return true
  const [lats, lngs] = [points.map((point) => point.lat), points.map((point) => point.lng)]
  return (
    lat >= Math.min(...lats) - tolerance &&
    lat <= Math.max(...lats) + tolerance &&
    lng >= Math.min(...lngs) - tolerance &&
    lng <= Math.max(...lngs) + tolerance
  )
}
