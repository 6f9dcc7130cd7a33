/** One published generation, read-only: the finished card of every NPI and place, and what is known of the rest. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod'
import { textIn } from './blocks.ts'
import { SnapshotCorruptError, verifiedManifest } from './checksums.ts'
import {
  type Carrier,
  Carriers,
  type FormerLocation,
  type Manifest,
  type Region,
  Regions,
  type RegistryStatus,
  type Town,
  Towns,
} from './format.ts'
import { FormerLocations } from './former-locations.ts'
import { Names } from './names.ts'

/** Of pages of `cards.sqlite`: the inner ones of its indexes stay, and a card is read in two thirds of the time (SQLite has 2 MB). */
const pageCacheKiB = 16 * 1024

/** Cards kept inflated: about 12,000 of 2.7 KB, so that a popular card costs no inflation. */
const hotCardsBytes = 32 * 1024 * 1024

/** The cards and the names of a generation; open it, read from it, dispose of it. */
export class Snapshot implements Disposable {
  readonly manifest: Manifest
  readonly carriers: readonly Carrier[]
  readonly regions: readonly Region[]
  readonly towns: readonly Town[]
  readonly segmentFolder: string
  readonly cardsFile: string
  readonly names: Names
  readonly #former: FormerLocations
  readonly #cards: DatabaseSync
  readonly #hot = new LRUCache<string, string>({
    maxSize: hotCardsBytes,
    sizeCalculation: (json) => json.length,
  })
  readonly #provider: StatementSync
  readonly #location: StatementSync
  readonly #registry: StatementSync

  /** Opens a snapshot folder after checking every byte, or what `manifestIn` checks; throws SnapshotCorruptError rather than serve a wrong card. */
  static async open(folder: string, manifestIn = verifiedManifest): Promise<Snapshot> {
    const manifest = await manifestIn(folder)
    const carriers = await readList(folder, 'carriers.json', Carriers)
    const regions = await readList(folder, 'regions.json', Regions)
    const towns = await readList(folder, 'towns.json', Towns)
    return new Snapshot(folder, manifest, carriers, regions, towns)
  }

  private constructor(
    folder: string,
    manifest: Manifest,
    carriers: readonly Carrier[],
    regions: readonly Region[],
    towns: readonly Town[],
  ) {
    this.manifest = manifest
    this.carriers = carriers
    this.regions = regions
    this.towns = towns
    this.segmentFolder = join(folder, 'segment')
    this.cardsFile = join(folder, 'cards.sqlite')
    this.#cards = new DatabaseSync(this.cardsFile, { readOnly: true })
    this.#cards.exec(`PRAGMA cache_size = -${pageCacheKiB}`)
    this.names = new Names(this.#cards)
    this.#former = new FormerLocations(folder)
    this.#provider = this.#cards.prepare(blockOf('provider'))
    this.#location = this.#cards.prepare(blockOf('location'))
    this.#registry = this.#cards.prepare('SELECT status, since, location_uuids FROM registry WHERE npi = ?')
  }

  /** JSON of the ProviderCard of `npi`, null when no provider with this NPI is served. */
  providerCard(npi: string): string | null {
    return this.#card(npi, this.#provider)
  }

  /** JSON of the LocationCard of `uuid` (canonical lower case), null when there is none. */
  locationCard(uuid: string): string | null {
    return this.#card(uuid, this.#location)
  }

  /** The cards of a page of hits, in their order; null for an unknown id. */
  cards(collection: 'providers' | 'locations', ids: readonly string[]): readonly (string | null)[] {
    const block = collection === 'providers' ? this.#provider : this.#location
    return ids.map((id) => this.#card(id, block))
  }

  /** The entry of a former `uuid` (canonical lower case); null if no earlier snapshot is known to have served it. */
  formerLocation(uuid: string): FormerLocation | null {
    return this.#former.find(uuid)
  }

  /** Why `npi` has no provider card although the registry knows it; null when it does not. */
  registryStatus(npi: string): RegistryStatus | null {
    const row = this.#registry.get(Number(npi)) as RegistryRow | undefined
    switch (row?.status) {
      case 'deactivated':
        return { status: 'deactivated', since: row.since }
      case 'organization':
        return { status: 'organization', locationUuids: JSON.parse(row.location_uuids ?? '[]') as string[] }
      case 'outside_coverage':
        return { status: 'outside_coverage' }
      case undefined:
        return null
    }
  }

  [Symbol.dispose](): void {
    this.#cards.close()
    this.#former[Symbol.dispose]()
  }

  #card(id: string, block: StatementSync): string | null {
    const hot = this.#hot.get(id)
    if (hot !== undefined) return hot
    const row = block.get(id) as { block: Uint8Array } | undefined
    const json = row === undefined ? null : textIn(row.block, id)
    if (json !== null) this.#hot.set(id, json)
    return json
  }
}

async function readList<Row>(folder: string, file: string, rows: z.ZodType<Row[]>): Promise<Row[]> {
  const parsed = rows.safeParse(JSON.parse(await readFile(join(folder, file), 'utf8')))
  if (parsed.success) return parsed.data
  throw new SnapshotCorruptError(folder, [`${file} has a row that this version cannot read; ingest again`])
}

/** The only block that can hold an id is the last one that starts at it or before. */
function blockOf(table: 'provider' | 'location'): string {
  return `SELECT block FROM ${table} WHERE first <= ? ORDER BY first DESC LIMIT 1`
}

interface RegistryRow {
  readonly status: RegistryStatus['status']
  readonly since: string | null
  readonly location_uuids: string | null
}
