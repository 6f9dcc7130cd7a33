/**
 * Generates `state-borders.txt` from the state boundaries of the Census Bureau.
 *
 *     node server/web/map/state-borders.build.ts states-10m.json > server/web/map/state-borders.txt
 *
 * Input: TopoJSON of the cartographic boundary files (public domain), as in the npm package us-atlas 3.0.1. Output: a line per
 * state with its name and the arcs of its rings, an empty line, and a line per arc. `state-borders.ts` reads the format.
 */
import { readFileSync } from 'node:fs'
import { alphabet, unitsPerDegree } from './state-borders.ts'

type Point = readonly [lng: number, lat: number]

interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point }
  readonly arcs: readonly (readonly Point[])[]
  readonly objects: { readonly states: { readonly geometries: readonly Geometry[] } }
}

interface Geometry {
  readonly type: 'Polygon' | 'MultiPolygon'
  readonly arcs: unknown
  readonly properties: { readonly name: string }
}

/** The maximum distance of a removed point from the drawn line, in degrees of latitude: 1 km at a coast, and more elsewhere. */
const tolerance = { coast: 0.009, inland: 0.032, alaska: 0.13 }

/** Islands with a smaller bounding box, in square degrees, are left out, unless they are the whole of a territory. */
const smallestIsland = { most: 0.006, alaska: 0.1 }

const [, , path] = process.argv
if (path === undefined) throw new Error('give the path of states-10m.json')
const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology
const arcs = topology.arcs.map(toDegrees)
const written: string[] = []
const indexOf = new Map<number, number>()

console.log(
  '# State borders. Source: U.S. Census Bureau, 2017 Cartographic Boundary Files, simplified (public domain).',
)
const shared = countUses()
const states = topology.objects.states.geometries.toSorted((a, b) =>
  a.properties.name < b.properties.name ? -1 : 1,
)
for (const { type, arcs: nested, properties } of states) {
  const polygons = (type === 'Polygon' ? [nested] : nested) as readonly (readonly (readonly number[])[])[]
  const region = properties.name === 'Alaska' ? 'alaska' : 'most'
  const rings = polygons.flat().toSorted((a, b) => boxArea(b) - boxArea(a))
  const kept = rings.filter((ring, index) => index === 0 || boxArea(ring) >= smallestIsland[region])
  const arcsOfRings = kept.map((ring) => ring.map((arc) => writeArc(arc, region)).join(',')).join(';')
  console.log(`${properties.name}:${arcsOfRings}`)
}
console.log(`\n${written.join('\n')}`)

/** An arc of two states is an inland border. */
function countUses(): ReadonlyMap<number, number> {
  const uses = new Map<number, number>()
  for (const { arcs: nested } of topology.objects.states.geometries)
    for (const arc of (nested as readonly unknown[]).flat(3) as readonly number[]) {
      const forward = arc < 0 ? ~arc : arc
      uses.set(forward, (uses.get(forward) ?? 0) + 1)
    }
  return uses
}

function toDegrees(arc: readonly Point[]): readonly Point[] {
  const { scale, translate } = topology.transform
  let x = 0
  let y = 0
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]] as const
  })
}

function boxArea(ring: readonly number[]): number {
  const points = ring.flatMap((arc) => arcs[arc < 0 ? ~arc : arc]!)
  const size = (axis: 0 | 1) => {
    const values = points.map((point) => point[axis])
    return Math.max(...values) - Math.min(...values)
  }
  return size(0) * size(1)
}

/** Returns the number of the arc in the output; `~number` if it is drawn backward, as in TopoJSON. */
function writeArc(arc: number, region: 'most' | 'alaska'): number {
  const forward = arc < 0 ? ~arc : arc
  if (!indexOf.has(forward)) {
    indexOf.set(forward, written.length)
    const place = region === 'alaska' ? region : shared.get(forward) === 1 ? 'coast' : 'inland'
    written.push(encode(simplify(arcs[forward]!, tolerance[place])))
  }
  const index = indexOf.get(forward)!
  return arc < 0 ? ~index : index
}

/** Ramer, Douglas and Peucker: keeps the ends and each farthest point beyond the tolerance. */
function simplify(points: readonly Point[], limit: number): readonly Point[] {
  const first = points[0]!
  const last = points.at(-1)!
  let farthest = 0
  let index = 0
  for (const [candidate, point] of points.entries()) {
    const distance = distanceToSegment(point, first, last)
    if (distance > farthest) {
      farthest = distance
      index = candidate
    }
  }
  if (farthest <= limit) return [first, last]
  return [
    ...simplify(points.slice(0, index + 1), limit).slice(0, -1),
    ...simplify(points.slice(index), limit),
  ]
}

/** In degrees of latitude. */
function distanceToSegment(point: Point, from: Point, to: Point): number {
  const narrowing = Math.cos((from[1] * Math.PI) / 180)
  const [x, y] = [(point[0] - from[0]) * narrowing, point[1] - from[1]]
  const [dx, dy] = [(to[0] - from[0]) * narrowing, to[1] - from[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length))
  return Math.hypot(x - along * dx, y - along * dy)
}

/** Differences of grid points: each a zigzag integer in groups of 5 bits, the lowest first, with a sixth bit if another follows. */
function encode(points: readonly Point[]): string {
  let text = ''
  let previous: Point = [0, 0]
  for (const [lng, lat] of points) {
    const point: Point = [Math.round(lng * unitsPerDegree), Math.round(lat * unitsPerDegree)]
    const isRepeated = text !== '' && point[0] === previous[0] && point[1] === previous[1]
    if (!isRepeated) text += encodeInteger(point[0] - previous[0]) + encodeInteger(point[1] - previous[1])
    previous = point
  }
  return text
}

function encodeInteger(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  let text = ''
  for (; rest >= 32; rest >>>= 5) text += alphabet[32 + (rest & 31)]
  return text + alphabet[rest]
}
