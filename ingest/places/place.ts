/** A place of care with its card, made of everything that its tenants' mentions say together. */
import type { Address, LocationCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { generalHospital, isHospitalCode, taxonomyOf } from '@careatlas/directory/taxonomy'
import type { ClinicalSlice } from '@careatlas/search/relevance'
import { compareText } from '../compare-text.ts'
import { addressName, townName } from '../compose/english/address-in-words.ts'
import { spotOf } from '../compose/biography/spoken-place.ts'
import type { ComposeContext } from '../compose/context.ts'
import { composeLocationCard } from '../compose/location-card.ts'
import { observedAccepting, observedHours, observedLanguages } from '../compose/observed.ts'
import { unregistered } from '../compose/registration-fields.ts'
import type { PlaceFacts, RosterMember } from '../compose/place-facts.ts'
import { newestSources } from '../facts/newest-sources.ts'
import { areSameAddress } from '../facts/same-address.ts'
import type { Practice } from '../practice.ts'
import { commonestPhone, onlyPhone } from './commonest.ts'
import { emergencyAt, facilityName, facilityPhone, listedKindOf, listedSpecialty } from './facility-facts.ts'
import { saysHospital } from './facility-host.ts'
import { isHome, isNamedForTown, isOnlyRegistered } from './home.ts'
import { leadOf, namesOf, organizationName, taxonomyCodesOf } from './leading-organization.ts'
import type { ClinicianMention, Mention, OrganizationMention } from './mention.ts'
import { type HousePoint, pointOf } from './point.ts'
import { practicedFields } from './practiced-fields.ts'
import { isOfAProfession } from './profession.ts'
import { registrationFields } from './registrations.ts'
import { sharedAddress } from './shared-address.ts'
import type { Tenants } from './tenants.ts'
import { phoneAt } from './phone-at.ts'
import { isNamedIn } from './tie.ts'

export interface Place {
  readonly card: LocationCard
  /** Every name the place is found under, the card's first. */
  readonly names: readonly string[]
  /** What is done there. */
  readonly fields: ClinicalSlice['codes']
  /** Whether location search shows it: a home has a card, but is no place of care. */
  readonly presented: boolean
  /** One for every clinician and every organization of the place. */
  readonly practices: readonly Practice[]
}

/** What search indexes of a place beside its card. */
export interface PresentedPlace extends Pick<Place, 'names' | 'fields'> {
  readonly uuid: string
}

/** The place that `tenants` share, at least one of them being somebody; `listed` is where a list has the house. */
export function placeOf(
  locationUuid: string,
  tenants: Tenants,
  listed: HousePoint | null,
  context: ComposeContext,
): Place {
  const { organizations, facilities, clinicians } = tenants
  const facts = factsOf(locationUuid, tenants, listed, context)
  const card = composeLocationCard(facts, context)
  const phone = ownPhone(tenants)
  const isOnMap = listed !== null && card.geo_precision === 'address'
  const lists = newestSources([...facilities.flatMap(sourcesOf), ...(isOnMap ? [listed.source] : [])])
  const seen = { card, inTexts: inTexts(card.name, facts), listed, lists, tenants }
  return {
    card,
    names: [
      ...new Set([
        ...namesOf(facts.name, organizations),
        ...card.other_names.map(({ name }) => name),
        ...facilities.map(({ who }) => who.name),
      ]),
    ],
    fields: practicedFields(facts),
    presented: !isHome(tenants),
    practices: [
      ...organizations.map((one) => practiceOf(one, seen, phone)),
      ...clinicians.map((one) => practiceOf(one, seen, isNamedIn(one, organizations) ? phone : null)),
    ],
  }
}

function factsOf(
  locationUuid: string,
  tenants: Tenants,
  listed: HousePoint | null,
  context: ComposeContext,
): PlaceFacts {
  const { organizations, facilities, clinicians } = tenants
  const lead = leadOf(organizations)
  const here = [...organizations, ...facilities, ...clinicians]
  const address = lead?.registered.address ?? sharedAddress(facilities.length > 0 ? facilities : clinicians)
  const { point, sources } = pointOf(address, listed)
  const phone = ownPhone(tenants)
  const name =
    lead === null
      ? (facilityName(facilities) ?? nameByAddress(tenants, address))
      : organizationName(lead.who.name) || facilityName(facilities)
  const organization = organizationOf(tenants, lead)
  return {
    locationUuid,
    name,
    address: { ...address },
    point,
    phone: phone ?? onlyPhone(clinicians),
    organization,
    registered:
      lead === null ? unregistered : registrationFields(lead, organizations, { name, phone }, context),
    roster: rosterOf(clinicians),
    hours: observedHours(observersOf(organizations, clinicians).flatMap(({ observed }) => observed)),
    emergency: emergencyAt(facilities, organization?.taxonomyCodes ?? []),
    languages: observedLanguages(here),
    sources: [...here.flatMap(sourcesOf), ...sources],
    cliniciansThere: tenants.cliniciansThere,
    ...(isOnlyRegistered(tenants, address) && { onlyRegistered: true }),
  }
}

/** The number of the organization, which its clinicians answer; null for a place of the address alone. */
function ownPhone(tenants: Tenants): string | null {
  const { organizations, facilities } = tenants
  return (
    facilityPhone(hospitalOf(tenants)) ??
    leadOf(organizations)?.registered.phone ??
    commonestPhone(organizations) ??
    facilityPhone(facilities)
  )
}

/**
 * The registered organization, and its kind of hospital in a list, which may be more special than a general hospital; without
 * a registration, the listed facility.
 */
function organizationOf(tenants: Tenants, lead: ReturnType<typeof leadOf>): PlaceFacts['organization'] {
  const { organizations, facilities } = tenants
  if (lead !== null) {
    const isGeneral = lead.who.taxonomyCodes[0] === generalHospital
    const listed = isGeneral
      ? listedSpecialty(facilities)
      : hospitalOf(tenants).flatMap(({ who }) => who.taxonomyCodes.slice(0, 1))
    return {
      npi: lead.who.npi,
      taxonomyCodes: [...listed.slice(0, 1), ...taxonomyCodesOf(lead, organizations)],
      saidOn: [...organizations.map(({ who }) => who.registeredOn), ...listedOn(facilities)],
      listedHospital: facilities.some(saysHospital),
    }
  }
  if (facilities.length === 0) return null
  return { npi: null, saidOn: listedOn(facilities), ...listedKindOf(facilities) }
}

/** The days of the lists that have one. */
function listedOn(facilities: Tenants['facilities']): readonly string[] {
  return facilities.map(({ who }) => who.asOf).filter((day) => day !== null)
}

/**
 * Where only a department of a hospital is registered, under the name on the hospital's door: the listings of the hospital.
 * What they say it is, and its number, come first.
 */
function hospitalOf({ organizationKey, organizations, facilities }: Tenants): Tenants['facilities'] {
  if (organizations.length === 0 || organizations.some(({ who }) => who.taxonomyCodes.some(isHospitalCode)))
    return []
  return facilities.filter(
    ({ who: { name, taxonomyCodes } }) =>
      foldName(name) === organizationKey && taxonomyCodes.slice(0, 1).some(isHospitalCode),
  )
}

/** Hours of an organization are the place's; those of a clinician only where nobody else is. */
function observersOf(organizations: readonly Mention[], clinicians: readonly Mention[]): readonly Mention[] {
  if (organizations.length > 0) return organizations
  return clinicians.length === 1 ? clinicians : []
}

/** The clinicians by name; the first code that is not an organization's gives the profession. */
function rosterOf(clinicians: readonly Mention<ClinicianMention>[]): readonly RosterMember[] {
  return clinicians
    .filter(({ who }) => isOfAProfession(who))
    .map(
      ({
        who: { npi, display, credentials, taxonomyCodes, registered, remark, registeredOn },
        observed,
      }) => ({
        npi,
        name: display,
        credentials,
        taxonomyCode: taxonomyCodes.find(isOfPerson) ?? taxonomyCodes[0] ?? null,
        ...(registered !== undefined && { registered }),
        ...(remark !== undefined && { remark }),
        accepting: observedAccepting(observed),
        registeredOn,
      }),
    )
    .toSorted((a, b) => compareText(a.name, b.name) || compareText(a.npi, b.npi))
}

function isOfPerson(code: string): boolean {
  return taxonomyOf(code)?.kind === 'individual'
}

function sourcesOf({ sources, observed }: Mention): PlaceFacts['sources'] {
  return [...sources, ...observed.map(({ source, asOf }) => ({ id: source, as_of: asOf }))]
}

function nameByAddress(tenants: Tenants, address: Address): string | null {
  return isNamedForTown(tenants, address) ? townName(address) : addressName(address)
}

/** The place at an address, as texts describe it. */
type InTexts = Pick<Practice, 'spot' | 'onlyRegistered'> & { readonly name: string | null }

function inTexts(
  name: string | null,
  { address, onlyRegistered }: Pick<PlaceFacts, 'address' | 'onlyRegistered'>,
): InTexts {
  return { name, spot: spotOf({ name, address }), ...(onlyRegistered === true && { onlyRegistered }) }
}

/** Without an organization and a list, the name of the place is from the address as an NPI registered it. */
function inTextsAt(address: Address, { card, inTexts: usual, tenants }: SeenPlace): InTexts {
  if (areSameAddress(address, card.address)) return usual
  const isNamed = tenants.organizations.length > 0 || tenants.facilities.length > 0
  const name = isNamed ? card.name : nameByAddress(tenants, address)
  return inTexts(name, { address, onlyRegistered: isOnlyRegistered(tenants, address) })
}

interface SeenPlace {
  readonly card: LocationCard
  /** At the address of the card, which most NPIs of the place write in the same way. */
  readonly inTexts: InTexts
  readonly listed: HousePoint | null
  /** The lists behind its name and its point. */
  readonly lists: PlaceFacts['sources']
  readonly tenants: Tenants
}

/**
 * The place on the card of one NPI: with the address that this NPI registered, never another spelling, unit or department, and
 * with its own telephone number, hours and acceptance. Without its own number it gets `phone`, that of the organization with
 * its name, never that of another NPI at the address.
 */
function practiceOf(
  mention: Mention<ClinicianMention | OrganizationMention>,
  seen: SeenPlace,
  phone: string | null,
): Practice {
  const { card, listed } = seen
  const { who, registered, primary, observed } = mention
  const { address } = registered
  // Here, where the words of the address are known: to work them out again for each NPI costs a twelfth of an ingest.
  const { name, ...texts } = inTextsAt(address, seen)
  const hours = observedHours(observed)
  return {
    npi: who.npi,
    location: {
      location_uuid: card.location_uuid,
      name,
      address: { ...address },
      ...pointAt(address, card, listed),
      ...phoneAt(mention, phone),
      fax: registered.fax ?? null,
      primary,
      active: true,
      office_hours: hours?.value ?? [],
      accepting_new_patients: observedAccepting(observed),
    },
    ...texts,
    ...(seen.lists.length > 0 && { lists: seen.lists }),
    hoursAsOf: hours?.asOf ?? null,
  }
}

/** The point of the place, unless this NPI registered another state or ZIP code. */
function pointAt(address: Address, card: LocationCard, listed: HousePoint | null): PlaceFacts['point'] {
  const isAlike = address.state === card.address.state && address.postal_code === card.address.postal_code
  if (!isAlike) return pointOf(address, listed).point
  const { lat, lng, geo_precision, address_conflict } = card
  return { lat, lng, geo_precision, address_conflict }
}
