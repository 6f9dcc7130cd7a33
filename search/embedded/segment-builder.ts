/** Builds the segment of one collection from its documents. */
import type { SearchDocument } from '../search-document.ts'
import type { Collection } from '../search-engine.ts'
import { CarrierBuilder } from './carrier-builder.ts'
import { compareWords, wordsOfId, wordsPerId } from './entity-id.ts'
import { GeoBuilder } from './geo-builder.ts'
import { GrowingColumn } from './growing-column.ts'
import { NameBuilder } from './name-builder.ts'
import { writeSegment } from './segment.ts'
import { TextBuilder } from './text-builder.ts'

export class SegmentBuilder {
  readonly #collection: Collection
  readonly #ids = new GrowingColumn('u32')
  readonly #names = new NameBuilder()
  readonly #geo = new GeoBuilder()
  readonly #carriers = new CarrierBuilder()
  readonly #text = new TextBuilder()

  constructor(collection: Collection) {
    this.#collection = collection
  }

  /** Documents come with ascending ids; throws RangeError otherwise. */
  add(document: SearchDocument): void {
    const entity = this.#count
    const words = wordsOfId(this.#collection, document.id)
    if (entity > 0 && compareWords(this.#ids.view(), entity - 1, words) >= 0) {
      throw new RangeError(`${document.id} does not sort after the document before it`)
    }
    this.#ids.append(words)
    this.#names.add(document.sortName)
    this.#geo.add(entity, document.points)
    this.#carriers.add(document.carriers)
    this.#text.add(document.text)
  }

  /** Writes the folder, every file synced; the same documents give the same bytes. */
  write(folder: string): void {
    const carriers = this.#carriers.finish()
    writeSegment(folder, {
      entities: this.#count,
      carriers: carriers.codes,
      columns: {
        id: this.#ids.view(),
        ...this.#names.finish(),
        ...this.#geo.finish(),
        ...carriers.columns,
        ...this.#text.finish(),
      },
    })
  }

  get #count(): number {
    return this.#ids.length / wordsPerId[this.#collection]
  }
}
