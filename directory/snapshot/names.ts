/** Who and what bears a name, exactly after folding, as a snapshot knows it. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { FoldedName } from '../person-name.ts'

/** The name tables of an open `cards.sqlite`, good until that is closed. */
export class Names {
  readonly #cards: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(cards: DatabaseSync) {
    this.#cards = cards
  }

  /** NPIs with a legal or other name that equals every given part, ascending; one letter matches a middle initial. */
  npisByName(name: FoldedName): Uint32Array {
    const { where, values } = bearing(name)
    const npis = this.#list(`SELECT json_group_array(npi) AS list FROM person_name WHERE ${where}`, values)
    return Uint32Array.from(npis as readonly number[])
      .toSorted()
      .filter((npi, at, all) => npi !== all[at - 1])
  }

  /** Places of care whose folded name equals `name`, ascending. */
  locationUuidsByName(name: string): readonly string[] {
    const sql = 'SELECT DISTINCT location_uuid FROM place_name WHERE name = ? ORDER BY location_uuid'
    return this.#list(`SELECT json_group_array(location_uuid) AS list FROM (${sql})`, [
      name,
    ]) as readonly string[]
  }

  /** How many names of clinicians, at most `most`, equal the name as `npisByName` compares. */
  countByName(name: FoldedName, most: number): number {
    const { where, values } = bearing(name)
    return this.#count(`SELECT 1 FROM person_name WHERE ${where} LIMIT ?`, [...values, most])
  }

  /** Whether any clinician's name equals the name as `npisByName` compares: half the time of counting one bearer. */
  exists(name: FoldedName): boolean {
    const { where, values } = bearing(name)
    return this.#prepared(`SELECT 1 FROM person_name WHERE ${where} LIMIT 1`).get(...values) !== undefined
  }

  /** Whether a place of care has exactly this folded name. */
  isPlaceName(name: string): boolean {
    return this.#prepared('SELECT 1 FROM place_name WHERE name = ? LIMIT 1').get(name) !== undefined
  }

  /** How many names of places of care, at most `most`, begin with this folded word. */
  placesBeginning(word: string, most: number): number {
    // Of what may follow the word, only the blank sorts before the exclamation mark.
    const rows = 'SELECT 1 FROM place_name WHERE name >= ? AND name < ? LIMIT ?'
    return this.#count(rows, [word, `${word}!`, most])
  }

  /** How many rows there are, without an object for each. */
  #count(rows: string, values: readonly (string | number)[]): number {
    const { count } = this.#prepared(`SELECT count(*) AS count FROM (${rows})`).get(...values) as {
      readonly count: number
    }
    return count
  }

  /** One text instead of a row each: 52,000 clinicians of one first name took 4 ms instead of 36. */
  #list(sql: string, values: readonly string[]): unknown {
    const { list } = this.#prepared(sql).get(...values) as { readonly list: string }
    return JSON.parse(list)
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#cards.prepare(sql)))
    return statement
  }
}

/** The condition of the rows that bear a name, with what fills its question marks. */
function bearing(name: FoldedName): { readonly where: string; readonly values: readonly string[] } {
  const parts = (['last', 'first'] as const).filter((part) => name[part] !== undefined)
  const conditions = parts.map((part) => `${part} = ?`)
  const values = parts.map((part) => name[part] as string)
  if (name.middle !== undefined) {
    conditions.push(name.middle.length === 1 ? 'middle >= ? AND middle < ?' : 'middle = ?')
    values.push(...(name.middle.length === 1 ? [name.middle, after(name.middle)] : [name.middle]))
  }
  return { where: conditions.join(' AND '), values }
}

/** The least text that sorts after every text starting with `letter`. */
function after(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) as number) + 1)
}
