/**
 * Learns `server/chat/assistant/word-meanings.tsv`: a multinomial logistic regression of the meaning of each word, by AdaGrad over a fixed
 * order of the messages, so that the same messages give the same weights.
 * Usage: `bin/node benchmarks/chat/train-word-meanings.ts [--measure]`
 *
 * `--measure` writes nothing: it learns without each quarter of the files in turn, and prints how well the words of these files are read.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  describeWords,
  type Meaning,
  meanings,
  precedingFeatures,
  weightedMeanings,
} from '@careatlas/server/chat/assistant/meaning-features'
import {
  care,
  listNames,
  type MeaningPair,
  mentionedPart,
  mentionedPartMin,
  place,
} from '@careatlas/server/chat/assistant/mentions'
import { assignMeanings, likeliest } from '@careatlas/server/chat/assistant/word-meanings'
import type { Weights } from '@careatlas/server/chat/assistant/linear-model'
import { PhraseIndex } from '@careatlas/vocabulary/phrase-index'
import { shuffle } from '../shuffle.ts'
import { countNames, formatWeights, Softmax } from './softmax.ts'
import { markedFiles, readMarkedMessages } from './marked-messages.ts'

const { values: options } = parseArgs({ options: { measure: { type: 'boolean' } } })

const passes = 12
/** The files are measured in this many groups; each group is left out in turn. */
const groups = 4
/** A rarer feature does not predict other texts. */
const countMin = 5
/** The file has less than 1 MB; with all features, the meanings are not read better. */
const featuresMax = 35_000

const phrases = new PhraseIndex()
const messages = readMarkedMessages().map((message) => ({
  ...message,
  words: describeWords(message.tokens, message.isFollowUp, phrases),
}))
type DescribedMessage = (typeof messages)[number]

if (options.measure) measure()
else writeWeights(train(messages))

/** Learns with all features that are frequent enough, and again with the most important of them. */
function train(marked: readonly DescribedMessage[]): Weights {
  const counts = countNames(listFeatures(marked))
  const frequent = [...counts].flatMap(([name, count]) => (count < countMin ? [] : [name])).toSorted()
  const features = trainWith(frequent, marked).mostImportant(counts, featuresMax)
  return trainWith(features, marked).toWeights()
}

function trainWith(features: readonly string[], marked: readonly DescribedMessage[]): Softmax {
  const model = new Softmax({ features, classes: meanings.length })
  const examples = marked.map((message) => ({
    ...message,
    features: message.words.map((word) => model.indicesOf(word.features)),
  }))
  const order = examples.map((_, index) => index)
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, pass)
    for (const { words, meanings: marks, ...example } of order.map((index) => examples[index]!)) {
      // The later passes learn from the meanings that the weights give, as they are read.
      const read: Meaning[] = []
      for (const [at, word] of words.entries()) {
        const before = model.indicesOf(precedingFeatures(word, pass === 0 ? marks.slice(0, at) : read))
        const own = [...example.features[at]!, ...before]
        read.push(meanings[model.learn(own, meanings.indexOf(marks[at]!))]!)
      }
    }
  }
  return model
}

function* listFeatures(marked: readonly DescribedMessage[]): Generator<string> {
  for (const { words, meanings: marks } of marked)
    for (const [at, word] of words.entries()) {
      yield* word.features
      yield* precedingFeatures(word, marks.slice(0, at))
    }
}

function writeWeights(weights: Weights): void {
  const file = join(import.meta.dirname, '../../server/chat/assistant/word-meanings.tsv')
  writeFileSync(file, formatWeights(weights, weightedMeanings))
  console.log(`${messages.length} messages, ${weights.size} features`)
}

function measure(): void {
  console.log(`| messages of | care | mentioned care | found | wrongly | place | mentioned place | found | wrongly |
|---|---|---|---|---|---|---|---|---|`)
  for (const group of Array.from({ length: groups }).keys()) {
    const files = markedFiles.filter((_, index) => index % groups === group)
    const groupFiles = new Set<string>(files)
    const weights = train(messages.filter(({ file }) => !groupFiles.has(file)))
    for (const file of files) {
      const own = messages.filter((message) => message.file === file)
      console.log(
        `| ${[file, ...compare(own, weights, care), ...compare(own, weights, place)].join(' | ')} |`,
      )
    }
  }
}

/**
 * How well the words of both meanings are read (F1), the share of mentioned words that the assistant takes for mentioned, and that of sought
 * words.
 */
function compare(
  marked: readonly DescribedMessage[],
  weights: Weights,
  pair: MeaningPair,
): readonly string[] {
  const [sought, mentioned] = pair
  const words = marked.flatMap((message) => {
    const read = assignMeanings(message.words, weights)
    const names = listNames(read, pair).filter((name) => mentionedPart(name, pair) >= mentionedPartMin)
    const taken = new Set(names.flat())
    return read.map((word, index) => ({
      marked: message.meanings[index]!,
      read: likeliest(word.shares),
      isTaken: taken.has(word),
    }))
  })
  const f1 = (meaning: Meaning): string => {
    const [markedWords, readWords] = [
      words.filter((word) => word.marked === meaning),
      words.filter((word) => word.read === meaning),
    ]
    return percent(
      2 * markedWords.filter((word) => word.read === meaning).length,
      markedWords.length + readWords.length,
    )
  }
  const taken = (meaning: Meaning): string => {
    const own = words.filter((word) => word.marked === meaning)
    return percent(own.filter(({ isTaken }) => isTaken).length, own.length)
  }
  return [f1(sought), f1(mentioned), taken(mentioned), taken(sought)]
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`
}
