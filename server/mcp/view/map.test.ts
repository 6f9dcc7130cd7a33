/** The geometry of the map: borders, projection and pins. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { distanceMiles } from '@careatlas/directory/distance'
import { allZipPoints } from '@careatlas/directory/zip'
import { groupPins, overlap } from '../../web/map/pins.ts'
import { createProjection } from './projection.ts'
import { type BorderRing, readStateBorders } from '../../web/map/state-borders.ts'

const borders = readStateBorders(
  readFileSync(join(import.meta.dirname, '../../web/map/state-borders.txt'), 'utf8').replace(/^#.*\n/, ''),
)

/** Every tenth ZIP code, because all take 14 s. */
const sampling = 10

test('the borders enclose 99 of 100 ZIP codes, and no point of the sea or of a neighbor', () => {
  const points = [...allZipPoints().values()].filter((_, index) => index % sampling === 0)
  const onLand = points.filter(({ lat, lng }) => borders.some((ring) => isInside(ring, lng, lat)))
  assert.ok(onLand.length / points.length > 0.99, `${onLand.length} of ${points.length}`)
  for (const [place, lat, lng] of [
    ['Atlantic', 39, -70],
    ['Gulf of Mexico', 27, -90],
    ['Toronto', 43.7, -79.4],
    ['Lake Superior', 47.6, -87],
    ['Tijuana', 32.4, -116.9],
  ] as const)
    assert.ok(!borders.some((ring) => isInside(ring, lng, lat)), place)
})

/** Whether a ray to the east crosses the ring an odd number of times. */
function isInside(ring: BorderRing, lng: number, lat: number): boolean {
  return ring.reduce((inside, [x, y], index) => {
    const [previousX, previousY] = ring.at(index - 1)!
    const crosses = y > lat !== previousY > lat && lng < ((previousX - x) * (lat - y)) / (previousY - y) + x
    return crosses ? !inside : inside
  }, false)
}

test('distances on the map are true to 2 percent, and all positions are on it', () => {
  const positions = [
    { lat: 41.82, lng: -71.41 },
    { lat: 41.5, lng: -71.3 },
    { lat: 42.1, lng: -71.9 },
  ]
  const size = { width: 720, height: 300 }
  const { project, pixelsPerMile } = createProjection(positions, size)
  const [a, b, c] = positions.map(({ lat, lng }) => project(lng, lat))
  for (const [from, to, miles] of [
    [a!, b!, distanceMiles(positions[0]!, positions[1]!)],
    [a!, c!, distanceMiles(positions[0]!, positions[2]!)],
  ] as const) {
    const drawn = Math.hypot(from.x - to.x, from.y - to.y) / pixelsPerMile
    assert.ok(Math.abs(drawn / miles - 1) < 0.02, `${drawn} for ${miles}`)
  }
  for (const { x, y } of [a!, b!, c!]) assert.ok(x > 0 && x < size.width && y > 0 && y < size.height)
})

test('pins never overlap, and each number is in one pin', () => {
  const points = Array.from({ length: 50 }, (_, index) => ({
    number: index + 1,
    x: (index * 37) % 300,
    y: (index * 53) % 200,
  }))
  const pins = groupPins(points)
  for (const [index, pin] of pins.entries())
    assert.ok(!pins.slice(index + 1).some((other) => overlap(pin, other)), pin.label)
  assert.deepEqual(
    pins.flatMap(({ numbers }) => numbers).toSorted((a, b) => a - b),
    points.map(({ number }) => number),
  )
})

for (const [numbers, label] of [
  [[3], '3'],
  [[1, 2], '1, 2'],
  [[2, 3, 4], '2–4'],
  [[1, 4, 6, 8, 9, 12], '1, 4, 6, 8 +2'],
] as const)
  test(`a pin of ${numbers.join(' and ')} says ${label}`, () => {
    const [pin] = groupPins(numbers.map((number) => ({ number, x: 10, y: 10 })))
    assert.equal(pin?.label, label)
  })
