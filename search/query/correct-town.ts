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
const nameLengthMin = 5

/** "of North Kingston"; longer names are seldom mistyped in one letter alone. */
const nameWordsMax = 3

/** A question names one place or two; each try compares a thousand names in 0.2 ms, and the last place may take three. */
const townsMax = 4

/** "near providance", "providense ri" */
export function correctTown(tokens: readonly string[], resources: QueryResources): readonly CorrectedTown[] {
  const { gazetteer } = resources
  const words = new TokenCursor(tokens)
  const found: CorrectedTown[] = []
  let attempts = 0
  for (let at = 0; at < words.length && attempts < townsMax; at++) {
    for (let count = nameWordsMax; count > 0; count--) {
      const town = words.joined(at, count)
      const state = stateAt(words, at + count)?.code ?? null
      if (!isCandidate(town, words, at, state, resources)) continue
      attempts++
      const correction = gazetteer.closestCityName(town, state)?.split(' ')
      if (correction?.length !== count) continue
      found.push({ at, words: correction })
      break
    }
  }
  return found
}

/** Whether a town of which none is called so may be meant. */
function isCandidate(
  town: string,
  words: TokenCursor,
  at: number,
  state: string | null,
  resources: QueryResources,
): boolean {
  if (town.length < nameLengthMin || town.split(' ').every((word) => isKnownWord(word, resources)))
    return false
  const before = words.at(at - 1)
  if (state === null && (!townCue.test(before) || isLikelierWord(town, before, resources))) return false
  return resources.gazetteer.city(town, state) === null
}

const townCue = /^(?:near|in|around|by|outside|nearest|cerca|de|en)$/

/** "pain in shouldr" is about the shoulder, wherever there may be a town of nearly that name; "near" is about towns. */
function isLikelierWord(town: string, before: string, { spelling }: QueryResources): boolean {
  const correction = before === 'near' ? null : spelling.correct(town)
  return correction !== null && editDistance(town, correction, 1) === 1
}
