/** The projection of a map: plate carrée with the true scale at its center. */
import type { BorderPoint } from '../../web/map/state-borders.ts'

/** In pixels. */
export interface MapSize {
  readonly width: number
  readonly height: number
}

export interface Projection extends MapSize {
  readonly pixelsPerMile: number
  project(this: void, lng: number, lat: number): { readonly x: number; readonly y: number }
  /** Whether the box around a line overlaps the map. */
  isVisible(this: void, line: readonly BorderPoint[]): boolean
}

interface Position {
  readonly lat: number
  readonly lng: number
}

/** At the mean radius of the Earth. */
const milesPerDegree = 69.09

/** A closer map would show the simplification of its outlines. */
const smallestSpanMiles = 14

/** Pixels around the outermost points: half a pin and its label. */
const margin = 34

/** Fits the positions into the map. */
export function createProjection(positions: readonly Position[], { width, height }: MapSize): Projection {
  const [south, north] = range(positions.map(({ lat }) => lat))
  const [west, east] = range(positions.map(({ lng }) => lng))
  const center = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const narrowing = Math.cos((center.lat * Math.PI) / 180)
  const span = {
    x: Math.max((east - west) * narrowing * milesPerDegree, smallestSpanMiles),
    y: Math.max((north - south) * milesPerDegree, smallestSpanMiles),
  }
  const pixelsPerMile = Math.min((width - 2 * margin) / span.x, (height - 2 * margin) / span.y)
  const perDegree = pixelsPerMile * milesPerDegree
  const project = (lng: number, lat: number) => ({
    x: width / 2 + (lng - center.lng) * narrowing * perDegree,
    y: height / 2 - (lat - center.lat) * perDegree,
  })
  const isVisible = (line: readonly BorderPoint[]) => {
    const [left, right] = range(line.map(([lng, lat]) => project(lng, lat).x))
    const [top, bottom] = range(line.map(([lng, lat]) => project(lng, lat).y))
    return left < width && right > 0 && top < height && bottom > 0
  }
  return { width, height, pixelsPerMile, project, isVisible }
}

function range(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
