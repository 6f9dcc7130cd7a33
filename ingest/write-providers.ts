/** Fourth pass: each clinician's card is composed around their places, written, and indexed for search, by NPI. */
import type { PracticeLocation } from '@careatlas/contract/cards'
import { SegmentBuilder } from '@careatlas/search/embedded/segment-builder'
import type { CardStore } from './card-store.ts'
import type { CarrierTally } from './carrier-tally.ts'
import type { ComposeContext } from './compose/context.ts'
import { composeProviderCard } from './compose/provider-card.ts'
import type { Clinician } from './facts.ts'
import type { RegionTally } from './region-tally.ts'
import { providerDocument } from './segment-document.ts'
import type { ServedEntry } from './settle.ts'
import { partitionCount, type Spill } from './spill.ts'
import type { Link } from './write-locations.ts'

/** Writes every served clinician and organisation; returns how many clinicians, and their search index unwritten. */
export function writeProviders(
  entries: Spill<ServedEntry>,
  links: Spill<Link>,
  context: ComposeContext,
  tallies: { readonly regions: RegionTally; readonly carriers: CarrierTally },
  store: CardStore,
): { readonly providers: number; readonly segment: SegmentBuilder } {
  const segment = new SegmentBuilder('providers')
  let providers = 0
  for (let partition = 0; partition < partitionCount; partition++) {
    const places = Map.groupBy(links.read(partition), ({ npi }) => npi)
    for (const entry of entries.read(partition)) {
      const locations = (places.get(entry.npi) ?? []).map(({ location }) => location)
      if (entry.kind === 'organization') {
        const locationUuids = locations.map(({ location_uuid }) => location_uuid)
        store.addRegistered(entry.npi, { status: 'organization', locationUuids })
      } else {
        writeProvider(entry.clinician, primaryFirst(locations))
        providers += 1
      }
    }
  }
  return { providers, segment }

  function writeProvider(clinician: Clinician, locations: readonly PracticeLocation[]): void {
    const card = composeProviderCard(clinician, locations, context)
    store.addProvider(card)
    segment.add(providerDocument(card))
    tallies.carriers.add(card.carriers)
    tallies.regions.addProvider(
      card.practice_locations,
      card.carriers.map(({ code }) => code),
    )
  }
}

/** The registered practice address first, then by UUID, whatever order the places were resolved in. */
function primaryFirst(locations: readonly PracticeLocation[]): readonly PracticeLocation[] {
  return locations.toSorted(
    (a, b) => Number(b.primary) - Number(a.primary) || (a.location_uuid < b.location_uuid ? -1 : 1),
  )
}
