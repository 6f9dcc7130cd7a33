/** Second step: the mentions of each house become its places, linked back to the NPIs. */
import { partitionOfNpi, partitionOfUuid } from './partition.ts'
import { housesIn } from '../places/houses-in.ts'
import { placesAt } from '../places/places-at.ts'
import type { StepContext } from './step-context.ts'

/** Stores every place and the NPIs that practice there. */
export function resolvePlaces(context: StepContext, partition: number): void {
  for (const house of housesIn(context.read('mentions', partition))) {
    for (const { card, names, fields, presented, practices } of placesAt(house, context.job.compose)) {
      const uuid = card.location_uuid
      const byUuid = partitionOfUuid(uuid)
      context.setAsidePlaceCard(byUuid, uuid, JSON.stringify(card))
      if (presented) context.setAside('presented', byUuid, { uuid, names, fields })
      for (const practice of practices) context.setAside('practices', partitionOfNpi(practice.npi), practice)
    }
  }
  context.drop('mentions', partition)
}
