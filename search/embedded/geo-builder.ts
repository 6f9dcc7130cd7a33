/** Groups the points of entities by cell and coordinates: many entities share a ZIP centroid. */
import type { Point } from '@careatlas/directory/distance'
import { newColumn } from './column.ts'
import { cellOf } from './grid.ts'
import { GrowableColumn } from './growable-column.ts'
import type { Columns } from './segment.ts'

type GeoColumns = Pick<Columns, 'geo.cell' | 'geo.lat' | 'geo.lng' | 'geo.start' | 'geo.entity'>

/** Entities are added in order; an entity may have any number of points. */
export class GeoBuilder {
  readonly #cells = new GrowableColumn('u32')
  readonly #lats = new GrowableColumn('f64')
  readonly #lngs = new GrowableColumn('f64')
  readonly #entities = new GrowableColumn('u32')

  add(entity: number, point: Point): void {
    this.#cells.push(cellOf(point))
    this.#lats.push(point.lat)
    this.#lngs.push(point.lng)
    this.#entities.push(entity)
  }

  finish(): GeoColumns {
    const [cells, lats, lngs] = [this.#cells.view(), this.#lats.view(), this.#lngs.view()]
    const entities = this.#entities.view()
    const order = newColumn('u32', cells.length).map((_, row) => row)
    const comparePoints = (a: number, b: number) =>
      cells[a]! - cells[b]! || lats[a]! - lats[b]! || lngs[a]! - lngs[b]!
    // The sort is stable, so the entities at a point stay in ascending order.
    order.sort(comparePoints)

    const points = new GrowableColumn('u32')
    const starts = new GrowableColumn('u32')
    const entitiesByPoint = new GrowableColumn('u32')
    let previous = -1
    for (const row of order) {
      const samePoint = previous !== -1 && comparePoints(previous, row) === 0
      if (!samePoint) {
        points.push(row)
        starts.push(entitiesByPoint.length)
      }
      if (!samePoint || entities[previous] !== entities[row]) entitiesByPoint.push(entities[row]!)
      previous = row
    }
    starts.push(entitiesByPoint.length)

    const distinct = points.view()
    return {
      'geo.cell': distinct.map((row) => cells[row]!),
      'geo.lat': Float64Array.from(distinct, (row) => lats[row]!),
      'geo.lng': Float64Array.from(distinct, (row) => lngs[row]!),
      'geo.start': starts.view(),
      'geo.entity': entitiesByPoint.view(),
    }
  }
}
