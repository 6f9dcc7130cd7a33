/** For tests: registry rows as records of the houses where everybody practices. */
import { doorsOf } from './doors.ts'
import { housesIn } from './houses-in.ts'
import { type AddressRecord, addressRecordsOf } from './address-record.ts'
import { type PracticeRow, practiceRows } from './practice-rows.fixture.ts'

type Houses = readonly (readonly AddressRecord[])[]

/** The real registry files. */
export async function realHouses(): Promise<Houses> {
  return housesOf([...(await practiceRows()).values()])
}

export function housesOf(rows: readonly PracticeRow[]): Houses {
  return [...housesIn(rows.flatMap(addressRecordsOfRow))]
}

/** The rows that share a door, by NPI. */
export function doorsByNpi(rows: readonly PracticeRow[]): ReadonlyMap<string, readonly AddressRecord[]> {
  const doors = housesOf(rows).flatMap((house) => doorsOf(house))
  return new Map(doors.flatMap((door) => door.map((one) => [one.who.npi!, door] as const)))
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
