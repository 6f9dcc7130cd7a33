/** What a question means: a pure function of its words and of what is known. */
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import type { AskedText } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { answeringCodes } from './answering-codes.ts'
import { readCarriers, withoutUnknownPayer } from './asked-carriers.ts'
import { isOutOfScope } from './out-of-scope.ts'
import { type Emergency, readEmergency } from './asked-emergency.ts'
import { type NameKnowledge, readPerson } from './asked-person.ts'
import { type AskedPlace, readPlace, readPlaceBesideName } from './asked-place.ts'
import { readRefusals, type Refusals } from './asked-refusals.ts'
import { askedTerms, nameAlone, type SaidWords } from './asked-terms.ts'
import { type AskedTraits, readTraits } from './asked-traits.ts'
import { boundedKnowledge } from './bounded-knowledge.ts'
import { confidence } from './confidence.ts'
import { expandedQuestion } from './expanded-question.ts'
import { withoutFillers } from './filler.ts'
import { isKnownWord } from './known-word.ts'
import type { Knowledge } from './knowledge.ts'
import { withoutIdioms } from './idioms.ts'
import { lowerRefused } from './lower-refused.ts'
import { raiseEmergency } from './raise-emergency.ts'
import { spellQuestion } from './spelled-question.ts'
import { type TextMode, weighConcepts } from './weigh-concepts.ts'

export interface Understanding {
  readonly text: Omit<AskedText, 'vector'>
  /**
   * The words whose direction is to be compared, all of them in the vocabulary, and how sure it is that anything is meant;
   * null where no meaning is compared.
   */
  readonly topic: { readonly words: string; readonly sure: number } | null
  /** Named in the question; null without one. */
  readonly place: AskedPlace | null
  /** Whether the question says nothing else, so that whoever is there answers it. */
  readonly onlyPlace: boolean
  /** Codes of carriers named in the question, for a further call: nothing is filtered by them. */
  readonly carrierHints: readonly string[]
  /** The question in corrected words with the clinical names of what it asks for; null where that adds nothing. */
  readonly expanded: string | null
}

/** Read, weighed, and put as an engine looks for it. `position` is where care is looked for whatever the question says. */
export function understand(
  question: string,
  collection: Collection,
  mode: TextMode,
  knowledge: Knowledge,
  position: Point | null = null,
): Understanding {
  const known = boundedKnowledge(knowledge)
  const read = readQuestion(question, known, position)
  const need = weighNeed(read, mode, known)
  return {
    ...soughtBy(read, need, collection, known),
    topic: mode === 'lexical' || need.topic === '' ? null : { words: need.topic, sure: need.sure },
    carrierHints: read.carriers,
    expanded: expandedQuestion({ ...read, ...need, concepts: knowledge.finder.concepts }),
  }
}

// What stands in the question

interface QuestionRead {
  readonly question: string
  readonly said: readonly string[]
  /** As many words in corrected spelling. */
  readonly spelled: readonly string[]
  readonly emergency: Emergency | null
  readonly traits: AskedTraits
  readonly refused: Refusals
  readonly place: AskedPlace | null
  readonly carriers: readonly string[]
  readonly words: SaidWords
}

/** Each reader takes what it understands, and leaves the rest to the next. */
function readQuestion(question: string, knowledge: Knowledge, position: Point | null): QuestionRead {
  const { finder, gazetteer, carriers } = knowledge
  const said = wordsOf(question)
  const spelled = spellQuestion(said, knowledge)
  const emergency = readEmergency(question, spelled, said)
  const traits = readTraits(withoutIdioms(spelled))
  const refused = readRefusals(traits.rest)
  const place = readPlace(refused.rest, gazetteer)
  const stateOf = (): string | null => (position === null ? place.state : gazetteer.stateAt(position))
  const carrier = readCarriers(place.rest, carriers, stateOf)
  const isKnown = (word: string): boolean => isKnownWord(word, knowledge) || isTopic(word, knowledge)
  const person = readPerson(withoutUnknownPayer(carrier.rest, isKnown), namesAmong(knowledge))
  const beside =
    place.found === null && person.found !== null
      ? readPlaceBesideName(person.rest, gazetteer)
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
}: Knowledge): NameKnowledge {
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

function isTopic(word: string, { finder }: Knowledge): boolean {
  return finder.index.has(stemOf(word))
}

/** Whoever asks for nothing but a language or an insurer asks for a doctor. */
function topicsOf(said: readonly string[], isWishAlone: boolean): readonly string[] {
  return isWishAlone ? ['doctor'] : said
}

function hasWish({ languages, gender, telehealth, accepting }: AskedTraits): boolean {
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
  knowledge: Knowledge,
): Need {
  const { topics } = words
  const { finder } = knowledge
  const topic = topics.filter((word) => isTopic(word, knowledge)).join(' ')
  const found = finder.find(topics.join(' '), [...new Set(topics.map(stemOf))])
  const weighed = weighConcepts(finder.concepts, found, mode)
  if (emergency === null)
    return {
      topic,
      scores: lowerRefused(weighed.scores, finder.concepts, refused),
      sure: isOutOfScope(spelled) ? 0 : confidence(weighed, words, knowledge),
    }
  return { topic, scores: raiseEmergency(weighed.scores, finder.concepts, emergency, traits.child), sure: 1 }
}

// Who is looked for

function soughtBy(
  { question, spelled, words, traits, refused, place }: QuestionRead,
  { scores, sure }: Need,
  collection: Collection,
  knowledge: Knowledge,
): Pick<Understanding, 'text' | 'place' | 'onlyPlace'> {
  const whole = collection === 'providers' ? [] : [question, spelled.join(' ')]
  const name = whole.find((text) => knowledge.isPlaceName(foldName(text)))
  const isEmpty = name === undefined && Object.values(words).every((some) => some.length === 0)
  return {
    text: {
      codes: answeringCodes(knowledge.finder.concepts, scores, sure, { ...traits, refused }, collection),
      ...(name === undefined ? askedTerms(words, collection, knowledge) : nameAlone(name)),
      wanted: traits,
    },
    // A place that is called after a town may lie in another.
    place: name === undefined ? place : null,
    onlyPlace: place !== null && isEmpty,
  }
}
