/** Finds the words of a query that name a place, which are not corrected: "los angeles" is not a typo of "los angles". */
import {
  cityWordsMax,
  commonPlaceWords,
  followsCare,
  isNamedPlace,
  nearCue,
  placeCues,
} from './extract-location.ts'
import { mayBePlaceWord, unknownPlaceCues, unknownPlaceWordsMax } from './extract-unknown-place.ts'
import { distanceAt } from './extract-distance.ts'
import { isKnownWord, isTopic, type QueryResources } from './query-resources.ts'
import { stateAt } from './state-names.ts'
import { TokenCursor } from './token-cursor.ts'
import { stemOf } from '@careatlas/vocabulary/words'

/** Indexes of words. */
interface PlaceNames {
  /** Words of a place of the United States after a cue or before its state. */
  readonly known: ReadonlySet<number>
  /** Words after a cue that are no known place, and whose correction has no meaning after a cue. */
  readonly unknown: ReadonlySet<number>
}

export function findPlaceNames(tokens: readonly string[], resources: QueryResources): PlaceNames {
  const words = new TokenCursor(tokens)
  const [known, unknown] = [new Set<number>(), new Set<number>()]
  for (let from = 0; from < words.length; from++) {
    addRange(known, from, countWordsBeforeState(words, from, resources))
    const distance = distanceAt(tokens, from)
    const placeStart = distance?.precedesPlace ? distance.to : from + words.phrase(from, placeCues)
    if (placeStart > from) addRange(known, placeStart, countPlaceWords(words, from, placeStart, resources))
    const start = from + words.phrase(from, unknownPlaceCues)
    if (start > from && !known.has(start))
      addRange(unknown, start, countUnknownWords(words, from, start, resources))
  }
  return { known, unknown }
}

function addRange(indexes: Set<number>, from: number, count: number): void {
  for (let index = from; index < from + count; index++) indexes.add(index)
}

function countWordsBeforeState(words: TokenCursor, from: number, { gazetteer }: QueryResources): number {
  for (let count = cityWordsMax; count > 0; count--) {
    const state = stateAt(words, from + count)
    if (state !== null && isNamedPlace(words.joined(from, count), state.code, gazetteer)) return count
  }
  return 0
}

function countPlaceWords(words: TokenCursor, cue: number, start: number, resources: QueryResources): number {
  for (let count = cityWordsMax; count > 0; count--) {
    if (!isNamedPlace(words.joined(start, count), null, resources.gazetteer)) continue
    const names = Array.from({ length: count }, (_, index) => words.at(start + index))
    const isLikelyPlace = nearCue.test(words.at(cue)) || followsCare(words, cue)
    return isLikelyPlace || !names.some((word) => isMisspelledTopic(word, resources)) ? count : 0
  }
  return 0
}

function countUnknownWords(
  words: TokenCursor,
  cue: number,
  start: number,
  resources: QueryResources,
): number {
  const isUnknown = (word: string): boolean => mayBePlaceWord(word) && !isKnownWord(word, resources)
  let end = start
  while (end - start < unknownPlaceWordsMax && isUnknown(words.at(end))) end++
  if (resources.isTownWord(words.at(end))) return 0
  const isAfterCare = followsCare(words, cue)
  if (isAfterCare && nearCue.test(words.at(cue))) return end - start
  // "Doctor in orthopdics" names a field, but "dentist in atlantis" is no typo of "atlanto", which is only a part of phrases.
  const isTopicHere = (word: string): boolean =>
    isAfterCare ? resources.finder.index.isWhole([stemOf(word)]) : isTopic(word, resources)
  for (let index = start; index < end; index++)
    if (hasMeaning(resources.spelling.correct(words.at(index)), isTopicHere, resources)) return 0
  return end - start
}

function isMisspelledTopic(word: string, resources: QueryResources): boolean {
  const correction = isKnownWord(word, resources) ? null : resources.spelling.correct(word)
  return correction !== null && isTopic(correction, resources)
}

/** Whether the corrected word is a topic, a town, or a word with another meaning after "in": "in network". */
function hasMeaning(
  correction: string | null,
  isTopicHere: (word: string) => boolean,
  { isTownWord }: QueryResources,
): boolean {
  if (correction === null) return false
  return isTopicHere(correction) || isTownWord(correction) || commonPlaceWords.has(correction)
}
