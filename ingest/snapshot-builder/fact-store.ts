/** `facts.sqlite`: all facts of the sources, stored with the snapshot so that an update can start from them. */
import { type Block, textIn, unpackTexts } from '@careatlas/directory/snapshot/blocks'
import { factsSchema, type SourceKind } from '@careatlas/directory/snapshot/format'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Facility, SourcedFact } from '../facts/facts.ts'
import { npiRange } from '../partition.ts'
import type { Payer } from '../payers-file.ts'

/** The settings of an ingest other than its files of facts; an update keeps them unless it has new ones. */
export interface Settings {
  readonly payers: readonly Payer[]
  /** The codes with a network file. */
  readonly carriers: readonly string[]
  /** The official NUCC names by taxonomy code. */
  readonly officialNames: readonly (readonly [code: string, name: string])[] | null
  /** The paths of the source files, so that an audit can read them again. The server does not publish this database. */
  readonly files: readonly RecordedFile[]
}

/** One file of an ingest by its absolute path; `payers` and `nucc` are the vocabularies. */
export interface RecordedFile {
  readonly kind: SourceKind | 'payers' | 'nucc'
  readonly path: string
  /** The date that the operator gave. */
  readonly asOf: string | null
  /** The carrier code of a network file, else null. */
  readonly code: string | null
}

export const factsFile = 'facts.sqlite'

/** Writes the file once. */
export class FactWriter implements Disposable {
  readonly #database: DatabaseSync
  readonly #fact: StatementSync
  readonly #listed: StatementSync

  /** No process reads the file before it is complete, so it needs no journal on disk. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE',
    )
    this.#database.exec(`BEGIN; ${factsSchema}`)
    this.#fact = this.#database.prepare('INSERT INTO fact VALUES (?, ?)')
    this.#listed = this.#database.prepare('INSERT INTO facility VALUES (?, ?)')
  }

  addFacts(blocks: Iterable<Block>): void {
    for (const { first, bytes } of blocks) this.#fact.run(first, bytes)
  }

  /** Adds facilities without an NPI by partition, and the streets. */
  addListed(blocks: Iterable<Block>): void {
    for (const { first, bytes } of blocks) this.#listed.run(first, bytes)
  }

  finish(settings: Settings): void {
    this.#database.prepare('INSERT INTO setting VALUES (?, ?)').run('ingest', JSON.stringify(settings))
    this.#database.exec('COMMIT')
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}

/** Reads the file of a FactWriter. */
export class FactReader implements Disposable {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true })
  }

  /** The facts of each NPI of the partition, by ascending NPI. */
  *readPartition(partition: number): Generator<readonly [npi: string, facts: readonly SourcedFact[]]> {
    const sql = 'SELECT block FROM fact WHERE first >= ? AND first < ? ORDER BY first'
    for (const row of this.#database.prepare(sql).iterate(...npiRange(partition)))
      for (const [npi, json] of unpackTexts(row['block'] as Uint8Array))
        yield [npi, JSON.parse(json) as SourcedFact[]]
  }

  /** The facts of one NPI; empty if no source has it. */
  readFacts(npi: string): readonly SourcedFact[] {
    const sql = 'SELECT block FROM fact WHERE first <= ? ORDER BY first DESC LIMIT 1'
    const row = this.#database.prepare(sql).get(npi)
    const json = row === undefined ? null : textIn(row['block'] as Uint8Array, npi)
    return json === null ? [] : (JSON.parse(json) as SourcedFact[])
  }

  /** The facilities without an NPI in the partition of their addresses. */
  readFacilities(partition: number): readonly SourcedFact<Facility>[] {
    return this.#readEntry(facilityKey(partition)) as readonly SourcedFact<Facility>[]
  }

  /** The streets of all listed facilities, with or without an NPI. */
  readStreets(): readonly string[] {
    return this.#readEntry(streetsKey) as readonly string[]
  }

  #readEntry(key: string): unknown {
    const row = this.#database.prepare('SELECT block FROM facility WHERE first = ?').get(key)
    const [entry] = row === undefined ? [] : unpackTexts(row['block'] as Uint8Array)
    return entry === undefined ? [] : (JSON.parse(entry[1]) as unknown)
  }

  readSettings(): Settings {
    const row = this.#database.prepare("SELECT json FROM setting WHERE name = 'ingest'").get()
    return JSON.parse(row!['json'] as string) as Settings
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}

export function facilityKey(partition: number): string {
  return String(partition).padStart(3, '0')
}

/** Stored next to the partitions of the facilities. */
export const streetsKey = 'streets'
