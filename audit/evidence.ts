/** The cells in the rows of one NPI that may support a card. */
import type { Address } from '@careatlas/contract/cards'
import {
  type AddressCells,
  composeBuildingKey,
  readBuildingKey,
  readClinicianAddress,
  readRegisteredAddress,
  readSecondaryAddress,
} from './address-cells.ts'
import type { NetworkListing, Observation, Row, RowStore } from './rows.ts'
import { FacilityLists } from './facility-lists.ts'
import { cellValue, parseDate } from './words.ts'

export interface TaxonomyCells {
  readonly code: string
  readonly license: string | null
  readonly licenseState: string | null
  readonly primary: boolean
}

/** The rows of all files for one NPI. */
export class NpiEvidence {
  readonly npi: string
  readonly rows: readonly Row[]
  /** Rows of the main file, the newest first; of two of one day, the later line. */
  readonly registry: readonly Row[]
  readonly current: Row | null
  readonly observations: readonly Observation[]
  readonly listings: readonly NetworkListing[]
  readonly deactivatedOn: string | null
  #addresses: readonly AddressCells[] | undefined
  #taxonomies: readonly TaxonomyCells[] | undefined

  constructor(npi: string, store: RowStore) {
    this.npi = npi
    this.rows = store.byNpi.get(npi) ?? []
    this.registry = this.rowsOfKind('registry').toReversed().toSorted(byNewest)
    this.current = this.registry[0] ?? null
    this.observations = store.observations.get(npi) ?? []
    this.listings = store.listings.get(npi) ?? []
    this.deactivatedOn = findDeactivation(this.current, store.deactivationDays, npi)
  }

  rowsOfKind(kind: Row['table']['kind']): readonly Row[] {
    return this.rows.filter(({ table }) => table.kind === kind)
  }

  isOrganization(): boolean {
    return this.current?.get('entity type code') === '2'
  }

  /** Practice addresses of the current registration, of secondary locations and of CMS. */
  practiceAddresses(): readonly AddressCells[] {
    this.#addresses ??= [
      ...(this.current === null ? [] : [readRegisteredAddress(this.current, 'practice')]),
      ...this.rowsOfKind('secondary_locations').map(readSecondaryAddress),
      ...this.rowsOfKind('clinicians').map(readClinicianAddress),
    ]
    return this.#addresses
  }

  mailingAddress(): AddressCells | null {
    return this.current === null ? null : readRegisteredAddress(this.current, 'mailing')
  }

  /** Practice addresses of older rows too, which a card must not show. */
  supersededAddresses(): readonly AddressCells[] {
    return this.registry.slice(1).map((row) => readRegisteredAddress(row, 'practice'))
  }

  /** Codes of the current registration in the order of its slots. */
  taxonomies(): readonly TaxonomyCells[] {
    this.#taxonomies ??= this.current === null ? [] : readTaxonomies(this.current)
    return this.#taxonomies
  }

  /** Every name of an organization (legal, trade and former), as its cell has it. */
  organizationNames(): readonly string[] {
    const names = this.registry.flatMap((row) => [
      row.get('provider organization name (legal business name)'),
      row.get('provider other organization name'),
    ])
    const others = this.rowsOfKind('other_names').map((row) => row.get('provider other organization name'))
    return [...names, ...others].filter((name) => cellValue(name) !== null)
  }

  /** The days of all rows and of their files. */
  days(): ReadonlySet<string> {
    const days = new Set<string>()
    const add = (day: string | null): void => void (day !== null && days.add(day))
    for (const row of this.rows) {
      add(row.table.asOf)
      for (const name of dateColumns) add(parseDate(row.get(name)))
    }
    for (const { asOf, table } of [...this.observations, ...this.listings]) add(asOf ?? table.asOf)
    return days
  }
}

const dateColumns = [
  'provider enumeration date',
  'last update date',
  'npi deactivation date',
  'npi reactivation date',
  'certification date',
  'created date',
]

function byNewest(a: Row, b: Row): number {
  return getDay(a) < getDay(b) ? 1 : getDay(a) > getDay(b) ? -1 : 0
}

function getDay(row: Row): string {
  return `${row.table.asOf ?? ''} ${parseDate(row.get('last update date')) ?? ''}`
}

/** The day of a deactivation that no reactivation followed; `''` if it has no day, null if there is no deactivation. */
function findDeactivation(
  row: Row | null,
  reported: ReadonlyMap<string, string | null>,
  npi: string,
): string | null {
  const report = reported.get(npi)
  const updated = row === null ? null : (parseDate(row.get('last update date')) ?? row.table.asOf)
  if (report !== undefined && (updated === null || (report ?? '') > (row?.table.asOf ?? updated)))
    return report ?? ''
  if (row === null) return null
  const deactivatedOn = parseDate(row.get('npi deactivation date'))
  const reactivatedOn = parseDate(row.get('npi reactivation date'))
  return deactivatedOn === null || (reactivatedOn !== null && reactivatedOn >= deactivatedOn)
    ? null
    : deactivatedOn
}

function readTaxonomies(row: Row): readonly TaxonomyCells[] {
  const found: TaxonomyCells[] = []
  for (let slot = 1; slot <= 15; slot++) {
    const code = row.get(`healthcare provider taxonomy code_${slot}`).trim().slice(0, 10).toUpperCase()
    if (code === '') continue
    found.push({
      code,
      license: cellText(row.get(`provider license number_${slot}`)),
      licenseState: cellText(row.get(`provider license number state code_${slot}`)),
      primary: row.get(`healthcare provider primary taxonomy switch_${slot}`) === 'Y',
    })
  }
  return found
}

/** The cell with runs of spaces collapsed; null if it has no letter or digit. */
function cellText(cell: string): string | null {
  return cellValue(cell) === null ? null : cell.trim().replaceAll(/\s+/g, ' ')
}

/** All evidence of a run; the rows of an NPI are parsed on first use and cached. */
export class Evidence {
  readonly store: RowStore
  readonly facilities: FacilityLists
  readonly #byNpi = new Map<string, NpiEvidence>()
  #npisByBuilding: ReadonlyMap<string, ReadonlySet<string>> | undefined
  #npisByAnyAddress: ReadonlyMap<string, ReadonlySet<string>> | undefined

  constructor(store: RowStore) {
    this.store = store
    this.facilities = new FacilityLists(store.facilities)
  }

  get(npi: string): NpiEvidence {
    let evidence = this.#byNpi.get(npi)
    if (evidence === undefined) {
      // The NPIs of a whole country do not fit; those of one place are requested together, so a small cache suffices.
      if (this.#byNpi.size >= cachedNpisMax) this.#byNpi.clear()
      evidence = new NpiEvidence(npi, this.store)
      this.#byNpi.set(npi, evidence)
    }
    return evidence
  }

  /** NPIs whose registered practice address has the ZIP code and the house number of `address`. */
  npisInBuilding(address: Address): readonly string[] {
    this.#npisByBuilding ??= indexNpis(this.store, getRegistryBuildingKey)
    const key = composeBuildingKey(address.postal_code, address.line_1)
    return [...(this.#npisByBuilding.get(key) ?? [])]
  }

  /** The same for any address: the registered one, a secondary location, or one in the CMS files. */
  allNpisInBuilding(address: Address): readonly string[] {
    this.#npisByAnyAddress ??= indexNpis(this.store, getAnyBuildingKey)
    const key = composeBuildingKey(address.postal_code, address.line_1)
    return [...(this.#npisByAnyAddress.get(key) ?? [])]
  }

  carrierNames(code: string): ReadonlySet<string> {
    return this.store.carrierNames.get(code) ?? new Set()
  }
}

function indexNpis(
  { byNpi }: RowStore,
  getKey: (row: Row) => string | null,
): ReadonlyMap<string, ReadonlySet<string>> {
  const npis = new Map<string, Set<string>>()
  for (const [npi, rows] of byNpi)
    for (const row of rows) {
      const key = getKey(row)
      if (key !== null) npis.set(key, (npis.get(key) ?? new Set()).add(npi))
    }
  return npis
}

function getRegistryBuildingKey(row: Row): string | null {
  return row.table.kind === 'registry' ? readBuildingKey(row) : null
}

function getAnyBuildingKey(row: Row): string | null {
  const { kind } = row.table
  if (kind !== 'secondary_locations' && kind !== 'clinicians') return getRegistryBuildingKey(row)
  const { postalCode, line1 } = kind === 'clinicians' ? readClinicianAddress(row) : readSecondaryAddress(row)
  return composeBuildingKey(postalCode, line1)
}

const cachedNpisMax = 20_000
