/** Vocabularies for comparison: without our concepts, and with the model before quantization. */
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { type Vocabulary, createVocabulary } from '@careatlas/search/query/query-resources'
import { allConcepts, type Concept } from '@careatlas/vocabulary/concept'
import { ngramBuckets, readStaticModel, StaticModel } from '@careatlas/vocabulary/static-model'
import { train } from '@careatlas/vocabulary/training/train'

/** One concept per code, with only the names of the code. */
export function createNameVocabulary(): Vocabulary {
  const concepts = allTaxonomies().map(({ code, name, plain }): Concept => {
    const texts = [...new Set([name, plain ?? name])]
    const phrases = texts.map((text) => ({ text, kind: 'roles', weight: 1 }) as const)
    return { id: code.toLowerCase(), codes: [{ code, weight: 1 }], phrases, audience: 'any' }
  })
  return createVocabulary(concepts, readStaticModel())
}

/** Trains the committed model again, which takes minutes. */
export function trainFloatVocabulary(): Vocabulary {
  const { words, values } = train(allConcepts(), () => {})
  const scales = new Float32Array(words.length + ngramBuckets).fill(1)
  return createVocabulary(allConcepts(), new StaticModel('float', words, values, scales))
}
