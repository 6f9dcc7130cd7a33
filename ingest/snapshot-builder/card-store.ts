/** Writes `cards.sqlite`: blocks of cards by identifier, the exact-name index, and the rest of the registry. */
import type { Block } from '@careatlas/directory/snapshot/blocks'
import { cardsIndexes, cardsSchema, type RegistryStatus } from '@careatlas/directory/snapshot/format'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** The number of index entries that ANALYZE reads; reading all entries of the whole country would take minutes. */
const analyzedRowsMax = 1000

/** With pages of 4 KiB, blocks of about 2.5 KB would make the file 40% larger, without faster reads. */
const pageBytes = 8192

/** Write-only. */
export class CardStore implements Disposable {
  readonly #database: DatabaseSync
  readonly #insert: Readonly<
    Record<'provider' | 'location' | 'person_name' | 'place_name' | 'registry', StatementSync>
  >

  /** Creates the file, which is complete after `finish()` and disposal. No process reads it earlier, so it needs no journal on disk. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(
      `PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE`,
    )
    this.#database.exec(`BEGIN; ${cardsSchema}`)
    const prepareInsert = (table: string, values: string) =>
      this.#database.prepare(`INSERT INTO ${table} VALUES (${values})`)
    this.#insert = {
      provider: prepareInsert('provider', '?, ?'),
      location: prepareInsert('location', '?, ?'),
      person_name: prepareInsert('person_name', '?, ?, ?, ?'),
      place_name: prepareInsert('place_name', '?, ?'),
      registry: prepareInsert('registry', '?, ?, ?, ?'),
    }
  }

  addCards(table: 'provider' | 'location', blocks: readonly Block[]): void {
    for (const { first, bytes } of blocks) this.#insert[table].run(first, bytes)
  }

  /** The folded parts of a name, and the NPI. */
  addPersonName([last, first, middle, npi]: readonly [string, string, string, npi: string]): void {
    this.#insert.person_name.run(last, first, middle, Number(npi))
  }

  addPlaceName([name, uuid]: readonly [name: string, uuid: string]): void {
    this.#insert.place_name.run(name, uuid)
  }

  addRegistered(npi: string, status: RegistryStatus): void {
    const since = status.status === 'deactivated' ? status.since : null
    const uuids = status.status === 'organization' ? JSON.stringify(status.locationUuids) : null
    this.#insert.registry.run(Number(npi), status.status, since, uuids)
  }

  finish(): void {
    this.#database.exec(`${cardsIndexes} COMMIT; PRAGMA analysis_limit = ${analyzedRowsMax}; ANALYZE`)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
