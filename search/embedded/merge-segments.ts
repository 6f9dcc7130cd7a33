/** Merges parts into one segment: numbers entities consecutively, ranks names, collects points, and computes impacts. */
import { mkdirSync } from 'node:fs'
import { impact } from '../bm25.ts'
import type { Collection } from '../search-engine.ts'
import { CarrierBuilder } from './carrier-builder.ts'
import { type Column, newColumn } from './column.ts'
import { type ColumnReader, ColumnWriter } from './column-stream.ts'
import { compareWords, wordsPerId } from './entity-id.ts'
import { GeoBuilder } from './geo-builder.ts'
import { GrowableColumn } from './growable-column.ts'
import { Interner } from './interner.ts'
import { NameBuilder } from './name-builder.ts'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { mergeProfiles } from './merge-profiles.ts'
import { type Columns, writeSegment } from './segment.ts'
import { PartReader } from './partial-segment.ts'
import { sortTerms, termColumns } from './postings-builder.ts'

/** A part, and the number of its first entity in the segment. */
export interface PartRange {
  readonly part: PartReader
  readonly first: number
}

/** Writes `folder` from the parts at `paths`; throws RangeError unless the ids ascend from each part to the next. */
export async function mergeSegments(
  collection: Collection,
  paths: readonly string[],
  folder: string,
  embedder: Embedder,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const parts: PartRange[] = []
  let entities = 0
  for (const path of paths) {
    const part = new PartReader(path)
    parts.push({ part, first: entities })
    entities += part.entities
  }
  const carriers = mergeCarriers(parts)
  const profiles = await mergeProfiles(parts, entities, embedder)
  writeSegment(folder, {
    entities,
    carriers: carriers.codes,
    ...profiles.header,
    columns: {
      id: mergeIds(parts, wordsPerId[collection]),
      ...mergeNames(parts),
      ...mergePoints(parts),
      ...carriers.columns,
      ...profiles.columns,
      ...mergeText(parts, folder),
    },
  })
}

function mergeIds(parts: readonly PartRange[], words: number): Column<'u32'> {
  const ids = new GrowableColumn('u32')
  for (const { part } of parts) {
    const partIds = part.column('id')
    const last = ids.length / words - 1
    if (
      last >= 0 &&
      partIds.length > 0 &&
      compareWords(ids.view(), last, [...partIds.subarray(0, words)]) >= 0
    )
      throw new RangeError(`${part.path} does not sort after the previous part`)
    ids.append(partIds)
  }
  return ids.view()
}

function mergeNames(parts: readonly PartRange[]): Pick<Columns, 'name.rank'> {
  const names = new NameBuilder()
  for (const { part } of parts) {
    const starts = part.column('name.start')
    const text = part.column('name.text')
    for (let entity = 0; entity < part.entities; entity++)
      names.add(text.subarray(starts[entity], starts[entity + 1]))
  }
  return names.finish()
}

function mergePoints(parts: readonly PartRange[]): ReturnType<GeoBuilder['finish']> {
  const geo = new GeoBuilder()
  for (const { part, first } of parts) {
    const entities = part.column('point.entity')
    const lats = part.column('point.lat')
    const lngs = part.column('point.lng')
    for (const [index, entity] of entities.entries())
      geo.add(first + entity, { lat: lats[index]!, lng: lngs[index]! })
  }
  return geo.finish()
}

function mergeCarriers(parts: readonly PartRange[]): ReturnType<CarrierBuilder['finish']> {
  const merged = new CarrierBuilder()
  for (const { part } of parts) {
    const starts = part.column('carrier.start')
    const ordinals = part.column('carrier.ordinal')
    for (let entity = 0; entity < part.entities; entity++) {
      const entityOrdinals = ordinals.subarray(starts[entity], starts[entity + 1])
      merged.add(Array.from(entityOrdinals, (ordinal) => part.carriers[ordinal]!))
    }
  }
  return merged.finish()
}

type TextColumns = Pick<Columns, 'term.start' | 'term.text' | 'bm25.start' | 'bm25.best'>

/** Concatenates the postings of each term over all parts. The postings are written to `folder`, not returned. */
function mergeText(parts: readonly PartRange[], folder: string): TextColumns {
  const lengths = mergeLengths(parts)
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const { terms, ranksOf } = mergeTerms(parts)
  const starts = newColumn('u32', terms.length + 1)
  const best = newColumn('u8', terms.length)
  using files = new DisposableStack()
  const entityColumn = files.use(new ColumnWriter(folder, 'bm25.entity', 'u32'))
  const impactColumn = files.use(new ColumnWriter(folder, 'bm25.impact', 'u8'))
  const postings = parts.map((part, index) => files.use(new PostingsReader(part, ranksOf[index]!)))
  for (let term = 0, length = 0; term < terms.length; term++) {
    for (const part of postings) {
      if (part.term !== term) continue
      const { entities, counts } = part.next()
      for (let index = 0; index < entities.length; index++) {
        const entity = part.first + entities[index]!
        const value = impact(counts[index]!, lengths[entity]!, averageLength)
        entityColumn.push(entity)
        impactColumn.push(value)
        if (value > best[term]!) best[term] = value
      }
      length += entities.length
    }
    starts[term + 1] = length
  }
  return { ...termColumns(terms), 'bm25.start': starts, 'bm25.best': best }
}

function mergeLengths(parts: readonly PartRange[]): Column<'u32'> {
  const lengths = new GrowableColumn('u32')
  for (const { part } of parts) lengths.append(part.column('text.length'))
  return lengths.view()
}

/** All terms, sorted by their bytes, and for each part the ranks of its terms among them. */
function mergeTerms(parts: readonly PartRange[]): { terms: readonly Buffer[]; ranksOf: Column<'u32'>[] } {
  const numbers = new Interner()
  const numbersOf = parts.map(({ part }) => {
    const starts = part.column('term.start')
    const text = Buffer.from(part.column('term.text').buffer)
    const termAt = (index: number) => text.toString('utf8', starts[index], starts[index + 1])
    return newColumn('u32', starts.length - 1).map((_, index) => numbers.numberOf(termAt(index)))
  })
  const { terms, rankOf } = sortTerms(numbers.texts)
  return { terms, ranksOf: numbersOf.map((termNumbers) => termNumbers.map((number) => rankOf[number]!)) }
}

/** Iterates over the postings of a part, term by term, in the order of the segment. */
class PostingsReader implements Disposable {
  /** The number of the part's first entity in the segment. */
  readonly first: number
  readonly #ranks: Column<'u32'>
  readonly #starts: Column<'u32'>
  readonly #entities: ColumnReader<'u32'>
  readonly #counts: ColumnReader<'u8'>
  #index = 0

  constructor({ part, first }: PartRange, ranks: Column<'u32'>) {
    this.first = first
    this.#ranks = ranks
    this.#starts = part.column('posting.start')
    this.#entities = part.stream('posting.entity')
    this.#counts = part.stream('posting.count')
  }

  /** The term of the next postings; undefined at the end. */
  get term(): number | undefined {
    return this.#ranks[this.#index]
  }

  next(): { readonly entities: Column<'u32'>; readonly counts: Column<'u8'> } {
    const count = this.#starts[this.#index + 1]! - this.#starts[this.#index]!
    this.#index += 1
    return { entities: this.#entities.read(count), counts: this.#counts.read(count) }
  }

  [Symbol.dispose](): void {
    this.#entities[Symbol.dispose]()
    this.#counts[Symbol.dispose]()
  }
}
