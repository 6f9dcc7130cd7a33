/** The names of the map: each state at its place, and no name over another one, a pin or the edge. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { nameStates, placeLabels } from './labels.ts'
import { overlap } from './pins.ts'
import { readStateOutlines } from './state-borders.ts'

const file = readFileSync(join(import.meta.dirname, 'state-borders.txt'), 'utf8').replace(/^#.*\n/, '')
const outlines = readStateOutlines(file)

const around = (lat: number, lng: number, degrees: number) => ({
  south: lat - degrees,
  north: lat + degrees,
  west: lng - degrees,
  east: lng + degrees,
})

describe('names of states', () => {
  for (const [name, lat, lng] of [
    ['Alabama', 32.38, -86.3],
    ['Alaska', 64.84, -147.72],
    ['California', 38.58, -121.49],
    ['Colorado', 39.1, -105.9],
    ['District of Columbia', 38.91, -77.03],
    ['Florida', 28.5, -81.6],
    ['Kansas', 38.5, -98.4],
    ['Massachusetts', 42.3, -72],
    ['North Dakota', 47.4, -100.3],
    ['Puerto Rico', 18.22, -66.4],
    ['Rhode Island', 41.75, -71.6],
    ['Tennessee', 35.9, -86.4],
    ['Wyoming', 43, -107.5],
  ] as const)
    test(`a view within ${name} has its name only, in the view`, () => {
      const view = around(lat, lng, 0.02)
      const [found, ...others] = nameStates(outlines, view)
      assert.equal(found?.name, name)
      assert.deepEqual(others, [])
      assert.ok(found.lat > view.south && found.lat < view.north, `${found.lat}`)
      assert.ok(found.lng > view.west && found.lng < view.east, `${found.lng}`)
    })

  test('a view of a border has both, each on its side, the larger part first', () => {
    const names = nameStates(outlines, { south: 41.6, north: 41.9, west: -71.9, east: -71.5 })
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Rhode Island', 'Connecticut'],
    )
    assert.ok(names[0]!.lng > names[1]!.lng)
  })

  test('a view of the sea has none', () => {
    assert.deepEqual(nameStates(outlines, around(35, -70, 1)), [])
  })
})

describe('placed names', () => {
  const options = { letterWidth: 7, shifts: [13, -13], labelsMax: 5, width: 400, height: 300 }
  const names = Array.from({ length: 200 }, (_, index) => ({
    text: `Town ${index}`,
    x: (index * 37) % 400,
    y: (index * 53) % 300,
  }))
  const pins = [{ x: 40, y: 100, width: 22 }]

  test('cover neither pins nor each other, stay within the map, and are at most the maximum', () => {
    const placed = placeLabels(names, pins, options)
    assert.equal(placed.length, options.labelsMax)
    for (const [index, label] of placed.entries()) {
      assert.ok(![...pins, ...placed.slice(0, index)].some((other) => overlap(label, other)), label.text)
      assert.ok(label.x - label.width / 2 >= 0 && label.x + label.width / 2 <= options.width, label.text)
    }
  })

  test('are below their point, and above it if a pin is below', () => {
    const point = { text: 'Warwick', x: 200, y: 150 }
    assert.equal(placeLabels([point], [], options)[0]!.y, 163)
    assert.equal(placeLabels([point], [{ x: 200, y: 165, width: 22 }], options)[0]!.y, 137)
  })

  test('are not repeated for towns of the same name', () => {
    const towns = [
      { text: 'Salem', x: 100, y: 50 },
      { text: 'Salem', x: 300, y: 250 },
    ]
    assert.equal(placeLabels(towns, [], options).length, 1)
  })
})
