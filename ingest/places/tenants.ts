/** Who shares a place of care, among all whom one address mentions. */
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../compare-text.ts'
import { spelling } from './commonest.ts'
import type { ClinicianMention, Mention, OrganizationMention } from './mention.ts'
import { isTied } from './tie.ts'

/** The registrations of one organization with its clinicians, or clinicians whose organization nobody states. */
export interface Tenants {
  /** The folded name of the organization; empty for a place of the address alone. */
  readonly organizationKey: string
  readonly organizations: readonly Mention<OrganizationMention>[]
  readonly clinicians: readonly Mention<ClinicianMention>[]
}

/**
 * Clinicians are on the roster of the only organization at an address if more than the address ties them to it. The
 * others, and all of them where there are several organizations, share a place of the address alone: being in the same
 * building does not prove for whom somebody works.
 */
export function tenantsAt(mentions: readonly Mention[]): readonly Tenants[] {
  const ordered = oncePerNpi(mentions)
  const clinicians = ordered.filter(isClinician)
  const byName = Map.groupBy(ordered.filter(isOrganization), ({ who }) => foldName(who.name))
  const groups = [...byName].map(([organizationKey, organizations]) => ({ organizationKey, organizations }))
  const [only, another] = groups
  const staff = only && !another ? clinicians.filter((one) => isTied(one, only.organizations)) : []
  const others = clinicians.filter((one) => !staff.includes(one))
  const houses = groups.map((group) => ({ ...group, clinicians: staff }))
  return others.length === 0
    ? houses
    : [...houses, { organizationKey: '', organizations: [], clinicians: others }]
}

/** NPIs ascending; of two spellings of the address that one NPI registered, the primary one counts. */
function oncePerNpi(mentions: readonly Mention[]): readonly Mention[] {
  const ordered = mentions.toSorted(
    (a, b) =>
      compareText(a.who.npi, b.who.npi) ||
      Number(b.primary) - Number(a.primary) ||
      compareText(spelling(a), spelling(b)),
  )
  return ordered.filter(({ who }, at) => who.npi !== ordered[at - 1]?.who.npi)
}

function isClinician(mention: Mention): mention is Mention<ClinicianMention> {
  return mention.who.kind === 'clinician'
}

function isOrganization(mention: Mention): mention is Mention<OrganizationMention> {
  return mention.who.kind === 'organization'
}
