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
import { cellValue, splitWords } from './words.ts'

/** Checks the fields that are copied from registrations. */
export function checkRegistrations(card: LocationCard, context: Context, report: CardReport): void {
  const { organization_npi: npi, organization_npis: npis } = card
  const evidence = npi === null ? null : context.evidence.get(npi)
  const lead = evidence?.current == null ? null : evidence
  const registrations = npis.map((member) => context.evidence.get(member))
  report.check((npis[0] ?? null) === npi, 'organization_npis', 'organization_npis', npis)
  for (const member of registrations.slice(1)) checkMember(member, lead, card, context, report)
  const codes = registrations.flatMap((registration) => registration.taxonomies())
  const primary = lead?.taxonomies().find((taxonomy) => taxonomy.primary)?.code
  checkSpecialties(card.specialties, codes, primary, context, report)
  checkDates(card, lead, report)
  checkNumbers(card, lead, '', report)
  if (lead === null) {
    const { mailing_address: mailing, identifiers } = card
    const registered = { mailing, identifiers: identifiers[0], names: listCardNames(card)[0] }
    for (const [field, value] of Object.entries(registered))
      report.check(value == null, field, 'unregistered', value)
    return
  }
  checkMailing(card.mailing_address, [lead.mailingAddress(), ...lead.practiceAddresses().slice(0, 1)], report)
  checkIdentifiers(card.identifiers, lead, report)
  checkNames(card, lead, registrations, report)
}

/** Checks that a further registration is in this building and has a name or a telephone number of the organization. */
function checkMember(
  member: NpiEvidence,
  lead: NpiEvidence | null,
  card: LocationCard,
  { evidence }: Context,
  report: CardReport,
): void {
  const nearest = (): string => String(member.current ?? 'no row has this NPI')
  const isActive = member.isOrganization() && member.deactivatedOn === null
  report.check(isActive, 'organization_npis', 'organization', member.npi, nearest)
  const addresses = [
    ...member.practiceAddresses(),
    ...evidence.facilities.findByNpi(member.npi).map(({ address }) => address),
  ]
  const isHere = addresses.some((cells) => isSameBuilding(card.address, cells))
  report.check(isHere, 'organization_npis', 'organization_elsewhere', member.npi, nearest)
  if (lead !== null)
    report.check(
      isOfOrganization(member, lead),
      'organization_npis',
      'another_organization',
      member.npi,
      nearest,
    )
}

function listCardNames({
  legal_name,
  parent_organization,
  authorized_official_title,
  other_names,
}: LocationCard) {
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
  registrations: readonly NpiEvidence[],
  report: CardReport,
): void {
  const { legal_name: legal, parent_organization: parent, authorized_official_title: title } = card
  if (legal !== null)
    report.check(matchesName(legal, readLegalNames(lead.current)), 'legal_name', 'legal_name', legal)
  if (parent !== null)
    report.check(
      matchesName(parent, [lead.current!.get('parent organization lbn')]),
      'parent_organization',
      'parent_organization',
      parent,
    )
  if (title !== null) checkTitle(title, lead.current!, report)
  card.other_names.forEach((other, index) => {
    const cells = registrations.flatMap(listNamesWithKinds)
    const matching = cells.filter(({ name }) => matchesName(other.name, [name]))
    const nearest = (): string => registrations.map(({ current }) => String(current)).join(' / ')
    report.check(matching.length > 0, `other_names[${index}].name`, 'other_name', other.name, nearest)
    if (matching.length > 0)
      report.check(
        matching.some(({ kind }) => kind === other.kind),
        `other_names[${index}].kind`,
        'other_name_kind',
        other,
        nearest,
      )
  })
}

/** Checks that the title equals the cell and contains neither the name nor a number of the official. */
function checkTitle(title: string, row: Row, report: CardReport): void {
  const field = 'authorized_official_title'
  report.check(title === cellValue(row.get('authorized official title or position')), field, field, title)
  const words = new Set(splitWords(title))
  const names = ['last', 'first'].flatMap((part) => splitWords(row.get(`authorized official ${part} name`)))
  const isPersonal = /@|\d{3}/.test(title) || names.some((name) => name.length > 1 && words.has(name))
  report.check(!isPersonal, field, 'official_named', title)
}

/** Whether `claimed` equals one of the cells, apart from spaces, punctuation and a note such as "doing business as". */
function matchesName(claimed: string, cells: readonly string[]): boolean {
  const letters = splitWords(claimed).join('')
  return cells.some(
    (cell) =>
      splitWords(cell).join('') === letters ||
      splitWords(cell.replaceAll(tradeNotePattern, ' ')).join('') === letters ||
      splitWords(cell.replace(/^(.+?),? (the)$/i, '$2 $1')).join('') === letters,
  )
}

const tradeNotePattern = /^\s*(?:D[./ ]?B[./ ]?A\b[.:]?\s*)+|\s+D[./ ]?B[./ ]?A\.?\s*$/gi

function readLegalNames(row: Row | null): readonly string[] {
  return row === null ? [] : [row.get('provider organization name (legal business name)')]
}

/** NPPES code values for names of organizations; all other values are other names. */
const kindByType: Readonly<Record<string, PlaceName['kind']>> = { 1: 'former', 3: 'trade', 4: 'former' }

/** Every name in the rows of the NPI, with the kind that follows from its type or its age. */
function listNamesWithKinds(registration: NpiEvidence): readonly PlaceName[] {
  const rowNames = registration.registry.flatMap((row): PlaceName[] => {
    const type = row.get('provider other organization name type code').trim()
    const isOld = row !== registration.current
    return [
      ...readLegalNames(row).map((name) => ({
        kind: isOld ? ('former' as const) : ('legal' as const),
        name,
      })),
      {
        kind: isOld ? 'former' : (kindByType[type] ?? 'other'),
        name: row.get('provider other organization name'),
      },
    ]
  })
  const otherNames = registration.rowsOfKind('other_names').flatMap((row): PlaceName[] => {
    const name = row.get('provider other organization name')
    const type = row.get('provider other organization name type code').trim()
    const isOld = (row.table.asOf ?? '') < (registration.current?.table.asOf ?? '')
    return [
      { kind: kindByType[type] ?? 'other', name },
      ...(isOld ? [{ kind: 'former' as const, name }] : []),
    ]
  })
  return [...rowNames, ...otherNames]
}
