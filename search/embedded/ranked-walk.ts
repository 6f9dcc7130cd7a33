/**
 * The best documents of a question over the whole country without looking at each: profiles by their score, the members of
 * equal ones by number, and those whose own text holds a term of the question at their own score.
 */
import { lowerBound } from './binary-search.ts'
import type { Scores } from './scores.ts'
import type { Segment } from './segment.ts'

export interface Ranked {
  readonly entity: number
  readonly score: number
}

/** Profiles of one score. */
interface Group {
  readonly score: number
  readonly profiles: readonly number[]
}

export class RankedWalk {
  readonly #segment: Segment
  readonly #scores: Scores
  readonly #accepts: (entity: number) => boolean
  /** The best first; those that do not answer are left out. */
  readonly #groups: readonly Group[]
  readonly #own: readonly Ranked[]

  /** Of the entities that `accepts` takes. */
  constructor(segment: Segment, scores: Scores, accepts: (entity: number) => boolean) {
    this.#segment = segment
    this.#scores = scores
    this.#accepts = accepts
    this.#groups = groupsOf(segment, scores)
    this.#own = ownRanked(scores, accepts)
  }

  /** The first `count` entities of score `least` or more, by score, then number. */
  first(count: number, least: number): readonly Ranked[] {
    const own = this.#own.slice(
      0,
      lowerBound(this.#own.length, (at) => this.#own[at]!.score >= least),
    )
    const found: Ranked[] = []
    let next = 0
    for (const { score, profiles } of this.#groups) {
      if (score < least || found.length >= count) break
      while (next < own.length && own[next]!.score > score) found.push(own[next++]!)
      const tied = own.slice(
        next,
        next + lowerBound(own.length - next, (at) => own[next + at]!.score === score),
      )
      next += tied.length
      const members = this.#firstMembers(profiles, count)
      const entities = [...tied.map(({ entity }) => entity), ...members].toSorted((a, b) => a - b)
      for (const entity of entities.slice(0, count)) found.push({ entity, score })
    }
    return [...found, ...own.slice(next)].slice(0, count)
  }

  /** Whether an entity answers with less than `least`. */
  holdsWeaker(least: number): boolean {
    const last = this.#own.at(-1)
    if (last !== undefined && last.score < least) return true
    const { 'profile.start': starts, 'profile.entity': members } = this.#segment.columns
    return this.#groups.some(
      ({ score, profiles }) =>
        score < least &&
        profiles.some((profile) =>
          members.subarray(starts[profile], starts[profile + 1]).some((entity) => this.#isPlain(entity)),
        ),
    )
  }

  /** Whether the entity has the score of its profile and is accepted. */
  #isPlain(entity: number): boolean {
    return !this.#scores.own.has(entity) && this.#accepts(entity)
  }

  /** The first `count` plain members of the profiles by number; a profile is left as soon as its next member comes too late. */
  #firstMembers(profiles: readonly number[], count: number): readonly number[] {
    const { 'profile.start': starts, 'profile.entity': members } = this.#segment.columns
    let first: number[] = []
    let last = Infinity
    for (const profile of profiles) {
      let room = count
      for (let at = starts[profile]!; at < starts[profile + 1]! && room > 0; at++) {
        const entity = members[at]!
        if (entity > last) break
        if (!this.#isPlain(entity)) continue
        first.push(entity)
        room--
      }
      if (first.length < 2 * count + 1024) continue
      first = first.toSorted((a, b) => a - b).slice(0, count)
      last = first.at(-1)!
    }
    return first.toSorted((a, b) => a - b).slice(0, count)
  }
}

function groupsOf({ columns }: Segment, scores: Scores): readonly Group[] {
  const byScore = new Map<number, number[]>()
  for (let profile = 0; profile < columns['profile.slice'].length; profile++) {
    const score = scores.ofProfile(profile)
    if (score === 0) continue
    const group = byScore.get(score)
    if (group) group.push(profile)
    else byScore.set(score, [profile])
  }
  return Array.from(byScore, ([score, profiles]) => ({ score, profiles })).toSorted(
    (a, b) => b.score - a.score,
  )
}

function ownRanked({ own }: Scores, accepts: (entity: number) => boolean): readonly Ranked[] {
  const ranked: Ranked[] = []
  for (const entity of own.keys()) {
    const score = own.get(entity)
    if (score > 0 && accepts(entity)) ranked.push({ entity, score })
  }
  return ranked.toSorted((a, b) => b.score - a.score || a.entity - b.entity)
}
