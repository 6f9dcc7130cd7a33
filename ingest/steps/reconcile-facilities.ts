/** Between the first and the second step: compares the listings of all lists, because single lists do not show some errors. */
import { type Block, packBlocks } from '@careatlas/directory/snapshot/blocks'
import { recentSinceDay } from '../ordering.ts'
import { FactReader, facilityKey, streetsKey } from '../snapshot-builder/fact-store.ts'
import type { Facility, SourcedFact } from '../facts/facts.ts'
import { certifiedHospitals } from '../places/certified-hospitals.ts'
import { mergeDuplicateListings } from '../places/merge-duplicate-listings.ts'
import { townCentroidPoints } from '../places/town-centroid-points.ts'
import { facilityRecord, type Listing } from '../places/listing.ts'
import { conflictingListings } from '../places/conflicting-listings.ts'
import { outdatedListings } from '../places/outdated-listings.ts'
import { Neighborhood } from '../places/neighbors.ts'
import { correctTown } from '../places/correct-town.ts'
import { ranked } from './facts-by-npi.ts'
import { partitionCount, partitionOfAddress } from '../partition.ts'
import { isIn } from './served-regions.ts'
import type { StepContext } from './step-context.ts'

export interface WeighedListings {
  /** The facilities of no NPI, and the streets in which a list has a house. */
  readonly kept: readonly Block[]
  /** The number of rejected listings in each file, by the reasons in the table of files. */
  readonly leftOut: Readonly<Record<WeighedReason, readonly number[]>>
}

/** Reasons for rejection: the point is that of a town; the NPI has another house; the house is in another town. */
export const weighedReasons = ['point_of_a_town', 'registered_elsewhere', 'same_house_elsewhere'] as const
export type WeighedReason = (typeof weighedReasons)[number]

/**
 * Stores the records of the listed facilities. All listings are in memory at once: 23,526 from seven real lists, which cover the
 * hospitals of the country twice, take 10.5 MB as JSON (450 bytes each). A million, the maximum for one list, take 450 MB.
 */
export function reconcileFacilities(context: StepContext): WeighedListings {
  const { files, regions, compose } = context.job
  const { listings: listed, kept } = gathered(context)
  for (const hospital of certifiedHospitals(listed)) context.spill('hospitals', 0, hospital)
  const { listings, misplaced } = correctTown(listed, neighborhoodOf(listed, context))
  const moved = outdatedListings(listings, recentSinceDay(compose.registryAsOf))
  const elsewhere = conflictingListings(listings).union(misplaced).difference(moved)
  const consistent = mergeDuplicateListings(listings.filter((one) => !elsewhere.has(one) && !moved.has(one)))
  const unlocated = new Set(townCentroidPoints([...consistent, ...elsewhere]))
  for (const one of consistent) {
    const record = facilityRecord(unlocated.has(one) ? { ...one.fact, point: null } : one.fact)
    if (isIn(regions, one.fact.practice.address))
      context.spill('records', partitionOfAddress(record.buildingKey), record)
  }
  const leftOut = {
    point_of_a_town: countByFile(unlocated),
    registered_elsewhere: countByFile(moved),
    same_house_elsewhere: countByFile(elsewhere),
  }
  return { kept, leftOut }

  function countByFile(left: ReadonlySet<Listing>): readonly number[] {
    const counts = files.map(() => 0)
    for (const { file } of left) counts[file]! += 1
    return counts
  }
}

function neighborhoodOf(listings: readonly Listing[], context: StepContext): Neighborhood {
  const neighborhood = new Neighborhood(listings)
  for (const neighbor of context.read('neighbors', 0)) neighborhood.add(neighbor)
  context.drop('neighbors', 0)
  return neighborhood
}

/** All listings, and the blocks of the listings without an NPI and of the streets. */
function gathered(context: StepContext): {
  readonly listings: readonly Listing[]
  readonly kept: readonly Block[]
} {
  const listings: Listing[] = []
  const kept: Block[] = []
  for (let partition = 0; partition < partitionCount; partition++) {
    const facilities = facilitiesOf(context, partition)
    if (facilities.length > 0)
      kept.push(...packBlocks([[facilityKey(partition), JSON.stringify(facilities)]]))
    for (const one of facilities) listings.push({ ...one, registeredAt: [] })
    for (const listing of context.read('listings', partition)) listings.push(listing)
    context.drop('listings', partition)
  }
  kept.push(...packBlocks([[streetsKey, JSON.stringify([...context.listedStreets].toSorted())]]))
  return { listings, kept }
}

/** The facilities without an NPI, in the order of the files and their lines. */
function facilitiesOf(context: StepContext, partition: number): readonly SourcedFact<Facility>[] {
  const filed = [...keptFacilities(context, partition), ...context.read('facilities', partition)]
  return filed.map((one) => ranked(one, context.job)).toSorted((a, b) => a.file - b.file)
}

function keptFacilities(
  { job: { previousFacts } }: StepContext,
  partition: number,
): readonly SourcedFact<Facility>[] {
  if (previousFacts === null) return []
  using store = new FactReader(previousFacts)
  return store.readFacilities(partition)
}
