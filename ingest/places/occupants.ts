/** Groups the records of one address into places of care. */
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../ordering.ts'
import { spellingKey } from './most-frequent.ts'
import { isHospitalRecord } from './facility-match-rules.ts'
import { type OrganizationGroup, attachFacilities } from './match-facilities.ts'
import {
  type ClinicianAtAddress,
  isClinician,
  isFacility,
  isOrganization,
  type AddressRecord,
  type OrganizationAtAddress,
} from './address-record.ts'
import { isPrivateResidence } from './private-residence.ts'
import { isNamedIn, belongsToRoster, sharePhone } from './roster-rules.ts'

/** An organization with its clinicians, or clinicians whose organization is unknown. */
export interface PlaceOccupants extends OrganizationGroup {
  readonly clinicians: readonly AddressRecord<ClinicianAtAddress>[]
  /** Whether any clinicians are registered at its unit, or have its telephone number elsewhere in the building. */
  readonly hasClinicians: boolean
  /** Whether an address of the building is a mailbox. */
  readonly hasMailboxes: boolean
  readonly isHome: boolean
  /** Whether only one household is registered in the building, and no organization or listed facility. */
  readonly isHouseholdBuilding: boolean
}

/** Data of a whole building, for the places of one of its units. */
export interface BuildingContext extends Pick<PlaceOccupants, 'hasMailboxes' | 'isHouseholdBuilding'> {
  /** The telephone numbers of all its clinicians. */
  readonly clinicianPhones: ReadonlySet<string | null>
}

/**
 * Groups the records of one unit by place. A clinician is on the roster of the only registered organization at a unit if more
 * than the address links them. If a list also has a hospital there, the link must be a telephone number of the organization that
 * is not the hospital's, or the clinician's name in the organization's. If no organization is registered, the only listed
 * facility gets the clinicians with its number. All other clinicians share a place without an organization, and so do all of them
 * if there are several organizations, because a shared building does not prove employment.
 */
export function groupOccupants(
  records: readonly AddressRecord[],
  { clinicianPhones, hasMailboxes, isHouseholdBuilding }: BuildingContext,
): readonly PlaceOccupants[] {
  const ordered = deduplicateByNpi(records.filter((record) => !isFacility(record)))
  const clinicians = ordered.filter(isClinician)
  const registered = groupByName(ordered.filter(isOrganization))
  const groups = attachFacilities(registered, records.filter(isFacility))
  const [only, another] = registered.length === 0 ? groups : registered
  const employer = only && !another ? only : null
  const hospitalPhones = employer === null ? null : findHospitalPhones(employer, groups)
  const otherPhones = employer ? findOtherPracticePhones(clinicians, employer) : noPhones
  const staff = employer
    ? clinicians.filter((clinician) => worksFor(clinician, employer, hospitalPhones, otherPhones))
    : []
  const otherClinicians = clinicians.filter((clinician) => !staff.includes(clinician))
  const occupants = groups.map((group) => ({
    ...group,
    clinicians: group.organizationKey === employer?.organizationKey ? staff : [],
    hasClinicians: clinicians.length > 0 || hasAnyPhone(group, clinicianPhones),
    hasMailboxes,
    isHouseholdBuilding,
  }))
  const all =
    otherClinicians.length === 0
      ? occupants
      : [
          ...occupants,
          {
            ...noOrganization,
            clinicians: otherClinicians,
            hasClinicians: true,
            hasMailboxes,
            isHouseholdBuilding,
          },
        ]
  return all.map((place) => ({ ...place, isHome: isPrivateResidence(place) }))
}

/** The telephone numbers of hospitals that lists have at the address; null if there are none, or if the organization is one. */
function findHospitalPhones(
  { organizationKey, organizations }: OrganizationGroup,
  groups: readonly OrganizationGroup[],
): ReadonlySet<string | null> | null {
  if (organizations.some(isHospitalRecord)) return null
  const hospitals = groups
    .filter((group) => group.organizationKey !== organizationKey)
    .flatMap(({ facilities }) => facilities.filter(isHospitalRecord))
  return hospitals.length === 0 ? null : new Set(hospitals.map(({ registered }) => registered.phone))
}

function hasAnyPhone(
  { organizations, facilities }: OrganizationGroup,
  phones: ReadonlySet<string | null>,
): boolean {
  return [...organizations, ...facilities].some(
    ({ registered: { phone } }) => phone !== null && phones.has(phone),
  )
}

/** The group of a place without an organization. */
const noOrganization: OrganizationGroup = { organizationKey: '', organizations: [], facilities: [] }

/** One record for each NPI, sorted by NPI; of two spellings of the address that one NPI registered, the primary one. */
function deduplicateByNpi(records: readonly AddressRecord[]): readonly AddressRecord[] {
  const ordered = records.toSorted(
    (a, b) =>
      compareText(a.who.npi ?? '', b.who.npi ?? '') ||
      Number(b.primary) - Number(a.primary) ||
      compareText(spellingKey(a.registered.address), spellingKey(b.registered.address)),
  )
  return ordered.filter(({ who }, index) => who.npi !== ordered[index - 1]?.who.npi)
}

/** Organizations whose names cannot be shown stay separate. */
function groupByName(
  organizations: readonly AddressRecord<OrganizationAtAddress>[],
): readonly OrganizationGroup[] {
  return [...Map.groupBy(organizations, ({ who }) => foldName(who.name) || who.npi)].map(
    ([organizationKey, group]) => ({
      organizationKey,
      organizations: group,
      facilities: [],
    }),
  )
}

/**
 * For a listed facility, only its telephone number is evidence, because a list does not show who else is in the building. For an
 * occupant in the building of a hospital, a common field, many professions and the hospital's own number are no evidence.
 */
function worksFor(
  clinician: AddressRecord<ClinicianAtAddress>,
  { organizations, facilities }: OrganizationGroup,
  hospitalPhones: ReadonlySet<string | null> | null,
  otherPhones: ReadonlySet<string | null>,
): boolean {
  if (organizations.length === 0) return sharePhone(clinician, facilities)
  const { phone } = clinician.registered
  return hospitalPhones !== null
    ? (sharePhone(clinician, organizations) && !hospitalPhones.has(phone)) ||
        isNamedIn(clinician, organizations)
    : belongsToRoster(clinician, organizations, otherPhones.has(phone))
}

const noPhones: ReadonlySet<string | null> = new Set()

/**
 * Telephone numbers of another practice of the same field at the unit: several clinicians share the number, the organization
 * does not have it, and its name contains none of theirs. At one real suite, 20 of 36 behavior technicians have such a number.
 */
function findOtherPracticePhones(
  clinicians: readonly AddressRecord<ClinicianAtAddress>[],
  { organizations }: OrganizationGroup,
): ReadonlySet<string | null> {
  if (clinicians.length < 2) return noPhones
  const byPhone = Map.groupBy(clinicians, ({ registered: { phone } }) => phone)
  const shared = [...byPhone].filter(
    ([phone, group]) =>
      phone !== null &&
      group.length > 1 &&
      !group.some((clinician) => sharePhone(clinician, organizations) || isNamedIn(clinician, organizations)),
  )
  return new Set(shared.map(([phone]) => phone))
}
