/** All facts about a place of care, from which its card and its texts are composed. */
import type { Address, LocationCard, OfficeHours, PracticeLocation, Source } from '@careatlas/contract/cards'
import type { ListedKind } from '../facts/listed-kind.ts'
import type { AttributedValue } from '../facts/source-precedence.ts'
import type { Remark } from './credential-remark.ts'
import type { RegistrationFields } from './registration-fields.ts'
import type { Licensed } from './license-numbers.ts'

export interface PlaceFacts {
  readonly locationUuid: string
  /**
   * The display name; the street line if no single organization is known. Null if there is neither, or if the name of the
   * organization must not be shown.
   */
  readonly name: string | null
  readonly address: Address
  readonly point: Pick<LocationCard, 'lat' | 'lng' | 'geo_precision' | 'address_conflict'>
  readonly phone: string | null
  /** Null if neither a registration nor a list names an organization; its NPI is null if only a list names it. */
  readonly organization: ListedOrganization | null
  /** Fields of the card that are copied from its registrations. */
  readonly registered: RegistrationFields
  /** In the order of the card. */
  readonly roster: readonly RosterMember[]
  readonly hours: AttributedValue<OfficeHours[]> | null
  /** Whether it has emergency services. */
  readonly emergency: AttributedValue<boolean> | null
  /** BCP 47 tags from observations of the place or of its clinicians. */
  readonly languages: readonly string[]
  readonly sources: readonly Source[]
  /** Whether clinicians, on this roster or not, are registered in its unit, or in the building with its telephone number. */
  readonly hasClinicians?: boolean
  /**
   * True if no evidence shows that care is given at the address, as for a single clinician or a telehealth practice; otherwise
   * absent.
   */
  readonly onlyRegistered?: boolean
  /**
   * True for a single clinician or a household in a building without suites, if only the registration has the address; otherwise
   * absent.
   */
  readonly isAloneInBuilding?: boolean
}

export interface ListedOrganization {
  readonly npi: string | null
  readonly taxonomyCodes: readonly string[]
  /** The kind in a list, in plain words; absent if no list has one. */
  readonly listedAs?: ListedKind
  /** The days of the registrations and of dated lists; null for an unknown day. */
  readonly statedOn?: readonly (string | null)[]
  /** Whether a facility list also names it as a hospital; absent if it is not registered. */
  readonly listedHospital?: boolean
}

export interface RosterMember {
  readonly npi: string
  /** "Maria E. Garcia, MD" */
  readonly name: string
  /** The credentials in `name`, and those that the credential cell only spells out. */
  readonly credentials: readonly string[]
  readonly taxonomyCode: string | null
  /** All codes with their licenses; absent if only one code is known. */
  readonly registered?: readonly Licensed[]
  /** The remark in the credential cell; absent if the cell has none. */
  readonly remark?: Remark
  /** True if only the address and the field link the clinician to the organization; otherwise absent. */
  readonly onlyAtAddress?: boolean
  readonly accepting: PracticeLocation['accepting_new_patients']
  /** The day on which this address was registered; null if another source states the address, or the day is unknown. */
  readonly registeredOn: string | null
}
