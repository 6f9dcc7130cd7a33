/** Reads the place of a message: as the search does, and also the bare answers of a conversation, such as "pawtucket". */
import { findUsPlaces } from '@careatlas/directory/us-places'
import { isAnyDoctor, isClinician, isFacility } from '@careatlas/search/query/care-words'
import { monthName, namesOwnPlace, type Gazetteer } from '@careatlas/search/query/extract-location'
import type { ParsedQuery } from '@careatlas/search/query/parse-query'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { isStateName, sentenceWords } from '@careatlas/search/query/state-names'
import { wordsOf } from '@careatlas/vocabulary/words'
import { isConversationWord } from './detect-answer-language.ts'
import {
  correctTown,
  findServedTowns,
  mayBeTown,
  servedTown,
  type NamedTown,
  type ServedArea,
} from './served-towns.ts'
import { findSeveralPlaces } from './several-places.ts'
import { readTownChange, type TownChange } from './town-change.ts'

export interface ReadPlace {
  readonly label: string
  readonly lat: number
  readonly lng: number
  /** Postal abbreviation; null for a ZIP code of several states. */
  readonly state: string | null
  /** Of a place of known size, such as a state; otherwise null. */
  readonly radiusMiles: number | null
}

export interface PlaceReading {
  readonly place: ReadPlace | null
  /** Further towns that the message would accept: "Cranston or Warwick". */
  readonly otherPlaces: readonly NamedTown[]
  /** How the message changes the towns of the conversation; null: it replaces them if it names a place. */
  readonly townChange: TownChange
  /** A place that the message names and that is not known. */
  readonly unknownPlace: string | null
  /** Whether the message may be only the name of a place that is not known. */
  readonly mayBePlace: boolean
  /** Whether the message is about the place of the user: "near me". */
  readonly isOwnPlace: boolean
  /** Whether the message is about the place of a record ("near him"), or may be ("another one nearby"). */
  readonly nearRecord: 'named' | 'possible' | null
  /** The distance that the message names. */
  readonly radiusMiles: number | null
  /** The words of a place that the search does not read as one, joined by spaces; otherwise empty. */
  readonly placeWords: string
}

export const noPlace: PlaceReading = {
  place: null,
  otherPlaces: [],
  townChange: null,
  unknownPlace: null,
  mayBePlace: false,
  isOwnPlace: false,
  nearRecord: null,
  radiusMiles: null,
  placeWords: '',
}

interface PlaceOptions extends ServedArea {
  /** Whether the assistant has asked for the place. */
  readonly isAsked: boolean
  /** A town that the user named without its state, which the message may add. */
  readonly unknownTown: string | null
  /** The town of the conversation, whose state the message may correct: "Oregon" after "Portland". */
  readonly knownTown: string | null
  /** Whether the message names a person, whose name may be that of a town. */
  readonly hasPerson: boolean
  /** Whether the message rejects another place. */
  readonly isCorrected: boolean
}

export function readPlace(text: string, parsed: readonly ParsedQuery[], options: PlaceOptions): PlaceReading {
  const alternatives = options.hasPerson ? [] : findSeveralPlaces(text, options)
  const [first, ...others] = alternatives
  const found = readOnePlace(text, parsed, options)
  const townChange = readTownChange(text, found.place !== null)
  // The user names the preferred town first, and the parser of the search may read another one.
  const isOneOfThem =
    isWholeState(found.place) || alternatives.some(({ words }) => words.includes(townOf(found.place)))
  if (first === undefined || (found.place !== null && !isOneOfThem)) return { ...found, townChange }
  return { ...found, place: first.place, otherPlaces: others, placeWords: first.words, townChange }
}

/** "Pawtucket or Providence, even though it's Rhode Island" */
function isWholeState(place: ReadPlace | null): boolean {
  return place !== null && isStateName(townOf(place))
}

/** Whether the search is in a whole state, whose middle is no place to measure from. */
export function isStateLabel(label: string): boolean {
  return !label.includes(',') && isStateName(wordsOf(label).join(' '))
}

function townOf(place: ReadPlace | null): string {
  return wordsOf(place?.label.split(',')[0] ?? '').join(' ')
}

function readOnePlace(text: string, parsed: readonly ParsedQuery[], options: PlaceOptions): PlaceReading {
  const around = readHomeOrWork(text, options)
  const completed = around?.place ?? completeTown(text, options)
  const named = parsed.find(({ place }) => place !== null)?.place ?? null
  const current = completed === null && named !== null ? findCurrentTown(text, named, options) : null
  const cued = completed === null && current === null ? named : null
  const bare = completed ?? current ?? (cued === null ? findBarePlace(text, options) : null)
  const place = cued ?? bare?.place ?? null
  const [unresolved] = parsed.flatMap(({ unapplied }) =>
    unapplied.unknownPlace === null || monthName.test(unapplied.unknownPlace.name)
      ? []
      : unapplied.unknownPlace,
  )
  const ambiguous = place === null && unresolved === undefined ? findAmbiguousTown(text, options) : null
  const unknown = unresolved?.name ?? ambiguous ?? null
  // Of the towns of this name, that of a state that the directory serves.
  const served = place === null && unknown !== null ? servedTown(unknown, options) : null
  if (served !== null)
    return { ...noPlace, place: served, placeWords: unknown!, radiusMiles: readRadius(text) }
  return {
    place,
    otherPlaces: [],
    townChange: null,
    unknownPlace: place === null ? (unknown ?? around?.name ?? null) : null,
    mayBePlace: mayBePlace(text, options),
    isOwnPlace: namesOwnPlace(text),
    nearRecord: readNearRecord(wordsOf(text).join(' ')),
    radiusMiles: readRadius(text),
    placeWords: bare?.words ?? ambiguous ?? '',
  }
}

/** "Near work": the place that the message names for it, if it names one. */
interface HomeOrWork {
  readonly name: string
  readonly place: BarePlace | null
}

const nearWork =
  /\b(?:near|nearer|close to|closer to|by|around|cerca de(?:l)?) (?:(?:my|the|mi) )?(work|job|workplace|trabaj[oa])\b/
const nearHome =
  /\b(?:near|nearer|close to|closer to|by|around|cerca de) (?:(?:my|mi|la) )?(home|house|casa)\b/
const placeOfWork =
  /\b(?:work(?:s|ing)?|job(?: is| s)?|office(?: is| s)?|trabaj[oa]) (?:in|at|near|is in|en) (.+)$/
const placeOfHome = /\b(?:live|lives|living|home is|house is|vivo|vive|vivimos) (?:in|at|near|en) (.+)$/

/** Whether the message searches near home or work. The towns that it names may then only say where these are: "I work in Warwick, close to my job". */
export function isNearHomeOrWork(text: string): boolean {
  const words = wordsOf(text).join(' ')
  return nearWork.test(words) || nearHome.test(words)
}

function readHomeOrWork(text: string, options: PlaceOptions): HomeOrWork | null {
  const words = wordsOf(text).join(' ')
  for (const [near, named] of [
    [nearWork, placeOfWork],
    [nearHome, placeOfHome],
  ] as const) {
    const [, name] = near.exec(words) ?? []
    if (name === undefined) continue
    const place = findBeginning(named.exec(words)?.[1]?.split(' ') ?? [], options)
    // The home is where the user searches already.
    if (place !== null || near === nearWork) return { name, place }
  }
  return null
}

/** "He was treated in Connecticut, and we've since moved to Westerly": the town where the patient is, or looks for care, after the other place. */
function findCurrentTown(text: string, named: ReadPlace, options: PlaceOptions): BarePlace | null {
  const words = wordsOf(text).join(' ')
  const [beginning, rest = ''] = currentTown.exec(words)?.slice(1) ?? []
  if (beginning === undefined || !beginning.split(' ').includes(townOf(named).split(' ')[0]!)) return null
  return findBeginning(rest.split(' '), options)
}

const currentTown =
  /^(.+) (?:(?:moved|moving|relocated|relocating|move) (?:back |down |up |over |here )?to|(?:stay|staying|living|live|lives|here|now|visiting|visit|recovering) (?:with (?:me|us|family) )?in|(?:with|close to|near) us in|(?:mude|mudamos|mudo|mudaron) a|(?:vivo|vive|vivimos|ahora|aqui) en|(?:wants?|needs?|looking for|find|rather|necesit\w+|busc\w+|quier\w+)(?: \S+){1,5}? (?:in|near|around|en|cerca de)) (.+)$/

/** The place at the beginning of the words. */
function findBeginning(words: readonly string[], options: PlaceOptions): BarePlace | null {
  for (let count = Math.min(placeWordsMax, words.length); count > 0; count--) {
    const named = words.slice(0, count)
    const place = resolveTown(named, options)
    if (place !== null) return { place, words: named.join(' ') }
  }
  return null
}

/** Few words, and none of a sentence: "zorbotown", "lake zorbo". */
function mayBePlace(text: string, { isEnglish }: PlaceOptions): boolean {
  const words = wordsOf(text).filter((word) => !fillers.has(word) && !cues.has(word))
  const isShort = words.length <= unknownWordsMax && !words.some(isConversationWord)
  return isShort && words.some((word) => !isEnglish(word))
}

const unknownWordsMax = 3

interface BarePlace {
  readonly place: ReadPlace
  readonly words: string
}

const nearIt =
  /\b(?:(?:near|close to|around) (?:there|that (?:one|office|clinic|place|hospital))|(?:in|around) (?:that|the same) (?:area|town|city|neighborhood)|(?:cerca|al lado) de (?:ahi|alli|es[ea])|por (?:ahi|alli)|en (?:esa|la misma) (?:zona|ciudad|area))\b/
/** Also of the user or of the patient. */
const mayBeNearIt =
  /\b(?:near ?by|close by|(?:near|close to) (?:him|her|them|it)|cerca de (?:el|ella|ellos)|another|others?|else|cercan[oa]s?|otr[oa]s?|mas)\b/
const nearUser =
  /\b(?:(?:near|close to|around|by) (?:me|us|here|my|our)|cerca de (?:mi|nosotros|aqui|casa))\b/

function readNearRecord(words: string): PlaceReading['nearRecord'] {
  if (nearUser.test(words)) return null
  if (nearIt.test(words)) return 'named'
  return mayBeNearIt.test(words) ? 'possible' : null
}

/** A town of several states as the answer to the question for the place, or after a clinician: "surgeon springfield". */
function findAmbiguousTown(text: string, { isAsked, hasPerson }: PlaceOptions): string | null {
  if (hasPerson) return null
  const words = wordsOf(text).filter((word) => !fillers.has(word))
  for (let count = Math.min(endWordsMax, words.length); count > 0; count--) {
    const name = words.slice(-count).join(' ')
    const before = words.at(-count - 1)
    // "Home nurse agency" is in no town of Agency.
    const isPlace =
      !isFacility(name) && !agency.test(name) && (before === undefined ? isAsked : isClinician(before))
    if (isPlace && findUsPlaces(name).length > 1) return name
  }
  return null
}

const agency = /^(?:agency|agencies|facility|company|services?)$/

/** "Missouri" after "Springfield": the town in this state. */
function completeTown(text: string, { unknownTown, knownTown, gazetteer }: PlaceOptions): BarePlace | null {
  const town = unknownTown ?? knownTown
  if (town === null) return null
  for (const segment of splitSegments(text)) {
    const words = withoutOtherState(wordsOf(segment)).filter(
      (word) => !aroundState.test(word) && !fillers.has(word),
    )
    const isShort = words.length > 0 && words.length <= stateWordsMax
    const place = isShort ? resolvePlace(`${town} ${words.join(' ')}`, gazetteer) : null
    if (place !== null) return { place, words: words.join(' ') }
  }
  return null
}

/** "CT not mass" without "not mass", "no Maine, New Hampshire" without "no Maine" */
function withoutOtherState(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => negation.test(word) && index < words.length - 1)
  return at === -1 ? words : [...words.slice(0, at), ...words.slice(at + 2)]
}

const negation = /^(?:not|isnt|no)$/

/** "District of Columbia" without "of". */
const stateWordsMax = 2
const aroundState =
  /^(?:in|the|one|of|its|it|is|state|sorry|oops|my|bad|yes|yeah|en|el|la|de|del|esta|estado|perdon|si)$/

/** A place without the cues that the search reads. */
function findBarePlace(text: string, options: PlaceOptions): BarePlace | null {
  return (
    findZip(text, options.gazetteer) ??
    findSegment(text, options) ??
    findCued(text, options) ??
    findAnswer(text, options) ??
    findSegmentEnd(text, options) ??
    findTownAnywhere(text, options) ??
    findBesideFacility(text, options) ??
    findBeforeClinician(text, options)
  )
}

/** A town of the served area in the middle of a message: "need it in the morning fall river my knee is swollen". */
function findTownAnywhere(text: string, options: PlaceOptions): BarePlace | null {
  return options.hasPerson ? null : (findServedTowns(text, options, options.isAsked)[0] ?? null)
}

/** A known ZIP code anywhere. */
function findZip(text: string, gazetteer: Gazetteer): BarePlace | null {
  for (const [, code = ''] of text.matchAll(/(?<![\d-])(\d{5})(?:-\d{4})?(?!\d)/g)) {
    const place = gazetteer.zip(code)
    if (place !== null) return { place, words: code }
  }
  return null
}

/** The most words of a place: "north kingstown ri". */
const placeWordsMax = 4

/** A part between punctuation that is only a place: "need a dentist, pawtucket". */
function findSegment(text: string, options: PlaceOptions): BarePlace | null {
  const segments = splitSegments(text)
  // "Pawtucket, RI" is one place.
  const joined = segments.slice(1).map((segment, index) => `${segments[index]} ${segment}`)
  for (const segment of [...joined, ...segments]) {
    const words = withoutHedges(wordsOf(segment))
    const place =
      words.length > placeWordsMax ? null : (resolveTown(words, options) ?? correct(segment, words))
    if (place !== null) return { place, words: words.join(' ') }
  }
  return null

  /** "What about attelboro" */
  function correct(segment: string, [word = '', ...others]: readonly string[]): ReadPlace | null {
    const isNamed = others.length === 0 && beforeTown.test(wordsOf(segment).join(' '))
    return isNamed ? correctTown(word, options) : null
  }
}

const beforeTown =
  /^(?:(?:ok|okay|and|then|so|or) )*(?:(?:what|how) about|in|near|around|try|que tal|en|cerca de) /

/** "Bristol I guess", "the New London area" */
function withoutHedges(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !fillers.has(word)).join(' ')
  return rest.replace(hedges, '').replace(leadingHedges, '').split(' ')
}

const hedges =
  /(?: (?:i (?:guess|think|suppose|believe)|again|too|also|as well|tambien|otra vez|maybe|probably|prolly|area|or so|ish|please|is (?:fine|ok|okay|good|best)|(?:or )?(?:around|near|close to) (?:there|it|here)|or nearby|supongo|creo|tal vez|quizas|area|o (?:cerca|por ahi)))+$/
const leadingHedges =
  /^(?:(?:(?:what|how) about|hmm|only|or|and|also|que tal|solo|maybe|probably|prolly|somewhere|i guess|i think|lets (?:say|do)|just|try|the|around|near|over|like|in|en|por|zona de|cerca de|creo que|tal vez|quizas) )+(?=\S)/

/** The most words of a town at the end of a part. */
const endWordsMax = 3

/** A town of the directory at the end of a part: "referral for diabetes Providence, Medicaid". */
function findSegmentEnd(text: string, { gazetteer, hasPerson }: PlaceOptions): BarePlace | null {
  if (hasPerson) return null
  for (const segment of splitSegments(text)) {
    // "Cardiologist Providence for my mom"
    const words = wordsOf(segment.replace(/\s(?:for|para)\s(?:my|our|mi|su|an?|the)\s.*$/iu, ''))
    for (let count = Math.min(endWordsMax, words.length); count > 0; count--) {
      const name = words.slice(-count).join(' ')
      // "Blue Shield of California" is not in California, Maryland, and "if you can tell" not in Tell, Texas.
      const isOfSentence = words.length > count && (isStateName(name) || isConversationWord(name))
      const isKnown = !isOfSentence && resolvePlace(name, gazetteer) !== null
      const town = isKnown ? gazetteer.city(name, null) : null
      if (town !== null) return { place: town, words: name }
    }
  }
  return null
}

/** A town of the directory in the name of a place of care: "Pawtucket Memorial Hospital". */
function findBesideFacility(text: string, { gazetteer, hasPerson }: PlaceOptions): BarePlace | null {
  const words = wordsOf(text).slice(0, facilityWordsMax)
  if (hasPerson || !words.some(isFacility)) return null
  for (const [index, word] of words.entries()) {
    const place =
      isFacility(word) || resolvePlace(word, gazetteer) === null ? null : gazetteer.city(word, null)
    if (place !== null && words.slice(index + 1).some(isFacility))
      // The word stays in the name.
      return { place, words: '' }
  }
  return null
}

const facilityWordsMax = 16

/** A town at the beginning of a part, directly before the clinician: "warwick neurologist", "need a north kingstown dentist". */
function findBeforeClinician(text: string, options: PlaceOptions): BarePlace | null {
  if (options.hasPerson) return null
  for (const segment of splitSegments(text)) {
    const words = wordsOf(wordsOf(segment).join(' ').replace(beforeTownName, ''))
    const next = words.findIndex((word) => isClinician(word) && !isAnyDoctor(word))
    const named = words.slice(0, Math.max(next, 0))
    const isTown =
      named.length > 0 && named.length < placeWordsMax && !named.some((word) => ofActivity.test(word))
    const place = isTown && mayBeTown(named, options, true) ? servedTown(named.join(' '), options) : null
    if (place !== null) return { place, words: named.join(' ') }
  }
  return null
}

const beforeTownName =
  /^(?:(?:i|we|hi|hello|need|want|find|me|looking|for|any|an?|the|some|good|busco|necesito|un|una) )+/
/** "Reading specialist" */
const ofActivity = /ing$/

/** Parts of a message, and cues in it, where a place is looked up; messages of people have fewer. */
const segmentsMax = 12
const cuesMax = 6

function splitSegments(text: string): readonly string[] {
  return text
    .replace(distancePattern, ' ')
    .split(/[,;:!?()]|\.(?!\d)/)
    .slice(0, segmentsMax)
}

const fillers: ReadonlySet<string> = new Set(
  'ok okay um uh so then well please por favor pues bueno'.split(' '),
)

/** Cues of conversations that a search does not have: "just moved to norwich ct", "soy de pawtucket". */
const cues: ReadonlySet<string> = new Set(
  'to from at live lives vivo vive desde in en near around by soy de estoy'.split(' '),
)

function findCued(text: string, options: PlaceOptions): BarePlace | null {
  const words = wordsOf(text)
  let attempts = 0
  for (const [index, word] of words.entries()) {
    if (!cues.has(word)) continue
    if (++attempts > cuesMax) break
    for (let count = placeWordsMax; count > 0; count--) {
      const named = words.slice(index + 1, index + 1 + count)
      // "Moving to Bristol in September" is not in Indiana.
      const isCut = index + 1 + count < words.length && sentenceWords.test(named.at(-1) ?? '')
      const place = named.length === count && !isCut ? resolveTown(named, options) : null
      if (place !== null) return { place, words: named.join(' ') }
    }
  }
  return null
}

/** Words before a corrected place: "no wait, I meant Woonsocket". */
const correctionCue =
  /\b(?:meant|mean|instead|actually|oops|rather|sorry|try|change|switch|quise decir|mejor|perdon|equivoque|digo|wrong|typo|cambi\w+)\b/

/** The end of an answer to the question for the place, or of a correction. */
function findAnswer(text: string, options: PlaceOptions): BarePlace | null {
  const words = wordsOf(text)
  if (!options.isAsked && !options.isCorrected && !correctionCue.test(words.join(' '))) return null
  while (afterPlace.test(words.at(-1) ?? '')) words.pop()
  for (let count = Math.min(placeWordsMax, words.length); count > 0; count--) {
    // "I'm fine" is not Fine, New York.
    if (count === 1 && stateOfPerson.test(words.at(-2) ?? '')) continue
    const place = resolveTown(words.slice(-count), options)
    if (place !== null) return { place, words: words.slice(-count).join(' ') }
  }
  return null
}

/** "Can we do Mystic instead" */
const afterPlace = /^(?:instead|please|then|rather|better|maybe|too|favor|por|mejor)$/

/** Words before an adjective rather than a town. */
const stateOfPerson = /^(?:im|am|hes|shes|were|theyre|feels?|feeling|felt|doing|very|so|all|estoy|muy)$/

/** The place that the words name, and nothing else; a small town only if it is in one of the served states. */
function resolveTown(words: readonly string[], options: PlaceOptions): ReadPlace | null {
  if (words.every((word) => word.length < 3)) return null
  const { gazetteer, servedStates, isAsked } = options
  const name = words.join(' ')
  const known = resolvePlace(name, gazetteer)
  if (known !== null) return known
  // One word may be anything, unless it answers the question for the place: "from early in the morning".
  const served =
    words.length < 2 && !isAsked ? [] : findUsPlaces(name).filter(({ state }) => servedStates.has(state))
  const [town, ...namesakes] = served
  if (town !== undefined) return namesakes.length > 0 ? null : gazetteer.usPlace(name, town.state)
  return isAsked && words.length === 1 ? correctTown(name, options) : null
}

const kilometersPerMile = 1.609344
const distancePattern =
  /(?:\b(?:within|under|inside|(?:closer|nearer|less|fewer) than|(?:no|not) (?:more|farther|further) than|not over|at most|max(?:imum)?|up to|dentro de|a menos de|menos de|hasta)\s+)?(\d{1,3})\s*(?:-\s*)?(miles?|mi|millas?|km|kilometros?|kilómetros?|kilometers?)\b(\s+(?:away|radius|or less|max|o menos|de radio))?/i
const distanceCue =
  /\b(?:within|under|inside|closer than|nearer than|less than|(?:no|not) (?:more|farther|further) than|not over|at most|max|maximum|up to|only|radius|further|farther|drive|travel|away|or less|dentro de|menos de|hasta|solo|radio|o menos)\b/i

/** Whether the message is only a distance. */
export function isDistanceOnly(text: string): boolean {
  const [phrase] = distancePattern.exec(text) ?? []
  return phrase !== undefined && wordsOf(text.replace(phrase, ' ')).every((word) => fillers.has(word))
}

/** The miles of "within 5 miles" and of "5 miles" alone; null for other distances, such as "I ran 5 miles". */
function readRadius(text: string): number | null {
  const [phrase, number, unit = ''] = distancePattern.exec(text) ?? []
  if (phrase === undefined) return null
  const isAlone = wordsOf(text.replace(phrase, ' ')).every((word) => fillers.has(word))
  if (!isAlone && !distanceCue.test(text)) return null
  const miles = /^k/i.test(unit) ? Number(number) / kilometersPerMile : Number(number)
  return miles < 1 ? null : Math.round(miles)
}
