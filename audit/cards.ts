/** The finished cards of a snapshot: all of them, a sample, or one by its identifier. */
import { DatabaseSync } from 'node:sqlite'
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { textIn, unpackTexts } from '@careatlas/directory/snapshot/blocks'
import { drawDistinct } from './draw.ts'

type Table = 'provider' | 'location'

/** The parts of a place's card that a clinician's card depends on. */
export type Place = Pick<LocationCard, 'location_uuid' | 'name' | 'organization_npi' | 'provider_count'> & {
  /** The NPIs of the roster, each followed by a space: less memory than a set. */
  readonly roster: string
}

/** The maximum number of cached places, of about 250 bytes each. */
const placesMax = 1_000_000

function toPlace(card: LocationCard | null): Place | null {
  if (card === null) return null
  const { location_uuid, name, organization_npi, provider_count, providers } = card
  const roster = providers.map(({ npi }) => `${npi} `).join('')
  return { location_uuid, name, organization_npi, provider_count, roster }
}

export class Cards implements Disposable {
  readonly #database: DatabaseSync
  readonly #places = new Map<string, Place | null>()

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true })
  }

  *providers(): Generator<ProviderCard> {
    for (const json of this.#listTexts('provider')) yield JSON.parse(json) as ProviderCard
  }

  *locations(): Generator<LocationCard> {
    for (const json of this.#listTexts('location')) yield JSON.parse(json) as LocationCard
  }

  provider(npi: string): ProviderCard | null {
    return this.#find('provider', npi) as ProviderCard | null
  }

  location(uuid: string): LocationCard | null {
    return this.#find('location', uuid) as LocationCard | null
  }

  /** The parts of a place that the checks of a clinician need; cached, because thousands of clinicians may share one place. */
  place(uuid: string): Place | null {
    let place = this.#places.get(uuid)
    if (place === undefined) {
      if (this.#places.size >= placesMax) this.#places.clear()
      place = toPlace(this.location(uuid))
      this.#places.set(uuid, place)
    }
    return place
  }

  /** Reads all places in one pass, which is faster than one query each. */
  cachePlaces(): void {
    for (const card of this.locations())
      if (this.#places.size < placesMax) this.#places.set(card.location_uuid, toPlace(card))
  }

  /**
   * Draws `count` identifiers, repeatable by the seed: first blocks, then cards of each block, so that few blocks are
   * decompressed.
   */
  draw(table: Table, count: number, seed: number): readonly string[] {
    const rows = this.#database.prepare(`SELECT first FROM ${table} ORDER BY first`).all()
    const firstIds = rows.map((row) => row['first'] as string)
    const ids: string[] = []
    const perBlock = Math.ceil(count / Math.max(firstIds.length, 1))
    for (const blockIndex of drawDistinct(firstIds.length, Math.min(count, firstIds.length), seed)) {
      const block = unpackTexts(this.#findBlock(table, firstIds[blockIndex]!)!)
      for (const cardIndex of drawDistinct(block.length, Math.min(perBlock, block.length), seed + blockIndex))
        ids.push(block[cardIndex]![0])
    }
    return ids.slice(0, count)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  *#listTexts(table: Table): Generator<string> {
    for (const row of this.#database.prepare(`SELECT block FROM ${table} ORDER BY first`).iterate())
      for (const [, json] of unpackTexts(row['block'] as Uint8Array)) yield json
  }

  #findBlock(table: Table, id: string): Uint8Array | null {
    const sql = `SELECT block FROM ${table} WHERE first <= ? ORDER BY first DESC LIMIT 1`
    return (this.#database.prepare(sql).get(id)?.['block'] as Uint8Array | undefined) ?? null
  }

  #find(table: Table, id: string): unknown {
    const block = this.#findBlock(table, id)
    const json = block === null ? null : textIn(block, id)
    return json === null ? null : JSON.parse(json)
  }
}
