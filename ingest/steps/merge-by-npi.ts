/** First step: merges the facts of each NPI into one entry, and makes a record of the entry for each practice address. */
import { normalizeAddress } from '@careatlas/directory/address'
import { type Block, blockChars, packBlocks } from '@careatlas/directory/snapshot/blocks'
import type { RegistryStatus } from '@careatlas/directory/snapshot/format'
import type { SourcedFact, ResolvedClinician } from '../facts/facts.ts'
import { factsByNpi } from './facts-by-npi.ts'
import { type Entry, getEntity, mergeFacts, type ServedEntry } from '../facts/merge.ts'
import { partitionOfAddress } from '../partition.ts'
import { firstStated } from '../places/first-stated.ts'
import { facilitiesIn, type Listing } from '../places/listing.ts'
import { type AddressRecord, addressRecordsOf } from '../places/address-record.ts'
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
  const byNpi = factsByNpi(context, partition)
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
  for (const { npi, facts: filed } of byNpi) {
    merged.superseded += Math.max(0, filed.filter(({ fact }) => isRegistryRow(fact)).length - 1)
    countOthers(filed, merged)
    const entry = mergeFacts(npi, filed, files)
    const listing = (one: Listing) => context.spill('listings', partition, one)
    const record = (one: AddressRecord) => {
      context.spill('records', partitionOfAddress(one.buildingKey), one)
      setAsideNeighbor(context, npi, one)
    }
    if (entry.kind !== 'deactivated') listingsOf(filed, entry).forEach(listing)
    if (isServed(entry, regions)) {
      addressRecordsOf(entry, firstStated(filed)).forEach(record)
      context.spill('merged', partition, { npi, clinician: resolvedIn(entry) })
    } else countUnserved(entry, filed, merged)
  }
  context.drop('facts', partition)
  return merged
}

/** Omits the addresses, which are in the records. */
function resolvedIn(entry: ServedEntry): ResolvedClinician | null {
  if (entry.kind === 'organization') return null
  const { addresses: _, ...resolved } = entry.clinician
  return resolved
}

/** The listings of the NPI, with its registration for comparison. */
function listingsOf(filed: readonly SourcedFact[], entry: Entry): readonly Listing[] {
  const facilities = facilitiesIn(filed)
  if (facilities.length === 0) return []
  const known = entry.kind === 'clinician' || entry.kind === 'organization' ? getEntity(entry).addresses : []
  const registeredOn = entry.kind === 'organization' ? entry.organization.registration.updatedOn : null
  return facilities.map((one) => ({
    ...one,
    registeredAt: known.map(({ address }) => address),
    ...(registeredOn !== null && { registeredOn }),
  }))
}

/** Stores registrants in the streets of listed houses; a later step uses them to check the town of a listing. */
function setAsideNeighbor(
  context: StepContext,
  npi: string,
  { unitKey, registered: { address, phone } }: AddressRecord,
): void {
  if (context.listedStreets.size === 0) return
  const street = streetOf(unitKey)
  if (street === null || !context.listedStreets.has(street)) return
  const { zip5, city } = normalizeAddress(address)
  context.spill('neighbors', 0, { street, zip5, city, phone, npi })
}

function countOthers(filed: readonly SourcedFact[], { nameMismatches }: MergedPartition): void {
  const otherIn = createNameMismatchFinder(filed)
  for (const { file, fact } of filed) if (otherIn(fact) !== null) nameMismatches[file]! += 1
}

function countUnserved(
  entry: Entry,
  filed: readonly SourcedFact[],
  { registered, unregistered }: MergedPartition,
): void {
  if (entry.kind === 'unregistered')
    for (const file of new Set(filed.map((one) => one.file))) unregistered[file]! += 1
  else if (entry.kind === 'deactivated')
    registered.push([entry.npi, { status: 'deactivated', since: entry.since }])
  else registered.push([entry.npi, { status: 'outside_coverage' }])
}
