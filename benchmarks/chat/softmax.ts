/** Learns a multinomial logistic regression by AdaGrad, one example after the other. */
import { featureValue, softmax, type Weights } from '@careatlas/server/chat/assistant/linear-model'

const rate = 0.3
const decay = 1e-4

export interface SoftmaxOptions {
  readonly features: readonly string[]
  readonly classes: number
}

export class Softmax {
  readonly #options: SoftmaxOptions
  readonly #indices: ReadonlyMap<string, number>
  readonly #weights: Float64Array
  readonly #squares: Float64Array

  constructor(options: SoftmaxOptions) {
    this.#options = options
    this.#indices = new Map(options.features.map((name, index) => [name, index]))
    this.#weights = new Float64Array(options.features.length * options.classes)
    this.#squares = new Float64Array(this.#weights.length)
  }

  /** The numbers of the features that it has. */
  indicesOf(names: readonly string[]): readonly number[] {
    return names.flatMap((name) => this.#indices.get(name) ?? [])
  }

  /** Changes the weights of the features by one example. Returns the class that had the highest score before. */
  learn(features: readonly number[], expected: number): number {
    const { classes } = this.#options
    const [weights, squares] = [this.#weights, this.#squares]
    const value = featureValue(features.length)
    const scores = new Float64Array(classes)
    for (const feature of features)
      for (let column = 0; column < classes; column++)
        scores[column]! += weights[feature * classes + column]! * value
    const shares = softmax(scores)
    for (let column = 0; column < classes; column++) {
      const error = (shares[column]! - (column === expected ? 1 : 0)) * value
      for (const feature of features) {
        const at = feature * classes + column
        const gradient = error + decay * weights[at]!
        squares[at]! += gradient * gradient
        weights[at]! -= (rate * gradient) / Math.sqrt(squares[at]! + 1e-6)
      }
    }
    return shares.indexOf(Math.max(...shares))
  }

  /** The weights above those of the first class, in steps of 0.5. */
  toWeights(): Weights {
    return new Map(
      this.#options.features.map((name, index) => {
        const [first = 0, ...others] = this.#row(index)
        return [name, others.map((weight) => Math.round(2 * (weight - first)) / 2)]
      }),
    )
  }

  /** The features that change the scores of most examples most, in the order of all. */
  mostImportant(counts: ReadonlyMap<string, number>, max: number): readonly string[] {
    const importance = (name: string, index: number): number =>
      (Math.max(...this.#row(index)) - Math.min(...this.#row(index))) * Math.sqrt(counts.get(name)!)
    const chosen = this.#options.features
      .map((name, index) => ({ name, value: importance(name, index) }))
      .toSorted((one, other) => other.value - one.value)
      .slice(0, max)
    return chosen.map(({ name }) => name).toSorted()
  }

  #row(index: number): Float64Array {
    return this.#weights.subarray(index * this.#options.classes, (index + 1) * this.#options.classes)
  }
}

export function countNames(names: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The text of a file of weights. */
export function formatWeights(weights: Weights, classes: readonly string[]): string {
  const rows = [...weights].map(([name, own]) => [name, ...own])
  return `${[['', ...classes], ...rows].map((row) => row.join('\t')).join('\n')}\n`
}
