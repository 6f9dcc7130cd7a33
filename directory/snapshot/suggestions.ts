/**
 * The names that `GET /v1/suggest` completes, in `suggestions.sqlite`: those of clinicians and of places of care. Each has a rank; the
 * most common one has rank 1. See docs/decisions/0045-suggestions.md.
 */
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Point } from '../distance.ts'
import { suggestionsFile } from './format.ts'
import { besideSquare, matchLevels } from './match-levels.ts'
import { openImmutable } from './open-immutable.ts'
import { squareAt } from './suggestion-squares.ts'
import { uuidText } from './uuid-bytes.ts'

/** What to complete: folded words, of which the last may be incomplete, near a position if there is one. */
export interface NamePrefix {
  readonly words: readonly string[]
  readonly position: Point | null
  readonly limit: number
}

/** A place of care, as it is suggested. */
export interface SuggestedPlace {
  readonly locationUuid: string
  readonly name: string
  /** Other names of the place, or of organizations there. */
  readonly otherNames: readonly string[]
  readonly city: string | null
  readonly state: string | null
  readonly point: Point | null
}

type Kind = 'person' | 'place'

/** The nearest names are selected from this many in the square of the position and those around it: the most common ones. */
const nearbyMax = 200

/** Reads the names of the snapshot in a folder. */
export class Suggestions implements Disposable {
  /** The number of clinicians of each taxonomy code. */
  readonly cliniciansByCode: ReadonlyMap<string, number>
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(folder: string) {
    this.#database = openImmutable(join(folder, suggestionsFile))
    const rows = this.#database.prepare('SELECT code, clinicians FROM specialty').all()
    this.cliniciansByCode = new Map(
      rows.map(({ code, clinicians }) => [code, clinicians] as [string, number]),
    )
  }

  /** NPIs of clinicians by the words of their names, former names included; the best match first. */
  findPeople(prefix: NamePrefix): readonly string[] {
    const npi = this.#prepare('SELECT npi FROM person WHERE rank = ?')
    return this.#findRanks('person', prefix).map((rank) => String(npi.get(rank)!['npi']))
  }

  /** Places of care by the words of their names; the best match first. */
  findPlaces(prefix: NamePrefix): readonly SuggestedPlace[] {
    const place = this.#prepare('SELECT * FROM place LEFT JOIN place_point USING (rank) WHERE rank = ?')
    return this.#findRanks('place', prefix).map((rank) => toPlace(place.get(rank) as unknown as PlaceRow))
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  /** Of each level of `matchLevels`, first the names near the position, then the most common of all. */
  #findRanks(kind: Kind, { words, position, limit }: NamePrefix): readonly number[] {
    const ranks = new Set<number>()
    for (const level of words.length === 0 ? [] : matchLevels(words)) {
      const matches = level
        .map((match) => ({ match, common: this.#findMostCommon(kind, match, ranks.size + limit) }))
        .filter(({ common }) => common.length > 0)
      if (position !== null)
        for (const { match } of matches)
          if (ranks.size < limit) addAll(ranks, this.#findNearest(kind, match, position, limit))
      for (const { common } of matches) addAll(ranks, common)
      if (ranks.size >= limit) break
    }
    return [...ranks].slice(0, limit)
  }

  #findMostCommon(kind: Kind, match: string, limit: number): readonly number[] {
    const sql = `SELECT rowid AS rank FROM ${kind}_words WHERE ${kind}_words MATCH ? ORDER BY rowid LIMIT ?`
    return this.#list(sql, [match, limit])
  }

  /** Compares planar distances, which have the same order within two degrees. */
  #findNearest(kind: 'person' | 'place', match: string, position: Point, limit: number): readonly number[] {
    const { lat, lng } = position
    const sql = `
      SELECT rank, min((lat - ?) * (lat - ?) + (lng - ?) * (lng - ?) * ?) AS distance FROM
        (SELECT rowid AS near FROM ${kind}_words WHERE ${kind}_words MATCH ? ORDER BY rowid LIMIT ${nearbyMax})
        CROSS JOIN ${kind}_point ON rank = near
      GROUP BY rank ORDER BY distance, rank LIMIT ?`
    const longitudeScale = Math.cos((lat * Math.PI) / 180) ** 2
    const nearbyMatch = besideSquare(match, squareAt(position))
    return this.#list(sql, [lat, lat, lng, lng, longitudeScale, nearbyMatch, limit])
  }

  #list(sql: string, values: readonly SQLInputValue[]): readonly number[] {
    return this.#prepare(sql)
      .all(...values)
      .map(({ rank }) => Number(rank))
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)))
    return statement
  }
}

function addAll(ranks: Set<number>, found: readonly number[]): void {
  for (const rank of found) ranks.add(rank)
}

interface PlaceRow {
  readonly uuid: Uint8Array
  readonly name: string
  /** JSON. */
  readonly other_names: string
  readonly city: string | null
  readonly state: string | null
  readonly lat: number | null
  readonly lng: number | null
}

function toPlace({ uuid, name, other_names, city, state, lat, lng }: PlaceRow): SuggestedPlace {
  const otherNames = JSON.parse(other_names) as readonly string[]
  const point = lat === null || lng === null ? null : { lat, lng }
  return { locationUuid: uuidText(uuid), name, otherNames, city, state, point }
}
