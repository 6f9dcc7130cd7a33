/** For tests: publishes fictional clinicians and places around Providence, some with markup in their texts. */
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
import { toPersonEntry, toPlaceEntry } from '@careatlas/search/suggestion-entry'
import { staticEmbedder } from '@careatlas/vocabulary/embedder'
import { locationCard, providerCard, regions, small } from '../../small-directory.fixture.ts'

/** A browser that parsed it would set `window.attacked`. */
export const planted = '<img src=x onerror="window.attacked=1">'

const lastNames = [
  'COSTA',
  'SILVA',
  'MENDES',
  'ROCHA',
  'PIRES',
  'LOPES',
  'NUNES',
  'RAMOS',
  'TEIXEIRA',
  'FONSECA',
  'BARROS',
  'VIEIRA',
  'CARDOSO',
]

const source = 'plan_network'
const listings = [
  { code: 'MEDICARE', name: 'Medicare', status: 'listed', source, as_of: '2026-10-31' },
  { code: 'PLANTED', name: `${planted} Health`, status: 'listed', source, as_of: null },
] as const

/** Monday to Friday. */
const officeHours = (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => ({
  day,
  open: '09:00',
  close: '17:00',
}))

/** Cardiologists in the order of their distance from the ZIP code 02903. The second has markup in its name, town and payer. Only the first has office hours. */
export const clinicians: readonly ProviderCard[] = lastNames.map(createClinician)

function createClinician(last: string, index: number): ProviderCard {
  const card = providerCard()
  const [place] = card.practice_locations
  const isPlanted = index === 1
  return ProviderCard.parse({
    ...card,
    npi: npiFromPayload(String(200_000_300 + index)),
    name: {
      ...card.name,
      first: 'ANA',
      last,
      display: isPlanted ? `${planted} Silva, MD` : `Ana ${last.charAt(0)}${last.slice(1).toLowerCase()}, MD`,
    },
    gender: index % 2 === 0 ? 'F' : 'M',
    languages: index % 3 === 0 ? ['en', 'es'] : ['en'],
    carriers: isPlanted ? listings : listings.slice(0, index % 2),
    practice_locations: [
      {
        ...place,
        address: { ...place!.address, city: isPlanted ? `${planted}TOWN` : 'PROVIDENCE' },
        lat: 41.82 + index * 0.006,
        lng: -71.41 - index * 0.005,
        office_hours: index === 0 ? officeHours : [],
        accepting_new_patients:
          index === 0
            ? { value: 'accepting', source: 'observation', as_of: '2026-11-02' }
            : place!.accepting_new_patients,
      },
    ],
  })
}

/** The first has office hours, and the second has markup in its name. */
const places: readonly LocationCard[] = [
  LocationCard.parse({ ...locationCard, office_hours: officeHours }),
  LocationCard.parse({
    ...locationCard,
    location_uuid: '6b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c12',
    name: `${planted} Hospital`,
  }),
]

export const noticeText = `Fictional record ${planted}.`

/** Most payers of a real directory have no file. */
const payersWithoutFile = Array.from({ length: 400 }, (_, index): Carrier => ({
  code: String(70_000 + index),
  kind: 'payer_id',
  name: `Quillmark ${index}`,
  aliases: index === 399 ? ['Quillmark Gold HMO'] : [],
  provider_count: 0,
  data_as_of: null,
}))

const carriers: readonly Carrier[] = [
  { code: '62308', kind: 'payer_id', name: 'Cigna', aliases: [], provider_count: 0, data_as_of: null },
  {
    code: 'MEDICARE',
    kind: 'program',
    name: 'Medicare',
    aliases: [],
    provider_count: 6,
    data_as_of: '2026-10-31',
  },
  {
    code: 'PLANTED',
    kind: 'program',
    name: `${planted} Health`,
    aliases: [],
    provider_count: 1,
    data_as_of: null,
  },
  ...payersWithoutFile,
]

const towns = [
  { name: 'providence', state: 'RI', lat: 41.8231, lng: -71.4187, addresses: 13 },
  { name: `${planted}town`, state: 'RI', lat: 41.9, lng: -71.5, addresses: 1 },
]

/** The same clinicians with so many payers that ten of their cards exceed the smallest budget of a response. */
export const cliniciansWithManyPayers: readonly ProviderCard[] = clinicians.map((card) => ({
  ...card,
  carriers: payersWithoutFile.map(({ code, name }) => ({
    code,
    name,
    status: 'listed',
    source,
    as_of: null,
  })),
}))

export async function publishDemoDirectory(
  dataDir: string,
  generation: string,
  people: readonly ProviderCard[] = clinicians,
): Promise<void> {
  const folder = snapshotFolder(dataDir, generation)
  mkdirSync(folder, { recursive: true })
  await writeSegments(join(folder, 'segment'), people)
  using _snapshot = await createTestSnapshot(folder, {
    providers: people,
    locations: places,
    personNames: clinicians.map(({ npi, name }) => ({
      npi,
      last: foldName(name.last ?? ''),
      first: foldName(name.first ?? ''),
    })),
    placeNames: places.map(({ name, location_uuid: uuid }) => ({ name: foldName(name ?? ''), uuid })),
    suggestedPeople: clinicians.map(toPersonEntry),
    suggestedPlaces: places
      .map((place) => toPlaceEntry(place, [place.name ?? '']))
      .filter((entry) => entry !== null),
    towns,
    carriers,
    regions,
    manifest: {
      generation,
      created_at: '2026-11-10T00:00:00Z',
      data_as_of: small.asOf,
      notice: noticeText,
      counts: {
        providers: clinicians.length,
        locations: places.length,
        locations_presented: places.length,
        organizations: places.length,
        deactivated: 0,
        outside_coverage: 0,
        superseded: 0,
      },
    },
  })
  writeFileSync(join(dataDir, pointerFile), `${generation}\n`)
}

async function writeSegments(folder: string, cards: readonly ProviderCard[]): Promise<void> {
  const people = new SegmentBuilder('providers')
  for (const card of cards) people.add(providerDocument(card))
  await people.write(join(folder, 'providers'), staticEmbedder())
  const locations = new SegmentBuilder('locations')
  for (const card of places) locations.add(locationDocument(card, [{ code: '207RC0000X', weight: 1 }]))
  await locations.write(join(folder, 'locations'), staticEmbedder())
}
