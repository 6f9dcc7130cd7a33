/** Writes `cards.sqlite`: compressed cards by identifier, the exact-name index, and the rest of the registry. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { type CardCodec, cardCodec, dictionaryOf } from '@careatlas/directory/snapshot/card-codec'
import { cardsIndexes, cardsSchema, type RegistryStatus } from '@careatlas/directory/snapshot/format'
import { uuidBytes } from '@careatlas/directory/snapshot/uuid-bytes'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Everything is added once; nothing can be read back but the places to index. */
export class CardStore implements Disposable {
  readonly #database: DatabaseSync
  readonly #providers: CardTable
  readonly #locations: CardTable
  readonly #personName: StatementSync
  readonly #placeName: StatementSync
  readonly #registry: StatementSync

  /** Creates the file; it is complete after `finish()` and `dispose`. Nothing reads it before: it needs no safe journal. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE',
    )
    this.#database.exec(`BEGIN; ${cardsSchema}`)
    this.#providers = new CardTable(this.#database, 'provider', 'INSERT INTO provider VALUES (?, ?)')
    this.#locations = new CardTable(this.#database, 'location', 'INSERT INTO location VALUES (?, ?, ?)')
    this.#personName = this.#database.prepare('INSERT INTO person_name VALUES (?, ?, ?, ?)')
    this.#placeName = this.#database.prepare('INSERT INTO place_name VALUES (?, ?)')
    this.#registry = this.#database.prepare('INSERT INTO registry VALUES (?, ?, ?, ?)')
  }

  addProvider(card: ProviderCard): void {
    const npi = Number(card.npi)
    this.#providers.add([npi], JSON.stringify(card))
    for (const { last, first, middle } of [card.name, ...card.other_names]) {
      this.#personName.run(foldName(last ?? ''), foldName(first ?? ''), foldName(middle ?? ''), npi)
    }
  }

  /** `presented` places come up in location search, under each of `names`; the others only answer by their UUID. */
  addLocation(card: LocationCard, presented: boolean, names: readonly string[]): void {
    const uuid = uuidBytes(card.location_uuid)
    this.#locations.add([uuid, Number(presented)], JSON.stringify(card))
    if (!presented) return
    for (const name of new Set(names.map(foldName))) if (name) this.#placeName.run(name, uuid)
  }

  addRegistered(npi: string, known: RegistryStatus): void {
    const since = known.status === 'deactivated' ? known.since : null
    const uuids = known.status === 'organization' ? JSON.stringify(known.locationUuids) : null
    this.#registry.run(Number(npi), known.status, since, uuids)
  }

  /** The places that location search presents, by UUID. Call after the last `addLocation`. */
  *presentedLocations(): Generator<LocationCard> {
    const codec = this.#locations.flush()
    const rows = this.#database.prepare(
      'SELECT card FROM location WHERE presented = 1 ORDER BY location_uuid',
    )
    for (const row of rows.iterate())
      yield JSON.parse(codec.decode(row['card'] as Uint8Array)) as LocationCard
  }

  finish(): void {
    this.#providers.flush()
    this.#locations.flush()
    this.#database.exec(`${cardsIndexes} COMMIT; ANALYZE`)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}

/** Cards held back until a dictionary can be made of them. */
const sampleCards = 12

/** One table of compressed cards with its own dictionary, made from the first cards that come. */
class CardTable {
  readonly #database: DatabaseSync
  readonly #name: string
  readonly #insert: StatementSync
  readonly #waiting: { readonly key: readonly (number | Uint8Array)[]; readonly json: string }[] = []
  #codec: CardCodec | null = null

  constructor(database: DatabaseSync, name: string, insert: string) {
    this.#database = database
    this.#name = name
    this.#insert = database.prepare(insert)
  }

  add(key: readonly (number | Uint8Array)[], json: string): void {
    if (this.#codec) {
      this.#insert.run(...key, this.#codec.encode(json))
      return
    }
    this.#waiting.push({ key, json })
    if (this.#waiting.length === sampleCards) this.flush()
  }

  /** Makes the dictionary if there is none yet and writes what waited for it. */
  flush(): CardCodec {
    if (this.#codec) return this.#codec
    const dictionary = dictionaryOf(this.#waiting.map(({ json }) => json))
    this.#database.prepare('INSERT INTO dictionary VALUES (?, ?)').run(this.#name, dictionary)
    this.#codec = cardCodec(dictionary)
    for (const { key, json } of this.#waiting.splice(0)) this.add(key, json)
    return this.#codec
  }
}
