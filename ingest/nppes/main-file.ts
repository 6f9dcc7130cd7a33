/** Reads the main registry file (`npidata_pfile`): one row for each NPI of a clinician or organization, active or deactivated. */
import type { Address, OtherName } from '@careatlas/contract/cards'
import { isNpi } from '@careatlas/directory/npi'
import type {
  ClinicianRow,
  MailingAddress,
  OrganizationRow,
  Provenance,
  RegisteredAddress,
  RegistryRow,
  UnfitText,
  UnfitTexts,
} from '../facts/facts.ts'
import { areSameAddress } from '../facts/same-address.ts'
import { isLater } from '../ordering.ts'
import { requireFewRejections, requireAcceptedRows } from '../file-quality-gates.ts'
import { parseSlashDate } from '../read/calendar-date.ts'
import type { Row } from '../read/delimited.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import { NpiSet } from '../read/npi-set.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { cellText } from '../read/cell-text.ts'
import { recordUnfitTexts, removeUnfitCells } from '../facts/unfit-cells.ts'
import { findDamage, DamageCounter } from './damage.ts'
import { classifyRegistryFile, registryRejections } from './dissemination.ts'
import { columnIndex, mainColumns } from './main-columns.ts'
import { parseOfficialTitle, parseOrganizationName } from './organization-name.ts'
import { parseRegisteredAddress } from './registered-address.ts'
import { parseRegisteredIdentifiers } from './registered-identifiers.ts'
import { parseOtherName, parseRegisteredName } from './registered-name.ts'
import { parseRegisteredTaxonomies } from './registered-taxonomies.ts'
import { nameFields, untrustedCells } from './untrusted-cells.ts'

/**
 * Yields the rows in batches, in the order of the file. The report counts rejected rows. If an NPI has two rows, the later one
 * takes precedence, and the report counts the repetition. An empty or invalid date becomes null.
 *
 * @throws {InputError} when the file has other columns, no usable row, more than 1% damaged rows, or more than 1% and more
 *   than 100 rejected rows.
 */
export async function* readMainFile(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly (RegistryRow | UnfitTexts)[]> {
  const damageCounter = new DamageCounter(report)
  const seen = new NpiSet()
  yield* readDelimitedFile(path, mainColumns, report, { onBytes, member: isMainFile }, (row) => {
    const damage = findDamage(row.cells)
    if (damage === null) return toRegistryFacts(row, seen, report)
    damageCounter.add(damage)
    return registryRejections.mangled
  })
  damageCounter.rejectDamagedFile()
  requireAcceptedRows(report)
  requireFewRejections(report)
}

/** `left_out` counts each row after the first of an NPI. */
const repeatedNpi = 'repeated_npi'

/** The CMS archive has four CSV files; a file with another name counts as the main file. */
function isMainFile(name: string): boolean {
  return /\.csv$/i.test(name) && (classifyRegistryFile(name) ?? 'registry') === 'registry'
}

/** The row without unfit texts, and a fact with these texts; or the reason to reject the row. */
function toRegistryFacts(
  row: Row,
  seen: NpiSet,
  report: FileReport,
): readonly (RegistryRow | UnfitTexts)[] | RegistryRow | string {
  const npi = row.cells[columnIndex.npi] ?? ''
  if (!isNpi(npi)) return registryRejections.npi
  const { cells, unfit } = removeUnfitCells(row, untrustedCells)
  const fact = parseRegistryRow(npi, cells, unfit, report)
  if (typeof fact === 'string') return fact
  if (!seen.add(npi)) report.leaveOut(repeatedNpi, row.line)
  const unfitFact = recordUnfitTexts(npi, unfit, fact, row.line, report)
  return unfitFact === null ? fact : [fact, unfitFact]
}

function parseRegistryRow(
  npi: string,
  cells: readonly string[],
  unfit: readonly UnfitText[],
  report: FileReport,
): RegistryRow | string {
  const updatedOn = parseDate(cells, 'updatedOn')
  const deactivation = parseDeactivation(cells)
  const relevantDate = deactivation === null ? updatedOn : (deactivation.on ?? updatedOn)
  report.noteDate(relevantDate)
  const provenance = { source: report.source, asOf: report.dateForRow(relevantDate) }
  if (deactivation !== null)
    return { kind: 'deactivation', npi, deactivatedOn: deactivation.on, ...provenance }
  const entityType = cells[columnIndex.entityType]
  const hasUnfitName = unfit.some(({ field }) => nameFields.has(field))
  if (entityType === '1')
    return parseClinicianRow(npi, cells, hasUnfitName, provenance) ?? registryRejections.name
  if (entityType === '2')
    return parseOrganizationRow(npi, cells, hasUnfitName, provenance) ?? registryRejections.name
  return registryRejections.entityType
}

/** A reactivation on the same day or later cancels a deactivation. */
function parseDeactivation(cells: readonly string[]): { readonly on: string | null } | null {
  if ((cells[columnIndex.deactivatedOn] ?? '') === '') return null
  const on = parseDate(cells, 'deactivatedOn')
  const reactivatedOn = parseDate(cells, 'reactivatedOn')
  return reactivatedOn !== null && !isLater(on, reactivatedOn) ? null : { on }
}

/** Null if the row names no person; an unfit name counts as a name. */
function parseClinicianRow(
  npi: string,
  cells: readonly string[],
  hasUnfitName: boolean,
  provenance: Provenance,
): ClinicianRow | null {
  const { name, nicknames } = parseRegisteredName(cells)
  if (name.first === null && name.last === null && !hasUnfitName) return null
  const otherName = parseOtherName(cells, name)
  const sex = cells[columnIndex.sex]
  return {
    kind: 'clinician',
    npi,
    name,
    otherNames: addNicknames(otherName, nicknames),
    gender: sex === 'F' || sex === 'M' || sex === 'X' ? sex : null,
    ...parseRegistration(cells, 'person'),
    ...provenance,
  }
}

/** Drops a nickname that is also registered as another name. */
function addNicknames(registered: OtherName | null, nicknames: readonly OtherName[]): readonly OtherName[] {
  if (registered === null) return nicknames
  const { first, last } = registered
  return [registered, ...nicknames.filter((nickname) => nickname.first !== first || nickname.last !== last)]
}

/** Null if the row names no organization; an unfit name, or a placeholder such as `UNKNOWN`, counts as a name. */
function parseOrganizationRow(
  npi: string,
  cells: readonly string[],
  hasUnfitName: boolean,
  provenance: Provenance,
): OrganizationRow | null {
  const legalName = parseOrganizationName(cells[columnIndex.legalName])
  if (cellText(cells[columnIndex.legalName]) === null && !hasUnfitName) return null
  const name = parseOrganizationName(cells[columnIndex.otherOrganizationName])
  const type = cells[columnIndex.otherOrganizationNameType]
  const parent = parseOrganizationName(cells[columnIndex.parent])
  const title = parseOfficialTitle(cells)
  return {
    kind: 'organization',
    npi,
    legalName,
    doingBusinessAs: type === '3' ? name : null,
    ...(name !== null && type !== '3' && { otherName: { kind: type === '4' ? 'former' : 'other', name } }),
    subpart: cells[columnIndex.subpart] === 'Y',
    ...(parent !== null && { parent }),
    ...(title !== null && { officialTitle: title }),
    ...parseRegistration(cells, 'organization'),
    ...provenance,
  }
}

/** The fields that clinicians and organizations have in common. */
function parseRegistration(cells: readonly string[], registrant: 'person' | 'organization') {
  const practice = parseRegisteredAddress({
    line1: cells[columnIndex.practiceLine1],
    line2: cells[columnIndex.practiceLine2],
    city: cells[columnIndex.practiceCity],
    state: cells[columnIndex.practiceState],
    postalCode: cells[columnIndex.practicePostalCode],
    country: cells[columnIndex.practiceCountry],
    phone: cells[columnIndex.practicePhone],
    fax: cells[columnIndex.practiceFax],
  })
  const mailing = parseMailingAddress(cells, practice)
  const identifiers = parseRegisteredIdentifiers(cells, registrant)
  return {
    taxonomies: parseRegisteredTaxonomies(cells),
    practice,
    ...(mailing !== null && { mailing }),
    ...(identifiers.length > 0 && { identifiers }),
    enumeratedOn: parseDate(cells, 'enumeratedOn'),
    updatedOn: parseDate(cells, 'updatedOn'),
  }
}

/** The mailing address without its telephone number, which belongs to a mail room; null if the row has no mailing address. */
function parseMailingAddress(
  cells: readonly string[],
  practice: RegisteredAddress | null,
): MailingAddress | null {
  if (practice !== null && addressColumnPairs.every(([mailing, other]) => cells[mailing] === cells[other]))
    return 'practice'
  const mailing = parseRegisteredAddress({
    line1: cells[columnIndex.mailingLine1],
    line2: cells[columnIndex.mailingLine2],
    city: cells[columnIndex.mailingCity],
    state: cells[columnIndex.mailingState],
    postalCode: cells[columnIndex.mailingPostalCode],
    country: cells[columnIndex.mailingCountry],
    phone: undefined,
  })
  return mailing !== null && practice !== null && areEquivalentAddresses(mailing.address, practice.address)
    ? 'practice'
    : mailing
}

/** The columns of both addresses, for a quick comparison, because the addresses are identical in most rows. */
const addressColumnPairs = (['Line1', 'Line2', 'City', 'State', 'PostalCode', 'Country'] as const).map(
  (part) => [columnIndex[`mailing${part}`], columnIndex[`practice${part}`]] as const,
)

/** Compares the two addresses of a row without the city, because one ZIP code has several city names. */
function areEquivalentAddresses(mailing: Address, practice: Address): boolean {
  return areSameAddress(
    practice.postal_code === null ? mailing : { ...mailing, city: practice.city },
    practice,
  )
}

function parseDate(
  cells: readonly string[],
  field: 'enumeratedOn' | 'updatedOn' | 'deactivatedOn' | 'reactivatedOn',
): string | null {
  return parseSlashDate(cells[columnIndex[field]] ?? '')
}
