/**
 * Scores how urgent a query is by its words, pairs of words and the vector of the built-in model, and by the urgency model.
 * `benchmarks/triage/train-urgent-words.ts` learns the weights from labeled phrases: red flags find the signs that they name, the
 * words find signs that no flag has, and the vector finds words that resemble those of the phrases.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dimension, readStaticModel } from '@careatlas/vocabulary/static-model'
import { isStopWord, stemOf } from '@careatlas/vocabulary/words'
import { rememberRecent } from '../recent-results.ts'
import { isPerson } from './named-emergency.ts'
import { listSigns } from './several-signs.ts'
import { scoredWordsMax, UrgencyModel } from './urgency-model.ts'

/** The columns of the file of weights. */
export const urgencyKinds = [
  'emergency',
  'crisis',
  'violence',
  'poison',
  'danger_to_others',
  'pregnancy_urgent',
] as const

export type UrgencyKind = (typeof urgencyKinds)[number]

/** How probable it is that a query has the kind: the higher, the more probable. */
export type UrgencyScores = Readonly<Record<UrgencyKind, number>>

/** The name of the constant term in the file of weights. */
export const constantTerm = '(constant)'

/** The names of the components of the vector in the file of weights. */
export const vectorTerms = Array.from({ length: dimension }, (_, index) => `(vector ${index})`)

const model = new UrgencyModel(join(import.meta.dirname, 'urgency-model'), ['urgent', ...urgencyKinds])
const { modelId, weights } = parseWeights(readFileSync(join(import.meta.dirname, 'urgent-words.tsv'), 'utf8'))
const constants = weights.get(constantTerm)!
const vectorWeights = vectorTerms.map((term) => weights.get(term)!)

/** The model whose vectors the weights were learned with. */
export const urgencyModelId = modelId

const withoutWords: readonly number[] = urgencyKinds.map(() => -Infinity)

/** The score at which the words of a query describe an emergency, or need a notice, without a red flag. */
export const urgentScoreMin = -1.2

/**
 * The highest score of a kind without a sign: without a word of content, other than a person, that speaks for the kind, or if the
 * weights know at most a third of those words. Relatives and function words alone would exceed the threshold in a short text.
 */
const scoreWithoutSignMax = -1.5

/** The share of the words in a score; the rest is that of the model. It was chosen on phrases that neither has learned. */
const wordsShare = 0.7

/**
 * The score of each kind: the weighted mean of those of the words and of the model.
 *
 * @param spellings the words in corrected spelling and as written, without clauses that are no emergency; the highest score counts
 * @param whole the words that the model reads once, because it takes longer and understands these clauses; by default the first
 *   spelling with words
 */
export function scoreUrgency(
  spellings: readonly (readonly string[])[],
  whole: readonly string[] = spellings.find((words) => words.length > 0) ?? [],
): UrgencyScores {
  const totals = spellings.map((words) => scoreText(words, whole))
  const highest = (kind: UrgencyKind, column: number) =>
    [kind, Math.max(...totals.map((total) => total[column]!))] as const
  return Object.fromEntries(urgencyKinds.map(highest)) as unknown as UrgencyScores
}

/**
 * The features of a text: its stems, with classes instead of numbers, the pairs of neighbors, and the groups of signs, such as
 * `<hard to wake>`, so that a rare wording of a sign has the weight of the sign.
 */
export function urgencyFeatures(words: readonly string[]): ReadonlySet<string> {
  const stems = words.map((word) => numberClass(word) ?? stemOf(word))
  const pairs = stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`)
  const signs = listSigns(words.join(' ')).map((name) => `<${name}>`)
  return new Set([...stems, ...pairs, ...signs])
}

/** The vector of a text, with a length at which its components are learned as fast as words. */
export function urgencyVector(words: readonly string[]): Float32Array {
  return readStaticModel()
    .embed(words.join(' '))
    .map((component) => component * vectorLength)
}

const vectorLength = 8

/** Each feature counts less in a long text. */
export function featureValue(count: number): number {
  return 1 / Math.sqrt(Math.max(1, count))
}

/** 100 to 106 are probably degrees of fever; other numbers have a class by their digits. */
function numberClass(word: string): string | null {
  if (!/^\d+$/.test(word)) return null
  if (word.length === 3 && word >= '100' && word <= '106') return '#fever'
  return `#${Math.min(word.length, 4)}`
}

/**
 * The lowest score of words for which the model runs, because it takes longer: all urgent phrases of the sets that only measure have a
 * higher one.
 */
const modelScoreMin = -7

/** The kind with the highest mean gets the score of any urgency, because phrases of a rare kind may be urgent. */
function scoreText(words: readonly string[], whole: readonly string[]): readonly number[] {
  if (words.every(isStopWord)) return withoutWords
  const ofWords = sumWeights(words.join(' '))
  const hasSign = findSigns(words)
  if (!hasSign.includes(true) || Math.max(...ofWords) < modelScoreMin)
    return ofWords.map((score) => Math.min(score, scoreWithoutSignMax))
  const ofModel = scoreByModel(whole.join(' '))
  const means = urgencyKinds.map((kind, column) => weighScores(ofWords[column]!, ofModel.get(kind)!))
  const best = Math.max(...means)
  const urgent = weighScores(Math.max(...ofWords), ofModel.get('urgent')!)
  return means.map((mean, column) => {
    const score = mean === best ? urgent : Math.min(mean, urgent)
    return hasSign[column] ? score : Math.min(score, scoreWithoutSignMax)
  })
}

function weighScores(ofWords: number, ofModel: number): number {
  return wordsShare * ofWords + (1 - wordsShare) * ofModel
}

/** Once per text: a query is scored for emergencies, and again for helplines. */
const scoreByModel = rememberRecent((text) => scoreWindows(splitWords(text)))

/** The highest score in any window of the words that the model reads at once; the last window ends with the last word. */
function scoreWindows(words: readonly string[]): ReadonlyMap<string, number> {
  const count = Math.max(1, Math.ceil(words.length / scoredWordsMax))
  const windows = Array.from({ length: count }, (_, index) => {
    const start = Math.max(0, Math.min(index * scoredWordsMax, words.length - scoredWordsMax))
    return model.score(words.slice(start, start + scoredWordsMax))
  })
  const highest = (name: string): number => Math.max(...windows.map((scores) => scores.get(name)!))
  return new Map(['urgent', ...urgencyKinds].map((name) => [name, highest(name)]))
}

const sumWeights = rememberRecent((text) => {
  const words = splitWords(text)
  const known = [...urgencyFeatures(words)].flatMap((feature) => {
    const row = weights.get(feature)
    return row === undefined ? [] : [row]
  })
  const value = featureValue(known.length)
  const vector = urgencyVector(words)
  return urgencyKinds.map((_, column) => {
    const ofWords = known.reduce((sum, row) => sum + row[column]! * value, constants[column]!)
    return vectorWeights.reduce((sum, row, index) => sum + row[column]! * vector[index]!, ofWords)
  })
})

function splitWords(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}

/** Of each kind, whether a word of content speaks for it, and the weights know more than a third of these words. */
function findSigns(words: readonly string[]): readonly boolean[] {
  const signs = words.filter((word) => !isStopWord(word) && !isPerson(word)).map(findWeights)
  const isKnown = signs.filter((row) => row !== undefined).length * 3 > signs.length
  return urgencyKinds.map(
    (_, column) => isKnown && signs.some((row) => row !== undefined && row[column]! > 0),
  )
}

function findWeights(word: string): readonly number[] | undefined {
  return weights.get(numberClass(word) ?? stemOf(word))
}

interface Weights {
  readonly modelId: string
  readonly weights: ReadonlyMap<string, readonly number[]>
}

/** The first column of the header is the ID of the model, because a vector of another model has other components. */
function parseWeights(text: string): Weights {
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const [id = '', ...kinds] = header.split('\t')
  if (kinds.join() !== urgencyKinds.join()) throw new Error(`urgent-words.tsv: the header is ${header}`)
  const rows = new Map(lines.map(parseRow))
  for (const term of [constantTerm, ...vectorTerms])
    if (!rows.has(term)) throw new Error(`urgent-words.tsv: ${term} is missing`)
  return { modelId: id, weights: rows }
}

function parseRow(line: string, index: number): readonly [string, readonly number[]] {
  const [feature = '', ...cells] = line.split('\t')
  const numbers = cells.map((cell) => (cell === '' ? NaN : Number(cell)))
  if (numbers.length !== urgencyKinds.length || !numbers.every(Number.isFinite))
    throw new Error(
      `urgent-words.tsv, line ${index + 2}: needs ${urgencyKinds.length} numbers after the feature`,
    )
  return [feature, numbers]
}
