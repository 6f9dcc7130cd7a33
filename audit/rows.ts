/** Rows of the raw files by NPI, and the rows of facility lists: the only evidence that the audit accepts. */
import { splitCells } from './read/records.ts'

export type TableKind =
  | 'registry'
  | 'secondary_locations'
  | 'other_names'
  | 'endpoints'
  | 'deactivated'
  | 'network'
  | 'clinicians'
  | 'affiliations'
  | 'facilities'
  | 'observations'
  | 'payers'
  | 'nucc'

/** One table of a source file. */
export interface Table {
  readonly kind: TableKind
  readonly file: string
  /** The day of the file in the manifest. */
  readonly asOf: string | null
  /** Only for a network file, else null. */
  readonly carrierCode: string | null
  /** Index of a column by its name, in lower case with single spaces. */
  readonly columns: ReadonlyMap<string, number>
}

/** A record that is split into cells on first use. */
export class Row {
  readonly table: Table
  readonly record: string
  #cells: readonly string[] | undefined

  constructor(table: Table, record: string) {
    this.table = table
    this.record = record
  }

  /** The cell of the first of these columns that the table has; empty if it has none. */
  get(...names: readonly string[]): string {
    this.#cells ??= splitCells(this.record)
    for (const name of names) {
      const index = this.table.columns.get(name)
      if (index !== undefined) return this.#cells[index] ?? ''
    }
    return ''
  }

  /** The cells with content, without the flags `N` and `X`, for a report. */
  toString(): string {
    const cells = splitCells(this.record).filter((cell) => cell !== '' && cell !== 'N' && cell !== 'X')
    return `${this.table.file}: ${cells.join(' | ')}`.slice(0, 400)
  }
}

export function indexColumns(header: string): ReadonlyMap<string, number> {
  const names = splitCells(header).map((name) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase())
  return new Map(names.map((name, index) => [name, index]))
}

/** The statements of a record of an observations file or of a payer about one NPI, in a common form. */
export interface Observation {
  readonly table: Table
  readonly source: string
  readonly asOf: string | null
  readonly value: {
    readonly languages?: readonly string[]
    readonly education?: readonly Readonly<Record<string, unknown>>[]
    readonly focus?: readonly string[]
    readonly telehealth?: boolean | null
    readonly affiliations?: readonly { readonly kind: string; readonly name: string }[]
    readonly assignment?: string | null
    readonly prose?: string | null
    readonly places?: readonly {
      readonly line_1: string
      readonly postal_code: string
      readonly office_hours?: readonly {
        readonly day: string
        readonly open: string
        readonly close: string
      }[]
      readonly accepting?: string | null
      /** Digits of telephone numbers and of their extensions. */
      readonly phones?: readonly string[]
      readonly extensions?: readonly string[]
    }[]
  }
}

/** A payer's listing of an NPI. */
export interface NetworkListing {
  readonly table: Table
  readonly carrierCode: string
  /** The record's own date, else null. */
  readonly asOf: string | null
}

export class RowStore {
  /** The NPIs whose rows are kept; null keeps all. */
  readonly wantedNpis: ReadonlySet<string> | null
  /** Keys from `toAreaKey`; the registry rows of all NPIs in these areas are kept as well. */
  readonly wantedAreas: ReadonlySet<string>
  readonly byNpi = new Map<string, Row[]>()
  readonly observations = new Map<string, Observation[]>()
  readonly listings = new Map<string, NetworkListing[]>()
  readonly facilities: Row[] = []
  readonly deactivationDays = new Map<string, string | null>()
  /** By carrier code. */
  readonly carrierNames = new Map<string, Set<string>>()
  /** The display names of NUCC by taxonomy code. */
  readonly officialNames = new Map<string, string>()
  rowCount = 0

  constructor(wanted: ReadonlySet<string> | null, buildings: ReadonlySet<string> = new Set()) {
    this.wantedNpis = wanted
    this.wantedAreas = buildings
  }

  isWanted(npi: string): boolean {
    return this.wantedNpis === null || this.wantedNpis.has(npi)
  }

  add(npi: string, row: Row): void {
    appendTo(this.byNpi, npi, row)
  }

  addObservation(npi: string, observed: Observation): void {
    if (this.isWanted(npi)) appendTo(this.observations, npi, observed)
  }

  addListing(npi: string, listed: NetworkListing): void {
    if (this.isWanted(npi)) appendTo(this.listings, npi, listed)
  }
}

/** Adds a value to the list of the key. */
export function appendTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
