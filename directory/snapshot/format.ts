/**
 * The files of a snapshot: `manifest.json`, `cards.sqlite`, `former-locations.sqlite`, `carriers.json`, `regions.json`,
 * `towns.json`, `suggestions.sqlite`, `segment/`, `phrases/` with an external embedder, and `facts.sqlite`, which only the next ingest
 * reads.
 */
import { CarrierRecord, RegionRecord } from '@careatlas/contract/envelopes'
import * as z from 'zod'

/** Incremented if a reader of the old format could misread the new one. */
export const snapshotFormat = 6

const RowsByReason = z.record(
  z.string(),
  z.object({
    rows: z.int(),
    first_lines: z.array(z.int()),
    first_members: z
      .array(z.string())
      .optional()
      .describe('For lines of JSON: the member that was wrong in each of the first lines.'),
  }),
)

/** One ingested source file; `rows = accepted + rejected`. */
const SourceFile = z.object({
  kind: z.enum([
    'registry',
    'secondary_locations',
    'other_names',
    'endpoints',
    'deactivated',
    'network',
    'observations',
    'clinicians',
    'affiliations',
    'facilities',
  ]),
  source: z.string(),
  file: z.string().describe('Base name only.'),
  as_of: z.iso.date().nullable(),
  rows: z.int(),
  accepted: z.int(),
  facts: z
    .int()
    .describe('Statements in the accepted rows; a row may have several or, like the name of a plan, none.'),
  unregistered: z.int().describe('NPIs in this file that no registry file has.'),
  rejected: RowsByReason,
  left_out: RowsByReason.describe(
    'Implausible parts of accepted rows, such as a point far from its ZIP code.',
  ),
})

/** `manifest.json`: the sources, counts and files of the snapshot. */
export const Manifest = z.object({
  format: z.literal(snapshotFormat),
  generation: z.string().regex(/^\d{4}-\d{2}-\d{2}\.\d+$/),
  created_at: z.iso.datetime(),
  data_as_of: z.iso.date(),
  /** A sentence on every card, for example that its data is fictional. */
  notice: z.string().nullable(),
  /** ISO 3166-2 codes of the served regions; null for all. */
  regions: z.array(z.string()).nullable(),
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
  /** The language model for biographies, with its counts; null if only templates were used. */
  composer: z
    .object({
      model: z.string(),
      kept: z.int(),
      unanswered: z.int().describe('The model failed or timed out; template text was used.'),
      unsupported: z.int().describe('The text had unsupported claims; template text was used.'),
    })
    .nullable(),
  /** Path inside the folder → size and SHA-256 (hex) of every other file. */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string().length(64) })),
})
export type Manifest = z.infer<typeof Manifest>
export type SourceFile = z.infer<typeof SourceFile>
export type SourceKind = SourceFile['kind']

/** `provider` and `location` hold blocks of cards by NPI and by `location_uuid` (see `blocks.ts`). */
export const cardsSchema = `
  CREATE TABLE provider (first TEXT PRIMARY KEY, block BLOB NOT NULL);
  CREATE TABLE location (first TEXT PRIMARY KEY, block BLOB NOT NULL);
  CREATE TABLE person_name (last TEXT NOT NULL, first TEXT NOT NULL, middle TEXT NOT NULL, npi INTEGER NOT NULL);
  CREATE TABLE place_name (name TEXT NOT NULL, location_uuid TEXT NOT NULL);
  CREATE TABLE registry (npi INTEGER PRIMARY KEY, status TEXT NOT NULL, since TEXT, location_uuids TEXT);
`

/** Created after the rows are inserted, which is faster. */
export const cardsIndexes = `
  CREATE INDEX person_name_last ON person_name (last, first, middle, npi);
  CREATE INDEX person_name_first ON person_name (first, middle, npi);
  CREATE INDEX person_name_middle ON person_name (middle, npi);
  CREATE INDEX place_name_name ON place_name (name, location_uuid);
`

/**
 * `facts.sqlite`: all statements of the sources, with which an update starts. `fact` has blocks of the facts of each NPI,
 * `facility` those of places without an NPI by partition, `setting` the options of the ingest.
 */
export const factsSchema = `
  CREATE TABLE fact (first TEXT PRIMARY KEY, block BLOB NOT NULL);
  CREATE TABLE facility (first TEXT PRIMARY KEY, block BLOB NOT NULL);
  CREATE TABLE setting (name TEXT PRIMARY KEY, json TEXT NOT NULL);
`

export const formerLocationsFile = 'former-locations.sqlite'

/** The vectors of the phrases of the vocabulary, by an embedder that is not built in. */
export const phrasesFolder = 'phrases'

/** See `suggestions.ts`. */
export const suggestionsFile = 'suggestions.sqlite'

/**
 * The folded words of each name, the other words that may accompany it, and the squares in and beside which it has points, by rank. The tokenizer splits
 * at spaces, because folded words have no other ASCII characters than letters and digits.
 */
const suggestionsIndex = (table: string): string =>
  `CREATE VIRTUAL TABLE ${table} USING fts5
    (name, other, square, content = '', detail = 'column', prefix = '1 2 3', tokenize = 'ascii')`

export const suggestionsSchema = `
  CREATE TABLE person (rank INTEGER PRIMARY KEY, npi INTEGER NOT NULL);
  CREATE TABLE person_point (rank INTEGER, lat REAL, lng REAL, PRIMARY KEY (rank, lat, lng)) WITHOUT ROWID;
  ${suggestionsIndex('person_words')};
  CREATE TABLE place
    (rank INTEGER PRIMARY KEY, uuid BLOB NOT NULL, name TEXT NOT NULL, other_names TEXT NOT NULL, city TEXT, state TEXT);
  CREATE TABLE place_point (rank INTEGER, lat REAL, lng REAL, PRIMARY KEY (rank, lat, lng)) WITHOUT ROWID;
  ${suggestionsIndex('place_words')};
  CREATE TABLE specialty (code TEXT PRIMARY KEY, clinicians INTEGER NOT NULL) WITHOUT ROWID;
`

/** Identifiers of earlier snapshots that are no longer in use, as bytes; each has a successor (`heir`) or a reason. */
export const formerLocationsSchema = `
  CREATE TABLE former (uuid BLOB PRIMARY KEY, heir BLOB, reason TEXT, npi INTEGER, elsewhere BLOB, day TEXT NOT NULL) WITHOUT ROWID;
`

export type RemovalReason =
  | 'organization_deactivated'
  | 'organization_moved'
  | 'clinicians_left'
  | 'outside_coverage'
  | 'not_listed'

/** An identifier that is no longer served: its successor, or the reason why it has none. */
export type FormerLocation = MovedLocation | RemovedLocation

interface MovedLocation {
  readonly heir: string
  /** The day of the first data without the place. */
  readonly day: string
}

interface RemovedLocation {
  readonly heir: null
  readonly day: string
  readonly reason: RemovalReason
  /** The NPI of the organization of the place. */
  readonly npi: string | null
  /** The current place of that organization. */
  readonly elsewhere: string | null
}

/** The reason why a registered NPI has no provider card. */
export type RegistryStatus =
  | { readonly status: 'deactivated'; readonly since: string | null }
  | { readonly status: 'organization'; readonly locationUuids: readonly string[] }
  | { readonly status: 'outside_coverage' }

/** `carriers.json`, the data of `GET /v1/carriers`. */
export const Carriers = z.array(CarrierRecord)
export type Carrier = Immutable<z.infer<typeof CarrierRecord>>

/** `regions.json`, the data of `GET /v1/regions`. */
export const Regions = z.array(RegionRecord)
export type Region = Immutable<z.infer<typeof RegionRecord>>

/** `towns.json`: the positions of the towns in the addresses, for queries with a town. */
export const Towns = z.array(
  z.object({
    /** Normalized: `new york`. */
    name: z.string(),
    /** Postal abbreviation. */
    state: z.string(),
    lat: z.number(),
    lng: z.number(),
    addresses: z.int(),
  }),
)
export type Town = Immutable<z.infer<typeof Towns>[number]>

type Immutable<Value> = { readonly [Key in keyof Value]: Immutable<Value[Key]> }
