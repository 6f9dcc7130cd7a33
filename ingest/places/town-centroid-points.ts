/** Finds points that are not those of a building: a geocoder that does not find a building returns the center of the town. */
import { normalizeAddress } from '@careatlas/directory/address'
import type { Facility } from '../facts/facts.ts'
import type { Listing } from './listing.ts'

/**
 * Returns the listings that share their point with another house number in another street or ZIP code. Neighbors in one street
 * may share a point.
 */
export function findTownCentroidPoints(listings: readonly Listing[]): readonly Listing[] {
  const located = listings.filter(({ fact }) => fact.point !== null)
  const byPoint = Map.groupBy(located, ({ fact }) => composePointKey(fact))
  return [...byPoint.values()]
    .filter((sharing) => hasSeveralBuildings(sharing.map(({ fact }) => toBuilding(fact))))
    .flat()
}

/** Compares all pairs, so that the order of the listings does not matter. */
function hasSeveralBuildings(buildings: readonly Building[]): boolean {
  return buildings.some((one, index) => buildings.slice(index + 1).some((other) => areDistinct(one, other)))
}

/** Rounds to four decimals (eleven meters), because lists round the same point to four, six or more. */
function composePointKey({ point }: Facility): string {
  return `${point!.lat.toFixed(4)},${point!.lng.toFixed(4)}`
}

interface Building {
  readonly number: string
  readonly street: string
  readonly zip5: string
}

function toBuilding({ practice }: Facility): Building {
  const { line, zip5 } = normalizeAddress(practice.address)
  return { number: /\d+/.exec(line)?.[0] ?? line, street: line.replace(/^\S*\d\S* /, ''), zip5 }
}

function areDistinct(one: Building, other: Building): boolean {
  return one.number !== other.number && (one.street !== other.street || one.zip5 !== other.zip5)
}
