/** Fits the calibration of scores: a logistic regression, then a curve that ascends. */
import type { Curve, NeedFeatures } from '@careatlas/search/score-calibration'

/** A hit of a judged query; `weight` is its share of the hits of the query. */
export interface JudgedHit {
  readonly isRight: boolean
  readonly weight: number
}

type Numbers = readonly number[]

const iterations = 20

/** Only for a unique result: the features differ by a few tenths, so that a larger penalty flattens the scores of one page. */
const ridge = 0.01

/** Logistic regression by Newton's method, with an L2 penalty for all weights except the constant. */
export function fitLogistic(
  hits: readonly (JudgedHit & { readonly features: NeedFeatures })[],
): NeedFeatures {
  const names = Object.keys(hits[0]!.features) as (keyof NeedFeatures)[]
  const rows = hits.map(({ features }) => names.map((name) => features[name]))
  let weights: Numbers = names.map(() => 0)
  for (let iteration = 0; iteration < iterations; iteration++) {
    const penalty = names.map((name) => (name === 'constant' ? 0 : ridge))
    const gradient = weights.map((weight, index) => -penalty[index]! * weight)
    const hessian = names.map((_, row) => names.map((__, column) => (row === column ? penalty[row]! : 0)))
    for (const [index, row] of rows.entries()) {
      const { isRight, weight } = hits[index]!
      const probability =
        1 / (1 + Math.exp(-row.reduce((sum, value, column) => sum + value * weights[column]!, 0)))
      row.forEach((value, i) => {
        gradient[i]! += weight * (Number(isRight) - probability) * value
        row.forEach((other, j) => {
          hessian[i]![j]! += weight * probability * (1 - probability) * value * other
        })
      })
    }
    const step = solve(hessian, gradient)
    weights = weights.map((weight, index) => weight + step[index]!)
  }
  return Object.fromEntries(
    names.map((name, index) => [name, round(weights[index]!)]),
  ) as unknown as NeedFeatures
}

/** Solves a linear system with a positive definite matrix by Gauss-Jordan elimination. */
function solve(matrix: readonly Numbers[], right: Numbers): Numbers {
  const rows = matrix.map((row, index) => [...row, right[index]!])
  rows.forEach((pivot, index) => {
    for (const [other, row] of rows.entries()) {
      if (other === index) continue
      const factor = row[index]! / pivot[index]!
      pivot.forEach((value, column) => {
        row[column]! -= factor * value
      })
    }
  })
  return rows.map((row, index) => row.at(-1)! / row[index]!)
}

/** Ranges of equally many hits before they are merged. */
const rangesMax = 10

/** One right and one wrong hit per range, so that no range is certain. */
const prior = { right: 1, all: 2 } as const

/** Isotonic regression by pool adjacent violators, over ranges of equal weight: a point for the center of each pool. */
export function fitCurve(hits: readonly (JudgedHit & { readonly x: number })[]): Curve {
  const sorted = hits.toSorted((a, b) => a.x - b.x)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const pools: Pool[] = []
  let seen = 0
  for (const [index, { x, weight, isRight }] of sorted.entries()) {
    const isNext = seen >= (pools.length * total) / rangesMax && x !== sorted[index - 1]?.x
    if (isNext) pools.push({ weight: 0, sum: 0, right: 0 })
    const pool = pools.at(-1)!
    pool.weight += weight
    pool.sum += weight * x
    pool.right += isRight ? weight : 0
    seen += weight
  }
  return mergeViolators(pools).map((pool) => [round(pool.sum / pool.weight), round(probabilityOf(pool))])
}

interface Pool {
  weight: number
  sum: number
  right: number
}

function mergeViolators(ranges: readonly Pool[]): readonly Pool[] {
  const pools: Pool[] = []
  for (const range of ranges) {
    let pool = range
    while (pools.length > 0 && probabilityOf(pools.at(-1)!) >= probabilityOf(pool)) {
      const last = pools.pop()!
      pool = {
        weight: last.weight + pool.weight,
        sum: last.sum + pool.sum,
        right: last.right + pool.right,
      }
    }
    pools.push(pool)
  }
  return pools
}

function probabilityOf({ right, weight }: Pool): number {
  return (right + prior.right) / (weight + prior.all)
}

function round(value: number): number {
  return Math.round(10_000 * value) / 10_000
}
