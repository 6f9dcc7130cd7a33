/** Parses a query: a pure function of its words and the resources. */
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import type { TextQuery } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { targetTaxonomies } from './target-taxonomies.ts'
import { extractCarriers, extractUnknownPayer } from './extract-carriers.ts'
import { isOutOfScope } from './out-of-scope.ts'
import { type Emergency, detectEmergency } from './triage/detect-emergency.ts'
import { type NameClassifier, extractPerson } from './extract-person.ts'
import {
  type QueryLocation,
  extractLocation,
  extractLocationBesideName,
  extractUnknownPlace,
} from './extract-location.ts'
import { extractExclusions, type Exclusions } from './extract-exclusions.ts'
import { lexicalTerms, termsOfName, type ClassifiedTokens } from './lexical-terms.ts'
import { type ExtractedPreferences, extractPreferences } from './extract-preferences.ts'
import { withLookupBudget } from './lookup-budget.ts'
import { confidence } from './confidence.ts'
import { queryExpansion } from './query-expansion.ts'
import { withoutFillers, withoutIdioms } from './filler-words.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'
import { boostEmergency } from './triage/boost-emergency.ts'
import { correctSpelling } from './correct-spelling.ts'
import { demoteExcluded, scoreConcepts, type TextMode } from './score-concepts.ts'

export interface ParsedQuery {
  readonly text: Omit<TextQuery, 'vector'>
  /**
   * The words to embed, all of them in the vocabulary, and the confidence that the query is in scope; null if meaning is not
   * compared.
   */
  readonly topic: { readonly words: string; readonly sure: number } | null
  /** The place in the query; null without one. */
  readonly place: QueryLocation | null
  /** Whether the query consists of a place, so that every record there matches. */
  readonly onlyPlace: boolean
  /** What the query names and the search does not apply. */
  readonly unapplied: Unapplied
  /** What the query says about urgency. */
  readonly emergency: Emergency | null
  /** Whether the query is likely about care, or names a person, a place or an insurer. */
  readonly isUnderstood: boolean
  /** The corrected query with the clinical names of its concepts; null if it equals the query. */
  readonly expanded: string | null
}

export interface Unapplied {
  /** Codes of carriers with listings, for a further call; they filter nothing. */
  readonly carrierHints: readonly string[]
  /** Codes of carriers without listings. */
  readonly carriersWithoutListings: readonly string[]
  readonly unknownPayer: string | null
  readonly unknownPlace: string | null
}

/**
 * Extracts, scores and converts the query for an engine. `position` is that of the request, and precedes a place in the query.
 */
export function parseQuery(
  question: string,
  collection: Collection,
  mode: TextMode,
  resources: QueryResources,
  position: Point | null = null,
): ParsedQuery {
  const known = withLookupBudget(resources)
  const read = extractAll(question, known, position)
  const need = scoreNeed(read, mode, known)
  return {
    ...toTextQuery(read, need, collection, known),
    topic: mode === 'lexical' || need.topic === '' ? null : { words: need.topic, sure: need.sure },
    unapplied: read.unapplied,
    emergency: read.emergency,
    isUnderstood: need.sure >= understoodMin || read.place !== null || read.words.names.length > 0,
    expanded: queryExpansion({ ...read, ...need, concepts: resources.finder.concepts }),
  }
}

/** The confidence at which half of the queries are about care. */
const understoodMin = 0.5

// Extraction

interface ExtractedQuery {
  readonly question: string
  readonly tokens: readonly string[]
  /** As many words as `tokens`. */
  readonly corrected: readonly string[]
  readonly emergency: Emergency | null
  readonly preferences: ExtractedPreferences
  readonly excluded: Exclusions
  readonly place: QueryLocation | null
  readonly unapplied: Unapplied
  readonly words: ClassifiedTokens
}

/** Each extractor removes its words and passes the rest to the next. */
function extractAll(question: string, resources: QueryResources, position: Point | null): ExtractedQuery {
  const { finder, gazetteer, carriers } = resources
  const tokens = wordsOf(question)
  const corrected = correctSpelling(tokens, resources)
  const emergency = detectEmergency(question, corrected, tokens)
  const preferences = extractPreferences(withoutIdioms(corrected))
  const exclusions = extractExclusions(preferences.rest)
  const place = extractLocation(exclusions.rest, gazetteer)
  const stateOf = (): string | null => (position === null ? place.state : gazetteer.stateAt(position))
  const carrier = extractCarriers(place.rest, carriers, stateOf)
  const isKnown = (word: string): boolean => isKnownWord(word, resources) || isTopic(word, resources)
  const payer = extractUnknownPayer(carrier.rest, isKnown)
  const unknownPlace =
    place.state === null && resources.resolvesPlaces
      ? extractUnknownPlace(payer.rest, isKnown)
      : { found: null, rest: payer.rest }
  /** Places of care are named after a town even if several states have it. */
  const townWordsIn = (text: string | null): readonly string[] =>
    text?.split(' ').filter((word) => resources.isTownWord(word)) ?? []
  const person = extractPerson(unknownPlace.rest, nameClassifier(resources))
  const beside =
    place.found === null && person.found !== null
      ? extractLocationBesideName(person.rest, gazetteer)
      : { found: place.found, rest: person.rest }
  const contentWords = withoutFillers(beside.rest, (stems) => finder.index.isWhole(stems))
  const isAbout = (word: string): boolean => emergency !== null || isTopic(word, resources)
  const isWish = hasPreference(preferences.found) || carrier.named
  return {
    question,
    tokens,
    corrected,
    emergency,
    preferences: preferences.found,
    excluded: exclusions.found,
    place: beside.found,
    unapplied: {
      carrierHints: carrier.found,
      carriersWithoutListings: carrier.withoutListings,
      unknownPayer: carrier.unknown ?? payer.found,
      unknownPlace: unknownPlace.found ?? (place.namesake.join(' ') || null),
    },
    words: {
      topics: topicsOrDoctor(
        contentWords.filter(isAbout),
        isWish && contentWords.length === 0 && person.found === null,
      ),
      names: Object.values(person.found ?? {}).flatMap(wordsOf),
      others: [
        ...contentWords.filter((word) => !isAbout(word)),
        ...place.namesake,
        ...townWordsIn(unknownPlace.found),
      ],
    },
  }
}

/**
 * A word of at most this many phrases, all of them longer, is a name if it is in the position of a name: beside a clinician or
 * a title, alone as a common surname, or alone as any common name. `npm run eval` shows the cost of other values.
 */
const phrasesMax = { beside: 20, alone: 110, hardlyAny: 4 } as const

function nameClassifier({
  finder: { index },
  isName,
  isCommonName,
  isCommonSurname,
  isEnglish,
}: QueryResources): NameClassifier {
  const isSurname = (word: string): boolean => (isEnglish(word) ? isCommonSurname(word) : isCommonName(word))
  const isFragment = (word: string, most: number): boolean => index.isFragment(stemOf(word), most)
  return {
    isName,
    isTopic: (word) => index.has(stemOf(word)),
    isPhrase: (words) => index.isWhole(words.map(stemOf)),
    isFragment: (word) => isFragment(word, phrasesMax.beside),
    isSurname,
    isLikelierName: (word) =>
      isFragment(word, phrasesMax.hardlyAny)
        ? isCommonName(word)
        : isFragment(word, phrasesMax.alone) && isSurname(word),
  }
}

function isTopic(word: string, { finder }: QueryResources): boolean {
  return finder.index.has(stemOf(word))
}

/** A query that consists of a language or an insurer means a doctor. */
function topicsOrDoctor(tokens: readonly string[], isWishAlone: boolean): readonly string[] {
  return isWishAlone ? ['doctor'] : tokens
}

function hasPreference({ languages, gender, telehealth, accepting }: ExtractedPreferences): boolean {
  return languages.length > 0 || gender !== null || telehealth || accepting
}

// Scoring

interface Need {
  /** The topics that the vocabulary knows. */
  readonly topic: string
  /** 0 to 1 for each concept. */
  readonly scores: Float32Array
  /** 0 to 1: how likely it is that the query is in scope. */
  readonly sure: number
}

function scoreNeed(
  { corrected, words, emergency, excluded, preferences }: ExtractedQuery,
  mode: TextMode,
  resources: QueryResources,
): Need {
  const { topics } = words
  const { finder } = resources
  const topic = topics.filter((word) => isTopic(word, resources)).join(' ')
  const found = finder.find(topics.join(' '), [...new Set(topics.map(stemOf))])
  const weighed = scoreConcepts(finder.concepts, found, mode)
  if (emergency === null)
    return {
      topic,
      scores: demoteExcluded(weighed.scores, finder.concepts, excluded),
      sure: isOutOfScope(corrected) ? 0 : confidence(weighed, words, resources),
    }
  return {
    topic,
    scores: boostEmergency(weighed.scores, finder.concepts, emergency, preferences.child),
    sure: 1,
  }
}

// Conversion to a query of the engine

function toTextQuery(
  { question, corrected, words, preferences, excluded, place }: ExtractedQuery,
  { scores, sure }: Need,
  collection: Collection,
  resources: QueryResources,
): Pick<ParsedQuery, 'text' | 'place' | 'onlyPlace'> {
  const whole = collection === 'providers' ? [] : [question, corrected.join(' ')]
  const name = whole.find((text) => resources.isPlaceName(foldName(text)))
  const isEmpty = name === undefined && Object.values(words).every((some) => some.length === 0)
  return {
    text: {
      codes: targetTaxonomies(
        resources.finder.concepts,
        scores,
        sure,
        { ...preferences, excluded },
        collection,
      ),
      ...(name === undefined ? lexicalTerms(words, collection, resources) : termsOfName(name)),
      preferences: preferences,
    },
    // A place that is named after a town may lie in another.
    place: name === undefined ? place : null,
    onlyPlace: place !== null && isEmpty,
  }
}
