/** Second step: groups the records of each building into places, and links each place to its NPIs. */
import { partitionOfNpi, partitionOfUuid } from '../partition.ts'
import { groupByBuilding } from '../places/group-by-building.ts'
import { composePlaces } from '../places/places-at.ts'
import type { StepContext } from './step-context.ts'

/** Stores every place and the NPIs that practice there. */
export function resolvePlaces(context: StepContext, partition: number): void {
  for (const building of groupByBuilding(context.read('records', partition))) {
    for (const { card, names, fields, presented, practices } of composePlaces(
      building,
      context.job.compose,
    )) {
      const uuid = card.location_uuid
      const uuidPartition = partitionOfUuid(uuid)
      context.spillPlaceCard(uuidPartition, uuid, JSON.stringify(card))
      if (presented) context.spill('presented', uuidPartition, { uuid, names, fields })
      for (const practice of practices) context.spill('practices', partitionOfNpi(practice.npi), practice)
    }
  }
  context.drop('records', partition)
}
