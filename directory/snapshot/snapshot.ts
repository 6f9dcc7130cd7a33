/** Reads a published generation: the cards of clinicians and places, and the status of other NPIs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod'
import { loadBlockDecoder } from './block-decoder.ts'
import { type Decompress, textIn } from './blocks.ts'
import { SnapshotCorruptError, verifySnapshot } from './checksums.ts'
import {
  type Carrier,
  Carriers,
  type FormerLocation,
  type Manifest,
  phrasesFolder,
  type Region,
  Regions,
  type RegistryStatus,
  type Town,
  Towns,
} from './format.ts'
import { FormerLocations } from './former-locations.ts'
import { Names } from './names.ts'
import { openImmutable } from './open-immutable.ts'
import { Suggestions } from './suggestions.ts'

/** The page cache of `cards.sqlite`. It keeps the inner index pages, so a read takes a third less time than with the default 2 MB. */
const pageCacheKiB = 16 * 1024

/** Decompressed cards in the cache: about 12,000 of 2.7 KB each. */
const cachedCardsBytesMax = 32 * 1024 * 1024

/** The cards and names of a generation. The caller of `open` must dispose it. */
export class Snapshot implements Disposable {
  readonly manifest: Manifest
  readonly carriers: readonly Carrier[]
  readonly regions: readonly Region[]
  readonly towns: readonly Town[]
  readonly segmentFolder: string
  readonly phrasesFolder: string
  readonly cardsFile: string
  readonly names: Names
  readonly suggestions: Suggestions
  readonly #former: FormerLocations
  readonly #decompress: Decompress
  readonly #cards: DatabaseSync
  readonly #cache = new LRUCache<string, string>({
    maxSize: cachedCardsBytesMax,
    sizeCalculation: (json) => json.length,
  })
  readonly #provider: StatementSync
  readonly #location: StatementSync
  readonly #registry: StatementSync

  /** Opens a snapshot folder after `verifyManifest`, which by default verifies all files. Throws SnapshotCorruptError. */
  static async open(folder: string, verifyManifest = verifySnapshot): Promise<Snapshot> {
    const manifest = await verifyManifest(folder)
    const carriers = await readList(folder, 'carriers.json', Carriers)
    const regions = await readList(folder, 'regions.json', Regions)
    const towns = await readList(folder, 'towns.json', Towns)
    return new Snapshot(folder, await loadBlockDecoder(), { manifest, carriers, regions, towns })
  }

  private constructor(
    folder: string,
    decompress: Decompress,
    { manifest, carriers, regions, towns }: Pick<Snapshot, 'manifest' | 'carriers' | 'regions' | 'towns'>,
  ) {
    this.#decompress = decompress
    this.manifest = manifest
    this.carriers = carriers
    this.regions = regions
    this.towns = towns
    this.segmentFolder = join(folder, 'segment')
    this.phrasesFolder = join(folder, phrasesFolder)
    this.cardsFile = join(folder, 'cards.sqlite')
    this.#cards = openImmutable(this.cardsFile)
    this.#cards.exec(`PRAGMA cache_size = -${pageCacheKiB}`)
    this.names = new Names(this.#cards)
    this.suggestions = new Suggestions(folder)
    this.#former = new FormerLocations(folder)
    this.#provider = this.#cards.prepare(selectBlock('provider'))
    this.#location = this.#cards.prepare(selectBlock('location'))
    this.#registry = this.#cards.prepare('SELECT status, since, location_uuids FROM registry WHERE npi = ?')
  }

  /** The ProviderCard of `npi` as JSON; null if there is none. */
  providerCard(npi: string): string | null {
    return this.#card(npi, this.#provider)
  }

  /** The LocationCard of `uuid` (canonical lower case) as JSON; null if there is none. */
  locationCard(uuid: string): string | null {
    return this.#card(uuid, this.#location)
  }

  /** The lowest NPI of each block of cards, at most `countMax`. */
  firstNpis(countMax: number): readonly string[] {
    const rows = this.#cards.prepare('SELECT first FROM provider ORDER BY first LIMIT ?').all(countMax)
    return rows.map(({ first }) => String(first))
  }

  /** The cards of a page of hits, in their order; null for an unknown ID. */
  cards(collection: 'providers' | 'locations', ids: readonly string[]): readonly (string | null)[] {
    const block = collection === 'providers' ? this.#provider : this.#location
    return ids.map((id) => this.#card(id, block))
  }

  /** The entry of a former `uuid` (canonical lower case); null if no earlier snapshot is known to have served it. */
  formerLocation(uuid: string): FormerLocation | null {
    return this.#former.find(uuid)
  }

  /** The reason why a registered `npi` has no provider card; null if it is not registered. */
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
    this.suggestions[Symbol.dispose]()
    this.#former[Symbol.dispose]()
  }

  #card(id: string, block: StatementSync): string | null {
    const cached = this.#cache.get(id)
    if (cached !== undefined) return cached
    const row = block.get(id) as { block: Uint8Array } | undefined
    const json = row === undefined ? null : textIn(row.block, id, this.#decompress)
    if (json !== null) this.#cache.set(id, json)
    return json
  }
}

async function readList<Row>(folder: string, file: string, rows: z.ZodType<Row[]>): Promise<Row[]> {
  const parsed = rows.safeParse(JSON.parse(await readFile(join(folder, file), 'utf8')))
  if (parsed.success) return parsed.data
  throw new SnapshotCorruptError(folder, [`${file} has a row that this version cannot read; ingest again`])
}

/** An ID can only be in the last block that starts at or before it. */
function selectBlock(table: 'provider' | 'location'): string {
  return `SELECT block FROM ${table} WHERE first <= ? ORDER BY first DESC LIMIT 1`
}

interface RegistryRow {
  readonly status: RegistryStatus['status']
  readonly since: string | null
  readonly location_uuids: string | null
}
