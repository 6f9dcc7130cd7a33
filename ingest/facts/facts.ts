/** The facts of sources about an NPI, and the entities that result from merging them. */
import type { Address, Education, OfficeHours, OtherName, Source } from '@careatlas/contract/cards'
import type { SourceKind } from '@careatlas/directory/snapshot/format'
import type { ListedKind } from './listed-kind.ts'

/** Stated by `source` (an id such as `nppes`), as of `asOf` (YYYY-MM-DD). */
export interface Provenance {
  readonly source: string
  readonly asOf: string | null
}

/** The name that a source has for an NPI, in its own spelling. */
export interface NamedPerson {
  readonly first: string
  readonly last: string
}

/** An address as registered, in capitals, with the telephone and fax numbers of that address. */
export interface RegisteredAddress {
  readonly address: Address
  /** E.164 */
  readonly phone: string | null
  /** The digits after the telephone number; undefined without an extension. */
  readonly extension?: string
  /** E.164; undefined without a fax number. */
  readonly fax?: string
  /** The last four digits of a ZIP+4, for a side of a block, a building or a floor; undefined without them. */
  readonly plus4?: string
}

/** The mailing address; `'practice'` if it equals the practice address. */
export type MailingAddress = RegisteredAddress | 'practice'

export interface RegisteredName {
  readonly prefix: string | null
  readonly first: string | null
  readonly middle: string | null
  readonly last: string | null
  readonly suffix: string | null
  /** As registered; normalized for display by the composer. */
  readonly credential: string | null
}

export interface RegisteredTaxonomy {
  readonly code: string
  readonly primary: boolean
  /** `number` is null if only the state is registered. */
  readonly licenses: readonly { readonly state: string | null; readonly number: string | null }[]
}

/** One of the 50 other identifiers of a registration; empty cells are omitted. */
export interface RegisteredIdentifier {
  readonly kind: 'medicaid' | 'other'
  readonly number: string
  readonly state?: string
  readonly issuer?: string
}

/** `former`: a legal name that is no longer in use; `other`: neither former nor a trade name. */
export interface RegisteredOrganizationName {
  readonly kind: 'former' | 'other'
  readonly name: string
}

/** The fields that the rows of clinicians and of organizations have in common. */
export interface Registration extends Provenance {
  readonly npi: string
  readonly taxonomies: readonly RegisteredTaxonomy[]
  readonly practice: RegisteredAddress | null
  /** Undefined if the row has none. */
  readonly mailing?: MailingAddress
  /** Undefined if the row has none. */
  readonly identifiers?: readonly RegisteredIdentifier[]
  readonly enumeratedOn: string | null
  readonly updatedOn: string | null
}

/** A row of the main registry file that describes an active clinician (entity type 1). */
export interface ClinicianRow extends Registration {
  readonly kind: 'clinician'
  readonly name: RegisteredName
  readonly otherNames: readonly OtherName[]
  readonly gender: 'F' | 'M' | 'X' | null
}

/** A row of the main registry file that describes an active organization (entity type 2). */
export interface OrganizationRow extends Registration {
  readonly kind: 'organization'
  /** Null if the row has no fit name. */
  readonly legalName: string | null
  /** `Provider Other Organization Name` when its type is 3, doing business as. */
  readonly doingBusinessAs: string | null
  /** The other name if it is not a trade name. */
  readonly otherName?: RegisteredOrganizationName
  readonly subpart: boolean
  /** The legal business name of the parent of a subpart. */
  readonly parent?: string
  /** The title or position of the authorized official. */
  readonly officialTitle?: string
}

/** A row with the deactivation of an NPI. */
export interface DeactivationRow extends Provenance {
  readonly kind: 'deactivation'
  readonly npi: string
  readonly deactivatedOn: string | null
}

export type RegistryRow = ClinicianRow | OrganizationRow | DeactivationRow

/** Another practice location (NPPES `pl_pfile`, or a line of CMS Doctors & Clinicians). */
export interface SecondaryLocation extends Provenance {
  readonly kind: 'secondary_location'
  readonly npi: string
  /** Undefined if the source does not have both names. */
  readonly person?: NamedPerson
  readonly practice: RegisteredAddress
}

/** Another name of an organization (NPPES `othername_pfile`); `type` 3 is doing business as. */
export interface OtherOrganizationName extends Provenance {
  readonly kind: 'other_organization_name'
  readonly npi: string
  readonly name: string
  readonly type: string
}

/** Registered texts that cards omit because they contain links or instructions; kept for `show --facts`. */
export interface UnfitTexts extends Provenance {
  readonly kind: 'unfit_text'
  readonly npi: string
  readonly texts: readonly UnfitText[]
}

export interface UnfitText {
  /** "legal name" */
  readonly field: string
  /** The original text, with invisible characters. */
  readonly text: string
}

/** An electronic address for health records (NPPES `endpoint_pfile`). */
export interface Endpoint extends Provenance {
  readonly kind: 'endpoint'
  readonly npi: string
  /** `DIRECT`, `FHIR`, `CONNECT`, `REST`, `SOAP`, `OTHERS` */
  readonly type: string
  /** An e-mail-like Direct address or a URL, as registered. */
  readonly endpoint: string
  /** The purpose as registered: "Health Information Exchange (HIE)". */
  readonly use: string | null
  readonly content: string | null
  /** The organization that receives the records for the clinician. */
  readonly affiliation: string | null
}

/** A payer lists this NPI in its network. There is no fact "out of network". */
export interface NetworkListing extends Provenance {
  readonly kind: 'network_listing'
  readonly npi: string
  /** Undefined if the source does not have both names. */
  readonly person?: NamedPerson
  readonly carrier: string
}

/**
 * The statements of a source other than the registry about an NPI: a partner, a survey, CMS Doctors & Clinicians, a payer's
 * file. An empty or null field states nothing. `places` are matched to practice addresses by line 1 and ZIP code.
 */
export interface Observation extends Provenance {
  readonly kind: 'observation'
  readonly npi: string
  /** Undefined if the source does not have both names. */
  readonly person?: NamedPerson
  /** BCP 47 */
  readonly languages: readonly string[]
  readonly education: readonly Education[]
  readonly focus: readonly string[]
  readonly telehealth: boolean | null
  readonly affiliations: readonly Affiliation[]
  /** Whether the clinician accepts the amount that Medicare approves as full payment: always, or case by case. */
  readonly assignment: 'accepts' | 'may_accept' | null
  /** A few sentences of the source. */
  readonly statement: string | null
  readonly places: readonly ObservedPlace[]
}

/** An affiliation of a clinician, in the spelling of the source. */
export interface Affiliation {
  readonly kind: 'group_practice' | 'hospital'
  /** Null if the source has only a certification number; the name then comes from a facility list. */
  readonly name: string | null
  /** The certification number of a hospital from `parseCertificationNumber`; undefined if the source has the name. */
  readonly certification?: string
}

/** An observation without statements, to which a reader adds those of its source. */
export function emptyObservation(npi: string, { source, asOf }: Provenance): Observation {
  return {
    kind: 'observation',
    npi,
    source,
    asOf,
    languages: [],
    education: [],
    focus: [],
    telehealth: null,
    affiliations: [],
    assignment: null,
    statement: null,
    places: [],
  }
}

export interface ObservedPlace {
  readonly line1: string
  readonly postalCode: string
  readonly officeHours: readonly OfficeHours[]
  readonly accepting: 'accepting' | 'not_accepting' | 'existing_only' | null
  /** Undefined if the source has none. */
  readonly phone?: ObservedPhone
}

export interface ObservedPhone {
  /** E.164 */
  readonly number: string
  /** Undefined without an extension. */
  readonly extension?: string
}

/** A fact of a source; all but a facility are about one NPI. */
export type Fact =
  | RegistryRow
  | SecondaryLocation
  | OtherOrganizationName
  | Endpoint
  | UnfitTexts
  | NetworkListing
  | Observation
  | Facility

/** A place of care in a facility list, with or without an NPI. */
export interface Facility extends Provenance {
  readonly kind: 'facility'
  readonly npi: string | null
  /** As listed. */
  readonly name: string
  /** The NUCC codes of its listed type, the most specific first; empty if the file has no type. */
  readonly taxonomyCodes: readonly string[]
  readonly practice: RegisteredAddress
  /** WGS 84, from the file. */
  readonly point: { readonly lat: number; readonly lng: number } | null
  /** Whether it has emergency services; null if the file does not state it. */
  readonly emergency: boolean | null
  /** The CMS certification number of the hospital, or of the hospital of a unit; undefined if the file has none. */
  readonly certification?: string
  /** A kind of place without a NUCC code; undefined if the list has none. */
  readonly listedAs?: ListedKind
}

/** The file of a fact. */
export interface FactFile {
  readonly kind: SourceKind
  readonly asOf: string | null
}

/** A fact, and the index of the file that states it. */
export interface SourcedFact<F extends Fact = Fact> {
  readonly file: number
  readonly fact: F
}

/** All merged facts of a clinician. */
export interface Clinician {
  readonly registration: ClinicianRow
  /** Names in earlier registry files; undefined without any. */
  readonly formerNames?: readonly OtherName[]
  /** Whether a newer list of another source also has the registered practice address. */
  readonly confirmed?: boolean
  /** The newest list of places from another source; undefined if no list survives. */
  readonly listed?: Source
  /** The registered practice address, then the other ones, without duplicates. */
  readonly addresses: readonly RegisteredAddress[]
  readonly listings: readonly NetworkListing[]
  readonly observations: readonly Observation[]
  readonly sources: readonly Source[]
}

/** A clinician whose addresses have been resolved to places. */
export type ResolvedClinician = Omit<Clinician, 'addresses'>

/** All merged facts of an organization. */
export interface Organization {
  readonly registration: OrganizationRow
  readonly otherNames: readonly OtherOrganizationName[]
  /** Names in earlier registry files; undefined without any. */
  readonly formerNames?: readonly string[]
  readonly addresses: readonly RegisteredAddress[]
  readonly observations: readonly Observation[]
  readonly sources: readonly Source[]
}
