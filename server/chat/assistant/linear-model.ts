/** Multinomial logistic regressions over features that are present or absent: a sum of weights for each class. */
import { readFileSync } from 'node:fs'

/** Of each feature, the weight of each class but the first. Those of the first are 0. */
export type Weights = ReadonlyMap<string, readonly number[]>

/** @param classes all but the first; the header of the file */
export function readWeights(file: string, classes: readonly string[]): Weights {
  const [header = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n')
  if (header !== ['', ...classes].join('\t')) throw new Error(`${file}: the header is ${header}`)
  return new Map(
    rows.map((row, index) => {
      const [feature = '', ...cells] = row.split('\t')
      const weights = cells.map((cell) => (cell === '' ? NaN : Number(cell)))
      if (weights.length !== classes.length || !weights.every(Number.isFinite))
        throw new Error(`${file}, line ${index + 2}: needs ${classes.length} numbers`)
      return [feature, weights]
    }),
  )
}

/** The share of each class, also of the first. Features without weights are ignored. */
export function sharesOf(
  features: readonly string[],
  weights: Weights,
  classes: readonly string[],
): readonly number[] {
  const sums = new Float64Array(classes.length + 1)
  let count = 0
  for (const feature of features) {
    const row = weights.get(feature)
    if (row === undefined) continue
    count += 1
    for (const [column, weight] of row.entries()) sums[column + 1]! += weight
  }
  return softmax(sums.map((sum) => sum * featureValue(count)))
}

/** The share of each score; the sum is 1. */
export function softmax(scores: Float64Array): readonly number[] {
  const highest = Math.max(...scores)
  const powers = Array.from(scores, (score) => Math.exp(score - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** Each feature counts less beside many. */
export function featureValue(count: number): number {
  return 1 / Math.sqrt(Math.max(1, count))
}
