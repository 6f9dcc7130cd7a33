/** What a question means: a pure function of its words and of what is known. */
import { foldName } from '@careatlas/directory/person-name'
import { isStopWord, stemOf, wordsOf } from '@careatlas/vocabulary/words'
import type { AskedText } from '../relevance.ts'
import type { Collection } from '../search-engine.ts'
import { answeringCodes } from './answering-codes.ts'
import { readCarriers } from './asked-carriers.ts'
import { readPerson } from './asked-person.ts'
import { type AskedPlace, readPlace } from './asked-place.ts'
import { askedTerms, nameAlone } from './asked-terms.ts'
import { readTraits } from './asked-traits.ts'
import { confidence } from './confidence.ts'
import { expandedQuestion } from './expanded-question.ts'
import { isFiller } from './filler.ts'
import type { Knowledge } from './knowledge.ts'
import { type TextMode, weighConcepts } from './weigh-concepts.ts'

export interface Understanding {
  readonly text: AskedText
  /** Named in the question; null without one. */
  readonly place: AskedPlace | null
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
  const { finder, gazetteer, carriers, isName, isPlaceName, embed } = knowledge
  const isTopic = (word: string): boolean => finder.index.has(stemOf(word))
  const said = wordsOf(question)
  const spelled = said.map((word) => spelledWord(word, knowledge))

  const traits = readTraits(spelled)
  const place = readPlace(traits.rest, gazetteer)
  const carrier = readCarriers(place.rest, carriers)
  const person = readPerson(carrier.rest, isName, isTopic)
  const telling = person.rest.filter((word) => !isStopWord(word) && !isFiller(word))
  const [topics, others] = [telling.filter(isTopic), telling.filter((word) => !isTopic(word))]
  const names = Object.values(person.found ?? {}).flatMap(wordsOf)

  const topic = topics.join(' ')
  const found = finder.find(topic, [...new Set(topics.map(stemOf))])
  const weighed = weighConcepts(finder.concepts, found, mode)
  const sure = confidence(weighed, { topics, others }, knowledge)
  return {
    text: {
      codes: answeringCodes(finder.concepts, weighed.scores, sure, traits.found, collection),
      vector:
        mode === 'lexical' || topic === '' || embed === null
          ? null
          : embed(topic).map((value) => value * sure),
      ...(collection === 'locations' && isPlaceName(foldName(question))
        ? nameAlone(question)
        : askedTerms({ topics, names, others }, collection, knowledge)),
      wanted: traits.found,
    },
    place: place.found,
    carrierHints: carrier.found,
    expanded: expandedQuestion({
      question,
      said,
      spelled,
      concepts: finder.concepts,
      scores: weighed.scores,
      sure,
    }),
  }
}

/** Words that somebody knows stay, and names of towns and usual ones of people; others become the nearest word that is known. */
function spelledWord(word: string, { spelling, isEnglish, isUsualName, isTownWord }: Knowledge): string {
  const mended = isEnglish(word) || isTownWord(word) ? null : spelling.mend(word)
  return mended === null || isUsualName(word) ? word : mended
}
