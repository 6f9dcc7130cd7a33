/** Makes a place of care, with its card, from the records of its occupants. */
import type { LocationCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { generalHospital, isHospitalCode } from '@careatlas/directory/taxonomy'
import type { ClinicalSlice } from '@careatlas/search/relevance'
import { compareText } from '../ordering.ts'
import type { ComposeContext } from '../compose/context.ts'
import { composeLocationCard } from '../compose/location-card.ts'
import { observedAccepting, observedHours, observedLanguages } from '../compose/observed-values.ts'
import { unregistered } from '../compose/registration-fields.ts'
import type { PlaceFacts, RosterMember } from '../compose/place-facts.ts'
import { mergeSources } from '../facts/source-precedence.ts'
import { mainCode } from '../compose/specialties.ts'
import type { Practice } from '../practice.ts'
import { findMostFrequentPhone, findOnlyPhone } from './most-frequent.ts'
import {
  selectEmergency,
  selectFacilityName,
  selectFacilityPhone,
  selectListedKind,
  selectListedSpecialty,
} from './facility-facts.ts'
import { isHospitalRecord } from './facility-match-rules.ts'
import { isUnconfirmedHousehold, isOnlyRegistered, nameByAddress } from './private-residence.ts'
import {
  selectPrimaryOrganization,
  listNames,
  formatOrganizationName,
  listTaxonomyCodes,
} from './primary-organization.ts'
import type { ClinicianAtAddress, AddressRecord, OrganizationAtAddress } from './address-record.ts'
import { type ListedPoint, choosePoint } from './point.ts'
import { describePlace, composePractice } from './place-practice.ts'
import { placeSpecialties } from './place-specialties.ts'
import { copyRegistrationFields } from './registrations.ts'
import { selectSharedAddress } from './shared-address.ts'
import type { PlaceOccupants } from './occupants.ts'
import { isIndividualClinician, isNamedIn, mayBeNamedWith } from './roster-rules.ts'

export interface Place {
  readonly card: LocationCard
  /** Every name under which search finds the place; the name of the card comes first. */
  readonly names: readonly string[]
  /** The clinical fields of the place. */
  readonly fields: ClinicalSlice['codes']
  /** Whether location search returns it; a home has a card, but is not a place of care. */
  readonly presented: boolean
  /** One for every clinician and every organization of the place. */
  readonly practices: readonly Practice[]
}

/** The data of a place that search indexes besides its card. */
export interface IndexedPlace extends Pick<Place, 'names' | 'fields'> {
  readonly uuid: string
}

/** Composes the place of `occupants`, of which there is at least one; `listed` is the point of the building in a list. */
export function composePlace(
  locationUuid: string,
  occupants: PlaceOccupants,
  listed: ListedPoint | null,
  context: ComposeContext,
): Place {
  const { organizations, facilities, clinicians } = occupants
  const facts = collectPlaceFacts(locationUuid, occupants, listed, context)
  const card = composeLocationCard(facts, context)
  const phone = selectPlacePhone(occupants)
  const isOnMap = listed !== null && card.geo_precision === 'address'
  const lists = mergeSources([...facilities.flatMap(listSources), ...(isOnMap ? [listed.source] : [])])
  const composed = { card, description: describePlace(card.name, facts), listed, lists, occupants }
  return {
    card,
    names: [
      ...new Set([
        ...listNames(facts.name, organizations),
        ...card.other_names.map(({ name }) => name),
        ...facilities.map(({ who }) => who.name),
      ]),
    ],
    fields: placeSpecialties(facts),
    presented: !occupants.isHome,
    practices: [
      ...organizations.map((organization) => composePractice(organization, composed, phone)),
      ...clinicians.map((clinician) =>
        composePractice(clinician, composed, isNamedIn(clinician, organizations) ? phone : null),
      ),
    ],
  }
}

function collectPlaceFacts(
  locationUuid: string,
  occupants: PlaceOccupants,
  listed: ListedPoint | null,
  context: ComposeContext,
): PlaceFacts {
  const { organizations, facilities, clinicians } = occupants
  const lead = selectPrimaryOrganization(organizations)
  const records = [...organizations, ...facilities, ...clinicians]
  const address =
    lead?.registered.address ?? selectSharedAddress(facilities.length > 0 ? facilities : clinicians)
  const { point, sources } = choosePoint(address, listed)
  const phone = selectPlacePhone(occupants)
  const name =
    lead === null
      ? (selectFacilityName(facilities) ?? nameByAddress(occupants, address))
      : formatOrganizationName(lead.who.name) || selectFacilityName(facilities)
  const organization = describeOrganization(occupants, lead)
  return {
    locationUuid,
    name,
    address: { ...address },
    point,
    phone: phone ?? findOnlyPhone(clinicians),
    organization,
    registered:
      lead === null ? unregistered : copyRegistrationFields(lead, organizations, { name, phone }, context),
    roster: composeRoster(clinicians, organizations),
    hours: observedHours(selectHoursRecords(organizations, clinicians).flatMap(({ observed }) => observed)),
    emergency: selectEmergency(facilities, organization?.taxonomyCodes ?? []),
    languages: observedLanguages(records),
    sources: [...records.flatMap(listSources), ...sources],
    hasClinicians: occupants.hasClinicians,
    ...(isOnlyRegistered(occupants, address) && { onlyRegistered: true }),
    ...(isUnconfirmedHousehold(occupants, address) && { isAloneInBuilding: true }),
  }
}

/** The telephone number of the organization or of the listed facility; null without one. */
function selectPlacePhone(occupants: PlaceOccupants): string | null {
  const { organizations, facilities } = occupants
  return (
    selectFacilityPhone(findHospitalListings(occupants)) ??
    selectPrimaryOrganization(organizations)?.registered.phone ??
    findMostFrequentPhone(organizations) ??
    selectFacilityPhone(facilities)
  )
}

/**
 * The registered organization or, without a registration, the listed facility. The kind of a general hospital is the one in a
 * list, which may be more specific.
 */
function describeOrganization(
  occupants: PlaceOccupants,
  lead: ReturnType<typeof selectPrimaryOrganization>,
): PlaceFacts['organization'] {
  const { organizations, facilities } = occupants
  if (lead !== null) {
    const isGeneral = lead.who.taxonomyCodes[0] === generalHospital
    const listedCodes = isGeneral
      ? selectListedSpecialty(facilities)
      : findHospitalListings(occupants).flatMap(({ who }) => who.taxonomyCodes.slice(0, 1))
    return {
      npi: lead.who.npi,
      taxonomyCodes: [...listedCodes.slice(0, 1), ...listTaxonomyCodes(lead, organizations)],
      statedOn: [...organizations.map(({ who }) => who.registeredOn), ...listDates(facilities)],
      listedHospital: facilities.some(isHospitalRecord),
    }
  }
  if (facilities.length === 0) return null
  return { npi: null, statedOn: listDates(facilities), ...selectListedKind(facilities) }
}

/** The dates of the lists, without undated ones. */
function listDates(facilities: PlaceOccupants['facilities']): readonly string[] {
  return facilities.map(({ who }) => who.asOf).filter((day) => day !== null)
}

/**
 * The list entries of a hospital of which only a department is registered, under the name of the hospital. Their kind and
 * telephone number precede those of the registration.
 */
function findHospitalListings({
  organizationKey,
  organizations,
  facilities,
}: PlaceOccupants): PlaceOccupants['facilities'] {
  if (organizations.length === 0 || organizations.some(({ who }) => who.taxonomyCodes.some(isHospitalCode)))
    return []
  return facilities.filter(
    ({ who: { name, taxonomyCodes } }) =>
      foldName(name) === organizationKey && taxonomyCodes.slice(0, 1).some(isHospitalCode),
  )
}

/** The records whose office hours the place has: those of its organizations, else that of its only clinician. */
function selectHoursRecords(
  organizations: readonly AddressRecord[],
  clinicians: readonly AddressRecord[],
): readonly AddressRecord[] {
  if (organizations.length > 0) return organizations
  return clinicians.length === 1 ? clinicians : []
}

/** The clinicians, sorted by name. */
function composeRoster(
  clinicians: readonly AddressRecord<ClinicianAtAddress>[],
  organizations: readonly AddressRecord<OrganizationAtAddress>[],
): readonly RosterMember[] {
  return clinicians
    .filter(({ who }) => isIndividualClinician(who))
    .map((record) => {
      const { npi, display, credentials, taxonomyCodes, registered, remark, registeredOn } = record.who
      return {
        npi,
        name: display,
        credentials,
        taxonomyCode: mainCode(taxonomyCodes),
        ...(registered !== undefined && { registered }),
        ...(remark !== undefined && { remark }),
        ...(!mayBeNamedWith(record, organizations) && { onlyAtAddress: true }),
        accepting: observedAccepting(record.observed),
        registeredOn,
      }
    })
    .toSorted((a, b) => compareText(a.name, b.name) || compareText(a.npi, b.npi))
}

function listSources({ sources, observed }: AddressRecord): PlaceFacts['sources'] {
  return [...sources, ...observed.map(({ source, asOf }) => ({ id: source, as_of: asOf }))]
}
