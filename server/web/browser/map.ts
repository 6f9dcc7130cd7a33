/** The map of the demo: state outlines, the names of states and towns, and the results of the list as numbered pins. Its button loads it. */
import {
  type Label,
  type LabelPoint,
  type MapView,
  type NamedPoint,
  nameStates,
  placeLabels,
} from '../map/labels.ts'
import { groupPins, type Pin } from '../map/pins.ts'
import { type BorderRing, readStateOutlines, type StateOutline } from '../map/state-borders.ts'

interface Position {
  readonly lat: number
  readonly lng: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The same scale as the map of the MCP view: plate carrée, at the mean radius of the Earth. */
const milesPerDegree = 69.09
const narrowestMiles = 6
/** The results are shown with what lies around them. */
const fit = { miles: 14, margin: 40 }
const widestMiles = 3500

/** The parts of the world that the outlines cover. */
const bounds = { south: 13, north: 72, west: -180, east: -64 }
const wholeCountry: readonly Position[] = [
  { lat: 25, lng: -124 },
  { lat: 49, lng: -67 },
]

/** About 100 m, as of the location of the browser. */
const centerDecimals = 3

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties)
}

function makeSvg(tag: string, attributes: Readonly<Record<string, string>>, text = ''): SVGElement {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.textContent = text
  return node
}

const findSlot = () => document.querySelector<HTMLElement>('#map-slot')
const findButton = () => document.querySelector<HTMLElement>('#show-map')!
const texts: DOMStringMap = findSlot()!.dataset

const canvas = make('div', {
  className: 'map-canvas',
  tabIndex: 0,
  role: 'group',
  ariaLabel: texts['label']!,
})
const svg = makeSvg('svg', { 'aria-hidden': 'true' })
const land = makeSvg('path', { class: 'land' })
const closer = make('button', { className: 'zoom quiet', type: 'button', textContent: '+' })
closer.ariaLabel = texts['closer']!
const farther = make('button', { className: 'zoom quiet', type: 'button', textContent: '−' })
farther.ariaLabel = texts['farther']!
const search = make('button', { type: 'button', textContent: texts['search']!, hidden: true })
const tools = make('div', { className: 'map-tools' })
tools.append(closer, farther, search)
const figure = make('figure', { className: 'map' })
figure.append(canvas, tools, make('figcaption', { textContent: texts['caption']! }))
canvas.append(svg)

let isOpen = false
let center: Position = { lat: 39, lng: -96 }
let pixelsPerMile = 1

const size = (): Size => ({ width: canvas.clientWidth, height: canvas.clientHeight })
const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
const narrowing = () => Math.cos((center.lat * Math.PI) / 180)

/** In pixels: those of a degree of latitude and of longitude, and those of latitude 0 and longitude 0. */
function projection({ width, height }: Size) {
  const perLat = -pixelsPerMile * milesPerDegree
  const perLng = -perLat * narrowing()
  return { perLat, perLng, x0: width / 2 - center.lng * perLng, y0: height / 2 - center.lat * perLat }
}

// Results of the list

interface Result extends Position {
  readonly number: number
  readonly item: Element
}

/** Results without a known position have no pin. */
function readResults(): readonly Result[] {
  return [...document.querySelectorAll<HTMLElement>('#results > .result')].flatMap((item) => {
    const [lat, lng] = [item.dataset['latitude'], item.dataset['longitude']].map((text) =>
      text ? Number(text) : Number.NaN,
    )
    const number = Number(item.querySelector('.number')?.textContent)
    return Number.isFinite(lat) && Number.isFinite(lng) ? [{ lat: lat!, lng: lng!, number, item }] : []
  })
}

function fitResults(): void {
  const results = readResults()
  const positions = results.length > 0 ? results : wholeCountry
  const [lats, lngs] = [positions.map(({ lat }) => lat), positions.map(({ lng }) => lng)]
  const [south, north, west, east] = [
    Math.min(...lats),
    Math.max(...lats),
    Math.min(...lngs),
    Math.max(...lngs),
  ]
  center = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const { width, height } = size()
  const across = Math.max((east - west) * narrowing() * milesPerDegree, fit.miles)
  const along = Math.max((north - south) * milesPerDegree, fit.miles)
  pixelsPerMile = Math.min((width - 2 * fit.margin) / across, (height - 2 * fit.margin) / along)
  search.hidden = true
  draw()
  loadTowns()
}

// Drawing

function draw(): void {
  const { width, height } = size()
  const { perLat, perLng, x0, y0 } = projection({ width, height })
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  land.setAttribute('transform', `matrix(${perLng} 0 0 ${perLat} ${x0} ${y0})`)
  const results = readResults()
  const points = results.map(({ number, lat, lng }) => ({
    number,
    x: x0 + lng * perLng,
    y: y0 + lat * perLat,
  }))
  const pins = groupPins(points)
  const buttons = pins.toReversed().map((pin) => pinButton(pin, results))
  svg.replaceChildren(land, ...nameLabels(pins), ...scaleBar(height))
  canvas.replaceChildren(svg, ...buttons)
}

// Names

let outlines: readonly StateOutline[] = []
/** The largest towns of `townsView`, the largest first. */
let towns: readonly NamedPoint[] = []
let townsView: MapView | null = null

/** The part of the world that the map shows, enlarged by a share of its size on each side. */
function findView(share = 0): MapView {
  const { width, height } = size()
  const perPixel = (0.5 + share) / pixelsPerMile / milesPerDegree
  const [along, across] = [height * perPixel, (width * perPixel) / narrowing()]
  return {
    south: center.lat - along,
    north: center.lat + along,
    west: center.lng - across,
    east: center.lng + across,
  }
}

/** In pixels, as `styles/map.css` sets the letters. Names of states are also above or below a pin at their point. */
const stateNames = { letterWidth: 8.5, shifts: [0, 24, -24, 48, -48], labelsMax: 12 }
const townNames = { letterWidth: 6.5, shifts: [13, -13, 24, -24], labelsMax: 24 }

/** Pins come first, then states, then towns from the largest one. */
function nameLabels(pins: readonly Pin[]): readonly SVGElement[] {
  const { width, height } = size()
  const { perLat, perLng, x0, y0 } = projection({ width, height })
  const toPoint = ({ name, lat, lng }: NamedPoint): LabelPoint => ({
    text: name,
    x: x0 + lng * perLng,
    y: y0 + lat * perLat,
  })
  const scale = { x: 60, y: height - 14, width: 130 }
  const states = placeLabels(nameStates(outlines, findView()).map(toPoint), [...pins, scale], {
    ...stateNames,
    width,
    height,
  })
  const placed = placeLabels(towns.map(toPoint), [...pins, scale, ...states], { ...townNames, width, height })
  return [
    ...states.map((label) => nameText(label, 'state')),
    ...placed.flatMap((label) => [
      makeSvg('circle', { class: 'town', cx: String(label.point.x), cy: String(label.point.y), r: '2' }),
      nameText(label, 'town'),
    ]),
  ]
}

function nameText({ text, x, y }: Label, className: 'state' | 'town'): SVGElement {
  return makeSvg('text', { class: className, x: String(x), y: String(y + 4) }, text)
}

/** The loaded towns reach beyond the map by its size, and are loaded again when the map leaves them or has become much smaller. */
const townsShare = 1
const townsZoom = 4
const townsPauseMs = 250
let townsTimer = 0

function needsTowns(): boolean {
  if (townsView === null) return true
  const { south, west, north, east } = findView()
  const isWithin =
    south >= townsView.south && west >= townsView.west && north <= townsView.north && east <= townsView.east
  return !isWithin || (townsView.north - townsView.south) / (north - south) > (1 + 2 * townsShare) * townsZoom
}

/** Waits until the map stops moving. Without towns, the map is still useful. */
function loadTowns(): void {
  clearTimeout(townsTimer)
  if (!needsTowns()) return
  townsTimer = setTimeout(async () => {
    const view = findView(townsShare)
    const box = [view.south, view.west, view.north, view.east].map((degrees) =>
      degrees.toFixed(centerDecimals),
    )
    try {
      const response = await fetch(`${texts['towns']!}?box=${box.join(',')}`)
      if (!response.ok) return
      towns = ((await response.json()) as { readonly towns: readonly NamedPoint[] }).towns
      townsView = view
      draw()
    } catch {
      // The next move tries again.
    }
  }, townsPauseMs)
}

/** In degrees, so that moving the map only changes its transformation. */
function outlinePath(borders: readonly BorderRing[]): string {
  return borders.map((ring) => `M${ring.map(([lng, lat]) => `${lng} ${lat}`).join('L')}Z`).join('')
}

const scaleMiles = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]

function scaleBar(height: number): readonly SVGElement[] {
  const miles = scaleMiles.findLast((candidate) => candidate * pixelsPerMile < 90) ?? scaleMiles[0]!
  const length = Math.round(miles * pixelsPerMile)
  return [
    makeSvg('path', { class: 'scale', d: `M12 ${height - 16}v4h${length}v-4` }),
    makeSvg('text', { x: String(length + 18), y: String(height - 12) }, `${miles} mi`),
  ]
}

/** Focuses the first of its results in the list. */
function pinButton({ x, y, label, numbers }: Pin, results: readonly Result[]): HTMLButtonElement {
  const button = make('button', { className: 'pin', type: 'button', textContent: label })
  // The name has the visible text, so that voice control finds the button (WCAG 2.5.3).
  button.ariaLabel = texts['pin']!.replace('#', label)
  button.dataset['numbers'] = numbers.join(' ')
  // The policy of the page permits styles that scripts set, but no style attributes.
  button.style.left = `${x}px`
  button.style.top = `${y}px`
  button.addEventListener('click', () => {
    const found = results.find(({ number }) => number === numbers[0])
    found?.item.querySelector<HTMLElement>('h3 a')?.focus()
  })
  return button
}

// Moving

function moveBy(pixelsRight: number, pixelsDown: number): void {
  const perDegree = pixelsPerMile * milesPerDegree
  center = {
    lat: clamp(center.lat - pixelsDown / perDegree, bounds.south, bounds.north),
    lng: clamp(center.lng + pixelsRight / perDegree / narrowing(), bounds.west, bounds.east),
  }
  search.hidden = false
  draw()
  loadTowns()
}

/** The point `anchor` of the map, in pixels, stays where it is; default: the center. */
function zoomBy(factor: number, anchor?: PixelPoint): void {
  const { width, height } = size()
  const before = pixelsPerMile
  pixelsPerMile = clamp(pixelsPerMile * factor, width / widestMiles, width / narrowestMiles)
  const { x, y } = anchor ?? { x: width / 2, y: height / 2 }
  const growth = pixelsPerMile / before - 1
  moveBy((x - width / 2) * growth, (y - height / 2) * growth)
}

closer.addEventListener('click', () => zoomBy(2))
farther.addEventListener('click', () => zoomBy(1 / 2))

/** In pixels. */
const keyStep = 80
const keys: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => moveBy(-keyStep, 0),
  ArrowRight: () => moveBy(keyStep, 0),
  ArrowUp: () => moveBy(0, -keyStep),
  ArrowDown: () => moveBy(0, keyStep),
  '+': () => zoomBy(2),
  '=': () => zoomBy(2),
  '-': () => zoomBy(1 / 2),
}

canvas.addEventListener('keydown', (event) => {
  const act = event.target === canvas && !event.ctrlKey && !event.metaKey ? keys[event.key] : undefined
  if (act === undefined) return
  event.preventDefault()
  act()
})

interface PixelPoint {
  readonly x: number
  readonly y: number
}

/** The pressed pointers, at most two of which move the map: one drags, two also zoom. */
const pointers = new Map<number, PixelPoint>()

function findPoint({ clientX, clientY }: PointerEvent): PixelPoint {
  const { left, top } = canvas.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** The middle of the first two pointers, and their distance; 0 for one. */
function measurePointers(): PixelPoint & { readonly distance: number } {
  const [a, b] = [...pointers.values()] as [PixelPoint, PixelPoint?]
  const other = b ?? a
  return {
    x: (a.x + other.x) / 2,
    y: (a.y + other.y) / 2,
    distance: Math.hypot(a.x - other.x, a.y - other.y),
  }
}

canvas.addEventListener('pointerdown', (event) => {
  if (event.target instanceof Element && event.target.closest('button')) return
  canvas.setPointerCapture(event.pointerId)
  pointers.set(event.pointerId, findPoint(event))
})
canvas.addEventListener('pointermove', (event) => {
  if (!pointers.has(event.pointerId)) return
  const before = measurePointers()
  pointers.set(event.pointerId, findPoint(event))
  const now = measurePointers()
  moveBy(before.x - now.x, before.y - now.y)
  if (before.distance > 0 && now.distance > 0) zoomBy(now.distance / before.distance, now)
})
// Also when the browser cancels the pointer.
canvas.addEventListener('lostpointercapture', ({ pointerId }) => pointers.delete(pointerId))

// Searching

/** The smallest radius of the form that covers the map; its widest radius if none does. */
function coveringRadius(options: readonly HTMLOptionElement[]): string {
  const { width, height } = size()
  const miles = Math.hypot(width, height) / 2 / pixelsPerMile
  const radii = options.map(({ value }) => Number(value)).filter((value) => value > 0)
  const sorted = radii.toSorted((a, b) => a - b)
  return String(sorted.find((radius) => radius >= miles) ?? sorted.at(-1))
}

search.addEventListener('click', () => {
  const field = document.querySelector<HTMLInputElement>('#place')!
  const radius = document.querySelector<HTMLSelectElement>('#radius_miles')!
  field.value = [center.lat, center.lng].map((degrees) => degrees.toFixed(centerDecimals)).join(', ')
  radius.value = coveringRadius([...radius.options])
  field.form!.requestSubmit()
})

// Showing

/** Each search replaces the slot and its button. */
function placeMap(): void {
  const slot = findSlot()
  if (slot === null) return
  const button = findButton()
  button.textContent = isOpen ? texts['hide']! : texts['show']!
  button.ariaExpanded = String(isOpen)
  if (!isOpen) return figure.remove()
  slot.append(figure)
  fitResults()
}

async function open(): Promise<void> {
  isOpen = true
  placeMap()
  const response = await fetch(texts['borders']!)
  if (!response.ok) throw new Error(`${response.status} without outlines`)
  outlines = readStateOutlines(await response.text())
  land.setAttribute('d', outlinePath(outlines.flatMap(({ rings }) => rings)))
  draw()
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('#show-map')) return
  isOpen = !isOpen
  placeMap()
})
addEventListener('pagechange', placeMap)
addEventListener('resize', () => isOpen && draw())
await open()
