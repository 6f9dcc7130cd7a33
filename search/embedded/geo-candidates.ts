/** Geographic candidates: the entities within a circle, each with the miles to the nearest of its points. */
import { distanceMiles } from '@careatlas/directory/distance'
import type { Query } from '../search-engine.ts'
import { lowerBound } from './binary-search.ts'
import type { EntityTable } from './entity-table.ts'
import { cellsAround } from './grid.ts'
import type { Segment } from './segment.ts'

/**
 * Adds the entities within `radiusMiles` to the table, each with its distance, in the order of distance: an entity with several
 * points gets the nearest, and because many entities share a point, the first ones in order are found without sorting all.
 */
export function addGeoCandidates(
  segment: Segment,
  position: NonNullable<Query['position']>,
  table: EntityTable,
): void {
  const { 'geo.start': starts, 'geo.entity': entities } = segment.columns
  for (const { point, miles } of findPoints(segment, position)) {
    for (let index = starts[point]!; index < starts[point + 1]!; index++) table.add(entities[index]!, miles)
  }
}

/** The points within `radiusMiles`, the nearest first. */
function findPoints({ columns }: Segment, position: NonNullable<Query['position']>) {
  const { 'geo.cell': cells, 'geo.lat': lats, 'geo.lng': lngs } = columns
  const found: { point: number; miles: number }[] = []
  for (const run of cellsAround(position, position.radiusMiles)) {
    const first = lowerBound(cells.length, (point) => cells[point]! < run.first)
    for (let point = first; point < cells.length && cells[point]! <= run.last; point++) {
      const miles = distanceMiles(position, { lat: lats[point]!, lng: lngs[point]! })
      if (miles <= position.radiusMiles) found.push({ point, miles })
    }
  }
  return found.toSorted((a, b) => a.miles - b.miles)
}
