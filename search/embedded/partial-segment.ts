/**
 * A part of a segment: some of its documents with counted terms, in a folder of columns. Parts are built in parallel and merged
 * (see `merge-segments.ts`), so that no step needs the whole country in memory.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { indexTerms } from '../terms.ts'
import type { SearchDocument } from '../search-document.ts'
import type { Collection } from '../search-engine.ts'
import { CarrierBuilder } from './carrier-builder.ts'
import { type Column, type Element, readColumn, writeColumn } from './column.ts'
import { compareWords, wordsOfId, wordsPerId } from './entity-id.ts'
import { GrowableColumn } from './growable-column.ts'
import { profileKey } from './document-classes.ts'
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
  /** For each term the entities with it, ascending, and its frequency (at most 255). */
  'posting.start': 'u32',
  'posting.entity': 'u32',
  'posting.count': 'u8',
} as const satisfies Record<string, Element>

type ColumnName = keyof typeof layout

const Header = z.object({
  entities: z.int(),
  carriers: z.array(z.string()),
  /** See `document-classes.ts`. */
  profiles: z.array(z.string()),
})
export type PartHeader = z.infer<typeof Header>

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

  /** Writes the folder. */
  write(folder: string): void {
    mkdirSync(folder, { recursive: true })
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
    for (const name of Object.keys(layout) as ColumnName[])
      writeColumn(folder, name, layout[name], columns[name])
    const header: PartHeader = {
      entities: this.#count,
      carriers: carriers.codes,
      profiles: this.#profiles.texts,
    }
    writeFileSync(join(folder, 'part.json'), JSON.stringify(header))
  }

  get #count(): number {
    return this.#ids.length / wordsPerId[this.#collection]
  }
}

export function readPartHeader(folder: string): PartHeader {
  return Header.parse(JSON.parse(readFileSync(join(folder, 'part.json'), 'utf8')))
}

/** One whole column of a part. */
export function readPartColumn<Name extends ColumnName>(
  folder: string,
  name: Name,
): Column<(typeof layout)[Name]> {
  return readColumn(folder, name, layout[name])
}
