/** Reads the cards of a finished snapshot: all in the order of their identifiers, or single cards. */
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { LocationCard, PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import { addressKey, toBuildingKey } from '@careatlas/directory/address'
import { textIn, unpackTexts } from '@careatlas/directory/snapshot/blocks'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'

/** Requires a snapshot with complete cards. Places in one building have the same `toBuildingKey`. */
export class CardReader implements Disposable {
  readonly #database: DatabaseSync
  readonly #registry: StatementSync
  readonly #placeName: StatementSync
  readonly #location: StatementSync
  readonly #provider: StatementSync

  /** Opens the cards of the snapshot in `folder`. */
  constructor(folder: string) {
    this.#database = new DatabaseSync(join(folder, 'cards.sqlite'), { readOnly: true })
    this.#registry = this.#database.prepare(
      'SELECT status, since, location_uuids FROM registry WHERE npi = ?',
    )
    this.#placeName = this.#database.prepare('SELECT location_uuid FROM place_name WHERE name = ? LIMIT ?')
    const prepareBlockQuery = (table: string) =>
      this.#database.prepare(`SELECT block FROM ${table} WHERE first <= ? ORDER BY first DESC LIMIT 1`)
    this.#location = prepareBlockQuery('location')
    this.#provider = prepareBlockQuery('provider')
  }

  /** The cards of all places, by ascending identifier. */
  *readLocations(): Generator<readonly [uuid: string, card: string]> {
    for (const row of this.#database.prepare('SELECT block FROM location ORDER BY first').iterate())
      yield* unpackTexts(row['block'] as Uint8Array)
  }

  *readLocationIds(): Generator<string> {
    for (const [uuid] of this.readLocations()) yield uuid
  }

  /** All clinicians and organizations with each of their places. */
  *members(): Generator<readonly [uuid: string, npi: string]> {
    for (const row of this.#database.prepare('SELECT block FROM provider ORDER BY first').iterate())
      for (const [npi, card] of unpackTexts(row['block'] as Uint8Array))
        for (const { location_uuid } of (JSON.parse(card) as ProviderCard).practice_locations)
          yield [location_uuid, npi]
    const sql = "SELECT npi, location_uuids FROM registry WHERE status = 'organization' ORDER BY npi"
    for (const row of this.#database.prepare(sql).iterate())
      for (const uuid of JSON.parse(row['location_uuids'] as string) as string[])
        yield [uuid, String(row['npi'])]
  }

  /** The practice locations of a clinician; empty if the snapshot has no card of this NPI. */
  readPracticeLocations(npi: string): readonly PracticeLocation[] {
    const card = findCard(this.#provider, npi)
    return card === null ? [] : (JSON.parse(card) as ProviderCard).practice_locations
  }

  /** Null for an NPI that is neither an organization, nor deactivated, nor outside the served regions. */
  findRegistryStatus(npi: string): RegistryStatus | null {
    const row = this.#registry.get(Number(npi))
    if (row === undefined) return null
    const status = row['status'] as RegistryStatus['status']
    if (status === 'deactivated') return { status, since: row['since'] as string | null }
    if (status === 'outside_coverage') return { status }
    return { status, locationUuids: JSON.parse(row['location_uuids'] as string) as string[] }
  }

  /** The places with a folded name; none if more than `placesMax` have it. */
  findLocationsByName(name: string, placesMax: number): readonly string[] {
    const rows = name === '' ? [] : this.#placeName.all(name, placesMax + 1)
    return rows.length > placesMax ? [] : rows.map((row) => row['location_uuid'] as string)
  }

  /** Of the places `uuids`, the one with this `toBuildingKey` and the lowest identifier; null if none has it. */
  findByHouseKey(uuids: readonly string[], key: string): string | null {
    return uuids.toSorted().find((uuid) => this.#readHouseKey(uuid) === key) ?? null
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #readHouseKey(uuid: string): string | null {
    const card = findCard(this.#location, uuid)
    return card === null ? null : toBuildingKey(addressKey((JSON.parse(card) as LocationCard).address))
  }
}

/** Only the last block that starts at or before an id can contain it. */
function findCard(blockQuery: StatementSync, id: string): string | null {
  const row = blockQuery.get(id)
  return row === undefined ? null : textIn(row['block'] as Uint8Array, id)
}
