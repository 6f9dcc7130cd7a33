/** Checks the card and the summary of a place against the rows of its organization, its clinicians and the lists. */
import type { Address, LocationCard } from '@careatlas/contract/cards'
import type { AddressCells } from './address-cells.ts'
import {
  findDifferentParts,
  isSameBuilding,
  isSameLine,
  findMailbox,
  findNearestAddress,
  sharesNumber,
  dropOmittedParts,
  createCardAddressWords,
} from './address-claims.ts'
import type { CellWords } from './cell-runs.ts'
import { checkSources } from './check-provider.ts'
import type { Checked, Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import { checkEveryField, locationFields } from './checked-fields.ts'
import { CardReport } from './findings.ts'
import { checkPlaceFocus } from './focus-claims.ts'
import { isLocationNeedMet, oneHousehold } from './location-needs.ts'
import { createPersonWords } from './name-claims.ts'
import { hasInterval, findObservationsAt, hasLanguage } from './observed-claims.ts'
import { checkRegistrations } from './organization-claims.ts'
import { PhraseTree } from './phrase-tree.ts'
import { checkHiddenStreet, haveSameSurname, findHideStreetReason } from './place-claims.ts'
import { checkPlaceName } from './place-name-claims.ts'
import { toNationalDigits, type PlaceRows, collectPlaceRows } from './place-rows.ts'
import { checkPoint } from './point-claims.ts'
import { checkProse, type ExactPhrase, type Part } from './prose.ts'
import { checkRoster, checkRosterCounts } from './roster-claims.ts'
import { addCode, addKind, addTexts, listKinds, getLanguageName } from './allowed-wordings.ts'
import { findMeaning } from './tables.ts'
import { checkFitness } from './text-fitness.ts'
import { checkHoursInText } from './hours-claims.ts'

export function checkLocation(card: LocationCard, context: Context): Checked {
  const rows = collectPlaceRows(card, context)
  const report = new CardReport('location', card.location_uuid, () =>
    String(rows.organization?.current ?? rows.roster[0]?.current ?? rows.facilities[0]?.row ?? 'no row'),
  )
  checkAddress(card, rows, context, report)
  checkOrganization(card, rows, context, report)
  checkRegistrations(card, context, report)
  checkRoster(card, rows, context, report)
  checkPlaceFocus(card, rows, report)
  checkHours(card, rows, report)
  checkEmergency(card, rows, report)
  for (const tag of card.languages)
    report.check(
      rows.members.some((member) => hasLanguage(member, tag)),
      'languages',
      'language',
      tag,
    )
  checkSources(card.sources, rows.members, context, report)
  report.check(card.summary.trim() !== '', 'summary', 'no_text', card.summary)
  checkSummary(card, rows, context, report)
  checkFitness(card, report)
  checkEveryField(card, locationFields, report)
  return report
}

function checkAddress(
  card: LocationCard,
  { addresses, members }: PlaceRows,
  context: Context,
  report: CardReport,
): void {
  const { row, different } = findNearestAddress(card.address, addresses)
  const nearest = (): string => (row === null ? 'no row has an address' : String(row.row))
  const stated = dropOmittedParts(card.address, different)
  for (const part of stated.filter((name) => !isFromOtherRow(name, card.address, addresses)))
    report.check(false, `address.${part}`, `address_${part}`, card.address[part], nearest)
  report.statements += 6 - different.length
  if (card.phone !== null) {
    const observed = members.flatMap((member) =>
      findObservationsAt(card.address, member).flatMap((observation) => observation.observed.phones ?? []),
    )
    const phones = addresses
      .filter((cells) => (cells.kind === 'facility' ? sharesNumber : isSameBuilding)(card.address, cells))
      .flatMap((cells) => cells.phones)
      .concat(observed)
    report.check(phones.includes(toNationalDigits(card.phone)), 'phone', 'phone', card.phone, nearest)
  }
  checkPoint(card, () => addresses, context, report, '')
}

/** Whether a differing part is the line of another row of the building; a place may use its spelling. */
function isFromOtherRow(part: string, address: Address, rows: readonly AddressCells[]): boolean {
  return (
    part === 'line_1' &&
    rows.some((cells) => isSameBuilding(address, cells) && isSameLine(address.line_1, cells.line1)) &&
    rows.some((cells) =>
      findDifferentParts(address, cells).every((differentPart) => differentPart.startsWith('line_')),
    )
  )
}

function checkOrganization(card: LocationCard, rows: PlaceRows, context: Context, report: CardReport): void {
  const { organization } = rows
  if (organization !== null) {
    report.check(
      organization.isOrganization() && organization.deactivatedOn === null,
      'organization_npi',
      'organization',
      card.organization_npi,
    )
    const addresses = [
      ...organization.practiceAddresses(),
      ...context.evidence.facilities.findByNpi(organization.npi).map(({ address }) => address),
    ]
    report.check(
      addresses.some((cells) => isSameBuilding(card.address, cells)),
      'organization_npi',
      'organization_elsewhere',
      card.organization_npi,
    )
  }
  checkPlaceName(card, card.organization_npi, 'name', context, report)
}

function checkHours(card: LocationCard, { members }: PlaceRows, report: CardReport): void {
  const observations = members.flatMap((member) =>
    findObservationsAt(card.address, member).map(({ observed }) => observed),
  )
  for (const interval of card.office_hours)
    report.check(
      observations.some((place) => hasInterval(place, interval)),
      'office_hours',
      'hours',
      interval,
    )
}

function checkEmergency(
  { emergency_services: emergency }: LocationCard,
  { facilities }: PlaceRows,
  report: CardReport,
): void {
  if (emergency.value === 'unknown') return
  report.check(
    facilities.some(
      (facility) =>
        facility.emergency === (emergency.value === 'yes') && facility.row.table.asOf === emergency.as_of,
    ),
    'emergency_services',
    'emergency',
    emergency,
    () => facilities.map(({ row }) => String(row)).join(' / '),
  )
}

function checkSummary(card: LocationCard, rows: PlaceRows, context: Context, report: CardReport): void {
  const { organization, roster, neighbors, facilities } = rows
  const exactPhrases = new PhraseTree<ExactPhrase>()
  // Before the codes, because a name may equal the plain word for a kind.
  if (card.name !== null) addTexts(exactPhrases, [card.name])
  const organizationCodes = [
    ...(organization?.taxonomies().map(({ code }) => code) ?? []),
    ...neighbors.flatMap((neighbor) => neighbor.taxonomies().map(({ code }) => code)),
    ...facilities.flatMap(({ kinds }) => kinds.flatMap(({ codes }) => codes)),
  ]
  const rosterCodes = roster.flatMap((member) => member.taxonomies().map(({ code }) => code))
  for (const code of new Set([...organizationCodes, ...rosterCodes])) addCode(exactPhrases, code)
  const rosterKinds = card.providers.flatMap((entry, index) =>
    listKinds(roster[index]!, entry.name.split(', ').slice(1)),
  )
  for (const kind of rosterKinds) addKind(exactPhrases, kind)
  addTexts(exactPhrases, [
    ...(context.notice === null ? [] : [context.notice]),
    ...card.languages.map(getLanguageName).filter((name) => name !== null),
    ...facilities.flatMap(({ kinds }) => kinds.map(({ words }) => words)),
    ...card.providers.flatMap(({ name }) => name.split(', ').slice(1)),
  ])
  const lines: CellWords[] = [
    ...createCardAddressWords(card.address),
    ...(roster.length === 1
      ? roster.filter(({ current }) => current !== null).flatMap(createPersonWords)
      : []),
  ]
  const parts = checkProse(
    'summary',
    card.summary,
    {
      exactPhrases,
      rows: lines,
      isSupported: (need, captured) => isLocationNeedMet(need, { card, rows, context }, captured),
    },
    report,
  )
  checkStreetIsHidden(card, rows, context, report)
  checkHoursInText('summary', card.summary, [card.office_hours], report)
  checkRosterCounts(
    parts,
    card,
    rosterKinds.map(({ name }) => name),
    report,
  )
  if (organization !== null) checkKind(parts, organization, organizationCodes, report)
}

/**
 * Checks that neither the summary nor the name shows the street of a mailbox, or of a home where all clinicians have one surname.
 */
function checkStreetIsHidden(
  card: LocationCard,
  { organization, roster }: PlaceRows,
  context: Context,
  report: CardReport,
): void {
  const mailbox = findMailbox(card.address)
  if (organization !== null || roster.length === 0) {
    checkHiddenStreet(card.address, 'summary', card.summary, mailbox, report)
    return
  }
  if (mailbox === null && !haveSameSurname(roster)) return
  const reasons = roster.map((member) => findHideStreetReason(card, member, oneHousehold, context))
  const reason = mailbox ?? (reasons.includes(null) ? null : reasons[0]!)
  checkHiddenStreet(card.address, 'summary', card.summary, reason, report)
  checkHiddenStreet(card.address, 'name', card.name ?? '', reason, report)
}

/**
 * Checks that the summary names the kind of the primary code, or of another code that is a hospital, a nursing home or of the
 * same field.
 */
function checkKind(
  parts: readonly Part[],
  organization: NpiEvidence,
  codes: readonly string[],
  report: CardReport,
): void {
  const primary = organization
    .taxonomies()
    .find((taxonomy) => taxonomy.primary && !taxonomy.code.startsWith('193'))
  const meaning = primary === undefined ? null : findMeaning(primary.code)
  const namedKind = parts.find(({ exact }) => exact?.kind === 'code')?.exact
  if (meaning === null || namedKind === undefined) return
  const fitting = codes
    .map(findMeaning)
    .filter((other) => other !== null)
    .filter(
      (other) =>
        other.field === meaning.field ||
        /^(?:27|28|31)/.test(other.code) ||
        isSpecializationOf(other.code, meaning.code),
    )
  report.check(
    [meaning, ...fitting].some((other) => other.name === namedKind.text || other.field === namedKind.text),
    'summary',
    'kind_of_organization',
    namedKind.text,
    () => `${primary!.code} ${meaning.name}: ${String(organization.current)}`,
  )
}

/** NUCC: the first four characters of a code are the classification; zeros after them mean no specialization. */
function isSpecializationOf(code: string, classification: string): boolean {
  return classification.endsWith('00000X') && code.startsWith(classification.slice(0, 4))
}
