/** What a question means: a pure function of its words and of what is known. */
import { foldName } from '@careatlas/directory/person-name'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import type { AskedText } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { answeringCodes } from './answering-codes.ts'
import { readCarriers } from './asked-carriers.ts'
import { readEmergency } from './asked-emergency.ts'
import { readPerson } from './asked-person.ts'
import { type AskedPlace, readPlace } from './asked-place.ts'
import { lowerRefused, readRefusals } from './asked-refusals.ts'
import { askedTerms, nameAlone } from './asked-terms.ts'
import { type AskedTraits, readTraits } from './asked-traits.ts'
import { confidence } from './confidence.ts'
import { expandedQuestion } from './expanded-question.ts'
import { withoutFillers } from './filler.ts'
import type { Knowledge } from './knowledge.ts'
import { raiseEmergency } from './raise-emergency.ts'
import { spellQuestion } from './spelled-question.ts'
import { type TextMode, weighConcepts } from './weigh-concepts.ts'

export interface Understanding {
  readonly text: Omit<AskedText, 'vector'>
  /** The words whose direction is to be compared, and how sure it is that anything is meant; null where no meaning is compared. */
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

export function understand(
  question: string,
  collection: Collection,
  mode: TextMode,
  knowledge: Knowledge,
): Understanding {
  const { finder, gazetteer, carriers, isName, isPlaceName } = knowledge
  const isTopic = (word: string): boolean => finder.index.has(stemOf(word))
  const said = wordsOf(question)
  const spelled = spellQuestion(said, knowledge)

  const emergency = readEmergency(question, spelled)
  const traits = readTraits(spelled)
  const refused = readRefusals(traits.rest)
  const place = readPlace(refused.rest, gazetteer)
  const carrier = readCarriers(place.rest, carriers, place.state)
  const person = readPerson(carrier.rest, isName, isTopic)
  const telling = withoutFillers(person.rest, (stems) => finder.index.isWhole(stems))
  const isAbout = (word: string): boolean => emergency !== null || isTopic(word)
  const isWish = hasWish(traits.found) || carrier.found.length > 0
  const words = {
    topics: topicsOf(telling.filter(isAbout), isWish && telling.length === 0 && person.found === null),
    names: Object.values(person.found ?? {}).flatMap(wordsOf),
    others: telling.filter((word) => !isAbout(word)),
  }

  const { topics } = words
  const topic = topics.join(' ')
  const found = finder.find(topic, [...new Set(topics.map(stemOf))])
  const weighed = weighConcepts(finder.concepts, found, mode)
  const scores =
    emergency === null
      ? lowerRefused(weighed.scores, finder.concepts, refused.found)
      : raiseEmergency(weighed.scores, finder.concepts, emergency, traits.found.child)
  const sure = emergency === null ? confidence(weighed, words, knowledge) : 1
  const asked = { ...traits.found, refused: refused.found }
  const namesPlace = collection === 'locations' && isPlaceName(foldName(question))
  const isEmpty = !namesPlace && Object.values(words).every((some) => some.length === 0)
  return {
    text: {
      codes: answeringCodes(finder.concepts, scores, sure, asked, collection),
      ...(namesPlace ? nameAlone(question) : askedTerms(words, collection, knowledge)),
      wanted: traits.found,
    },
    topic: mode === 'lexical' || topic === '' ? null : { words: topic, sure },
    place: place.found,
    onlyPlace: place.found !== null && isEmpty,
    carrierHints: carrier.found,
    expanded: expandedQuestion({ question, said, spelled, concepts: finder.concepts, scores, sure }),
  }
}

/** Whoever asks for nothing but a language or an insurer asks for a doctor. */
function topicsOf(said: readonly string[], isWishAlone: boolean): readonly string[] {
  return isWishAlone ? ['doctor'] : said
}

function hasWish({ languages, gender, telehealth, accepting }: AskedTraits): boolean {
  return languages.length > 0 || gender !== null || telehealth || accepting
}
