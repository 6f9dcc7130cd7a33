/** Towns after a cue or before a state in the spelling that the gazetteer knows. */
import { editDistance } from '@careatlas/vocabulary/spelling'
import { TokenCursor } from './token-cursor.ts'
import { stateAt } from './state-names.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'

/** The words that are meant for those from `at` on, as many as were said. */
export interface CorrectedTown {
  readonly at: number
  readonly words: readonly string[]
}

/** Shorter ones are too near to others. */
const leastLength = 5

/** "of North Kingston"; longer names are seldom mistyped in one letter alone. */
const mostWords = 3

/** A question names one place or two; each try compares a thousand names in 0.2 ms, and the last place may take three. */
const townsTried = 4

/** "near providance", "providense ri" */
export function correctTown(said: readonly string[], knowledge: QueryResources): readonly CorrectedTown[] {
  const { gazetteer } = knowledge
  const words = new TokenCursor(said)
  const found: CorrectedTown[] = []
  let tried = 0
  for (let at = 0; at < words.length && tried < townsTried; at++) {
    for (let count = mostWords; count > 0; count--) {
      const town = words.joined(at, count)
      const state = stateAt(words, at + count)?.code ?? null
      if (!isWorthTrying(town, words, at, state, knowledge)) continue
      tried++
      const mended = gazetteer.cityLike(town, state)?.split(' ')
      if (mended?.length !== count) continue
      found.push({ at, words: mended })
      break
    }
  }
  return found
}

/** Whether a town of which none is called so may be meant. */
function isWorthTrying(
  town: string,
  words: TokenCursor,
  at: number,
  state: string | null,
  knowledge: QueryResources,
): boolean {
  if (town.length < leastLength || town.split(' ').every((word) => isKnownWord(word, knowledge))) return false
  const before = words.at(at - 1)
  if (state === null && (!townCue.test(before) || isRatherWord(town, before, knowledge))) return false
  return knowledge.gazetteer.city(town, state) === null
}

const townCue = /^(?:near|in|around|by|outside|nearest|cerca|de|en)$/

/** "pain in shouldr" is about the shoulder, wherever there may be a town of nearly that name; "near" is about towns. */
function isRatherWord(town: string, before: string, { spelling }: QueryResources): boolean {
  const mended = before === 'near' ? null : spelling.mend(town)
  return mended !== null && editDistance(town, mended, 1) === 1
}
