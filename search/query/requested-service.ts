/** Finds the service that a referral requests, apart from the history and the reason: "s/p hip fracture, needs home PT". */
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ExtractedQuery } from './extract-all.ts'
import { areSentence } from './score-concepts.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('requested-service.txt', ['before', 'after', 'general'])

function toPattern(phrases: readonly string[], flags: string): RegExp {
  const words = phrases.map((phrase) => phrase.replaceAll(' ', String.raw`[\s/&]+`)).join('|')
  return new RegExp(String.raw`(?<![\p{L}\p{N}/])(?:${words})(?![\p{L}\p{N}/])`, flags)
}

/** "Needs home PT", "refer to vascular". */
const cueBefore = toPattern(lists.before, 'giu')

/** "Palliative consult", "OT eval and treat". */
const cueAfter = toPattern(lists.after, 'iu')

/** Words that name no service: "surgical eval" requests the surgeon of whatever the reason is. */
const general: ReadonlySet<string> = new Set(lists.general)

/** Between clauses; a hyphen, a decimal point and a slash are within words. */
const clauseEnd = /[,;:!?()]|\.(?!\d)|\s[-–—]\s/u

/** After the service, the reason for it, or its circumstances. */
const reasonStart =
  /(?<![\p{L}\p{N}])(?:for|due\s+to|because|re|with|after|given|in\s+(?:the\s+)?setting\s+of)(?![\p{L}\p{N}])/iu

/** The topics of the service that the query requests; empty if it requests none, or nothing else is beside it. */
export function findService({
  queryText,
  tokens,
  corrected,
  words: { topics },
}: Pick<ExtractedQuery, 'queryText' | 'tokens' | 'corrected' | 'words'>): readonly string[] {
  const requested = findRequestedWords(queryText)
  // A whole sentence, "my dad had a heart attack, needs a kidney specialist", is no note of a chart.
  if (requested.size === 0 || areSentence(corrected)) return []
  const service = topics.filter(
    (word) => requested.has(word) || requested.has(tokens[corrected.indexOf(word)] ?? ''),
  )
  return service.length < topics.length ? service : []
}

/**
 * The share of a score that depends on the service. `npm run eval` shows the effect of other values; from 0.2 to 0.5 it is the
 * same for the first field.
 */
const serviceShare = 0.35

/** The least score at which a concept is the requested service. */
const serviceScoreMin = 0.5

/** Lowers the concepts of the history and the reason relative to those of the requested service. */
export function preferService(scores: Float32Array, ofService: Float32Array): Float32Array {
  const best = ofService.reduce((max, score) => Math.max(max, score), 0)
  if (best < serviceScoreMin) return scores
  return scores.map((score, index) => score * (1 - serviceShare * (1 - ofService[index]! / best)))
}

/** The words of the requested service; empty if the text requests none. */
function findRequestedWords(text: string): ReadonlySet<string> {
  for (const clause of text.split(clauseEnd)) {
    const service = serviceOf(clause)
    if (service.length > 0) return new Set(service)
  }
  return new Set()
}

function serviceOf(clause: string): readonly string[] {
  const last = Array.from(clause.matchAll(cueBefore)).at(-1)
  const requested = last === undefined ? clause : clause.slice(last.index + last[0].length)
  const mark = cueAfter.exec(requested)
  if (last === undefined && mark === null) return []
  const parts = requested.slice(0, mark?.index).split(reasonStart)
  // "Refer to PT for neck pain", but "neck pain for PT eval".
  const service = parts.at(last === undefined ? -1 : 0) ?? ''
  const words = wordsOf(service)
  return words.some((word) => !general.has(word)) ? words : []
}
