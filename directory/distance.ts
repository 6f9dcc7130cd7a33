/** Great-circle distance between two points of the Earth's surface. */

/** Degrees, WGS 84. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

/** Rounds to 0.01 degrees, about a kilometer: enough for a search, and less about the user. */
export function roundPoint({ lat, lng }: Point): Point {
  return { lat: Math.round(lat * 100) / 100, lng: Math.round(lng * 100) / 100 }
}

/** Mean radius of the Earth (IUGG, 6371.0088 km) at 1.609344 km a mile. */
export const earthRadiusMiles = 6371.0088 / 1.609344

/** Haversine formula: exact on a sphere, which is within 0.6 % of the true ellipsoid. */
export function distanceMiles(a: Point, b: Point): number {
  const sinHalfLat = Math.sin(toRadians(b.lat - a.lat) / 2)
  const sinHalfLng = Math.sin(toRadians(b.lng - a.lng) / 2)
  const h = sinHalfLat ** 2 + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * sinHalfLng ** 2
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(h)))
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
