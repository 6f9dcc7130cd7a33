/** Geographic candidates: the entities within a circle, each with the miles to the nearest of its points. */
import { distanceMiles } from '@careatlas/directory/distance'
import type { Query } from '../search-engine.ts'
import { lowerBound } from './binary-search.ts'
import type { EntityTable } from './entity-table.ts'
import { cellsAround } from './grid.ts'
import type { Segment } from './segment.ts'

/** Adds the entities within `radiusMiles` to the table, each with its distance. */
export function addGeoCandidates(
  segment: Segment,
  position: NonNullable<Query['position']>,
  table: EntityTable,
): void {
  const { 'geo.cell': cells, 'geo.lat': lats, 'geo.lng': lngs } = segment.columns
  const { 'geo.start': starts, 'geo.entity': entities } = segment.columns
  for (const run of cellsAround(position, position.radiusMiles)) {
    const first = lowerBound(cells.length, (point) => cells[point]! < run.first)
    for (let point = first; point < cells.length && cells[point]! <= run.last; point++) {
      const distance = distanceMiles(position, { lat: lats[point]!, lng: lngs[point]! })
      if (distance > position.radiusMiles) continue
      for (let index = starts[point]!; index < starts[point + 1]!; index++)
        table.setMin(entities[index]!, distance)
    }
  }
}
