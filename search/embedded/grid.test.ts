import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceMiles, earthRadiusMiles, type Point } from '@careatlas/directory/distance'
import { randomFrom } from '@careatlas/fixtures/random'
import { cellOf, cellsAround } from './grid.ts'

const random = randomFrom(1)
const degrees = 180 / Math.PI
const latitudes = [0, 41.8, -17.8, 60, 88.6, 89.95, 90, -89.2, -90]
const longitudes = [0, -71.4, 179.99, 180, -180, -179.5]

for (const lat of latitudes) {
  test(`around latitude ${lat} the cell runs cover every point of the circle and do not overlap`, () => {
    for (const lng of longitudes) {
      for (const radiusMiles of [0.5, 7, 25, 100]) {
        const center = { lat, lng }
        const runs = cellsAround(center, radiusMiles).toSorted((a, b) => a.first - b.first)
        for (const [index, run] of runs.entries()) {
          assert.ok(run.first <= run.last && run.first > (runs[index - 1]?.last ?? -1), JSON.stringify(run))
        }
        for (let round = 0; round < 100; round++) {
          const point = destination(
            center,
            random.number() < 0.5 ? radiusMiles : radiusMiles * random.number(),
            random.number() * 360,
          )
          if (distanceMiles(center, point) > radiusMiles) continue
          const cell = cellOf(point)
          const isCovered = runs.some(({ first, last }) => first <= cell && cell <= last)
          assert.ok(isCovered, JSON.stringify({ center, radiusMiles, point }))
        }
      }
    }
  })
}

/** The point at this distance in a direction, clockwise from north. */
function destination(from: Point, miles: number, bearing: number): Point {
  const angle = miles / earthRadiusMiles
  const [lat, lng, direction] = [from.lat / degrees, from.lng / degrees, bearing / degrees]
  const sinLat = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(direction)
  const east = Math.sin(direction) * Math.sin(angle) * Math.cos(lat)
  const north = Math.cos(angle) - Math.sin(lat) * sinLat
  const lngDegrees = (lng + Math.atan2(east, north)) * degrees
  return {
    lat: Math.asin(Math.max(-1, Math.min(1, sinLat))) * degrees,
    lng: ((lngDegrees + 540) % 360) - 180,
  }
}
