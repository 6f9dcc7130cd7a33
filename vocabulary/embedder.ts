/** Converts text to vectors: one interface for the built-in model, for none, and for models that an operator provides. */
import type { EmbedderChoice } from './embedder-choice.ts'
import { readStaticModel } from './static-model.ts'

/** Some models embed queries and documents differently. */
export type TextKind = 'query' | 'document'

export interface Embedder {
  /** Identifies the weights: vectors of different IDs cannot be compared. */
  readonly id: string
  /**
   * Whether the text of a clinical slice (codes and prose) includes the names of its codes. The built-in model does not need
   * them: it was trained on these names, and the concepts already weight the codes.
   */
  readonly includesTaxonomyNames: boolean
  /**
   * A vector of length 1 for each text, in order, all of one dimension; zeros for a text without words. Throws EmbedderError;
   * if `signal` aborts, the caller no longer needs the vectors.
   */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<readonly Float32Array[]>
}

/** Embedding failed; the message is one sentence for the operator. */
export class EmbedderError extends Error {}

/** Disables semantic comparison: search is lexical. */
export const noEmbedder: Embedder = {
  id: 'none',
  includesTaxonomyNames: false,
  embed: async (texts) => texts.map(() => new Float32Array()),
}

/** The built-in model. */
export function staticEmbedder(model = readStaticModel()): Embedder {
  return {
    id: model.id,
    includesTaxonomyNames: false,
    embed: async (texts) => texts.map((text) => model.embed(text)),
  }
}

/** Imports the dependencies of the chosen embedder only. Throws EmbedderError. */
export async function openEmbedder(choice: EmbedderChoice): Promise<Embedder> {
  switch (choice.name) {
    case 'static':
      return staticEmbedder()
    case 'none':
      return noEmbedder
    case 'openai-compatible': {
      const { openAiEmbedder } = await import('./openai-embedder.ts')
      return openAiEmbedder(choice)
    }
  }
}
