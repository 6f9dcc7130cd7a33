/** What search indexes of a card. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import type { Point } from '@careatlas/directory/distance'
import type { SegmentDocument } from '@careatlas/search/embedded/segment-builder'

export function providerDocument(card: ProviderCard): SegmentDocument {
  return {
    id: card.npi,
    text: card.biography,
    points: card.practice_locations.filter(({ active }) => active).flatMap(pointOf),
    carriers: card.carriers.map(({ code }) => code),
    sortName: [card.name.last, card.name.first, card.name.middle]
      .map((part) => foldName(part ?? ''))
      .join('\t'),
  }
}

export function locationDocument(card: LocationCard): SegmentDocument {
  return {
    id: card.location_uuid,
    text: card.summary,
    points: pointOf(card),
    carriers: [],
    sortName: foldName(card.name ?? ''),
  }
}

function pointOf({
  lat,
  lng,
}: {
  readonly lat: number | null
  readonly lng: number | null
}): readonly Point[] {
  return lat === null || lng === null ? [] : [{ lat, lng }]
}
