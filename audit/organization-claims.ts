/** Checks the names and registrations on the card of a place against the rows of its organization. */
import type { LocationCard, PlaceName } from '@careatlas/contract/cards'
import { isSameBuilding } from './address-claims.ts'
import type { Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import { isOfOrganization } from './place-rows.ts'
import {
  checkDates,
  checkIdentifiers,
  checkMailing,
  checkNumbers,
  checkSpecialties,
} from './registration-claims.ts'
import type { Row } from './rows.ts'
import { cellValue, wordsOf } from './words.ts'

/** Checks the fields that are copied from registrations. */
export function checkRegistrations(card: LocationCard, context: Context, report: CardReport): void {
  const { organization_npi: npi, organization_npis: npis } = card
  const known = npi === null ? null : context.evidence.of(npi)
  const lead = known?.current == null ? null : known
  const all = npis.map((one) => context.evidence.of(one))
  report.check((npis[0] ?? null) === npi, 'organization_npis', 'organization_npis', npis)
  for (const one of all.slice(1)) checkMember(one, lead, card, context, report)
  const codes = all.flatMap((one) => one.taxonomies())
  const primary = lead?.taxonomies().find((taxonomy) => taxonomy.primary)?.code
  checkSpecialties(card.specialties, codes, primary, context, report)
  checkDates(card, lead, report)
  checkNumbers(card, lead, '', report)
  if (lead === null) {
    const { mailing_address: mailing, identifiers } = card
    const registered = { mailing, identifiers: identifiers[0], names: namesOn(card)[0] }
    for (const [field, value] of Object.entries(registered))
      report.check(value == null, field, 'unregistered', value)
    return
  }
  checkMailing(card.mailing_address, [lead.mailingAddress(), ...lead.practiceAddresses().slice(0, 1)], report)
  checkIdentifiers(card.identifiers, lead, report)
  checkNames(card, lead, all, report)
}

/** A further registration must be in this building and have a name or a telephone number of the organization. */
function checkMember(
  one: NpiEvidence,
  lead: NpiEvidence | null,
  card: LocationCard,
  { evidence }: Context,
  report: CardReport,
): void {
  const nearest = (): string => String(one.current ?? 'no row has this NPI')
  const isActive = one.isOrganization() && one.deactivatedOn === null
  report.check(isActive, 'organization_npis', 'organization', one.npi, nearest)
  const addresses = [
    ...one.practiceAddresses(),
    ...evidence.facilities.ofNpi(one.npi).map(({ address }) => address),
  ]
  const isHere = addresses.some((cells) => isSameBuilding(card.address, cells))
  report.check(isHere, 'organization_npis', 'organization_elsewhere', one.npi, nearest)
  if (lead !== null)
    report.check(isOfOrganization(one, lead), 'organization_npis', 'another_organization', one.npi, nearest)
}

function namesOn({ legal_name, parent_organization, authorized_official_title, other_names }: LocationCard) {
  return [
    legal_name,
    parent_organization,
    authorized_official_title,
    ...other_names.map(({ name }) => name),
  ].filter((name) => name !== null)
}

function checkNames(
  card: LocationCard,
  lead: NpiEvidence,
  all: readonly NpiEvidence[],
  report: CardReport,
): void {
  const { legal_name: legal, parent_organization: parent, authorized_official_title: title } = card
  if (legal !== null) report.check(isName(legal, legalNames(lead.current)), 'legal_name', 'legal_name', legal)
  if (parent !== null)
    report.check(
      isName(parent, [lead.current!.get('parent organization lbn')]),
      'parent_organization',
      'parent_organization',
      parent,
    )
  if (title !== null) checkTitle(title, lead.current!, report)
  card.other_names.forEach((other, at) => {
    const cells = all.flatMap(namesByKind)
    const same = cells.filter(({ name }) => isName(other.name, [name]))
    const nearest = (): string => all.map(({ current }) => String(current)).join(' / ')
    report.check(same.length > 0, `other_names[${at}].name`, 'other_name', other.name, nearest)
    if (same.length > 0)
      report.check(
        same.some(({ kind }) => kind === other.kind),
        `other_names[${at}].kind`,
        'other_name_kind',
        other,
        nearest,
      )
  })
}

/** The title must equal the cell and contain neither the name nor a number of the official. */
function checkTitle(title: string, row: Row, report: CardReport): void {
  const field = 'authorized_official_title'
  report.check(title === cellValue(row.get('authorized official title or position')), field, field, title)
  const words = new Set(wordsOf(title))
  const names = ['last', 'first'].flatMap((part) => wordsOf(row.get(`authorized official ${part} name`)))
  const isPersonal = /@|\d{3}/.test(title) || names.some((name) => name.length > 1 && words.has(name))
  report.check(!isPersonal, field, 'official_named', title)
}

/** Whether `claimed` has all letters of one of the cells; a note such as "doing business as" is not compared. */
function isName(claimed: string, cells: readonly string[]): boolean {
  const letters = wordsOf(claimed).join('')
  return cells.some(
    (cell) =>
      wordsOf(cell).join('') === letters ||
      wordsOf(cell.replaceAll(tradeNote, ' ')).join('') === letters ||
      wordsOf(cell.replace(/^(.+?),? (the)$/i, '$2 $1')).join('') === letters,
  )
}

const tradeNote = /^\s*(?:D[./ ]?B[./ ]?A\b[.:]?\s*)+|\s+D[./ ]?B[./ ]?A\.?\s*$/gi

function legalNames(row: Row | null): readonly string[] {
  return row === null ? [] : [row.get('provider organization name (legal business name)')]
}

/** NPPES code values for names of organizations; all other values are other names. */
const nameTypes: Readonly<Record<string, PlaceName['kind']>> = { 1: 'former', 3: 'trade', 4: 'former' }

/** Every name in the rows of the NPI, with the kind that follows from its type or its age. */
function namesByKind(one: NpiEvidence): readonly PlaceName[] {
  const ofRows = one.registry.flatMap((row): PlaceName[] => {
    const type = row.get('provider other organization name type code').trim()
    const isOld = row !== one.current
    return [
      ...legalNames(row).map((name) => ({ kind: isOld ? ('former' as const) : ('legal' as const), name })),
      {
        kind: isOld ? 'former' : (nameTypes[type] ?? 'other'),
        name: row.get('provider other organization name'),
      },
    ]
  })
  const ofLists = one.ofKind('other_names').flatMap((row): PlaceName[] => {
    const name = row.get('provider other organization name')
    const type = row.get('provider other organization name type code').trim()
    const isOld = (row.table.asOf ?? '') < (one.current?.table.asOf ?? '')
    return [{ kind: nameTypes[type] ?? 'other', name }, ...(isOld ? [{ kind: 'former' as const, name }] : [])]
  })
  return [...ofRows, ...ofLists]
}
