import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceMiles, earthRadiusMiles } from './distance.ts'

const austin = { lat: 30.2672, lng: -97.7431 }
const providence = { lat: 41.824, lng: -71.4128 }

test('a degree of latitude is 69.09 miles, and a quarter of the globe is a quarter of its circumference', () => {
  assert.ok(Math.abs(distanceMiles({ lat: 41, lng: -71 }, { lat: 42, lng: -71 }) - 69.09) < 0.01)
  const quarter = (Math.PI / 2) * earthRadiusMiles
  assert.ok(Math.abs(distanceMiles({ lat: 0, lng: 0 }, { lat: 90, lng: 45 }) - quarter) < 1e-9)
})

test('Austin is 1,670 miles from Providence, both ways', () => {
  assert.ok(Math.abs(distanceMiles(austin, providence) - 1670) < 10)
  assert.equal(distanceMiles(austin, providence), distanceMiles(providence, austin))
})

test('the distance of a point to itself is 0, and to its antipode half a circumference', () => {
  assert.equal(distanceMiles(austin, austin), 0)
  const farSide = { lat: -austin.lat, lng: austin.lng + 180 }
  assert.ok(Math.abs(distanceMiles(austin, farSide) - Math.PI * earthRadiusMiles) < 0.01)
})

test('the distance across the 180th meridian is correct', () => {
  const miles = distanceMiles({ lat: 51.9, lng: -179.9 }, { lat: 51.9, lng: 179.9 })
  assert.ok(miles > 8 && miles < 9, String(miles))
})
