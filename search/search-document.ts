/** What search indexes of a card: the one place that decides which of its fields can be searched and sorted by. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'

/** What search knows of one provider or location. */
export interface SearchDocument {
  /** NPI or `location_uuid`. */
  readonly id: string
  /** What `q` is matched against. */
  readonly text: string
  /** Active practice locations; none when no place is known. */
  readonly points: readonly Point[]
  /** Normalized codes; none for a location. */
  readonly carriers: readonly string[]
  /** Compared byte by byte: folded last, first and middle name, or the folded name of the place. */
  readonly sortName: string
}

/** A clinician is found by the biography, near every active place, and sorted by last, first and middle name. */
export function providerDocument(card: ProviderCard): SearchDocument {
  const { last, first, middle } = card.name
  return {
    id: card.npi,
    text: card.biography,
    points: card.practice_locations.filter(({ active }) => active).flatMap(pointOf),
    carriers: card.carriers.map(({ code }) => code),
    sortName: [last, first, middle].map((part) => foldName(part ?? '')).join('\t'),
  }
}

/** A place of care is found by its summary and its point. */
export function locationDocument(card: LocationCard): SearchDocument {
  return {
    id: card.location_uuid,
    text: card.summary,
    points: pointOf(card),
    carriers: [],
    sortName: foldName(card.name ?? ''),
  }
}

function pointOf({ lat, lng }: Pick<LocationCard, 'lat' | 'lng'>): readonly Point[] {
  return lat === null || lng === null ? [] : [{ lat, lng }]
}
