/** The peer: the same clinicians in SQLite alone, with the index that its documentation advises for each search. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { ProviderCard } from '@careatlas/contract/cards'
import type { ProviderSearch } from '@careatlas/contract/parameters'
import { distanceMiles } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { questionTerms } from '@careatlas/search/terms'

/** A degree of latitude is never shorter than this (WGS 84, at the equator: 110.574 km). */
const milesPerDegree = 110.574 / 1.609344

export class SqlitePeer implements Disposable {
  readonly #database = new DatabaseSync(':memory:')
  readonly #snapshot: Snapshot

  constructor(snapshot: Snapshot, cards: Iterable<ProviderCard>) {
    this.#snapshot = snapshot
    this.#database.function('miles', { deterministic: true }, (aLat, aLng, bLat, bLng) =>
      distanceMiles({ lat: Number(aLat), lng: Number(aLng) }, { lat: Number(bLat), lng: Number(bLng) }),
    )
    this.#database.exec(`BEGIN;
      CREATE TABLE person (npi INTEGER PRIMARY KEY, last TEXT, first TEXT, lat REAL, lng REAL);
      CREATE VIRTUAL TABLE place USING rtree (npi, south, north, west, east);
      CREATE VIRTUAL TABLE prose USING fts5 (text, content='', tokenize='porter unicode61')`)
    const person = this.#database.prepare('INSERT INTO person VALUES (?, ?, ?, ?, ?)')
    const place = this.#database.prepare('INSERT INTO place VALUES (?, ?, ?, ?, ?)')
    const prose = this.#database.prepare('INSERT INTO prose (rowid, text) VALUES (?, ?)')
    for (const { npi, name, biography, practice_locations } of cards) {
      const { lat = null, lng = null } = practice_locations[0] ?? {}
      person.run(Number(npi), foldName(name.last ?? ''), foldName(name.first ?? ''), lat, lng)
      if (lat !== null && lng !== null) place.run(Number(npi), lat, lat, lng, lng)
      prose.run(Number(npi), biography)
    }
    this.#database.exec('CREATE INDEX person_name ON person (last, first); COMMIT; ANALYZE')
  }

  /** Ten cards as JSON, after an exact count where the search is a filter. */
  search(request: Partial<ProviderSearch>): string {
    const npis = request.q
      ? this.#byWords(request.q)
      : request.lat === undefined
        ? this.#byName(request)
        : this.#around(request)
    return JSON.stringify(
      npis.map((npi) => JSON.parse(this.#snapshot.providerCard(npi) ?? 'null') as unknown),
    )
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #byName({ last_name = '', first_name }: Partial<ProviderSearch>): readonly string[] {
    const where = first_name === undefined ? 'last = ?' : 'last = ? AND first = ?'
    const values = [last_name, ...(first_name === undefined ? [] : [first_name])].map(foldName)
    return this.#ten(
      `SELECT npi, count(*) OVER () FROM person WHERE ${where} ORDER BY last, first, npi LIMIT 10`,
      values,
    )
  }

  #around({ lat = 0, lng = 0 }: Partial<ProviderSearch>): readonly string[] {
    const [north, east] = [25 / milesPerDegree, 25 / (milesPerDegree * Math.cos((lat * Math.PI) / 180))]
    const sql = `SELECT npi, miles(lat, lng, ?, ?) AS away, count(*) OVER () FROM place JOIN person USING (npi)
      WHERE south >= ? AND north <= ? AND west >= ? AND east <= ? AND away <= 25 ORDER BY away, npi LIMIT 10`
    return this.#ten(sql, [lat, lng, lat - north, lat + north, lng - east, lng + east])
  }

  #byWords(q: string): readonly string[] {
    const any = questionTerms(q)
      .map((term) => `"${term}"`)
      .join(' OR ')
    return any === ''
      ? []
      : this.#ten('SELECT rowid AS npi FROM prose WHERE prose MATCH ? ORDER BY rank LIMIT 10', [any])
  }

  #ten(sql: string, values: SQLInputValue[]): readonly string[] {
    return this.#database
      .prepare(sql)
      .all(...values)
      .map((row) => String(row['npi']))
  }
}
