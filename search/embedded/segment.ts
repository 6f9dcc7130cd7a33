/**
 * A segment is one collection, indexed for search: a folder of columns and `segment.json`. Its entities (providers or
 * locations) are numbered 0, 1, 2 … in the order of their ids, and every column refers to them by that number.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Column, type Element, readColumn, writeColumn } from './column.ts'

/** Incremented when a reader of the old format could misread the new one. */
const segmentFormat = 3

const Header = z.object({
  format: z.literal(segmentFormat),
  entities: z.int(),
  /** `carrier.ordinal` indexes this list. */
  carriers: z.array(z.string()),
  /** `slice.code` indexes this list. */
  codes: z.array(z.string()),
  /** `profile.traits` indexes this list. */
  traits: z.array(
    z.object({
      gender: z.enum(['F', 'M', 'X']).nullable(),
      languages: z.array(z.string()),
      telehealth: z.boolean(),
      accepting: z.boolean(),
    }),
  ),
  /** The embedder of the slice vectors; only query vectors of the same embedder can be compared. */
  embedder: z.string(),
  dimension: z.int(),
})
type Header = z.infer<typeof Header>

/** Every list of lists is a pair: list `i` is `start[i]` up to `start[i + 1]` in its value column. */
const layout = {
  /** 1 word per entity for an NPI, 4 words (most significant first) for a UUID; see `entity-id.ts`. */
  id: 'u32',
  /** Rank of the entity in the order of names. */
  'name.rank': 'u32',
  /** Distinct points, ascending by grid cell (see `grid.ts`), and the entities at each. */
  'geo.cell': 'u32',
  'geo.lat': 'f64',
  'geo.lng': 'f64',
  'geo.start': 'u32',
  'geo.entity': 'u32',
  /** Carriers of each entity. */
  'carrier.start': 'u32',
  'carrier.ordinal': 'u16',
  /** Profile of each entity, and the entities of each profile, ascending (see `profile-key.ts`). */
  'entity.profile': 'u32',
  'profile.start': 'u32',
  'profile.entity': 'u32',
  'profile.slice': 'u32',
  'profile.traits': 'u32',
  /** Codes of each slice, with their weights in hundredths. */
  'slice.start': 'u32',
  'slice.code': 'u16',
  'slice.weight': 'u8',
  /** 0 for a slice without text to compare (see `slice-text.ts`), else the number of its text, counted from 1. */
  'slice.text': 'u32',
  /** `dimension` values of -127 to 127 for each text: a vector of length 1, times 127. */
  'text.vector': 'i8',
  /** Terms, sorted by their UTF-8 bytes. */
  'term.start': 'u32',
  'term.text': 'u8',
  /** Postings of each term: entities ascending, the impact on each; `best` is the greatest impact (see `bm25.ts`). */
  'bm25.start': 'u32',
  'bm25.entity': 'u32',
  'bm25.impact': 'u8',
  'bm25.best': 'u8',
} as const satisfies Record<string, Element>

type ColumnName = keyof typeof layout
export type Columns = { readonly [Name in ColumnName]: Column<(typeof layout)[Name]> }

/** The metadata of a segment. */
export type SegmentHeader = Omit<Header, 'format'>

export interface Segment extends SegmentHeader {
  readonly columns: Columns
}

/** Columns that are too large for memory while they are written; see `column-stream.ts`. */
export type StreamedColumn = 'bm25.entity' | 'bm25.impact'

/** Writes the folder except its streamed columns. The same segment gives the same bytes. */
export function writeSegment(
  folder: string,
  { columns, ...metadata }: SegmentHeader & { readonly columns: Omit<Columns, StreamedColumn> },
): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, column] of Object.entries(columns) as [keyof typeof columns, Column][])
    writeColumn(folder, name, layout[name], column)
  const header: Header = { format: segmentFormat, ...metadata }
  writeFileSync(join(folder, 'segment.json'), `${JSON.stringify(header)}\n`)
}

/**
 * Reads the whole folder into memory; throws if a file is missing or has another format. The checksums of the snapshot verify
 * the bytes.
 */
export function readSegment(folder: string): Segment {
  const { format: _, ...metadata } = Header.parse(
    JSON.parse(readFileSync(join(folder, 'segment.json'), 'utf8')),
  )
  const columns = Object.fromEntries(
    Object.entries(layout).map(([name, element]) => [name, readColumn(folder, name, element)]),
  ) as unknown as Columns
  if (columns['name.rank'].length !== metadata.entities)
    throw new Error(`${folder} does not contain ${metadata.entities} entities`)
  return { ...metadata, columns }
}
