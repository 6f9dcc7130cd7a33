/** What a source says of one NPI, and what the sources together say once merged. */
import type { Address, Education, OfficeHours, OtherName, Source } from '@careatlas/contract/cards'
import type { SourceKind } from '@careatlas/directory/snapshot/format'
import type { ListedKind } from '../cms/listed-kind.ts'

/** Said by `source` (an id such as `nppes`), true on `asOf` (YYYY-MM-DD). */
export interface Provenance {
  readonly source: string
  readonly asOf: string | null
}

/** Whom a source means by an NPI, in its own spelling. */
export interface NamedPerson {
  readonly first: string
  readonly last: string
}

/** An address as registered, upper case, with what belongs to that address alone. */
export interface RegisteredAddress {
  readonly address: Address
  /** E.164 */
  readonly phone: string | null
  /** Digits after the telephone number; left out without one. */
  readonly extension?: string
  /** E.164; left out without one. */
  readonly fax?: string
  /** The last four digits of a ZIP+4, for a side of a block, a building or a floor; left out without them. */
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

/** One of the 50 further identifiers of a registration; empty cells are left out. */
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

/** A row of the main registry file that describes an active clinician (entity type 1). */
export interface ClinicianRow extends Provenance {
  readonly kind: 'clinician'
  readonly npi: string
  readonly name: RegisteredName
  readonly otherNames: readonly OtherName[]
  readonly gender: 'F' | 'M' | 'X' | null
  readonly taxonomies: readonly RegisteredTaxonomy[]
  readonly practice: RegisteredAddress | null
  /** Left out where the row has none. */
  readonly mailing?: MailingAddress
  /** Left out where the row has none. */
  readonly identifiers?: readonly RegisteredIdentifier[]
  readonly enumeratedOn: string | null
  readonly updatedOn: string | null
}

/** A row of the main registry file that describes an active organization (entity type 2). */
export interface OrganizationRow extends Provenance {
  readonly kind: 'organization'
  readonly npi: string
  /** Null if the row has none that can be shown. */
  readonly legalName: string | null
  /** `Provider Other Organization Name` when its type is 3, doing business as. */
  readonly doingBusinessAs: string | null
  /** The other name if it is not a trade name; left out without one. */
  readonly otherName?: RegisteredOrganizationName
  readonly subpart: boolean
  /** Legal business name of the parent of a subpart; left out if the row has none. */
  readonly parent?: string
  /** Title or position of the authorized official; left out if the row has none. */
  readonly officialTitle?: string
  readonly taxonomies: readonly RegisteredTaxonomy[]
  readonly practice: RegisteredAddress | null
  /** Left out where the row has none. */
  readonly mailing?: MailingAddress
  /** Left out where the row has none. */
  readonly identifiers?: readonly RegisteredIdentifier[]
  readonly enumeratedOn: string | null
  readonly updatedOn: string | null
}

/** A row that only says: this NPI was deactivated on that day. */
export interface DeactivationRow extends Provenance {
  readonly kind: 'deactivation'
  readonly npi: string
  readonly deactivatedOn: string | null
}

export type RegistryRow = ClinicianRow | OrganizationRow | DeactivationRow

/** One more practice place (NPPES `pl_pfile`, or a line of CMS Doctors & Clinicians). */
export interface SecondaryLocation extends Provenance {
  readonly kind: 'secondary_location'
  readonly npi: string
  /** Left out where the source does not give both names. */
  readonly person?: NamedPerson
  readonly practice: RegisteredAddress
}

/** One more name of an organization (NPPES `othername_pfile`); `type` 3 is doing business as. */
export interface OtherOrganizationName extends Provenance {
  readonly kind: 'other_organization_name'
  readonly npi: string
  readonly name: string
  readonly type: string
}

/** Registered texts that no card shows, because they contain links or instructions; kept for `show --facts`. */
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
  /** What it is for, in the registry's words: "Health Information Exchange (HIE)". */
  readonly use: string | null
  readonly content: string | null
  /** The organization that the clinician is reached through. */
  readonly affiliation: string | null
}

/** A payer lists this NPI in its network; there is no fact "out of network". */
export interface NetworkListing extends Provenance {
  readonly kind: 'network_listing'
  readonly npi: string
  /** Left out where the source does not give both names. */
  readonly person?: NamedPerson
  readonly carrier: string
}

/**
 * What a source other than the registry says of one NPI: a partner, a survey, CMS Doctors & Clinicians, a payer's file.
 * What it leaves out, it does not say. `places` are matched to practice addresses by line 1 and ZIP.
 */
export interface Observation extends Provenance {
  readonly kind: 'observation'
  readonly npi: string
  /** Left out where the source does not give both names. */
  readonly person?: NamedPerson
  /** BCP 47 */
  readonly languages: readonly string[]
  readonly education: readonly Education[]
  readonly focus: readonly string[]
  readonly telehealth: boolean | null
  readonly affiliations: readonly Affiliation[]
  /** Whether Medicare's approved amount is taken as payment in full: always, or case by case. */
  readonly assignment: 'accepts' | 'may_accept' | null
  /** A few sentences in the source's own words. */
  readonly statement: string | null
  readonly places: readonly ObservedPlace[]
}

/** With whom a clinician works, as a source names it: upper case or as written. */
export interface Affiliation {
  readonly kind: 'group_practice' | 'hospital'
  /** Null if the source has only a certification number; the name then comes from a facility list. */
  readonly name: string | null
  /** The certification number of a hospital from `certificationNumber`; left out if the source has its name. */
  readonly certification?: string
}

/** An observation of `npi` that says nothing yet; a source spreads it and adds what it says. */
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
  /** Left out if the source has none. */
  readonly phone?: ObservedPhone
}

export interface ObservedPhone {
  /** E.164 */
  readonly number: string
  /** Left out without one. */
  readonly extension?: string
}

/** What a source says; all but a facility are about one NPI. */
export type Fact =
  | RegistryRow
  | SecondaryLocation
  | OtherOrganizationName
  | Endpoint
  | UnfitTexts
  | NetworkListing
  | Observation
  | Facility

/** A place of care that a file of facilities lists, with or without an NPI. */
export interface Facility extends Provenance {
  readonly kind: 'facility'
  readonly npi: string | null
  /** As listed. */
  readonly name: string
  /** NUCC codes of what it is listed as, the most telling first; empty when the file does not say. */
  readonly taxonomyCodes: readonly string[]
  readonly practice: RegisteredAddress
  /** WGS 84, as the file has it. */
  readonly point: { readonly lat: number; readonly lng: number } | null
  /** Whether it has emergency services; null when the file does not say. */
  readonly emergency: boolean | null
  /** The CMS certification number of the hospital that it is, or is a unit of; left out where the file has none. */
  readonly certification?: string
  /** What the list says in plain words; left out where it does not. */
  readonly listedAs?: ListedKind
}

/** What the facts of a file have in common. */
export interface FactFile {
  readonly kind: SourceKind
  readonly asOf: string | null
}

/** A fact and the file that states it, by its place among the files that were read. */
export interface SourcedFact<F extends Fact = Fact> {
  readonly file: number
  readonly fact: F
}

/** Everything known of one clinician after the merge. */
export interface Clinician {
  readonly registration: ClinicianRow
  /** Names of earlier registry files; left out without any. */
  readonly formerNames?: readonly OtherName[]
  /** Whether a fresher list of another source has the registered practice address too. */
  readonly confirmed?: boolean
  /** The newest list of another source that names places; left out where none stands. */
  readonly listed?: Source
  /** The registered practice address first, then the secondary ones; no two alike. */
  readonly addresses: readonly RegisteredAddress[]
  readonly listings: readonly NetworkListing[]
  readonly observations: readonly Observation[]
  readonly sources: readonly Source[]
}

/** A clinician whose addresses have been resolved to places. */
export type ResolvedClinician = Omit<Clinician, 'addresses'>

/** Everything known of one organization after the merge. */
export interface Organization {
  readonly registration: OrganizationRow
  readonly otherNames: readonly OtherOrganizationName[]
  /** Names of earlier registry files; left out without any. */
  readonly formerNames?: readonly string[]
  readonly addresses: readonly RegisteredAddress[]
  readonly observations: readonly Observation[]
  readonly sources: readonly Source[]
}
