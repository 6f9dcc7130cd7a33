/** Three fictional clinicians and two places in Providence and Westerly, Rhode Island, in the real engine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocationCard, PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { createTestSnapshot } from '@careatlas/directory/snapshot/snapshot.fixture'
import { staticEmbedder } from '@careatlas/vocabulary/embedder'
import { blankLocation, blankPlace, blankProvider, listedBy, unknown } from './blank-cards.fixture.ts'
import { openEmbeddedEngine } from './embedded/engine.ts'
import { SegmentBuilder } from './embedded/segment-builder.fixture.ts'
import { locationDocument, providerDocument } from './search-document.ts'
import type { SearchContext } from './search-context.ts'
import { runYielding } from './cooperative.ts'
import { loadQueryResources } from './query/query-resources.ts'

const clinic = place(1, 'Harbor Clinic', { lat: 41.8183, lng: -71.4139 })
const office = place(2, 'Shore Office', { lat: 41.3605, lng: -71.7942 })

const marta = provider('2000000002', 'Marta', 'Oliveira', '207RC0000X', [clinic, office], '00890')
const anne = provider('2000000010', 'Anne', "O'Neil", '208000000X', [clinic], 'MEDICARE')
const joao = provider('2000000028', 'João', 'Oliveira', '208G00000X', [office])

const providers = [marta, anne, joao]
const locations = [location(clinic, [marta, anne]), location(office, [marta, joao])]

/** Disposal closes the engine and the snapshot and deletes their temporary folder. */
export async function openSearchContext(): Promise<SearchContext & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'search-pipeline-'))
  await writeSegments(join(folder, 'segment'))
  const snapshot = await createTestSnapshot(folder, {
    providers,
    locations,
    personNames: providers.map(({ npi, name }) => ({
      npi,
      first: foldName(name.first ?? ''),
      last: foldName(name.last ?? ''),
    })),
    placeNames: locations.map(({ location_uuid: uuid, name }) => ({ uuid, name: foldName(name ?? '') })),
    carriers: ['00890', 'MEDICARE'].map((code) => ({
      code,
      kind: 'payer_id',
      name: code,
      aliases: [],
      provider_count: 1,
      data_as_of: null,
    })),
  })
  const engine = await openEmbeddedEngine(snapshot)
  return {
    engine,
    snapshot,
    resources: await runYielding(loadQueryResources(snapshot)),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      snapshot[Symbol.dispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

async function writeSegments(folder: string): Promise<void> {
  const providerSegment = new SegmentBuilder('providers')
  for (const card of providers) providerSegment.add(providerDocument(card))
  await providerSegment.write(join(folder, 'providers'), staticEmbedder())
  const locationSegment = new SegmentBuilder('locations')
  for (const card of locations) locationSegment.add(locationDocument(card, rosterCodes(card)))
  await locationSegment.write(join(folder, 'locations'), staticEmbedder())
}

function rosterCodes({ providers: roster }: LocationCard): readonly { code: string; weight: number }[] {
  const members = providers.filter(({ npi }) => roster.some((entry) => entry.npi === npi))
  return members.flatMap(({ specialties }) => specialties.map(({ code }) => ({ code, weight: 0.9 })))
}

function place(number: number, name: string, { lat, lng }: { lat: number; lng: number }): PracticeLocation {
  const location_uuid = `00000000-0000-5000-8000-00000000000${number}`
  return { ...blankPlace, location_uuid, name, lat, lng, geo_precision: 'zip_centroid' }
}

function provider(
  npi: string,
  first: string,
  last: string,
  code: string,
  practice_locations: PracticeLocation[],
  ...carriers: readonly string[]
): ProviderCard {
  return {
    ...blankProvider,
    npi,
    name: { ...blankProvider.name, first, last, display: `${first} ${last}` },
    specialties: [{ code, name: code, primary: true, licenses: [] }],
    practice_locations,
    carriers: carriers.map(listedBy),
  }
}

function location(site: PracticeLocation, roster: readonly ProviderCard[]): LocationCard {
  const { location_uuid, name, lat, lng, geo_precision } = site
  return {
    ...blankLocation,
    location_uuid,
    name,
    lat,
    lng,
    geo_precision,
    summary: `${name} in Rhode Island.`,
    provider_count: roster.length,
    providers: roster.map(({ npi, name: { display } }) => ({
      npi,
      name: display,
      specialty: null,
      accepting_new_patients: unknown,
    })),
  }
}
