/** Semantic scores of profiles for a query. */
import { type TextQuery, proseWeight, traitFactor } from '../relevance.ts'
import type { Segment } from './segment.ts'

/** 0 to 1 for each profile, in double precision so that every engine computes the same score. */
export function semanticScores(segment: Segment, query: TextQuery): (profile: number) => number {
  const { codes, traits, columns } = segment
  // The dimension of an embedder may change.
  const direction = query.vector?.length === segment.dimension ? query.vector : null
  const { 'profile.slice': sliceOf, 'profile.traits': traitsOf } = columns
  const { 'slice.start': starts, 'slice.code': held, 'slice.weight': weights, 'slice.text': textOf } = columns
  const answers = Float64Array.from(codes, (code) => query.codes.get(code) ?? 0)
  const factors = traits.map((known) => traitFactor(query.preferences, known))
  return (profile) => {
    const slice = sliceOf[profile]!
    const text = textOf[slice]!
    let best = text === 0 ? 0 : proseWeight * similarity(columns['text.vector'], text - 1, direction)
    for (let at = starts[slice]!; at < starts[slice + 1]!; at++) {
      best = Math.max(best, (answers[held[at]!]! * weights[at]!) / 100)
    }
    return best * factors[traitsOf[profile]!]!
  }
}

/** Cosine similarity of the query and the text, at least 0; 0 if they are not compared. */
function similarity(vectors: Int8Array, text: number, question: Float32Array | null): number {
  if (question === null) return 0
  let sum = 0
  const start = text * question.length
  for (let at = 0; at < question.length; at++) sum += vectors[start + at]! * question[at]!
  return Math.max(0, sum / 127)
}
