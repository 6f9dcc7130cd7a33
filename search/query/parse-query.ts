/** What a question means: a pure function of its words and of what is known. */
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import type { TextQuery } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { targetTaxonomies } from './target-taxonomies.ts'
import { extractCarriers, withoutUnknownPayer } from './extract-carriers.ts'
import { isOutOfScope } from './out-of-scope.ts'
import { type Emergency, detectEmergency } from './triage/detect-emergency.ts'
import { type NameKnowledge, extractPerson } from './extract-person.ts'
import { type QueryLocation, extractLocation, extractLocationBesideName } from './extract-location.ts'
import { extractExclusions, type Exclusions } from './extract-exclusions.ts'
import { lexicalTerms, nameAlone, type ClassifiedTokens } from './lexical-terms.ts'
import { type ExtractedPreferences, extractPreferences } from './extract-preferences.ts'
import { withLookupBudget } from './lookup-budget.ts'
import { confidence } from './confidence.ts'
import { queryExpansion } from './query-expansion.ts'
import { withoutFillers, withoutIdioms } from './filler-words.ts'
import { isKnownWord, type QueryResources } from './query-resources.ts'
import { demoteExcluded } from './demote-excluded.ts'
import { boostEmergency } from './triage/boost-emergency.ts'
import { correctSpelling } from './correct-spelling.ts'
import { type TextMode, scoreConcepts } from './score-concepts.ts'

export interface ParsedQuery {
  readonly text: Omit<TextQuery, 'vector'>
  /**
   * The words whose direction is to be compared, all of them in the vocabulary, and how sure it is that anything is meant;
   * null where no meaning is compared.
   */
  readonly topic: { readonly words: string; readonly sure: number } | null
  /** Named in the question; null without one. */
  readonly place: QueryLocation | null
  /** Whether the question says nothing else, so that whoever is there answers it. */
  readonly onlyPlace: boolean
  /** Codes of carriers named in the question, for a further call: nothing is filtered by them. */
  readonly carrierHints: readonly string[]
  /** The question in corrected words with the clinical names of what it asks for; null where that adds nothing. */
  readonly expanded: string | null
}

/** Read, weighed, and put as an engine looks for it. `position` is where care is looked for whatever the question says. */
export function parseQuery(
  question: string,
  collection: Collection,
  mode: TextMode,
  knowledge: QueryResources,
  position: Point | null = null,
): ParsedQuery {
  const known = withLookupBudget(knowledge)
  const read = readQuestion(question, known, position)
  const need = weighNeed(read, mode, known)
  return {
    ...soughtBy(read, need, collection, known),
    topic: mode === 'lexical' || need.topic === '' ? null : { words: need.topic, sure: need.sure },
    carrierHints: read.carriers,
    expanded: queryExpansion({ ...read, ...need, concepts: knowledge.finder.concepts }),
  }
}

// What stands in the question

interface QuestionRead {
  readonly question: string
  readonly said: readonly string[]
  /** As many words in corrected spelling. */
  readonly spelled: readonly string[]
  readonly emergency: Emergency | null
  readonly traits: ExtractedPreferences
  readonly refused: Exclusions
  readonly place: QueryLocation | null
  readonly carriers: readonly string[]
  readonly words: ClassifiedTokens
}

/** Each reader takes what it understands, and leaves the rest to the next. */
function readQuestion(question: string, knowledge: QueryResources, position: Point | null): QuestionRead {
  const { finder, gazetteer, carriers } = knowledge
  const said = wordsOf(question)
  const spelled = correctSpelling(said, knowledge)
  const emergency = detectEmergency(question, spelled, said)
  const traits = extractPreferences(withoutIdioms(spelled))
  const refused = extractExclusions(traits.rest)
  const place = extractLocation(refused.rest, gazetteer)
  const stateOf = (): string | null => (position === null ? place.state : gazetteer.stateAt(position))
  const carrier = extractCarriers(place.rest, carriers, stateOf)
  const isKnown = (word: string): boolean => isKnownWord(word, knowledge) || isTopic(word, knowledge)
  const person = extractPerson(withoutUnknownPayer(carrier.rest, isKnown), namesAmong(knowledge))
  const beside =
    place.found === null && person.found !== null
      ? extractLocationBesideName(person.rest, gazetteer)
      : { found: place.found, rest: person.rest }
  const telling = withoutFillers(beside.rest, (stems) => finder.index.isWhole(stems))
  const isAbout = (word: string): boolean => emergency !== null || isTopic(word, knowledge)
  const isWish = hasWish(traits.found) || carrier.found.length > 0
  return {
    question,
    said,
    spelled,
    emergency,
    traits: traits.found,
    refused: refused.found,
    place: beside.found,
    carriers: carrier.found,
    words: {
      topics: topicsOf(telling.filter(isAbout), isWish && telling.length === 0 && person.found === null),
      names: Object.values(person.found ?? {}).flatMap(wordsOf),
      others: [...telling.filter((word) => !isAbout(word)), ...place.namesake],
    },
  }
}

/**
 * Words of so few phrases, all of them longer, are names rather than topics where they are names: beside a clinician or a title,
 * alone as a usual surname, and alone as any usual name. `npm run eval` says what other numbers cost.
 */
const holders = { beside: 20, alone: 110, hardlyAny: 4 } as const

function namesAmong({
  finder: { index },
  isName,
  isUsualName,
  isFamilyName,
  isEnglish,
}: QueryResources): NameKnowledge {
  const isSurname = (word: string): boolean => (isEnglish(word) ? isFamilyName(word) : isUsualName(word))
  const isFragment = (word: string, most: number): boolean => index.isFragment(stemOf(word), most)
  return {
    isName,
    isTopic: (word) => index.has(stemOf(word)),
    isPhrase: (words) => index.isWhole(words.map(stemOf)),
    isFragment: (word) => isFragment(word, holders.beside),
    isSurname,
    isRatherName: (word) =>
      isFragment(word, holders.hardlyAny)
        ? isUsualName(word)
        : isFragment(word, holders.alone) && isSurname(word),
  }
}

function isTopic(word: string, { finder }: QueryResources): boolean {
  return finder.index.has(stemOf(word))
}

/** Whoever asks for nothing but a language or an insurer asks for a doctor. */
function topicsOf(said: readonly string[], isWishAlone: boolean): readonly string[] {
  return isWishAlone ? ['doctor'] : said
}

function hasWish({ languages, gender, telehealth, accepting }: ExtractedPreferences): boolean {
  return languages.length > 0 || gender !== null || telehealth || accepting
}

// What it needs

interface Need {
  /** The words of the need that the vocabulary knows. */
  readonly topic: string
  /** 0 to 1 for each concept. */
  readonly scores: Float32Array
  /** 0 to 1: how likely it is that any of them is meant. */
  readonly sure: number
}

function weighNeed(
  { spelled, words, emergency, refused, traits }: QuestionRead,
  mode: TextMode,
  knowledge: QueryResources,
): Need {
  const { topics } = words
  const { finder } = knowledge
  const topic = topics.filter((word) => isTopic(word, knowledge)).join(' ')
  const found = finder.find(topics.join(' '), [...new Set(topics.map(stemOf))])
  const weighed = scoreConcepts(finder.concepts, found, mode)
  if (emergency === null)
    return {
      topic,
      scores: demoteExcluded(weighed.scores, finder.concepts, refused),
      sure: isOutOfScope(spelled) ? 0 : confidence(weighed, words, knowledge),
    }
  return { topic, scores: boostEmergency(weighed.scores, finder.concepts, emergency, traits.child), sure: 1 }
}

// Who is looked for

function soughtBy(
  { question, spelled, words, traits, refused, place }: QuestionRead,
  { scores, sure }: Need,
  collection: Collection,
  knowledge: QueryResources,
): Pick<ParsedQuery, 'text' | 'place' | 'onlyPlace'> {
  const whole = collection === 'providers' ? [] : [question, spelled.join(' ')]
  const name = whole.find((text) => knowledge.isPlaceName(foldName(text)))
  const isEmpty = name === undefined && Object.values(words).every((some) => some.length === 0)
  return {
    text: {
      codes: targetTaxonomies(knowledge.finder.concepts, scores, sure, { ...traits, refused }, collection),
      ...(name === undefined ? lexicalTerms(words, collection, knowledge) : nameAlone(name)),
      wanted: traits,
    },
    // A place that is called after a town may lie in another.
    place: name === undefined ? place : null,
    onlyPlace: place !== null && isEmpty,
  }
}
