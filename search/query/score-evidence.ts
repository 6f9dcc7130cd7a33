/** Collects what a query tells about the probability that its hits are right. */
import type { Concept } from '@careatlas/vocabulary/concept'
import type { TextQuery } from '../relevance.ts'
import type { ScoreEvidence } from '../score-calibration.ts'
import { minOfBest } from './target-taxonomies.ts'

/** `scores` has the score of each concept. */
export function collectEvidence(
  { codes, groups, lexicalWeight }: Pick<TextQuery, 'codes' | 'groups' | 'lexicalWeight'>,
  concepts: readonly Concept[],
  scores: Float32Array,
  confidence: number,
): ScoreEvidence {
  if (lexicalWeight === 1) return { kind: 'name' }
  let best = 0
  for (let index = 0; index < scores.length; index++)
    if (scores[index]! > best && concepts[index]!.codes.length > 0) best = scores[index]!
  return { kind: 'need', confidence, best: Math.min(1, best), margin: computeMargin(codes, groups) }
}

/** 1 minus the share of the best score that the best code of another group has, `minOfBest` if there is none. */
function computeMargin(codes: TextQuery['codes'], groups: TextQuery['groups']): number {
  const bestOfGroups = new Map<number, number>()
  for (const [code, score] of codes) {
    const group = groups.get(code)!
    bestOfGroups.set(group, Math.max(score, bestOfGroups.get(group) ?? 0))
  }
  const [first = 1, second = minOfBest * first] = [...bestOfGroups.values()].toSorted((a, b) => b - a)
  return 1 - second / first
}
