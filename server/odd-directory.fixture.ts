/** For tests: publishes a snapshot of clinicians whose names often cause bugs, and of locations at the edges of the map. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { npiFromPayload } from '@careatlas/directory/npi'
import { foldName } from '@careatlas/directory/person-name'
import { pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { createTestSnapshot } from '@careatlas/directory/snapshot/snapshot.fixture'
import { SegmentBuilder } from '@careatlas/search/embedded/segment-builder.fixture'
import { locationDocument, providerDocument } from '@careatlas/search/search-document'
import { type Embedder, staticEmbedder } from '@careatlas/vocabulary/embedder'
import { locationCard, providerCard } from './small-directory.fixture.ts'

/** Last names as a registry might contain them. */
export const oddNames = [
  "O'Brien",
  'José',
  'İpek',
  'Işık',
  'Groß',
  'ﬁelding',
  'Núñez-Peña',
  'Null',
  'True',
  'Undefined',
  'X',
  'Nan',
  'L'.repeat(64),
  '李',
  'Ng',
  'Constructor',
  'Proto',
  'Percent100',
  'Or',
] as const

/** Positions of locations by name. Two are on the antimeridian, written as -180 and 180. */
export const edgePoints = {
  'North Pole Clinic': { lat: 90, lng: 0 },
  'Nearly North Clinic': { lat: 89.9, lng: 120 },
  'South Pole Clinic': { lat: -90, lng: -45 },
  'Dateline East Clinic': { lat: -16.8, lng: -180 },
  'Dateline West Clinic': { lat: -16.8, lng: 180 },
  'Beyond Dateline Clinic': { lat: -16.8, lng: 179.8 },
  'Null Island Clinic': { lat: 0, lng: 0 },
  'East Null Island Clinic': { lat: 0, lng: 0.3 },
} as const

/** Codes and names that contain wildcards of other query languages. */
const carrierRows = [
  ['PLAIN', 'Plain Health'],
  ['PER_CENT', '100% Care'],
  ['STAR-1', 'Star* Mutual'],
  ['00123', 'Bracket [A-Z] Plan'],
] as const

/** Sorted by code. */
export const oddCarriers: readonly Carrier[] = carrierRows
  .map(([code, name]) => ({
    code,
    name,
    kind: 'program' as const,
    aliases: [],
    provider_count: 1,
    data_as_of: null,
  }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1))

const providers: readonly ProviderCard[] = oddNames.map((last, index) => {
  const card = providerCard()
  const listed = carrierRows.filter((_, carrierIndex) => index % (carrierIndex + 1) === 0)
  return ProviderCard.parse({
    ...card,
    npi: npiFromPayload(String(200_000_100 + index)),
    name: { ...card.name, first: 'Ana', last, display: `Ana ${last}, MD` },
    carriers: listed.map(([code, name]) => ({ ...card.carriers[0], code, name })),
  })
})

const locations: readonly LocationCard[] = Object.entries(edgePoints).map(([name, point], index) =>
  LocationCard.parse({
    ...locationCard,
    ...point,
    name,
    location_uuid: `5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4d${String(index).padStart(2, '0')}`,
  }),
)

/** Publishes the directory with vectors of `embedder`. */
export async function publishOddDirectory(
  dataDir: string,
  generation: string,
  embedder: Embedder = staticEmbedder(),
): Promise<void> {
  const folder = snapshotFolder(dataDir, generation)
  mkdirSync(folder, { recursive: true })
  await writeSegments(join(folder, 'segment'), embedder)
  using _snapshot = await createTestSnapshot(folder, {
    providers,
    locations,
    personNames: providers.map(({ npi, name }) => ({ npi, first: 'ANA', last: foldName(name.last ?? '') })),
    placeNames: locations.map(({ name, location_uuid: uuid }) => ({ name: foldName(name ?? ''), uuid })),
    carriers: oddCarriers,
    manifest: {
      generation,
      created_at: '2026-11-10T00:00:00Z',
      data_as_of: '2026-11-09',
      embedder: embedder.id,
    },
  })
  writeFileSync(join(dataDir, pointerFile), `${generation}\n`)
}

async function writeSegments(folder: string, embedder: Embedder): Promise<void> {
  const people = new SegmentBuilder('providers')
  for (const card of providers) people.add(providerDocument(card))
  await people.write(join(folder, 'providers'), embedder)
  const places = new SegmentBuilder('locations')
  for (const card of locations) places.add(locationDocument(card, [{ code: '207RC0000X', weight: 1 }]))
  await places.write(join(folder, 'locations'), embedder)
}
