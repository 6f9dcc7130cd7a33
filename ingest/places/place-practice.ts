/** Composes the data of a place of care for the card of one of its NPIs. */
import type { Address, LocationCard, PracticeLocation } from '@careatlas/contract/cards'
import { spotOf } from '../compose/biography/place-phrase.ts'
import { addressName } from '../compose/phrasing/address-phrase.ts'
import { observedAccepting, observedHours, observedPhone } from '../compose/observed-values.ts'
import type { PlaceFacts } from '../compose/place-facts.ts'
import { areSameAddress } from '../facts/same-address.ts'
import type { Practice } from '../practice.ts'
import { isUnconfirmedHousehold, isOnlyRegistered, nameByAddress } from './private-residence.ts'
import type { ClinicianAtAddress, AddressRecord, OrganizationAtAddress } from './address-record.ts'
import { type ListedPoint, choosePoint } from './point.ts'
import { mayBeNamedWith } from './roster-rules.ts'
import type { PlaceOccupants } from './occupants.ts'

/** A composed place, with the data that the cards of its NPIs share. */
interface ComposedPlace {
  readonly card: LocationCard
  /** For the address on the card of the place; most NPIs of the place have this spelling. */
  readonly description: PlaceDescription
  readonly listed: ListedPoint | null
  /** The lists that supplied its name and its point. */
  readonly lists: PlaceFacts['sources']
  readonly occupants: PlaceOccupants
}

/**
 * The place on the card of one NPI: with the address that this NPI registered, never another spelling, unit or department, and
 * with its own telephone number, hours and acceptance of new patients. `phone` is that of the organization; an NPI without its
 * own number gets it, and never the number of another NPI at the address.
 */
export function composePractice(
  record: AddressRecord<ClinicianAtAddress | OrganizationAtAddress>,
  place: ComposedPlace,
  phone: string | null,
): Practice {
  const { card, listed } = place
  const { who, registered, primary, observed } = record
  const { address } = registered
  // Most NPIs share the texts of the place: computing them for the card of each NPI takes a twelfth of an ingest.
  const { name, ...texts } = mayUsePlaceName(record, place)
    ? describePlaceAt(address, place)
    : describeByAddress(address)
  const hours = observedHours(observed)
  return {
    npi: who.npi,
    location: {
      location_uuid: card.location_uuid,
      name,
      address: { ...address },
      ...selectPoint(address, card, listed),
      ...selectPhone(record, phone),
      fax: registered.fax ?? null,
      primary,
      active: true,
      office_hours: hours?.value ?? [],
      accepting_new_patients: observedAccepting(observed),
    },
    ...texts,
    ...(place.lists.length > 0 && { lists: place.lists }),
    hoursAsOf: hours?.asOf ?? null,
  }
}

/** The point of the place, unless this NPI registered another state or ZIP code. */
function selectPoint(address: Address, card: LocationCard, listed: ListedPoint | null): PlaceFacts['point'] {
  const isSameArea = address.state === card.address.state && address.postal_code === card.address.postal_code
  if (!isSameArea) return choosePoint(address, listed).point
  const { lat, lng, geo_precision, address_conflict } = card
  return { lat, lng, geo_precision, address_conflict }
}

function mayUsePlaceName(
  { who, ...record }: AddressRecord<ClinicianAtAddress | OrganizationAtAddress>,
  { occupants }: ComposedPlace,
): boolean {
  return who.kind === 'organization' || mayBeNamedWith({ ...record, who }, occupants.organizations)
}

/** Names the place by its address, for a clinician whom only the address links to the organization. */
function describeByAddress(address: Address): PlaceDescription {
  return describePlace(addressName(address), { address })
}

/** How texts describe the place at an address. */
type PlaceDescription = Pick<Practice, 'spot' | 'onlyRegistered' | 'isAloneInBuilding'> & {
  readonly name: string | null
}

export function describePlace(
  name: string | null,
  {
    address,
    onlyRegistered,
    isAloneInBuilding,
  }: Pick<PlaceFacts, 'address' | 'onlyRegistered' | 'isAloneInBuilding'>,
): PlaceDescription {
  return {
    name,
    spot: spotOf({ name, address }),
    ...(onlyRegistered === true && { onlyRegistered }),
    ...(isAloneInBuilding === true && { isAloneInBuilding }),
  }
}

/** Without an organization and a list, the place is named by the address as the NPI registered it. */
function describePlaceAt(
  address: Address,
  { card, description, occupants }: ComposedPlace,
): PlaceDescription {
  if (areSameAddress(address, card.address)) return description
  const isNamed = occupants.organizations.length > 0 || occupants.facilities.length > 0
  const name = isNamed ? card.name : nameByAddress(occupants, address)
  return describePlace(name, {
    address,
    onlyRegistered: isOnlyRegistered(occupants, address),
    isAloneInBuilding: isUnconfirmedHousehold(occupants, address),
  })
}

/**
 * The telephone number of an NPI at a place: the registered one, else an observed one, else `fallback`; an extension is used
 * only with the number of its source.
 */
export function selectPhone(
  { registered, observed }: AddressRecord,
  fallback: string | null,
): Pick<PracticeLocation, 'phone' | 'phone_extension'> {
  const observedNumber = observed.length === 0 ? null : observedPhone(observed)
  const phone = registered.phone ?? observedNumber?.number ?? fallback
  const registeredExtension = registered.phone === null ? undefined : registered.extension
  const extension =
    registeredExtension ?? (observedNumber?.number === phone ? observedNumber?.extension : undefined)
  return { phone, phone_extension: extension ?? null }
}
