/** A place of care with its card, made of everything that its tenants' mentions say together. */
import type { Address, LocationCard } from '@careatlas/contract/cards'
import { locationUuid } from '@careatlas/directory/location-uuid'
import { isUnitedStates } from '@careatlas/directory/region'
import { zipPoint } from '@careatlas/directory/zip'
import { compareText } from '../compare-text.ts'
import { addressName } from '../compose/address-in-words.ts'
import type { ComposeContext } from '../compose/context.ts'
import { composeLocationCard } from '../compose/location-card.ts'
import { observedAccepting, observedHours, observedLanguages } from '../compose/observed.ts'
import type { PlaceFacts, RosterMember } from '../compose/place-facts.ts'
import type { Practice } from '../practice.ts'
import { commonestPhone, commonestSpelling } from './commonest.ts'
import { leadOf, namesOf, organizationName, taxonomyCodesOf } from './leading-organization.ts'
import type { ClinicianMention, Mention } from './mention.ts'
import type { Tenants } from './tenants.ts'

export interface Place {
  readonly card: LocationCard
  /** Every name the place is found under, the card's first. */
  readonly names: readonly string[]
  /** Whether location search shows it: the address of a lone clinician is often a home. */
  readonly presented: boolean
  /** One for every clinician and every organization of the place. */
  readonly practices: readonly Practice[]
}

/** The place that `tenants` share, at least one of them being somebody. */
export function placeOf(tenants: Tenants, context: ComposeContext): Place {
  const { organizations, clinicians } = tenants
  const card = composeLocationCard(factsOf(tenants), context)
  return {
    card,
    names: namesOf(card.name, organizations),
    presented: organizations.length > 0 || clinicians.length > 1,
    practices: [...organizations, ...clinicians].map((mention) => practiceOf(mention, card)),
  }
}

function factsOf({ organizationKey, organizations, clinicians }: Tenants): PlaceFacts {
  const lead = leadOf(organizations)
  const here = [...organizations, ...clinicians]
  const { address, phone } = (lead ?? commonestSpelling(clinicians)).registered
  return {
    locationUuid: locationUuid(address, organizationKey),
    name: lead === null ? addressName(address) : organizationName(lead.who),
    address: { ...address },
    point: pointOf(address),
    phone: (lead && phone) ?? commonestPhone(organizations) ?? commonestPhone(clinicians),
    organization: lead && { npi: lead.who.npi, taxonomyCodes: taxonomyCodesOf(lead, organizations) },
    roster: rosterOf(clinicians),
    hours: observedHours(observersOf(organizations, clinicians).flatMap(({ observed }) => observed)),
    languages: observedLanguages(here),
    sources: here.flatMap(sourcesOf),
  }
}

/** Hours of an organization are the place's; those of a clinician only where nobody else is. */
function observersOf(organizations: readonly Mention[], clinicians: readonly Mention[]): readonly Mention[] {
  if (organizations.length > 0) return organizations
  return clinicians.length === 1 ? clinicians : []
}

/** By name. */
function rosterOf(clinicians: readonly Mention<ClinicianMention>[]): readonly RosterMember[] {
  return clinicians
    .map(({ who: { npi, display, credentials, taxonomyCodes }, observed }) => ({
      npi,
      name: display,
      credentials,
      taxonomyCode: taxonomyCodes[0] ?? null,
      accepting: observedAccepting(observed),
    }))
    .toSorted((a, b) => compareText(a.name, b.name) || compareText(a.npi, b.npi))
}

function sourcesOf({ sources, observed }: Mention): PlaceFacts['sources'] {
  return [...sources, ...observed.map(({ source, asOf }) => ({ id: source, as_of: asOf }))]
}

function pointOf({ country, postal_code }: Address): PlaceFacts['point'] {
  const point = isUnitedStates({ country }) && postal_code !== null ? zipPoint(postal_code) : null
  return { lat: point?.lat ?? null, lng: point?.lng ?? null, geo_precision: point?.precision ?? null }
}

/** What one NPI says of the place: its own phone, hours and acceptance; the rest is the card's. */
function practiceOf({ who, registered, primary, observed }: Mention, card: LocationCard): Practice {
  const { location_uuid, name, address, lat, lng, geo_precision } = card
  const hours = observedHours(observed)
  return {
    npi: who.npi,
    location: {
      location_uuid,
      name,
      address,
      lat,
      lng,
      geo_precision,
      phone: registered.phone ?? card.phone,
      primary,
      active: true,
      office_hours: hours?.value ?? [],
      accepting_new_patients: observedAccepting(observed),
    },
    hoursAsOf: hours?.asOf ?? null,
  }
}
