/** Composes the card of a place of care from its facts. */
import type { LocationCard, RosterEntry } from '@careatlas/contract/cards'
import { type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { compareText } from '../ordering.ts'
import { mergeSources } from '../facts/source-precedence.ts'
import { areasMax, placeFocus } from './clinical-focus.ts'
import type { ComposeContext } from './context.ts'
import { cityOf } from './phrasing/address-phrase.ts'
import { withCapital } from './phrasing/grammar.ts'
import { emergencyServices } from './observed-values.ts'
import type { PlaceFacts, RosterMember } from './place-facts.ts'
import { specialtyName } from './specialties.ts'
import { kindFirst, kindOfPlace } from './summary/kind-of-place.ts'
import { professionOf } from './summary/roster-phrase.ts'
import { composeSummary } from './summary/summary.ts'

/** The summary may name as many codes of an organization as the focus of the card has fields. */
const summaryCodesMax = 1 + areasMax

/** Composes the finished card of a place. */
export function composeLocationCard(place: PlaceFacts, context: ComposeContext): LocationCard {
  const ownTaxonomies = kindFirst(knownTaxonomies(place.organization?.taxonomyCodes ?? []))
  return {
    location_uuid: place.locationUuid,
    name: place.name ?? (place.organization === null ? null : describePlace(ownTaxonomies, place)),
    address: place.address,
    ...place.point,
    phone: place.phone,
    summary: composeSummary(place, ownTaxonomies.slice(0, summaryCodesMax), context),
    clinical_focus: placeFocus(ownTaxonomies, sortByFrequency(place.roster), place.organization),
    office_hours: place.hours?.value ?? [],
    emergency_services: emergencyServices(place.emergency),
    languages: [...place.languages],
    organization_npi: place.organization?.npi ?? null,
    ...place.registered,
    provider_count: place.roster.length,
    providers: place.roster.map((member) => rosterEntry(member, context)),
    sources: mergeSources(place.sources),
  }
}

/** "a pharmacy in Providence": the name of a place whose registered name must not be shown. */
function describePlace(ownTaxonomies: readonly Taxonomy[], { address, organization }: PlaceFacts): string {
  const city = cityOf(address)
  const kind = kindOfPlace(ownTaxonomies, organization?.listedAs) ?? 'an organization'
  return city === null ? kind : `${kind} in ${city.name}`
}

function rosterEntry(member: RosterMember, context: ComposeContext): RosterEntry {
  const { npi, name, taxonomyCode, accepting } = member
  const profession = professionOf(member)
  const asRegistered =
    profession === null || (taxonomyCode !== null && profession === taxonomyOf(taxonomyCode))
  const registered = taxonomyCode === null ? null : specialtyName(taxonomyCode, context)
  const specialty = asRegistered ? registered : withCapital(profession.name)
  return { npi, name, specialty, accepting_new_patients: accepting }
}

function knownTaxonomies(codes: readonly string[]): readonly Taxonomy[] {
  return [...new Set(codes)].map(taxonomyOf).filter((taxonomy) => taxonomy !== null)
}

/** The taxonomies of the roster, the most common first, then by code. */
function sortByFrequency(roster: readonly RosterMember[]): readonly Taxonomy[] {
  const byCode = Map.groupBy(roster, ({ taxonomyCode }) => taxonomyCode ?? '')
  const ordered = [...byCode].toSorted(
    ([a, some], [b, others]) => others.length - some.length || compareText(a, b),
  )
  return knownTaxonomies(ordered.map(([code]) => code)).filter(({ kind }) => kind === 'individual')
}
