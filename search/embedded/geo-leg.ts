/** The geographic leg: the entities within a circle, each with the miles to the nearest of its points. */
import { distanceMiles } from '@careatlas/directory/distance'
import type { Query } from '../search-engine.ts'
import { lowerBound } from './binary-search.ts'
import type { EntityTable } from './entity-table.ts'
import { cellsAround } from './grid.ts'
import type { Segment } from './segment.ts'

/** Fills `miles`, which comes back holding the entities at most `radiusMiles` away and nothing else. */
export function withinRadius(
  segment: Segment,
  position: NonNullable<Query['position']>,
  miles: EntityTable,
): EntityTable {
  const { 'geo.cell': cells, 'geo.lat': lats, 'geo.lng': lngs } = segment.columns
  const { 'geo.start': starts, 'geo.entity': entities } = segment.columns
  miles.clear()
  for (const run of cellsAround(position, position.radiusMiles)) {
    const first = lowerBound(cells.length, (point) => cells[point]! < run.first)
    for (let point = first; point < cells.length && cells[point]! <= run.last; point++) {
      const distance = distanceMiles(position, { lat: lats[point]!, lng: lngs[point]! })
      if (distance > position.radiusMiles) continue
      for (let at = starts[point]!; at < starts[point + 1]!; at++) miles.lower(entities[at]!, distance)
    }
  }
  return miles
}
