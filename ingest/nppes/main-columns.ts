/** The columns of the main registry file (`npidata_pfile`) that the directory reads, by name. */
import type { Column } from '../read/columns.ts'

const columns: Column[] = []

/** Adds a required column; returns the index of its cell in a row. */
function addColumn(...names: [string, ...string[]]): number {
  return columns.push({ names }) - 1
}

/** Adds a column that a file may not have; returns the index of its cell in a row. */
function addOptionalColumn(name: string): number {
  return columns.push({ names: [name], optional: true }) - 1
}

/** The index of each cell in a row. */
export const columnIndex = {
  npi: addColumn('NPI'),
  entityType: addColumn('Entity Type Code'),
  legalName: addColumn('Provider Organization Name (Legal Business Name)'),
  last: addColumn('Provider Last Name (Legal Name)'),
  first: addColumn('Provider First Name'),
  middle: addColumn('Provider Middle Name'),
  prefix: addColumn('Provider Name Prefix Text'),
  suffix: addColumn('Provider Name Suffix Text'),
  credential: addColumn('Provider Credential Text'),
  otherOrganizationName: addColumn('Provider Other Organization Name'),
  otherOrganizationNameType: addColumn('Provider Other Organization Name Type Code'),
  otherLast: addColumn('Provider Other Last Name'),
  otherFirst: addColumn('Provider Other First Name'),
  otherMiddle: addColumn('Provider Other Middle Name'),
  otherNameType: addColumn('Provider Other Last Name Type Code'),
  mailingLine1: addColumn('Provider First Line Business Mailing Address'),
  mailingLine2: addColumn('Provider Second Line Business Mailing Address'),
  mailingCity: addColumn('Provider Business Mailing Address City Name'),
  mailingState: addColumn('Provider Business Mailing Address State Name'),
  mailingPostalCode: addColumn('Provider Business Mailing Address Postal Code'),
  mailingCountry: addColumn('Provider Business Mailing Address Country Code (If outside U.S.)'),
  mailingPhone: addColumn('Provider Business Mailing Address Telephone Number'),
  practiceLine1: addColumn('Provider First Line Business Practice Location Address'),
  practiceLine2: addColumn('Provider Second Line Business Practice Location Address'),
  practiceCity: addColumn('Provider Business Practice Location Address City Name'),
  practiceState: addColumn('Provider Business Practice Location Address State Name'),
  practicePostalCode: addColumn('Provider Business Practice Location Address Postal Code'),
  practiceCountry: addColumn('Provider Business Practice Location Address Country Code (If outside U.S.)'),
  practicePhone: addColumn('Provider Business Practice Location Address Telephone Number'),
  practiceFax: addOptionalColumn('Provider Business Practice Location Address Fax Number'),
  enumeratedOn: addColumn('Provider Enumeration Date'),
  updatedOn: addColumn('Last Update Date'),
  deactivatedOn: addColumn('NPI Deactivation Date'),
  reactivatedOn: addColumn('NPI Reactivation Date'),
  sex: addColumn('Provider Sex Code', 'Provider Gender Code'),
  officialLast: addOptionalColumn('Authorized Official Last Name'),
  officialFirst: addOptionalColumn('Authorized Official First Name'),
  officialTitle: addOptionalColumn('Authorized Official Title or Position'),
  subpart: addColumn('Is Organization Subpart'),
  parent: addOptionalColumn('Parent Organization LBN'),
} as const

/** A provider registers up to 15 taxonomies. */
export const taxonomyCells = Array.from({ length: 15 }, (_, slot) => ({
  code: addColumn(`Healthcare Provider Taxonomy Code_${slot + 1}`),
  license: addColumn(`Provider License Number_${slot + 1}`),
  licenseState: addColumn(`Provider License Number State Code_${slot + 1}`),
  primarySwitch: addColumn(`Healthcare Provider Primary Taxonomy Switch_${slot + 1}`),
}))

/** A provider registers up to 50 further identifiers. */
export const identifierCells = Array.from({ length: 50 }, (_, slot) => ({
  number: addOptionalColumn(`Other Provider Identifier_${slot + 1}`),
  type: addOptionalColumn(`Other Provider Identifier Type Code_${slot + 1}`),
  state: addOptionalColumn(`Other Provider Identifier State_${slot + 1}`),
  issuer: addOptionalColumn(`Other Provider Identifier Issuer_${slot + 1}`),
}))

export const mainColumns: readonly Column[] = columns
