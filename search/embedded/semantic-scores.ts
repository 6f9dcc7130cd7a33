/** Semantic scores of profiles for a query. */
import { type TextQuery, proseWeight, traitFactor } from '../relevance.ts'
import type { Segment } from './segment.ts'

/** Returns the score of a profile, 0 to 1, in double precision, so that every engine computes the same score. */
export function semanticScores(segment: Segment, query: TextQuery): (profile: number) => number {
  const { codes, traits, columns } = segment
  // The snapshot may have vectors of another dimension.
  const vector = query.vector?.length === segment.dimension ? query.vector : null
  const { 'profile.slice': sliceOf, 'profile.traits': traitsOf } = columns
  const {
    'slice.start': starts,
    'slice.code': codeNumbers,
    'slice.weight': weights,
    'slice.text': textOf,
  } = columns
  const codeScores = Float64Array.from(codes, (code) => query.codes.get(code) ?? 0)
  const factors = traits.map((profileTraits) => traitFactor(query.preferences, profileTraits))
  return (profile) => {
    const slice = sliceOf[profile]!
    const text = textOf[slice]!
    let best = text === 0 ? 0 : proseWeight * similarity(columns['text.vector'], text - 1, vector)
    for (let index = starts[slice]!; index < starts[slice + 1]!; index++) {
      best = Math.max(best, (codeScores[codeNumbers[index]!]! * weights[index]!) / 100)
    }
    return best * factors[traitsOf[profile]!]!
  }
}

/** Cosine similarity of the query and the text, at least 0; 0 without a query vector. */
function similarity(vectors: Int8Array, text: number, query: Float32Array | null): number {
  if (query === null) return 0
  let sum = 0
  const start = text * query.length
  for (let index = 0; index < query.length; index++) sum += vectors[start + index]! * query[index]!
  return Math.max(0, sum / 127)
}
