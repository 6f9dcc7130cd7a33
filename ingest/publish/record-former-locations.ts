/** Records the location identifiers that the next snapshot no longer has, each with a successor or a reason. */
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { LocationCard } from '@careatlas/contract/cards'
import { addressKey, toBuildingKey } from '@careatlas/directory/address'
import { foldName } from '@careatlas/directory/person-name'
import { FormerLocations, FormerLocationsWriter } from '@careatlas/directory/snapshot/former-locations'
import type { FormerLocation } from '@careatlas/directory/snapshot/format'
import { compareText } from '../ordering.ts'
import { isInRegions } from '../steps/served-regions.ts'
import { CardReader } from './card-reader.ts'

/** Twenty years: a weekly file moves or deactivates about 0.05% of 8.1 million NPIs, 200,000 a year. The oldest are dropped. */
const entriesMax = 4_000_000

/** A name with more places belongs to a chain, and does not identify a place. */
const namesakesMax = 100

export interface ComparedSnapshots {
  /** The folder of the live snapshot; null if there is none, or if it must not be compared. */
  readonly live: string | null
  /** The folder of the next snapshot, whose cards are complete. */
  readonly next: string
  /** A folder for temporary files. */
  readonly work: string
  /** The date and the served regions of the next snapshot. */
  readonly day: string
  readonly regions: ReadonlySet<string> | null
}

/**
 * Writes the table of former identifiers of the next snapshot. Reads both card stores in the order of identifiers, and keeps
 * missing places on disk, so that memory does not grow with the number of places.
 */
export function recordFormerLocations(snapshots: ComparedSnapshots): void {
  using table = new FormerLocationsWriter(snapshots.next)
  if (snapshots.live !== null) {
    using previousCards = new CardReader(snapshots.live)
    using nextCards = new CardReader(snapshots.next)
    using missingPlaces = new MissingPlaces(snapshots.work)
    using formerLocations = new FormerLocations(snapshots.live)
    const isInNext = createMembershipTest(nextCards.readLocationIds())
    const olderEntries = formerLocations.entries()
    for (const [uuid, card] of previousCards.readLocations()) {
      if (isInNext(uuid)) continue
      missingPlaces.add(uuid, JSON.parse(card) as LocationCard)
    }
    missingPlaces.countVotes(nextCards)
    for (const place of missingPlaces.readPlaces())
      table.add(place.uuid, describeRemoval(place, missingPlaces, nextCards, snapshots))
    copyOlderEntries(olderEntries, createMembershipTest(nextCards.readLocationIds()), table)
  }
  table.finish(entriesMax)
}

/**
 * Copies the entries of the live table, except those of identifiers that exist again. If the successor of an entry is now
 * missing, the entry becomes that of the successor.
 */
function copyOlderEntries(
  olderEntries: ReturnType<FormerLocations['entries']>,
  isInNext: (uuid: string) => boolean,
  table: FormerLocationsWriter,
): void {
  for (const [uuid, entry] of olderEntries) {
    if (isInNext(uuid)) continue
    const successorEntry = entry.heir === null ? null : table.find(entry.heir)
    table.add(uuid, successorEntry ?? entry)
  }
}

/** Whether the ascending `ids` contain an id; call it with ascending ids. */
function createMembershipTest(ids: Iterator<string>): (id: string) => boolean {
  let next = ids.next()
  return (id) => {
    while (!next.done && next.value < id) next = ids.next()
    return !next.done && next.value === id
  }
}

/**
 * The successor is the place of the same organization in the same building, else a place there with the same name, else the place
 * there of most of its clinicians.
 */
function describeRemoval(
  place: MissingPlace,
  missingPlaces: MissingPlaces,
  nextCards: CardReader,
  { day, regions }: ComparedSnapshots,
): FormerLocation {
  const { organizationNpi: npi } = place
  const status = npi === null ? null : nextCards.findRegistryStatus(npi)
  const places = status?.status === 'organization' ? status.locationUuids : []
  const heir =
    nextCards.findByHouseKey(places, place.house) ??
    nextCards.findByHouseKey(nextCards.findLocationsByName(place.name, namesakesMax), place.house) ??
    missingPlaces.findHeir(place.uuid)
  if (heir !== null) return { heir, day }
  const removed = { heir: null, day, npi, elsewhere: null } as const
  if (!isInRegions(regions, place) || status?.status === 'outside_coverage')
    return { ...removed, reason: 'outside_coverage' }
  if (status?.status === 'deactivated') return { ...removed, reason: 'organization_deactivated' }
  const [elsewhere] = places.toSorted(compareText)
  if (elsewhere !== undefined) return { ...removed, reason: 'organization_moved', elsewhere }
  return { ...removed, reason: npi === null && place.clinicians > 0 ? 'clinicians_left' : 'not_listed' }
}

interface MissingPlace extends Pick<LocationCard['address'], 'state' | 'country'> {
  readonly uuid: string
  readonly organizationNpi: string | null
  /** Folded. */
  readonly name: string
  readonly house: string
  readonly clinicians: number
}

/** The missing places with their clinicians, in a temporary database. */
class MissingPlaces implements Disposable {
  readonly #database: DatabaseSync
  readonly #place: StatementSync
  readonly #member: StatementSync
  readonly #mostVoted: StatementSync

  constructor(work: string) {
    this.#database = new DatabaseSync(join(work, 'missing-places.sqlite'))
    this.#database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
      CREATE TABLE place (uuid TEXT PRIMARY KEY, npi TEXT, name TEXT, house TEXT, clinicians INT, state TEXT, country TEXT) WITHOUT ROWID;
      CREATE TABLE member (npi TEXT, uuid TEXT, PRIMARY KEY (npi, uuid)) WITHOUT ROWID;
      CREATE TABLE vote (uuid TEXT, heir TEXT, votes INT, PRIMARY KEY (uuid, heir)) WITHOUT ROWID;
    `)
    this.#place = this.#database.prepare('INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.#member = this.#database.prepare('INSERT OR IGNORE INTO member VALUES (?, ?)')
    this.#mostVoted = this.#database.prepare(
      'SELECT heir FROM vote WHERE uuid = ? ORDER BY votes DESC, heir LIMIT 1',
    )
  }

  add(uuid: string, { organization_npi, name, address, providers }: LocationCard): void {
    const { state, country } = address
    const house = toBuildingKey(addressKey(address))
    this.#place.run(uuid, organization_npi, foldName(name ?? ''), house, providers.length, state, country)
    for (const { npi } of providers) this.#member.run(npi, uuid)
  }

  /** Each clinician of a missing place votes for their current places in the same building. */
  countVotes(nextCards: CardReader): void {
    const addVote = this.#database.prepare(
      'INSERT INTO vote VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET votes = votes + 1',
    )
    const sql = 'SELECT member.npi, uuid, house FROM member JOIN place USING (uuid) ORDER BY member.npi, uuid'
    for (const { npi, uuid, house } of this.#database.prepare(sql).iterate() as Iterable<
      Record<string, string>
    >)
      for (const { location_uuid, address } of nextCards.readPracticeLocations(npi!))
        if (toBuildingKey(addressKey(address)) === house) addVote.run(uuid!, location_uuid)
  }

  findHeir(uuid: string): string | null {
    return (this.#mostVoted.get(uuid)?.['heir'] as string | undefined) ?? null
  }

  /** By ascending identifier. */
  *readPlaces(): Generator<MissingPlace> {
    const sql =
      'SELECT uuid, npi AS organizationNpi, name, house, clinicians, state, country FROM place ORDER BY uuid'
    yield* this.#database.prepare(sql).iterate() as Iterable<unknown> as Iterable<MissingPlace>
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
