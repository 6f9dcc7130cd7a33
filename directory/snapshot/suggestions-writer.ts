/** Writes `suggestions.sqlite`: collects names in any order, then ranks and indexes them. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Point } from '../distance.ts'
import { suggestionsFile, suggestionsSchema } from './format.ts'
import { squaresAround, squareWord } from './suggestion-squares.ts'
import { uuidBytes } from './uuid-bytes.ts'

interface NameEntry {
  /** Folded: all names, legal and former. */
  readonly names: string
  /** Folded: words that narrow a search, but find nothing alone, such as middle names and towns. */
  readonly others: string
  readonly points: readonly Point[]
  /** Entries with greater values come first. */
  readonly commonness: number
}

export interface PersonEntry extends NameEntry {
  readonly npi: string
  /** Distinct taxonomy codes. */
  readonly codes: readonly string[]
}

export interface PlaceEntry extends NameEntry {
  readonly uuid: string
  readonly name: string
  readonly otherNames: readonly string[]
  readonly city: string | null
  readonly state: string | null
}

/** Bytes of words that FTS5 collects before it writes them; with 32 MB instead of 1 MB it merges a tenth as often. */
const collectedBytes = 32 * 1024 * 1024

const collectedTables = `
  CREATE TABLE collected.person (commonness, id, names, others, points);
  CREATE TABLE collected.place (commonness, id, names, others, points, name, other_names, city, state);
`

/** Creates the file in `folder`, which is complete after `finish()` and disposal. */
export class SuggestionsWriter implements Disposable {
  readonly #database: DatabaseSync
  readonly #collectedFile: string
  readonly #person: StatementSync
  readonly #place: StatementSync
  readonly #clinicians = new Map<string, number>()

  constructor(folder: string) {
    this.#collectedFile = join(folder, 'collected-names.sqlite')
    this.#database = new DatabaseSync(join(folder, suggestionsFile))
    this.#database.prepare('ATTACH ? AS collected').run(this.#collectedFile)
    this.#database.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA collected.journal_mode = OFF; PRAGMA synchronous = OFF',
    )
    this.#database.exec(`BEGIN; ${suggestionsSchema} ${collectedTables}`)
    this.#person = this.#database.prepare('INSERT INTO collected.person VALUES (?, ?, ?, ?, ?)')
    this.#place = this.#database.prepare('INSERT INTO collected.place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  }

  addPerson({ npi, codes, names, others, points, commonness }: PersonEntry): void {
    this.#person.run(commonness, Number(npi), names, others, JSON.stringify(points))
    for (const code of codes) this.#clinicians.set(code, (this.#clinicians.get(code) ?? 0) + 1)
  }

  addPlace(entry: PlaceEntry): void {
    const { uuid, names, others, points, commonness, name, otherNames, city, state } = entry
    const label = [name, JSON.stringify(otherNames), city, state]
    this.#place.run(commonness, uuidBytes(uuid), names, others, JSON.stringify(points), ...label)
  }

  finish(): void {
    const person = this.#database.prepare('INSERT INTO person VALUES (?, ?)')
    this.#index('person', (rank, { id }) => person.run(rank, id as number))
    const place = this.#database.prepare('INSERT INTO place VALUES (?, ?, ?, ?, ?, ?)')
    this.#index('place', (rank, { id, name, other_names, city, state }) =>
      place.run(rank, id, name, other_names, city, state),
    )
    const specialty = this.#database.prepare('INSERT INTO specialty VALUES (?, ?)')
    for (const [code, clinicians] of [...this.#clinicians].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      specialty.run(code, clinicians)
    this.#database.exec('COMMIT; DETACH collected')
    rmSync(this.#collectedFile)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  /** Numbers the collected names of a kind by commonness, and indexes their words. */
  #index(kind: 'person' | 'place', insert: (rank: number, row: CollectedRow) => void): void {
    this.#database.exec(
      `INSERT INTO ${kind}_words (${kind}_words, rank) VALUES ('hashsize', ${collectedBytes})`,
    )
    const words = this.#database.prepare(
      `INSERT INTO ${kind}_words (rowid, name, other, square) VALUES (?, ?, ?, ?)`,
    )
    const point = this.#database.prepare(`INSERT OR IGNORE INTO ${kind}_point VALUES (?, ?, ?)`)
    let rank = 0
    const rows = this.#database.prepare(`SELECT * FROM collected.${kind} ORDER BY commonness DESC, id`)
    for (const row of rows.iterate() as Iterable<unknown> as Iterable<CollectedRow>) {
      rank += 1
      const points = JSON.parse(row.points) as readonly Point[]
      insert(rank, row)
      words.run(
        rank,
        row.names,
        row.others,
        [...new Set(points.flatMap(squaresAround))].map(squareWord).join(' '),
      )
      for (const { lat, lng } of points) point.run(rank, lat, lng)
    }
    this.#database.exec(`INSERT INTO ${kind}_words (${kind}_words) VALUES ('optimize')`)
  }
}

interface CollectedRow {
  readonly id: number | Uint8Array
  readonly points: string
  readonly names: string
  readonly others: string
  readonly name: string
  readonly other_names: string
  readonly city: string | null
  readonly state: string | null
}
