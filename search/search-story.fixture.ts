/** Three clinicians and two places in Providence and Westerly, Rhode Island, served by the real engine; fictional. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocationCard, PracticeLocation, ProviderCard, RosterEntry } from '@careatlas/contract/cards'
import type { Carrier, Manifest } from '@careatlas/directory/snapshot/format'
import { openEmbeddedEngine } from './embedded/engine.ts'
import { SegmentBuilder } from './embedded/segment-builder.ts'
import type { Served } from './served.ts'

const providence = { lat: 41.8183, lng: -71.4139 }
const westerly = { lat: 41.3605, lng: -71.7942 }

const unknown = { value: 'unknown', source: null, as_of: null } as const

const clinic = place(1, 'Harbor Clinic', providence)
const office = place(2, 'Shore Office', westerly)

const marta = provider(
  '2000000002',
  'Marta',
  'Oliveira',
  'cardiologist heart doctor',
  [clinic, office],
  ['00890'],
)
const anne = provider('2000000010', 'Anne', "O'Neil", 'pediatrician', [clinic], ['MEDICARE'])
const joao = provider('2000000028', 'João', 'Oliveira', 'heart surgeon', [office], [])

const providers = [marta, anne, joao]
const locations = [location(clinic, [marta, anne]), location(office, [marta, joao])]

/** The directory of the story, and its folder, which goes when it is disposed. */
export function storyDirectory(): Served & AsyncDisposable {
  const folder = mkdtempSync(join(tmpdir(), 'search-story-'))
  writeSegments(folder)
  const engine = openEmbeddedEngine(folder, {
    npisByName: ({ last }) => providers.filter(({ name }) => name.last === last).map(({ npi }) => npi),
    locationUuidsByName: (name) =>
      locations.filter((card) => card.name?.toUpperCase() === name).map((card) => card.location_uuid),
  })
  return {
    engine,
    snapshot: {
      manifest,
      carriers: ['00890', 'MEDICARE'].map(carrier),
      providerCard: (npi) => textOf(providers.find((card) => card.npi === npi)),
      locationCard: (uuid) => textOf(locations.find((card) => card.location_uuid === uuid)),
    },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

function writeSegments(folder: string): void {
  const providerSegment = new SegmentBuilder('providers')
  for (const { npi: id, biography: text, practice_locations, carriers, name } of providers) {
    const points = practice_locations.map(pointOf)
    const codes = carriers.map(({ code }) => code)
    providerSegment.add({ id, text, points, carriers: codes, sortName: `${name.last} ${name.first}` })
  }
  providerSegment.write(join(folder, 'providers'))
  const locationSegment = new SegmentBuilder('locations')
  for (const card of locations) {
    const { location_uuid: id, summary: text, name } = card
    locationSegment.add({
      id,
      text,
      points: [pointOf(card)],
      carriers: [],
      sortName: `${name}`.toUpperCase(),
    })
  }
  locationSegment.write(join(folder, 'locations'))
}

const manifest: Manifest = {
  format: 1,
  generation: '2026-01-05.1',
  created_at: '2026-01-05T00:00:00Z',
  data_as_of: '2026-01-04',
  notice: null,
  counts: {
    providers: 3,
    locations: 2,
    locations_presented: 2,
    organizations: 0,
    deactivated: 0,
    outside_coverage: 0,
    superseded: 0,
  },
  sources: [],
  embedder: 'none',
  files: {},
}

function carrier(code: string): Carrier {
  return { code, kind: 'payer_id', name: code, aliases: [], provider_count: 1, data_as_of: null }
}

function place(n: number, name: string, { lat, lng }: { lat: number; lng: number }): PracticeLocation {
  return {
    location_uuid: `00000000-0000-5000-8000-00000000000${n}`,
    name,
    address: {
      line_1: `${n} MAIN ST`,
      line_2: null,
      city: null,
      state: 'RI',
      postal_code: null,
      country: 'US',
    },
    lat,
    lng,
    geo_precision: 'zip_centroid',
    phone: null,
    primary: n === 1,
    active: true,
    office_hours: [],
    accepting_new_patients: unknown,
  }
}

function provider(
  npi: string,
  first: string,
  last: string,
  biography: string,
  practice_locations: PracticeLocation[],
  carriers: readonly string[],
): ProviderCard {
  const folded = { first: fold(first), middle: null, last: fold(last) }
  return {
    npi,
    name: { ...folded, suffix: null, credential: null, display: `${first} ${last}` },
    other_names: [],
    biography,
    short_biography: biography,
    clinical_focus: { primary: null, areas: [] },
    education_training: [],
    specialties: [],
    languages: [],
    gender: null,
    carriers: carriers.map((code) => ({
      code,
      name: code,
      status: 'listed',
      source: 'plan_network',
      as_of: null,
    })),
    practice_locations,
    status: 'active',
    enumerated_on: null,
    updated_on: null,
    sources: [],
  }
}

function location(at: PracticeLocation, roster: readonly ProviderCard[]): LocationCard {
  const { location_uuid, name, address, lat, lng, geo_precision, phone } = at
  return {
    location_uuid,
    name,
    address,
    lat,
    lng,
    geo_precision,
    phone,
    summary: `${name} in Rhode Island: ${roster.map((card) => card.biography).join(', ')}`,
    clinical_focus: { primary: null, areas: [] },
    office_hours: [],
    organization_npi: null,
    provider_count: roster.length,
    providers: roster.map(rosterEntry),
    sources: [],
  }
}

function rosterEntry({ npi, name }: ProviderCard): RosterEntry {
  return { npi, name: name.display, specialty: null, accepting_new_patients: unknown }
}

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toUpperCase()
}

function pointOf({ lat, lng }: Pick<PracticeLocation, 'lat' | 'lng'>): { lat: number; lng: number } {
  return { lat: lat ?? 0, lng: lng ?? 0 }
}

function textOf(card: object | undefined): string | null {
  return card === undefined ? null : JSON.stringify(card)
}
