/** Builds a snapshot: writes and counts the results of each step. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, RegistryStatus } from '@careatlas/directory/snapshot/format'
import { SuggestionsWriter } from '@careatlas/directory/snapshot/suggestions-writer'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { CardStore } from './snapshot-builder/card-store.ts'
import { CarrierTally } from './snapshot-builder/carrier-tally.ts'
import { factsFile, FactWriter, type Settings } from './snapshot-builder/fact-store.ts'
import { RegionTally } from './snapshot-builder/region-tally.ts'
import { TownTally } from './snapshot-builder/town-tally.ts'
import { mergeSegment } from './steps/segment-parts.ts'
import type { StepResult } from './steps/steps.ts'
import {
  listingRejectionReasons,
  type ReconciledFacilities,
  type ListingRejectionReason,
} from './steps/reconcile-facilities.ts'

/** The count of the manifest for an NPI without a provider card, by its status. */
const countByStatus = {
  deactivated: 'deactivated',
  organization: 'organizations',
  outside_coverage: 'outside_coverage',
} as const satisfies Record<RegistryStatus['status'], keyof Manifest['counts']>

/** The folder is complete after `finish` and disposal, except for its manifest, which `publish` writes. */
export class SnapshotBuilder implements Disposable {
  readonly counts = {
    providers: 0,
    locations: 0,
    locations_presented: 0,
    organizations: 0,
    deactivated: 0,
    outside_coverage: 0,
    superseded: 0,
  }
  /** By file: the number of NPIs that no registry file has. */
  readonly unregistered: number[] = []
  /** By file: the number of facts about another person than the registry has for the NPI. */
  readonly nameMismatches: number[] = []
  /** By reason and file: the number of values omitted after comparing all facility lists. */
  readonly leftOut: Record<ListingRejectionReason, number[]> = {
    point_of_a_town: [],
    registered_elsewhere: [],
    same_house_elsewhere: [],
  }
  readonly rewrites = { accepted: 0, failed: 0, rejected: 0 }
  readonly #folder: string
  readonly #cards: CardStore
  readonly #facts: FactWriter
  readonly #suggestions: SuggestionsWriter
  readonly #carriers = new CarrierTally()
  readonly #regions = new RegionTally()
  readonly #towns = new TownTally()
  readonly #files = new DisposableStack()

  constructor(folder: string) {
    this.#folder = folder
    this.#cards = this.#files.use(new CardStore(join(folder, 'cards.sqlite')))
    this.#facts = this.#files.use(new FactWriter(join(folder, factsFile)))
    this.#suggestions = this.#files.use(new SuggestionsWriter(folder))
  }

  addMerged({ facts, registered, superseded, unregistered, nameMismatches }: StepResult<'mergeByNpi'>): void {
    this.#facts.addFacts(facts)
    for (const [npi, status] of registered) this.#addRegistered(npi, status)
    this.counts.superseded += superseded
    addByFile(this.unregistered, unregistered)
    addByFile(this.nameMismatches, nameMismatches)
  }

  addListings({ kept, leftOut }: ReconciledFacilities): void {
    this.#facts.addListed(kept)
    for (const reason of listingRejectionReasons) addByFile(this.leftOut[reason], leftOut[reason])
  }

  addPlaces(packed: StepResult<'packPlaces'>): void {
    const { cards, names, suggestions, locations, presented, regions, towns } = packed
    this.#cards.addCards('location', cards)
    for (const entry of suggestions) this.#suggestions.addPlace(entry)
    for (const name of names) this.#cards.addPlaceName(name)
    this.counts.locations += locations
    this.counts.locations_presented += presented
    this.#regions.merge(regions)
    this.#towns.merge(towns)
  }

  addProviders(composed: StepResult<'composeProviders'>): void {
    this.#cards.addCards('provider', composed.cards)
    for (const name of composed.names) this.#cards.addPersonName(name)
    for (const entry of composed.suggestions) this.#suggestions.addPerson(entry)
    for (const [npi, status] of composed.organizations) this.#addRegistered(npi, status)
    this.counts.providers += composed.providers
    for (const outcome of ['accepted', 'failed', 'rejected'] as const)
      this.rewrites[outcome] += composed.rewrites?.[outcome] ?? 0
    this.#regions.merge(composed.regions)
    this.#towns.merge(composed.towns)
    this.#carriers.merge(composed.carriers)
  }

  /** Writes the files that need the results of all steps; `work` has the parts of the segments. */
  async finish(work: string, dataAsOf: string, settings: Settings, embedder: Embedder): Promise<void> {
    this.#cards.finish()
    this.#facts.finish(settings)
    this.#suggestions.finish()
    await mergeSegment(work, 'providers', this.#folder, embedder)
    await mergeSegment(work, 'locations', this.#folder, embedder)
    this.#writeJson('carriers.json', this.#carriers.toCarriers(settings.payers, settings.carriers))
    this.#writeJson('regions.json', this.#regions.toRegions(dataAsOf))
    this.#writeJson('towns.json', this.#towns.toTowns())
  }

  [Symbol.dispose](): void {
    this.#files.dispose()
  }

  #addRegistered(npi: string, status: RegistryStatus): void {
    this.counts[countByStatus[status.status]] += 1
    this.#cards.addRegistered(npi, status)
  }

  #writeJson(name: string, value: unknown): void {
    writeFileSync(join(this.#folder, name), `${JSON.stringify(value)}\n`)
  }
}

function addByFile(sums: number[], counts: readonly number[]): void {
  for (const [file, count] of counts.entries()) sums[file] = (sums[file] ?? 0) + count
}
