/** Finds clinicians and places by their exact normalized names. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { FoldedName } from '../person-name.ts'

/** The name tables of an open `cards.sqlite`. */
export class Names {
  readonly #cards: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(cards: DatabaseSync) {
    this.#cards = cards
  }

  /** NPIs with a legal or other name that matches every given part, ascending. One letter matches a middle initial. */
  npisByName(name: FoldedName): Uint32Array {
    const { where, values } = nameCondition(name)
    const npis = this.#list(`SELECT json_group_array(npi) AS list FROM person_name WHERE ${where}`, values)
    return Uint32Array.from(npis as readonly number[])
      .toSorted()
      .filter((npi, index, all) => npi !== all[index - 1])
  }

  /** Places of care whose normalized name equals `name`, ascending. */
  locationUuidsByName(name: string): readonly string[] {
    const sql = 'SELECT DISTINCT location_uuid FROM place_name WHERE name = ? ORDER BY location_uuid'
    return this.#list(`SELECT json_group_array(location_uuid) AS list FROM (${sql})`, [
      name,
    ]) as readonly string[]
  }

  /** Counts the names of clinicians that match as in `npisByName`, up to `limit`. */
  countByName(name: FoldedName, limit: number): number {
    const { where, values } = nameCondition(name)
    return this.#count(`SELECT 1 FROM person_name WHERE ${where} LIMIT ?`, [...values, limit])
  }

  /** Whether any name of a clinician matches as in `npisByName`; takes half the time of a count up to 1. */
  exists(name: FoldedName): boolean {
    const { where, values } = nameCondition(name)
    return this.#prepare(`SELECT 1 FROM person_name WHERE ${where} LIMIT 1`).get(...values) !== undefined
  }

  /** Whether a place of care has exactly this normalized name. */
  isPlaceName(name: string): boolean {
    return this.#prepare('SELECT 1 FROM place_name WHERE name = ? LIMIT 1').get(name) !== undefined
  }

  /** Counts the names of places that start with this normalized word, up to `limit`. */
  countPlacesByPrefix(word: string, limit: number): number {
    // Only a space can follow the word and sort before the exclamation mark.
    const rows = 'SELECT 1 FROM place_name WHERE name >= ? AND name < ? LIMIT ?'
    return this.#count(rows, [word, `${word}!`, limit])
  }

  /** Counts rows without creating an object for each. */
  #count(rows: string, values: readonly (string | number)[]): number {
    const { count } = this.#prepare(`SELECT count(*) AS count FROM (${rows})`).get(...values) as {
      readonly count: number
    }
    return count
  }

  /** Returns one text instead of many rows: 4 ms instead of 36 for 52,000 clinicians with the same first name. */
  #list(sql: string, values: readonly string[]): unknown {
    const { list } = this.#prepare(sql).get(...values) as { readonly list: string }
    return JSON.parse(list)
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#cards.prepare(sql)))
    return statement
  }
}

/** The SQL condition for a name, with its parameters. */
function nameCondition(name: FoldedName): { readonly where: string; readonly values: readonly string[] } {
  const parts = (['last', 'first'] as const).filter((part) => name[part] !== undefined)
  const conditions = parts.map((part) => `${part} = ?`)
  const values = parts.map((part) => name[part] as string)
  if (name.middle !== undefined) {
    conditions.push(name.middle.length === 1 ? 'middle >= ? AND middle < ?' : 'middle = ?')
    values.push(...(name.middle.length === 1 ? [name.middle, prefixEnd(name.middle)] : [name.middle]))
  }
  return { where: conditions.join(' AND '), values }
}

/** The smallest text that sorts after every text with the prefix `letter`. */
function prefixEnd(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) as number) + 1)
}
