/** Reads `state-borders.txt`: the outlines of the states, which share the arcs between them. */

/** Digits of base 64. */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The grid of the points; 1/200 of a degree of latitude is 0.35 miles. */
export const unitsPerDegree = 200

/** Longitude and latitude in degrees. */
export type BorderPoint = readonly [lng: number, lat: number]

/** A closed line around land. */
export type BorderRing = readonly BorderPoint[]

export interface StateOutline {
  readonly name: string
  readonly rings: readonly BorderRing[]
}

/**
 * The text has a line per state, `name:arc,arc;arc` with `;` between rings and `~arc`, a negative number, for an arc that is drawn
 * backward, and below an empty line a line per arc.
 */
export function readStateOutlines(text: string): readonly StateOutline[] {
  const [states = '', lines = ''] = text.trim().split('\n\n')
  const arcs = lines.split('\n').map(readArc)
  const drawArc = (arc: number) => (arc < 0 ? (arcs[~arc] ?? []).toReversed() : (arcs[arc] ?? []))
  return states.split('\n').map((line) => {
    const [name = '', rings = ''] = line.split(':')
    return {
      name,
      rings: rings.split(';').map((ring) => ring.split(',').flatMap((arc) => drawArc(Number(arc)))),
    }
  })
}

/** The rings of all states. */
export function readStateBorders(text: string): readonly BorderRing[] {
  return readStateOutlines(text).flatMap(({ rings }) => rings)
}

function readArc(text: string): readonly BorderPoint[] {
  const values = readIntegers(text)
  const points: BorderPoint[] = []
  let [x, y] = [0, 0]
  for (let index = 0; index < values.length; index += 2) {
    x += values[index] ?? 0
    y += values[index + 1] ?? 0
    points.push([x / unitsPerDegree, y / unitsPerDegree])
  }
  return points
}

/** Zigzag integers in groups of 5 bits, the lowest first; a sixth bit is set if another group follows. */
function readIntegers(text: string): readonly number[] {
  const integers: number[] = []
  let [value, shift] = [0, 0]
  for (const digit of text) {
    const bits = alphabet.indexOf(digit)
    value |= (bits & 31) << shift
    shift += 5
    if (bits >= 32) continue
    integers.push(value & 1 ? -(value + 1) / 2 : value / 2)
    ;[value, shift] = [0, 0]
  }
  return integers
}
