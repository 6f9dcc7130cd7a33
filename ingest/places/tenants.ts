/** Who shares a place of care, among all whom one address mentions. */
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../compare-text.ts'
import { spelling } from './commonest.ts'
import { saysHospital } from './facility-host.ts'
import { type House, withFacilities } from './facility-houses.ts'
import {
  type ClinicianMention,
  isClinician,
  isFacility,
  isOrganization,
  type Mention,
  type OrganizationMention,
} from './mention.ts'
import { isNamedIn, isTied, sharePhone } from './tie.ts'

/** An organization with its clinicians, or clinicians whose organization nobody states. */
export interface Tenants extends House {
  readonly clinicians: readonly Mention<ClinicianMention>[]
  /** Whether clinicians are registered behind its door, its own or others, or answer its number elsewhere in the house. */
  readonly cliniciansThere: boolean
  /** Whether an address of the house is a mailbox. */
  readonly hasMailboxes: boolean
}

/** Of the whole house. */
export interface AroundTheDoor extends Pick<Tenants, 'hasMailboxes'> {
  /** The numbers of all its clinicians. */
  readonly answered: ReadonlySet<string | null>
}

/**
 * Clinicians are on the roster of the only organization at an address if more than the address ties them to it; where a list has
 * a hospital there as well, only if they answer a number that is not the hospital's or it bears their name. Where none is registered, they are on that of
 * the only one that is listed if they answer its number. The others, and all of them where there are several organizations,
 * share a place of the address alone: being in the same building does not prove for whom somebody works.
 * `mentions` are of one door; `house` is all around it.
 */
export function tenantsAt(
  mentions: readonly Mention[],
  { answered, hasMailboxes }: AroundTheDoor,
): readonly Tenants[] {
  const ordered = oncePerNpi(mentions.filter((one) => !isFacility(one)))
  const clinicians = ordered.filter(isClinician)
  const registered = housesByName(ordered.filter(isOrganization))
  const houses = withFacilities(registered, mentions.filter(isFacility))
  const [only, another] = registered.length === 0 ? houses : registered
  const employer = only && !another ? only : null
  const switchboards = employer === null ? null : numbersOfHospital(employer, houses)
  const others = employer ? otherNumbers(clinicians, employer) : nothing
  const staff = employer ? clinicians.filter((one) => worksFor(one, employer, switchboards, others)) : []
  const apart = clinicians.filter((one) => !staff.includes(one))
  const tenants = houses.map((house) => ({
    ...house,
    clinicians: house.organizationKey === employer?.organizationKey ? staff : [],
    cliniciansThere: clinicians.length > 0 || answersOneOf(house, answered),
    hasMailboxes,
  }))
  return apart.length === 0
    ? tenants
    : [...tenants, { ...nobody, clinicians: apart, cliniciansThere: true, hasMailboxes }]
}

/** The numbers of hospitals that lists have at the address and the organization is not; null where there is none. */
function numbersOfHospital(
  { organizationKey, organizations }: House,
  houses: readonly House[],
): ReadonlySet<string | null> | null {
  if (organizations.some(saysHospital)) return null
  const hospitals = houses
    .filter((house) => house.organizationKey !== organizationKey)
    .flatMap(({ facilities }) => facilities.filter(saysHospital))
  return hospitals.length === 0 ? null : new Set(hospitals.map(({ registered }) => registered.phone))
}

function answersOneOf({ organizations, facilities }: House, answered: ReadonlySet<string | null>): boolean {
  return [...organizations, ...facilities].some(
    ({ registered: { phone } }) => phone !== null && answered.has(phone),
  )
}

/** A place of the address alone. */
const nobody: House = { organizationKey: '', organizations: [], facilities: [] }

/** NPIs ascending; of two spellings of the address that one NPI registered, the primary one counts. */
function oncePerNpi(mentions: readonly Mention[]): readonly Mention[] {
  const ordered = mentions.toSorted(
    (a, b) =>
      compareText(a.who.npi ?? '', b.who.npi ?? '') ||
      Number(b.primary) - Number(a.primary) ||
      compareText(spelling(a.registered.address), spelling(b.registered.address)),
  )
  return ordered.filter(({ who }, at) => who.npi !== ordered[at - 1]?.who.npi)
}

/** Names that cannot be shown are not one name: each such organization is by itself. */
function housesByName(organizations: readonly Mention<OrganizationMention>[]): readonly House[] {
  return [...Map.groupBy(organizations, ({ who }) => foldName(who.name) || who.npi)].map(
    ([organizationKey, group]) => ({
      organizationKey,
      organizations: group,
      facilities: [],
    }),
  )
}

/**
 * A list does not say who else is in the building: a field, a name or many professions prove nothing for it. In a hospital's
 * house a field, many professions or the hospital's own number prove nothing for its tenant either.
 */
function worksFor(
  one: Mention<ClinicianMention>,
  { organizations, facilities }: House,
  switchboards: ReadonlySet<string | null> | null,
  others: ReadonlySet<string | null>,
): boolean {
  if (organizations.length === 0) return sharePhone(one, facilities)
  const { phone } = one.registered
  return switchboards !== null
    ? (sharePhone(one, organizations) && !switchboards.has(phone)) || isNamedIn(one, organizations)
    : isTied(one, organizations, others.has(phone))
}

const nothing: ReadonlySet<string | null> = new Set()

/**
 * Numbers that several clinicians answer, none of whom the organization is named for, and the organization does not: those of
 * another practice of the field behind the same door, as 20 of 36 technicians of behavior analysis at one real suite.
 */
function otherNumbers(
  clinicians: readonly Mention<ClinicianMention>[],
  { organizations }: House,
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
