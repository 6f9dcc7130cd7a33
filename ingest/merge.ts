/** All facts of one NPI become one entry: what the registry says it is, with everything else hung on it. */
import type { Source } from '@careatlas/contract/cards'
import { addressKey } from '@careatlas/directory/address'
import type {
  Clinician,
  Fact,
  NetworkListing,
  Observation,
  Organization,
  OtherOrganizationName,
  RegisteredAddress,
  RegistryRow,
  SecondaryLocation,
} from './facts.ts'

export type Entry =
  | { readonly kind: 'clinician'; readonly npi: string; readonly clinician: Clinician }
  | { readonly kind: 'organization'; readonly npi: string; readonly organization: Organization }
  | { readonly kind: 'deactivated'; readonly npi: string; readonly since: string | null }
  /** Only other sources name this NPI; no registry file holds it. */
  | { readonly kind: 'unregistered'; readonly npi: string }

/**
 * Merges the facts of `npi`, given in the order of the files and their lines. The registry row of the newest file wins;
 * of equally new ones the last. Other facts add up.
 */
export function mergeFacts(npi: string, facts: readonly Fact[]): Entry {
  const registration = newestRow(facts.filter(isRegistryRow))
  switch (registration?.kind) {
    case undefined:
      return { kind: 'unregistered', npi }
    case 'deactivation':
      return { kind: 'deactivated', npi, since: registration.deactivatedOn }
    case 'clinician': {
      const listings = ofKind<NetworkListing>(facts, 'network_listing')
      return {
        kind: 'clinician',
        npi,
        clinician: { registration, listings, ...gathered(registration, facts) },
      }
    }
    case 'organization': {
      const otherNames = ofKind<OtherOrganizationName>(facts, 'other_organization_name')
      return {
        kind: 'organization',
        npi,
        organization: { registration, otherNames, ...gathered(registration, facts) },
      }
    }
  }
}

export function isRegistryRow(fact: Fact): fact is RegistryRow {
  return fact.kind === 'clinician' || fact.kind === 'organization' || fact.kind === 'deactivation'
}

function newestRow(rows: readonly RegistryRow[]): RegistryRow | undefined {
  return rows.reduce<RegistryRow | undefined>(
    (newest, row) => (newest && (newest.asOf ?? '') > (row.asOf ?? '') ? newest : row),
    undefined,
  )
}

/** What clinicians and organisations share: where they practise, what was observed, and who says so. */
function gathered(registration: { readonly practice: RegisteredAddress | null }, facts: readonly Fact[]) {
  const secondary = ofKind<SecondaryLocation>(facts, 'secondary_location').map((fact) => fact.practice)
  return {
    addresses: distinct(registration.practice ? [registration.practice, ...secondary] : secondary),
    observations: ofKind<Observation>(facts, 'observation'),
    sources: sourcesOf(facts),
  }
}

function distinct(addresses: readonly RegisteredAddress[]): readonly RegisteredAddress[] {
  const byKey = new Map<string, RegisteredAddress>()
  for (const registered of addresses) {
    const key = addressKey(registered.address)
    if (!byKey.has(key)) byKey.set(key, registered)
  }
  return [...byKey.values()]
}

/** Each source once, with its newest date, by id. */
export function sourcesOf(facts: readonly Fact[]): readonly Source[] {
  const newest = new Map<string, string | null>()
  for (const { source, asOf } of facts) {
    const known = newest.get(source)
    if (known === undefined || (asOf ?? '') > (known ?? '')) newest.set(source, asOf)
  }
  return [...newest].map(([id, as_of]) => ({ id, as_of })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function ofKind<F extends Fact>(facts: readonly Fact[], kind: F['kind']): readonly F[] {
  return facts.filter((fact): fact is F => fact.kind === kind)
}
