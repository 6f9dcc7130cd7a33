/**
 * The best holders of a question's terms without a look at each: MaxScore (H. Turtle and J. Flood, "Query Evaluation:
 * Strategies and Optimizations", 1995). Nothing is lost: whoever is passed over could not have been among the first.
 */
import { lowerBound } from './binary-search.ts'
import type { Scorer } from './scorer.ts'
import type { TermList } from './term-lists.ts'

export interface Ranked {
  readonly entity: number
  readonly score: number
}

/** The first `count` holders that `accepts` takes, of a score above 0 and at least `least`, by score, then number. */
export function bestHolders(
  scorer: Scorer,
  accepts: (entity: number) => boolean,
  count: number,
  least: number,
): readonly Ranked[] {
  const ascending = scorer.terms.lists.toSorted((a, b) => a.weight * a.best - b.weight * b.best)
  const sums = ascending.map(({ weight, best }) => weight * best)
  /** The most that the lists up to each add together. */
  const reach = sums.map((_, at) => sums.slice(0, at + 1).reduce((sum, most) => sum + most))
  const next = ascending.map(() => 0)
  const first = new First(count, least)
  let leastSum = scorer.leastSum((score) => first.wants(score))
  /** Holders of the lists before this one alone come too late. */
  let essential = lowerBound(reach.length, (at) => reach[at]! < leastSum)
  for (;;) {
    const entity = leastEntity(ascending, next, essential)
    if (entity === Infinity) return first.ranked()
    let sum = 0
    for (let at = ascending.length - 1; at >= 0; at--) {
      if (at < essential && sum + reach[at]! < leastSum) break
      const { entities, impacts, weight } = ascending[at]!
      if (at < essential) next[at] = placeFrom(entities, next[at]!, entity)
      if (entities[next[at]!] === entity) sum += weight * impacts[next[at]!++]!
    }
    if (sum < leastSum) continue
    const score = scorer.score(entity, sum)
    if (!first.wants(score) || !accepts(entity)) continue
    first.take({ entity, score })
    if (!first.raised) continue
    leastSum = scorer.leastSum((worth) => first.wants(worth))
    essential = lowerBound(reach.length, (at) => reach[at]! < leastSum)
  }
}

function leastEntity(lists: readonly TermList[], next: readonly number[], from: number): number {
  let least = Infinity
  for (let at = from; at < lists.length; at++) {
    const { entities } = lists[at]!
    const place = next[at]!
    if (place < entities.length && entities[place]! < least) least = entities[place]!
  }
  return least
}

/** The first place from `from` on of an entity not before `entity`; finds near ones sooner. */
function placeFrom(entities: Uint32Array, from: number, entity: number): number {
  let step = 1
  while (entities[from + step - 1]! < entity) step *= 2
  const [low, high] = [from + (step >> 1), Math.min(from + step - 1, entities.length)]
  return low + lowerBound(high - low, (at) => entities[low + at]! < entity)
}

/** So many more are gathered than wanted before the later ones are dropped. */
export const gatheredAtLeast = 1024

/** Takes entities in ascending order and keeps the first `count` by score, then number. */
class First {
  readonly #count: number
  #least: number
  #gathered: Ranked[] = []
  /** Whether as many as wanted have the least score, so that a later entity must have more. */
  #full = false
  /** Whether the last one taken raised the score that is wanted. */
  raised = false

  constructor(count: number, least: number) {
    this.#count = count
    this.#least = least
  }

  wants(score: number): boolean {
    return score > 0 && (this.#full ? score > this.#least : score >= this.#least)
  }

  take(ranked: Ranked): void {
    this.#gathered.push(ranked)
    this.raised = this.#gathered.length >= 2 * this.#count + gatheredAtLeast
    if (!this.raised) return
    this.#gathered = this.ranked()
    this.#least = this.#gathered.at(-1)!.score
    this.#full = true
  }

  ranked(): Ranked[] {
    return this.#gathered.toSorted((a, b) => b.score - a.score || a.entity - b.entity).slice(0, this.#count)
  }
}
