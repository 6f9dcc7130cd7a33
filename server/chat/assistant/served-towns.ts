/** Finds the towns of the served area that a message names, also abbreviated: "n kingstown", "east prov". */
import { memoize, memoizeByObject } from '@careatlas/directory/memoize'
import { findUsPlacesIn } from '@careatlas/directory/us-places'
import { isClinician, isFacility, isTitle } from '@careatlas/search/query/care-words'
import { commonPlaceWords, type Gazetteer } from '@careatlas/search/query/extract-location'
import { isStateName } from '@careatlas/search/query/state-names'
import { editDistance } from '@careatlas/vocabulary/spelling'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { isConversationWord } from './detect-answer-language.ts'
import type { ReadPlace } from './read-place.ts'

export interface NamedTown {
  readonly place: ReadPlace
  /** Folded, as the text has it. */
  readonly words: string
}

export interface ServedArea {
  readonly gazetteer: Gazetteer
  readonly isEnglish: (word: string) => boolean
  /** Postal abbreviations of the states that the directory serves. */
  readonly servedStates: ReadonlySet<string>
}

/** The most words of a town: "north attleboro falls". */
const townWordsMax = 3

/** A town of the directory, or of the United States in a served state. */
export function servedTown(name: string, { gazetteer, servedStates }: ServedArea): ReadPlace | null {
  if (isStateName(name)) return null
  const town = gazetteer.city(name, null) ?? gazetteer.servedPlace(name)
  return town?.state != null && servedStates.has(town.state) ? town : null
}

/**
 * The towns in the order of the text. A town of one word counts only if the word is hardly anything else.
 *
 * @param isAsked whether the text answers the question for the place, so that a word that may be a name or an English word is a town
 */
export function findServedTowns(text: string, area: ServedArea, isAsked: boolean): readonly NamedTown[] {
  const found: NamedTown[] = []
  for (const segment of text.split(/[,;:!?()/]|\.(?!\d)/)) {
    const words = wordsOf(segment)
    for (let from = 0; from < words.length; from++) {
      const town = townAt(words, from, area, isAsked)
      if (town === null) continue
      found.push(town)
      from += town.words.split(' ').length - 1
    }
  }
  return found
}

function townAt(
  words: readonly string[],
  from: number,
  area: ServedArea,
  isAsked: boolean,
): NamedTown | null {
  for (let count = Math.min(townWordsMax, words.length - from); count > 0; count--) {
    const named = words.slice(from, from + count)
    const next = words[from + count] ?? ''
    const isName = isFacility(next) || isTitle(words[from - 1] ?? '') || (isClinician(next) && !isAsked)
    if (isName || !mayBeTown(named, area, isAsked)) continue
    const place = servedTown(named.join(' '), area)
    if (place !== null) return { place, words: named.join(' ') }
  }
  return null
}

/** Whether the words may be the name of a town rather than words of a sentence. */
export function mayBeTown(named: readonly string[], area: ServedArea, isAsked: boolean): boolean {
  const [word = ''] = named
  if (named.some((part) => part.length < 2 || /\d/.test(part) || isTitle(part))) return false
  if (named.length > 1) return !named.every((part) => isStopWord(part) || isConversationWord(part))
  if (word.length < oneWordMin || commonPlaceWords.has(word) || isConversationWord(word)) return false
  return isAsked ? area.gazetteer.city(word, null) !== null || !area.isEnglish(word) : !area.isEnglish(word)
}

const oneWordMin = 5

// Abbreviations

const directions: Readonly<Record<string, string>> = {
  e: 'East',
  w: 'West',
  n: 'North',
  s: 'South',
  east: 'East',
  west: 'West',
  north: 'North',
  south: 'South',
}

const abbreviated =
  /(?<![\p{L}\p{N}'’])(e|w|n|s|east|west|north|south)\.? ?(?<=[. ])(\p{L}{3,})(?![\p{L}'’])/giu

/** "N Kingstown" and "east prov" in full. */
export function writeOutTowns(text: string, area: ServedArea): string {
  return text.replaceAll(abbreviated, (phrase, short: string, name: string) => {
    const direction = directions[short.toLowerCase()]!
    const beginning = `${direction} ${name}`.toLowerCase()
    if (servedTown(beginning, area) !== null) return `${direction} ${name}`
    if (name.length < beginningMin || area.isEnglish(name.toLowerCase())) return phrase
    return completeName(beginning, area) ?? phrase
  })
}

const beginningMin = 4

/** The one name of a town that begins like this. */
function completeName(beginning: string, { servedStates }: ServedArea): string | null {
  const names = namesOf(servedStates).filter((name) => name.startsWith(beginning))
  const [only, ...others] = new Set(names)
  return only === undefined || others.length > 0 ? null : only
}

/** The town at one edit from the word, as an answer to the question for the place. */
export function correctTown(word: string, area: ServedArea): ReadPlace | null {
  if (word.length < correctedMin || area.isEnglish(word)) return null
  const close = namesOf(area.servedStates).filter(
    (name) =>
      name[0] === word[0] && Math.abs(name.length - word.length) <= 1 && editDistance(word, name, 1) === 1,
  )
  const towns = [...new Set(close)].flatMap((name) => servedTown(name, area) ?? [])
  return towns.length === 1 ? towns[0]! : null
}

const correctedMin = 6

const namesOf = memoizeByObject((states: ReadonlySet<string>): readonly string[] =>
  [...states].flatMap((state) => placesIn(state).map(({ name }) => name)),
)

const placesIn = memoize(findUsPlacesIn)
