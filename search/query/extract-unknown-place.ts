/** Extracts the place that a query names and the search cannot resolve. */
import { isClinician, isFacility } from './care-words.ts'
import {
  alternativeSpelling,
  cityWordsMax,
  type Cue,
  type Gazetteer,
  hasPlaceNoun,
  mayNamePlace,
  monthName,
  placeCueLists,
} from './extract-location.ts'
import { stateAt } from './state-names.ts'
import { type Extraction, phraseSet, TokenCursor } from './token-cursor.ts'

export interface UnknownPlace {
  /** Its words, as the query has them. */
  readonly name: string
  /** Whether the United States have places of this name, and the query names no state. */
  readonly lacksState: boolean
}

/** Words of an unknown place like "North Zorbotown". */
export const unknownPlaceWordsMax = 3

/** Cues after which an unknown word is a place; "by zorbo" may name a person. */
export const unknownPlaceCues = phraseSet(placeCueLists['before-unknown'])

/**
 * Extracts "zorbotown" of "dentist near zorbotown": words after a cue that `isKnown` does not know, or that are the name of a place
 * of the United States ("cedar falls"), a number like a ZIP code, or words like a name at the end ("emerald city").
 */
export function extractUnknownPlace(
  tokens: readonly string[],
  isKnown: (word: string) => boolean,
  gazetteer: Pick<Gazetteer, 'isUsPlace'>,
): Extraction<UnknownPlace | null> {
  const words = new TokenCursor(tokens)
  for (let from = 0; from < words.length; from++) {
    const cue = words.phrase(from, unknownPlaceCues)
    if (cue === 0) continue
    const start = from + cue
    const isZip = zipCode.test(words.at(start))
    const usPlaceWords = countUsPlaceWords(words, { from, count: cue }, isKnown, gazetteer)
    const nameWords = Math.max(usPlaceWords, countFinalNameWords(words, start))
    const count = isZip ? 1 : nameWords || countUnknownWords(words, start, isKnown)
    if (count === 0) continue
    const end = start + count
    const state = stateAt(words, end)
    const name = words.joined(start, (state?.to ?? end) - start)
    words.consume(from, (state?.to ?? end) - from)
    return { found: { name, lacksState: usPlaceWords === count && state === null }, rest: words.remaining() }
  }
  return extractFinalZip(tokens)
}

const zipCode = /^\d{5}$/

/** Extracts "99999" of "dentist 99999". A number after other words may be a code of a bill or a diagnosis. */
function extractFinalZip(tokens: readonly string[]): Extraction<UnknownPlace | null> {
  const [before = '', last = ''] = tokens.slice(-2)
  if (!zipCode.test(last) || !(isClinician(before) || isFacility(before)))
    return { found: null, rest: tokens }
  return { found: { name: last, lacksState: false }, rest: tokens.slice(0, -1) }
}

/** The number of words of a name with a place noun that ends the query, without its state; 0 without one. */
function countFinalNameWords(words: TokenCursor, start: number): number {
  for (let count = unknownPlaceWordsMax; count > 1; count--) {
    const name = words.joined(start, count)
    if (!hasPlaceNoun(name) || !name.split(' ').every(mayBePlaceWord)) continue
    const end = stateAt(words, start + count)?.to ?? start + count
    if (end === words.length) return count
  }
  return 0
}

function countUnknownWords(words: TokenCursor, start: number, isKnown: (word: string) => boolean): number {
  const first = beforeNames.test(words.at(start)) || isArticleOfName(words, start) ? start + 1 : start
  let end = first
  while (end - start < unknownPlaceWordsMax && mayBePlaceWord(words.at(end)) && !isKnown(words.at(end))) end++
  return end === first ? 0 : end - start
}

/** Known words that many names of places begin with: "new zorbotown". */
const beforeNames = /^(?:new|old|north|south|east|west|saint|st|fort|ft|mount|mt|port|lake|san|santa)$/

/** Whether the word is the article of "doctor en la habana"; "dolor en la espalda" names no place. */
function isArticleOfName(words: TokenCursor, index: number): boolean {
  const isCared = isClinician(words.at(index - 2)) || isFacility(words.at(index - 2))
  const isArticle = words.at(index - 1) === 'en' && /^(?:el|la|los|las)$/.test(words.at(index))
  return isCared && isArticle && !timeOrArea.test(words.at(index + 1))
}

/** "En la madrugada" and "en el barrio" name no place. */
const timeOrArea =
  /^(?:barrios?|coloni[ao]s?|vecindario|madrugadas?|proxim[oa]s?|siguientes?|ultim[oa]s?|extranjero|alrededores|cercanias|afueras|manan(?:as?|itas?)|mediodia|localidad|comarca|provincia)$/

/** The number of words of the longest name of a place of the United States after the cue; 0 without one. */
function countUsPlaceWords(
  words: TokenCursor,
  cue: Cue,
  isKnown: (word: string) => boolean,
  gazetteer: Pick<Gazetteer, 'isUsPlace'>,
): number {
  for (let count = cityWordsMax; count > 0; count--) {
    const name = words.joined(cue.from + cue.count, count)
    const isUsPlace = gazetteer.isUsPlace(name) || gazetteer.isUsPlace(alternativeSpelling(name))
    if (isUsPlace && mayNamePlace(words, cue, name, isKnown)) return count
  }
  return 0
}

export function mayBePlaceWord(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word) && !monthName.test(word)
}
