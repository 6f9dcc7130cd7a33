/** Extracts everything that a query contains: its need, names, places, payers and preferences. */
import type { Point } from '@careatlas/directory/distance'
import type { FoldedName } from '@careatlas/directory/person-name'
import { plainWordsOf } from '@careatlas/vocabulary/clinical-words'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import type { Collection } from '../search-engine.ts'
import { correctSpelling, findAccentedVerbs } from './correct-spelling.ts'
import { withPlainDoctor } from './doctor-synonyms.ts'
import { extractCarriers, extractUnknownPayer, resolveUnknownPayer } from './extract-carriers.ts'
import { extractDistance } from './extract-distance.ts'
import { extractExclusions, type Exclusions } from './extract-exclusions.ts'
import {
  type QueryLocation,
  extractLocation,
  extractLocationBesideName,
  namesOwnPlace,
} from './extract-location.ts'
import { type NameClassifier, extractPerson } from './extract-person.ts'

import { withoutRelatives } from './extract-patient.ts'
import { type ExtractedPreferences, extractPreferences } from './extract-preferences.ts'
import { extractUnknownPlace, type UnknownPlace } from './extract-unknown-place.ts'
import { extractUnknownPerson } from './extract-unknown-person.ts'
import { withoutFaultyThings } from './faulty-things.ts'
import { withoutFillers, withoutIdioms } from './filler-words.ts'
import { joinWords } from './join-words.ts'
import type { ClassifiedTokens } from './lexical-terms.ts'
import { withoutPets } from './out-of-scope.ts'
import { isDoctorTitle } from './person-words.ts'
import { isKnownWord, isTopic, type QueryResources } from './query-resources.ts'
import type { ReadQuery } from './read-query.ts'
import { withoutRepairs } from './spoken-repairs.ts'
import { type Extraction, queryTokensMax } from './token-cursor.ts'
import { type Emergency, detectEmergency } from './triage/detect-emergency.ts'
import { detectHelplines, type Helpline } from './triage/detect-helplines.ts'
import { withoutFigurativeWords } from './triage/figurative-danger.ts'
import { isNamedAlone } from './triage/named-emergency.ts'

/** The parts of a query. */
export interface ExtractedQuery {
  readonly queryText: string
  readonly tokens: readonly string[]
  /** As many words as `tokens`. */
  readonly corrected: readonly string[]
  readonly emergency: QueryEmergency | null
  readonly helplines: readonly Helpline[]
  readonly preferences: ExtractedPreferences
  readonly excluded: Exclusions
  /** The words of the exclusions, with their cues. */
  readonly excludedWords: readonly string[]
  readonly place: QueryLocation | null
  /** The distance within which the query wants care, within the bounds of `radius_miles`. */
  readonly radiusMiles: number | null
  /** The name of a clinician in the directory. */
  readonly person: FoldedName | null
  /** Whether "Dr" or "doctor" is before the name. */
  readonly hasTitle: boolean
  readonly unapplied: Unapplied
  readonly words: ClassifiedTokens
  /** The words of no preference, exclusion, place, payer or person, in order. */
  readonly rest: readonly string[]
}

/** An emergency that the query describes or names. */
interface QueryEmergency {
  readonly kind: Emergency
  /** Whether emergency care ranks first; otherwise the query only has a notice. */
  readonly ranksCareFirst: boolean
}

/** What the query names and the search cannot apply. */
export interface Unapplied {
  /** Codes of carriers with listings, for a further call; they filter nothing. */
  readonly carrierHints: readonly string[]
  /** Codes of carriers without listings. */
  readonly carriersWithoutListings: readonly string[]
  readonly unknownPayer: string | null
  readonly unknownPlace: UnknownPlace | null
  /** Whether the query asks for care near the user ("near me") or within a distance, and neither it nor the request has a position. */
  readonly isOwnPlaceUnknown: boolean
  /** Whether the query wants care within a distance greater than `radius_miles` can be. */
  readonly isRadiusReduced: boolean
  /** The name after a title that no clinician has; null in a search for places. */
  readonly unknownPerson: string | null
}

/** Runs all extractors: each removes its words and passes the rest to the next. Words of another language are not corrected. */
export function extractAll(
  { text: queryText, language }: ReadQuery,
  resources: QueryResources,
  position: Point | null,
  collection: Collection,
): ExtractedQuery {
  const { finder, gazetteer, carriers } = resources
  // Folding makes a character up to 18 times longer (U+FDFA: four words).
  const tokens = joinWords(wordsOf(queryText).slice(0, queryTokensMax), resources).slice(0, queryTokensMax)
  const corrected =
    language === null ? correctSpelling(tokens, resources, findAccentedVerbs(queryText)) : tokens
  const preferences = extractPreferences(
    withoutRepairs(withoutIdioms(withoutFigurativeWords(wordsOf(withoutFaultyThings(corrected.join(' ')))))),
  )
  const exclusions = extractExclusions(preferences.rest)
  const isKnown = (word: string): boolean => isKnownWord(word, resources) || isTopic(word, resources)
  const distance = extractDistance(exclusions.rest)
  const place = extractLocation(distance.rest, gazetteer, isKnown)
  const stateOf = (): string | null => (position === null ? place.state : gazetteer.stateAt(position))
  const emergency = extractEmergency(queryText, [corrected, tokens], place.rest, resources)
  const named = extractCarriers(place.rest, carriers, stateOf)
  const payer = extractUnknownPayer(named.rest, isKnown)
  const carrier = resolveUnknownPayer(named, payer.found, carriers, stateOf)
  const unknownPlace =
    place.state === null && resources.resolvesPlaces
      ? extractUnknownPlace(payer.rest, isKnown, gazetteer)
      : { found: null, rest: payer.rest }
  // An unresolved town may still be in the names of places of care.
  const townWordsIn = (text: string | undefined): readonly string[] =>
    text?.split(' ').filter((word) => resources.isTownWord(word)) ?? []
  const person = extractKnownOrUnknownPerson(unknownPlace.rest, collection, resources)
  const { found: location, rest } =
    place.found === null && person.found !== null
      ? extractLocationBesideName(person.rest, gazetteer)
      : { found: place.found, rest: person.rest }
  const ambiguousTown = place.ambiguousTown.join(' ')
  const unresolvedPlace =
    unknownPlace.found ?? (ambiguousTown === '' ? null : { name: ambiguousTown, lacksState: true })
  const isPhrase = (stems: readonly string[]): boolean => finder.index.isWhole(stems)
  const contentWords = withPlainDoctor(
    withoutPets(withoutFillers(rest, isPhrase), corrected),
    isPhrase,
  ).flatMap((word) => (isTopic(word, resources) ? word : (plainWordsOf(word) ?? word)))
  const countsAsTopic = (word: string): boolean =>
    emergency?.ranksCareFirst === true || isTopic(word, resources)
  const hasWish = hasPreference(preferences.found) || carrier.hasInsurer
  return {
    queryText,
    tokens,
    corrected,
    emergency,
    helplines: detectHelplines(emergency?.kind ?? null, corrected, tokens),
    preferences: preferences.found,
    excluded: exclusions.found,
    excludedWords: consumedWords(preferences.rest, exclusions.rest),
    place: location,
    radiusMiles: distance.found,
    person: person.found,
    hasTitle: person.found !== null && consumedWords(unknownPlace.rest, person.rest).some(isDoctorTitle),
    unapplied: {
      carrierHints: carrier.found,
      carriersWithoutListings: carrier.withoutListings,
      unknownPayer: carrier.unknown,
      unknownPlace: unresolvedPlace,
      isOwnPlaceUnknown:
        (position ?? location ?? unresolvedPlace) === null &&
        (distance.found !== null || namesOwnPlace(corrected.join(' '))),
      isRadiusReduced: distance.isReduced,
      unknownPerson: person.unknown && asWritten(person.unknown, corrected, tokens),
    },
    words: {
      topics: topicsOrDoctor(
        withoutRelatives(contentWords.filter(countsAsTopic), corrected),
        hasWish && contentWords.length === 0 && person.found === null && person.unknown === null,
      ),
      names: Object.values(person.found ?? {}).flatMap(wordsOf),
      others: [
        ...contentWords.filter((word) => !countsAsTopic(word)),
        ...place.ambiguousTown,
        ...townWordsIn(unknownPlace.found?.name),
      ],
    },
    rest,
  }
}

/** The words that an extractor has consumed. */
function consumedWords(tokens: readonly string[], rest: readonly string[]): readonly string[] {
  let index = 0
  return tokens.filter((token) => {
    if (token !== rest[index]) return true
    index++
    return false
  })
}

/** @param withoutPlace the words that remain after the place is extracted */
function extractEmergency(
  queryText: string,
  spellings: readonly (readonly string[])[],
  withoutPlace: readonly string[],
  resources: QueryResources,
): QueryEmergency | null {
  const { emergency: kind, hasRedFlag } = detectEmergency(queryText, ...spellings)
  if (kind !== null) return { kind, ranksCareFirst: hasRedFlag }
  return isNamedBesideTown(withoutPlace, resources) ? { kind: 'body', ranksCareFirst: true } : null
}

/** Whether the words name an emergency and a town: "stroke providence". */
function isNamedBesideTown(words: readonly string[], resources: QueryResources): boolean {
  const withoutTowns = words.filter((word) => isTopic(word, resources) || !resources.isTownWord(word))
  return isNamedAlone([withoutTowns.join(' ')])
}

/** Extracts a person, or, in a search for clinicians, the name after a title that no clinician has. */
function extractKnownOrUnknownPerson(
  tokens: readonly string[],
  collection: Collection,
  resources: QueryResources,
): Extraction<FoldedName | null> & { readonly unknown: string | null } {
  const classifier = createNameClassifier(resources)
  const person = extractPerson(tokens, classifier)
  if (person.found !== null || collection === 'locations') return { ...person, unknown: null }
  const { found: unknown, rest } = extractUnknownPerson(person.rest, classifier, resources.isEnglish)
  return { found: null, unknown, rest }
}

/** The words of `text` before their correction. */
function asWritten(text: string, corrected: readonly string[], tokens: readonly string[]): string {
  const words = text.split(' ').map((word) => tokens[corrected.indexOf(word)] ?? word)
  return words.join(' ')
}

/**
 * A topic word is a name in the position of a name if it is in at most this many phrases, none of which is the word alone:
 * beside a clinician or a title; alone, if it is a common surname; alone, if it is any common name. `npm run eval` shows the
 * effect of other values.
 */
const phrasesMax = { beside: 20, aloneAsSurname: 110, aloneAsName: 4 } as const

/** Distinguishes the names of the clinicians in the directory from other words. */
export function createNameClassifier({
  finder: { index },
  isName,
  isCommonName,
  isCommonSurname,
  isEnglish,
}: QueryResources): NameClassifier {
  const isSurname = (word: string): boolean => (isEnglish(word) ? isCommonSurname(word) : isCommonName(word))
  const isFragment = (word: string, max: number): boolean => index.isFragment(stemOf(word), max)
  return {
    isName,
    isTopic: (word) => index.has(stemOf(word)),
    isPhrase: (words) => index.isWhole(words.map(stemOf)),
    isFragment: (word) => isFragment(word, phrasesMax.beside),
    isSurname,
    isLikelierName: (word) =>
      isFragment(word, phrasesMax.aloneAsName)
        ? isCommonName(word)
        : isFragment(word, phrasesMax.aloneAsSurname) && isSurname(word),
  }
}

/** A query that consists of preferences or an insurer requests a doctor. */
function topicsOrDoctor(tokens: readonly string[], isWishOnly: boolean): readonly string[] {
  return isWishOnly ? ['doctor'] : tokens
}

function hasPreference({ languages, gender, telehealth, accepting }: ExtractedPreferences): boolean {
  return languages.length > 0 || gender !== null || telehealth || accepting
}
