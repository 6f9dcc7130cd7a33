/** Second step: the mentions of each address become its places, linked back to the NPIs. */
import { partitionOfNpi, partitionOfUuid } from './partition.ts'
import { placesAt } from '../places/places-at.ts'
import type { StepContext } from './step-context.ts'

/** Sets aside every place and who practices there. */
export function resolvePlaces(context: StepContext, partition: number): void {
  const byAddress = Map.groupBy(context.read('mentions', partition), ({ key }) => key)
  for (const atOneAddress of byAddress.values()) {
    for (const { practices, ...place } of placesAt(atOneAddress, context.job.compose)) {
      context.setAside('places', partitionOfUuid(place.card.location_uuid), place)
      for (const practice of practices) context.setAside('practices', partitionOfNpi(practice.npi), practice)
    }
  }
  context.drop('mentions', partition)
}
