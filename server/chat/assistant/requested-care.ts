/** Finds the care that a clause requests in a message whose need is not found as a whole: a long story, or words for the care of others. */
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import { bestScore, parseNeed, readNeed, type ReadNeed } from './read-need.ts'

/** What precedes the care that is sought. */
const request =
  /\b(?:(?:asking|looking|searching|here|referral|referred|eval(?:uation)?) (?:for|to)|(?:we|i|he|she|they|patient|pt|client|mom|dad|son|daughter|wife|husband) (?:also |really |just |now )?(?:needs?|wants?)|(?:i|we) would (?:really )?like|seen by|(?:is|are) there any|know (?:of )?any|where (?:can|do|should|would) (?:i|we|he|she|they) (?:get|go for|find|have|send)|who(?:ever|) (?:\S+ )?(?:does|treats?|handles?|deals with|fixes|takes care of|tests|checks)|busc(?:o|a|amos)|necesit(?:o|a|amos)|quier(?:o|e)|quisiera|donde (?:puedo|podemos|puede) (?:hacer|conseguir|encontrar)) (?!(?:to )?(?:know|say|ask|tell|hear|thank|understand|saber|preguntar|decir)\b)/gu

/** Words between the request and the care. */
const beforeCare =
  /^(?:(?:to|be|get|have|see|find|him|her|them|us|me|an?|the|some|some(?:one|body)|who(?:ever)?|properly|new|good|una?|el|la|los|las|al|con|hacerme|ver) )+/

const clauseWordsMax = 8

/** The need of the last requesting clause that certainly names care; null without one. */
export function findCareOfClause(text: string, resources: QueryResources): ReadNeed | null {
  const sentences = text.split(/(?<=[.?!;])\s+/u).map((sentence) => wordsOf(sentence).join(' '))
  for (const sentence of sentences.toReversed())
    for (const cue of [...sentence.matchAll(request)].toReversed()) {
      const words = sentence.slice(cue.index + cue[0].length).replace(beforeCare, '')
      const need = readNeed(words.split(' ').slice(0, clauseWordsMax).join(' '), resources)
      if (need !== null && isClear(need, resources)) return need
    }
  return null
}

function isClear(need: ReadNeed, resources: QueryResources): boolean {
  if (need.isPatientOnly) return false
  return need.isCertain || bestScore(parseNeed(need.text, resources)) >= scoreMin
}

/** "Tests memory" has 0.86, "lose weight" 0.75. */
const scoreMin = 0.84
