/** Scores entities for a query: the semantic score of the profile, combined with the terms in the entity's own text. */
import { relevance } from '../bm25.ts'
import { type TextQuery, relevanceScore } from '../relevance.ts'
import { lowerBound } from './binary-search.ts'
import { semanticScores } from './semantic-scores.ts'
import type { Segment } from './segment.ts'
import { termSum, type QueryPostings, postingsFor } from './postings.ts'

const unknown = -1

/** For one query over one segment; it computes each profile once. */
export class Scorer {
  readonly terms: QueryPostings
  readonly #profileOf: Uint32Array
  readonly #weights: Pick<TextQuery, 'termShare' | 'termsAlone'>
  readonly #meaningOf: (profile: number) => number
  readonly #meanings: Float64Array
  readonly #baseScores: Float64Array
  #maxSemantic: number | undefined

  constructor(segment: Segment, query: TextQuery) {
    this.terms = postingsFor(segment, query.terms)
    this.#profileOf = segment.columns['entity.profile']
    this.#weights = this.terms.lists.length === 0 ? { termShare: 0, termsAlone: 0 } : query
    this.#meaningOf = semanticScores(segment, query)
    this.#meanings = new Float64Array(segment.columns['profile.slice'].length).fill(unknown)
    this.#baseScores = this.#meanings.slice()
  }

  /** 0 for an entity that does not match; `sum` is the sum of its terms. */
  score(entity: number, sum = termSum(this.terms, entity)): number {
    const profile = this.#profileOf[entity]!
    return sum === 0 ? this.baseScore(profile) : this.#mix(this.#semanticScore(profile), sum)
  }

  /** The score of members of the profile without a matching term. */
  baseScore(profile: number): number {
    const known = this.#baseScores[profile]!
    return known === unknown
      ? (this.#baseScores[profile] = this.#mix(this.#semanticScore(profile), 0))
      : known
  }

  /** The least sum of terms with which an entity can reach a wanted score. */
  minSum(isWanted: (score: number) => boolean): number {
    const meaning = (this.#maxSemantic ??= this.#maxSemanticScore())
    return lowerBound(this.terms.bestSum + 1, (sum) => !isWanted(this.#mix(meaning, sum)))
  }

  /** Whether the entity contains no term. */
  hasNoMatch(entity: number): boolean {
    return termSum(this.terms, entity) === 0
  }

  #maxSemanticScore(): number {
    let max = 0
    for (let profile = 0; profile < this.#meanings.length; profile++)
      max = Math.max(max, this.#semanticScore(profile))
    return max
  }

  #mix(meaning: number, sum: number): number {
    return relevanceScore(meaning, sum === 0 ? 0 : relevance(sum, this.terms.bestSum), this.#weights)
  }

  #semanticScore(profile: number): number {
    const known = this.#meanings[profile]!
    return known === unknown ? (this.#meanings[profile] = this.#meaningOf(profile)) : known
  }
}
