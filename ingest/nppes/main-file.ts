/** The main registry file (`npidata_pfile`): one row for each NPI, a clinician's, an organization's or a deactivated one. */
import type { OtherName } from '@careatlas/contract/cards'
import { isNpi } from '@careatlas/directory/npi'
import type {
  ClinicianRow,
  DeactivationRow,
  MailingAddress,
  OrganizationRow,
  Provenance,
  RegisteredAddress,
  RegistryRow,
} from '../facts/facts.ts'
import { areSameAddress } from '../facts/same-address.ts'
import { isLater } from '../later-date.ts'
import { refuseMostlyRejected, refuseWithoutRows } from '../nothing-usable.ts'
import { dateFromSlashes } from '../read/calendar-date.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { Tally } from '../read/tally.ts'
import { damageOf, DamageWatch } from './damage.ts'
import { registryFileKind } from './dissemination.ts'
import { cellAt, mainColumns } from './main-columns.ts'
import { organizationName, otherOrganizationName } from './organization-name.ts'
import { officialTitle } from './official-title.ts'
import { registeredAddress } from './registered-address.ts'
import { registeredIdentifiers } from './registered-identifiers.ts'
import { otherNameOf, registeredName } from './registered-name.ts'
import { registeredTaxonomies } from './registered-taxonomies.ts'
import { rejections } from './rejections.ts'

/**
 * Yields the rows of the file in its order, in batches; rejected rows are counted in the tally.
 * A date that is empty or no day of the calendar is null; the row stays, for the rest of it is sound.
 *
 * @throws {InputRefused} when the file is not such a file, has no usable row, has more than 1% damaged rows, or more
 *   than 1% and 100 rows that are rejected for whatever reason.
 */
export async function* readMainFile(
  path: string,
  tally: Tally,
  onBytes?: OnBytes,
): AsyncGenerator<readonly RegistryRow[]> {
  const watch = new DamageWatch(tally)
  yield* readDelimitedFile(path, mainColumns, tally, { onBytes, member: isMainFile }, ({ cells }) => {
    const mark = damageOf(cells)
    if (mark === null) return registryRow(cells, tally)
    watch.note(mark)
    return rejections.mangled
  })
  watch.judge()
  refuseWithoutRows(tally)
  refuseMostlyRejected(tally)
}

/** The archive of CMS holds four tables; one of another name is taken for this one. */
function isMainFile(name: string): boolean {
  return /\.csv$/i.test(name) && (registryFileKind(name) ?? 'registry') === 'registry'
}

function registryRow(cells: readonly string[], tally: Tally): RegistryRow | string {
  const npi = cells[cellAt.npi] ?? ''
  if (!isNpi(npi)) return rejections.npi
  const updatedOn = dateIn(cells, 'updatedOn')
  const deactivation = deactivationOf(cells)
  const shown = deactivation === null ? updatedOn : (deactivation.on ?? updatedOn)
  tally.noteDay(shown)
  const provenance = { source: tally.source, asOf: tally.dayOf(shown) }
  if (deactivation !== null) return deactivationRow(npi, deactivation.on, provenance)
  const entityType = cells[cellAt.entityType]
  if (entityType === '1') return clinicianRow(npi, cells, provenance) ?? rejections.name
  if (entityType === '2') return organizationRow(npi, cells, provenance) ?? rejections.name
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

/** Null when it names nobody. */
function clinicianRow(npi: string, cells: readonly string[], provenance: Provenance): ClinicianRow | null {
  const { name, nicknames } = registeredName(cells)
  if (name.first === null && name.last === null) return null
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

/** Null when it names nobody. */
function organizationRow(
  npi: string,
  cells: readonly string[],
  provenance: Provenance,
): OrganizationRow | null {
  const legalName = organizationName(cells[cellAt.legalName])
  if (legalName === null) return null
  const name = otherOrganizationName(cells[cellAt.otherOrganizationName])
  const type = cells[cellAt.otherOrganizationNameType]
  const parent = otherOrganizationName(cells[cellAt.parent])
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

/** Without a telephone number, which belongs to the mail room; null where the row has none. */
function mailingAddress(cells: readonly string[], practice: RegisteredAddress | null): MailingAddress | null {
  const mailing = registeredAddress({
    line1: cells[cellAt.mailingLine1],
    line2: cells[cellAt.mailingLine2],
    city: cells[cellAt.mailingCity],
    state: cells[cellAt.mailingState],
    postalCode: cells[cellAt.mailingPostalCode],
    country: cells[cellAt.mailingCountry],
    phone: undefined,
  })
  return mailing !== null && practice !== null && areSameAddress(mailing.address, practice.address)
    ? 'practice'
    : mailing
}

function dateIn(
  cells: readonly string[],
  field: 'enumeratedOn' | 'updatedOn' | 'deactivatedOn' | 'reactivatedOn',
): string | null {
  return dateFromSlashes(cells[cellAt[field]] ?? '')
}
