/** What a question means: a pure function of its words and of what is known. */
import { foldName } from '@careatlas/directory/person-name'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import type { AskedText } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { answeringCodes } from './answering-codes.ts'
import { readCarriers } from './asked-carriers.ts'
import { isAskedElsewhere } from './asked-elsewhere.ts'
import { type Emergency, readEmergency } from './asked-emergency.ts'
import { readPerson } from './asked-person.ts'
import { type AskedPlace, readPlace } from './asked-place.ts'
import { readRefusals, type Refusals } from './asked-refusals.ts'
import { askedTerms, nameAlone } from './asked-terms.ts'
import { type AskedTraits, readTraits } from './asked-traits.ts'
import { confidence } from './confidence.ts'
import { expandedQuestion } from './expanded-question.ts'
import { withoutFillers } from './filler.ts'
import type { Knowledge } from './knowledge.ts'
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

/** Read, weighed, and put as an engine looks for it. */
export function understand(
  question: string,
  collection: Collection,
  mode: TextMode,
  knowledge: Knowledge,
): Understanding {
  const read = readQuestion(question, knowledge)
  const need = weighNeed(read, mode, knowledge)
  return {
    ...soughtBy(read, need, collection, knowledge),
    topic: mode === 'lexical' || need.topic === '' ? null : { words: need.topic, sure: need.sure },
    place: read.place,
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
  readonly words: NeedWords
}

/** What is left of a question that tells the need. */
interface NeedWords {
  readonly topics: readonly string[]
  /** Those of a person found. */
  readonly names: readonly string[]
  readonly others: readonly string[]
}

/** Each reader takes what it understands, and leaves the rest to the next. */
function readQuestion(question: string, knowledge: Knowledge): QuestionRead {
  const { finder, gazetteer, carriers, isName } = knowledge
  const said = wordsOf(question)
  const spelled = spellQuestion(said, knowledge)
  const emergency = readEmergency(question, spelled)
  const traits = readTraits(spelled)
  const refused = readRefusals(traits.rest)
  const place = readPlace(refused.rest, gazetteer)
  const carrier = readCarriers(place.rest, carriers, place.state)
  const person = readPerson(carrier.rest, isName, (word) => isTopic(word, knowledge))
  const telling = withoutFillers(person.rest, (stems) => finder.index.isWhole(stems))
  const isAbout = (word: string): boolean => emergency !== null || isTopic(word, knowledge)
  const isWish = hasWish(traits.found) || carrier.found.length > 0
  return {
    question,
    said,
    spelled,
    emergency,
    traits: traits.found,
    refused: refused.found,
    place: place.found,
    carriers: carrier.found,
    words: {
      topics: topicsOf(telling.filter(isAbout), isWish && telling.length === 0 && person.found === null),
      names: Object.values(person.found ?? {}).flatMap(wordsOf),
      others: telling.filter((word) => !isAbout(word)),
    },
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
      sure: isAskedElsewhere(spelled) ? 0 : confidence(weighed, words, knowledge),
    }
  return { topic, scores: raiseEmergency(weighed.scores, finder.concepts, emergency, traits.child), sure: 1 }
}

// Who is looked for

function soughtBy(
  { question, words, traits, refused, place }: QuestionRead,
  { scores, sure }: Need,
  collection: Collection,
  knowledge: Knowledge,
): Pick<Understanding, 'text' | 'onlyPlace'> {
  const namesPlace = collection === 'locations' && knowledge.isPlaceName(foldName(question))
  const isEmpty = !namesPlace && Object.values(words).every((some) => some.length === 0)
  return {
    text: {
      codes: answeringCodes(knowledge.finder.concepts, scores, sure, { ...traits, refused }, collection),
      ...(namesPlace ? nameAlone(question) : askedTerms(words, collection, knowledge)),
      wanted: traits,
    },
    onlyPlace: place !== null && isEmpty,
  }
}
