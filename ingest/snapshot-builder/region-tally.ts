/** Counts the providers, places and carriers of each region while cards are written, for `regions.json`. */
import type { Address, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { regionOf, regionsOfZip3 } from '@careatlas/directory/region'
import type { Region } from '@careatlas/directory/snapshot/format'
import { compareText } from '../ordering.ts'

/** By region code. */
export type RegionCounts = Map<string, Counts>

interface Counts {
  readonly name: string
  readonly zip3s: Set<string>
  readonly carriers: Set<string>
  providers: number
  locations: number
}

/** A region exists from the first address in it. */
export class RegionTally {
  readonly counts: RegionCounts = new Map()

  /** A clinician counts once in every region where they practice. */
  addProvider({ practice_locations, carriers }: ProviderCard): void {
    for (const counts of new Set(practice_locations.map(({ address }) => this.#findCounts(address)))) {
      if (!counts) continue
      counts.providers += 1
      for (const { code } of carriers) counts.carriers.add(code)
    }
  }

  /** A place of care that location search presents. */
  addLocation({ address }: LocationCard): void {
    const counts = this.#findCounts(address)
    if (counts) counts.locations += 1
  }

  /** Adds the counts of another tally. */
  merge(regions: RegionCounts): void {
    for (const [code, { name, zip3s, carriers, providers, locations }] of regions) {
      const counts = this.#getOrCreateCounts(code, name)
      for (const zip3 of zip3s) counts.zip3s.add(zip3)
      for (const carrier of carriers) counts.carriers.add(carrier)
      counts.providers += providers
      counts.locations += locations
    }
  }

  toRegions(dataAsOf: string): readonly Region[] {
    return [...this.counts]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([code, { name, zip3s, providers, locations, carriers }]) => ({
        code,
        name,
        zip3s: [...zip3s].toSorted(),
        counts: { providers, locations, carriers: carriers.size },
        data_as_of: dataAsOf,
      }))
  }

  /** The counts of the region of the address. Adds its ZIP prefix if the prefix is in that region. */
  #findCounts(address: Address): Counts | null {
    const region = regionOf(address)
    if (!region) return null
    const counts = this.#getOrCreateCounts(region.code, region.name)
    const zip3 = address.postal_code?.slice(0, 3) ?? ''
    if (regionsOfZip3(zip3).includes(region.code)) counts.zip3s.add(zip3)
    return counts
  }

  #getOrCreateCounts(code: string, name: string): Counts {
    const known = this.counts.get(code)
    if (known) return known
    const counts = { name, zip3s: new Set<string>(), carriers: new Set<string>(), providers: 0, locations: 0 }
    this.counts.set(code, counts)
    return counts
  }
}
