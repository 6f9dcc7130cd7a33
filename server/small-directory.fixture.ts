/** For tests: publishes a handmade snapshot of a few fictional clinicians and locations in the real format. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import type { Carrier, Region, RegistryStatus } from '@careatlas/directory/snapshot/format'
import { createTestSnapshot } from '@careatlas/directory/snapshot/snapshot.fixture'
import { SegmentBuilder } from '@careatlas/search/embedded/segment-builder.fixture'
import { locationDocument, providerDocument } from '@careatlas/search/search-document'
import { toPersonEntry, toPlaceEntry } from '@careatlas/search/suggestion-entry'
import { staticEmbedder } from '@careatlas/vocabulary/embedder'

export const small = {
  /** The clinician who has a card. */
  npi: '2000000002',
  deactivated: '2000000010',
  deactivatedSilently: '2000000028',
  organization: '2000000036',
  outside: '2000000044',
  unknown: '2000000051',
  uuid: '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11',
  /** Former identifiers: one has a successor; the others are keyed by the reason of their removal. */
  former: {
    succeeded: '11111111-1111-5111-8111-111111111111',
    deactivated: '22222222-2222-5222-8222-222222222222',
    moved: '33333333-3333-5333-8333-333333333333',
    left: '44444444-4444-5444-8444-444444444444',
    outside: '55555555-5555-5555-8555-555555555555',
    unlisted: '66666666-6666-5666-8666-666666666666',
  },
  asOf: '2026-11-09',
} as const

/** Records in addition to those of the small directory; a card with the identifier of the latter replaces it. */
export interface MoreRecords {
  readonly providers?: readonly ProviderCard[]
  readonly locations?: readonly LocationCard[]
  readonly carriers?: readonly Carrier[]
  readonly regions?: readonly Region[]
  readonly personNames?: readonly { readonly last: string; readonly first: string; readonly npi: string }[]
  readonly registry?: readonly ({ readonly npi: string } & RegistryStatus)[]
}

const noMoreRecords: MoreRecords = {}

/** Writes the snapshot `generation` to `dataDir` and makes it the current one. Tests distinguish snapshots by `biography`. */
export async function publishSmallDirectory(
  dataDir: string,
  generation: string,
  biography = 'She heals.',
  more = noMoreRecords,
): Promise<void> {
  const folder = snapshotFolder(dataDir, generation)
  if (more === noMoreRecords) cpSync(await originalOf(generation, biography), folder, { recursive: true })
  else await writeSnapshot(folder, generation, biography, more)
  writeFileSync(join(dataDir, pointerFile), `${generation}\n`)
}

/** The folders of the snapshots without more records, by generation and biography: a copy takes a tenth of the time. */
const originals = new Map<string, Promise<string>>()

/** Contains them until this process exits. */
let originalsFolder: string | null = null

function originalOf(generation: string, biography: string): Promise<string> {
  const key = `${generation} ${biography}`
  const original = originals.get(key) ?? createOriginal(generation, biography)
  originals.set(key, original)
  return original
}

async function createOriginal(generation: string, biography: string): Promise<string> {
  originalsFolder ??= createOriginalsFolder()
  const folder = join(originalsFolder, String(originals.size))
  await writeSnapshot(folder, generation, biography, noMoreRecords)
  return folder
}

function createOriginalsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'small-directory-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  return folder
}

async function writeSnapshot(
  folder: string,
  generation: string,
  biography: string,
  more: MoreRecords,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const provider = providerCard(biography)
  await writeSegments(join(folder, 'segment'), provider)
  using _snapshot = await createTestSnapshot(folder, {
    providers: [provider, ...(more.providers ?? [])],
    locations: [locationCard, ...(more.locations ?? [])],
    personNames: [{ last: 'OLIVEIRA', first: 'MARTA', npi: small.npi }, ...(more.personNames ?? [])],
    placeNames: [{ name: 'HEART CLINIC', uuid: small.uuid }],
    suggestedPeople: [toPersonEntry(provider)],
    suggestedPlaces: [toPlaceEntry(locationCard, ['Heart Clinic'])].filter((entry) => entry !== null),
    towns: [{ name: 'providence', state: 'RI', lat: 41.8231, lng: -71.4187, addresses: 2 }],
    registry: [...registry, ...(more.registry ?? [])],
    former,
    carriers: [...carriers, ...(more.carriers ?? [])],
    regions: [...regions, ...(more.regions ?? [])],
    manifest: { generation, created_at: new Date().toISOString(), data_as_of: small.asOf, counts },
  })
}

const counts = {
  providers: 1,
  locations: 1,
  locations_presented: 1,
  organizations: 1,
  deactivated: 2,
  outside_coverage: 1,
  superseded: 0,
}

const registry = [
  { npi: small.deactivated, status: 'deactivated', since: '2025-03-01' },
  { npi: small.deactivatedSilently, status: 'deactivated', since: null },
  { npi: small.organization, status: 'organization', locationUuids: [small.uuid] },
  { npi: small.outside, status: 'outside_coverage' },
] as const

const removed = { heir: null, npi: null, elsewhere: null, day: '2026-11-02' } as const
const former = [
  [small.former.succeeded, { heir: small.uuid, day: '2026-11-02' }],
  [small.former.deactivated, { ...removed, reason: 'organization_deactivated', npi: small.deactivated }],
  [
    small.former.moved,
    { ...removed, reason: 'organization_moved', npi: small.organization, elsewhere: small.uuid },
  ],
  [small.former.left, { ...removed, reason: 'clinicians_left' }],
  [small.former.outside, { ...removed, reason: 'outside_coverage' }],
  [small.former.unlisted, { ...removed, reason: 'not_listed' }],
] as const

async function writeSegments(folder: string, provider: ProviderCard): Promise<void> {
  const providers = new SegmentBuilder('providers')
  providers.add(providerDocument(provider))
  await providers.write(join(folder, 'providers'), staticEmbedder())
  const locations = new SegmentBuilder('locations')
  locations.add(locationDocument(locationCard, [{ code: '207RC0000X', weight: 1 }]))
  await locations.write(join(folder, 'locations'), staticEmbedder())
}

const place = {
  location_uuid: small.uuid,
  name: 'Heart Clinic',
  address: {
    line_1: '110 LOCKWOOD ST',
    line_2: null,
    city: 'PROVIDENCE',
    state: 'RI',
    postal_code: '02903',
    country: 'US',
  },
  lat: 41.82,
  lng: -71.41,
  geo_precision: 'zip_centroid',
  address_conflict: null,
  phone: '+14015550100',
  phone_extension: null,
  fax: null,
} as const

const unknownValue = { value: 'unknown', source: null, as_of: null } as const
const sources = [{ id: 'nppes', as_of: small.asOf }]
const clinical_focus = { primary: 'heart care', areas: [] }

/** The only clinician. */
export function providerCard(biography = 'She heals.'): ProviderCard {
  return ProviderCard.parse({
    npi: small.npi,
    name: {
      first: 'MARTA',
      middle: null,
      last: 'OLIVEIRA',
      suffix: null,
      credential: 'MD',
      display: 'Marta Oliveira, MD',
    },
    other_names: [],
    biography,
    short_biography: 'Cardiologist in Providence, Rhode Island.',
    clinical_focus,
    education_training: [],
    specialties: [{ code: '207RC0000X', name: 'cardiologist', primary: true, licenses: [] }],
    languages: [],
    gender: 'F',
    telehealth: unknownValue,
    medicare_assignment: unknownValue,
    affiliations: [],
    statements: [],
    carriers: [{ code: 'MEDICARE', name: 'Medicare', status: 'listed', source: 'plan_network', as_of: null }],
    practice_locations: [
      { ...place, primary: true, active: true, office_hours: [], accepting_new_patients: unknownValue },
    ],
    mailing_address: null,
    identifiers: [],
    status: 'active',
    enumerated_on: '2006-05-23',
    updated_on: null,
    sources,
  })
}

/** The only place. */
export const locationCard: LocationCard = LocationCard.parse({
  ...place,
  summary: 'Heart Clinic is a clinic at 110 Lockwood Street in Providence, Rhode Island.',
  emergency_services: unknownValue,
  languages: [],
  clinical_focus,
  office_hours: [],
  organization_npi: null,
  organization_npis: [],
  legal_name: null,
  other_names: [],
  parent_organization: null,
  authorized_official_title: null,
  specialties: [],
  mailing_address: null,
  identifiers: [],
  enumerated_on: null,
  updated_on: null,
  provider_count: 1,
  providers: [
    {
      npi: small.npi,
      name: 'Marta Oliveira, MD',
      specialty: 'cardiologist',
      accepting_new_patients: unknownValue,
    },
  ],
  sources,
})

const carriers: readonly Carrier[] = [
  {
    code: '62308',
    kind: 'payer_id',
    name: 'Cigna',
    aliases: ['CIGNA HEALTHCARE'],
    provider_count: 0,
    data_as_of: null,
  },
  {
    code: 'MEDICARE',
    kind: 'program',
    name: 'Medicare',
    aliases: [],
    provider_count: 1,
    data_as_of: small.asOf,
  },
]

/** Rhode Island, in which the only place is. */
export const regions: readonly Region[] = [
  {
    code: 'US-RI',
    name: 'Rhode Island',
    zip3s: ['028', '029'],
    counts: { providers: 1, locations: 1, carriers: 1 },
    data_as_of: small.asOf,
  },
]
