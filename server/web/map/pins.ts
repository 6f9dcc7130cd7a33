/** Pins of a map: points that would overlap share one. */

export interface PinPoint {
  readonly number: number
  readonly x: number
  readonly y: number
}

/** A pin or a label; its height is 22. */
export interface MapBox {
  /** The center. */
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface Pin extends MapBox {
  readonly numbers: readonly number[]
  readonly label: string
}

/** In pixels, between the centers of boxes in a column. */
const minimumGap = 20

const shownNumbersMax = 4

/** Groups pins until none overlaps another; a group is at the mean of its points. */
export function groupPins(points: readonly PinPoint[]): readonly Pin[] {
  let groups: readonly Pin[] = points.map((point) => createPin([point]))
  const members = new Map(groups.map((pin, index) => [pin, [points[index]!]]))
  for (let pair = findOverlap(groups); pair !== null; pair = findOverlap(groups)) {
    const [a, b] = pair
    const joined = [...members.get(a)!, ...members.get(b)!].toSorted((one, two) => one.number - two.number)
    const pin = createPin(joined)
    members.set(pin, joined)
    groups = [...groups.filter((group) => group !== a && group !== b), pin]
  }
  return groups.toSorted((a, b) => b.numbers[0]! - a.numbers[0]!)
}

/** Whether two boxes cover each other. */
export function overlap(a: MapBox, b: MapBox): boolean {
  return Math.abs(a.y - b.y) < minimumGap && Math.abs(a.x - b.x) < (a.width + b.width) / 2
}

function findOverlap(pins: readonly Pin[]): readonly [Pin, Pin] | null {
  for (const [index, a] of pins.entries()) {
    const b = pins.slice(index + 1).find((pin) => overlap(a, pin))
    if (b !== undefined) return [a, b]
  }
  return null
}

function createPin(points: readonly PinPoint[]): Pin {
  const mean = (axis: 'x' | 'y') =>
    Math.round(points.reduce((sum, point) => sum + point[axis], 0) / points.length)
  const numbers = points.map(({ number }) => number)
  const label = labelNumbers(numbers)
  return { x: mean('x'), y: mean('y'), numbers, label, width: Math.max(22, label.length * 7 + 12) }
}

/** `1–3` for consecutive numbers, else `1, 4, 9`; a long list is cut: `1, 4, 9, 12 +3`. */
function labelNumbers(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)]
  if (numbers.length > 2 && last - first === numbers.length - 1) return `${first}–${last}`
  const more = numbers.length - shownNumbersMax
  return numbers.slice(0, shownNumbersMax).join(', ') + (more > 0 ? ` +${more}` : '')
}
