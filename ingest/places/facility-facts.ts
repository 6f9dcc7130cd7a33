/** Combines the entries of all lists that name a facility. */
import { generalHospital, isHospitalCode, isHospitalUnitCode } from '@careatlas/directory/taxonomy'
import type { ListedOrganization } from '../compose/place-facts.ts'
import { requiresEmergencyServices } from '../cms/facilities-file.ts'
import type { Facility } from '../facts/facts.ts'
import { latestStatement, type AttributedValue } from '../facts/source-precedence.ts'
import { formatOrganizationName } from './primary-organization.ts'
import { isThirdPartyList } from './listing.ts'
import type { AddressRecord } from './address-record.ts'

type FacilityRecords = readonly AddressRecord<Facility>[]

/**
 * The name in the newest list, for display; null without a list. If it ends within a word of a longer name in another list, the
 * longer name.
 */
export function selectFacilityName(facilities: FacilityRecords): string | null {
  const name = findLatest(facilities, dropTruncatedPart)?.value
  if (name === undefined) return null
  const longer = facilities.find(
    ({ who }) => who.name.startsWith(name) && /^\w/.test(who.name.slice(name.length)),
  )
  return formatOrganizationName(longer === undefined ? name : dropTruncatedPart(longer.who))
}

/**
 * The list of CMS cuts names off at 50 characters. The part of such a name after its last comma is dropped, unless it ends in a
 * word for a hospital or in a legal form, and so is complete.
 */
function dropTruncatedPart({ name, source }: Facility): string {
  const mayBeTruncated =
    source === 'cms_facilities' && name.length === nameLengthMax && !completeEnding.test(name)
  return mayBeTruncated ? name.replace(/,[^,]*$/, '') : name
}

const nameLengthMax = 50
const completeEnding = /\b(?:INC|LLC|LLP|LP|CORP|LTD|THE|HOSPITAL|CENTER|CTR|CAMPUS)\.?$/i

/** The telephone number in the newest list that has one. */
export function selectFacilityPhone(facilities: FacilityRecords): string | null {
  return findLatest(facilities, ({ practice }) => practice.phone)?.value ?? null
}

/**
 * The newest statement on emergency services. A list that is neither from CMS nor dated counts only for places that it calls an
 * acute care hospital, because real lists have a "yes" for nursing homes and dialysis centers. A "no" does not count for a place
 * with `codes` of a hospital that must have emergency services.
 */
export function selectEmergency(
  facilities: FacilityRecords,
  codes: readonly string[],
): AttributedValue<boolean> | null {
  const latest = findLatestEmergency(facilities)
  return latest?.value === false && codes.some(requiresEmergencyServices) ? null : latest
}

function findLatestEmergency(facilities: FacilityRecords): AttributedValue<boolean> | null {
  return findLatest(facilities, (facility) => {
    const { emergency, asOf, taxonomyCodes } = facility
    const isDoubtful = asOf === null && isThirdPartyList(facility) && !taxonomyCodes.some(isEmergencyCode)
    return emergency && isDoubtful ? null : emergency
  })
}

/** NUCC: general, critical access, children's and military hospitals, and emergency care. */
function isEmergencyCode(code: string): boolean {
  return /^(?:282N|2865M|261QE0002X)/.test(code)
}

/**
 * NUCC codes and plain words for the kinds in the lists. The kind of a unit is not that of its hospital. Of two kinds of
 * hospital, the one that is not a general hospital counts; of more than two, none. An "acute care hospital" may be of any
 * specialty (State Operations Manual, 2779A1): without emergency services, or with another field in its name, it counts only as a
 * hospital.
 */
export function selectListedKind(
  facilities: FacilityRecords,
): Pick<ListedOrganization, 'taxonomyCodes' | 'listedAs'> {
  const hospitals = facilities.filter(({ who }) => !who.taxonomyCodes.some(isHospitalUnitCode))
  const described = hospitals.length > 0 ? hospitals : facilities
  const codes = [...new Set(described.flatMap(({ who }) => who.taxonomyCodes))]
  const specialCodes = codes.filter((code) => isHospitalCode(code) && code !== generalHospital)
  const isGeneral = specialCodes.length === 0 && !described.some(isSpecialized)
  const taxonomyCodes = codes.filter((code) =>
    code === generalHospital ? isGeneral : !isHospitalCode(code) || specialCodes.length === 1,
  )
  const isPlain = codes.some(isHospitalCode) && !taxonomyCodes.some(isHospitalCode)
  return { taxonomyCodes, ...(isPlain ? { listedAs: 'hospital' } : findListedAs(described)) }
}

function isSpecialized({ who: { name, emergency } }: FacilityRecords[number]): boolean {
  return emergency === false || specialtyName.test(name)
}

const specialtyName =
  /\b(?:rehab(?:ilitation)?|psychiatric|behavioral|mental|recovery|addiction|child(?:ren)?'?s?|pediatric|orthop(?:a?edics?)|surg(?:ical|ery)|spine|heart|cardiac|cancer|oncology|wom[ae]n'?s?|eye|special(?:ty|ties)|long[- ]term)\b/i

/** The only kind of hospital in the lists that is not a general hospital. */
export function selectListedSpecialty(facilities: FacilityRecords): readonly string[] {
  return selectListedKind(facilities).taxonomyCodes.filter(
    (code) => isHospitalCode(code) && code !== generalHospital,
  )
}

/** The kind in plain words, from the newest list that has one. */
function findListedAs(facilities: FacilityRecords): Pick<Facility, 'listedAs'> {
  const latest = findLatest(facilities, (facility) => facility.listedAs ?? null)
  return latest === null ? {} : { listedAs: latest.value }
}

function findLatest<T>(
  facilities: FacilityRecords,
  pick: (facility: Facility) => T | null,
): AttributedValue<T> | null {
  return latestStatement(
    facilities.map(({ who }) => who),
    pick,
  )
}
