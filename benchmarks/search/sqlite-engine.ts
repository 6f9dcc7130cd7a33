/** The same cards in SQLite, with the index that its documentation recommends for each kind of search. */
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { defaultRadiusMiles, type LocationSearch, type ProviderSearch } from '@careatlas/contract/parameters'
import { distanceMiles } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import { queryTerms } from '@careatlas/search/terms'
import { type CandidateEngine, toResponse, type Request } from './candidate-engine.ts'
import { boundingBox } from './bounding-box.ts'
import { clinicianBatches, placeBatches } from './external-engine-rows.ts'
import type { ExternalEngine, ExternalEngineSource } from './external-engine.ts'

const tables = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA mmap_size = 17179869184;
  CREATE TABLE clinician (npi INTEGER PRIMARY KEY, last TEXT, first TEXT, lat REAL, lng REAL, card TEXT);
  CREATE VIRTUAL TABLE point USING rtree (npi, south, north, west, east);
  CREATE VIRTUAL TABLE prose USING fts5 (text, content='', tokenize='porter unicode61');
  CREATE TABLE place (id INTEGER PRIMARY KEY, card TEXT);
  CREATE VIRTUAL TABLE place_prose USING fts5 (text, content='', tokenize='porter unicode61');
  BEGIN`

const indexes = `
  CREATE INDEX clinician_name ON clinician (last, first);
  INSERT INTO prose (prose) VALUES ('optimize');
  INSERT INTO place_prose (place_prose) VALUES ('optimize');
  COMMIT;
  ANALYZE`

export async function openSqlite({ snapshotFolder }: ExternalEngineSource): Promise<ExternalEngine> {
  using opened = new DisposableStack()
  const folder = opened.use(mkdtempDisposableSync(join(tmpdir(), 'sqlite-peer-')))
  const database = opened.use(new DatabaseSync(join(folder.path, 'peer.sqlite')))
  database.function('miles', { deterministic: true }, (aLat, aLng, bLat, bLng) =>
    distanceMiles({ lat: Number(aLat), lng: Number(aLng) }, { lat: Number(bLat), lng: Number(bLng) }),
  )
  database.exec(tables)
  addClinicians(database, snapshotFolder)
  addPlaces(database, snapshotFolder)
  database.exec(indexes)
  const closing = opened.move()
  return { candidates: [toCandidate(database)], [Symbol.asyncDispose]: async () => closing.dispose() }
}

function addClinicians(database: DatabaseSync, snapshotFolder: string): void {
  const clinician = database.prepare('INSERT INTO clinician VALUES (?, ?, ?, ?, ?, ?)')
  const point = database.prepare('INSERT INTO point VALUES (?, ?, ?, ?, ?)')
  const words = database.prepare('INSERT INTO prose (rowid, text) VALUES (?, ?)')
  for (const batch of clinicianBatches(snapshotFolder)) {
    for (const { npi, last, first, lat, lng, prose, card } of batch) {
      clinician.run(Number(npi), last, first, lat, lng, card)
      if (lat !== null && lng !== null) point.run(Number(npi), lat, lat, lng, lng)
      words.run(Number(npi), prose)
    }
  }
}

function addPlaces(database: DatabaseSync, snapshotFolder: string): void {
  const place = database.prepare('INSERT INTO place (card) VALUES (?)')
  const words = database.prepare('INSERT INTO place_prose (rowid, text) VALUES (?, ?)')
  for (const batch of placeBatches(snapshotFolder))
    for (const { prose, card } of batch) words.run(place.run(card).lastInsertRowid, prose)
}

function toCandidate(database: DatabaseSync): CandidateEngine {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  return {
    name: 'SQLite',
    note: `${process.versions.sqlite}; R\\*Tree, FTS5 (any word of the query, BM25), B-trees; its text and point indexes cannot be combined in one query; it runs on the calling thread`,
    supports: (request) =>
      request.kind !== 'providers' ||
      request.parameters.q === undefined ||
      request.parameters.lat === undefined,
    respond: async (request) => {
      const { sql, values } = createStatement(request)
      return toResponse(prepare(sql).all(...values) as { card: string }[])
    },
  }
}

interface Statement {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

function createStatement(request: Request): Statement {
  if (request.kind === 'card')
    return { sql: 'SELECT card FROM clinician WHERE npi = ?', values: [Number(request.npi)] }
  if (request.kind === 'locations') return textStatement('place_prose', 'place', 'id', request.parameters)
  const { parameters } = request
  if (parameters.q !== undefined) return textStatement('prose', 'clinician', 'npi', parameters)
  return parameters.lat === undefined ? nameStatement(parameters) : positionStatement(parameters)
}

/** Selects the first ten results, with the exact count of all. */
function nameStatement({ last_name = '', first_name = '' }: Partial<ProviderSearch>): Statement {
  return {
    sql: `SELECT card, count(*) OVER () FROM clinician WHERE last = ? AND first = ? ORDER BY npi LIMIT 10`,
    values: [foldName(last_name), foldName(first_name)],
  }
}

function positionStatement({ lat = 0, lng = 0 }: Partial<ProviderSearch>): Statement {
  const { south, north, west, east } = boundingBox({ lat, lng }, defaultRadiusMiles)
  return {
    sql: `SELECT card FROM (
      SELECT npi, miles(lat, lng, ?, ?) AS distance, count(*) OVER () FROM point JOIN clinician USING (npi)
      WHERE south >= ? AND north <= ? AND west >= ? AND east <= ? AND distance <= ${defaultRadiusMiles}
      ORDER BY distance, npi LIMIT 10) JOIN clinician USING (npi) ORDER BY distance, npi`,
    values: [lat, lng, south, north, west, east],
  }
}

function textStatement(
  prose: string,
  table: string,
  id: string,
  { q = '' }: Partial<ProviderSearch> | Partial<LocationSearch>,
): Statement {
  const terms = queryTerms(q).map((term) => `"${term}"`)
  return {
    sql: `SELECT card FROM (SELECT rowid AS ${id}, rank FROM ${prose} WHERE ${prose} MATCH ? ORDER BY rank LIMIT 10)
      JOIN ${table} USING (${id}) ORDER BY rank`,
    values: [terms.length === 0 ? '""' : terms.join(' OR ')],
  }
}
