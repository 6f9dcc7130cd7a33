/** `/map/towns?box=south,west,north,east`: the largest towns of a part of the map, for its labels. */
import { ApiError } from '@careatlas/contract/errors'
import { readQueryString } from '@careatlas/contract/query-string'
import type { Town } from '@careatlas/directory/snapshot/format'
import { titleCasePlace } from '@careatlas/directory/title-case'

export const mapTownsPath = '/map/towns'

/** A view of the map has room for about twenty names; the box is larger than the view. */
const townsMax = 120

interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** A town with its name, and the point of its label. */
export type MapTown = Pick<Town, 'name' | 'lat' | 'lng'>

/** The towns with the most addresses, the largest first. */
export function largestTowns(towns: readonly Town[], { south, west, north, east }: Box): readonly MapTown[] {
  return towns
    .filter(({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east)
    .toSorted((a, b) => b.addresses - a.addresses)
    .slice(0, townsMax)
    .map(({ name, lat, lng }) => ({ name: titleCasePlace(name), lat, lng }))
}

/** @throws ApiError `invalid_parameter` unless `box` is one box of four numbers in degrees */
export function parseBox(search: string): Box {
  const values = readQueryString(search).get('box') ?? []
  const parts = values.length === 1 ? values[0]!.split(',') : []
  const numbers = parts.filter((part) => /^-?\d{1,3}(?:\.\d{1,6})?$/.test(part)).map(Number)
  const [south, west, north, east] = numbers as [number, number, number, number]
  if (parts.length !== 4 || numbers.length !== 4 || south > north || west > east)
    throw new ApiError(
      'invalid_parameter',
      'box must be four numbers in degrees, separated by commas: south, west, north and east.',
    )
  return { south, west, north, east }
}
