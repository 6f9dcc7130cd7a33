/** Third step: packs the cards of places, by UUID, and collects the search documents of the presented places. */
import type { LocationCard } from '@careatlas/contract/cards'
import { type Block, packBlocks } from '@careatlas/directory/snapshot/blocks'
import { foldName } from '@careatlas/directory/person-name'
import type { PlaceEntry } from '@careatlas/directory/snapshot/suggestions-writer'
import { locationDocument } from '@careatlas/search/search-document'
import { toPlaceEntry } from '@careatlas/search/suggestion-entry'
import { compareText } from '../ordering.ts'
import type { IndexedPlace } from '../places/place.ts'
import { type RegionCounts, RegionTally } from '../snapshot-builder/region-tally.ts'
import { type TownCounts, TownTally } from '../snapshot-builder/town-tally.ts'
import type { StepContext } from './step-context.ts'

export interface PackedPlaces {
  readonly cards: readonly Block[]
  /** Folded names of presented places. */
  readonly names: readonly (readonly [name: string, uuid: string])[]
  readonly suggestions: readonly PlaceEntry[]
  readonly locations: number
  readonly presented: number
  readonly regions: RegionCounts
  readonly towns: TownCounts
}

export function packPlaces(context: StepContext, partition: number): PackedPlaces {
  const cards = [...context.readPlaceCards(partition)].toSorted(([a], [b]) => compareText(a, b))
  const presented = [...context.read('presented', partition)].toSorted((a, b) => compareText(a.uuid, b.uuid))
  context.drop('placeCards', partition)
  context.drop('presented', partition)
  const [part, regions, towns] = [context.segmentPart('locations'), new RegionTally(), new TownTally()]
  const jsonByUuid = new Map(cards)
  const suggestions: PlaceEntry[] = []
  for (const { uuid, fields, names } of presented) {
    const card = JSON.parse(jsonByUuid.get(uuid)!) as LocationCard
    part.add(locationDocument(card, fields))
    const suggestion = toPlaceEntry(card, names)
    if (suggestion !== null) suggestions.push(suggestion)
    regions.addLocation(card)
    towns.addLocation(card)
  }
  return {
    cards: [...packBlocks(cards)],
    names: presented.flatMap(foldNames),
    suggestions,
    locations: cards.length,
    presented: presented.length,
    regions: regions.counts,
    towns: towns.counts,
  }
}

function foldNames({ uuid, names }: IndexedPlace): [name: string, uuid: string][] {
  const folded = new Set(names.map(foldName).filter((name) => name !== ''))
  return [...folded].map((name) => [name, uuid])
}
