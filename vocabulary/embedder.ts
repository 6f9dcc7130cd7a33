/** Text to vectors: one interface for our own model, none, and others that an operator may bring. */
import type { EmbedderChoice } from './embedder-choice.ts'
import { readStaticModel } from './static-model.ts'

/** A question and a document may be read differently by some models. */
export type TextKind = 'query' | 'document'

export interface Embedder {
  /** Names the very weights: vectors of two ids cannot be compared. */
  readonly id: string
  /**
   * Whether what is done is compared by the names of its codes as well as by what a source says of it. Our own model learned
   * the names from the concepts, which weigh the codes already.
   */
  readonly includesTaxonomyNames: boolean
  /**
   * A vector of length 1 for each text, in order, all of equally many numbers; of zeros for a text that says nothing. Throws
   * EmbedderError; once `signal` aborts nobody waits for the vectors.
   */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<readonly Float32Array[]>
}

/** There are no vectors; the message is one sentence for the operator. */
export class EmbedderError extends Error {}

/** Compares nothing: search goes by words alone. */
export const noEmbedder: Embedder = {
  id: 'none',
  includesTaxonomyNames: false,
  embed: async (texts) => texts.map(() => new Float32Array()),
}

/** The model that comes with this part. */
export function staticEmbedder(model = readStaticModel()): Embedder {
  return {
    id: model.id,
    includesTaxonomyNames: false,
    embed: async (texts) => texts.map((text) => model.embed(text)),
  }
}

/** What only one embedder needs is loaded with it alone. Throws EmbedderError. */
export async function openEmbedder(choice: EmbedderChoice): Promise<Embedder> {
  switch (choice.name) {
    case 'static':
      return staticEmbedder()
    case 'none':
      return noEmbedder
    case 'transformers': {
      const { transformersEmbedder } = await import('./transformers-embedder.ts')
      return transformersEmbedder(choice.model)
    }
    case 'openai-compatible': {
      const { openAiEmbedder } = await import('./openai-embedder.ts')
      return openAiEmbedder(choice)
    }
  }
}
