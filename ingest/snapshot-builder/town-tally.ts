/** Counts the addresses of each town by ZIP code while cards are written, for `towns.json`. */
import type { Address, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { addressConflict } from '@careatlas/directory/address-conflict'
import type { Point } from '@careatlas/directory/distance'
import type { Town } from '@careatlas/directory/snapshot/format'
import { findZipPoint } from '@careatlas/directory/zip'
import { wordsOf } from '@careatlas/vocabulary/words'
import { compareText } from '../ordering.ts'

/** `<town>\t<state>` → ZIP code → the number of addresses. */
export type TownCounts = Map<string, Map<string, number>>

export class TownTally {
  readonly counts: TownCounts = new Map()

  addProvider({ practice_locations }: ProviderCard): void {
    for (const { address } of practice_locations) this.#add(address)
  }

  /** A place of care that location search presents. */
  addLocation({ address }: LocationCard): void {
    this.#add(address)
  }

  /** Adds the counts of another tally. */
  merge(counts: TownCounts): void {
    for (const [town, zips] of counts) for (const [zip, addresses] of zips) this.#addZip(town, zip, addresses)
  }

  /** Each town with the median point of its ZIP codes. Omits towns without a ZIP code that has an area. */
  toTowns(): readonly Town[] {
    return [...this.counts]
      .toSorted(([a], [b]) => compareText(a, b))
      .flatMap(([town, zips]): Town[] => {
        const [name = '', state = ''] = town.split('\t')
        const median = findMedianPoint(zips)
        const addresses = zips.values().reduce((sum, count) => sum + count, 0)
        return median ? [{ name, state, ...median, addresses }] : []
      })
  }

  /** Skips a ZIP code of another state, which is no evidence for the town. */
  #add(address: Address): void {
    const { city, state, postal_code, country } = address
    const zip = postal_code?.slice(0, 5) ?? ''
    if (country !== 'US' || !city || !/^[A-Z]{2}$/.test(state ?? '') || !/^\d{5}$/.test(zip)) return
    const name = addressConflict(address) === null ? wordsOf(city).join(' ') : ''
    if (name !== '') this.#addZip(`${name}\t${state}`, zip, 1)
  }

  #addZip(town: string, zip: string, addresses: number): void {
    const zips = this.counts.get(town) ?? new Map<string, number>()
    zips.set(zip, (zips.get(zip) ?? 0) + addresses)
    this.counts.set(town, zips)
  }
}

/**
 * The medians of latitude and longitude: a mean would follow the few addresses with a wrong ZIP code of another state, and the
 * most frequent ZIP code may be at the edge of a big town.
 */
function findMedianPoint(zips: ReadonlyMap<string, number>): Point | null {
  const points = [...zips].flatMap(([zip, addresses]) => {
    const point = findAreaPoint(zip)
    return point ? [{ ...point, addresses }] : []
  })
  if (points.length === 0) return null
  return {
    lat: computeWeightedMedian(points.map(({ lat, addresses }) => [lat, addresses])),
    lng: computeWeightedMedian(points.map(({ lng, addresses }) => [lng, addresses])),
  }
}

/** The smallest value that at least half of all values do not exceed; each value has its count. */
function computeWeightedMedian(weighted: readonly (readonly [value: number, count: number])[]): number {
  const half = weighted.reduce((sum, [, count]) => sum + count, 0) / 2
  let below = 0
  const medianEntry = weighted.toSorted(([a], [b]) => a - b).find(([, count]) => (below += count) >= half)
  return medianEntry![0]
}

/** Null for a ZIP code of one firm or of boxes, which has no area. */
function findAreaPoint(zip: string): Point | null {
  const point = findZipPoint(zip)
  return point?.precision === 'zip_centroid' ? { lat: point.lat, lng: point.lng } : null
}
