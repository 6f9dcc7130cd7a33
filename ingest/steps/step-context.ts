/** The data of a step: the job of the ingest, and the values that steps store on disk for later steps. */
import { PartialSegment } from '@careatlas/search/embedded/partial-segment'
import type { Collection } from '@careatlas/search/search-engine'
import type { EndpointOptions } from '@careatlas/models/endpoint'
import type { ComposeContext } from '../compose/context.ts'
import { OpenAiComposer } from '../compose/model/openai-composer.ts'
import { FactReader } from '../snapshot-builder/fact-store.ts'
import type { Facility, SourcedFact, FactFile, ResolvedClinician } from '../facts/facts.ts'
import type { Listing } from '../places/listing.ts'
import type { AddressRecord } from '../places/address-record.ts'
import type { CertifiedHospital } from '../places/certified-hospitals.ts'
import type { Neighbor } from '../places/neighbors.ts'
import type { IndexedPlace } from '../places/place.ts'
import type { Practice } from '../practice.ts'
import { partPath } from './segment-parts.ts'
import { dropSpill, readSpillLines, Spill } from './spill.ts'

/** The settings of the steps, which are the same in every thread. */
export interface Job {
  /** The folder for spilled partitions and segment parts. */
  readonly work: string
  /** The number of worker threads; the main thread has the number 0. */
  readonly threads: number
  readonly partitionsPerRun: number
  /** The `facts.sqlite` of the snapshot that is updated; null for a new one. */
  readonly previousFacts: string | null
  /** Every source file. If two files state the same, the later one counts. */
  readonly files: readonly FactFile[]
  /** The index in `files` of each file in the order of reading; the files of the updated snapshot come first. */
  readonly rankOf: readonly number[]
  /** ISO 3166-2 codes to serve, null for all. */
  readonly regions: ReadonlySet<string> | null
  readonly compose: ComposeContext
  /** The language model that writes biographies; null for templates only. */
  readonly composer: EndpointOptions | null
}

/** The spilled values by name. */
interface SpilledValues {
  /** By NPI, until they are merged. */
  readonly facts: SourcedFact
  /** Listed facilities without an NPI, by address. */
  readonly facilities: SourcedFact<Facility>
  /** Listed facilities with an NPI, in its partition, until the lists are compared. */
  readonly listings: Listing
  /** The streets of listed facilities, in the first partition. */
  readonly streets: string
  /** The names of hospitals from facility lists, in the first partition. */
  readonly hospitals: CertifiedHospital
  /** The registrants in these streets, in the first partition, until the lists are compared. */
  readonly neighbors: Neighbor
  /** The NPIs to serve, merged, by NPI. */
  readonly merged: ServedNpi
  /** By address, until its places are resolved. */
  readonly records: AddressRecord
  /** The places of each NPI, by NPI. */
  readonly practices: Practice
  /** By UUID. */
  readonly presented: IndexedPlace
}

export interface ServedNpi {
  readonly npi: string
  /** Null for an organization, whose data are on the cards of its places. */
  readonly clinician: ResolvedClinician | null
}

/** The cards of places, by UUID: lines of the UUID, a blank and JSON. */
const placeCards = 'placeCards'
type SpillName = keyof SpilledValues | typeof placeCards

/** One thread's access to the job and to the spilled values. */
export class StepContext {
  readonly job: Job
  readonly composer: OpenAiComposer | null
  readonly #thread: number
  readonly #spills = new Map<SpillName, Spill<unknown>>()
  #listedStreets: ReadonlySet<string> | undefined
  #hospitalNames: ReadonlyMap<string, string> | undefined
  readonly #parts = new Map<Collection, PartialSegment>()

  constructor(job: Job, thread: number) {
    this.job = job
    this.#thread = thread
    this.composer = job.composer && new OpenAiComposer({ ...job.composer, notice: job.compose.notice })
  }

  /** The streets of the facilities that this ingest or the updated snapshot lists. */
  get listedStreets(): ReadonlySet<string> {
    this.#listedStreets ??= new Set([...this.read('streets', 0), ...this.#readPreviousStreets()])
    return this.#listedStreets
  }

  /** Names of hospitals by certification number, from the lists; read on first use. */
  get hospitalNames(): ReadonlyMap<string, string> {
    this.#hospitalNames ??= new Map(
      this.read('hospitals', 0).map(({ certification, name }) => [certification, name]),
    )
    return this.#hospitalNames
  }

  #readPreviousStreets(): readonly string[] {
    if (this.job.previousFacts === null) return []
    using store = new FactReader(this.job.previousFacts)
    return store.readStreets()
  }

  spill<N extends keyof SpilledValues>(name: N, partition: number, value: SpilledValues[N]): void {
    this.#spill(name).append(partition, value)
  }

  /** Accepts JSON text, because no step parses the cards of homes, which are most cards, before `packPlaces`. */
  spillPlaceCard(partition: number, uuid: string, json: string): void {
    this.#spill(placeCards).appendLine(partition, `${uuid} ${json}`)
  }

  #spill(name: SpillName): Spill<unknown> {
    let spill = this.#spills.get(name)
    if (!spill) this.#spills.set(name, (spill = new Spill(this.job.work, name, this.#thread)))
    return spill
  }

  /** The values of all threads, which must have flushed. */
  *read<N extends keyof SpilledValues>(name: N, partition: number): Generator<SpilledValues[N]> {
    for (const line of this.#lines(name, partition)) yield JSON.parse(line) as SpilledValues[N]
  }

  /** Like `read`, with the JSON of each value. */
  *readWithLines<N extends keyof SpilledValues>(
    name: N,
    partition: number,
  ): Generator<readonly [value: SpilledValues[N], line: string]> {
    for (const line of this.#lines(name, partition)) yield [JSON.parse(line) as SpilledValues[N], line]
  }

  /** The cards of the places in the partition. */
  *readPlaceCards(partition: number): Generator<readonly [uuid: string, json: string]> {
    for (const line of this.#lines(placeCards, partition)) {
      const blank = line.indexOf(' ')
      yield [line.slice(0, blank), line.slice(blank + 1)]
    }
  }

  *#lines(name: SpillName, partition: number): Generator<string> {
    yield* readSpillLines(this.job.work, name, this.job.threads, partition)
    const ownSpill = this.#isSingleThreaded ? this.#spills.get(name) : undefined
    if (ownSpill) yield* ownSpill.pendingLines(partition)
  }

  /** Deletes a partition that no step reads again. */
  drop(name: SpillName, partition: number): void {
    dropSpill(this.job.work, name, this.job.threads, partition)
    this.#spills.get(name)?.dropPending(partition)
  }

  /** Collects the search documents of this run; parts of later runs have later ids. */
  segmentPart(collection: Collection): PartialSegment {
    let part = this.#parts.get(collection)
    if (!part) this.#parts.set(collection, (part = new PartialSegment(collection)))
    return part
  }

  /** Writes the parts of a run that began with partition `first`. */
  endRun(first: number): void {
    for (const [collection, part] of this.#parts) part.write(partPath(this.job.work, collection, first))
    this.#parts.clear()
  }

  /** Whether only the main thread runs the steps. It then reads its buffers, because it would otherwise write 2,000 small files. */
  get #isSingleThreaded(): boolean {
    return this.job.threads === 0
  }

  /** Writes the buffered values, so that all threads can read them. */
  flush(): void {
    if (this.#isSingleThreaded) return
    for (const spill of this.#spills.values()) spill.flush()
  }
}
