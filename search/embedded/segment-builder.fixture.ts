/** Builds a segment from documents that fit in one part. */
import { rmSync } from 'node:fs'
import type { SearchDocument } from '../search-document.ts'
import type { Collection } from '../search-engine.ts'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { mergeSegments } from './merge-segments.ts'
import { PartialSegment } from './partial-segment.ts'

export class SegmentBuilder {
  readonly #collection: Collection
  readonly #part: PartialSegment

  constructor(collection: Collection) {
    this.#collection = collection
    this.#part = new PartialSegment(collection)
  }

  /** Ids must ascend; throws RangeError otherwise. */
  add(document: SearchDocument): void {
    this.#part.add(document)
  }

  /** Writes the folder; the same documents give the same bytes. */
  async write(folder: string, embedder: Embedder): Promise<void> {
    const part = `${folder}.part`
    this.#part.write(part)
    await mergeSegments(this.#collection, [part], folder, embedder)
    for (const extension of ['json', 'columns']) rmSync(`${part}.${extension}`)
  }
}
