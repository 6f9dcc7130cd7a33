/**
 * Searches the whole segment without scoring each entity. Two rankings are merged: entities whose own text contains a term, each
 * with its own score, and the other entities of the best profiles, with the score of their profile.
 */
import { competingMin } from '../first-places.ts'
import type { ScoreThreshold } from '../search-engine.ts'
import { noGroup } from './group-leaders.ts'
import { entitiesByMaxScore, topByMaxScore, type Ranked } from './max-score.ts'
import { TopK } from './top-k.ts'
import type { Scorer } from './scorer.ts'
import type { Segment } from './segment.ts'

/** Profiles with the same score. */
interface Group {
  readonly score: number
  readonly profiles: readonly number[]
}

/** For one query over one segment. */
export class UnfilteredSearch {
  readonly #segment: Segment
  readonly #scorer: Scorer
  readonly #accepts: (entity: number) => boolean
  /** By descending score; profiles that do not match are omitted. */
  readonly #groups: readonly Group[]
  /** The best entities with a term and at least the minimum score. */
  readonly #matched: readonly Ranked[]
  readonly #count: number
  readonly #best: number
  readonly #scoreMin: number

  /** Selects the first `count` entities that pass `accepts` and `threshold`. */
  constructor(
    segment: Segment,
    scorer: Scorer,
    accepts: (entity: number) => boolean,
    threshold: ScoreThreshold,
    count: number,
  ) {
    this.#segment = segment
    this.#scorer = scorer
    this.#accepts = accepts
    this.#groups = groupByScore(segment, scorer)
    this.#count = count
    const matched = topByMaxScore(scorer, accepts, count, threshold.min)
    this.#best = Math.max(matched[0]?.score ?? 0, this.#maxBaseScore())
    this.#scoreMin = Math.max(threshold.min, threshold.minOfTop * this.#best)
    this.#matched = matched.filter(({ score }) => score >= this.#scoreMin)
  }

  /** The first `count` entities, by score, then by number. */
  rankedEntities(): Uint32Array {
    const [matched, found] = [this.#matched, new Array<Ranked>()]
    let next = 0
    for (const { score, profiles } of this.#groups) {
      if (score < this.#scoreMin || found.length >= this.#count) break
      while (next < matched.length && matched[next]!.score > score) found.push(matched[next++]!)
      const equal = this.#firstMembers(profiles)
      while (next < matched.length && matched[next]!.score === score) equal.push(matched[next++]!.entity)
      for (const entity of equal.toSorted((a, b) => a - b)) found.push({ entity, score })
    }
    const first = [...found, ...matched.slice(next)].slice(0, this.#count)
    return Uint32Array.from(first, ({ entity }) => entity)
  }

  /** All entities that reach the threshold, in any order. */
  allEntities(): Uint32Array {
    const strong = this.#groups.filter(({ score }) => score >= this.#scoreMin)
    const withoutTerm = strong.flatMap(({ profiles }) =>
      profiles.map((profile) => this.#members(profile).filter((entity) => this.#isCandidate(entity))),
    )
    const matched = Uint32Array.from(this.#matched, ({ entity }) => entity)
    return concatenate([...withoutTerm, matched])
  }

  /** The first entity of each group of profiles that competes for the first places. */
  groupLeaders(groupOf: (profile: number) => number): Uint32Array {
    const scoreMin = Math.max(this.#scoreMin, competingMin * this.#best)
    const leaders = new Map<number, Ranked>()
    for (const { score, profiles } of this.#groups) {
      if (score < scoreMin) break
      for (const profile of profiles) this.#offerProfile(leaders, groupOf(profile), profile, score)
    }
    const { 'entity.profile': profileOf } = this.#segment.columns
    for (const hit of entitiesByMaxScore(this.#scorer, scoreMin)) {
      const group = groupOf(profileOf[hit.entity]!)
      if (isLeader(hit, group, leaders) && this.#accepts(hit.entity)) leaders.set(group, hit)
    }
    return Uint32Array.from(leaders.values(), ({ entity }) => entity)
  }

  /** Whether the threshold withholds an entity. */
  get hasWithheld(): boolean {
    const weak = this.#groups.filter(({ score }) => score < this.#scoreMin)
    return (
      weak.some(({ profiles }) => this.#hasCandidate(profiles)) ||
      this.#scorer.terms.lists.some(({ entities }) => entities.some((entity) => this.#isWeak(entity)))
    )
  }

  /** Makes the first candidate of the profile the leader of its group if it ranks before the present leader. */
  #offerProfile(leaders: Map<number, Ranked>, group: number, profile: number, score: number): void {
    for (const entity of this.#members(profile)) {
      if (!isLeader({ entity, score }, group, leaders)) return
      if (this.#isCandidate(entity)) return void leaders.set(group, { entity, score })
    }
  }

  #maxBaseScore(): number {
    return this.#groups.find(({ profiles }) => this.#hasCandidate(profiles))?.score ?? 0
  }

  #hasCandidate(profiles: readonly number[]): boolean {
    return profiles.some((profile) => this.#members(profile).some((entity) => this.#isCandidate(entity)))
  }

  /** Whether the entity is accepted, and has the score of its profile because it contains no term. */
  #isCandidate(entity: number): boolean {
    return this.#accepts(entity) && this.#scorer.hasNoTerm(entity)
  }

  #isWeak(entity: number): boolean {
    if (!this.#accepts(entity)) return false
    const score = this.#scorer.score(entity)
    return score > 0 && score < this.#scoreMin
  }

  /** The first `count` candidates of the profiles, by number. It stops reading a profile when the next member ranks too low. */
  #firstMembers(profiles: readonly number[]): number[] {
    const top = new TopK<number>(this.#count, (a, b) => a - b)
    for (const profile of profiles) {
      let remaining = this.#count
      for (const entity of this.#members(profile)) {
        if (remaining === 0 || (top.last !== undefined && entity > top.last)) break
        if (!this.#isCandidate(entity)) continue
        top.add(entity)
        remaining--
      }
    }
    return top.sorted()
  }

  #members(profile: number): Uint32Array {
    const { 'profile.start': starts, 'profile.entity': members } = this.#segment.columns
    return members.subarray(starts[profile], starts[profile + 1])
  }
}

function isLeader({ entity, score }: Ranked, group: number, leaders: ReadonlyMap<number, Ranked>): boolean {
  if (group === noGroup) return false
  const leader = leaders.get(group)
  return leader === undefined || score > leader.score || (score === leader.score && entity < leader.entity)
}

function groupByScore({ columns }: Segment, scorer: Scorer): readonly Group[] {
  const byScore = new Map<number, number[]>()
  for (let profile = 0; profile < columns['profile.slice'].length; profile++) {
    const score = scorer.baseScore(profile)
    if (score === 0) continue
    const group = byScore.get(score)
    if (group) group.push(profile)
    else byScore.set(score, [profile])
  }
  return Array.from(byScore, ([score, profiles]) => ({ score, profiles })).toSorted(
    (a, b) => b.score - a.score,
  )
}

function concatenate(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const list of lists) {
    all.set(list, offset)
    offset += list.length
  }
  return all
}
