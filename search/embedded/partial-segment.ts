/**
 * A part of a segment: some of its documents, with the frequencies of their terms. It has two files only, because creating many
 * small files is slow. Parts are built in parallel and merged (see `merge-segments.ts`), so that no step needs all documents in
 * memory.
 */
import { closeSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import { indexTerms } from '../terms.ts'
import type { SearchDocument } from '../search-document.ts'
import type { Collection } from '../search-engine.ts'
import { CarrierBuilder } from './carrier-builder.ts'
import { type Column, type Element, openColumn, readSpan, type Span, writeBytes } from './column.ts'
import { ColumnReader } from './column-stream.ts'
import { compareWords, wordsOfId, wordsPerId } from './entity-id.ts'
import { GrowableColumn } from './growable-column.ts'
import { profileKey } from './profile-key.ts'
import { Interner } from './interner.ts'
import { PostingsBuilder } from './postings-builder.ts'

/** Entities are numbered within the part; every list of lists is a pair of columns, as in a segment. */
const layout = {
  id: 'u32',
  'name.start': 'u32',
  'name.text': 'u8',
  'point.entity': 'u32',
  'point.lat': 'f64',
  'point.lng': 'f64',
  'carrier.start': 'u32',
  'carrier.ordinal': 'u16',
  /** Number of each entity's profile within the part. */
  profile: 'u32',
  /** Number of terms of each document, with repeats. */
  'text.length': 'u32',
  /** Terms, sorted by their UTF-8 bytes. */
  'term.start': 'u32',
  'term.text': 'u8',
  /** For each term the entities that contain it, ascending, with its frequency in each (at most 255). */
  'posting.start': 'u32',
  'posting.entity': 'u32',
  'posting.count': 'u8',
} as const satisfies Record<string, Element>

type ColumnName = keyof typeof layout
const names = Object.keys(layout) as ColumnName[]

const Header = z.object({
  entities: z.int(),
  carriers: z.array(z.string()),
  /** See `profile-key.ts`. */
  profiles: z.array(z.string()),
  /** The sizes of all columns, in the order of the layout. */
  bytes: z.array(z.int()),
})
type PartHeader = z.infer<typeof Header>

/** Collects documents with ascending ids. */
export class PartialSegment {
  readonly #collection: Collection
  readonly #ids = new GrowableColumn('u32')
  readonly #nameStarts = new GrowableColumn('u32')
  readonly #names = new GrowableColumn('u8')
  readonly #pointEntities = new GrowableColumn('u32')
  readonly #lats = new GrowableColumn('f64')
  readonly #lngs = new GrowableColumn('f64')
  readonly #carriers = new CarrierBuilder()
  readonly #profiles = new Interner()
  readonly #profileOf = new GrowableColumn('u32')
  readonly #terms = new PostingsBuilder()

  constructor(collection: Collection) {
    this.#collection = collection
  }

  /** Throws RangeError for a document out of order, and for an invalid id, point or carrier. */
  add({ id, slice, traits, text, points, carriers, sortName }: SearchDocument): void {
    const entity = this.#count
    const words = wordsOfId(this.#collection, id)
    if (entity > 0 && compareWords(this.#ids.view(), entity - 1, words) >= 0) {
      throw new RangeError(`${id} does not sort after the previous document`)
    }
    this.#ids.append(words)
    this.#nameStarts.push(this.#names.length)
    this.#names.append(Buffer.from(sortName))
    for (const { lat, lng } of points) {
      if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) {
        throw new RangeError(`${lat}, ${lng} is not a point on Earth`)
      }
      this.#pointEntities.push(entity)
      this.#lats.push(lat)
      this.#lngs.push(lng)
    }
    this.#carriers.add(carriers)
    this.#profileOf.push(this.#profiles.numberOf(profileKey(slice, traits)))
    this.#terms.add(indexTerms(text))
  }

  /** Writes the files of the part; `path` has no extension. */
  write(path: string): void {
    mkdirSync(dirname(path), { recursive: true })
    this.#nameStarts.push(this.#names.length)
    const carriers = this.#carriers.finish()
    const columns: { readonly [Name in ColumnName]: Column<(typeof layout)[Name]> } = {
      id: this.#ids.view(),
      'name.start': this.#nameStarts.view(),
      'name.text': this.#names.view(),
      'point.entity': this.#pointEntities.view(),
      'point.lat': this.#lats.view(),
      'point.lng': this.#lngs.view(),
      ...carriers.columns,
      profile: this.#profileOf.view(),
      ...this.#terms.finish(),
    }
    const file = openColumn(columnsPath(path), 'w')
    try {
      for (const name of names) writeBytes(file, columns[name])
    } finally {
      closeSync(file)
    }
    const header: PartHeader = {
      entities: this.#count,
      carriers: carriers.codes,
      profiles: this.#profiles.texts,
      bytes: names.map((name) => columns[name].byteLength),
    }
    writeFileSync(headerOf(path), JSON.stringify(header))
  }

  get #count(): number {
    return this.#ids.length / wordsPerId[this.#collection]
  }
}

/** Reads a part; `path` has no extension. */
export class PartReader {
  readonly path: string
  readonly entities: number
  readonly carriers: readonly string[]
  readonly profiles: readonly string[]
  readonly #spans: Readonly<Record<string, Span>>

  constructor(path: string) {
    const { entities, carriers, profiles, bytes } = Header.parse(
      JSON.parse(readFileSync(headerOf(path), 'utf8')),
    )
    this.path = path
    this.entities = entities
    this.carriers = carriers
    this.profiles = profiles
    let start = 0
    this.#spans = Object.fromEntries(
      names.map((name, index) => {
        const span = { start, bytes: bytes[index]! }
        start += span.bytes
        return [name, span]
      }),
    )
  }

  /** A whole column. */
  column<Name extends ColumnName>(name: Name): Column<(typeof layout)[Name]> {
    return readSpan(columnsPath(this.path), layout[name], this.#spans[name])
  }

  /** A column that may be too large for memory. */
  stream<Name extends ColumnName>(name: Name): ColumnReader<(typeof layout)[Name]> {
    return new ColumnReader(columnsPath(this.path), layout[name], this.#spans[name]!)
  }
}

export function headerOf(path: string): string {
  return `${path}.json`
}

function columnsPath(path: string): string {
  return `${path}.columns`
}
