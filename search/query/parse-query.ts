/** Parses a query: a pure function of its words and the resources. */
import { isNpi } from '@careatlas/directory/npi'
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import type { TextQuery } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { targetTaxonomies } from './target-taxonomies.ts'
import { extractCarriers, extractUnknownPayer } from './extract-carriers.ts'
import { isOutOfScope } from './out-of-scope.ts'
import { type Emergency, detectEmergency } from './triage/detect-emergency.ts'
import { type NameClassifier, extractPerson, extractUnknownPerson } from './extract-person.ts'
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
import { estimateConfidence } from './confidence.ts'
import { queryExpansion } from './query-expansion.ts'
import { withoutFillers, withoutIdioms } from './filler-words.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'
import { isNamedAlone } from './triage/named-emergency.ts'
import { boostEmergency } from './triage/boost-emergency.ts'
import { detectHelplines, type Helpline } from './triage/detect-helplines.ts'
import { correctSpelling } from './correct-spelling.ts'
import { demoteExcluded, scoreConcepts, type TextMode } from './score-concepts.ts'

export interface ParsedQuery {
  readonly text: Omit<TextQuery, 'vector'>
  /**
   * The words to embed, which the vocabulary knows, and the confidence that the query is in scope; null without semantic
   * comparison.
   */
  readonly topic: { readonly words: string; readonly confidence: number } | null
  /** The place in the query; null without one. */
  readonly place: QueryLocation | null
  /** Whether the query consists of a place, so that every record near it matches. */
  readonly onlyPlace: boolean
  /** What the query names and the search does not apply. */
  readonly unapplied: Unapplied
  /** The kind of emergency that the query describes. */
  readonly emergency: Emergency | null
  /** The helplines for what the query describes. */
  readonly helplines: readonly Helpline[]
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
  /** The name after a title that no clinician has; null in a search for places. */
  readonly unknownPerson: string | null
}

/**
 * Parses the query for an engine in three stages: extraction, scoring and conversion. `position` is that of the request
 * parameters; it takes precedence over a place in the query.
 */
export function parseQuery(
  queryText: string,
  collection: Collection,
  mode: TextMode,
  resources: QueryResources,
  position: Point | null = null,
): ParsedQuery {
  const bounded = withLookupBudget(resources)
  const extracted = extractAll(queryText, bounded, position, collection)
  const need = scoreNeed(extracted, mode, bounded)
  return {
    ...toTextQuery(extracted, need, collection, bounded),
    topic:
      mode === 'lexical' || need.topic === '' ? null : { words: need.topic, confidence: need.confidence },
    unapplied: extracted.unapplied,
    emergency: extracted.emergency,
    helplines: extracted.helplines,
    isUnderstood:
      isNpi(queryText.trim()) ||
      need.confidence >= understoodMin ||
      extracted.place !== null ||
      extracted.words.names.length > 0,
    expanded: queryExpansion({ ...extracted, ...need, concepts: resources.finder.concepts }),
  }
}

/** The confidence at which half of the queries are about care. */
const understoodMin = 0.5

// Extraction

interface ExtractedQuery {
  readonly queryText: string
  readonly tokens: readonly string[]
  /** As many words as `tokens`. */
  readonly corrected: readonly string[]
  readonly emergency: Emergency | null
  readonly helplines: readonly Helpline[]
  readonly preferences: ExtractedPreferences
  readonly excluded: Exclusions
  readonly place: QueryLocation | null
  readonly unapplied: Unapplied
  readonly words: ClassifiedTokens
}

/** Each extractor removes its words and passes the rest to the next. */
function extractAll(
  queryText: string,
  resources: QueryResources,
  position: Point | null,
  collection: Collection,
): ExtractedQuery {
  const { finder, gazetteer, carriers } = resources
  const tokens = wordsOf(queryText)
  const corrected = correctSpelling(tokens, resources)
  const detected = detectEmergency(queryText, corrected, tokens)
  const preferences = extractPreferences(withoutIdioms(corrected))
  const exclusions = extractExclusions(preferences.rest)
  const place = extractLocation(exclusions.rest, gazetteer)
  const stateOf = (): string | null => (position === null ? place.state : gazetteer.stateAt(position))
  // "stroke providence" names an emergency and a place.
  const withoutTowns = place.rest.filter((word) => isTopic(word, resources) || !resources.isTownWord(word))
  const emergency = detected ?? (isNamedAlone([withoutTowns.join(' ')]) ? 'body' : null)
  const carrier = extractCarriers(place.rest, carriers, stateOf)
  const isKnown = (word: string): boolean => isKnownWord(word, resources) || isTopic(word, resources)
  const payer = extractUnknownPayer(carrier.rest, isKnown)
  const unknownPlace =
    place.state === null && resources.resolvesPlaces
      ? extractUnknownPlace(payer.rest, isKnown)
      : { found: null, rest: payer.rest }
  // An unresolved town may still be in the names of places of care.
  const townWordsIn = (text: string | null): readonly string[] =>
    text?.split(' ').filter((word) => resources.isTownWord(word)) ?? []
  const classifier = createNameClassifier(resources)
  const person = extractPerson(unknownPlace.rest, classifier)
  const unknownPerson =
    person.found === null && collection === 'providers'
      ? extractUnknownPerson(person.rest, classifier, resources.isEnglish)
      : { found: null, rest: person.rest }
  const { found: location, rest } =
    place.found === null && person.found !== null
      ? extractLocationBesideName(person.rest, gazetteer)
      : { found: place.found, rest: unknownPerson.rest }
  const contentWords = withoutFillers(rest, (stems) => finder.index.isWhole(stems))
  const countsAsTopic = (word: string): boolean => emergency !== null || isTopic(word, resources)
  const hasWish = hasPreference(preferences.found) || carrier.hasInsurer
  return {
    queryText,
    tokens,
    corrected,
    emergency,
    helplines: detectHelplines(corrected, tokens),
    preferences: preferences.found,
    excluded: exclusions.found,
    place: location,
    unapplied: {
      carrierHints: carrier.found,
      carriersWithoutListings: carrier.withoutListings,
      unknownPayer: carrier.unknown ?? payer.found,
      unknownPlace: unknownPlace.found ?? (place.ambiguousTown.join(' ') || null),
      unknownPerson: asWritten(unknownPerson.found, corrected, tokens),
    },
    words: {
      topics: topicsOrDoctor(
        contentWords.filter(countsAsTopic),
        hasWish && contentWords.length === 0 && person.found === null && unknownPerson.found === null,
      ),
      names: Object.values(person.found ?? {}).flatMap(wordsOf),
      others: [
        ...contentWords.filter((word) => !countsAsTopic(word)),
        ...place.ambiguousTown,
        ...townWordsIn(unknownPlace.found),
      ],
    },
  }
}

/** The words before their correction. */
function asWritten(
  text: string | null,
  corrected: readonly string[],
  tokens: readonly string[],
): string | null {
  return (
    text
      ?.split(' ')
      .map((word) => tokens[corrected.indexOf(word)] ?? word)
      .join(' ') ?? null
  )
}

/**
 * A topic word is a name in the position of a name if it is in at most this many phrases, none of which is the word alone:
 * beside a clinician or a title; alone, if it is a common surname; alone, if it is any common name. `npm run eval` shows the
 * effect of other values.
 */
const phrasesMax = { beside: 20, aloneAsSurname: 110, aloneAsName: 4 } as const

function createNameClassifier({
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

function isTopic(word: string, { finder }: QueryResources): boolean {
  return finder.index.has(stemOf(word))
}

/** A query that consists of preferences or an insurer requests a doctor. */
function topicsOrDoctor(tokens: readonly string[], isWishOnly: boolean): readonly string[] {
  return isWishOnly ? ['doctor'] : tokens
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
  /** 0 to 1: the probability that the query is in scope. */
  readonly confidence: number
}

function scoreNeed(
  { corrected, words, emergency, excluded, preferences }: ExtractedQuery,
  mode: TextMode,
  resources: QueryResources,
): Need {
  const { topics } = words
  const { finder } = resources
  const topic = topics.filter((word) => isTopic(word, resources)).join(' ')
  const conceptScores = finder.find(topics.join(' '), [...new Set(topics.map(stemOf))])
  const scored = scoreConcepts(finder.concepts, conceptScores, mode)
  if (emergency === null)
    return {
      topic,
      scores: demoteExcluded(scored.scores, finder.concepts, excluded),
      confidence: isOutOfScope(corrected) ? 0 : estimateConfidence(scored, words, resources),
    }
  return {
    topic,
    scores: boostEmergency(scored.scores, finder.concepts, emergency, preferences.child),
    confidence: 1,
  }
}

// Conversion to a query of the engine

function toTextQuery(
  { queryText, corrected, words, preferences, excluded, place, unapplied }: ExtractedQuery,
  { scores, confidence }: Need,
  collection: Collection,
  resources: QueryResources,
): Pick<ParsedQuery, 'text' | 'place' | 'onlyPlace'> {
  const spellings = collection === 'providers' ? [] : [queryText, corrected.join(' ')]
  const name = spellings.find((text) => resources.isPlaceName(foldName(text)))
  const isEmpty = name === undefined && Object.values(words).every((group) => group.length === 0)
  return {
    text: {
      codes: targetTaxonomies(
        resources.finder.concepts,
        scores,
        confidence,
        { ...preferences, excluded },
        collection,
      ),
      ...(name === undefined ? lexicalTerms(words, collection, resources) : termsOfName(name)),
      preferences,
    },
    // A place of care may be named after another town.
    place: name === undefined ? place : null,
    onlyPlace: place !== null && isEmpty && unapplied.unknownPerson === null,
  }
}
