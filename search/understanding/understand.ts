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
  const others = telling.filter((word) => !isAbout(word))
  const isWish =
    telling.length === 0 && person.found === null && (hasWish(traits.found) || carrier.found.length > 0)
  const topics = isWish ? [anyClinician] : telling.filter(isAbout)
  const names = Object.values(person.found ?? {}).flatMap(wordsOf)

  const topic = topics.join(' ')
  const found = finder.find(topic, [...new Set(topics.map(stemOf))])
  const weighed = weighConcepts(finder.concepts, found, mode)
  const scores =
    emergency === null
      ? lowerRefused(weighed.scores, finder.concepts, refused.found)
      : raiseEmergency(weighed.scores, finder.concepts, emergency, traits.found.child)
  const sure = emergency === null ? confidence(weighed, { topics, others }, knowledge) : 1
  return {
    text: {
      codes: answeringCodes(
        finder.concepts,
        scores,
        sure,
        { ...traits.found, refused: refused.found },
        collection,
      ),
      ...(collection === 'locations' && isPlaceName(foldName(question))
        ? nameAlone(question)
        : askedTerms({ topics, names, others }, collection, knowledge)),
      wanted: traits.found,
    },
    topic: mode === 'lexical' || topic === '' ? null : { words: topic, sure },
    place: place.found,
    onlyPlace: place.found !== null && topics.length + others.length + names.length === 0,
    carrierHints: carrier.found,
    expanded: expandedQuestion({
      question,
      said,
      spelled,
      concepts: finder.concepts,
      scores,
      sure,
    }),
  }
}

/** Whoever asks for nothing but a language or an insurer asks for a doctor. */
const anyClinician = 'doctor'

function hasWish({ languages, gender, telehealth, accepting }: AskedTraits): boolean {
  return languages.length > 0 || gender !== null || telehealth || accepting
}
