/** Extracts the place that a query names: a ZIP code or a known city; "near me" names none. */
import type { Point } from '@careatlas/directory/distance'
import { wordsOf } from '@careatlas/vocabulary/words'
import { phraseSet, TokenCursor, type Extraction } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'
import { isClinician, isFacility, isTitle } from './care-words.ts'
import { writeSpokenNumbers } from './spoken-numbers.ts'
import { isStateName, sentenceWords, findBareState, stateAt } from './state-names.ts'

export interface Gazetteer {
  zip(code: string): QueryLocation | null
  /** `name` as `wordsOf` returns it, joined by spaces: `new york`; `state` is a postal abbreviation: `NY`. */
  city(name: string, state: string | null): QueryLocation | null
  /** A place of the United States, also outside the served regions; without a state, a large one that dominates its name. */
  usPlace(name: string, state: string | null): QueryLocation | null
  /** A place of the United States in a served state that no address of the directory names; null if several states have it. */
  servedPlace(name: string): QueryLocation | null
  /** Whether the United States have a place of this name. */
  isUsPlace(name: string): boolean
  /** The circle around a state, or around the busiest part of a wide state; null if no address is known. */
  state(code: string): QueryLocation | null
  /** Postal abbreviation of the state of the nearest town; null if no town is near. */
  stateAt(point: Point): string | null
  /** The name of a town at one edit from `name`; null if there is none. */
  closestCityName(name: string, state: string | null): string | null
}

export interface QueryLocation extends Point {
  readonly label: string
  /** Postal abbreviation; null for a ZIP code of several states. */
  readonly state: string | null
  /** Radius of the circle that covers the place; null for a place of no given size. */
  readonly radiusMiles: number | null
}

export interface ExtractedLocation extends Extraction<QueryLocation | null> {
  /** Postal abbreviation of the state that the query names or implies; null if there is none. */
  readonly state: string | null
  /** A town that several states have: its words affect ranking and are not part of the need. */
  readonly ambiguousTown: readonly string[]
}

/**
 * The first known place after a cue; else a ZIP code at the end, a city with its state, a city at the end, or a bare state.
 *
 * @param isKnown whether the word has a meaning that is not a place; then it is no town that the directory lacks
 */
export function extractLocation(
  tokens: readonly string[],
  gazetteer: Gazetteer,
  isKnown: (word: string) => boolean = () => true,
): ExtractedLocation {
  const words = new TokenCursor(writeSpokenNumbers(tokens))
  const cued = findCuedPlace(words, gazetteer, isKnown)
  if (cued !== null) words.consume(cued.from, cued.to - cued.from)
  words.consumeAll(herePhrases)
  if (cued !== null)
    return { found: cued.place, state: cued.place.state, ambiguousTown: [], rest: words.remaining() }
  const uncued = zipAtEnd(words, gazetteer) ?? cityWithState(words, gazetteer) ?? cityAtEnd(words, gazetteer)
  if (uncued !== null) words.consume(uncued.from, uncued.to - uncued.from)
  const bareState = uncued === null ? findBareState(words) : null
  if (bareState !== null) words.consume(bareState.from, bareState.to - bareState.from)
  const found = uncued?.place ?? (bareState && gazetteer.state(bareState.code))
  const ambiguousTown = found === null ? consumeAmbiguousTown(words) : []
  return { found, state: bareState?.code ?? found?.state ?? null, ambiguousTown, rest: words.remaining() }
}

/** Whether a query without the name of a place is about the place of the user: "dentist near me", "nearest pharmacy". */
export function namesOwnPlace(queryText: string): boolean {
  const words = new TokenCursor(wordsOf(queryText))
  for (let from = 0; from < words.length; from++) {
    const count = words.phrase(from, herePhrases)
    if (count > 0 && !isBodyArea(words, from + count)) return true
    if (words.phrase(from, nearestPhrases) > 0) return true
  }
  return false
}

/** Whether "in the area" before this index continues with a part of the body or a place: "a rash in the area of my neck". */
function isBodyArea(words: TokenCursor, to: number): boolean {
  return (
    words.at(to - 1) === 'area' &&
    /^(?:of|where|between|behind|under|above|below|de|donde)$/.test(words.at(to))
  )
}

/** Words of an unknown place like "North Zorbotown". */
export const unknownPlaceWordsMax = 3

/**
 * Extracts "zorbotown" of "dentist near zorbotown": words after a cue that `isKnown` does not know, or that are the name of a place
 * of the United States ("cedar falls").
 */
export function extractUnknownPlace(
  tokens: readonly string[],
  isKnown: (word: string) => boolean,
  gazetteer: Pick<Gazetteer, 'isUsPlace'>,
): Extraction<string | null> {
  const words = new TokenCursor(tokens)
  for (let from = 0; from < words.length; from++) {
    const cue = words.phrase(from, unknownPlaceCues)
    if (cue === 0) continue
    const start = from + cue
    const count =
      countUsPlaceWords(words, { from, count: cue }, isKnown, gazetteer) ||
      countUnknownWords(words, start, isKnown)
    if (count === 0) continue
    const end = start + count
    const to = stateAt(words, end)?.to ?? end
    const found = words.joined(start, to - start)
    words.consume(from, to - from)
    return { found, rest: words.remaining() }
  }
  return { found: null, rest: tokens }
}

function countUnknownWords(words: TokenCursor, start: number, isKnown: (word: string) => boolean): number {
  let end = start
  while (end - start < unknownPlaceWordsMax && mayBePlaceWord(words.at(end)) && !isKnown(words.at(end))) end++
  return end - start
}

/** The words from `from`, as many as `count`. */
interface Cue {
  readonly from: number
  readonly count: number
}

/** The number of words of the longest name of a place of the United States after the cue; 0 without one. */
function countUsPlaceWords(
  words: TokenCursor,
  cue: Cue,
  isKnown: (word: string) => boolean,
  gazetteer: Pick<Gazetteer, 'isUsPlace'>,
): number {
  for (let count = cityWordsMax; count > 0; count--) {
    const name = words.joined(cue.from + cue.count, count)
    if (gazetteer.isUsPlace(name) && mayNamePlace(words, cue, name, isKnown)) return count
  }
  return 0
}

/**
 * Whether the words after a cue may name a place that the directory does not have: several words, a word without another meaning, or
 * a common word after "near" or between a clinician and the end ("midwife in warren").
 */
function mayNamePlace(
  words: TokenCursor,
  cue: Cue,
  name: string,
  isKnown: (word: string) => boolean,
): boolean {
  if (commonPlaceWords.has(name) || isStateName(name)) return false
  if (name.includes(' ') || !isKnown(name) || nearCue.test(words.at(cue.from))) return true
  return isBetweenClinicianAndEnd(words, cue)
}

export const nearCue = /^(?:near|nearest|close|closest|around|cerca|cercano|alrededor)$/

export function mayBePlaceWord(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word)
}

/** Extracts "boston" of "dr smith boston": a town at the end of the words that remain beside a name. */
export function extractLocationBesideName(
  tokens: readonly string[],
  gazetteer: Gazetteer,
): Extraction<QueryLocation | null> {
  const words = new TokenCursor(tokens)
  const town = cityAtEnd(words, gazetteer, true)
  if (town !== null) words.consume(town.from, town.to - town.from)
  return { found: town?.place ?? null, rest: words.remaining() }
}

/** The words from `from` up to `to` (exclusive) name the place. */
interface PlaceMatch {
  readonly place: QueryLocation
  readonly from: number
  readonly to: number
}

const lists = wordLists('place-cues.txt', ['here', 'nearest', 'before', 'before-unknown', 'area-after'])
const herePhrases = phraseSet(lists.here)
const nearestPhrases = phraseSet(lists.nearest)

// A place after its cue

export const placeCues = phraseSet(lists.before)
const areaAfter = phraseSet(lists['area-after'])
/** Cues after which an unknown word is a place; "by zorbo" may name a person. */
export const unknownPlaceCues = phraseSet(lists['before-unknown'])

const cityLists = wordLists('place-name-words.txt', ['common-words', 'large-cities'])

/** City names that are common words unless a state or a ZIP code follows: "allergies in spring", "therapy in home". */
export const commonPlaceWords: ReadonlySet<string> = new Set(cityLists['common-words'])

function findCuedPlace(
  words: TokenCursor,
  gazetteer: Gazetteer,
  isKnown: (word: string) => boolean,
): PlaceMatch | null {
  for (let from = 0; from < words.length; from++) {
    for (let count = placeCues.wordsMax; count > 0; count--) {
      if (!placeCues.has(words.joined(from, count))) continue
      const place =
        placeAt(words, from + count, gazetteer) ??
        largeCityAt(words, from, count, gazetteer) ??
        usPlaceAt(words, from + count, gazetteer) ??
        servedPlaceAt(words, { from, count }, isKnown, gazetteer)
      if (place !== null) return { ...place, from }
    }
  }
  return null
}

interface NamedPlace {
  readonly place: QueryLocation
  readonly to: number
}

function placeAt(words: TokenCursor, from: number, gazetteer: Gazetteer): NamedPlace | null {
  const start = from + countDistanceWords(words, from)
  return zipAt(words, start, gazetteer) ?? cityAt(words, start, gazetteer, true)
}

/** The longest place of the United States that begins here, with its state if the query names one. */
function usPlaceAt(words: TokenCursor, cueEnd: number, gazetteer: Gazetteer): NamedPlace | null {
  const from = cueEnd + countDistanceWords(words, cueEnd)
  for (let count = cityWordsMax; count > 0; count--) {
    const name = words.joined(from, count)
    if (name === '') continue
    const state = stateAt(words, from + count)
    const inState = state && gazetteer.usPlace(name, state.code)
    if (inState && mayBeState(words, from + count, state.to, gazetteer))
      return { place: inState, to: state.to }
    const place = commonPlaceWords.has(name) || isStateName(name) ? null : gazetteer.usPlace(name, null)
    if (place !== null) return { place, to: from + count }
  }
  return null
}

/** The longest place of a served state after the cue. */
function servedPlaceAt(
  words: TokenCursor,
  cue: Cue,
  isKnown: (word: string) => boolean,
  gazetteer: Gazetteer,
): NamedPlace | null {
  const start = cue.from + cue.count
  const count = countUsPlaceWords(words, cue, isKnown, gazetteer)
  // A state after the name is another one than a served state, or `usPlaceAt` would have found the place.
  if (count === 0 || stateAt(words, start + count) !== null) return null
  const place = gazetteer.servedPlace(words.joined(start, count))
  return place === null ? null : { place, to: start + count }
}

/** Common words that usually mean the city after a clinician. */
const largeCities: ReadonlySet<string> = new Set(cityLists['large-cities'])

/** The large city after a cue, such as "Mobile" of "dentist in Mobile". */
function largeCityAt(
  words: TokenCursor,
  cue: number,
  count: number,
  gazetteer: Gazetteer,
): NamedPlace | null {
  const place = isLargeCity(words, cue, count) ? cityOf(words.at(cue + count), null, gazetteer) : null
  return place === null ? null : { place, to: cue + count + 1 }
}

/** Whether the city ends the query after a general word for a clinician; not "specialist in reading" or "pain in normal use". */
function isLargeCity(words: TokenCursor, cue: number, count: number): boolean {
  return largeCities.has(words.at(cue + count)) && isBetweenClinicianAndEnd(words, { from: cue, count })
}

/** Whether one word follows the cue and ends the query, and a clinician is before the cue. */
function isBetweenClinicianAndEnd(words: TokenCursor, { from, count }: Cue): boolean {
  const [before, after] = [words.at(from - 1), words.at(from + count + 1)]
  if (!isClinician(before) || /^(?:specialist|especialista|therapist)/.test(before)) return false
  return after === ''
}

/** Consumes "in Independence", a town of several states, and returns the words of its name. */
function consumeAmbiguousTown(words: TokenCursor): readonly string[] {
  const [cue, name] = [words.length - 2, words.at(words.length - 1)]
  if (!placeCues.has(words.at(cue)) || !isLargeCity(words, cue, 1)) return []
  words.consume(cue, 2)
  return [name]
}

/** The number of words of a distance, such as "10 miles of" after "within". */
function countDistanceWords(words: TokenCursor, from: number): number {
  if (!/^\d{1,3}$/.test(words.at(from)) || !/^(?:miles?|mi|minutes|millas)$/.test(words.at(from + 1)))
    return 0
  return /^(?:of|from|de)$/.test(words.at(from + 2)) ? 3 : 2
}

function zipAt(words: TokenCursor, from: number, gazetteer: Gazetteer): NamedPlace | null {
  const code = words.at(from)
  if (!/^\d{5}$/.test(code)) return null
  const place = gazetteer.zip(code)
  if (place === null) return null
  const hasPlusFour = /^\d{4}$/.test(words.at(from + 1))
  return { place, to: from + 1 + Number(hasPlusFour) }
}

/** Words in the longest city names: "village of oak creek", "la canada flintridge", "rancho santa margarita". */
export const cityWordsMax = 5

/** The longest city that begins here, with its state and ZIP code; the ZIP code determines the point. */
function cityAt(words: TokenCursor, from: number, gazetteer: Gazetteer, isCued: boolean): NamedPlace | null {
  for (let count = cityWordsMax; count > 0; count--) {
    const name = words.joined(from, count)
    if (name === '') continue
    const city = cityNamed(words, name, from + count, gazetteer, isCued)
    if (city === null) continue
    const zip = zipAt(words, city.to, gazetteer)
    const to = zip?.to ?? city.to
    return { place: zip?.place ?? city.place, to: isCued ? to + words.phrase(to, areaAfter) : to }
  }
  return null
}

function cityNamed(
  words: TokenCursor,
  name: string,
  to: number,
  gazetteer: Gazetteer,
  isCued: boolean,
): NamedPlace | null {
  const state = stateAt(words, to)
  const inState = state && cityOf(name, state.code, gazetteer)
  if (state && inState) {
    const isMeant = isCued
      ? mayBeState(words, to, state.to, gazetteer)
      : isUnambiguousState(words, to, state.to) || beginsQuery(words, name, to, state.to)
    if (isMeant) return { place: inState, to: state.to }
  }
  if (
    !isCued &&
    state &&
    name.includes(' ') &&
    !commonPlaceWords.has(name) &&
    isUnambiguousState(words, to, state.to)
  ) {
    const place = gazetteer.usPlace(name, state.code)
    if (place !== null) return { place, to: state.to }
  }
  if (!isCued || (isStateName(name) && !alsoCities.has(name))) return null
  const zipFollows = zipAt(words, to, gazetteer) !== null
  if (commonPlaceWords.has(name) && !zipFollows) return null
  const place = cityOf(name, null, gazetteer)
  return place === null ? null : { place, to }
}

/** State names that usually mean the city. "near Oregon", by contrast, does not mean Oregon, Ohio. */
const alsoCities: ReadonlySet<string> = new Set(['new york', 'washington'])

/** Tries the name as given, then with "saint", "fort" and "mount" spelled the other way. */
function cityOf(name: string, state: string | null, gazetteer: Gazetteer): QueryLocation | null {
  return gazetteer.city(name, state) ?? gazetteer.city(alternativeSpelling(name), state)
}

/** Whether the United States or the directory have a place of this name, in the state if one is given. */
export function isNamedPlace(name: string, state: string | null, gazetteer: Gazetteer): boolean {
  const names = name === '' ? [] : [name, alternativeSpelling(name)]
  return names.some(
    (spelling) =>
      gazetteer.city(spelling, state) !== null ||
      (state === null ? gazetteer.isUsPlace(spelling) : gazetteer.usPlace(spelling, state) !== null),
  )
}

const spellings: Readonly<Record<string, string>> = {
  st: 'saint',
  saint: 'st',
  ft: 'fort',
  fort: 'ft',
  mt: 'mount',
  mount: 'mt',
}

function alternativeSpelling(name: string): string {
  return name.replace(/^(?:st|saint|ft|fort|mt|mount)(?= )/, (word) => spellings[word]!)
}

// Ambiguous states

/** State abbreviations that are also medical words: degrees, scans, cancer, treatment, Veterans Affairs. */
const medicalWords = /^(?:md|pa|ma|ms|mt|ct|ca|tx|va|co|mi|mo|ar|ne|pr|vi|gu)$/

/** Whether the words after a city may be its state; not in "boston or cambridge" and "columbus in network". */
function mayBeState(words: TokenCursor, from: number, to: number, gazetteer: Gazetteer): boolean {
  if (to - from > 1 || !sentenceWords.test(words.at(from))) return true
  if (isEndOrZip(words, to)) return true
  return !sentenceContinuations.test(words.at(to)) && !isCity(words, to, gazetteer)
}

/** Whether a city begins here. It ignores what follows, so that the cost does not grow with the query. */
function isCity(words: TokenCursor, from: number, gazetteer: Gazetteer): boolean {
  for (let count = cityWordsMax; count > 0; count--) {
    const name = words.joined(from, count)
    if (name !== '' && cityOf(name, null, gazetteer) !== null) return true
  }
  return false
}

/** Words that show that the ambiguous word before them is not a state. */
const sentenceContinuations =
  /^(?:network|person|the|a|an|my|our|near|salud|mi|patient|office|home|english|around|surrounding)$/

/** Whether the words are a state without a cue; an ambiguous word is one only at the end. */
function isUnambiguousState(words: TokenCursor, from: number, to: number): boolean {
  if (isEndOrZip(words, to)) return true
  return (
    to - from > 1 ||
    words.at(from).length > 2 ||
    !(sentenceWords.test(words.at(from)) || medicalWords.test(words.at(from)))
  )
}

/** Whether city and state begin the query: "boston ma dentist"; not "jackson md dentist", which may name a Doctor Jackson. */
function beginsQuery(words: TokenCursor, city: string, from: number, to: number): boolean {
  if (words.joined(0, from) !== city || words.at(from) === 'md') return false
  return !sentenceWords.test(words.at(from)) && isClinician(words.at(to))
}

function isEndOrZip(words: TokenCursor, to: number): boolean {
  return words.at(to) === '' || /^\d{5}$/.test(words.at(to))
}

// A place without a cue

/** A ZIP code that is the whole query or its last word. */
function zipAtEnd(words: TokenCursor, gazetteer: Gazetteer): PlaceMatch | null {
  for (const from of [words.length - 1, words.length - 2]) {
    const zip = zipAt(words, from, gazetteer)
    if (zip === null || words.at(zip.to) !== '') continue
    const before = cityEndingAt(words, from, gazetteer)
    return { place: zip.place, from: before ?? from, to: zip.to }
  }
  return null
}

/** The index at which the city before the ZIP code begins, as in "boston ma 02118"; null without a city. */
function cityEndingAt(words: TokenCursor, end: number, gazetteer: Gazetteer): number | null {
  for (let from = Math.max(0, end - cityWordsMax - 3); from < end; from++) {
    const city = cityAt(words, from, gazetteer, false)
    if (city !== null && city.to > end) return from
  }
  return null
}

/** The city of "dentist providence ri" and "providence rhode island dentist". */
function cityWithState(words: TokenCursor, gazetteer: Gazetteer): PlaceMatch | null {
  for (let from = 0; from < words.length; from++) {
    const city = cityAt(words, from, gazetteer, false)
    if (city !== null && !isPerson(words, from, city.to)) return { place: city.place, from, to: city.to }
  }
  return null
}

/** The city at the end of "dentist new haven". A city of one word must follow a clinician or a facility, or may be a name. */
function cityAtEnd(words: TokenCursor, gazetteer: Gazetteer, besideName = false): PlaceMatch | null {
  for (let count = Math.min(cityWordsMax, words.length); count > 0; count--) {
    const from = words.length - count
    const [name, before] = [words.joined(from, count), words.at(from - 1)]
    if (name === '' || commonPlaceWords.has(name) || isStateName(name) || isTitle(before)) continue
    if (count === 1 && !besideName && !isClinician(before) && !isFacility(before)) continue
    const place = cityOf(name, null, gazetteer)
    if (place !== null) return { place, from, to: words.length }
  }
  return null
}

/** Whether the words are a person with a degree: "dr jackson md", "dr maria columbia pa". */
function isPerson(words: TokenCursor, from: number, to: number): boolean {
  return /^(?:md|pa)$/.test(words.at(to - 1)) && [1, 2].some((back) => isTitle(words.at(from - back)))
}
