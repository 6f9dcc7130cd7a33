/** Scores entities for a query: combines the semantic score of the profile with the lexical score of the entity's text. */
import { relevance } from '../bm25.ts'
import { type TextQuery, professionFactor, relevanceScore } from '../relevance.ts'
import { lowerBound } from './binary-search.ts'
import { semanticScores } from './semantic-scores.ts'
import type { Segment } from './segment.ts'
import { termSum, type QueryPostings, postingsFor } from './postings.ts'

const notComputed = -1

/** For one query over one segment; it computes the score of each profile once. */
export class Scorer {
  /** Empty if terms have no weight. */
  readonly terms: QueryPostings
  readonly #columns: Segment['columns']
  readonly #profileOf: Uint32Array
  readonly #weights: Pick<TextQuery, 'lexicalWeight' | 'lexicalOnlyWeight'>
  readonly #computeSemanticScore: (profile: number) => number
  readonly #semanticScores: Float64Array
  readonly #baseScores: Float64Array
  readonly #factorOf: (profile: number) => number
  readonly #named: Uint32Array
  #maxSemantic: number | undefined

  /** `named`: the entities that have the name in the query and therefore the best lexical score, ascending. */
  constructor(segment: Segment, query: TextQuery, named: Uint32Array) {
    const usesTerms = query.lexicalWeight > 0 || query.lexicalOnlyWeight > 0
    this.terms = usesTerms ? postingsFor(segment, query.terms) : { lists: [], bestSum: 0 }
    this.#columns = segment.columns
    this.#profileOf = segment.columns['entity.profile']
    this.#weights = this.terms.lists.length === 0 ? { lexicalWeight: 0, lexicalOnlyWeight: 0 } : query
    this.#computeSemanticScore = semanticScores(segment, query)
    this.#semanticScores = new Float64Array(segment.columns['profile.slice'].length).fill(notComputed)
    this.#baseScores = this.#semanticScores.slice()
    this.#factorOf = professionFactors(segment, query)
    this.#named = named
  }

  /** 0 for an entity that does not match; `sum` is its `termSum`. */
  score(entity: number, sum = termSum(this.terms, entity)): number {
    const profile = this.#profileOf[entity]!
    if (sum === 0) return this.baseScore(profile)
    const bestSum = this.#isNamed(entity) ? this.terms.bestSum : sum
    return this.#combine(this.#semanticScore(profile), bestSum, this.#factorOf(profile))
  }

  /** The score of the members of the profile that contain no term. */
  baseScore(profile: number): number {
    const cached = this.#baseScores[profile]!
    return cached === notComputed
      ? (this.#baseScores[profile] = this.#combine(this.#semanticScore(profile), 0, this.#factorOf(profile)))
      : cached
  }

  /**
   * The members of each profile that matches without terms; null if they are more than `max`, or if there are more profiles than
   * `max`, whose scores would take longer.
   */
  membersOfMatchingProfiles(max: number): readonly Uint32Array[] | null {
    const profiles = this.#baseScores.length
    if (profiles > max) return null
    const { 'profile.start': starts, 'profile.entity': members } = this.#columns
    const lists: Uint32Array[] = []
    let count = 0
    for (let profile = 0; profile < profiles; profile++) {
      if (this.baseScore(profile) === 0) continue
      const [start, end] = [starts[profile]!, starts[profile + 1]!]
      count += end - start
      if (count > max) return null
      lists.push(members.subarray(start, end))
    }
    return lists
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

  #combine(semantic: number, sum: number, factor = 1): number {
    const lexical = sum === 0 ? 0 : relevance(sum, this.terms.bestSum)
    return relevanceScore(semantic, lexical, this.#weights, factor)
  }

  #isNamed(entity: number): boolean {
    const index = lowerBound(this.#named.length, (at) => this.#named[at]! < entity)
    return this.#named[index] === entity
  }

  #semanticScore(profile: number): number {
    const cached = this.#semanticScores[profile]!
    return cached === notComputed
      ? (this.#semanticScores[profile] = this.#computeSemanticScore(profile))
      : cached
  }
}

/** Returns the factor of a profile by the profession of its codes. */
function professionFactors({ codes, columns }: Segment, { person }: TextQuery): (profile: number) => number {
  if (person?.isDoctor !== true) return () => 1
  const { 'profile.slice': sliceOf, 'slice.start': starts, 'slice.code': codeNumbers } = columns
  const factorOfCode = codes.map((code) => professionFactor(person, [code]))
  const withoutCode = professionFactor(person, [])
  return (profile) => {
    const slice = sliceOf[profile]!
    const numbers = codeNumbers.subarray(starts[slice], starts[slice + 1])
    return numbers.reduce((best, number) => Math.max(best, factorOfCode[number]!), withoutCode)
  }
}
