/** Names on a map: those of states and towns that cover neither pins nor each other. */
import { type MapBox, overlap } from './pins.ts'
import type { BorderPoint, BorderRing, StateOutline } from './state-borders.ts'

/** What the map shows, in degrees. */
export interface MapView {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

export interface NamedPoint {
  readonly name: string
  readonly lat: number
  readonly lng: number
}

/** The name of a state is in the middle of the part of it that the map shows; the largest parts come first. */
export function nameStates(outlines: readonly StateOutline[], view: MapView): readonly NamedPoint[] {
  const whole = (view.north - view.south) * (view.east - view.west)
  return outlines
    .map(({ name, rings }) => {
      const parts = rings.map((ring) => measureRing(clipRing(ring, view)))
      return { name, ...parts.reduce((largest, part) => (part.area > largest.area ? part : largest)) }
    })
    .filter(({ area }) => area > smallestShare * whole)
    .toSorted((a, b) => b.area - a.area)
    .map(({ name, lat, lng }) => ({ name, lat, lng }))
}

/** A state with a smaller share of the map has no name. */
const smallestShare = 0.01

type Edge = readonly [
  isInside: (point: BorderPoint) => boolean,
  cut: (a: BorderPoint, b: BorderPoint) => BorderPoint,
]

/** Sutherland and Hodgman: cuts a ring at each edge of the view. */
function clipRing(ring: BorderRing, { south, west, north, east }: MapView): BorderRing {
  const edges: readonly Edge[] = [
    [([x]) => x >= west, (a, b) => cutAt(a, b, 0, west)],
    [([x]) => x <= east, (a, b) => cutAt(a, b, 0, east)],
    [([, y]) => y >= south, (a, b) => cutAt(a, b, 1, south)],
    [([, y]) => y <= north, (a, b) => cutAt(a, b, 1, north)],
  ]
  return edges.reduce(clipAtEdge, ring)
}

function clipAtEdge(ring: BorderRing, [isInside, cut]: Edge): BorderRing {
  return ring.flatMap((point, index) => {
    const previous = ring.at(index - 1)!
    const crossing = isInside(point) === isInside(previous) ? [] : [cut(previous, point)]
    return isInside(point) ? [...crossing, point] : crossing
  })
}

/** The point between `a` and `b` whose coordinate `axis` is `value`. */
function cutAt(a: BorderPoint, b: BorderPoint, axis: 0 | 1, value: number): BorderPoint {
  const share = (value - a[axis]) / (b[axis] - a[axis])
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}

/** The area in square degrees, and the centroid. */
function measureRing(ring: BorderRing) {
  let [sum, x, y] = [0, 0, 0]
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x0, y0] = ring.at(index - 1)!
    const cross = x0 * y1 - x1 * y0
    sum += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  return sum === 0
    ? { area: 0, lng: 0, lat: 0 }
    : { area: Math.abs(sum) / 2, lng: x / (3 * sum), lat: y / (3 * sum) }
}

interface PixelPoint {
  readonly x: number
  readonly y: number
}

/** The text of a name, and the point that it names, in pixels. */
export interface LabelPoint extends PixelPoint {
  readonly text: string
}

/** A name with its room. */
export interface Label extends MapBox {
  readonly text: string
  readonly point: PixelPoint
}

export interface LabelOptions {
  readonly letterWidth: number
  /** The distances of the middle of the name from its point, the best first. */
  readonly shifts: readonly number[]
  readonly labelsMax: number
  readonly width: number
  readonly height: number
}

/** Places names in their order; a name without room is left out, and so is one that has been placed before. */
export function placeLabels(
  points: readonly LabelPoint[],
  taken: readonly MapBox[],
  { letterWidth, shifts, labelsMax, width: mapWidth, height }: LabelOptions,
): readonly Label[] {
  const placed: Label[] = []
  for (const { text, x, y } of points) {
    if (placed.length === labelsMax) break
    const width = text.length * letterWidth
    const isFree = (box: MapBox) =>
      box.x - box.width / 2 >= 0 &&
      box.x + box.width / 2 <= mapWidth &&
      box.y >= edgePixels &&
      box.y <= height - edgePixels &&
      ![...taken, ...placed].some((other) => overlap(box, other))
    const free = shifts.map((shift) => ({ x, y: y + shift, width })).find(isFree)
    if (free !== undefined && !placed.some((label) => label.text === text))
      placed.push({ ...free, text, point: { x, y } })
  }
  return placed
}

/** Half of the height of a name. */
const edgePixels = 8
