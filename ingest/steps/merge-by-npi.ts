/** First step: merges the facts of each NPI into one entry, and creates a record of the entry for each practice address. */
import { normalizeAddress } from '@careatlas/directory/address'
import { type Block, blockChars, packBlocks } from '@careatlas/directory/snapshot/blocks'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'
import type { SourcedFact, ResolvedClinician } from '../facts/facts.ts'
import { groupFactsByNpi } from './group-facts-by-npi.ts'
import { type Entry, getEntity, mergeFacts, type ServedEntry } from '../facts/merge.ts'
import { partitionOfAddress } from '../partition.ts'
import { firstStated } from '../places/first-stated.ts'
import { selectCurrentFacilities, type Listing } from '../places/listing.ts'
import { type AddressRecord, createAddressRecords } from '../places/address-record.ts'
import { streetOf } from '../places/neighbors.ts'
import { isServed } from './served-regions.ts'
import { createNameMismatchFinder } from '../facts/name-mismatch.ts'
import { isRegistryRow } from '../facts/survivorship.ts'
import type { StepContext } from './step-context.ts'

export interface MergedPartition {
  /** The facts that the snapshot keeps for later updates. */
  readonly facts: readonly Block[]
  /** NPIs without a card, because of their registry status or their region. */
  readonly registered: (readonly [npi: string, status: RegistryStatus])[]
  /** Registry rows that a newer row of the same NPI replaced. */
  superseded: number
  /** By file: the number of its NPIs that no registry file has. */
  readonly unregistered: number[]
  /** By file: the number of facts whose NPI is registered, but under the name of another person. */
  readonly nameMismatches: number[]
}

/** Stores the records of the entries to serve, and the listings of their NPIs. */
export function mergeByNpi(context: StepContext, partition: number): MergedPartition {
  const { files, regions } = context.job
  const byNpi = groupFactsByNpi(context, partition)
  const merged: MergedPartition = {
    facts: [
      ...packBlocks(
        byNpi.map(({ npi, json }) => [npi, json]),
        blockChars.facts,
      ),
    ],
    registered: [],
    superseded: 0,
    unregistered: files.map(() => 0),
    nameMismatches: files.map(() => 0),
  }
  for (const { npi, facts } of byNpi) {
    merged.superseded += Math.max(0, facts.filter(({ fact }) => isRegistryRow(fact)).length - 1)
    countNameMismatches(facts, merged)
    const entry = mergeFacts(npi, facts, files)
    if (entry.kind !== 'deactivated')
      for (const listing of createListings(facts, entry)) context.spill('listings', partition, listing)
    if (isServed(entry, regions)) {
      for (const record of createAddressRecords(entry, firstStated(facts))) {
        context.spill('records', partitionOfAddress(record.buildingKey), record)
        spillNeighbor(context, record, npi)
      }
      context.spill('merged', partition, { npi, clinician: toResolvedClinician(entry) })
    } else countUnserved(entry, facts, merged)
  }
  context.drop('facts', partition)
  return merged
}

/** Omits the addresses, which are in the records. */
function toResolvedClinician(entry: ServedEntry): ResolvedClinician | null {
  if (entry.kind === 'organization') return null
  const { addresses: _, ...resolved } = entry.clinician
  return resolved
}

/** The listings of the NPI, with its registration for comparison. */
function createListings(facts: readonly SourcedFact[], entry: Entry): readonly Listing[] {
  const facilities = selectCurrentFacilities(facts)
  if (facilities.length === 0) return []
  const addresses =
    entry.kind === 'clinician' || entry.kind === 'organization' ? getEntity(entry).addresses : []
  const registeredOn = entry.kind === 'organization' ? entry.organization.registration.updatedOn : null
  return facilities.map((facility) => ({
    ...facility,
    registeredAt: addresses.map(({ address }) => address),
    ...(registeredOn !== null && { registeredOn }),
  }))
}

/** Stores a registrant whose street has a listed facility; a later step uses it to check the town of the listing. */
function spillNeighbor(
  context: StepContext,
  { unitKey, registered: { address, phone } }: AddressRecord,
  npi: string,
): void {
  if (context.listedStreets.size === 0) return
  const street = streetOf(unitKey)
  if (street === null || !context.listedStreets.has(street)) return
  const { zip5, city } = normalizeAddress(address)
  context.spill('neighbors', 0, { street, zip5, city, phone, npi })
}

function countNameMismatches(facts: readonly SourcedFact[], { nameMismatches }: MergedPartition): void {
  const findMismatch = createNameMismatchFinder(facts)
  for (const { file, fact } of facts) if (findMismatch(fact) !== null) nameMismatches[file]! += 1
}

function countUnserved(
  entry: Entry,
  facts: readonly SourcedFact[],
  { registered, unregistered }: MergedPartition,
): void {
  if (entry.kind === 'unregistered')
    for (const file of new Set(facts.map((fact) => fact.file))) unregistered[file]! += 1
  else if (entry.kind === 'deactivated')
    registered.push([entry.npi, { status: 'deactivated', since: entry.since }])
  else registered.push([entry.npi, { status: 'outside_coverage' }])
}
