/** Counts where each town's clinicians and places are while cards are written, for `towns.json`. */
import type { Address, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { addressConflict } from '@careatlas/directory/address-conflict'
import type { Point } from '@careatlas/directory/distance'
import type { Town } from '@careatlas/directory/snapshot/format'
import { zipPoint } from '@careatlas/directory/zip'
import { wordsOf } from '@careatlas/vocabulary/words'
import { compareText } from '../ordering.ts'

/** `<town>\t<state>` → ZIP code → how many addresses. */
export type TownCounts = Map<string, Map<string, number>>

export class TownTally {
  readonly counts: TownCounts = new Map()

  addProvider({ practice_locations }: ProviderCard): void {
    for (const { address } of practice_locations) this.#add(address, 1)
  }

  /** A place of care that location search presents. */
  addLocation({ address }: LocationCard): void {
    this.#add(address, 1)
  }

  /** What another report counted. */
  merge(counts: TownCounts): void {
    for (const [town, zips] of counts) for (const [zip, addresses] of zips) this.#addZip(town, zip, addresses)
  }

  /** Each town in the middle of its addresses, as their ZIP codes tell; those are left out that none with an area tells of. */
  toTowns(): readonly Town[] {
    return [...this.counts]
      .toSorted(([a], [b]) => compareText(a, b))
      .flatMap(([town, zips]): Town[] => {
        const [name = '', state = ''] = town.split('\t')
        const middle = findMedianPoint(zips)
        const addresses = zips.values().reduce((sum, count) => sum + count, 0)
        return middle ? [{ name, state, ...middle, addresses }] : []
      })
  }

  /** Skips a ZIP code of another state, which is no evidence for the town. */
  #add(address: Address, addresses: number): void {
    const { city, state, postal_code, country } = address
    const zip = postal_code?.slice(0, 5) ?? ''
    if (country !== 'US' || !city || !/^[A-Z]{2}$/.test(state ?? '') || !/^\d{5}$/.test(zip)) return
    const name = addressConflict(address) === null ? wordsOf(city).join(' ') : ''
    if (name !== '') this.#addZip(`${name}\t${state}`, zip, addresses)
  }

  #addZip(town: string, zip: string, addresses: number): void {
    const zips = this.counts.get(town) ?? new Map<string, number>()
    zips.set(zip, (zips.get(zip) ?? 0) + addresses)
    this.counts.set(town, zips)
  }
}

/**
 * Half of the addresses lie to the south of it and half to the west: a mean would follow the few that a mistyped ZIP code puts
 * into another state, and the ZIP code of most may lie at the edge of a big town.
 */
function findMedianPoint(zips: ReadonlyMap<string, number>): Point | null {
  const points = [...zips].flatMap(([zip, addresses]) => {
    const point = findAreaPoint(zip)
    return point ? [{ ...point, addresses }] : []
  })
  if (points.length === 0) return null
  return {
    lat: weightedMedian(points.map(({ lat, addresses }) => [lat, addresses])),
    lng: weightedMedian(points.map(({ lng, addresses }) => [lng, addresses])),
  }
}

/** The least value that at least half of all have or lie below; each comes with how many have it. */
function weightedMedian(counted: readonly (readonly [value: number, count: number])[]): number {
  const half = counted.reduce((sum, [, count]) => sum + count, 0) / 2
  let below = 0
  const reaching = counted.toSorted(([a], [b]) => a - b).find(([, count]) => (below += count) >= half)
  return reaching![0]
}

/** A ZIP code of one firm or of boxes has none. */
function findAreaPoint(zip: string): Point | null {
  const point = zipPoint(zip)
  return point?.precision === 'zip_centroid' ? { lat: point.lat, lng: point.lng } : null
}
