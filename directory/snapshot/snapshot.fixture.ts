/** For tests: creates a snapshot in the real format; the segment must already exist. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { FoldedName } from '../person-name.ts'
import { packBlocks } from './blocks.ts'
import { computeChecksums, sealManifest } from './checksums.ts'
import {
  type Carrier,
  cardsIndexes,
  cardsSchema,
  type FormerLocation,
  type Manifest,
  type Region,
  type RegistryStatus,
  snapshotFormat,
  type Town,
} from './format.ts'
import { FormerLocationsWriter } from './former-locations.ts'
import { Snapshot } from './snapshot.ts'
import { type PersonEntry, type PlaceEntry, SuggestionsWriter } from './suggestions-writer.ts'

export interface TestSnapshotContents {
  readonly providers?: readonly ProviderCard[]
  readonly locations?: readonly LocationCard[]
  readonly personNames?: readonly (FoldedName & { readonly npi: string })[]
  readonly placeNames?: readonly { readonly name: string; readonly uuid: string }[]
  readonly registry?: readonly (RegistryStatus & { readonly npi: string })[]
  readonly carriers?: readonly Carrier[]
  readonly regions?: readonly Region[]
  readonly towns?: readonly Town[]
  readonly suggestedPeople?: readonly PersonEntry[]
  readonly suggestedPlaces?: readonly PlaceEntry[]
  readonly former?: readonly (readonly [uuid: string, former: FormerLocation])[]
  /** Replaces values of `testManifest`. */
  readonly manifest?: Partial<Omit<Manifest, 'files'>>
}

/** The values of a manifest without its files. */
export const testManifest: Omit<Manifest, 'files'> = {
  format: snapshotFormat,
  generation: '2026-01-04.1',
  created_at: '2026-01-05T00:00:00Z',
  data_as_of: '2026-01-04',
  notice: null,
  regions: null,
  counts: {
    providers: 0,
    locations: 0,
    locations_presented: 0,
    organizations: 0,
    deactivated: 0,
    outside_coverage: 0,
    superseded: 0,
  },
  sources: [],
  embedder: 'none',
  composer: null,
}

/** Writes the contents to `folder`, seals the snapshot and opens it. */
export async function createTestSnapshot(folder: string, contents: TestSnapshotContents): Promise<Snapshot> {
  writeCards(join(folder, 'cards.sqlite'), contents)
  writeFormer(folder, contents.former ?? [])
  writeSuggestions(folder, contents)
  writeFileSync(join(folder, 'carriers.json'), JSON.stringify(contents.carriers ?? []))
  writeFileSync(join(folder, 'regions.json'), JSON.stringify(contents.regions ?? []))
  writeFileSync(join(folder, 'towns.json'), JSON.stringify(contents.towns ?? []))
  const manifest = { ...testManifest, ...contents.manifest, files: await computeChecksums(folder) }
  for (const [name, text] of sealManifest(manifest)) writeFileSync(join(folder, name), text)
  return Snapshot.open(folder)
}

function writeCards(file: string, contents: TestSnapshotContents): void {
  const { providers = [], locations = [], personNames = [], placeNames = [], registry = [] } = contents
  using cards = new DatabaseSync(file)
  cards.exec(`BEGIN; ${cardsSchema}`)
  writeBlocks(cards, 'provider', new Map(providers.map((card) => [card.npi, card])))
  writeBlocks(cards, 'location', new Map(locations.map((card) => [card.location_uuid, card])))
  const person = cards.prepare('INSERT INTO person_name VALUES (?, ?, ?, ?)')
  for (const { npi, last = '', first = '', middle = '' } of personNames) {
    person.run(last, first, middle, Number(npi))
  }
  const place = cards.prepare('INSERT INTO place_name VALUES (?, ?)')
  for (const { name, uuid } of placeNames) place.run(name, uuid)
  const registered = cards.prepare('INSERT INTO registry VALUES (?, ?, ?, ?)')
  for (const { npi, ...status } of registry) registered.run(Number(npi), ...registryCells(status))
  cards.exec(`${cardsIndexes} COMMIT`)
}

function writeFormer(folder: string, former: NonNullable<TestSnapshotContents['former']>): void {
  using writer = new FormerLocationsWriter(folder)
  for (const [uuid, entry] of former) writer.add(uuid, entry)
  writer.finish(former.length)
}

function writeSuggestions(folder: string, contents: TestSnapshotContents): void {
  using writer = new SuggestionsWriter(folder)
  for (const entry of contents.suggestedPeople ?? []) writer.addPerson(entry)
  for (const entry of contents.suggestedPlaces ?? []) writer.addPlace(entry)
  writer.finish()
}

function writeBlocks(cards: DatabaseSync, table: string, byId: ReadonlyMap<string, object>): void {
  const insert = cards.prepare(`INSERT INTO ${table} VALUES (?, ?)`)
  const entries = [...byId].map(([id, card]) => [id, JSON.stringify(card)] as const)
  for (const { first, bytes } of packBlocks(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    insert.run(first, bytes)
}

function registryCells(entry: RegistryStatus): [status: string, since: string | null, uuids: string | null] {
  const uuids = entry.status === 'organization' ? JSON.stringify(entry.locationUuids) : null
  return [entry.status, entry.status === 'deactivated' ? entry.since : null, uuids]
}
