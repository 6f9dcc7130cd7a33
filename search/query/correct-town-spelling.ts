/** Corrects misspelled towns after a cue or before a state, by the gazetteer. */
import { editDistance } from '@careatlas/vocabulary/spelling'
import { TokenCursor } from './token-cursor.ts'
import { stateAt } from './state-names.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'

/** The corrected words, which replace as many words from `index`. */
export interface CorrectedTown {
  readonly index: number
  readonly words: readonly string[]
}

/** Shorter names have too many neighbors. */
const nameLengthMin = 5

/** Words of a town like "North Kingston"; a single typo in a longer name is rare. */
const nameWordsMax = 3

/**
 * A query names one or two places. An attempt compares a thousand names in 0.2 ms, and a place may need one attempt for each
 * number of words.
 */
const attemptsMax = 4

/**
 * Corrects "near providance" and "providense ri".
 *
 * @param placeWords the indexes of the words of places of the United States: Portland, Maine is not a typo of Poland, Maine
 */
export function correctTownSpelling(
  tokens: readonly string[],
  placeWords: ReadonlySet<number>,
  resources: QueryResources,
): readonly CorrectedTown[] {
  const { gazetteer } = resources
  const words = new TokenCursor(tokens)
  const corrected: CorrectedTown[] = []
  let attempts = 0
  for (let index = 0; index < words.length && attempts < attemptsMax; index++) {
    for (let count = nameWordsMax; count > 0; count--) {
      const town = words.joined(index, count)
      const state = stateAt(words, index + count)?.code ?? null
      const isPlace = Array.from({ length: count }, (_, offset) => index + offset).every((at) =>
        placeWords.has(at),
      )
      if (isPlace || !isCandidate(town, words, index, state, resources)) continue
      attempts++
      const correction = gazetteer.closestCityName(town, state)?.split(' ')
      if (correction?.length !== count) continue
      corrected.push({ index, words: correction })
      break
    }
  }
  return corrected
}

/** Whether these words are not a town, but may be a misspelled one. */
function isCandidate(
  town: string,
  words: TokenCursor,
  index: number,
  state: string | null,
  resources: QueryResources,
): boolean {
  if (town.length < nameLengthMin || town.split(' ').every((word) => isKnownWord(word, resources)))
    return false
  const before = words.at(index - 1)
  if (state === null && (!townCue.test(before) || isLikelierWord(town, before, resources))) return false
  return resources.gazetteer.city(town, state) === null
}

const townCue = /^(?:near|in|around|by|outside|nearest|cerca|de|en)$/

/** "pain in shouldr" means the shoulder, even if a town has a similar name; but after "near" a town is likelier. */
function isLikelierWord(town: string, before: string, { spelling }: QueryResources): boolean {
  const correction = before === 'near' ? null : spelling.correct(town)
  return correction !== null && editDistance(town, correction, 1) === 1
}
