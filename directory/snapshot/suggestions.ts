/**
 * The names that `GET /v1/suggest` completes, in `suggestions.sqlite`: those of clinicians and of places of care. Each has a rank; the
 * most common one has rank 1. See docs/decisions/0046-suggestions.md.
 */
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { distanceMiles, type Point } from '../distance.ts'
import { suggestionsFile } from './format.ts'
import { besideSquare, matchLevels } from './match-levels.ts'
import { openImmutable } from './open-immutable.ts'
import { squareAt, squaresAround } from './suggestion-squares.ts'
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
  #findRanks(kind: Kind, prefix: NamePrefix): readonly number[] {
    const ranks = new Set<number>()
    for (const level of prefix.words.length === 0 ? [] : matchLevels(prefix.words)) {
      this.#addLevel(ranks, kind, level, prefix)
      if (ranks.size >= prefix.limit) break
    }
    return [...ranks].slice(0, prefix.limit)
  }

  /** Reads an expression only while names are missing, because each takes up to 3 ms. */
  #addLevel(
    ranks: Set<number>,
    kind: Kind,
    level: readonly string[],
    { words, position, limit }: NamePrefix,
  ): void {
    const lengthMax = ranks.size + limit
    const known = new Map<string, readonly number[]>()
    const findCommon = (match: string): readonly number[] => {
      const common = known.get(match) ?? this.#findMostCommon(kind, match, lengthMax)
      known.set(match, common)
      return common
    }
    // The last expression matches everything that the others match.
    if (words.length > 1 && findCommon(level.at(-1)!).length === 0) return
    for (const match of position === null ? [] : level) {
      if (ranks.size >= limit) return
      // Several words often have so few matches that all are known.
      const isComplete = words.length > 1 && findCommon(match).length < lengthMax
      const nearby = isComplete
        ? findCommon(match)
        : this.#findMostCommon(kind, beside(match, position!), nearbyMax)
      addAll(ranks, this.#sortNearest(kind, nearby, position!))
    }
    for (const match of level) if (ranks.size < limit) addAll(ranks, findCommon(match))
  }

  /** Ascending, because the rank of a more common name is less. */
  #findMostCommon(kind: Kind, match: string, lengthMax: number): readonly number[] {
    const sql = `SELECT rowid AS rank FROM ${kind}_words WHERE ${kind}_words MATCH ? ORDER BY rowid LIMIT ?`
    return this.#prepare(sql)
      .all(match, lengthMax)
      .map(({ rank }) => Number(rank))
  }

  /** The names in the square of the position and around it, from the nearest on. */
  #sortNearest(kind: Kind, ranks: readonly number[], position: Point): readonly number[] {
    if (ranks.length === 0) return []
    const sql = `SELECT rank, lat, lng FROM json_each(?) CROSS JOIN ${kind}_point ON rank = value`
    const points = this.#prepare(sql).all(JSON.stringify(ranks)) as unknown as readonly RankedPoint[]
    const squares = squaresAround(position)
    return points
      .filter((point) => squares.includes(squareAt(point)))
      .map((point) => ({ rank: point.rank, miles: distanceMiles(position, point) }))
      .toSorted((a, b) => a.miles - b.miles || a.rank - b.rank)
      .map(({ rank }) => rank)
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

interface RankedPoint extends Point {
  readonly rank: number
}

function beside(match: string, position: Point): string {
  return besideSquare(match, squareAt(position))
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
