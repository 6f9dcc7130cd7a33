/** Corrects towns after a cue or before a state by the gazetteer. */
import { editDistance } from '@careatlas/vocabulary/spelling'
import { TokenCursor } from './token-cursor.ts'
import { stateAt } from './state-names.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'

/** The corrected words, beginning at `at`, as many as were given. */
export interface CorrectedTown {
  readonly at: number
  readonly words: readonly string[]
}

/** Shorter names have too many neighbors. */
const nameLengthMin = 5

/** "of North Kingston"; a single typo in a longer name is rare. */
const nameWordsMax = 3

/**
 * A query names one or two places; an attempt compares a thousand names in 0.2 ms, and the last place may take three attempts.
 */
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

/** Whether these words, which are no town, may be a misspelled one. */
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

/** "pain in shouldr" means the shoulder even if a town has a similar name; "near" precedes towns. */
function isLikelierWord(town: string, before: string, { spelling }: QueryResources): boolean {
  const correction = before === 'near' ? null : spelling.correct(town)
  return correction !== null && editDistance(town, correction, 1) === 1
}
