/** Vocabularies for comparison: without our concepts, and with another model. */
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { type Vocabulary, createVocabulary, searchConcepts } from '@careatlas/search/query/query-resources'
import { type Concept } from '@careatlas/vocabulary/concept'
import { staticEmbedder } from '@careatlas/vocabulary/embedder'
import { readModel, readStaticModel, type StaticModel } from '@careatlas/vocabulary/static-model'
import { computeVectors } from '@careatlas/vocabulary/vector-cache'
import { QueryEmbeddings } from '@careatlas/search/query/query-embeddings'

/** One concept per code, with only the names of the code. */
export function createNameVocabulary(): Vocabulary {
  const concepts = allTaxonomies().map(({ code, name, plain }): Concept => {
    const texts = [...new Set([name, plain ?? name])]
    const phrases = texts.map((text) => ({ text, kind: 'roles', weight: 1 }) as const)
    return { id: code.toLowerCase(), codes: [{ code, weight: 1 }], phrases, audience: 'any' }
  })
  return createWithModel(concepts, readStaticModel())
}

/** All concepts, with the model in `folder`. */
export function createModelVocabulary(folder: string): Vocabulary {
  return createWithModel(searchConcepts(), readModel(folder))
}

function createWithModel(concepts: readonly Concept[], model: StaticModel): Vocabulary {
  const meaning = { vectors: computeVectors(concepts, model), embed: (text: string) => model.embed(text) }
  return createVocabulary(concepts, meaning, new QueryEmbeddings(staticEmbedder(model)))
}
