/** Counts where each town's clinicians and places are while cards are written, for `towns.json`. */
import type { Address, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { Point } from '@careatlas/directory/distance'
import type { Town } from '@careatlas/directory/snapshot/format'
import { zipPoint } from '@careatlas/directory/zip'
import { wordsOf } from '@careatlas/vocabulary/words'
import { compareText } from '../compare-text.ts'

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

  /** What another tally counted. */
  merge(counts: TownCounts): void {
    for (const [town, zips] of counts) for (const [zip, addresses] of zips) this.#addZip(town, zip, addresses)
  }

  /** Each town in the middle of that ZIP code with an area of its own which most of its addresses have; others are left out. */
  toTowns(): readonly Town[] {
    return [...this.counts]
      .toSorted(([a], [b]) => compareText(a, b))
      .flatMap(([town, zips]): Town[] => {
        const [name = '', state = ''] = town.split('\t')
        const byAddresses = [...zips].toSorted(([a, n], [b, m]) => m - n || compareText(a, b))
        const [point] = byAddresses.flatMap(([zip]) => areaPoint(zip) ?? [])
        const addresses = zips.values().reduce((sum, count) => sum + count, 0)
        return point ? [{ name, state, ...point, addresses }] : []
      })
  }

  #add({ city, state, postal_code, country }: Address, addresses: number): void {
    const zip = postal_code?.slice(0, 5) ?? ''
    if (country !== 'US' || !city || !/^[A-Z]{2}$/.test(state ?? '') || !/^\d{5}$/.test(zip)) return
    const name = wordsOf(city).join(' ')
    if (name !== '') this.#addZip(`${name}\t${state}`, zip, addresses)
  }

  #addZip(town: string, zip: string, addresses: number): void {
    const zips = this.counts.get(town) ?? new Map<string, number>()
    zips.set(zip, (zips.get(zip) ?? 0) + addresses)
    this.counts.set(town, zips)
  }
}

/** A ZIP code of one firm or of boxes has none. */
function areaPoint(zip: string): Point | null {
  const point = zipPoint(zip)
  return point?.precision === 'zip_centroid' ? { lat: point.lat, lng: point.lng } : null
}
