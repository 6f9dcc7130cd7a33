/** The main registry file (`npidata_pfile`): one row for each NPI, a clinician's, an organization's or a deactivated one. */
import type { Address, OtherName } from '@careatlas/contract/cards'
import { isNpi } from '@careatlas/directory/npi'
import type {
  ClinicianRow,
  DeactivationRow,
  MailingAddress,
  OrganizationRow,
  Provenance,
  RegisteredAddress,
  RegistryRow,
  UnfitText,
  UnfitTexts,
} from '../facts/facts.ts'
import { areSameAddress } from '../facts/same-address.ts'
import { isLater } from '../later-date.ts'
import { refuseMostlyRejected, refuseWithoutRows } from '../file-quality-gates.ts'
import { dateFromSlashes } from '../read/calendar-date.ts'
import type { Row } from '../read/delimited.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import { NpiSet } from '../read/npi-set.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { cellText } from '../read/cell-text.ts'
import { leftOut, withoutUnfitCells } from '../read/unfit-cells.ts'
import { damageOf, DamageWatch } from './damage.ts'
import { registryFileKind } from './dissemination.ts'
import { cellAt, mainColumns } from './main-columns.ts'
import { organizationName } from './organization-name.ts'
import { officialTitle } from './official-title.ts'
import { registeredAddress } from './registered-address.ts'
import { registeredIdentifiers } from './registered-identifiers.ts'
import { otherNameOf, registeredName } from './registered-name.ts'
import { registeredTaxonomies } from './registered-taxonomies.ts'
import { rejections } from './rejections.ts'
import { nameFields, untrustedCells } from './untrusted-cells.ts'

/**
 * Yields the rows of the file in its order, in batches; rejected rows are counted in the report. If an NPI has two rows, the
 * later one counts, and the report counts the repetition. An empty or invalid date becomes null, and the row is kept.
 *
 * @throws {InputError} when the file is not such a file, has no usable row, has more than 1% damaged rows, or more
 *   than 1% and 100 rows that are rejected for whatever reason.
 */
export async function* readMainFile(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly (RegistryRow | UnfitTexts)[]> {
  const watch = new DamageWatch(report)
  const seen = new NpiSet()
  yield* readDelimitedFile(path, mainColumns, report, { onBytes, member: isMainFile }, (row) => {
    const mark = damageOf(row.cells)
    if (mark === null) return registryFacts(row, seen, report)
    watch.note(mark)
    return rejections.mangled
  })
  watch.judge()
  refuseWithoutRows(report)
  refuseMostlyRejected(report)
}

/** Counted in `left_out` for each row after the first of an NPI. */
const repeatedNpi = 'repeated_npi'

/** The archive of CMS holds four tables; one of another name is taken for this one. */
function isMainFile(name: string): boolean {
  return /\.csv$/i.test(name) && (registryFileKind(name) ?? 'registry') === 'registry'
}

/** The row without texts that cannot be shown, and a fact with these texts; or the reason to reject it. */
function registryFacts(
  row: Row,
  seen: NpiSet,
  report: FileReport,
): readonly (RegistryRow | UnfitTexts)[] | RegistryRow | string {
  const npi = row.cells[cellAt.npi] ?? ''
  if (!isNpi(npi)) return rejections.npi
  const { cells, unfit } = withoutUnfitCells(row, untrustedCells)
  const fact = registryRow(npi, cells, unfit, report)
  if (typeof fact === 'string') return fact
  if (!seen.add(npi)) report.leaveOut(repeatedNpi, row.line)
  const left = leftOut(npi, unfit, fact, row.line, report)
  return left === null ? fact : [fact, left]
}

function registryRow(
  npi: string,
  cells: readonly string[],
  unfit: readonly UnfitText[],
  report: FileReport,
): RegistryRow | string {
  const updatedOn = dateIn(cells, 'updatedOn')
  const deactivation = deactivationOf(cells)
  const shown = deactivation === null ? updatedOn : (deactivation.on ?? updatedOn)
  report.noteDay(shown)
  const provenance = { source: report.source, asOf: report.dayOf(shown) }
  if (deactivation !== null) return deactivationRow(npi, deactivation.on, provenance)
  const entityType = cells[cellAt.entityType]
  const hasUnfitName = unfit.some(({ field }) => nameFields.has(field))
  if (entityType === '1') return clinicianRow(npi, cells, hasUnfitName, provenance) ?? rejections.name
  if (entityType === '2') return organizationRow(npi, cells, hasUnfitName, provenance) ?? rejections.name
  return rejections.entityType
}

/** A later reactivation, or one on the same day, undoes a deactivation. */
function deactivationOf(cells: readonly string[]): { readonly on: string | null } | null {
  if ((cells[cellAt.deactivatedOn] ?? '') === '') return null
  const on = dateIn(cells, 'deactivatedOn')
  const reactivatedOn = dateIn(cells, 'reactivatedOn')
  return reactivatedOn !== null && !isLater(on, reactivatedOn) ? null : { on }
}

function deactivationRow(npi: string, deactivatedOn: string | null, provenance: Provenance): DeactivationRow {
  return { kind: 'deactivation', npi, deactivatedOn, ...provenance }
}

/** Null if the row names no person; a name that cannot be shown counts as a name. */
function clinicianRow(
  npi: string,
  cells: readonly string[],
  hasUnfitName: boolean,
  provenance: Provenance,
): ClinicianRow | null {
  const { name, nicknames } = registeredName(cells)
  if (name.first === null && name.last === null && !hasUnfitName) return null
  const otherName = otherNameOf(cells, name)
  const sex = cells[cellAt.sex]
  return {
    kind: 'clinician',
    npi,
    name,
    otherNames: withNicknames(otherName, nicknames),
    gender: sex === 'F' || sex === 'M' || sex === 'X' ? sex : null,
    ...registration(cells, 'person'),
    ...provenance,
  }
}

/** Who registered the nickname as another name has it once. */
function withNicknames(registered: OtherName | null, nicknames: readonly OtherName[]): readonly OtherName[] {
  if (registered === null) return nicknames
  const { first, last } = registered
  return [registered, ...nicknames.filter((nickname) => nickname.first !== first || nickname.last !== last)]
}

/** Null if the row names no organization; a name that cannot be shown, or a word such as `UNKNOWN`, counts as a name. */
function organizationRow(
  npi: string,
  cells: readonly string[],
  hasUnfitName: boolean,
  provenance: Provenance,
): OrganizationRow | null {
  const legalName = organizationName(cells[cellAt.legalName])
  if (cellText(cells[cellAt.legalName]) === null && !hasUnfitName) return null
  const name = organizationName(cells[cellAt.otherOrganizationName])
  const type = cells[cellAt.otherOrganizationNameType]
  const parent = organizationName(cells[cellAt.parent])
  const title = officialTitle(cells)
  return {
    kind: 'organization',
    npi,
    legalName,
    doingBusinessAs: type === '3' ? name : null,
    ...(name !== null && type !== '3' && { otherName: { kind: type === '4' ? 'former' : 'other', name } }),
    subpart: cells[cellAt.subpart] === 'Y',
    ...(parent !== null && { parent }),
    ...(title !== null && { officialTitle: title }),
    ...registration(cells, 'organization'),
    ...provenance,
  }
}

/** What people and organizations register alike. */
function registration(cells: readonly string[], registrant: 'person' | 'organization') {
  const practice = registeredAddress({
    line1: cells[cellAt.practiceLine1],
    line2: cells[cellAt.practiceLine2],
    city: cells[cellAt.practiceCity],
    state: cells[cellAt.practiceState],
    postalCode: cells[cellAt.practicePostalCode],
    country: cells[cellAt.practiceCountry],
    phone: cells[cellAt.practicePhone],
    fax: cells[cellAt.practiceFax],
  })
  const mailing = mailingAddress(cells, practice)
  const identifiers = registeredIdentifiers(cells, registrant)
  return {
    taxonomies: registeredTaxonomies(cells),
    practice,
    ...(mailing !== null && { mailing }),
    ...(identifiers.length > 0 && { identifiers }),
    enumeratedOn: dateIn(cells, 'enumeratedOn'),
    updatedOn: dateIn(cells, 'updatedOn'),
  }
}

/** The mailing address without its telephone number, which belongs to a mail room; null if the row has none. */
function mailingAddress(cells: readonly string[], practice: RegisteredAddress | null): MailingAddress | null {
  if (practice !== null && alike.every(([mailing, own]) => cells[mailing] === cells[own])) return 'practice'
  const mailing = registeredAddress({
    line1: cells[cellAt.mailingLine1],
    line2: cells[cellAt.mailingLine2],
    city: cells[cellAt.mailingCity],
    state: cells[cellAt.mailingState],
    postalCode: cells[cellAt.mailingPostalCode],
    country: cells[cellAt.mailingCountry],
    phone: undefined,
  })
  return mailing !== null && practice !== null && areOneAddress(mailing.address, practice.address)
    ? 'practice'
    : mailing
}

/** The cells of both addresses, which are identical in most rows: a quick comparison. */
const alike = (['Line1', 'Line2', 'City', 'State', 'PostalCode', 'Country'] as const).map(
  (cell) => [cellAt[`mailing${cell}`], cellAt[`practice${cell}`]] as const,
)

/** Compares all but the city of the two addresses of a row, because one ZIP code has several city names. */
function areOneAddress(mailing: Address, practice: Address): boolean {
  return areSameAddress(
    practice.postal_code === null ? mailing : { ...mailing, city: practice.city },
    practice,
  )
}

function dateIn(
  cells: readonly string[],
  field: 'enumeratedOn' | 'updatedOn' | 'deactivatedOn' | 'reactivatedOn',
): string | null {
  return dateFromSlashes(cells[cellAt[field]] ?? '')
}
