/** Merges all facts of an NPI into one entry of the kind that the registry states. */
import { addressKey } from '@careatlas/directory/address'
import type {
  Clinician,
  ClinicianRow,
  Fact,
  SourcedFact,
  Organization,
  RegisteredAddress,
  RegistryRow,
  SecondaryLocation,
  FactFile,
} from './facts.ts'
import { findFormerOrganizationNames, findFormerPersonNames } from './former-names.ts'
import { corroborates, mergePractices } from './same-practice-address.ts'
import { applySurvivorship } from './survivorship.ts'
import { mergeSources, sortByPrecedence } from './source-precedence.ts'

export type Entry =
  | { readonly kind: 'clinician'; readonly npi: string; readonly clinician: Clinician }
  | { readonly kind: 'organization'; readonly npi: string; readonly organization: Organization }
  | { readonly kind: 'deactivated'; readonly npi: string; readonly since: string | null }
  /** Only other sources have this NPI; no registry file has it. */
  | { readonly kind: 'unregistered'; readonly npi: string }

/** An entry that has cards if its region is served. */
export type ServedEntry = Extract<Entry, { kind: 'clinician' | 'organization' }>

/** Merges the surviving facts of `npi`. `sourcedFacts` are in the order of the files and their lines. */
export function mergeFacts(
  npi: string,
  sourcedFacts: readonly SourcedFact[],
  files: readonly FactFile[],
): Entry {
  const { registration, facts: others, discarded } = applySurvivorship(sourcedFacts, files)
  const facts = others.map(({ fact }) => fact)
  const replaced = discarded.map(({ sourcedFact: { fact } }) => fact)
  switch (registration?.kind) {
    case undefined:
      return { kind: 'unregistered', npi }
    case 'deactivation':
      return { kind: 'deactivated', npi, since: registration.deactivatedOn }
    case 'clinician': {
      const listings = facts.filter((fact) => fact.kind === 'network_listing')
      const formerNames = replaced.length === 0 ? [] : findFormerPersonNames(registration, replaced)
      return {
        kind: 'clinician',
        npi,
        clinician: {
          registration,
          ...(formerNames.length > 0 && { formerNames }),
          confirmed: isConfirmed(registration, facts),
          ...findNewestList(registration, facts),
          listings,
          ...collectShared(registration, facts),
        },
      }
    }
    case 'organization': {
      const otherNames = facts.filter((fact) => fact.kind === 'other_organization_name')
      const listed = otherNames.map(({ name }) => name)
      const formerNames =
        replaced.length === 0 ? [] : findFormerOrganizationNames(registration, listed, replaced)
      return {
        kind: 'organization',
        npi,
        organization: {
          registration,
          otherNames,
          ...(formerNames.length > 0 && { formerNames }),
          ...collectShared(registration, facts),
        },
      }
    }
  }
}

function findNewestList(row: ClinicianRow, facts: readonly Fact[]): Pick<Clinician, 'listed'> {
  const [newest] = sortByPrecedence(listThirdPartyPlaces(row, facts))
  return newest === undefined ? {} : { listed: { id: newest.source, as_of: newest.asOf } }
}

/** The places that a source other than the registry lists. */
function listThirdPartyPlaces(
  { source }: ClinicianRow,
  facts: readonly Fact[],
): readonly SecondaryLocation[] {
  return facts.filter((fact) => fact.kind === 'secondary_location').filter((fact) => fact.source !== source)
}

/** Surviving lists of other sources are newer than the registration. */
function isConfirmed(row: ClinicianRow, facts: readonly Fact[]): boolean {
  const { practice } = row
  const lists = listThirdPartyPlaces(row, facts)
  if (practice === null || lists.length === 0) return false
  return lists.some((fact) => corroborates(fact.practice.address, practice.address))
}

/** The clinician or the organization of the entry. */
export function getEntity(entry: ServedEntry): Clinician | Organization {
  return entry.kind === 'clinician' ? entry.clinician : entry.organization
}

/** The fields that clinicians and organizations have in common: addresses, observations and sources. */
function collectShared(
  registration: Exclude<RegistryRow, { kind: 'deactivation' }>,
  facts: readonly Fact[],
): Pick<Clinician, 'addresses' | 'observations' | 'sources'> {
  const { practice, source: registry } = registration
  const located = facts.filter((fact) => fact.kind === 'secondary_location')
  const cited = [registration, ...facts].filter(({ kind }) => kind !== 'facility')
  return {
    addresses: dropDuplicateAddresses(
      practice === null ? located.map((fact) => fact.practice) : mergePractices(practice, registry, located),
    ),
    observations: facts.filter((fact) => fact.kind === 'observation'),
    sources: mergeSources(cited.map(({ source, asOf }) => ({ id: source, as_of: asOf }))),
  }
}

function dropDuplicateAddresses(addresses: readonly RegisteredAddress[]): readonly RegisteredAddress[] {
  if (addresses.length < 2) return addresses
  const byKey = new Map<string, RegisteredAddress>()
  for (const registered of addresses) {
    const key = addressKey(registered.address)
    if (!byKey.has(key)) byKey.set(key, registered)
  }
  return [...byKey.values()]
}
