/** Everything known of a place of care becomes a finished card. */
import type {
  Address,
  LocationCard,
  OfficeHours,
  PracticeLocation,
  RosterEntry,
  Source,
} from '@careatlas/contract/cards'
import { type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { placeFocus } from './clinical-focus.ts'
import type { ComposeContext } from './context.ts'
import type { Stated } from './observed.ts'
import { composeSources } from './provider-card.ts'
import { specialtyName } from './specialties.ts'
import { composeSummary } from './summary.ts'

/** A place of care with all that is known of it. */
export interface PlaceFacts {
  readonly locationUuid: string
  /** For display; the street line where no single organisation is known, null where there is neither. */
  readonly name: string | null
  readonly address: Address
  readonly point: Pick<LocationCard, 'lat' | 'lng' | 'geo_precision'>
  readonly phone: string | null
  /** Null for a place of the address alone. */
  readonly organization: { readonly npi: string; readonly taxonomyCodes: readonly string[] } | null
  /** In the order of the card. */
  readonly roster: readonly RosterMember[]
  readonly hours: Stated<OfficeHours[]> | null
  /** BCP 47 tags that an observation of the place or of a clinician here states. */
  readonly languages: readonly string[]
  readonly sources: readonly Source[]
}

export interface RosterMember {
  readonly npi: string
  /** "Maria E. Garcia, MD" */
  readonly name: string
  readonly taxonomyCode: string | null
  readonly accepting: PracticeLocation['accepting_new_patients']
}

export function composeLocationCard(place: PlaceFacts, context: ComposeContext): LocationCard {
  const own = knownTaxonomies(place.organization?.taxonomyCodes ?? [])
  return {
    location_uuid: place.locationUuid,
    name: place.name,
    address: place.address,
    ...place.point,
    phone: place.phone,
    summary: composeSummary(place, own, context.notice),
    clinical_focus: placeFocus(own, commonestFirst(place.roster)),
    office_hours: place.hours?.value ?? [],
    organization_npi: place.organization?.npi ?? null,
    provider_count: place.roster.length,
    providers: place.roster.map((member) => rosterEntry(member, context)),
    sources: composeSources(place.sources),
  }
}

function rosterEntry(
  { npi, name, taxonomyCode, accepting }: RosterMember,
  context: ComposeContext,
): RosterEntry {
  const specialty = taxonomyCode === null ? null : specialtyName(taxonomyCode, context)
  return { npi, name, specialty, accepting_new_patients: accepting }
}

function knownTaxonomies(codes: readonly string[]): readonly Taxonomy[] {
  return [...new Set(codes)].map(taxonomyOf).filter((taxonomy) => taxonomy !== null)
}

/** Taxonomies of the roster's clinicians, the commonest first, then by code. */
function commonestFirst(roster: readonly RosterMember[]): readonly Taxonomy[] {
  const byCode = Map.groupBy(roster, ({ taxonomyCode }) => taxonomyCode ?? '')
  const ordered = [...byCode].toSorted(
    ([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1),
  )
  return knownTaxonomies(ordered.map(([code]) => code)).filter(({ kind }) => kind === 'individual')
}
