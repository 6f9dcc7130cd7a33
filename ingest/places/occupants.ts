/** Groups the records of one address into places of care. */
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../ordering.ts'
import { spelling } from './most-frequent.ts'
import { saysHospital } from './facility-host.ts'
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
  /** Whether any clinicians are registered at its unit, or have its telephone number elsewhere in the house. */
  readonly cliniciansThere: boolean
  /** Whether an address of the house is a mailbox. */
  readonly hasMailboxes: boolean
  readonly isHome: boolean
  /** Whether no one else is registered in the house. */
  readonly alone: boolean
}

/** Data of the whole house. */
export interface AtUnit extends Pick<PlaceOccupants, 'hasMailboxes' | 'alone'> {
  /** The telephone numbers of all its clinicians. */
  readonly answered: ReadonlySet<string | null>
}

/**
 * A clinician is on the roster of the only registered organization at a unit if more than the address links them. If a list
 * also has a hospital there, the link must be a telephone number of the organization that is not the hospital's, or the
 * clinician's name in the organization's. If no organization is registered, the only listed facility gets the clinicians with
 * its number. All other clinicians share a place without an organization, and so do all of them if there are several
 * organizations, because a shared building does not prove employment.
 *
 * @param records of one unit
 */
export function occupantsAt(
  records: readonly AddressRecord[],
  { answered, hasMailboxes, alone }: AtUnit,
): readonly PlaceOccupants[] {
  const ordered = oncePerNpi(records.filter((one) => !isFacility(one)))
  const clinicians = ordered.filter(isClinician)
  const registered = groupByName(ordered.filter(isOrganization))
  const houses = attachFacilities(registered, records.filter(isFacility))
  const [only, another] = registered.length === 0 ? houses : registered
  const employer = only && !another ? only : null
  const switchboards = employer === null ? null : numbersOfHospital(employer, houses)
  const others = employer ? otherNumbers(clinicians, employer) : nothing
  const staff = employer ? clinicians.filter((one) => worksFor(one, employer, switchboards, others)) : []
  const apart = clinicians.filter((one) => !staff.includes(one))
  const occupants = houses.map((house) => ({
    ...house,
    clinicians: house.organizationKey === employer?.organizationKey ? staff : [],
    cliniciansThere: clinicians.length > 0 || answersOneOf(house, answered),
    hasMailboxes,
    alone,
  }))
  const all =
    apart.length === 0
      ? occupants
      : [...occupants, { ...noOrganization, clinicians: apart, cliniciansThere: true, hasMailboxes, alone }]
  return all.map((one) => ({ ...one, isHome: isPrivateResidence(one) }))
}

/** The telephone numbers of hospitals that lists have at the address; null if there are none, or if the organization is one. */
function numbersOfHospital(
  { organizationKey, organizations }: OrganizationGroup,
  houses: readonly OrganizationGroup[],
): ReadonlySet<string | null> | null {
  if (organizations.some(saysHospital)) return null
  const hospitals = houses
    .filter((house) => house.organizationKey !== organizationKey)
    .flatMap(({ facilities }) => facilities.filter(saysHospital))
  return hospitals.length === 0 ? null : new Set(hospitals.map(({ registered }) => registered.phone))
}

function answersOneOf(
  { organizations, facilities }: OrganizationGroup,
  answered: ReadonlySet<string | null>,
): boolean {
  return [...organizations, ...facilities].some(
    ({ registered: { phone } }) => phone !== null && answered.has(phone),
  )
}

/** A place of the address alone. */
const noOrganization: OrganizationGroup = { organizationKey: '', organizations: [], facilities: [] }

/** NPIs ascending; of two spellings of the address that one NPI registered, the primary one counts. */
function oncePerNpi(records: readonly AddressRecord[]): readonly AddressRecord[] {
  const ordered = records.toSorted(
    (a, b) =>
      compareText(a.who.npi ?? '', b.who.npi ?? '') ||
      Number(b.primary) - Number(a.primary) ||
      compareText(spelling(a.registered.address), spelling(b.registered.address)),
  )
  return ordered.filter(({ who }, at) => who.npi !== ordered[at - 1]?.who.npi)
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
 * occupant in the house of a hospital, a common field, many professions and the hospital's own number are no evidence.
 */
function worksFor(
  one: AddressRecord<ClinicianAtAddress>,
  { organizations, facilities }: OrganizationGroup,
  switchboards: ReadonlySet<string | null> | null,
  others: ReadonlySet<string | null>,
): boolean {
  if (organizations.length === 0) return sharePhone(one, facilities)
  const { phone } = one.registered
  return switchboards !== null
    ? (sharePhone(one, organizations) && !switchboards.has(phone)) || isNamedIn(one, organizations)
    : belongsToRoster(one, organizations, others.has(phone))
}

const nothing: ReadonlySet<string | null> = new Set()

/**
 * Telephone numbers of another practice of the same field at the unit: several clinicians share the number, the organization
 * does not have it, and its name contains none of theirs. At one real suite, 20 of 36 behavior technicians have such a number.
 */
function otherNumbers(
  clinicians: readonly AddressRecord<ClinicianAtAddress>[],
  { organizations }: OrganizationGroup,
): ReadonlySet<string | null> {
  if (clinicians.length < 2) return nothing
  const byNumber = Map.groupBy(clinicians, ({ registered: { phone } }) => phone)
  const shared = [...byNumber].filter(
    ([phone, all]) =>
      phone !== null &&
      all.length > 1 &&
      !all.some((one) => sharePhone(one, organizations) || isNamedIn(one, organizations)),
  )
  return new Set(shared.map(([phone]) => phone))
}
