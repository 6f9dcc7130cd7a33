/** Second step: the mentions of each address become its places, linked back to the NPIs. */
import { type Block, packBlocks } from '@careatlas/directory/snapshot/blocks'
import { FactReader, facilityKey } from '../draft/fact-store.ts'
import type { Facility, FiledFact } from '../facts/facts.ts'
import { ranked } from './facts-by-npi.ts'
import { partitionOfNpi, partitionOfUuid } from './partition.ts'
import { mentionOfFacility } from '../places/facility-mention.ts'
import { placesAt } from '../places/places-at.ts'
import { isIn } from './served-regions.ts'
import type { Job, StepContext } from './step-context.ts'

/** Sets aside every place and who practices there; returns the facilities of no NPI, to be kept. */
export function resolvePlaces(context: StepContext, partition: number): readonly Block[] {
  const { regions, compose } = context.job
  const facilities = facilitiesOf(context, partition)
  const listed = facilities
    .map(({ fact }) => fact)
    .filter(({ practice }) => isIn(regions, practice.address))
    .map(mentionOfFacility)
  const byAddress = Map.groupBy([...context.read('mentions', partition), ...listed], ({ key }) => key)
  for (const atOneAddress of byAddress.values()) {
    for (const { card, names, presented, practices } of placesAt(atOneAddress, compose)) {
      context.setAside('places', partitionOfUuid(card.location_uuid), { card, names, presented })
      for (const practice of practices) context.setAside('practices', partitionOfNpi(practice.npi), practice)
    }
  }
  context.drop('mentions', partition)
  return facilities.length === 0
    ? []
    : [...packBlocks([[facilityKey(partition), JSON.stringify(facilities)]])]
}

/** In the order of the files and their lines. */
function facilitiesOf(context: StepContext, partition: number): readonly FiledFact<Facility>[] {
  const filed = [...keptFacilities(context.job, partition), ...context.read('facilities', partition)]
  return filed.map((one) => ranked(one, context.job)).toSorted((a, b) => a.file - b.file)
}

function keptFacilities({ previousFacts }: Job, partition: number): readonly FiledFact<Facility>[] {
  if (previousFacts === null) return []
  using store = new FactReader(previousFacts)
  return store.facilities(partition)
}
