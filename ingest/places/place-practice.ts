/** Composes the data of a place of care for the card of one of its NPIs. */
import type { Address, LocationCard, PracticeLocation } from '@careatlas/contract/cards'
import { spotOf } from '../compose/biography/place-phrase.ts'
import { addressName } from '../compose/phrasing/address-phrase.ts'
import { observedAccepting, observedHours, observedPhone } from '../compose/observed-values.ts'
import type { PlaceFacts } from '../compose/place-facts.ts'
import { areSameAddress } from '../facts/same-address.ts'
import type { Practice } from '../practice.ts'
import { isAloneInHouse, isOnlyRegistered, nameByAddress } from './private-residence.ts'
import type { ClinicianAtAddress, AddressRecord, OrganizationAtAddress } from './address-record.ts'
import { type HousePoint, pointOf } from './point.ts'
import { mayBeNamedWith } from './roster-rules.ts'
import type { PlaceOccupants } from './occupants.ts'

/** The place of an NPI, with its texts. */
interface SeenPlace {
  readonly card: LocationCard
  /** For the address on the card of the place; most NPIs of the place have this spelling. */
  readonly inTexts: InTexts
  readonly listed: HousePoint | null
  /** The lists that supplied its name and its point. */
  readonly lists: PlaceFacts['sources']
  readonly occupants: PlaceOccupants
}

/**
 * The place on the card of one NPI: with the address that this NPI registered, never another spelling, unit or department, and
 * with its own telephone number, hours and acceptance of new patients. `phone` is that of the organization; an NPI without its
 * own number gets it, and never the number of another NPI at the address.
 */
export function practiceOf(
  record: AddressRecord<ClinicianAtAddress | OrganizationAtAddress>,
  seen: SeenPlace,
  phone: string | null,
): Practice {
  const { card, listed } = seen
  const { who, registered, primary, observed } = record
  const { address } = registered
  // Most NPIs share the texts of the place: computing them for the card of each NPI takes a twelfth of an ingest.
  const { name, ...texts } = mayBeNamed(record, seen) ? inTextsAt(address, seen) : namedByAddress(address)
  const hours = observedHours(observed)
  return {
    npi: who.npi,
    location: {
      location_uuid: card.location_uuid,
      name,
      address: { ...address },
      ...pointAt(address, card, listed),
      ...phoneAt(record, phone),
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

function mayBeNamed(
  { who, ...record }: AddressRecord<ClinicianAtAddress | OrganizationAtAddress>,
  { occupants }: SeenPlace,
): boolean {
  return who.kind === 'organization' || mayBeNamedWith({ ...record, who }, occupants.organizations)
}

/** For a clinician whom only the address links to the organization. */
function namedByAddress(address: Address): InTexts {
  return inTexts(addressName(address), { address })
}

/** How texts describe the place at an address. */
type InTexts = Pick<Practice, 'spot' | 'onlyRegistered' | 'aloneInHouse'> & { readonly name: string | null }

export function inTexts(
  name: string | null,
  { address, onlyRegistered, aloneInHouse }: Pick<PlaceFacts, 'address' | 'onlyRegistered' | 'aloneInHouse'>,
): InTexts {
  return {
    name,
    spot: spotOf({ name, address }),
    ...(onlyRegistered === true && { onlyRegistered }),
    ...(aloneInHouse === true && { aloneInHouse }),
  }
}

/** Without an organization and a list, the place is named by the address as the NPI registered it. */
function inTextsAt(address: Address, { card, inTexts: usual, occupants }: SeenPlace): InTexts {
  if (areSameAddress(address, card.address)) return usual
  const isNamed = occupants.organizations.length > 0 || occupants.facilities.length > 0
  const name = isNamed ? card.name : nameByAddress(occupants, address)
  return inTexts(name, {
    address,
    onlyRegistered: isOnlyRegistered(occupants, address),
    aloneInHouse: isAloneInHouse(occupants, address),
  })
}

/**
 * The telephone number of an NPI at a place: the registered one, else an observed one, else `shared`; an extension stays with
 * the number of its own source.
 */
export function phoneAt(
  { registered, observed }: AddressRecord,
  shared: string | null,
): Pick<PracticeLocation, 'phone' | 'phone_extension'> {
  const seen = observed.length === 0 ? null : observedPhone(observed)
  const phone = registered.phone ?? seen?.number ?? shared
  const own = registered.phone === null ? undefined : registered.extension
  const extension = own ?? (seen?.number === phone ? seen?.extension : undefined)
  return { phone, phone_extension: extension ?? null }
}
