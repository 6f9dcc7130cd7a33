/**
 * MaxScore (H. Turtle and J. Flood, "Query Evaluation: Strategies and Optimizations", 1995): finds the best entities by their
 * terms without scoring each. It skips only entities that cannot be among the best.
 */
import { lowerBound } from './binary-search.ts'
import { TopK } from './top-k.ts'
import type { Scorer } from './scorer.ts'
import type { PostingList } from './postings.ts'

export interface Ranked {
  readonly entity: number
  readonly score: number
}

/**
 * The best `count` entities with a term that pass `accepts` and score at least `scoreMin` and more than 0, by score, then
 * number.
 */
export function topByMaxScore(
  scorer: Scorer,
  accepts: (entity: number) => boolean,
  count: number,
  scoreMin: number,
): readonly Ranked[] {
  const best = new TopK<Ranked>(count, (a, b) => b.score - a.score || a.entity - b.entity)
  // Entities are visited in ascending order: of two with the same score, the later one ranks after.
  const wants = (score: number): boolean =>
    best.last === undefined ? score > 0 && score >= scoreMin : score > best.last.score
  const walk = new PostingsIterator(scorer.terms.lists)
  walk.raiseThreshold(scorer.minSum(wants))
  for (let entity = walk.next(); entity !== Infinity; entity = walk.next()) {
    const sum = walk.sumAt(entity)
    const score = sum === 0 ? 0 : scorer.score(entity, sum)
    if (!wants(score) || !accepts(entity)) continue
    if (best.add({ entity, score })) walk.raiseThreshold(scorer.minSum(wants))
  }
  return best.sorted()
}

/** Iterates over postings in parallel, entity by entity, and skips lists that cannot reach the minimum sum. */
class PostingsIterator {
  /** The list with the smallest maximum contribution first. */
  readonly #lists: readonly PostingList[]
  readonly #next: number[]
  /** The maximum sum of the lists up to each. */
  readonly #reach: readonly number[]
  #minSum = 0
  /** Lists before this one cannot reach the minimum sum without a later one. */
  #essential = 0

  constructor(lists: readonly PostingList[]) {
    this.#lists = lists.toSorted((a, b) => a.weight * a.best - b.weight * b.best)
    this.#next = lists.map(() => 0)
    let reach = 0
    this.#reach = this.#lists.map(({ weight, best }) => (reach += weight * best))
  }

  /** Only sums of at least `minSum` are returned from now on; it never decreases. */
  raiseThreshold(minSum: number): void {
    this.#minSum = minSum
    this.#essential = lowerBound(this.#reach.length, (at) => this.#reach[at]! < minSum)
  }

  /** Infinity at the end. */
  next(): number {
    let scoreMin = Infinity
    for (let at = this.#essential; at < this.#lists.length; at++) {
      const { entities } = this.#lists[at]!
      const place = this.#next[at]!
      if (place < entities.length && entities[place]! < scoreMin) scoreMin = entities[place]!
    }
    return scoreMin
  }

  /** The sum of the next entity, which is consumed; 0 if it is less than the minimum. */
  sumAt(entity: number): number {
    let sum = 0
    for (let at = this.#lists.length - 1; at >= 0; at--) {
      if (at < this.#essential && sum + this.#reach[at]! < this.#minSum) return 0
      const { entities, impacts, weight } = this.#lists[at]!
      if (at < this.#essential) this.#next[at] = placeFrom(entities, this.#next[at]!, entity)
      if (entities[this.#next[at]!] === entity) sum += weight * impacts[this.#next[at]!++]!
    }
    return sum < this.#minSum ? 0 : sum
  }
}

/** The first place at or after `from` of an entity not before `entity`; galloping search. */
function placeFrom(entities: Uint32Array, from: number, entity: number): number {
  let step = 1
  while (entities[from + step - 1]! < entity) step *= 2
  const [low, high] = [from + (step >> 1), Math.min(from + step - 1, entities.length)]
  return low + lowerBound(high - low, (at) => entities[low + at]! < entity)
}
