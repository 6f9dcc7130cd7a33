/** Checks the card and the summary of a place against the rows of its organization, its clinicians and the lists. */
import type { Address, LocationCard } from '@careatlas/contract/cards'
import type { AddressCells } from './address-cells.ts'
import {
  differentParts,
  isSameBuilding,
  isSameLine,
  mailboxIn,
  nearestAddress,
  sharesNumber,
  statedParts,
  wordsOfAddress,
} from './address-claims.ts'
import type { CellWords } from './cell-runs.ts'
import { checkSources } from './check-provider.ts'
import type { Checked, Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import { checkEveryField, locationFields } from './checked-fields.ts'
import { CardReport } from './findings.ts'
import { checkPlaceFocus } from './focus-claims.ts'
import { isTrueOfLocation, oneHousehold } from './location-needs.ts'
import { personWords } from './name-claims.ts'
import { hasInterval, observedAt, hasLanguage } from './observed-claims.ts'
import { checkRegistrations } from './organization-claims.ts'
import { PhraseTree } from './phrase-tree.ts'
import { checkHiddenStreet, haveSameSurname, whyHideStreet } from './place-claims.ts'
import { checkPlaceName } from './place-name-claims.ts'
import { nationalDigits, type PlaceRows, rowsOf } from './place-rows.ts'
import { checkPoint } from './point-claims.ts'
import { checkProse, type OwnPhrase, type Part } from './prose.ts'
import { checkRoster, checkRosterCounts } from './roster-claims.ts'
import { addCode, addKind, addTexts, kindsHeld, languageName } from './spoken.ts'
import { meaningOf } from './tables.ts'
import { checkFitness } from './text-fitness.ts'
import { checkHoursInText } from './hours-claims.ts'

export function checkLocation(card: LocationCard, context: Context): Checked {
  const rows = rowsOf(card, context)
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
      rows.members.some((one) => hasLanguage(one, tag)),
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
  const { row, different } = nearestAddress(card.address, addresses)
  const nearest = (): string => (row === null ? 'no row has an address' : String(row.row))
  const stated = statedParts(card.address, different)
  for (const part of stated.filter((one) => !isOfPlace(one, card.address, addresses)))
    report.check(false, `address.${part}`, `address_${part}`, card.address[part], nearest)
  report.statements += 6 - different.length
  if (card.phone !== null) {
    const observed = members.flatMap((one) =>
      observedAt(card.address, one).flatMap((seen) => seen.observed.phones ?? []),
    )
    const phones = addresses
      .filter((cells) => (cells.kind === 'facility' ? sharesNumber : isSameBuilding)(card.address, cells))
      .flatMap((cells) => cells.phones)
      .concat(observed)
    report.check(phones.includes(nationalDigits(card.phone)), 'phone', 'phone', card.phone, nearest)
  }
  checkPoint(card, () => addresses, context, report, '')
}

/** A place may use the spelling of another row of its building. */
function isOfPlace(part: string, address: Address, rows: readonly AddressCells[]): boolean {
  return (
    part === 'line_1' &&
    rows.some((cells) => isSameBuilding(address, cells) && isSameLine(address.line_1, cells.line1)) &&
    rows.some((cells) => differentParts(address, cells).every((one) => one.startsWith('line_')))
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
    const isHere = [
      ...organization.practiceAddresses(),
      ...context.evidence.facilities.ofNpi(organization.npi).map(({ address }) => address),
    ]
    report.check(
      isHere.some((cells) => isSameBuilding(card.address, cells)),
      'organization_npi',
      'organization_elsewhere',
      card.organization_npi,
    )
  }
  checkPlaceName(card, card.organization_npi, 'name', context, report)
}

function checkHours(card: LocationCard, { members }: PlaceRows, report: CardReport): void {
  const observations = members.flatMap((one) => observedAt(card.address, one).map(({ observed }) => observed))
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
  const own = new PhraseTree<OwnPhrase>()
  // Before the codes, because a name may equal the plain word for a kind.
  if (card.name !== null) addTexts(own, [card.name])
  const ownCodes = [
    ...(organization?.taxonomies().map(({ code }) => code) ?? []),
    ...neighbors.flatMap((one) => one.taxonomies().map(({ code }) => code)),
    ...facilities.flatMap(({ kinds }) => kinds.flatMap(({ codes }) => codes)),
  ]
  const rosterCodes = roster.flatMap((member) => member.taxonomies().map(({ code }) => code))
  for (const code of new Set([...ownCodes, ...rosterCodes])) addCode(own, code)
  const held = card.providers.flatMap((entry, at) => kindsHeld(roster[at]!, entry.name.split(', ').slice(1)))
  for (const kind of held) addKind(own, kind)
  addTexts(own, [
    ...(context.notice === null ? [] : [context.notice]),
    ...card.languages.map(languageName).filter((name) => name !== null),
    ...facilities.flatMap(({ kinds }) => kinds.map(({ words }) => words)),
    ...card.providers.flatMap(({ name }) => name.split(', ').slice(1)),
  ])
  const lines: CellWords[] = [
    ...wordsOfAddress(card.address),
    ...(roster.length === 1 ? roster.filter(({ current }) => current !== null).flatMap(personWords) : []),
  ]
  const parts = checkProse(
    'summary',
    card.summary,
    {
      own,
      rows: lines,
      isSupported: (need, captured) => isTrueOfLocation(need, { card, rows, context }, captured),
    },
    report,
  )
  checkHome(card, rows, context, report)
  checkHoursInText('summary', card.summary, [card.office_hours], report)
  checkRosterCounts(
    parts,
    card,
    held.map(({ name }) => name),
    report,
  )
  if (organization !== null) checkKind(parts, organization, ownCodes, report)
}

/** Neither the summary nor the name may give the street of a mailbox, or of a home where all clinicians have one surname. */
function checkHome(
  card: LocationCard,
  { organization, roster }: PlaceRows,
  context: Context,
  report: CardReport,
): void {
  const mailbox = mailboxIn(card.address)
  if (organization !== null || roster.length === 0) {
    checkHiddenStreet(card.address, 'summary', card.summary, mailbox, report)
    return
  }
  if (mailbox === null && !haveSameSurname(roster)) return
  const reasons = roster.map((one) => whyHideStreet(card, one, oneHousehold, context))
  const reason = mailbox ?? (reasons.includes(null) ? null : reasons[0]!)
  checkHiddenStreet(card.address, 'summary', card.summary, reason, report)
  checkHiddenStreet(card.address, 'name', card.name ?? '', reason, report)
}

/** An organization has the kind of its primary code, unless another code is a hospital, a nursing home or of the same field. */
function checkKind(
  parts: readonly Part[],
  organization: NpiEvidence,
  codes: readonly string[],
  report: CardReport,
): void {
  const primary = organization
    .taxonomies()
    .find((taxonomy) => taxonomy.primary && !taxonomy.code.startsWith('193'))
  const meaning = primary === undefined ? null : meaningOf(primary.code)
  const named = parts.find(({ own }) => own?.kind === 'code')?.own
  if (meaning === null || named === undefined) return
  const fitting = codes
    .map(meaningOf)
    .filter((other) => other !== null)
    .filter(
      (other) =>
        other.field === meaning.field ||
        /^(?:27|28|31)/.test(other.code) ||
        isSpecializationOf(other.code, meaning.code),
    )
  report.check(
    [meaning, ...fitting].some((other) => other.name === named.text || other.field === named.text),
    'summary',
    'kind_of_organization',
    named.text,
    () => `${primary!.code} ${meaning.name}: ${String(organization.current)}`,
  )
}

/** NUCC: the first four characters of a code are the classification; zeros after them mean no specialization. */
function isSpecializationOf(code: string, classification: string): boolean {
  return classification.endsWith('00000X') && code.startsWith(classification.slice(0, 4))
}
