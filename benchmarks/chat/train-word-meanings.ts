/**
 * Learns `server/chat/assistant/word-meanings.tsv`: a multinomial logistic regression of the meaning of each word, by AdaGrad over a fixed
 * order of the messages, so that the same messages give the same weights.
 * Usage: `bin/node benchmarks/chat/train-word-meanings.ts [--measure]`
 *
 * `--measure` writes nothing: it learns without each file of messages in turn, and prints how well the words of that file are read.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mentionedPartMin } from '@careatlas/server/chat/assistant/mentions'
import {
  featureValue,
  meaningFeatures,
  meanings,
  sharesOf,
  weightedMeanings,
} from '@careatlas/server/chat/assistant/word-meanings'
import { shuffle } from '../shuffle.ts'
import { markedFiles, readMarkedMessages } from './marked-messages.ts'

const { values: options } = parseArgs({ options: { measure: { type: 'boolean' } } })

const passes = 12
const rate = 0.3
const decay = 1e-4
/** A rarer feature does not predict other texts. */
const countMin = 5
/** Features with smaller weights are left out, because they are most of the file and change few meanings. */
const weightMin = 1.2

interface Example {
  readonly features: readonly number[]
  readonly meaning: number
}

interface Weights {
  readonly indices: ReadonlyMap<string, number>
  /** A row of weights for each feature, with a column for each meaning. */
  readonly values: Float64Array
}

const columns = meanings.length
const messages = readMarkedMessages().map((message) => ({
  ...message,
  features: meaningFeatures(message.tokens, message.isFollowUp),
}))
type FeaturedMessage = (typeof messages)[number]

if (options.measure) measure()
else writeWeights(train(messages))

function train(marked: readonly FeaturedMessage[]): Weights {
  const indices = indexFeatures(marked)
  const examples = marked.map((message) => toExamples(message, indices))
  const values = new Float64Array(indices.size * columns)
  const squares = new Float64Array(indices.size * columns)
  const order = examples.map((_, index) => index)
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, pass)
    for (const { features, meaning } of order.flatMap((index) => examples[index]!)) {
      const value = featureValue(features.length)
      const shares = sharesOf(score(features, values))
      for (const [column, share] of shares.entries()) {
        const error = (share - (column === meaning ? 1 : 0)) * value
        for (const feature of features) {
          const at = feature * columns + column
          const gradient = error + decay * values[at]!
          squares[at]! += gradient * gradient
          values[at]! -= (rate * gradient) / Math.sqrt(squares[at]! + 1e-6)
        }
      }
    }
  }
  return withoutSmall(indices, values)
}

/** Without the features whose weights are all small. */
function withoutSmall(indices: ReadonlyMap<string, number>, values: Float64Array): Weights {
  const kept = [...indices].filter(([, index]) =>
    values.subarray(index * columns, (index + 1) * columns).some((weight) => Math.abs(weight) >= weightMin),
  )
  return {
    indices: new Map(kept.map(([name], index) => [name, index])),
    values: Float64Array.from(
      kept.flatMap(([, index]) => [...values.subarray(index * columns, (index + 1) * columns)]),
    ),
  }
}

function indexFeatures(marked: readonly FeaturedMessage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of marked.flatMap(({ features }) => features.flat()))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const known = [...counts].flatMap(([name, count]) => (count < countMin ? [] : [name]))
  return new Map(known.toSorted().map((name, index) => [name, index]))
}

function toExamples(message: FeaturedMessage, indices: ReadonlyMap<string, number>): readonly Example[] {
  return message.features.map((names, token) => ({
    features: names.flatMap((name) => indices.get(name) ?? []),
    meaning: meanings.indexOf(message.meanings[token]!),
  }))
}

function score(features: readonly number[], values: Float64Array): readonly number[] {
  const value = featureValue(features.length)
  return meanings.map((_, column) =>
    features.reduce((sum, feature) => sum + values[feature * columns + column]! * value, 0),
  )
}

function writeWeights({ indices, values }: Weights): void {
  const rows = [...indices].map(([name, index]) => {
    const [other = 0, ...weights] = values.subarray(index * columns, (index + 1) * columns)
    return [name, ...weights.map((weight) => (weight - other).toFixed(1))]
  })
  writeFileSync(
    join(import.meta.dirname, '../../server/chat/assistant/word-meanings.tsv'),
    `${[['', ...weightedMeanings], ...rows].map((row) => row.join('\t')).join('\n')}\n`,
  )
  console.log(`${messages.length} messages, ${rows.length} features`)
}

function measure(): void {
  console.log(`| messages of | care: right | mentioned found | wrongly | places: right | mentioned found | wrongly |
|---|---|---|---|---|---|---|`)
  for (const file of markedFiles) {
    const weights = train(messages.filter((message) => message.file !== file))
    const own = messages.filter((message) => message.file === file)
    const cells = [
      ...compare(own, weights, ['care', 'mentioned care']),
      ...compare(own, weights, ['place', 'mentioned place']),
    ]
    console.log(`| ${[file, ...cells].join(' | ')} |`)
  }
}

/**
 * Of the words that have one of two meanings: the share that is read right, the share of mentioned words that is found, and the share of the
 * others that is taken for mentioned.
 */
function compare(
  marked: readonly FeaturedMessage[],
  { indices, values }: Weights,
  [sought, mentioned]: readonly ['care', 'mentioned care'] | readonly ['place', 'mentioned place'],
): readonly string[] {
  const [first, second] = [meanings.indexOf(sought), meanings.indexOf(mentioned)]
  const read = marked
    .flatMap((message) => toExamples(message, indices))
    .filter(({ meaning }) => meaning === first || meaning === second)
    .map(({ features, meaning }) => {
      const shares = sharesOf(score(features, values))
      return { isMentioned: meaning === second, share: shares[second]! / (shares[first]! + shares[second]!) }
    })
  const isRight = read.filter(({ isMentioned, share }) => share > 0.5 === isMentioned)
  const [others, all] = [
    read.filter(({ isMentioned }) => !isMentioned),
    read.filter(({ isMentioned }) => isMentioned),
  ]
  const taken = (words: typeof read): string =>
    percent(words.filter(({ share }) => share >= mentionedPartMin).length, words.length)
  return [percent(isRight.length, read.length), taken(all), taken(others)]
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`
}
