/** What a source says of one NPI, and what the sources together say once merged. */
import type { Address, Education, OfficeHours, OtherName, Source } from '@careatlas/contract/cards'

/** Said by `source` (an id such as `nppes`), true on `asOf` (YYYY-MM-DD). */
export interface Provenance {
  readonly source: string
  readonly asOf: string | null
}

/** An address as registered, upper case, with what belongs to that address alone. */
export interface RegisteredAddress {
  readonly address: Address
  /** E.164 */
  readonly phone: string | null
}

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
  readonly licenses: readonly { readonly state: string | null; readonly number: string }[]
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
  readonly enumeratedOn: string | null
  readonly updatedOn: string | null
}

/** A row of the main registry file that describes an active organization (entity type 2). */
export interface OrganizationRow extends Provenance {
  readonly kind: 'organization'
  readonly npi: string
  readonly legalName: string
  /** `Provider Other Organization Name` when its type is 3, doing business as. */
  readonly doingBusinessAs: string | null
  readonly subpart: boolean
  readonly taxonomies: readonly RegisteredTaxonomy[]
  readonly practice: RegisteredAddress | null
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

/** One more practice place (NPPES `pl_pfile`). */
export interface SecondaryLocation extends Provenance {
  readonly kind: 'secondary_location'
  readonly npi: string
  readonly practice: RegisteredAddress
}

/** One more name of an organization (NPPES `othername_pfile`); `type` 3 is doing business as. */
export interface OtherOrganizationName extends Provenance {
  readonly kind: 'other_organization_name'
  readonly npi: string
  readonly name: string
  readonly type: string
}

/** A payer lists this NPI in its network; there is no fact "out of network". */
export interface NetworkListing extends Provenance {
  readonly kind: 'network_listing'
  readonly npi: string
  readonly carrier: string
}

/** What a partner or a survey observed; `places` are matched to practice addresses by line 1 and ZIP. */
export interface Observation extends Provenance {
  readonly kind: 'observation'
  readonly npi: string
  /** BCP 47 */
  readonly languages: readonly string[]
  readonly education: readonly Education[]
  readonly focus: readonly string[]
  readonly telehealth: boolean | null
  readonly places: readonly ObservedPlace[]
}

export interface ObservedPlace {
  readonly line1: string
  readonly postalCode: string
  readonly officeHours: readonly OfficeHours[]
  readonly accepting: 'accepting' | 'not_accepting' | 'existing_only' | null
}

export type Fact = RegistryRow | SecondaryLocation | OtherOrganizationName | NetworkListing | Observation

/** A fact and the file that states it, by its place among the files that were read. */
export interface FiledFact {
  readonly file: number
  readonly fact: Fact
}

/** Everything known of one clinician after the merge. */
export interface Clinician {
  readonly registration: ClinicianRow
  /** The registered practice address first, then the secondary ones; no two alike. */
  readonly addresses: readonly RegisteredAddress[]
  readonly listings: readonly NetworkListing[]
  readonly observations: readonly Observation[]
  readonly sources: readonly Source[]
}

/** Everything known of one organization after the merge. */
export interface Organization {
  readonly registration: OrganizationRow
  readonly otherNames: readonly OtherOrganizationName[]
  readonly addresses: readonly RegisteredAddress[]
  readonly observations: readonly Observation[]
  readonly sources: readonly Source[]
}
