/** Second pass: the facts of each NPI become one entry, and each entry is mentioned at the addresses where it practises. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey, normaliseAddress } from '@careatlas/directory/address'
import { regionOfState } from '@careatlas/directory/region'
import { displayName } from './compose/person-display.ts'
import type { CardStore } from './card-store.ts'
import type { Clinician, Observation, Organization, RegisteredAddress } from './facts.ts'
import type { GatheredFacts } from './gather.ts'
import { type Entry, isRegistryRow, mergeFacts } from './merge.ts'
import { partitionOfAddress } from './partition.ts'
import type { Mention } from './place.ts'
import { partitionCount, Spill } from './spill.ts'

/** Served entries by NPI partition, their mentions by address partition, and what was left out. */
export interface Settled {
  readonly entries: Spill<ServedEntry>
  readonly mentions: Spill<Mention>
  readonly counts: {
    organizations: number
    deactivated: number
    outside_coverage: number
    superseded: number
  }
}

export type ServedEntry = Extract<Entry, { kind: 'clinician' | 'organization' }>

/** `regions` are the codes to serve, null for all. NPIs that are known but not served go to the store at once. */
export function settle(
  gathered: GatheredFacts,
  regions: ReadonlySet<string> | null,
  store: CardStore,
  workFolder: string,
): Settled {
  const settled: Settled = {
    entries: new Spill(workFolder, 'entries'),
    mentions: new Spill(workFolder, 'mentions'),
    counts: { organizations: 0, deactivated: 0, outside_coverage: 0, superseded: 0 },
  }
  for (let partition = 0; partition < partitionCount; partition++) {
    for (const [npi, facts] of gathered.byNpi(partition)) {
      settled.counts.superseded += Math.max(0, facts.filter(({ fact }) => isRegistryRow(fact)).length - 1)
      const entry = mergeFacts(
        npi,
        facts.map(({ fact }) => fact),
      )
      if (entry.kind === 'unregistered') gathered.countUnregistered(facts)
      else settleEntry(entry, partition, settled, regions, store)
    }
  }
  return settled
}

function settleEntry(
  entry: Exclude<Entry, { kind: 'unregistered' }>,
  partition: number,
  settled: Settled,
  regions: ReadonlySet<string> | null,
  store: CardStore,
): void {
  if (entry.kind === 'deactivated') {
    settled.counts.deactivated += 1
    store.addRegistered(entry.npi, { status: 'deactivated', since: entry.since })
    return
  }
  const { addresses } = entry.kind === 'clinician' ? entry.clinician : entry.organization
  if (regions && !addresses.some(({ address }) => liesIn(regions, address))) {
    settled.counts.outside_coverage += 1
    store.addRegistered(entry.npi, { status: 'outside_coverage' })
    return
  }
  if (entry.kind === 'organization') settled.counts.organizations += 1
  settled.entries.append(partition, entry)
  for (const mention of mentionsOf(entry, addresses)) {
    settled.mentions.append(partitionOfAddress(mention.key), mention)
  }
}

function liesIn(regions: ReadonlySet<string>, { country, state }: Address): boolean {
  const region = country === 'US' ? regionOfState(state) : null
  return region !== null && regions.has(region.code)
}

function mentionsOf(entry: ServedEntry, addresses: readonly RegisteredAddress[]): readonly Mention[] {
  const merged = entry.kind === 'clinician' ? entry.clinician : entry.organization
  const who = entry.kind === 'clinician' ? clinicianAt(entry.clinician) : organizationAt(entry.organization)
  return addresses.map((registered, index) => ({
    key: addressKey(registered.address),
    registered,
    primary: index === 0,
    who,
    observed: observedAt(registered.address, merged.observations),
    languages: [...new Set(merged.observations.flatMap(({ languages }) => languages))],
    sources: merged.sources,
  }))
}

function clinicianAt({ registration }: Clinician): Mention['who'] {
  const { npi, taxonomies } = registration
  const taxonomyCode = (taxonomies.find(({ primary }) => primary) ?? taxonomies[0])?.code ?? null
  return { kind: 'clinician', npi, display: displayName(registration.name), taxonomyCode }
}

function organizationAt({ registration, otherNames }: Organization): Mention['who'] {
  const { npi, legalName, doingBusinessAs, subpart, taxonomies } = registration
  const tradeName = doingBusinessAs ?? otherNames.find(({ type }) => type === '3')?.name
  return {
    kind: 'organization',
    npi,
    name: tradeName ?? legalName,
    names: [legalName, ...(doingBusinessAs ? [doingBusinessAs] : []), ...otherNames.map(({ name }) => name)],
    taxonomyCodes: taxonomies
      .toSorted((a, b) => Number(b.primary) - Number(a.primary))
      .map(({ code }) => code),
    subpart,
  }
}

/** What was observed at `address`: same street line and ZIP code, however written. */
function observedAt(address: Address, observations: readonly Observation[]): Mention['observed'] {
  if (observations.length === 0) return []
  const here = streetAndZip(address)
  return observations.flatMap(({ source, asOf, places }) =>
    places
      .filter(
        ({ line1, postalCode }) =>
          here === streetAndZip({ ...address, line_1: line1, line_2: null, postal_code: postalCode }),
      )
      .map((place) => ({ ...place, source, asOf })),
  )
}

function streetAndZip(address: Address): string {
  const { line, zip5 } = normaliseAddress(address)
  return `${line}|${zip5}`
}
