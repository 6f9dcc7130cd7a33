/** For tests: publishes fictional clinicians around Providence for the view of MCP Apps. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProviderCard } from '@careatlas/contract/cards'
import { npiFromPayload } from '@careatlas/directory/npi'
import { pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { createTestSnapshot } from '@careatlas/directory/snapshot/snapshot.fixture'
import { SegmentBuilder } from '@careatlas/search/embedded/segment-builder.fixture'
import { locationDocument, providerDocument } from '@careatlas/search/search-document'
import { locationCard, providerCard } from '@careatlas/server/small-directory.fixture'
import { staticEmbedder } from '@careatlas/vocabulary/embedder'

/** The position of the searches. */
export const center = { lat: 41.82, lng: -71.41 }

/** Markup in registered texts; a browser that parsed it would set `window.attacked`. */
export const plantedName =
  '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script> Planted, MD'

/** The clinicians in the order of their distance. */
export const clinicians: readonly ProviderCard[] = Array.from({ length: 14 }, (_, index) =>
  createClinician(index),
)

function createClinician(index: number): ProviderCard {
  const card = providerCard('Heals hearts. <b>Not bold.</b>')
  const [place] = card.practice_locations
  return ProviderCard.parse({
    ...card,
    npi: npiFromPayload(String(200_000_300 + index)),
    name: { ...card.name, first: 'Ana', display: index === 1 ? plantedName : `Ana Number${index + 1}, MD` },
    languages: ['en', 'es'],
    carriers: [
      { code: '62308', name: 'Cigna', status: 'listed', source: 'plan_network', as_of: '2026-10-31' },
      { code: 'MEDICARE', name: 'Medicare', status: 'listed', source: 'plan_network', as_of: null },
    ].slice(0, index % 3),
    practice_locations: [
      {
        ...place,
        lat: center.lat + index * 0.012,
        lng: center.lng - index * 0.01,
        office_hours: [
          { day: 'mon', open: '08:00', close: '17:00' },
          { day: 'tue', open: '08:00', close: '17:00' },
          { day: 'fri', open: '09:30', close: '12:00' },
        ],
      },
    ],
    sources: [...card.sources, { id: 'plan_network', as_of: '2026-10-31' }],
  })
}

export async function publishViewDirectory(dataDir: string, generation: string): Promise<void> {
  const folder = snapshotFolder(dataDir, generation)
  mkdirSync(folder, { recursive: true })
  await writeSegments(join(folder, 'segment'))
  using _snapshot = await createTestSnapshot(folder, {
    providers: clinicians,
    locations: [locationCard],
    personNames: [],
    placeNames: [],
    manifest: { generation, created_at: '2026-11-10T00:00:00Z', data_as_of: '2026-11-09' },
  })
  writeFileSync(join(dataDir, pointerFile), `${generation}\n`)
}

async function writeSegments(folder: string): Promise<void> {
  const people = new SegmentBuilder('providers')
  for (const card of clinicians) people.add(providerDocument(card))
  await people.write(join(folder, 'providers'), staticEmbedder())
  const places = new SegmentBuilder('locations')
  places.add(locationDocument(locationCard, [{ code: '207RC0000X', weight: 1 }]))
  await places.write(join(folder, 'locations'), staticEmbedder())
}
