/** Scores entities for a query: combines the semantic score of the profile with the lexical score of the entity's text. */
import { relevance } from '../bm25.ts'
import { type TextQuery, relevanceScore } from '../relevance.ts'
import { lowerBound } from './binary-search.ts'
import { semanticScores } from './semantic-scores.ts'
import type { Segment } from './segment.ts'
import { termSum, type QueryPostings, postingsFor } from './postings.ts'

const notComputed = -1

/** For one query over one segment; it computes the score of each profile once. */
export class Scorer {
  /** Empty if terms have no weight. */
  readonly terms: QueryPostings
  readonly #profileOf: Uint32Array
  readonly #weights: Pick<TextQuery, 'lexicalWeight' | 'lexicalOnlyWeight'>
  readonly #computeSemanticScore: (profile: number) => number
  readonly #semanticScores: Float64Array
  readonly #baseScores: Float64Array
  #maxSemantic: number | undefined

  constructor(segment: Segment, query: TextQuery) {
    const usesTerms = query.lexicalWeight > 0 || query.lexicalOnlyWeight > 0
    this.terms = usesTerms ? postingsFor(segment, query.terms) : { lists: [], bestSum: 0 }
    this.#profileOf = segment.columns['entity.profile']
    this.#weights = this.terms.lists.length === 0 ? { lexicalWeight: 0, lexicalOnlyWeight: 0 } : query
    this.#computeSemanticScore = semanticScores(segment, query)
    this.#semanticScores = new Float64Array(segment.columns['profile.slice'].length).fill(notComputed)
    this.#baseScores = this.#semanticScores.slice()
  }

  /** 0 for an entity that does not match; `sum` is its `termSum`. */
  score(entity: number, sum = termSum(this.terms, entity)): number {
    const profile = this.#profileOf[entity]!
    return sum === 0 ? this.baseScore(profile) : this.#combine(this.#semanticScore(profile), sum)
  }

  /** The score of the members of the profile that contain no term. */
  baseScore(profile: number): number {
    const cached = this.#baseScores[profile]!
    return cached === notComputed
      ? (this.#baseScores[profile] = this.#combine(this.#semanticScore(profile), 0))
      : cached
  }

  /** The least `termSum` with which an entity can reach a wanted score. */
  minSum(isWanted: (score: number) => boolean): number {
    const semantic = (this.#maxSemantic ??= this.#maxSemanticScore())
    return lowerBound(this.terms.bestSum + 1, (sum) => !isWanted(this.#combine(semantic, sum)))
  }

  /** Whether the entity contains no term. */
  hasNoTerm(entity: number): boolean {
    return termSum(this.terms, entity) === 0
  }

  #maxSemanticScore(): number {
    let max = 0
    for (let profile = 0; profile < this.#semanticScores.length; profile++)
      max = Math.max(max, this.#semanticScore(profile))
    return max
  }

  #combine(semantic: number, sum: number): number {
    return relevanceScore(semantic, sum === 0 ? 0 : relevance(sum, this.terms.bestSum), this.#weights)
  }

  #semanticScore(profile: number): number {
    const cached = this.#semanticScores[profile]!
    return cached === notComputed
      ? (this.#semanticScores[profile] = this.#computeSemanticScore(profile))
      : cached
  }
}
