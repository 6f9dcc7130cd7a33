/** Geographic candidates: the entities within a circle, each with the miles to the nearest of its points. */
import { distanceMiles } from '@careatlas/directory/distance'
import type { Query } from '../search-engine.ts'
import { lowerBound } from './binary-search.ts'
import type { EntityTable } from './entity-table.ts'
import { cellsAround } from './grid.ts'
import type { Segment } from './segment.ts'

type Position = NonNullable<Query['position']>

/**
 * Adds the entities within `radiusMiles` to the table, each with its distance, in the order of distance: an entity with several
 * points gets the nearest, and because many entities share a point, the first ones in order are found without sorting all.
 */
export function addGeoCandidates(segment: Segment, position: Position, table: EntityTable): void {
  const { 'geo.start': starts, 'geo.entity': entities } = segment.columns
  for (const { point, miles } of findPoints(segment, position)) {
    for (let index = starts[point]!; index < starts[point + 1]!; index++) table.add(entities[index]!, miles)
  }
}

/** The number of entities in the cells around the position: an upper bound for those within `radiusMiles`. */
export function countAround(segment: Segment, position: Position): number {
  const { 'geo.start': starts } = segment.columns
  return pointsAround(segment, position).reduce((sum, { from, to }) => sum + starts[to]! - starts[from]!, 0)
}

/** The points in the cells around the position, `from` up to `to` (exclusive). */
function pointsAround({ columns }: Segment, position: Position) {
  const { 'geo.cell': cells } = columns
  const firstFrom = (cell: number) => lowerBound(cells.length, (point) => cells[point]! < cell)
  return cellsAround(position, position.radiusMiles).map(({ first, last }) => ({
    from: firstFrom(first),
    to: firstFrom(last + 1),
  }))
}

/** The points within `radiusMiles`, the nearest first. */
function findPoints(segment: Segment, position: Position) {
  const { 'geo.lat': lats, 'geo.lng': lngs } = segment.columns
  const found: { point: number; miles: number }[] = []
  for (const { from, to } of pointsAround(segment, position)) {
    for (let point = from; point < to; point++) {
      const miles = distanceMiles(position, { lat: lats[point]!, lng: lngs[point]! })
      if (miles <= position.radiusMiles) found.push({ point, miles })
    }
  }
  return found.toSorted((a, b) => a.miles - b.miles)
}
