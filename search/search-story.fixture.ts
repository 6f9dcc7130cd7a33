/** Three clinicians and two places in Providence and Westerly, Rhode Island, served by the real engine; fictional. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocationCard, PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { handmadeSnapshot } from '@careatlas/directory/snapshot/snapshot.fixture'
import { blankLocation, blankPlace, blankProvider, listedBy, unknown } from './blank-cards.fixture.ts'
import { openEmbeddedEngine } from './embedded/engine.ts'
import { SegmentBuilder } from './embedded/segment-builder.ts'
import type { Served } from './served.ts'

const clinic = place(1, 'Harbor Clinic', { lat: 41.8183, lng: -71.4139 })
const office = place(2, 'Shore Office', { lat: 41.3605, lng: -71.7942 })

const marta = provider(
  '2000000002',
  'Marta',
  'Oliveira',
  'cardiologist heart doctor',
  [clinic, office],
  '00890',
)
const anne = provider('2000000010', 'Anne', "O'Neil", 'pediatrician', [clinic], 'MEDICARE')
const joao = provider('2000000028', 'João', 'Oliveira', 'heart surgeon', [office])

const providers = [marta, anne, joao]
const locations = [location(clinic, [marta, anne]), location(office, [marta, joao])]

/** The directory of the story, and its folder, which goes when it is disposed. */
export async function storyDirectory(): Promise<Served & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'search-story-'))
  writeSegments(join(folder, 'segment'))
  const snapshot = await handmadeSnapshot(folder, {
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
  const engine = openEmbeddedEngine(snapshot.segmentFolder, snapshot)
  return {
    engine,
    snapshot,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      snapshot[Symbol.dispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

function writeSegments(folder: string): void {
  const providerSegment = new SegmentBuilder('providers')
  for (const { npi: id, biography: text, practice_locations, carriers, name } of providers) {
    const points = practice_locations.map(pointOf)
    const sortName = foldName(`${name.last} ${name.first}`)
    providerSegment.add({ id, text, points, carriers: carriers.map(({ code }) => code), sortName })
  }
  providerSegment.write(join(folder, 'providers'))
  const locationSegment = new SegmentBuilder('locations')
  for (const card of locations) {
    const { location_uuid: id, summary: text, name } = card
    locationSegment.add({ id, text, points: [pointOf(card)], carriers: [], sortName: foldName(name ?? '') })
  }
  locationSegment.write(join(folder, 'locations'))
}

function place(n: number, name: string, { lat, lng }: { lat: number; lng: number }): PracticeLocation {
  const location_uuid = `00000000-0000-5000-8000-00000000000${n}`
  return { ...blankPlace, location_uuid, name, lat, lng, geo_precision: 'zip_centroid' }
}

function provider(
  npi: string,
  first: string,
  last: string,
  biography: string,
  practice_locations: PracticeLocation[],
  ...carriers: readonly string[]
): ProviderCard {
  return {
    ...blankProvider,
    npi,
    name: { ...blankProvider.name, first, last, display: `${first} ${last}` },
    biography,
    practice_locations,
    carriers: carriers.map(listedBy),
  }
}

function location(at: PracticeLocation, roster: readonly ProviderCard[]): LocationCard {
  const { location_uuid, name, lat, lng, geo_precision } = at
  return {
    ...blankLocation,
    location_uuid,
    name,
    lat,
    lng,
    geo_precision,
    summary: `${name} in Rhode Island: ${roster.map((card) => card.biography).join(', ')}`,
    provider_count: roster.length,
    providers: roster.map(({ npi, name: { display } }) => ({
      npi,
      name: display,
      specialty: null,
      accepting_new_patients: unknown,
    })),
  }
}

function pointOf({ lat, lng }: Pick<PracticeLocation, 'lat' | 'lng'>): { lat: number; lng: number } {
  return { lat: lat ?? 0, lng: lng ?? 0 }
}
