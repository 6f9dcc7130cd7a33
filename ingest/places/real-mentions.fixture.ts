/** For tests: registry rows as mentions of the houses where everybody practices. */
import { doorsOf } from './doors.ts'
import { housesIn } from './houses-in.ts'
import { type Mention, mentionsOf } from './mention.ts'
import { type PracticeRow, practiceRows } from './practice-rows.fixture.ts'

type Houses = readonly (readonly Mention[])[]

/** The real registry files. */
export async function realHouses(): Promise<Houses> {
  return housesOf([...(await practiceRows()).values()])
}

export function housesOf(rows: readonly PracticeRow[]): Houses {
  return [...housesIn(rows.flatMap(mentionsOfRow))]
}

/** The rows that share a door, by NPI. */
export function doorsByNpi(rows: readonly PracticeRow[]): ReadonlyMap<string, readonly Mention[]> {
  const doors = housesOf(rows).flatMap((house) => doorsOf(house))
  return new Map(doors.flatMap((door) => door.map((one) => [one.who.npi!, door] as const)))
}

export function mentionsOfRow(row: PracticeRow): readonly Mention[] {
  const shared = {
    addresses: [row.practice],
    observations: [],
    sources: [{ id: row.source, as_of: row.asOf }],
  }
  const since = () => row.asOf ?? ''
  return row.kind === 'clinician'
    ? mentionsOf(
        { kind: row.kind, npi: row.npi, clinician: { registration: row, listings: [], ...shared } },
        since,
      )
    : mentionsOf(
        { kind: row.kind, npi: row.npi, organization: { registration: row, otherNames: [], ...shared } },
        since,
      )
}
