/** For tests: address records of the practice addresses in registry rows, by building. */
import { groupByUnit } from './group-by-unit.ts'
import { groupByBuilding } from './group-by-building.ts'
import { type AddressRecord, createAddressRecords } from './address-record.ts'
import { type PracticeRow } from './practice-rows.fixture.ts'

type Buildings = readonly (readonly AddressRecord[])[]

export function groupRowsByBuilding(rows: readonly PracticeRow[]): Buildings {
  return [...groupByBuilding(rows.flatMap(addressRecordsOfRow))]
}

/** The records of the unit of each NPI, by NPI. */
export function groupUnitsByNpi(rows: readonly PracticeRow[]): ReadonlyMap<string, readonly AddressRecord[]> {
  const units = groupRowsByBuilding(rows).flatMap((building) => groupByUnit(building))
  return new Map(units.flatMap((unit) => unit.map((record) => [record.who.npi!, unit] as const)))
}

export function addressRecordsOfRow(row: PracticeRow): readonly AddressRecord[] {
  const shared = {
    addresses: [row.practice],
    observations: [],
    sources: [{ id: row.source, as_of: row.asOf }],
  }
  const since = () => row.asOf ?? ''
  return row.kind === 'clinician'
    ? createAddressRecords(
        { kind: row.kind, npi: row.npi, clinician: { registration: row, listings: [], ...shared } },
        since,
      )
    : createAddressRecords(
        { kind: row.kind, npi: row.npi, organization: { registration: row, otherNames: [], ...shared } },
        since,
      )
}
