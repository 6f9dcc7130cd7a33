/**
 * Learns `search/query/triage/urgent-words.tsv`: a logistic regression for each kind of urgent notice, by AdaGrad over a fixed order
 * of the examples, so that the same examples give the same weights.
 * Usage: `bin/node benchmarks/triage/train-urgent-words.ts`
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  constantTerm,
  featureValue,
  urgencyFeatures,
  type UrgencyKind,
  urgencyKinds,
  urgencyVector,
  vectorTerms,
} from '@careatlas/search/query/triage/urgent-words'
import { readStaticModel } from '@careatlas/vocabulary/static-model'
import { wordsOf } from '@careatlas/vocabulary/words'
import { shuffle } from '../shuffle.ts'
import { readUrgencyExamples } from './urgency-examples.ts'

const passes = 25
const rate = 0.3
const decay = 1e-4
/** A rarer feature does not predict other texts. */
const countMin = 3

interface Example {
  /** The value of each feature: words and pairs have the same value, the components of the vector their own. */
  readonly indices: readonly number[]
  readonly values: readonly number[]
  readonly kinds: ReadonlySet<string>
}

const root = join(import.meta.dirname, '../..')
const texts = readUrgencyExamples().map((example) => ({
  ...example,
  names: [...urgencyFeatures(wordsOf(example.text))],
}))
const features = [...vectorTerms, ...countedFeatures(texts.flatMap(({ names }) => names))]
const featureIndices = new Map(features.map((feature, index) => [feature, index]))
const examples = texts.map(toExample)

const columns = urgencyKinds.map((kind) => train(kind))
const rows = [constantTerm, ...features].map((feature, index) => [
  feature,
  ...columns.map(({ constant, weights }) =>
    (feature === constantTerm ? constant : weights[index - 1]!).toFixed(2),
  ),
])
writeFileSync(
  join(root, 'search/query/triage/urgent-words.tsv'),
  `${[[readStaticModel().id, ...urgencyKinds], ...rows].map((row) => row.join('\t')).join('\n')}\n`,
)
console.log(`${examples.length} examples; ${features.length} features`)

function toExample({ text, names, kinds }: (typeof texts)[number]): Example {
  const known = names.flatMap((name) => featureIndices.get(name) ?? [])
  const vector = urgencyVector(wordsOf(text))
  return {
    indices: [...vectorTerms.keys(), ...known],
    values: [...vector, ...known.map(() => featureValue(known.length))],
    kinds,
  }
}

function countedFeatures(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].flatMap(([name, count]) => (count < countMin ? [] : [name])).toSorted()
}

function train(kind: UrgencyKind): { readonly constant: number; readonly weights: Float64Array } {
  const weights = new Float64Array(features.length)
  const squares = new Float64Array(features.length)
  const order = examples.map((_, index) => index)
  let constant = 0
  let constantSquares = 1
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, pass)
    for (const index of order) {
      const { indices, values, kinds } = examples[index]!
      const score = indices.reduce((sum, feature, at) => sum + weights[feature]! * values[at]!, constant)
      const error = 1 / (1 + Math.exp(-score)) - (kinds.has(kind) ? 1 : 0)
      for (const [at, feature] of indices.entries()) {
        const gradient = error * values[at]! + decay * weights[feature]!
        squares[feature]! += gradient * gradient
        weights[feature]! -= (rate * gradient) / Math.sqrt(squares[feature]! + 1e-6)
      }
      constantSquares += error * error
      constant -= (rate * error) / Math.sqrt(constantSquares)
    }
  }
  return { constant, weights }
}
