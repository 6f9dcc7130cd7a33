/** What the lists that name a facility say of it together. */
import type { Facility } from '../facts/facts.ts'
import { freshestStated, type Stated } from '../facts/trust.ts'
import { organizationName } from './leading-organization.ts'
import { isHearsay } from './listing.ts'
import type { Mention } from './mention.ts'

type Listings = readonly Mention<Facility>[]

/** As the freshest list has it, for display; null without a listing. */
export function facilityName(facilities: Listings): string | null {
  const name = freshest(facilities, (facility) => facility.name)
  return name && organizationName(name.value)
}

/** The freshest number that is listed. */
export function facilityPhone(facilities: Listings): string | null {
  return freshest(facilities, ({ practice }) => practice.phone)?.value ?? null
}

/**
 * The freshest statement whether it has emergency services. A list that is neither CMS's own nor dated is believed only of
 * what it calls a hospital for acute care: real ones say it of nursing homes and dialysis centers, too.
 */
export function emergencyAt(facilities: Listings): Stated<boolean> | null {
  return freshest(facilities, (facility) => {
    const { emergency, asOf, taxonomyCodes } = facility
    const doubtful = asOf === null && isHearsay(facility) && !taxonomyCodes.some(takesEmergencies)
    return emergency && doubtful ? null : emergency
  })
}

/** NUCC: general, critical access, children's and military hospitals, and emergency care. */
function takesEmergencies(code: string): boolean {
  return /^(?:282N|2865M|261QE0002X)/.test(code)
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
