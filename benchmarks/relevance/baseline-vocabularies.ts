/** Vocabularies for comparison: without our concepts, and with another model. */
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { type Vocabulary, createVocabulary, searchConcepts } from '@careatlas/search/query/query-resources'
import { type Concept } from '@careatlas/vocabulary/concept'
import { readModel, readStaticModel } from '@careatlas/vocabulary/static-model'

/** One concept per code, with only the names of the code. */
export function createNameVocabulary(): Vocabulary {
  const concepts = allTaxonomies().map(({ code, name, plain }): Concept => {
    const texts = [...new Set([name, plain ?? name])]
    const phrases = texts.map((text) => ({ text, kind: 'roles', weight: 1 }) as const)
    return { id: code.toLowerCase(), codes: [{ code, weight: 1 }], phrases, audience: 'any' }
  })
  return createVocabulary(concepts, readStaticModel())
}

/** All concepts, with the model in `folder`. */
export function createModelVocabulary(folder: string): Vocabulary {
  return createVocabulary(searchConcepts(), readModel(folder))
}
