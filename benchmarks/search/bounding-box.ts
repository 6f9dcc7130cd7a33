/** The bounding box of a circle, for indexes without circles. */
import type { Point } from '@careatlas/directory/distance'

/** A degree of latitude is never shorter than this (WGS 84, at the equator: 110.574 km). */
const milesPerDegree = 110.574 / 1.609344

/** Returns the box in degrees; it assumes that the circle reaches neither a pole nor the date line. */
export function boundingBox({ lat, lng }: Point, miles: number) {
  const [height, width] = [miles / milesPerDegree, miles / (milesPerDegree * Math.cos((lat * Math.PI) / 180))]
  return { south: lat - height, north: lat + height, west: lng - width, east: lng + width }
}
