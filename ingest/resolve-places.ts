/** Second step: the mentions of each address become its places, linked back to the NPIs. */
import { type Block, packBlocks } from '@careatlas/directory/snapshot/blocks'
import { FactReader, facilityKey } from './fact-store.ts'
import type { Facility, FiledFact } from './facts.ts'
import { placed } from './facts-by-npi.ts'
import { partitionOfNpi, partitionOfUuid } from './partition.ts'
import { mentionOfFacility } from './places/facility-mention.ts'
import { placesAt } from './places/places-at.ts'
import { isIn } from './served-regions.ts'
import type { Job, Workbench } from './workbench.ts'

/** Sets aside every place and who practices there; returns the facilities of no NPI, to be kept. */
export function resolvePlaces(bench: Workbench, partition: number): readonly Block[] {
  const { regions, compose } = bench.job
  const facilities = facilitiesOf(bench, partition)
  const listed = facilities
    .map(({ fact }) => fact)
    .filter(({ practice }) => isIn(regions, practice.address))
    .map(mentionOfFacility)
  const byAddress = Map.groupBy([...bench.read('mentions', partition), ...listed], ({ key }) => key)
  for (const atOneAddress of byAddress.values()) {
    for (const { card, names, presented, practices } of placesAt(atOneAddress, compose)) {
      bench.setAside('places', partitionOfUuid(card.location_uuid), { card, names, presented })
      for (const practice of practices) bench.setAside('practices', partitionOfNpi(practice.npi), practice)
    }
  }
  bench.drop('mentions', partition)
  return facilities.length === 0
    ? []
    : [...packBlocks([[facilityKey(partition), JSON.stringify(facilities)]])]
}

/** In the order of the files and their lines. */
function facilitiesOf(bench: Workbench, partition: number): readonly FiledFact<Facility>[] {
  const filed = [...keptFacilities(bench.job, partition), ...bench.read('facilities', partition)]
  return filed.map((one) => placed(one, bench.job)).toSorted((a, b) => a.file - b.file)
}

function keptFacilities({ previousFacts }: Job, partition: number): readonly FiledFact<Facility>[] {
  if (previousFacts === null) return []
  using store = new FactReader(previousFacts)
  return store.facilities(partition)
}
