/** Every statement on the card of a place, and in its summary, against the rows of its organization, its clinicians and the lists. */
import type { LocationCard } from '@careatlas/contract/cards'
import { isSameHouse, nearestAddress, wordsOfAddress } from './address-claims.ts'
import { type CellWords, nameWords } from './cell-runs.ts'
import {
  checkSources,
  facilitiesAt,
  type Checked,
  type Context,
  holdsInterval,
  isDayOf,
  isMonth,
  observedAt,
  saysWhat,
  nationalDigits,
  noPracticeAt,
  organizationNamesAt,
  personWords,
  speaks,
} from './check-provider.ts'
import { credentialFault } from './credential-claims.ts'
import { type AddressCells, type NpiEvidence } from './evidence.ts'
import type { Facility } from './facility-lists.ts'
import { CardReport } from './findings.ts'
import { checkFitness } from './text-fitness.ts'
import { type Captured, numberOf, PhraseTree } from './phrase-tree.ts'
import { checkPoint } from './point-claims.ts'
import { checkProse, type OwnPhrase, type Part } from './prose.ts'
import { addCode, addTexts, capitalized, languageName, officialOrOwnNames, timesInWords } from './spoken.ts'
import { meaningOf } from './tables.ts'
import { isoDate, wordsOf } from './words.ts'

/** The rows that may speak of one place. */
interface PlaceRows {
  readonly organization: NpiEvidence | null
  readonly roster: readonly NpiEvidence[]
  /** Other NPIs in the house that belong to the place. */
  readonly neighbors: readonly NpiEvidence[]
  /** Rows of lists in this house, and of the organization's NPI. */
  readonly facilities: readonly Facility[]
  readonly addresses: readonly AddressCells[]
}

export function checkLocation(card: LocationCard, context: Context): Checked {
  const rows = rowsOf(card, context)
  const report = new CardReport('location', card.location_uuid, () =>
    String(rows.organization?.current ?? rows.roster[0]?.current ?? rows.facilities[0]?.row ?? 'no row'),
  )
  checkAddress(card, rows, context, report)
  checkOrganization(card, rows, context, report)
  checkRoster(card, rows, context, report)
  checkHours(card, rows, report)
  checkEmergency(card, rows, report)
  for (const tag of card.languages)
    report.check(
      [...rows.roster, ...(rows.organization === null ? [] : [rows.organization])].some((one) =>
        speaks(one, tag),
      ),
      'languages',
      'language',
      tag,
    )
  const days = new Set(
    [...rows.roster, ...(rows.organization === null ? [] : [rows.organization])].flatMap((one) => [
      ...one.days(),
    ]),
  )
  checkSources(card.sources, days, context, report)
  checkSummary(card, rows, context, report)
  checkFitness(card, report)
  for (const [field, value] of Object.entries(card))
    report.check(checkedFields.has(field), field, 'unchecked_field', JSON.stringify(value).slice(0, 80))
  return report
}

const checkedFields = new Set(
  `location_uuid name address lat lng geo_precision phone summary clinical_focus office_hours emergency_services languages
  organization_npi provider_count providers sources`.split(/\s+/),
)

function rowsOf(card: LocationCard, context: Context): PlaceRows {
  const { evidence } = context
  const organization = card.organization_npi === null ? null : evidence.of(card.organization_npi)
  const roster = card.providers.map(({ npi }) => evidence.of(npi))
  const others = evidence.inHouse(card.address).filter((npi) => npi !== card.organization_npi)
  const neighbors = others
    .map((npi) => evidence.of(npi))
    .filter((one) => isSamePlace(one, organization, card))
  const facilities = [
    ...new Set([
      ...facilitiesAt(card, context),
      ...(card.organization_npi === null ? [] : evidence.facilities.ofNpi(card.organization_npi)),
    ]),
  ]
  const addresses = [
    ...(organization?.practiceAddresses() ?? []),
    ...[...roster, ...neighbors].flatMap((one) => one.practiceAddresses()),
    ...facilities.map(({ address }) => address),
  ]
  return { organization, roster, neighbors, facilities, addresses }
}

/**
 * Whether an NPI of the house belongs to the place although the card does not name it: another NPI of the organization, by
 * its name or its telephone; at an address without any organization, whoever is registered there.
 */
function isSamePlace(one: NpiEvidence, organization: NpiEvidence | null, card: LocationCard): boolean {
  if (organization === null) return card.organization_npi === null && !one.isOrganization()
  if (!one.isOrganization()) return false
  const names = new Set(organization.organizationNames().map((name) => wordsOf(name).join(' ')))
  const phones = new Set(organization.practiceAddresses().flatMap((cells) => cells.phones))
  return (
    one.organizationNames().some((name) => names.has(wordsOf(name).join(' '))) ||
    one.practiceAddresses().some((cells) => cells.phones.some((phone) => phones.has(phone)))
  )
}

function checkAddress(
  card: LocationCard,
  { addresses }: PlaceRows,
  context: Context,
  report: CardReport,
): void {
  const { row, different } = nearestAddress(card.address, addresses)
  const nearest = (): string => (row === null ? 'no row has an address' : String(row.row))
  for (const part of different)
    report.check(false, `address.${part}`, `address_${part}`, card.address[part], nearest)
  report.statements += 5 - different.length
  if (card.phone !== null) {
    const phones = addresses
      .filter((cells) => isSameHouse(card.address, cells))
      .flatMap((cells) => cells.phones)
    report.check(phones.includes(nationalDigits(card.phone)), 'phone', 'phone', card.phone, nearest)
  }
  checkPoint(card, context, report, '')
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
      isHere.some((cells) => isSameHouse(card.address, cells)),
      'organization_npi',
      'organization_elsewhere',
      card.organization_npi,
    )
  }
  if (card.name === null) return
  const names = organizationNamesAt(card, card.organization_npi, context).flatMap((name) => nameWords([name]))
  checkProse(
    'name',
    card.name,
    { own: new PhraseTree(), rows: [...names, ...wordsOfAddress(card.address)], holds: () => false },
    report,
  )
}

function checkRoster(card: LocationCard, rows: PlaceRows, context: Context, report: CardReport): void {
  report.check(card.provider_count === card.providers.length, 'provider_count', 'count', card.provider_count)
  card.providers.forEach((entry, at) => {
    const member = rows.roster[at]!
    const field = `providers[${at}]`
    const nearest = (): string => String(member.current ?? 'no row has this NPI')
    report.check(
      member.current !== null && !member.isOrganization(),
      `${field}.npi`,
      'not_a_clinician',
      entry.npi,
      nearest,
    )
    if (member.current === null) return
    report.check(member.deactivatedOn === null, `${field}.npi`, 'deactivated', entry.npi, nearest)
    report.check(
      member.practiceAddresses().some((cells) => isSameHouse(card.address, cells)),
      `${field}.npi`,
      'roster_elsewhere',
      entry.npi,
      nearest,
    )
    checkMemberName(entry.name, member, field, report)
    checkMemberSpecialty(entry.specialty, member, context, field, report)
    const { accepting_new_patients: accepting } = entry
    if (accepting.value !== 'unknown')
      report.check(
        observedAt(card.address, member).some(
          ({ source, asOf, table, observed }) =>
            source === accepting.source &&
            isDayOf(accepting.as_of, asOf, table.asOf) &&
            observed.accepting === accepting.value,
        ),
        `${field}.accepting_new_patients`,
        'accepting',
        accepting,
        nearest,
      )
  })
}

/** The name as displayed: words of the name, then whole credentials. */
function checkMemberName(name: string, member: NpiEvidence, field: string, report: CardReport): void {
  const [person = '', ...credentials] = name.split(', ')
  checkProse(
    `${field}.name`,
    person,
    { own: new PhraseTree(), rows: personWords(member), holds: () => true },
    report,
  )
  const last = member.current!.get('provider last name (legal name)')
  const cells = [member.current!.get('provider credential text'), last.slice(last.indexOf(',') + 1)]
  const codes = member.taxonomies().map(({ code }) => code)
  for (const credential of credentials) {
    const fault = credentialFault(credential, cells, codes)
    report.check(fault === null, `${field}.name`, fault ?? 'credential', credential, () =>
      String(member.current),
    )
  }
}

function checkMemberSpecialty(
  specialty: string | null,
  member: NpiEvidence,
  { evidence }: Context,
  field: string,
  report: CardReport,
): void {
  if (specialty === null) return
  const codes = member.taxonomies().map(({ code }) => code)
  const names = codes.flatMap((code) => {
    const meaning = meaningOf(code)
    const registered =
      meaning === null ? [] : [`Clinician registered under ${meaning.field}`, capitalized(meaning.name)]
    return [...officialOrOwnNames(code, evidence), ...registered]
  })
  report.check(names.includes(specialty), `${field}.specialty`, 'specialty', specialty, () =>
    String(member.current),
  )
}

function checkHours(card: LocationCard, { organization, roster }: PlaceRows, report: CardReport): void {
  const said = [...(organization === null ? [] : [organization]), ...roster].flatMap((one) =>
    observedAt(card.address, one).map(({ observed }) => observed),
  )
  for (const interval of card.office_hours)
    report.check(
      said.some((place) => holdsInterval(place, interval)),
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
  const ownCodes = [
    ...(organization?.taxonomies().map(({ code }) => code) ?? []),
    ...neighbors.flatMap((one) => one.taxonomies().map(({ code }) => code)),
    ...facilities.flatMap(({ kinds }) => kinds.flatMap(({ codes }) => codes)),
  ]
  const rosterCodes = roster.flatMap((member) => member.taxonomies().map(({ code }) => code))
  for (const code of new Set([...ownCodes, ...rosterCodes])) addCode(own, code)
  addTexts(own, [
    ...(context.notice === null ? [] : [context.notice]),
    ...card.languages.map(languageName).filter((name) => name !== null),
    ...facilities.flatMap(({ kinds }) => kinds.map(({ words }) => words)),
    ...(card.name === null ? [] : [card.name]),
    ...card.providers.flatMap(({ name }) => name.split(', ').slice(1)),
  ])
  const lines: CellWords[] = [
    ...wordsOfAddress(card.address),
    ...(roster.length === 1 ? roster.filter(({ current }) => current !== null).flatMap(personWords) : []),
  ]
  const parts = checkProse(
    'summary',
    card.summary,
    { own, rows: lines, holds: (needs, captured) => isTrueOf(needs, captured, card, rows, context) },
    report,
  )
  checkRosterCounts(parts, card, rosterCodes, report)
  if (organization !== null) checkKind(parts, organization, ownCodes, report)
}

/** An organization is what its primary code says, unless another is a hospital, a nursing home or of the same field. */
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
  const told = parts.find(({ own }) => own?.kind === 'code')?.own
  if (meaning === null || told === undefined) return
  const fitting = codes
    .map(meaningOf)
    .filter((other) => other !== null)
    .filter((other) => other.field === meaning.field || /^(?:27|28|31)/.test(other.code))
  report.check(
    [meaning, ...fitting].some((other) => other.name === told.text || other.field === told.text),
    'summary',
    'kind_of_organization',
    told.text,
    () => `${primary!.code} ${meaning.name}: ${String(organization.current)}`,
  )
}

/** "six family physicians, two pediatricians and three others": of each kind no more than there are, and all together the roster. */
function checkRosterCounts(
  parts: readonly Part[],
  card: LocationCard,
  codes: readonly string[],
  report: CardReport,
): void {
  let total = 0
  let isCounting = false
  for (const [at, part] of parts.entries()) {
    const words = part.words.join(' ')
    const before = parts[at - 1]
    const counted = before?.captured?.['count'] ?? part.captured?.['count']
    if (
      part.from === 'own' &&
      part.own?.plural === true &&
      before?.captured?.['count'] !== undefined &&
      before.words.length === 1
    ) {
      const count = numberOf(counted!)
      const held = codes.filter(
        (code) =>
          meaningOf(code)?.plural === part.words.join(' ').replaceAll(' ', ' ') ||
          meaningOf(code)?.name === part.own!.text,
      ).length
      report.check(count <= held, 'summary', 'count', `${counted} ${words}`)
      total += count
      isCounting = true
    } else if (
      isCounting &&
      /^(?:and )?(?:<count> )?others?$/.test(words.replace(/^(?:and )?\w+ (?=others?$)/, '<count> ')) &&
      counted !== undefined
    )
      total += numberOf(counted)
    else if (
      isCounting &&
      part.from === 'own' &&
      part.own?.plural === false &&
      /^(?:and )?an?$/.test(before?.words.join(' ') ?? '')
    )
      total++
  }
  if (isCounting)
    report.check(total <= card.provider_count, 'summary', 'count', `${total} of ${card.provider_count}`)
}

function isTrueOf(
  needs: string,
  captured: Captured,
  card: LocationCard,
  rows: PlaceRows,
  context: Context,
): boolean {
  const { organization, roster, facilities } = rows
  const count = captured['count'] === undefined ? NaN : numberOf(captured['count'])
  const registered = [...roster, ...(organization === null ? [] : [organization])].map(({ current }) =>
    current === null ? null : (isoDate(current.get('last update date')) ?? current.table.asOf),
  )
  switch (needs) {
    case 'roster':
      return card.provider_count > 0
    case 'roster_count':
      return count === card.provider_count
    case 'part_of_roster':
      return count <= card.provider_count
    case 'no_roster':
      return card.provider_count === 0
    case 'one_clinician':
      return card.provider_count === 1
    case 'two_clinicians':
      return card.provider_count === 2
    case 'street': {
      const [first] = roster
      return (
        organization !== null ||
        first === undefined ||
        roster.length > 1 ||
        noPracticeAt(card.address, first, card, context) === null
      )
    }
    case 'training':
      return true
    case 'practice':
      return true
    case 'no_specialty':
      return !roster.some((member) => member.taxonomies().some(({ code }) => saysWhat(code)))
    case 'organization':
      return organization !== null || facilities.length > 0
    case 'registered':
      return organization !== null
    case 'listed':
      return facilities.length > 0
    case 'group_code':
      return organization?.taxonomies().some(({ code }) => /^19[34]/.test(code)) ?? false
    case 'emergency':
      return card.emergency_services.value === 'yes'
    case 'no_emergency':
      return card.emergency_services.value === 'no'
    case 'undated':
      return facilities.some(({ row }) => row.table.asOf === null)
    case 'language':
      return card.languages.length > 0
    case 'hours':
      return card.office_hours.length > 0
    case 'hours_time':
      return timesInWords(card.office_hours).has(captured['time'] ?? '')
    case 'hours_day':
      return card.office_hours.some(({ day }) => (captured['day'] ?? '').startsWith(day))
    case 'registered_year':
      return registered.some((day) => day?.startsWith(captured['year'] ?? '-'))
    case 'registered_month':
      return registered.some((day) => isMonth(day, captured))
    case 'listed_year':
      return facilities.some(({ row }) => row.table.asOf?.startsWith(captured['year'] ?? '-'))
    case 'observed_month':
      return (
        facilities.some(({ row }) => isMonth(row.table.asOf, captured)) ||
        [...roster, ...(organization === null ? [] : [organization])].some(({ observed }) =>
          observed.some(({ asOf, table }) => isMonth(asOf ?? table.asOf, captured)),
        )
      )
    default:
      return false
  }
}
