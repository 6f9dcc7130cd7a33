/** Which organization at an address a listed facility is. */
import { foldName } from '@careatlas/directory/person-name'
import type { Facility } from '../facts/facts.ts'
import type { Mention, OrganizationMention } from './mention.ts'
import { isNearlySameName } from './same-organization.ts'

type Registration = Mention<OrganizationMention>
type Tie = (organization: Registration, facility: Mention<Facility>) => boolean

/** How an organization may be the facility, the surest first. */
const ties: readonly Tie[] = [
  ({ who }, facility) => who.npi === facility.who.npi,
  ({ who }, { who: { name } }) => foldName(who.name) === foldName(name),
  ({ who }, { who: { name } }) => who.names.some((own) => foldName(own) === foldName(name)),
  ({ who }, { who: { name } }) => [who.name, ...who.names].some((own) => isNearlySameName(own, name)),
  answerForOne,
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

/** Both answer one number and are first of all the same kind of place: `PRIME SERVICES LLC` and `ENCINO HOSPITAL`. */
export function answerForOne(
  one: Mention<OrganizationMention | Facility>,
  other: Mention<OrganizationMention | Facility>,
): boolean {
  const [phone, kind] = [one.registered.phone, one.who.taxonomyCodes[0]]
  const sameKind = kind !== undefined && kind === other.who.taxonomyCodes[0]
  return sameKind && phone !== null && phone === other.registered.phone
}
