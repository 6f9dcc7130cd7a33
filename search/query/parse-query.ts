/** Parses a query: a pure function of its words and the resources. */
import { isNpi } from '@careatlas/directory/npi'
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import type { Concept } from '@careatlas/vocabulary/concept'
import { stemsOf } from '@careatlas/vocabulary/phrase-index'
import { isStopWord, stemOf } from '@careatlas/vocabulary/words'
import type { NamedPerson, TextQuery } from '../relevance.ts'
import type { ScoreEvidence } from '../score-calibration.ts'
import type { Collection } from '../search-engine.ts'
import { isAnyDoctor, isClinician } from './care-words.ts'
import { estimateConfidence } from './confidence.ts'
import { extractAll, type ExtractedQuery, type Unapplied } from './extract-all.ts'
import type { QueryLocation } from './extract-location.ts'
import { type LexicalTerms, lexicalTerms, termsOfName, termsOfNameOrCare } from './lexical-terms.ts'
import { withLookupBudget } from './lookup-budget.ts'
import { isOutOfScope } from './out-of-scope.ts'
import { findCare, queryExpansion } from './query-expansion.ts'
import { isTopic, type QueryResources } from './query-resources.ts'
import { type QueryLanguage, readQuery } from './read-query.ts'
import { namesHospital, preferHospitals } from './named-hospital.ts'
import { isShortName, type NamedField, preferNamed } from './named-specialties.ts'
import { namesOwnBodyPart } from './own-body-part.ts'
import { collectEvidence } from './score-evidence.ts'
import { raisePatientFields, raisePediatricFields } from './patient-field.ts'
import {
  areSentence,
  demoteExcluded,
  type ScoredConcepts,
  scoreConcepts,
  type TextMode,
} from './score-concepts.ts'
import { targetTaxonomies } from './target-taxonomies.ts'
import { findProfessions, preferProfessions } from './requested-profession.ts'
import { findProgram, findService, isProgram, preferService } from './requested-service.ts'
import { boostEmergency } from './triage/boost-emergency.ts'
import type { Emergency } from './triage/detect-emergency.ts'
import type { Helpline } from './triage/detect-helplines.ts'

export interface ParsedQuery {
  readonly text: Omit<TextQuery, 'vector'>
  /**
   * The words to embed, which the vocabulary knows, and the confidence that the query is in scope; null without semantic
   * comparison.
   */
  readonly topic: { readonly words: string; readonly confidence: number } | null
  /** The place in the query; null without one. */
  readonly place: QueryLocation | null
  /** The distance within which the query wants care; null without one. */
  readonly radiusMiles: number | null
  /** Whether the query consists of a place, so that every record near it matches. */
  readonly onlyPlace: boolean
  /** What the query names and the search does not apply. */
  readonly unapplied: Unapplied
  /** Null if the query is in English or Spanish, or its language is not recognized. */
  readonly language: QueryLanguage | null
  /** The kind of emergency that the query describes. */
  readonly emergency: Emergency | null
  /** The helplines for what the query describes. */
  readonly helplines: readonly Helpline[]
  /** Whether the query is likely about care, or names a person, or consists of a place. */
  readonly isUnderstood: boolean
  /** What the scores of hits are calibrated by. */
  readonly evidence: ScoreEvidence
  /** The concepts that the query means, the best first. */
  readonly care: readonly Concept[]
  /** The specialties that the query names; empty if an emergency ranks emergency care first. */
  readonly namedFields: readonly NamedField[]
  /** The parts that the query was divided into. */
  readonly parts: ExtractedQuery
  /** The corrected query, in English if it is in another language, with the clinical names of its concepts; null if it equals the query. */
  readonly expanded: string | null
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
  const read = readQuery(queryText, bounded)
  const extracted = extractAll(read, bounded, position, collection)
  const need = scoreNeed(extracted, mode, bounded)
  const { concepts } = bounded.finder
  const care = findCare(concepts, need.scores, need.confidence)
  const converted = toTextQuery(extracted, need, collection, bounded)
  return {
    ...converted,
    text: mode === 'semantic' ? { ...converted.text, groups: withoutCompetition } : converted.text,
    topic:
      mode === 'lexical' || need.topic === '' ? null : { words: need.topic, confidence: need.confidence },
    radiusMiles: extracted.radiusMiles,
    unapplied: extracted.unapplied,
    language: read.language,
    emergency: extracted.emergency?.kind ?? null,
    helplines: extracted.helplines,
    isUnderstood:
      isNpi(queryText.trim()) ||
      isListedSurname(extracted.corrected, bounded) ||
      need.confidence >= understoodMin ||
      converted.onlyPlace ||
      // The town is in the name of a place of care.
      (extracted.place !== null && converted.place === null) ||
      isListedSurname(extracted.words.others, bounded) ||
      extracted.words.names.length > 0,
    evidence: collectEvidence(converted.text, concepts, need.scores, need.confidence),
    care,
    namedFields: need.namedFields,
    parts: extracted,
    expanded: queryExpansion({ ...extracted, care }) ?? read.language?.reading ?? null,
  }
}

/** Whether the words are a surname that a clinician has: "garcia", "de la cruz". */
function isListedSurname(words: readonly string[], { isName }: QueryResources): boolean {
  const last = words.length > surnameWordsMax ? '' : foldName(words.join(' '))
  return last !== '' && isName({ last })
}

const surnameWordsMax = 4

/** Similarities of meaning are so close together that nearly all groups would compete for the first places. */
const withoutCompetition: TextQuery['groups'] = new Map()

/** A query that names a specialty is about care, whatever is beside it. */
const namedConfidenceMin = 0.8

/** The confidence at which half of the queries are about care. */
const understoodMin = 0.5

// Scoring

interface Need {
  /** The topics that the vocabulary knows. */
  readonly topic: string
  /** 0 to 1 for each concept. */
  readonly scores: Float32Array
  /** 0 to 1: the probability that the query is in scope. */
  readonly confidence: number
  readonly namedFields: readonly NamedField[]
}

function scoreNeed(extracted: ExtractedQuery, mode: TextMode, resources: QueryResources): Need {
  const { corrected, words, emergency, excluded, preferences } = extracted
  const { topics } = words
  const { finder } = resources
  const topic = topics.filter((word) => isTopic(word, resources)).join(' ')
  const score = (needed: readonly string[]): ScoredConcepts => {
    const stems = [...new Set(needed.map(stemOf))]
    const form = { stemCount: stems.length, isSentence: areSentence(corrected) }
    return scoreConcepts(finder.concepts, finder.find(needed.join(' '), stems), form, mode)
  }
  const scored = score(topics)
  const service = findService(extracted)
  const program = service.length > 0 ? [] : findProgram(extracted, (stems) => finder.index.isWhole(stems))
  const ofService = service.length + program.length === 0 ? null : score([...service, ...program]).scores
  const namesProgram = ofService !== null && service.length === 0 && isProgram(ofService, finder.concepts)
  const professions = findProfessions(extracted)
  const preferredService = preferProfessions(
    ofService !== null && (service.length > 0 || namesProgram)
      ? preferService(scored.scores, ofService)
      : scored.scores,
    finder.concepts,
    professions,
  )
  // Beside letters and in a program, the short name of a field names no clinician: "ortho PA", "pulm rehab".
  const isNoClinician = professions.length > 0 || (namesProgram && program.some(isShortName))
  const named = isNoClinician ? null : resources.specialties.find(corrected, topics, preferences.child)
  const namesField =
    professions.length > 0 ||
    topics.some((word) => isClinician(word) && !(preferences.family && isAnyDoctor(word)))
  const raised = namesField
    ? preferredService
    : raisePatientFields(preferredService, finder.concepts, preferences)
  const preferred = preferNamed(raised, named, finder.index)
  if (emergency?.ranksCareFirst !== true)
    return {
      topic,
      scores: demoteExcluded(
        preferences.child ? raisePediatricFields(preferred, finder.concepts) : preferred,
        finder.concepts,
        excluded,
      ),
      confidence: isOutOfScope(corrected)
        ? 0
        : Math.max(
            named === null ? 0 : namedConfidenceMin,
            estimateConfidence(scored, words, resources, namesOwnBodyPart(corrected)),
          ),
      namedFields: named?.fields ?? [],
    }
  return {
    topic,
    scores: boostEmergency(scored.scores, finder.concepts, emergency.kind, preferences.child),
    confidence: 1,
    namedFields: [],
  }
}

// Conversion to a query of the engine

/**
 * Whether the word is neither about care nor part of the name of a town. A search for clinicians by the name of a place needs one:
 * "Providence Cardiology" may also mean cardiology in Providence.
 */
function isProperName(word: string, resources: QueryResources): boolean {
  return !isStopWord(word) && !isTopic(word, resources) && !resources.isTownWord(word)
}

/** The terms if the query is exactly the name of a place, whose words are all about care or towns, and no phrase of the vocabulary. */
function termsOfCareName(
  { queryText, words }: ExtractedQuery,
  collection: Collection,
  { isPlaceName, finder }: QueryResources,
): LexicalTerms | null {
  const name = foldName(queryText)
  if (collection === 'locations' || words.topics.length === 0 || !isPlaceName(name)) return null
  return finder.index.isWhole(stemsOf(queryText)) ? null : termsOfNameOrCare(name)
}

/** The clinician that the query names with a title or with both names, or by a surname beside a place or a field. */
function namedPerson(
  { person, hasTitle, words: { topics, others } }: ExtractedQuery,
  resources: QueryResources,
): NamedPerson | null {
  const surname = isListedSurname(others, resources) ? { last: foldName(others.join(' ')) } : null
  const name = person ?? surname
  return name && { name, isDoctor: hasTitle && topics.length === 0 }
}

function toTextQuery(
  extracted: ExtractedQuery,
  { scores, confidence }: Need,
  collection: Collection,
  resources: QueryResources,
): Pick<ParsedQuery, 'text' | 'place' | 'onlyPlace'> {
  const { queryText, corrected, words, preferences, excluded, place, unapplied } = extracted
  const hasName = collection === 'locations' || corrected.some((word) => isProperName(word, resources))
  const spellings = hasName ? [queryText, corrected.join(' ')] : []
  const name = spellings.find((text) => resources.isPlaceName(foldName(text)))
  const target = targetTaxonomies(
    resources.finder.concepts,
    scores,
    confidence,
    { ...preferences, excluded },
    collection,
  )
  const isHospital = collection === 'locations' && namesHospital(corrected)
  const isEmpty = name === undefined && Object.values(words).every((group) => group.length === 0)
  return {
    text: {
      ...target,
      ...(isHospital && { codes: preferHospitals(target.codes) }),
      ...(name === undefined
        ? (termsOfCareName(extracted, collection, resources) ?? lexicalTerms(words, collection, resources))
        : termsOfName(name)),
      preferences,
      person: name === undefined && collection === 'providers' ? namedPerson(extracted, resources) : null,
    },
    // A place of care may be named after another town.
    place: name === undefined ? place : null,
    onlyPlace: place !== null && isEmpty && unapplied.unknownPerson === null,
  }
}
