/** The columns of the main registry file (`npidata_pfile`) that the directory reads, by name and never by position. */
import type { Column } from '../read/columns.ts'

const columns: Column[] = []

/** Asks for one more column; returns where its cell stands in a row. */
function column(...names: [string, ...string[]]): number {
  return columns.push({ names }) - 1
}

/** Adds a column that a file may lack. */
function optionalColumn(name: string): number {
  return columns.push({ names: [name], optional: true }) - 1
}

/** Where each cell stands in a row. */
export const cellAt = {
  npi: column('NPI'),
  entityType: column('Entity Type Code'),
  legalName: column('Provider Organization Name (Legal Business Name)'),
  last: column('Provider Last Name (Legal Name)'),
  first: column('Provider First Name'),
  middle: column('Provider Middle Name'),
  prefix: column('Provider Name Prefix Text'),
  suffix: column('Provider Name Suffix Text'),
  credential: column('Provider Credential Text'),
  otherOrganizationName: column('Provider Other Organization Name'),
  otherOrganizationNameType: column('Provider Other Organization Name Type Code'),
  otherLast: column('Provider Other Last Name'),
  otherFirst: column('Provider Other First Name'),
  otherMiddle: column('Provider Other Middle Name'),
  otherNameType: column('Provider Other Last Name Type Code'),
  mailingLine1: column('Provider First Line Business Mailing Address'),
  mailingLine2: column('Provider Second Line Business Mailing Address'),
  mailingCity: column('Provider Business Mailing Address City Name'),
  mailingState: column('Provider Business Mailing Address State Name'),
  mailingPostalCode: column('Provider Business Mailing Address Postal Code'),
  mailingCountry: column('Provider Business Mailing Address Country Code (If outside U.S.)'),
  mailingPhone: column('Provider Business Mailing Address Telephone Number'),
  practiceLine1: column('Provider First Line Business Practice Location Address'),
  practiceLine2: column('Provider Second Line Business Practice Location Address'),
  practiceCity: column('Provider Business Practice Location Address City Name'),
  practiceState: column('Provider Business Practice Location Address State Name'),
  practicePostalCode: column('Provider Business Practice Location Address Postal Code'),
  practiceCountry: column('Provider Business Practice Location Address Country Code (If outside U.S.)'),
  practicePhone: column('Provider Business Practice Location Address Telephone Number'),
  practiceFax: optionalColumn('Provider Business Practice Location Address Fax Number'),
  enumeratedOn: column('Provider Enumeration Date'),
  updatedOn: column('Last Update Date'),
  deactivatedOn: column('NPI Deactivation Date'),
  reactivatedOn: column('NPI Reactivation Date'),
  sex: column('Provider Sex Code', 'Provider Gender Code'),
  officialLast: optionalColumn('Authorized Official Last Name'),
  officialFirst: optionalColumn('Authorized Official First Name'),
  officialTitle: optionalColumn('Authorized Official Title or Position'),
  subpart: column('Is Organization Subpart'),
  parent: optionalColumn('Parent Organization LBN'),
} as const

/** A provider registers up to 15 taxonomies. */
export const taxonomyCells = Array.from({ length: 15 }, (_, slot) => ({
  code: column(`Healthcare Provider Taxonomy Code_${slot + 1}`),
  license: column(`Provider License Number_${slot + 1}`),
  licenseState: column(`Provider License Number State Code_${slot + 1}`),
  primarySwitch: column(`Healthcare Provider Primary Taxonomy Switch_${slot + 1}`),
}))

/** A provider registers up to 50 further identifiers. */
export const identifierCells = Array.from({ length: 50 }, (_, slot) => ({
  number: optionalColumn(`Other Provider Identifier_${slot + 1}`),
  type: optionalColumn(`Other Provider Identifier Type Code_${slot + 1}`),
  state: optionalColumn(`Other Provider Identifier State_${slot + 1}`),
  issuer: optionalColumn(`Other Provider Identifier Issuer_${slot + 1}`),
}))

export const mainColumns: readonly Column[] = columns
