/** Extracts the place that a query names: a ZIP code or a known city; "near me" names none. */
import type { Point } from '@careatlas/directory/distance'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { phraseSet, TokenCursor, type Extraction } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'
import { isClinician, isFacility, isTitle } from './care-words.ts'
import { writeSpokenNumbers } from './spoken-numbers.ts'
import {
  type BareState,
  isStateName,
  sentenceWords,
  findBareState,
  type State,
  stateAt,
} from './state-names.ts'

export interface Gazetteer {
  zip(code: string): QueryLocation | null
  /** `name` as `wordsOf` returns it, joined by spaces: `new york`; `state` is a postal abbreviation: `NY`. */
  city(name: string, state: string | null): QueryLocation | null
  /** A place of the United States, also outside the served regions; without a state, a large one that dominates its name. */
  usPlace(name: string, state: string | null): QueryLocation | null
  /** A place of the United States in a served state that no address of the directory names; null if several states have it. */
  servedPlace(name: string): QueryLocation | null
  /** The place of the United States whose name no other state has. */
  uniquePlace(name: string): QueryLocation | null
  /** Whether the United States have a place of this name. */
  isUsPlace(name: string): boolean
  /** The circle around a state, or around the busiest part of a wide state; null if no address is known. */
  state(code: string): QueryLocation | null
  /** The same circle for the places of the United States, also outside the served regions; null if none is known. */
  usState(code: string): QueryLocation | null
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
  for (let from = 0; from < words.length; from++) words.consume(from, countHereWords(words, from))
  if (cued !== null)
    return { found: cued.place, state: cued.place.state, ambiguousTown: [], rest: words.remaining() }
  const uncued =
    zipAtEnd(words, gazetteer, isKnown) ??
    cityWithState(words, gazetteer, isKnown) ??
    cityAtEnd(words, gazetteer)
  if (uncued !== null) words.consume(uncued.from, uncued.to - uncued.from)
  const namedState = uncued === null ? findBareState(words) : null
  const bareState = namedState && beginsPlaceName(words, namedState, gazetteer) ? null : namedState
  if (bareState !== null) words.consume(bareState.from, bareState.to - bareState.from)
  const found = uncued?.place ?? (bareState && placeOfState(bareState, gazetteer))
  const ambiguousTown = found === null ? consumeAmbiguousTown(words) : []
  return { found, state: bareState?.code ?? found?.state ?? null, ambiguousTown, rest: words.remaining() }
}

/** The state, also outside the served regions if the words mean nothing else. */
function placeOfState({ code, isCertain }: BareState, gazetteer: Gazetteer): QueryLocation | null {
  return gazetteer.state(code) ?? (isCertain ? gazetteer.usState(code) : null)
}

/** Whether the state is the beginning of a name: "ohio city". */
function beginsPlaceName(words: TokenCursor, { from, to }: BareState, gazetteer: Gazetteer): boolean {
  for (let start = from; start < to; start++)
    for (let count = to - start + 1; count <= cityWordsMax; count++)
      if (gazetteer.isUsPlace(words.joined(start, count))) return true
  return false
}

/** Whether a query without the name of a place is about the place of the user: "dentist near me", "nearest pharmacy". */
export function namesOwnPlace(queryText: string): boolean {
  const words = new TokenCursor(wordsOf(queryText))
  for (let from = 0; from < words.length; from++) {
    const count = countHereWords(words, from)
    if (count > 0 && !isBodyArea(words, from + count)) return true
    if (words.phrase(from, nearestPhrases) > 0) return true
  }
  return false
}

/** The number of words like "near me"; 0 for "cerca" before the name of a place: "cerca de tijuana". */
function countHereWords(words: TokenCursor, from: number): number {
  const count = words.phrase(from, herePhrases)
  const [last, next, name] = [count - 1, count, count + 1].map((offset) => words.at(from + offset))
  return last === 'cerca' && next === 'de' && name !== '' && !/^(?:el|la|las|los|mi|mis|su)$/.test(name!)
    ? 0
    : count
}

/** Whether "in the area" before this index continues with a part of the body or a place: "a rash in the area of my neck". */
function isBodyArea(words: TokenCursor, to: number): boolean {
  return (
    words.at(to - 1) === 'area' &&
    /^(?:of|where|between|behind|under|above|below|de|donde)$/.test(words.at(to))
  )
}

/** The words from `from`, as many as `count`. */
export interface Cue {
  readonly from: number
  readonly count: number
}

/** "Had a baby in January" names no place. */
export const monthName =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)$/

/**
 * Whether the words after a cue may name a place that the directory does not have: several words, a word without another meaning, or
 * a common word after "near" or between a clinician and the end ("midwife in warren").
 */
export function mayNamePlace(
  words: TokenCursor,
  cue: Cue,
  name: string,
  isKnown: (word: string) => boolean,
): boolean {
  if (isStateName(name) || monthName.test(name)) return false
  const isNear = nearCue.test(words.at(cue.from))
  if (commonPlaceWords.has(name)) return !timesAndRooms.has(name) && isBetweenClinicianAndEnd(words, cue)
  if (name.includes(' ') || !isKnown(name) || isNear) return true
  return isBetweenClinicianAndEnd(words, cue)
}

export const nearCue = /^(?:within|near|nearest|close|closest|around|cerca|cercano|alrededor)$/

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

export const placeCueLists = wordLists('place-cues.txt', [
  'here',
  'nearest',
  'before',
  'before-unknown',
  'area-after',
])
const herePhrases = phraseSet(placeCueLists.here)
const nearestPhrases = phraseSet(placeCueLists.nearest)

// A place after its cue

export const placeCues = phraseSet(placeCueLists.before)
const areaAfter = phraseSet(placeCueLists['area-after'])
const cityLists = wordLists('place-name-words.txt', [
  'common-words',
  'large-cities',
  'place-nouns',
  'before-place-nouns',
  'times-and-rooms',
])

/** City names that are common words unless a state or a ZIP code follows: "allergies in spring", "therapy in home". */
export const commonPlaceWords: ReadonlySet<string> = new Set(cityLists['common-words'])

const placeNouns: ReadonlySet<string> = new Set(cityLists['place-nouns'])
const beforePlaceNouns: ReadonlySet<string> = new Set(cityLists['before-place-nouns'])

/** Whether words that may all be known have the form of a name of a place: "emerald city", not "small town". */
export function hasPlaceNoun(name: string): boolean {
  const words = name.split(' ')
  return words.length > 1 && placeNouns.has(words.at(-1)!) && !words.some(isOrdinaryWord)
}

function isOrdinaryWord(word: string): boolean {
  return beforePlaceNouns.has(word) || isStopWord(word)
}

/** Words after a clinician that are not a town: "a doctor in may", "nurse in home". */
const timesAndRooms: ReadonlySet<string> = new Set(cityLists['times-and-rooms'])

function findCuedPlace(
  words: TokenCursor,
  gazetteer: Gazetteer,
  isKnown: (word: string) => boolean,
): PlaceMatch | null {
  for (let from = 0; from < words.length; from++) {
    if (!placeCues.firstWords.has(words.at(from))) continue
    let longest: (NamedPlace & { readonly start: number }) | null = null
    for (let count = placeCues.wordsMax; count > 0; count--) {
      if (!placeCues.has(words.joined(from, count))) continue
      const cue = { from, count }
      const start = cue.from + cue.count
      const place = zipAt(words, start, gazetteer) ?? placeAfter(words, cue, isKnown, gazetteer)
      // "near central point" is near Central Point, not in the center of Point.
      if (place !== null && (longest === null || place.to - start > longest.to - longest.start))
        longest = { ...place, start }
    }
    if (longest !== null) return { place: longest.place, from, to: longest.to }
  }
  return null
}

interface NamedPlace {
  readonly place: QueryLocation
  readonly to: number
}

/** The place with the longest name after the cue, with its state and ZIP code; the ZIP code determines the point. */
function placeAfter(
  words: TokenCursor,
  cue: Cue,
  isKnown: (word: string) => boolean,
  gazetteer: Gazetteer,
): NamedPlace | null {
  const start = cue.from + cue.count
  for (let count = cityWordsMax; count > 0; count--) {
    const name = words.joined(start, count)
    if (name === '') continue
    const end = start + count
    const inState = placeBeforeState(words, name, end, gazetteer)
    const place = inState ?? placeWithoutState(words, cue, name, isKnown, gazetteer)
    if (place !== null) {
      const zip = zipAt(words, place.to, gazetteer)
      const to = zip?.to ?? place.to
      return { place: zip?.place ?? place.place, to: to + words.phrase(to, areaAfter) }
    }
    // "olympia fields" is not Olympia.
    if (name.includes(' ') && !commonPlaceWords.has(name) && gazetteer.isUsPlace(name)) return null
  }
  return null
}

/** The place of this name in the state that the query names after it. */
function placeBeforeState(
  words: TokenCursor,
  name: string,
  end: number,
  gazetteer: Gazetteer,
): NamedPlace | null {
  const state = stateAt(words, end)
  const place = state && placeOf(name, state.code, gazetteer)
  return place && mayBeState(words, name, { from: end, to: state.to }, gazetteer)
    ? { place, to: state.to }
    : null
}

/** The place of this name, unless the query names a state that does not have it. */
function placeWithoutState(
  words: TokenCursor,
  cue: Cue,
  name: string,
  isKnown: (word: string) => boolean,
  gazetteer: Gazetteer,
): NamedPlace | null {
  if (isStateName(name) && !alsoCities.has(name)) return null
  const to = cue.from + cue.count + name.split(' ').length
  const state = stateAt(words, to)
  const namesOtherState =
    state !== null && !mayBeWord.test(words.joined(to, 1)) && isUnambiguousState(words, to, state.to)
  if (namesOtherState) return null
  const isCommon = commonPlaceWords.has(name)
  const mayBeCity = !isCommon || zipAt(words, to, gazetteer) !== null || isLargeCity(words, cue)
  const place =
    (mayBeCity ? cityOf(name, null, gazetteer) : null) ??
    (isCommon ? null : inEitherSpelling(name, (spelling) => gazetteer.usPlace(spelling, null))) ??
    (mayNamePlace(words, cue, name, isKnown)
      ? inEitherSpelling(name, (spelling) => gazetteer.servedPlace(spelling))
      : null) ??
    (isUniqueName(words, cue, name, isKnown)
      ? inEitherSpelling(name, (spelling) => gazetteer.uniquePlace(spelling))
      : null)
  return place && { place, to }
}

/** Whether the name, if no other name is like it, is the place: "by remsen" may mean a person. */
function isUniqueName(
  words: TokenCursor,
  cue: Cue,
  name: string,
  isKnown: (word: string) => boolean,
): boolean {
  if (words.at(cue.from) === 'by' || commonPlaceWords.has(name)) return false
  if (!mayNamePlace(words, cue, name, isKnown)) return false
  // "gotham heights" is not Gotham.
  if (hasPlaceNoun(`${name} ${words.at(cue.from + cue.count + name.split(' ').length)}`)) return false
  return nearCue.test(words.at(cue.from)) || followsCare(words, cue.from) || !name.split(' ').every(isKnown)
}

/** Common words that usually mean the city after a clinician. */
const largeCities: ReadonlySet<string> = new Set(cityLists['large-cities'])

/** Whether a large city ends the query after a general word for a clinician; not "specialist in reading" or "pain in normal use". */
function isLargeCity(words: TokenCursor, cue: Cue): boolean {
  return largeCities.has(words.at(cue.from + cue.count)) && isBetweenClinicianAndEnd(words, cue)
}

/** Whether a word for a clinician or a facility is before the index. */
export function followsCare(words: TokenCursor, end: number): boolean {
  for (let index = 0; index < end; index++)
    if (isClinician(words.at(index)) || isFacility(words.at(index))) return true
  return false
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
  if (!placeCues.has(words.at(cue)) || !isLargeCity(words, { from: cue, count: 1 })) return []
  words.consume(cue, 2)
  return [name]
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

/** The longest place that begins here before its state, without a cue, and its ZIP code, which determines the point. */
function placeAt(
  words: TokenCursor,
  from: number,
  gazetteer: Gazetteer,
  isKnown: (word: string) => boolean,
): NamedPlace | null {
  for (let count = cityWordsMax; count > 0; count--) {
    const name = words.joined(from, count)
    const state = name === '' ? null : stateAt(words, from + count)
    if (state === null) continue
    const place = uncuedPlace(words, { from, to: from + count, name }, state, gazetteer, isKnown)
    if (place === null) continue
    const zip = zipAt(words, state.to, gazetteer)
    return { place: zip?.place ?? place, to: zip?.to ?? state.to }
  }
  return null
}

/** The words from `from` up to `to` (exclusive). */
interface WrittenName {
  readonly from: number
  readonly to: number
  readonly name: string
}

function uncuedPlace(
  words: TokenCursor,
  { from, to, name }: WrittenName,
  state: State,
  gazetteer: Gazetteer,
  isKnown: (word: string) => boolean,
): QueryLocation | null {
  const isUnambiguous = isUnambiguousState(words, to, state.to)
  const city = cityOf(name, state.code, gazetteer)
  if (city !== null) return isUnambiguous || beginsQuery(words, { from, to, name }, state.to) ? city : null
  const isMeant = isUnambiguous && (isLongName(name) || isApartFromNames(words, { from, to, name }, isKnown))
  return isMeant || beginsQuery(words, { from, to, name }, state.to)
    ? placeOf(name, state.code, gazetteer)
    : null
}

function isLongName(name: string): boolean {
  return name.includes(' ') && !commonPlaceWords.has(name)
}

/** Whether the word is not the surname of a person or a part of the need: "dentist adak ak", "knee pain adak ak", "adak ak". */
function isApartFromNames(
  words: TokenCursor,
  { from, name }: WrittenName,
  isKnown: (word: string) => boolean,
): boolean {
  const before = words.at(from - 1)
  if (isTitle(before)) return false
  if (isClinician(before) || isFacility(before)) return true
  return !isKnown(name) && (from === 0 || isKnown(before))
}

/** State names that usually mean the city. "near Oregon", by contrast, does not mean Oregon, Ohio. */
const alsoCities: ReadonlySet<string> = new Set(['new york', 'washington'])

/** Tries the name as given, then with "saint", "fort" and "mount" spelled the other way. */
function inEitherSpelling(
  name: string,
  find: (spelling: string) => QueryLocation | null,
): QueryLocation | null {
  return find(name) ?? find(alternativeSpelling(name))
}

function cityOf(name: string, state: string | null, gazetteer: Gazetteer): QueryLocation | null {
  return inEitherSpelling(name, (spelling) => gazetteer.city(spelling, state))
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

/** The place in the directory or in the United States. */
function placeOf(name: string, state: string, gazetteer: Gazetteer): QueryLocation | null {
  return (
    cityOf(name, state, gazetteer) ?? inEitherSpelling(name, (spelling) => gazetteer.usPlace(spelling, state))
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

/** "Saint louis" of "st louis"; the name itself if it has no such word. */
export function alternativeSpelling(name: string): string {
  return name.replace(/^(?:st|saint|ft|fort|mt|mount)(?= )/, (word) => spellings[word]!)
}

// Ambiguous states

/** State abbreviations that are also medical words: degrees, scans, cancer, treatment, Veterans Affairs. */
const medicalWords = /^(?:md|pa|ma|ms|mt|ct|ca|tx|va|co|mi|mo|ar|ne|pr|vi|gu)$/

/** State abbreviations that also follow a place as words: stop words and degrees. */
const mayBeWord = /^(?:in|or|me|hi|ok|oh|de|la|al|id|so|as|md|pa|va)$/

/**
 * Whether the words after a city may be its state; not in "boston or cambridge" and "columbus in network", nor after a town of the
 * directory: "newport in august", "newport or anywhere close".
 */
function mayBeState(
  words: TokenCursor,
  name: string,
  { from, to }: Pick<State, 'to'> & { readonly from: number },
  gazetteer: Gazetteer,
): boolean {
  if (to - from > 1 || !sentenceWords.test(words.at(from))) return true
  if (isEndOrZip(words, to)) return true
  if (cityOf(name, null, gazetteer) !== null || monthName.test(words.at(to))) return false
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
function beginsQuery(words: TokenCursor, { from, to }: WrittenName, stateEnd: number): boolean {
  if (from > 0 || words.at(to) === 'md') return false
  return !sentenceWords.test(words.at(to)) && isClinician(words.at(stateEnd))
}

function isEndOrZip(words: TokenCursor, to: number): boolean {
  return words.at(to) === '' || /^\d{5}$/.test(words.at(to))
}

// A place without a cue

/** A ZIP code that is the whole query or its last word. */
function zipAtEnd(
  words: TokenCursor,
  gazetteer: Gazetteer,
  isKnown: (word: string) => boolean,
): PlaceMatch | null {
  for (const from of [words.length - 1, words.length - 2]) {
    const zip = zipAt(words, from, gazetteer)
    if (zip === null || words.at(zip.to) !== '') continue
    const before = cityEndingAt(words, from, gazetteer, isKnown)
    return { place: zip.place, from: before ?? from, to: zip.to }
  }
  return null
}

/** The index at which the city before the ZIP code begins, as in "boston ma 02118"; null without a city. */
function cityEndingAt(
  words: TokenCursor,
  end: number,
  gazetteer: Gazetteer,
  isKnown: (word: string) => boolean,
): number | null {
  for (let from = Math.max(0, end - cityWordsMax - 3); from < end; from++) {
    const city = placeAt(words, from, gazetteer, isKnown)
    if (city !== null && city.to > end) return from
  }
  return null
}

/** The city of "dentist providence ri" and "providence rhode island dentist". */
function cityWithState(
  words: TokenCursor,
  gazetteer: Gazetteer,
  isKnown: (word: string) => boolean,
): PlaceMatch | null {
  for (let from = 0; from < words.length; from++) {
    const city = placeAt(words, from, gazetteer, isKnown)
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
