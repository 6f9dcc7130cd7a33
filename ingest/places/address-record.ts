/** Records of an NPI or a listed facility at one address; the first step stores them, and the second groups them into places. */
import type { Address, PlaceName, Source } from '@careatlas/contract/cards'
import { addressKey, toBuildingKey } from '@careatlas/directory/address'
import { observedLanguages } from '../compose/observed-values.ts'
import { evidentCredentials, type Remark, remarkIn } from '../compose/credential-remark.ts'
import { composePersonName } from '../compose/person-display.ts'
import { type Licensed, withCredentialCell } from '../compose/license-numbers.ts'
import type {
  Clinician,
  Facility,
  Observation,
  ObservedPlace,
  Organization,
  Provenance,
  OrganizationRow,
  RegisteredAddress,
  RegisteredTaxonomy,
} from '../facts/facts.ts'
import { areSameAddress, isSameHome, streetAndZip } from '../facts/same-address.ts'
import { getEntity, type ServedEntry } from '../facts/merge.ts'

export interface AddressRecord<Who = ClinicianAtAddress | OrganizationAtAddress | Facility> {
  /** `toBuildingKey` of the address, by which records are grouped. */
  readonly buildingKey: string
  /** `addressKey` of the address. */
  readonly unitKey: string
  /** `addressKey` of the address as written, if `unitKey` is that of another spelling. */
  readonly originalUnitKey?: string
  readonly registered: RegisteredAddress
  /** The day on which a source first stated the address; empty if the file has no day. */
  readonly since: string
  readonly primary: boolean
  readonly who: Who
  /** What was observed at this address. */
  readonly observed: readonly (ObservedPlace & Provenance)[]
  /** BCP 47 tags that an observation of this NPI states. */
  readonly languages: readonly string[]
  readonly sources: readonly Source[]
}

export interface ClinicianAtAddress {
  readonly kind: 'clinician'
  readonly npi: string
  /** "Maria E. Garcia, MD" */
  readonly display: string
  /** As registered. */
  readonly first: string | null
  readonly last: string | null
  /** As displayed. */
  readonly credentials: readonly string[]
  /** The primary one first. */
  readonly taxonomyCodes: readonly string[]
  /** Codes with their licenses; left out if only codes are known. */
  readonly registered?: readonly Licensed[]
  /** The remark in the credential cell; left out if there is none. */
  readonly remark?: Remark
  /** The day on which the practice address was registered; null if a newer source states or confirms it. */
  readonly registeredOn: string | null
  /** Whether mail goes to the practice address, and no other source confirms that it is a practice. */
  readonly mailsToPractice: boolean
  /** True if another source confirms the practice address; otherwise left out. */
  readonly confirmed?: true
  readonly enumeratedOn: string | null
}

export interface OrganizationAtAddress {
  readonly kind: 'organization'
  readonly npi: string
  /** The trade name, else the legal name, in upper case as registered; empty if neither can be shown. */
  readonly name: string
  /** Every name by which search finds it. */
  readonly names: readonly string[]
  /** The primary one first. */
  readonly taxonomyCodes: readonly string[]
  readonly subpart: boolean
  /** The day of the registration; null if it is unknown. */
  readonly registeredOn: string | null
  readonly enumeratedOn: string | null
  readonly details: RegistrationDetails
}

/** Data of a registration that a card copies. */
export interface RegistrationDetails extends Pick<
  OrganizationRow,
  'legalName' | 'parent' | 'officialTitle' | 'taxonomies' | 'identifiers' | 'updatedOn'
> {
  /** The mailing address; left out if it is unknown or equals the recorded address. */
  readonly mailing?: Address
  /** Names other than the legal name, in upper case. */
  readonly otherNames: readonly PlaceName[]
}

export function isClinician(record: AddressRecord): record is AddressRecord<ClinicianAtAddress> {
  return record.who.kind === 'clinician'
}

export function isOrganization(record: AddressRecord): record is AddressRecord<OrganizationAtAddress> {
  return record.who.kind === 'organization'
}

export function isFacility(record: AddressRecord): record is AddressRecord<Facility> {
  return record.who.kind === 'facility'
}

/**
 * One record for each address of the entry. Only the practice address of the registry is primary, if it is still current.
 * `since` returns the day on which a source first stated an address.
 */
export function createAddressRecords(
  entry: ServedEntry,
  since: (address: Address) => string,
): readonly AddressRecord[] {
  const { addresses, observations, sources } = getEntity(entry)
  const createOccupant = createOccupantFactory(entry)
  return addresses.map((registered, index) => ({
    ...keysOf(registered.address),
    registered,
    since: since(registered.address),
    primary: index === 0 && getEntity(entry).registration.practice !== null,
    who: createOccupant(registered),
    observed: findObservations(registered.address, observations),
    languages: observedLanguages(observations),
    sources,
  }))
}

function createOccupantFactory(
  entry: ServedEntry,
): (at: RegisteredAddress) => ClinicianAtAddress | OrganizationAtAddress {
  if (entry.kind === 'organization') return (registered) => toOrganization(entry.organization, registered)
  const clinician = toClinician(entry.clinician)
  return () => clinician
}

/** The keys by which records at `address` are grouped by building and unit. */
export function keysOf(address: Address): Pick<AddressRecord, 'buildingKey' | 'unitKey'> {
  const unitKey = addressKey(address)
  return { buildingKey: toBuildingKey(unitKey), unitKey }
}

function toClinician({ registration, confirmed }: Clinician): ClinicianAtAddress {
  const taxonomyCodes = sortPrimaryFirst(registration.taxonomies)
  const name = composePersonName(registration.name, taxonomyCodes)
  const remark = remarkIn(registration.name.credential)
  return {
    kind: 'clinician',
    npi: registration.npi,
    display: name.display,
    first: name.first,
    last: name.last,
    credentials: evidentCredentials(name, registration.name.credential),
    taxonomyCodes,
    registered: withCredentialCell(
      registration.taxonomies,
      registration.name.credential,
      registration.practice?.address.state ?? null,
    ),
    ...(remark !== null && { remark }),
    registeredOn:
      registration.practice === null || confirmed ? null : (registration.updatedOn ?? registration.asOf),
    mailsToPractice: mailsToPractice(registration) && !confirmed,
    ...(confirmed && { confirmed }),
    enumeratedOn: registration.enumeratedOn,
  }
}

/** Whether mail goes to the practice address, also if only the mailing address has an apartment or a number. */
function mailsToPractice({ mailing, practice }: Clinician['registration']): boolean {
  if (mailing === undefined || practice === null) return false
  return mailing === 'practice' || isSameHome(mailing.address, practice.address)
}

function toOrganization(organization: Organization, registered: RegisteredAddress): OrganizationAtAddress {
  const { registration, otherNames } = organization
  const { npi, legalName, doingBusinessAs, subpart, taxonomies, enumeratedOn, updatedOn, asOf } = registration
  const tradeName = doingBusinessAs ?? otherNames.find(({ type }) => type === '3')?.name
  return {
    kind: 'organization',
    npi,
    name: tradeName ?? legalName ?? '',
    names: [
      ...(legalName ? [legalName] : []),
      ...(doingBusinessAs ? [doingBusinessAs] : []),
      ...otherNames.map(({ name }) => name),
    ],
    taxonomyCodes: sortPrimaryFirst(taxonomies),
    subpart,
    registeredOn: updatedOn ?? asOf,
    enumeratedOn,
    details: toRegistrationDetails(organization, registered),
  }
}

function toRegistrationDetails(
  organization: Organization,
  registered: RegisteredAddress,
): RegistrationDetails {
  const { legalName, parent, officialTitle, taxonomies, identifiers, updatedOn, ...rest } =
    organization.registration
  const mailing = rest.mailing === 'practice' ? rest.practice?.address : rest.mailing?.address
  return {
    legalName,
    ...(parent !== undefined && { parent }),
    ...(officialTitle !== undefined && { officialTitle }),
    taxonomies,
    ...(identifiers !== undefined && { identifiers }),
    updatedOn,
    ...(mailing !== undefined && !areSameAddress(mailing, registered.address) && { mailing }),
    otherNames: listOtherNames(organization),
  }
}

function listOtherNames({ registration, otherNames, formerNames = [] }: Organization): readonly PlaceName[] {
  const { doingBusinessAs, otherName } = registration
  return [
    ...(doingBusinessAs === null ? [] : [{ kind: 'trade' as const, name: doingBusinessAs }]),
    ...(otherName === undefined ? [] : [otherName]),
    ...otherNames.map(({ type, name }) => ({ kind: kindByType[type] ?? 'other', name })),
    ...formerNames.map((name) => ({ kind: 'former' as const, name })),
  ]
}

/** NPPES code values: 3 doing business as, 4 former legal business name; all others are other names. */
const kindByType: Readonly<Record<string, PlaceName['kind']>> = { '3': 'trade', '4': 'former' }

function sortPrimaryFirst(taxonomies: readonly RegisteredTaxonomy[]): readonly string[] {
  return taxonomies.toSorted((a, b) => Number(b.primary) - Number(a.primary)).map(({ code }) => code)
}

/** The observations at `address`: with the same street line and ZIP code in standard spelling. */
function findObservations(address: Address, observations: readonly Observation[]): AddressRecord['observed'] {
  if (observations.length === 0) return []
  const key = streetAndZip(address)
  return observations.flatMap(({ source, asOf, places }) =>
    places
      .filter(
        ({ line1, postalCode }) =>
          key === streetAndZip({ ...address, line_1: line1, line_2: null, postal_code: postalCode }),
      )
      .map((place) => ({ ...place, source, asOf })),
  )
}
