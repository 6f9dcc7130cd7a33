/** Finds the service that a referral requests, apart from the history and the reason: "s/p hip fracture, needs home PT". */
import type { Concept } from '@careatlas/vocabulary/concept'
import { stemOf, wordsOf } from '@careatlas/vocabulary/words'
import { isClinician } from './care-words.ts'
import type { ExtractedQuery } from './extract-all.ts'
import { areSentence } from './score-concepts.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('requested-service.txt', ['before', 'at-start', 'after', 'general', 'programs'])

function toPattern(phrases: readonly string[], flags: string): RegExp {
  const words = phrases.map((phrase) => phrase.replaceAll(' ', String.raw`[\s/&]+`)).join('|')
  return new RegExp(String.raw`(?<![\p{L}\p{N}/])(?:${words})(?![\p{L}\p{N}/])`, flags)
}

/** "Needs home PT", "refer to vascular". */
const cueBefore = toPattern(lists.before, 'giu')

/** "Start Humira", but not "my headaches start". */
const cueAtStart = new RegExp(String.raw`^\s*(?:${lists['at-start'].join('|')})(?![\p{L}\p{N}/])`, 'iu')

/** "Palliative consult", "OT eval and treat". */
const cueAfter = toPattern(lists.after, 'iu')

/** Words that name no service: "surgical eval" requests the surgeon of whatever the reason is. */
const general: ReadonlySet<string> = new Set(lists.general)

/** Between clauses; a hyphen, a decimal point and a slash are within words. */
const clauseEnd = /[,;:!?()]|\.(?!\d)|\s[-–—]\s/u

/** After the service, the reason for it, or its circumstances. */
const reasonStart =
  /(?<![\p{L}\p{N}])(?:for|due\s+to|because|re|with|after|given|in\s+(?:the\s+)?setting\s+of)(?![\p{L}\p{N}])/iu

/** Last words of names of services: "cardiac rehab". */
const programs: ReadonlySet<string> = new Set(lists.programs)

type RequestWords = Pick<ExtractedQuery, 'queryText' | 'tokens' | 'corrected' | 'words'>

/** The topics of the service that the query requests; empty if it requests none, or nothing else is beside it. */
export function findService({
  queryText,
  tokens,
  corrected,
  words: { topics },
}: RequestWords): readonly string[] {
  const requested = findRequestedWords(queryText)
  // A whole sentence, "my dad had a heart attack, needs a kidney specialist", is no note of a chart.
  if (requested.size === 0 || areSentence(corrected)) return []
  const service = topics.filter(
    (word) => requested.has(word) || requested.has(tokens[corrected.indexOf(word)] ?? ''),
  )
  // "Needs a female doctor for a pap smear": the traits of a clinician are no service.
  const isSpecific = service.some((word) => !general.has(word))
  return isSpecific && service.length < topics.length ? service : []
}

/** The topics of the program that a note names without a request, "cardiac rehab s/p PCI"; empty if it names none, or several. */
export function findProgram(
  { corrected, words: { topics } }: RequestWords,
  isPhrase: (stems: readonly string[]) => boolean,
): readonly string[] {
  if (areSentence(corrected) || topics.some(isClinician)) return []
  const names = topics.flatMap((word, index) => {
    if (!programs.has(word)) return []
    const starts = programWords.map((before) => index - before)
    const start = starts.find((from) => from >= 0 && isPhrase(topics.slice(from, index + 1).map(stemOf)))
    return start === undefined ? [] : [topics.slice(start, index + 1)]
  })
  return names.length === 1 ? names[0]! : []
}

/** NUCC codes of therapists, counselors, dietitians, optometrists and places, whose programs are services apart from the reason for them. */
const programCode = /^(?:10|133|152|170|2[2-6]|3[123])/

/** Whether the best concept is a program of therapists or places; drugs and tests of physicians are treatments of the reason. */
export function isProgram(ofProgram: Float32Array, concepts: readonly Concept[]): boolean {
  const best = ofProgram.reduce((max, score) => Math.max(max, score), 0)
  return programCode.test(concepts[ofProgram.indexOf(best)]?.codes[0]?.code ?? '')
}

/** Words before the last word of the name of a program, the most first. */
const programWords = [3, 2, 1] as const

/**
 * The share of the requested service in a score; history and reason have the rest. `npm run eval` shows the effect of other
 * values.
 */
const serviceShare = 0.65

/** The least score at which a concept is the requested service. */
const serviceScoreMin = 0.6

/** Adds the scores of the requested service to those of the whole query, if any concept is the service. */
export function preferService(scores: Float32Array, ofService: Float32Array): Float32Array {
  const best = ofService.reduce((max, score) => Math.max(max, score), 0)
  if (best < serviceScoreMin) return scores
  return scores.map((score, index) => (1 - serviceShare) * score + serviceShare * ofService[index]!)
}

/** The words of the requested service; empty if the text requests none. */
function findRequestedWords(text: string): ReadonlySet<string> {
  for (const clause of text.split(clauseEnd)) {
    const service = serviceOf(clause)
    if (service.length > 0) return new Set(service)
  }
  const clauses = text.split(clauseEnd)
  const others = clauses.filter((clause) => !diagnosis.test(clause))
  return new Set(others.length < clauses.length ? specificWords(others.join(' ')) : [])
}

/** Beside a diagnosis, the rest is the service: "M17.11, knee injection". */
const diagnosis = /^\s*(?:dx|diagnosis)(?![\p{L}\p{N}])/iu

function serviceOf(clause: string): readonly string[] {
  const last = Array.from(clause.matchAll(cueBefore)).at(-1) ?? cueAtStart.exec(clause) ?? undefined
  const requested = last === undefined ? clause : clause.slice(last.index + last[0].length)
  const mark = cueAfter.exec(requested)
  if (last === undefined && mark === null) return []
  const parts = requested.slice(0, mark?.index).split(reasonStart)
  // "Refer to PT for neck pain", but "neck pain for PT eval".
  const service = parts.at(last === undefined ? -1 : 0) ?? ''
  return specificWords(service)
}

/** The words of the text; none if all of them are general. */
function specificWords(text: string): readonly string[] {
  const words = wordsOf(text)
  return words.some((word) => !general.has(word)) ? words : []
}
