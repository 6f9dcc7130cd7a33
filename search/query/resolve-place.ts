/** Resolves a text that consists of a place, such as `Providence, RI`, `new york` or `02903`. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { extractLocation, type Gazetteer, type QueryLocation } from './extract-location.ts'
import { stateAt } from './state-names.ts'
import { TokenCursor } from './token-cursor.ts'

/** Null if the text is not one known place. */
export function resolvePlace(text: string, gazetteer: Gazetteer): QueryLocation | null {
  const words = wordsOf(text)
  // Without a question around it, a name that exists once may be any word, such as "narrows".
  const withoutUniqueNames: Gazetteer = { ...gazetteer, uniquePlace: () => null }
  // After a cue, a town needs no state; a state alone has none.
  for (const tokens of [['near', ...words], words]) {
    const { found, rest } = extractLocation(tokens, withoutUniqueNames, () => false)
    if (found !== null && rest.length === 0) return found
  }
  return null
}

/** The state at the end of an unknown place, such as `Nowhereville, RI`; null without a state that the directory has. */
export function resolveStateOfPlace(text: string, gazetteer: Pick<Gazetteer, 'state'>): QueryLocation | null {
  const words = new TokenCursor(wordsOf(text))
  for (let from = 1; from < words.length; from++) {
    const state = stateAt(words, from)
    if (state?.to === words.length) return gazetteer.state(state.code)
  }
  return null
}
