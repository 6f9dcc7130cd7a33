/** For tests: address records of the practice addresses in registry rows, by house. */
import { groupByUnit } from './group-by-unit.ts'
import { groupByBuilding } from './group-by-building.ts'
import { type AddressRecord, addressRecordsOf } from './address-record.ts'
import { type PracticeRow, practiceRows } from './practice-rows.fixture.ts'

type Houses = readonly (readonly AddressRecord[])[]

/** The real registry files. */
export async function realHouses(): Promise<Houses> {
  return housesOf([...(await practiceRows()).values()])
}

export function housesOf(rows: readonly PracticeRow[]): Houses {
  return [...groupByBuilding(rows.flatMap(addressRecordsOfRow))]
}

/** The rows that share a unit, by NPI. */
export function unitsByNpi(rows: readonly PracticeRow[]): ReadonlyMap<string, readonly AddressRecord[]> {
  const units = housesOf(rows).flatMap((house) => groupByUnit(house))
  return new Map(units.flatMap((unit) => unit.map((one) => [one.who.npi!, unit] as const)))
}

export function addressRecordsOfRow(row: PracticeRow): readonly AddressRecord[] {
  const shared = {
    addresses: [row.practice],
    observations: [],
    sources: [{ id: row.source, as_of: row.asOf }],
  }
  const since = () => row.asOf ?? ''
  return row.kind === 'clinician'
    ? addressRecordsOf(
        { kind: row.kind, npi: row.npi, clinician: { registration: row, listings: [], ...shared } },
        since,
      )
    : addressRecordsOf(
        { kind: row.kind, npi: row.npi, organization: { registration: row, otherNames: [], ...shared } },
        since,
      )
}
