/** A clinician or a place as the list shows it, whether the hit is compact or a whole card. */
import type {
  CarrierListing,
  LocationHit,
  OfficeHours,
  PracticeLocation,
  ProviderHit,
  Source,
} from '@careatlas/contract/cards'
import type * as tools from '@careatlas/contract/mcp-tools'
import type * as z from 'zod'

type CompactLocation = z.infer<typeof tools.CompactLocation>
type CompactProvider = z.infer<typeof tools.CompactProvider>

export type AnyHit = ProviderHit | CompactProvider | LocationHit | CompactLocation

export type SearchTool = 'search_providers' | 'search_locations'

/** The fields of a place that links and the map need. A compact hit has no point, and that of a clinician no street. */
export type HitPlace = Pick<PracticeLocation, 'name' | 'phone'> &
  Partial<Pick<PracticeLocation, 'phone_extension' | 'lat' | 'lng' | 'geo_precision' | 'address'>> & {
    readonly city: string | null
  }

export interface ListedHit {
  readonly kind: 'clinician' | 'place'
  /** An NPI or a `location_uuid`. */
  readonly id: string
  readonly name: string
  /** The specialty of a clinician, the focus of a place. */
  readonly specialty: string | null
  readonly place: HitPlace | null
  readonly placeCount: number
  readonly distanceMiles: number | null
  readonly languages: readonly string[]
  readonly hours: readonly OfficeHours[]
  readonly sources: readonly Source[]
  /** Null if the hit has only codes, and for a place, which no carrier lists. */
  readonly carriers: readonly CarrierListing[] | null
  readonly accepting: PracticeLocation['accepting_new_patients'] | null
  readonly clinicianCount: number | null
  readonly isCompact: boolean
}

export function isProvider(hit: AnyHit): hit is ProviderHit | CompactProvider {
  return 'npi' in hit
}

/** The NPI of a clinician, the `location_uuid` of a place. */
export function identify(hit: AnyHit): string {
  return 'npi' in hit ? String(hit.npi) : hit.location_uuid
}

/** Compact names are text; those of a clinician's card are objects. */
export function readHit(hit: AnyHit): ListedHit {
  if (isProvider(hit))
    return typeof hit.name === 'string'
      ? readCompactProvider(hit as CompactProvider)
      : readProvider(hit as ProviderHit)
  return 'address' in hit ? readLocation(hit as LocationHit) : readCompactLocation(hit)
}

const unknown = {
  languages: [],
  hours: [],
  sources: [],
  carriers: null,
  accepting: null,
  clinicianCount: null,
}

function readCompactProvider(hit: CompactProvider): ListedHit {
  return {
    ...unknown,
    kind: 'clinician',
    id: hit.npi,
    name: hit.name,
    specialty: hit.specialty,
    place: hit.location,
    placeCount: hit.location_count,
    distanceMiles: hit.distance_miles ?? null,
    languages: hit.languages,
    isCompact: true,
  }
}

function readProvider(hit: ProviderHit): ListedHit {
  const place = choosePlace(hit.practice_locations)
  return {
    kind: 'clinician',
    id: hit.npi,
    name: hit.name.display,
    specialty: nameSpecialties(hit.specialties),
    place: place && { ...place, city: place.address.city },
    placeCount: hit.practice_location_count ?? hit.practice_locations.length,
    distanceMiles: hit.distance_miles ?? null,
    languages: hit.languages,
    hours: place?.office_hours ?? [],
    sources: hit.sources,
    carriers: hit.carriers,
    accepting: place?.accepting_new_patients ?? null,
    clinicianCount: null,
    isCompact: false,
  }
}

function readCompactLocation(hit: CompactLocation): ListedHit {
  const { line_1, city, state, postal_code, name, phone } = hit
  const address = { line_1, line_2: null, city, state, postal_code, country: 'US' }
  return {
    ...unknown,
    kind: 'place',
    id: hit.location_uuid,
    name: name ?? 'A place of care',
    specialty: hit.focus,
    place: { name: null, phone, city, ...(line_1 !== null && { address }) },
    placeCount: 1,
    distanceMiles: hit.distance_miles ?? null,
    languages: hit.languages,
    clinicianCount: hit.provider_count,
    isCompact: true,
  }
}

function readLocation(hit: LocationHit): ListedHit {
  return {
    ...unknown,
    kind: 'place',
    id: hit.location_uuid,
    name: hit.name ?? 'A place of care',
    specialty: hit.specialties.find(({ primary }) => primary)?.name ?? hit.clinical_focus.primary,
    place: { ...hit, name: null, city: hit.address.city },
    placeCount: 1,
    distanceMiles: hit.distance_miles ?? null,
    languages: hit.languages,
    hours: hit.office_hours,
    sources: hit.sources,
    clinicianCount: hit.provider_count,
    isCompact: false,
  }
}

/** Infinite without a position. */
function distance({ distance_miles }: PracticeLocation): number {
  return distance_miles ?? Number.POSITIVE_INFINITY
}

/** The nearest place, otherwise the primary one, as in compact hits. */
function choosePlace(places: readonly PracticeLocation[]): PracticeLocation | null {
  const active = places.filter((place) => place.active)
  const [nearest] = active.toSorted((a, b) => distance(a) - distance(b))
  if (nearest !== undefined && Number.isFinite(distance(nearest))) return nearest
  return active.find(({ primary }) => primary) ?? active[0] ?? null
}

function nameSpecialties(specialties: ProviderHit['specialties']): string | null {
  const names = specialties.toSorted((a, b) => Number(b.primary) - Number(a.primary)).map(({ name }) => name)
  const [first, ...others] = [...new Set(names)]
  if (first === undefined) return null
  return others.length === 0 ? first : `${first}, also ${others.slice(0, 2).join(', ').toLowerCase()}`
}
