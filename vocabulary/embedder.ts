/** Text to vectors: one interface for our own model, none, and others that an operator may bring. */
import { dimension, readStaticModel } from './static-model.ts'

/** A question and a document may be read differently by some models. */
export type TextKind = 'query' | 'document'

export interface Embedder {
  /** Names the very weights: vectors of two ids cannot be compared. */
  readonly id: string
  /** Numbers in a vector; 0 for an embedder that has none. */
  readonly dimension: number
  /** A vector of length 1 for each text, in order; of zeros for a text that says nothing. */
  embed(texts: readonly string[], kind: TextKind): Promise<readonly Float32Array[]>
}

/** Compares nothing: search goes by words alone. */
export const noEmbedder: Embedder = {
  id: 'none',
  dimension: 0,
  embed: async (texts) => texts.map(() => new Float32Array()),
}

/** The model that comes with this part. */
export function staticEmbedder(model = readStaticModel()): Embedder {
  return { id: model.id, dimension, embed: async (texts) => texts.map((text) => model.embed(text)) }
}
