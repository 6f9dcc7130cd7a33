/** An outline map of the hits: state borders, distance rings around the position of the search, and pins with the numbers of the list. */
import type { Geo } from '@careatlas/contract/envelopes'
import { element, svg } from './element.ts'
import { formatAddress } from './format.ts'
import type { ListedHit } from './hit.ts'
import { groupPins, type MapBox, overlap, type Pin } from '../../web/map/pins.ts'
import { createProjection, type Projection } from './projection.ts'
import type { BorderRing } from '../../web/map/state-borders.ts'

/** A point of the list, with the number that the list shows. */
interface NumberedPoint {
  readonly number: number
  readonly lat: number
  readonly lng: number
}

export interface MapInput {
  readonly hits: readonly ListedHit[]
  readonly geo: Geo | undefined
  readonly borders: readonly BorderRing[]
  readonly width: number
}

/** Null without a point. */
export function renderMap({ hits, geo, borders, width }: MapInput): HTMLElement | null {
  const points = hits.flatMap(({ place }, index): readonly NumberedPoint[] =>
    typeof place?.lat === 'number' && typeof place.lng === 'number'
      ? [{ number: index + 1, lat: place.lat, lng: place.lng }]
      : [],
  )
  if (points.length === 0) return null
  const height = Math.round(Math.min(300, Math.max(190, width * 0.42)))
  const projection = createProjection([...points, ...(geo ? [geo] : [])], { width, height })
  const pins = groupPins(points.map(({ number, lat, lng }) => ({ number, ...projection.project(lng, lat) })))
  const drawing = svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': describeMap(points, geo) },
    svg('path', { class: 'land', d: outlinePath(borders, projection) }),
    ...(geo ? renderPosition(geo, projection) : []),
    renderScale(projection),
    ...labelCities(hits, pins),
    ...pins.map(renderPin),
  )
  return element('figure', { class: 'map' }, drawing, element('figcaption', {}, describePrecision(hits)))
}

function describeMap(points: readonly NumberedPoint[], geo: Geo | undefined): string {
  const around = geo ? ', with rings of distance around the position of the search' : ''
  return `Map of ${points.length} of the results by their numbers in the list${around}`
}

/** Most points are centers of ZIP codes, which a pin does not show. */
function describePrecision(hits: readonly ListedHit[]): string {
  const precisions = hits.flatMap(({ place }) => (place?.lat == null ? [] : [place.geo_precision]))
  const isApproximate = precisions.some((precision) => precision !== 'address')
  const missing = hits.length - precisions.length
  return [
    isApproximate && 'Pins mark the center of a ZIP code where the exact point is not known.',
    missing > 0 && `${missing} not on the map: no point known.`,
    'Outlines are simplified.',
  ]
    .filter(Boolean)
    .join(' ')
}

function outlinePath(borders: readonly BorderRing[], { project, isVisible }: Projection): string {
  const draw = (ring: BorderRing) =>
    `M${ring
      .map(([lng, lat]) => project(lng, lat))
      .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
      .join('L')}Z`
  return borders.filter(isVisible).map(draw).join('')
}

const ringMiles = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]

/** At least two rings of the position that differ enough to read their labels. */
function renderPosition(
  geo: Geo,
  { project, pixelsPerMile, width, height }: Projection,
): readonly SVGElement[] {
  const { x, y } = project(geo.lng, geo.lat)
  const longest = Math.hypot(Math.max(x, width - x), Math.max(y, height - y))
  const rings = ringMiles
    .map((miles) => ({ miles, radius: miles * pixelsPerMile }))
    .filter(({ radius }) => radius > 34 && radius < longest)
  return [
    ...rings.map(({ radius }) => svg('circle', { class: 'ring', cx: x, cy: y, r: radius.toFixed(1) })),
    ...rings
      .filter(({ radius }) => y - radius > 14)
      .map(({ miles, radius }) =>
        svg('text', { class: 'ring-label', x, y: (y - radius + 4).toFixed(1) }, `${miles} mi`),
      ),
    svg('path', { class: 'position', d: `M${x - 6} ${y}h12M${x} ${y - 6}v12` }),
  ]
}

/** The widths of its letters differ; the mean is 6.5 pixels. */
const letterWidth = 6.5

/** The city of each pin, once, below or above it. A label that would overlap a pin or another label is left out. */
function labelCities(hits: readonly ListedHit[], pins: readonly Pin[]): readonly SVGElement[] {
  const labels = new Map<string, MapBox>()
  for (const { x, y, numbers } of pins.toReversed()) {
    const city = formatAddress({ city: hits[numbers[0]! - 1]?.place?.city ?? null })
    const width = city.length * letterWidth
    const free = [y + 21, y - 21]
      .map((middle) => ({ x, y: middle, width }))
      .find((box) => ![...pins, ...labels.values()].some((other) => overlap(box, other)))
    if (city !== '' && !labels.has(city) && free !== undefined) labels.set(city, free)
  }
  return [...labels].map(([city, { x, y }]) => svg('text', { x, y: y + 4 }, city))
}

/** A bar of a round number of miles. */
function renderScale({ pixelsPerMile, height }: Projection): SVGElement {
  const miles = ringMiles.findLast((candidate) => candidate * pixelsPerMile < 90) ?? ringMiles[0]!
  const length = Math.round(miles * pixelsPerMile)
  const y = height - 12
  return svg(
    'g',
    { class: 'scale' },
    svg('path', { d: `M12 ${y - 4}v4h${length}v-4` }),
    svg('text', { x: length + 18, y }, `${miles} mi`),
  )
}

/** Hits at one point share a pin. */
function renderPin({ x, y, label, numbers, width }: Pin): SVGElement {
  const shape = { x: x - width / 2, y: y - 11, width, height: 22, rx: 11 }
  return svg(
    'g',
    { class: 'pin', 'data-numbers': numbers.join(' ') },
    svg('rect', shape),
    svg('text', { x, y: y + 4 }, label),
  )
}
