/** Which places of care exist at one address: one for each organisation there, or the address alone. */
import type { Address, LocationCard, PracticeLocation, Source } from '@careatlas/contract/cards'
import { locationUuid } from '@careatlas/directory/location-uuid'
import { foldName } from '@careatlas/directory/person-name'
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import { zipPoint } from '@careatlas/directory/zip'
import { addressName, isUnitedStates } from './compose/address-in-words.ts'
import type { ComposeContext } from './compose/context.ts'
import { composeLocationCard, type RosterMember } from './compose/location-card.ts'
import { observedAccepting, observedHours } from './compose/observed.ts'
import type { ObservedPlace, Provenance, RegisteredAddress } from './facts.ts'

/** One NPI at one address. */
export interface Mention {
  /** `addressKey` of the address. */
  readonly key: string
  readonly registered: RegisteredAddress
  readonly primary: boolean
  readonly who: ClinicianMention | OrganizationMention
  /** What was observed at this address. */
  readonly observed: readonly (ObservedPlace & Provenance)[]
  /** BCP 47 tags that an observation of this NPI states. */
  readonly languages: readonly string[]
  readonly sources: readonly Source[]
}

export interface ClinicianMention {
  readonly kind: 'clinician'
  readonly npi: string
  /** "Maria E. Garcia, MD" */
  readonly display: string
  readonly taxonomyCode: string | null
}

export interface OrganizationMention {
  readonly kind: 'organization'
  readonly npi: string
  /** Doing business as, else the legal name; upper case as registered. */
  readonly name: string
  /** Every name it is found under. */
  readonly names: readonly string[]
  /** The primary one first. */
  readonly taxonomyCodes: readonly string[]
  readonly subpart: boolean
}

export interface Place {
  readonly card: LocationCard
  /** Every name the place is found under, the card's first. */
  readonly names: readonly string[]
  /** Whether location search shows it: the address of a lone clinician is often a home. */
  readonly presented: boolean
  /** One for every clinician and every organisation of the place. */
  readonly links: readonly { readonly npi: string; readonly location: PracticeLocation }[]
}

type Of<Who extends Mention['who']> = Mention & { readonly who: Who }
type ClinicianHere = Of<ClinicianMention>
type OrganizationHere = Of<OrganizationMention>

/**
 * The places at one address, by UUID. All `mentions` share one address key; their order does not matter. Clinicians are
 * on the roster of the only organisation there; where there are several, being in the same building does not prove for
 * which one somebody works, and the clinicians share a place of the address alone.
 */
export function placesAt(mentions: readonly Mention[], context: ComposeContext): readonly Place[] {
  const ordered = oncePerNpi(mentions)
  const clinicians = ordered.filter(isClinician)
  const groups = [...Map.groupBy(ordered.filter(isOrganization), ({ who }) => foldName(who.name)).entries()]
  const [single] = groups.length === 1 ? groups : []
  if (single !== undefined) return [placeOf(single[0], single[1], clinicians, context)]
  const places = groups.map(([folded, organizations]) => placeOf(folded, organizations, [], context))
  if (clinicians.length > 0) places.push(placeOf('', [], clinicians, context))
  return places.toSorted((a, b) => (a.card.location_uuid < b.card.location_uuid ? -1 : 1))
}

function isClinician(mention: Mention): mention is ClinicianHere {
  return mention.who.kind === 'clinician'
}

function isOrganization(mention: Mention): mention is OrganizationHere {
  return mention.who.kind === 'organization'
}

/** NPIs ascending; of two spellings of the address that one NPI registered, the primary one counts. */
function oncePerNpi(mentions: readonly Mention[]): readonly Mention[] {
  const ordered = mentions.toSorted(
    (a, b) =>
      compare(a.who.npi, b.who.npi) ||
      Number(b.primary) - Number(a.primary) ||
      compare(spelling(a), spelling(b)),
  )
  return ordered.filter(({ who }, at) => who.npi !== ordered[at - 1]?.who.npi)
}

function placeOf(
  folded: string,
  organizations: readonly OrganizationHere[],
  clinicians: readonly ClinicianHere[],
  context: ComposeContext,
): Place {
  const lead = leadOf(organizations)
  const here = [...organizations, ...clinicians]
  const { address } = (lead ?? mostMentioned(clinicians)).registered
  const name = lead === undefined ? addressName(address) : organizationName(lead.who.name)
  const roster = clinicians
    .map(rosterMember)
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.npi, b.npi))
  const observers = lead === undefined ? (clinicians.length === 1 ? clinicians : []) : organizations
  const card = composeLocationCard(
    {
      locationUuid: locationUuid(address, folded),
      name,
      address: { ...address },
      point: pointOf(address),
      phone: phoneOf(lead, organizations, clinicians),
      organization:
        lead === undefined
          ? null
          : { npi: lead.who.npi, taxonomyCodes: taxonomyCodesOf(lead, organizations) },
      roster,
      hours: observedHours(observers.flatMap(({ observed }) => observed)),
      languages: [...new Set(here.flatMap(({ languages }) => languages))].toSorted(),
      sources: here.flatMap(({ sources, observed }) => [
        ...sources,
        ...observed.map(({ source, asOf }) => ({ id: source, as_of: asOf })),
      ]),
    },
    context,
  )
  return {
    card,
    names: namesOf(card, organizations),
    presented: lead !== undefined || clinicians.length > 1,
    links: here.map((mention) => ({ npi: mention.who.npi, location: practiceLocation(card, mention) })),
  }
}

/** For display, without the stray punctuation of registered names: `PARADOX HEALTH , PLLC,` → `Paradox Health, PLLC`. */
function organizationName(registered: string): string {
  return titleCaseOrganization(registered.replace(/\s+(?=[,;.])/g, '').replace(/[\s,;:-]+$/, ''))
}

/** The organisation proper before its subparts, then the lowest NPI. */
function leadOf(organizations: readonly OrganizationHere[]): OrganizationHere | undefined {
  return organizations.toSorted(
    (a, b) => Number(a.who.subpart) - Number(b.who.subpart) || compare(a.who.npi, b.who.npi),
  )[0]
}

function taxonomyCodesOf(
  lead: OrganizationHere,
  organizations: readonly OrganizationHere[],
): readonly string[] {
  return [...new Set([lead, ...organizations].flatMap(({ who }) => who.taxonomyCodes))]
}

function namesOf({ name }: LocationCard, organizations: readonly OrganizationHere[]): readonly string[] {
  const registered = organizations.flatMap(({ who }) => [who.name, ...who.names])
  return [...new Set(name === null ? registered : [name, ...registered])]
}

function rosterMember({ who, observed }: ClinicianHere): RosterMember {
  return {
    npi: who.npi,
    name: who.display,
    taxonomyCode: who.taxonomyCode,
    accepting: observedAccepting(observed),
  }
}

/** What the card of one NPI says of the place: its own phone and hours; hours of an organisation are the place's. */
function practiceLocation(card: LocationCard, mention: Mention): PracticeLocation {
  const { location_uuid, name, address, lat, lng, geo_precision } = card
  return {
    location_uuid,
    name,
    address,
    lat,
    lng,
    geo_precision,
    phone: mention.registered.phone ?? card.phone,
    primary: mention.primary,
    active: true,
    office_hours: observedHours(mention.observed)?.value ?? [],
    accepting_new_patients: observedAccepting(mention.observed),
  }
}

/** The organisation's, else the one most mentioned. */
function phoneOf(
  lead: OrganizationHere | undefined,
  organizations: readonly OrganizationHere[],
  clinicians: readonly ClinicianHere[],
): string | null {
  return lead?.registered.phone ?? commonest(phones(organizations)) ?? commonest(phones(clinicians))
}

function phones(mentions: readonly Mention[]): readonly string[] {
  return mentions.flatMap(({ registered }) => registered.phone ?? [])
}

/** The mention whose spelling of the address is the commonest. */
function mostMentioned(clinicians: readonly ClinicianHere[]): ClinicianHere {
  const usual = commonest(clinicians.map(spelling))
  return clinicians.find((mention) => spelling(mention) === usual)!
}

function spelling({ registered: { address } }: Mention): string {
  const { line_1, line_2, city, state, postal_code, country } = address
  return [line_1, line_2, city, state, postal_code, country].join('\t')
}

/** Ties go to the lowest. */
function commonest(texts: readonly string[]): string | null {
  if (texts.length < 2) return texts[0] ?? null
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted(([a, some], [b, others]) => others - some || compare(a, b))[0]![0]
}

/** Six decimals, 0.1 m. */
function pointOf(address: Address): Pick<LocationCard, 'lat' | 'lng' | 'geo_precision'> {
  const point = isUnitedStates(address) && address.postal_code !== null ? zipPoint(address.postal_code) : null
  if (point === null) return { lat: null, lng: null, geo_precision: null }
  return { lat: sixDecimals(point.lat), lng: sixDecimals(point.lng), geo_precision: point.precision }
}

function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
