/** What a question's words and meaning make of every entity: by its profile, or by itself where its own text holds a term. */
import { type AskedText, scoreOf } from '../relevance.ts'
import type { EntityValues } from './entity-values.ts'
import { meaningOfProfiles } from './meaning-leg.ts'
import type { Segment } from './segment.ts'
import { termParts } from './text-leg.ts'

const unknown = -1

export class Scores {
  /** Of the entities whose own text holds a term of the question. */
  readonly own: EntityValues
  readonly #segment: Segment
  readonly #scoreOf: (profile: number) => number
  readonly #ofProfiles: Float64Array

  /** `scoreOf` is that of members whose own text holds no term. */
  constructor(segment: Segment, own: EntityValues, scoreOfProfile: (profile: number) => number) {
    this.own = own
    this.#segment = segment
    this.#scoreOf = scoreOfProfile
    this.#ofProfiles = new Float64Array(segment.columns['profile.slice'].length).fill(unknown)
  }

  /** 0 for an entity that does not answer at all. */
  of(entity: number): number {
    return this.own.has(entity)
      ? this.own.get(entity)
      : this.ofProfile(this.#segment.columns['entity.profile'][entity]!)
  }

  /** Of the profile's members whose own text holds no term. */
  ofProfile(profile: number): number {
    const known = this.#ofProfiles[profile]!
    return known === unknown ? (this.#ofProfiles[profile] = this.#scoreOf(profile)) : known
  }

  /** All that answer at all. */
  entities(): Uint32Array {
    const entities = Uint32Array.from(this.#segment.columns['entity.profile'].keys())
    return entities.filter((entity) => this.of(entity) > 0)
  }
}

/** Scores every entity; `own` is filled anew and held by what comes back. */
export function scoreText(segment: Segment, asked: AskedText, own: EntityValues): Scores {
  const meaningOf = meaningOfProfiles(segment, asked)
  const { 'entity.profile': profileOf } = segment.columns
  termParts(segment, asked.terms, own)
  const weights = own.size === 0 ? { termShare: 0, termsAlone: 0 } : asked
  own.map((part, entity) => scoreOf(meaningOf(profileOf[entity]!), part, weights))
  return new Scores(segment, own, (profile) => scoreOf(meaningOf(profile), 0, weights))
}
