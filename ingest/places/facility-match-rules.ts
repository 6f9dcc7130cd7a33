/** The rules that match a listed facility with the registered organization at its address. */
import { foldName } from '@careatlas/directory/person-name'
import { classificationOf, isHospitalCode } from '@careatlas/directory/taxonomy'
import type { Facility } from '../facts/facts.ts'
import type { AddressRecord, OrganizationAtAddress } from './address-record.ts'
import { areSimilarNames } from './same-organization.ts'

type Registration = AddressRecord<OrganizationAtAddress>
type FacilityRecord = AddressRecord<Facility>
type MatchRule = (organization: Registration, facility: FacilityRecord) => boolean

/**
 * Evidence that an organization is the facility, the strongest first. A hospital's departments register under its legal name,
 * and some under the trade name. So the legal name is evidence only for the same kind of place. The trade name is evidence for
 * another kind of place too, but comes last, so that a hospital in the building matches first.
 */
const matchRules: readonly MatchRule[] = [
  ({ who }, facility) => who.npi === facility.who.npi,
  (organization, facility) =>
    hasSameName(organization, facility) && !haveDifferentKinds(organization, facility),
  (organization, facility) =>
    haveSameKind(organization, facility) && organization.who.names.some((name) => isSameName(name, facility)),
  (organization, facility) =>
    isSimilarName(organization.who.name, facility) && haveSameKindOrPhone(organization, facility),
  (organization, facility) =>
    haveSameKind(organization, facility) &&
    organization.who.names.some((name) => isSimilarName(name, facility)),
  haveSameKindAndPhone,
  hasSameName,
]

/** Whether an organization is the facility, if both have the same address. */
export function matchesFacility(organization: Registration, facility: FacilityRecord): boolean {
  return matchRules.some((matches) => matches(organization, facility))
}

/**
 * The group with the strongest evidence. If several have it, the one with the name of the facility, so that no two places of
 * one name in a unit get the same identifier; null if there is none.
 */
export function findMatchingGroup<Group extends { readonly organizations: readonly Registration[] }>(
  facility: FacilityRecord,
  groups: readonly Group[],
): Group | null {
  for (const matches of matchRules) {
    const [match, ...others] = groups.filter((group) =>
      group.organizations.some((organization) => matches(organization, facility)),
    )
    if (match !== undefined && others.length === 0) return match
    if (match !== undefined) break
  }
  return (
    groups.find(({ organizations }) =>
      organizations.some((organization) => hasSameName(organization, facility)),
    ) ?? null
  )
}

function hasSameName({ who }: Registration, facility: FacilityRecord): boolean {
  return isSameName(who.name, facility)
}

function isSameName(name: string, { who }: FacilityRecord): boolean {
  return foldName(name) === foldName(who.name)
}

function isSimilarName(name: string, { who }: FacilityRecord): boolean {
  return areSimilarNames(name, who.name)
}

/** Whether both have the same kind; if a kind is unknown, whether both have the same telephone number. */
function haveSameKindOrPhone(organization: Registration, facility: FacilityRecord): boolean {
  return (
    haveSameKind(organization, facility) ||
    (!haveDifferentKinds(organization, facility) && haveSamePhone(organization, facility))
  )
}

/**
 * Whether both have the same telephone number, and the same primary code or both that of a hospital: `PRIME SERVICES LLC` and
 * `ENCINO HOSPITAL`.
 */
export function haveSameKindAndPhone(one: Registration | FacilityRecord, other: FacilityRecord): boolean {
  const kind = one.who.taxonomyCodes[0]
  const isSameKind = kind !== undefined && kind === other.who.taxonomyCodes[0]
  return (isSameKind || (isHospitalRecord(one) && isHospitalRecord(other))) && haveSamePhone(one, other)
}

/** Whether the record is that of a hospital, by its first code; without codes, by the kind in the list. */
export function isHospitalRecord({ who }: Registration | FacilityRecord): boolean {
  const [first] = who.taxonomyCodes
  if (first !== undefined) return isHospitalCode(first)
  return who.kind === 'facility' && who.listedAs === 'hospital'
}

/** Whether both have the same telephone number. */
export function haveSamePhone(
  { registered: { phone } }: AddressRecord,
  { registered }: AddressRecord,
): boolean {
  return phone !== null && phone === registered.phone
}

type WithKind = Pick<Registration | FacilityRecord, 'who'>

function haveSameKind(one: WithKind, other: WithKind): boolean {
  return getClassification(one) !== null && getClassification(one) === getClassification(other)
}

/** Whether the kinds of both are known and different. */
export function haveDifferentKinds(one: WithKind, other: WithKind): boolean {
  return (
    getClassification(one) !== null &&
    getClassification(other) !== null &&
    getClassification(one) !== getClassification(other)
  )
}

/** The classification of its primary kind; null if no source states it. */
function getClassification({ who: { taxonomyCodes } }: WithKind): string | null {
  return taxonomyCodes[0] === undefined ? null : classificationOf(taxonomyCodes[0])
}
