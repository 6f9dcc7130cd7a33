/** Combines the entries of all lists that name a facility. */
import { generalHospital, isHospitalCode, isHospitalUnitCode } from '@careatlas/directory/taxonomy'
import type { ListedOrganization } from '../compose/place-facts.ts'
import { requiresEmergencyServices } from '../cms/facilities-file.ts'
import type { Facility } from '../facts/facts.ts'
import { latestStatement, type AttributedValue } from '../facts/source-precedence.ts'
import { organizationName } from './primary-organization.ts'
import { isThirdPartyList } from './listing.ts'
import type { AddressRecord } from './address-record.ts'

type Listings = readonly AddressRecord<Facility>[]

/** The name in the newest list, for display; null without a list. If it ends within a word of a name in another list, that name. */
export function facilityName(facilities: Listings): string | null {
  const name = freshest(facilities, wholeName)?.value
  if (name === undefined) return null
  const whole = facilities.find(
    ({ who }) => who.name.startsWith(name) && /^\w/.test(who.name.slice(name.length)),
  )
  return organizationName(whole === undefined ? name : wholeName(whole.who))
}

/**
 * The list of CMS cuts names off at 50 characters. The part of such a name after its last comma is dropped, unless it ends in a
 * word for a hospital or in a legal form, and so is complete.
 */
function wholeName({ name, source }: Facility): string {
  const mayBeCut = source === 'cms_facilities' && name.length === columnWidth && !endsWhole.test(name)
  return mayBeCut ? name.replace(/,[^,]*$/, '') : name
}

const columnWidth = 50
const endsWhole = /\b(?:INC|LLC|LLP|LP|CORP|LTD|THE|HOSPITAL|CENTER|CTR|CAMPUS)\.?$/i

/** The telephone number in the newest list that has one. */
export function facilityPhone(facilities: Listings): string | null {
  return freshest(facilities, ({ practice }) => practice.phone)?.value ?? null
}

/**
 * The newest statement on emergency services. A list that is neither from CMS nor dated counts only for places that it calls an
 * acute care hospital, because real lists have a "yes" for nursing homes and dialysis centers. A "no" does not count for a place
 * with `codes` of a hospital that must have emergency services.
 */
export function emergencyAt(facilities: Listings, codes: readonly string[]): AttributedValue<boolean> | null {
  const stated = statedEmergency(facilities)
  return stated?.value === false && codes.some(requiresEmergencyServices) ? null : stated
}

function statedEmergency(facilities: Listings): AttributedValue<boolean> | null {
  return freshest(facilities, (facility) => {
    const { emergency, asOf, taxonomyCodes } = facility
    const doubtful = asOf === null && isThirdPartyList(facility) && !taxonomyCodes.some(takesEmergencies)
    return emergency && doubtful ? null : emergency
  })
}

/** NUCC: general, critical access, children's and military hospitals, and emergency care. */
function takesEmergencies(code: string): boolean {
  return /^(?:282N|2865M|261QE0002X)/.test(code)
}

/**
 * NUCC codes and plain words for the kinds in the lists. A unit does not describe its hospital. Of two kinds of hospital, the
 * one that is not a general hospital counts; of more than two, none. An "acute care hospital" may be of any specialty (State
 * Operations Manual, 2779A1): without emergency services, or with another field in its name, it counts only as a hospital.
 */
export function listedKindOf(facilities: Listings): Pick<ListedOrganization, 'taxonomyCodes' | 'listedAs'> {
  const whole = facilities.filter(({ who }) => !who.taxonomyCodes.some(isHospitalUnitCode))
  const shown = whole.length > 0 ? whole : facilities
  const codes = [...new Set(shown.flatMap(({ who }) => who.taxonomyCodes))]
  const special = codes.filter((code) => isHospitalCode(code) && code !== generalHospital)
  const isGeneral = special.length === 0 && !shown.some(isOfASpecialty)
  const taxonomyCodes = codes.filter((code) =>
    code === generalHospital ? isGeneral : !isHospitalCode(code) || special.length === 1,
  )
  const isPlain = codes.some(isHospitalCode) && !taxonomyCodes.some(isHospitalCode)
  return { taxonomyCodes, ...(isPlain ? { listedAs: 'hospital' } : listedAs(shown)) }
}

function isOfASpecialty({ who: { name, emergency } }: Listings[number]): boolean {
  return emergency === false || namesSpecialty.test(name)
}

const namesSpecialty =
  /\b(?:rehab(?:ilitation)?|psychiatric|behavioral|mental|recovery|addiction|child(?:ren)?'?s?|pediatric|orthop(?:a?edics?)|surg(?:ical|ery)|spine|heart|cardiac|cancer|oncology|wom[ae]n'?s?|eye|special(?:ty|ties)|long[- ]term)\b/i

/** The only kind of hospital in the lists that is not a general hospital. */
export function listedSpecialty(facilities: Listings): readonly string[] {
  return listedKindOf(facilities).taxonomyCodes.filter(
    (code) => isHospitalCode(code) && code !== generalHospital,
  )
}

/** The kind in plain words, from the newest list that has one. */
function listedAs(facilities: Listings): Pick<Facility, 'listedAs'> {
  const stated = freshest(facilities, (facility) => facility.listedAs ?? null)
  return stated === null ? {} : { listedAs: stated.value }
}

function freshest<T>(
  facilities: Listings,
  pick: (facility: Facility) => T | null,
): AttributedValue<T> | null {
  return latestStatement(
    facilities.map(({ who }) => who),
    pick,
  )
}
