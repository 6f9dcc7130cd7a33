/** What a snapshot folder holds: `manifest.json`, `cards.sqlite`, `carriers.json`, `regions.json`, `segment/`. */
import { CarrierRecord, RegionRecord } from '@careatlas/contract/envelopes'
import * as z from 'zod'

/** Raised whenever a reader of the old format could misread the new one. */
export const snapshotFormat = 1

/** One source file as ingested; `rows = accepted + rejected`. */
const SourceFile = z.object({
  source: z.string(),
  file: z.string().describe('Base name only.'),
  as_of: z.iso.date().nullable(),
  rows: z.int(),
  accepted: z.int(),
  unregistered: z.int().describe('Accepted rows about an NPI that no registry file holds.'),
  rejected: z.record(z.string(), z.object({ rows: z.int(), first_lines: z.array(z.int()) })),
})

/** `manifest.json`: what the snapshot is, what it was made of and every file of it. */
export const Manifest = z.object({
  format: z.literal(snapshotFormat),
  generation: z.string().regex(/^\d{4}-\d{2}-\d{2}\.\d+$/),
  created_at: z.iso.datetime(),
  data_as_of: z.iso.date(),
  /** A sentence that every card carries, such as that the people in it are fictional. */
  notice: z.string().nullable(),
  counts: z.object({
    providers: z.int(),
    locations: z.int(),
    locations_presented: z.int(),
    organizations: z.int(),
    deactivated: z.int(),
    outside_coverage: z.int(),
    superseded: z.int().describe('Rows replaced by a newer row of the same NPI.'),
  }),
  sources: z.array(SourceFile),
  embedder: z.string(),
  /** Path inside the folder → size and SHA-256 (hex) of every other file. */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string().length(64) })),
})
export type Manifest = z.infer<typeof Manifest>
export type SourceFile = z.infer<typeof SourceFile>

/** `npi` and the 16 bytes of a `location_uuid` sort in SQLite as they sort in the segment. */
export const cardsSchema = `
  CREATE TABLE dictionary (card TEXT PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE provider (npi INTEGER PRIMARY KEY, card BLOB NOT NULL);
  CREATE TABLE location (location_uuid BLOB PRIMARY KEY, presented INTEGER NOT NULL, card BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE person_name (last TEXT NOT NULL, first TEXT NOT NULL, middle TEXT NOT NULL, npi INTEGER NOT NULL);
  CREATE TABLE place_name (name TEXT NOT NULL, location_uuid BLOB NOT NULL);
  CREATE TABLE registry (npi INTEGER PRIMARY KEY, status TEXT NOT NULL, since TEXT, location_uuids TEXT);
`

/** Made after the rows, which is faster than row by row. */
export const cardsIndexes = `
  CREATE INDEX person_name_last ON person_name (last, first, middle, npi);
  CREATE INDEX person_name_first ON person_name (first, middle, npi);
  CREATE INDEX person_name_middle ON person_name (middle, npi);
  CREATE INDEX place_name_name ON place_name (name, location_uuid);
`

/** Why an NPI that the registry knows has no provider card. */
export type RegistryStatus =
  | { readonly status: 'deactivated'; readonly since: string | null }
  | { readonly status: 'organization'; readonly locationUuids: readonly string[] }
  | { readonly status: 'outside_coverage' }

/** `carriers.json`, as `GET /v1/carriers` serves it. */
export const Carriers = z.array(CarrierRecord)
export type Carrier = Immutable<z.infer<typeof CarrierRecord>>

/** `regions.json`, as `GET /v1/regions` serves it. */
export const Regions = z.array(RegionRecord)
export type Region = Immutable<z.infer<typeof RegionRecord>>

type Immutable<Value> = { readonly [Key in keyof Value]: Immutable<Value[Key]> }
