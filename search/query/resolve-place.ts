/** Resolves a text that consists of a place, such as `Providence, RI`, `new york` or `02903`. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { extractLocation, type Gazetteer, type QueryLocation } from './extract-location.ts'

/** Null if the text is not one known place. */
export function resolvePlace(text: string, gazetteer: Gazetteer): QueryLocation | null {
  const words = wordsOf(text)
  // After a cue, a town needs no state; a state alone has none.
  for (const tokens of [['near', ...words], words]) {
    const { found, rest } = extractLocation(tokens, gazetteer, () => false)
    if (found !== null && rest.length === 0) return found
  }
  return null
}
