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
 * The best `count` entities that contain a term, pass `accepts` and score above 0 and at least `scoreMin`; sorted by score, then
 * by number.
 */
export function topByMaxScore(
  scorer: Scorer,
  accepts: (entity: number) => boolean,
  count: number,
  scoreMin: number,
): readonly Ranked[] {
  const best = new TopK<Ranked>(count, (a, b) => b.score - a.score || a.entity - b.entity)
  // Entities are visited in ascending order, so a later entity with the same score ranks lower.
  const isWanted = (score: number): boolean =>
    best.last === undefined ? score > 0 && score >= scoreMin : score > best.last.score
  const postings = new PostingsIterator(scorer.terms.lists)
  postings.raiseThreshold(scorer.minSum(isWanted))
  for (let entity = postings.next(); entity !== Infinity; entity = postings.next()) {
    const sum = postings.consumeSum(entity)
    const score = sum === 0 ? 0 : scorer.score(entity, sum)
    if (!isWanted(score) || !accepts(entity)) continue
    if (best.add({ entity, score })) postings.raiseThreshold(scorer.minSum(isWanted))
  }
  return best.sorted()
}

/** The entities that contain a term and score at least `scoreMin`, ascending. */
export function* entitiesByMaxScore(scorer: Scorer, scoreMin: number): Generator<Ranked, void> {
  const postings = new PostingsIterator(scorer.terms.lists)
  postings.raiseThreshold(scorer.minSum((score) => score >= scoreMin))
  for (let entity = postings.next(); entity !== Infinity; entity = postings.next()) {
    const sum = postings.consumeSum(entity)
    const score = sum === 0 ? 0 : scorer.score(entity, sum)
    if (score > 0 && score >= scoreMin) yield { entity, score }
  }
}

/** Iterates over several posting lists in parallel, entity by entity, and skips entities that cannot reach the minimum sum. */
class PostingsIterator {
  /** By maximum contribution, ascending. */
  readonly #lists: readonly PostingList[]
  /** For each list the index of the next posting. */
  readonly #next: number[]
  /** For each list the maximum sum of it and all lists before it. */
  readonly #maxSums: readonly number[]
  #minSum = 0
  /** The first essential list: an entity that only earlier lists contain cannot reach the minimum sum. */
  #firstEssential = 0

  constructor(lists: readonly PostingList[]) {
    this.#lists = lists.toSorted((a, b) => a.weight * a.best - b.weight * b.best)
    this.#next = lists.map(() => 0)
    let maxSum = 0
    this.#maxSums = this.#lists.map(({ weight, best }) => (maxSum += weight * best))
  }

  /** Sums below `minSum`, which never decreases, count as 0 from now on. */
  raiseThreshold(minSum: number): void {
    this.#minSum = minSum
    this.#firstEssential = lowerBound(this.#maxSums.length, (list) => this.#maxSums[list]! < minSum)
  }

  /** The next entity in an essential list; Infinity at the end. */
  next(): number {
    let nextEntity = Infinity
    for (let list = this.#firstEssential; list < this.#lists.length; list++) {
      const { entities } = this.#lists[list]!
      const index = this.#next[list]!
      if (index < entities.length && entities[index]! < nextEntity) nextEntity = entities[index]!
    }
    return nextEntity
  }

  /** Consumes the postings of the entity, which `next` has returned, and returns their sum; 0 below the minimum. */
  consumeSum(entity: number): number {
    let sum = 0
    for (let list = this.#lists.length - 1; list >= 0; list--) {
      const isEssential = list >= this.#firstEssential
      if (!isEssential && sum + this.#maxSums[list]! < this.#minSum) return 0
      const { entities, impacts, weight } = this.#lists[list]!
      if (!isEssential) this.#next[list] = gallop(entities, this.#next[list]!, entity)
      if (entities[this.#next[list]!] === entity) sum += weight * impacts[this.#next[list]!++]!
    }
    return sum < this.#minSum ? 0 : sum
  }
}

/** Galloping search: the index of the first entity, from `from`, that is not less than `entity`. */
function gallop(entities: Uint32Array, from: number, entity: number): number {
  let step = 1
  while (entities[from + step - 1]! < entity) step *= 2
  const [low, high] = [from + (step >> 1), Math.min(from + step - 1, entities.length)]
  return low + lowerBound(high - low, (offset) => entities[low + offset]! < entity)
}
