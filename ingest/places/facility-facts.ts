/** What the lists that name a facility say of it together. */
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import { freshestFirst } from '../compose/freshest.ts'
import type { Stated } from '../compose/observed.ts'
import type { Facility } from '../facts/facts.ts'
import type { Mention } from './mention.ts'

type Listings = readonly Mention<Facility>[]

/** As the freshest list has it, for display; null without a listing. */
export function facilityName(facilities: Listings): string | null {
  const [freshest] = freshestFirst(facilities.map(({ who }) => who))
  return freshest === undefined ? null : titleCaseOrganization(freshest.name)
}

/** The freshest number that is listed. */
export function facilityPhone(facilities: Listings): string | null {
  const numbered = facilities.map(({ who }) => who).filter(({ practice }) => practice.phone !== null)
  return freshestFirst(numbered)[0]?.practice.phone ?? null
}

/** The freshest statement whether it has emergency services. */
export function emergencyAt(facilities: Listings): Stated<boolean> | null {
  for (const { emergency, source, asOf } of freshestFirst(facilities.map(({ who }) => who))) {
    if (emergency !== null) return { value: emergency, source, asOf }
  }
  return null
}
