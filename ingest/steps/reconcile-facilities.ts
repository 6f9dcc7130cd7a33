/** Between the first and the second step: compares the listings of all lists, because some errors only show across lists. */
import { type Block, packBlocks } from '@careatlas/directory/snapshot/blocks'
import { recentSinceDay } from '../ordering.ts'
import { FactReader, facilityKey, streetsKey } from '../snapshot-builder/fact-store.ts'
import type { Facility, SourcedFact } from '../facts/facts.ts'
import { listCertifiedHospitals } from '../places/certified-hospitals.ts'
import { mergeDuplicateListings } from '../places/merge-duplicate-listings.ts'
import { findTownCentroidPoints } from '../places/town-centroid-points.ts'
import { toFacilityRecord, type Listing } from '../places/listing.ts'
import { findConflictingListings } from '../places/conflicting-listings.ts'
import { findOutdatedListings } from '../places/outdated-listings.ts'
import { Neighborhood } from '../places/neighbors.ts'
import { correctTown } from '../places/correct-town.ts'
import { renumberFile } from './group-facts-by-npi.ts'
import { partitionCount, partitionOfAddress } from '../partition.ts'
import { isInRegions } from './served-regions.ts'
import type { StepContext } from './step-context.ts'

export interface ReconciledFacilities {
  /** The facilities without an NPI, and the streets of all listed facilities. */
  readonly kept: readonly Block[]
  /** By reason: the number of rejected listings of each file. */
  readonly leftOut: Readonly<Record<ListingRejectionReason, readonly number[]>>
}

/**
 * The reasons to reject a point or a listing, as in the manifest: the point is that of a town; the registration of the NPI has
 * another address; the same address is listed in another town.
 */
export const listingRejectionReasons = [
  'point_of_a_town',
  'registered_elsewhere',
  'same_house_elsewhere',
] as const
export type ListingRejectionReason = (typeof listingRejectionReasons)[number]

/**
 * Stores the records of the listed facilities. All listings are in memory at once: 23,526 from seven real lists, which cover the
 * hospitals of the country twice, take 10.5 MB as JSON (450 bytes each). A million, the maximum for one list, take 450 MB.
 */
export function reconcileFacilities(context: StepContext): ReconciledFacilities {
  const { files, regions, compose } = context.job
  const { listings: allListings, kept } = collectListings(context)
  for (const hospital of listCertifiedHospitals(allListings)) context.spill('hospitals', 0, hospital)
  const { listings, misplaced } = correctTown(allListings, buildNeighborhood(allListings, context))
  const outdated = findOutdatedListings(listings, recentSinceDay(compose.registryAsOf))
  const conflicting = findConflictingListings(listings).union(misplaced).difference(outdated)
  const consistent = mergeDuplicateListings(
    listings.filter((listing) => !conflicting.has(listing) && !outdated.has(listing)),
  )
  const withTownPoint = new Set(findTownCentroidPoints([...consistent, ...conflicting]))
  for (const listing of consistent) {
    const record = toFacilityRecord(
      withTownPoint.has(listing) ? { ...listing.fact, point: null } : listing.fact,
    )
    if (isInRegions(regions, listing.fact.practice.address))
      context.spill('records', partitionOfAddress(record.buildingKey), record)
  }
  const leftOut = {
    point_of_a_town: countByFile(withTownPoint),
    registered_elsewhere: countByFile(outdated),
    same_house_elsewhere: countByFile(conflicting),
  }
  return { kept, leftOut }

  function countByFile(rejected: ReadonlySet<Listing>): readonly number[] {
    const counts = files.map(() => 0)
    for (const { file } of rejected) counts[file]! += 1
    return counts
  }
}

function buildNeighborhood(listings: readonly Listing[], context: StepContext): Neighborhood {
  const neighborhood = new Neighborhood(listings)
  for (const neighbor of context.read('neighbors', 0)) neighborhood.add(neighbor)
  context.drop('neighbors', 0)
  return neighborhood
}

/** All listings, and the blocks of the listings without an NPI and of the streets. */
function collectListings(context: StepContext): {
  readonly listings: readonly Listing[]
  readonly kept: readonly Block[]
} {
  const listings: Listing[] = []
  const kept: Block[] = []
  for (let partition = 0; partition < partitionCount; partition++) {
    const facilities = readFacilities(context, partition)
    if (facilities.length > 0)
      kept.push(...packBlocks([[facilityKey(partition), JSON.stringify(facilities)]]))
    for (const listing of facilities) listings.push({ ...listing, registeredAt: [] })
    for (const listing of context.read('listings', partition)) listings.push(listing)
    context.drop('listings', partition)
  }
  kept.push(...packBlocks([[streetsKey, JSON.stringify([...context.listedStreets].toSorted())]]))
  return { listings, kept }
}

/** The facilities without an NPI, in the order of the files and their lines. */
function readFacilities(context: StepContext, partition: number): readonly SourcedFact<Facility>[] {
  const facilities = [...readPreviousFacilities(context, partition), ...context.read('facilities', partition)]
  return facilities.map((facility) => renumberFile(facility, context.job)).toSorted((a, b) => a.file - b.file)
}

function readPreviousFacilities(
  { job: { previousFacts } }: StepContext,
  partition: number,
): readonly SourcedFact<Facility>[] {
  if (previousFacts === null) return []
  using store = new FactReader(previousFacts)
  return store.readFacilities(partition)
}
