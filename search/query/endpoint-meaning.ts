/** Compares the phrases of concepts with a query by the endpoint of EMBEDDER. The snapshot has the vectors of the phrases. */
import { existsSync } from 'node:fs'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Concept } from '@careatlas/vocabulary/concept'
import type { ConceptFinder, Meaning } from '@careatlas/vocabulary/concept-finder'
import { ConceptVectors } from '@careatlas/vocabulary/concept-vectors'
import { type PhraseVectors, readPhraseVectors } from '@careatlas/vocabulary/phrase-vectors'
import {
  isUsable,
  measureScale,
  scaleConverter,
  type SimilarityScale,
} from '@careatlas/vocabulary/similarity-scale'
import type { YieldingTask } from '../cooperative.ts'
import type { QueryResources } from './query-resources.ts'

/** The meaning of phrases by an endpoint, to which a query adds its vector. */
export type PhraseMeaning = Required<Omit<Meaning, 'embed'>>

/** Why the vectors of the phrases cannot be used; completes a sentence. */
export interface PhraseProblem {
  readonly problem: string
}

type PhraseFiles = Pick<Snapshot, 'manifest' | 'phrasesFolder'>

/** The files of the next snapshot are not read again if they are the same, so that no two copies of them are in memory. */
export class PhraseReader {
  readonly #concepts: readonly Concept[]
  readonly #builtIn: Meaning
  #builtInScale: SimilarityScale | null = null
  #last: { readonly key: string; readonly result: PhraseMeaning } | null = null

  /** Converts similarities to the scale of the model of `finder`. */
  constructor({ concepts, meaning }: ConceptFinder) {
    this.#concepts = concepts
    this.#builtIn = meaning!
  }

  *read({
    manifest: { embedder, files },
    phrasesFolder,
  }: PhraseFiles): YieldingTask<PhraseMeaning | PhraseProblem> {
    if (!existsSync(phrasesFolder)) return { problem: 'the snapshot has no vectors of phrases' }
    const phraseFiles = Object.entries(files).filter(([path]) => path.startsWith('phrases/'))
    const key = JSON.stringify([embedder, phraseFiles])
    if (this.#last?.key === key) return this.#last.result
    const result = yield* this.#load(phrasesFolder, embedder)
    // A failed read is tried again with the next snapshot.
    if (!('problem' in result)) this.#last = { key, result }
    return result
  }

  *#load(folder: string, embedder: string): YieldingTask<PhraseMeaning | PhraseProblem> {
    let phrases: PhraseVectors
    try {
      phrases = readPhraseVectors(folder)
    } catch (error) {
      return {
        problem: `the vectors of phrases in the snapshot are not readable: ${(error as Error).message}`,
      }
    }
    if (phrases.embedderId !== embedder)
      return { problem: `the vectors of phrases in the snapshot are those of ${phrases.embedderId}` }
    const unknown = this.#concepts
      .flatMap((concept) => concept.phrases)
      .filter(({ text }) => !phrases.has(text))
    if (unknown.length > 0)
      return { problem: `the snapshot has no vectors of ${unknown.length} phrases of this version` }
    const embed = (text: string): Float32Array => phrases.get(text)
    const vectors = yield* ConceptVectors.create(this.#concepts, phrases.dimension, embed)
    const scale = yield* measureScale(this.#concepts, vectors, embed)
    const { vectors: builtInVectors, embed: embedBuiltIn } = this.#builtIn
    this.#builtInScale ??= yield* measureScale(this.#concepts, builtInVectors, embedBuiltIn)
    return isUsable(scale)
      ? { vectors, convert: scaleConverter(scale, this.#builtInScale) }
      : { problem: 'the model of the endpoint does not distinguish related phrases from others' }
  }
}

/** A finder for the query with this vector; null if the phrases of the endpoint are not known. */
export function findByEndpoint(
  vector: Float32Array,
  { finder, phrases }: Pick<QueryResources, 'finder' | 'phrases'>,
): ConceptFinder | null {
  if (phrases === undefined || 'problem' in phrases || phrases.vectors.dimension !== vector.length)
    return null
  return finder.withMeaning({ ...phrases, embed: () => vector })
}
