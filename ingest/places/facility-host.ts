/** Which organization at an address a listed facility is. */
import { foldName } from '@careatlas/directory/person-name'
import type { Facility } from '../facts/facts.ts'
import type { Mention, OrganizationMention } from './mention.ts'
import { isNearlySameName } from './same-organization.ts'

type Registration = Mention<OrganizationMention>
type Tie = (organization: Registration, facility: Mention<Facility>) => boolean

/**
 * How an organization may be the facility, the surest first. Departments of a hospital register under its legal name, and
 * now and then under the name on its door: a name counts less where it is another kind of place.
 */
const ties: readonly Tie[] = [
  ({ who }, facility) => who.npi === facility.who.npi,
  (one, facility) => isOnTheDoor(one, facility) && !areDifferentKinds(one, facility),
  (one, facility) => areOneKind(one, facility) && one.who.names.some((own) => isName(own, facility)),
  (one, facility) => isNearlyOnTheDoor(one, facility) && !areDifferentKinds(one, facility),
  (one, facility) => areOneKind(one, facility) && one.who.names.some((own) => isNearlyName(own, facility)),
  answerForOne,
  isOnTheDoor,
]

/** Whether at one address the organization is the facility. */
export function isHostOf(organization: Registration, facility: Mention<Facility>): boolean {
  return ties.some((tie) => tie(organization, facility))
}

/** The only one of `groups` that is tied to the facility by the surest tie that any of them has; null otherwise. */
export function hostOf<Group extends { readonly organizations: readonly Registration[] }>(
  facility: Mention<Facility>,
  groups: readonly Group[],
): Group | null {
  for (const tie of ties) {
    const [host, ...others] = groups.filter((group) => group.organizations.some((one) => tie(one, facility)))
    if (host !== undefined) return others.length === 0 ? host : null
  }
  return null
}

function isOnTheDoor({ who }: Registration, facility: Mention<Facility>): boolean {
  return isName(who.name, facility)
}

function isNearlyOnTheDoor({ who }: Registration, facility: Mention<Facility>): boolean {
  return isNearlyName(who.name, facility)
}

function isName(own: string, { who }: Mention<Facility>): boolean {
  return foldName(own) === foldName(who.name)
}

function isNearlyName(own: string, { who }: Mention<Facility>): boolean {
  return isNearlySameName(own, who.name)
}

/** By the classification (the first four characters) of what each is first of all. */
function areOneKind(one: Registration, facility: Mention<Facility>): boolean {
  return kindOf(one) !== null && kindOf(one) === kindOf(facility)
}

/** Both say what they are, and it is not the same. */
function areDifferentKinds(one: Registration, facility: Mention<Facility>): boolean {
  return kindOf(one) !== null && kindOf(facility) !== null && kindOf(one) !== kindOf(facility)
}

function kindOf({ who: { taxonomyCodes } }: Registration | Mention<Facility>): string | null {
  return taxonomyCodes[0]?.slice(0, 4) ?? null
}

/** Both answer one number and are first of all the same kind of place: `PRIME SERVICES LLC` and `ENCINO HOSPITAL`. */
export function answerForOne(
  one: Mention<OrganizationMention | Facility>,
  other: Mention<OrganizationMention | Facility>,
): boolean {
  const [phone, kind] = [one.registered.phone, one.who.taxonomyCodes[0]]
  const sameKind = kind !== undefined && kind === other.who.taxonomyCodes[0]
  return sameKind && phone !== null && phone === other.registered.phone
}
