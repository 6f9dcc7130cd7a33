/** Converts the relevance of a hit to the `score` of responses: the probability that no clinician or place answers the query better. */
import fitted from './score-calibration.json' with { type: 'json' }
import type { Matches } from './search-engine.ts'

/** What a query tells about the probability that its hits are right. */
export type ScoreEvidence =
  /** The query consists of a name, which hits match by words alone. */
  | { readonly kind: 'name' }
  /** `best` and `margin` are 0 to 1: the score of the best concept, and how far it is ahead of the next one. */
  | { readonly kind: 'need'; readonly confidence: number; readonly best: number; readonly margin: number }

/** Points of a function that is linear between them; both coordinates ascend. */
export type Curve = readonly (readonly number[])[]

/** `benchmarks/calibration.ts` fits the numbers. */
export interface ScoreCalibration {
  readonly need: {
    /** Of a logistic regression. */
    readonly weights: {
      readonly constant: number
      readonly share: number
      readonly best: number
      readonly margin: number
    }
    /** From the result of the regression to the probability. */
    readonly curve: Curve
  }
  /** From the relevance to the probability. */
  readonly name: { readonly curve: Curve }
}

export const scoreCalibration: ScoreCalibration = fitted

/** Replaces the relevance of hits by the calibrated score, which never changes their order. */
export function calibrateScores(matches: Matches, evidence: ScoreEvidence): Matches {
  const hits = matches.hits.map((hit) => ({
    ...hit,
    score: hit.score === null ? null : calibrateScore(hit.score, evidence),
  }))
  return { ...matches, hits }
}

/** 0 to 1, with four decimals; it never falls as the relevance rises. */
export function calibrateScore(
  relevance: number,
  evidence: ScoreEvidence,
  calibration = scoreCalibration,
): number {
  const { need, name } = calibration
  const probability =
    evidence.kind === 'name'
      ? interpolate(name.curve, relevance)
      : interpolate(need.curve, logistic(needFeatures(relevance, evidence), need.weights))
  return Math.round(10_000 * probability) / 10_000
}

export type NeedFeatures = Readonly<Record<keyof ScoreCalibration['need']['weights'], number>>

/** Queries with less confidence have few hits, whose share of it means little. */
const confidenceMin = 0.5

export function needFeatures(
  relevance: number,
  { confidence, best, margin }: Extract<ScoreEvidence, { kind: 'need' }>,
): NeedFeatures {
  return { constant: 1, share: Math.min(1, relevance / Math.max(confidenceMin, confidence)), best, margin }
}

/** The probability of a logistic regression. */
export function logistic(features: NeedFeatures, weights: NeedFeatures): number {
  const names = Object.keys(features) as (keyof NeedFeatures)[]
  return 1 / (1 + Math.exp(-names.reduce((sum, name) => sum + weights[name] * features[name], 0)))
}

/** Linear between the points, and from the origin to the first one; constant after the last one. */
function interpolate(curve: Curve, x: number): number {
  let [x0, y0] = [0, 0]
  for (const [x1 = 0, y1 = 0] of curve) {
    if (x < x1) return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
    ;[x0, y0] = [x1, y1]
  }
  return y0
}
