/** What the lists that name a facility say of it together. */
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import type { Facility } from '../facts/facts.ts'
import { freshestStated, type Stated } from '../facts/trust.ts'
import type { Mention } from './mention.ts'

type Listings = readonly Mention<Facility>[]

/** As the freshest list has it, for display; null without a listing. */
export function facilityName(facilities: Listings): string | null {
  const name = freshest(facilities, (facility) => facility.name)
  return name && titleCaseOrganization(name.value)
}

/** The freshest number that is listed. */
export function facilityPhone(facilities: Listings): string | null {
  return freshest(facilities, ({ practice }) => practice.phone)?.value ?? null
}

/** The freshest statement whether it has emergency services. */
export function emergencyAt(facilities: Listings): Stated<boolean> | null {
  return freshest(facilities, ({ emergency }) => emergency)
}

/** What the freshest list that says it calls it in plain words. */
export function listedAs(facilities: Listings): Pick<Facility, 'listedAs'> {
  const said = freshest(facilities, (facility) => facility.listedAs ?? null)
  return said === null ? {} : { listedAs: said.value }
}

function freshest<T>(facilities: Listings, pick: (facility: Facility) => T | null): Stated<T> | null {
  return freshestStated(
    facilities.map(({ who }) => who),
    pick,
  )
}
