/** Checks that the clinicians on the card of a place are registered there, with their names and specialties. */
import type { LocationCard } from '@careatlas/contract/cards'
import { isSameBuilding, sharesNumber } from './address-claims.ts'
import type { Context } from './context.ts'
import { credentialFault } from './credential-claims.ts'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import { credentialCells, personWords } from './name-claims.ts'
import { checkAccepting, observedAt } from './observed-claims.ts'
import { numberOf, PhraseTree } from './phrase-tree.ts'
import { nationalDigits, type PlaceRows } from './place-rows.ts'
import { checkProse, type Part } from './prose.ts'
import { capitalized, kindsHeld, officialOrOwnNames } from './spoken.ts'
import { meaningOf } from './tables.ts'

export function checkRoster(card: LocationCard, rows: PlaceRows, context: Context, report: CardReport): void {
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
      member.practiceAddresses().some((cells) => isSameBuilding(card.address, cells)) ||
        isKnownByPhone(card, member, rows.roster),
      `${field}.npi`,
      'roster_elsewhere',
      entry.npi,
      nearest,
    )
    checkMemberName(entry.name, member, field, report)
    checkMemberSpecialty(entry, member, context, field, report)
    const seen = observedAt(card.address, member)
    checkAccepting(entry.accepting_new_patients, seen, field, report, nearest)
  })
}

/** A wrong town: the house number and the state are the same, and the telephone number is that of the place or a colleague. */
function isKnownByPhone(card: LocationCard, member: NpiEvidence, roster: readonly NpiEvidence[]): boolean {
  const known = new Set(card.phone === null ? [] : [nationalDigits(card.phone)])
  for (const other of roster)
    if (other !== member)
      for (const cells of other.practiceAddresses())
        if (isSameBuilding(card.address, cells)) for (const phone of cells.phones) known.add(phone)
  return member
    .practiceAddresses()
    .some(
      (cells) =>
        cells.state === card.address.state &&
        sharesNumber(card.address, cells) &&
        cells.phones.some((phone) => known.has(phone)),
    )
}

/** A displayed name is the words of the name, then whole credentials. */
function checkMemberName(name: string, member: NpiEvidence, field: string, report: CardReport): void {
  const [person = '', ...credentials] = name.split(', ')
  checkProse(
    `${field}.name`,
    person,
    { own: new PhraseTree(), rows: personWords(member), isSupported: () => true },
    report,
  )
  const cells = credentialCells(member)
  const codes = member.taxonomies().map(({ code }) => code)
  for (const credential of credentials) {
    const fault = credentialFault(credential, cells, codes)
    report.check(fault === null, `${field}.name`, fault ?? 'credential', credential, () =>
      String(member.current),
    )
  }
}

function checkMemberSpecialty(
  { name: displayed, specialty }: LocationCard['providers'][number],
  member: NpiEvidence,
  { evidence }: Context,
  field: string,
  report: CardReport,
): void {
  if (specialty === null) return
  const codes = member.taxonomies().map(({ code }) => code)
  const names = codes.flatMap((code) => {
    const meaning = meaningOf(code)
    return [...officialOrOwnNames(code, evidence), ...(meaning === null ? [] : [capitalized(meaning.name)])]
  })
  const credentials = displayed.split(', ').slice(1)
  names.push(...kindsHeld(member, credentials).map(({ name }) => capitalized(name)))
  report.check(names.includes(specialty), `${field}.specialty`, 'specialty', specialty, () =>
    String(member.current),
  )
}

/** "six family physicians, two pediatricians and three others": no kind exceeds its true count, and the sum is the roster. */
export function checkRosterCounts(
  parts: readonly Part[],
  card: LocationCard,
  kinds: readonly string[],
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
      const held = kinds.filter((kind) => kind === part.own!.text).length
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
