/** Builds the segment of one collection from its documents, where they are few enough to be one part. */
import { rmSync } from 'node:fs'
import type { SearchDocument } from '../search-document.ts'
import type { Collection } from '../search-engine.ts'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { mergeParts } from './merge-parts.ts'
import { SegmentPart } from './segment-part.ts'

export class SegmentBuilder {
  readonly #collection: Collection
  readonly #part: SegmentPart

  constructor(collection: Collection) {
    this.#collection = collection
    this.#part = new SegmentPart(collection)
  }

  /** Documents come with ascending ids; throws RangeError otherwise. */
  add(document: SearchDocument): void {
    this.#part.add(document)
  }

  /** Writes the folder; the same documents give the same bytes. */
  async write(folder: string, embedder: Embedder): Promise<void> {
    const part = `${folder}.part`
    this.#part.write(part)
    await mergeParts(this.#collection, [part], folder, embedder)
    rmSync(part, { recursive: true })
  }
}
