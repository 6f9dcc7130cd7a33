/** The snapshot while it grows: its cards, what search indexes of them, and what is counted on the way. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProviderCard } from '@careatlas/contract/cards'
import type { Manifest, RegistryStatus } from '@careatlas/directory/snapshot/format'
import { SegmentBuilder } from '@careatlas/search/embedded/segment-builder'
import { locationDocument, providerDocument } from '@careatlas/search/search-document'
import { CardStore } from './card-store.ts'
import type { CarrierTally } from './carrier-tally.ts'
import type { Place } from './places/place.ts'
import { RegionTally } from './region-tally.ts'

/** Which count of the manifest a known NPI without a provider card belongs to. */
const countOf = {
  deactivated: 'deactivated',
  organization: 'organizations',
  outside_coverage: 'outside_coverage',
} as const satisfies Record<RegistryStatus['status'], keyof Manifest['counts']>

/** The folder is complete after `finish` and dispose; its manifest is the publisher's to write. */
export class SnapshotDraft implements Disposable {
  readonly counts = {
    providers: 0,
    locations: 0,
    locations_presented: 0,
    organizations: 0,
    deactivated: 0,
    outside_coverage: 0,
  }
  readonly #folder: string
  readonly #store: CardStore
  readonly #carriers: CarrierTally
  readonly #regions = new RegionTally()
  readonly #providers = new SegmentBuilder('providers')

  constructor(folder: string, carriers: CarrierTally) {
    this.#folder = folder
    this.#store = new CardStore(join(folder, 'cards.sqlite'))
    this.#carriers = carriers
  }

  /** Cards come by ascending NPI, as the search segment wants them. */
  addProvider(card: ProviderCard): void {
    this.counts.providers += 1
    this.#store.addProvider(card)
    this.#providers.add(providerDocument(card))
    this.#carriers.add(card.carriers)
    this.#regions.addProvider(card)
  }

  addPlace({ card, presented, names }: Place): void {
    this.counts.locations += 1
    this.#store.addLocation(card, presented, names)
    if (!presented) return
    this.counts.locations_presented += 1
    this.#regions.addLocation(card)
  }

  /** Notes why an NPI that the registry knows has no provider card. */
  addRegistered(npi: string, known: RegistryStatus): void {
    this.counts[countOf[known.status]] += 1
    this.#store.addRegistered(npi, known)
  }

  /** Writes what the cards alone do not hold; `dataAsOf` is the day of the newest source. */
  finish(dataAsOf: string): void {
    this.#providers.write(join(this.#folder, 'segment', 'providers'))
    this.#locations().write(join(this.#folder, 'segment', 'locations'))
    this.#store.finish()
    this.#writeJson('carriers.json', this.#carriers.toCarriers())
    this.#writeJson('regions.json', this.#regions.toRegions(dataAsOf))
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]()
  }

  #locations(): SegmentBuilder {
    const segment = new SegmentBuilder('locations')
    for (const card of this.#store.presentedLocations()) segment.add(locationDocument(card))
    return segment
  }

  #writeJson(name: string, value: unknown): void {
    writeFileSync(join(this.#folder, name), `${JSON.stringify(value)}\n`)
  }
}
