/** Checks that the clinicians on the card of a place are registered there, with their names and specialties. */
import type { LocationCard } from '@careatlas/contract/cards'
import { isSameBuilding, sharesNumber } from './address-claims.ts'
import type { Context } from './context.ts'
import { findCredentialFault } from './credential-claims.ts'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import { listCredentialCells, createPersonWords } from './name-claims.ts'
import { checkAccepting, findObservationsAt } from './observed-claims.ts'
import { parseCount, PhraseTree } from './phrase-tree.ts'
import { toNationalDigits, type PlaceRows } from './place-rows.ts'
import { checkProse, type Part } from './prose.ts'
import { capitalize, listKinds, listTaxonomyNames } from './allowed-wordings.ts'
import { findMeaning } from './tables.ts'

export function checkRoster(card: LocationCard, rows: PlaceRows, context: Context, report: CardReport): void {
  report.check(card.provider_count === card.providers.length, 'provider_count', 'count', card.provider_count)
  card.providers.forEach((entry, index) => {
    const member = rows.roster[index]!
    const field = `providers[${index}]`
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
        isLinkedByPhone(card, member, rows.roster),
      `${field}.npi`,
      'roster_elsewhere',
      entry.npi,
      nearest,
    )
    checkMemberName(entry.name, member, field, report)
    checkMemberSpecialty(entry, member, context, field, report)
    const observations = findObservationsAt(card.address, member)
    checkAccepting(entry.accepting_new_patients, observations, field, report, nearest)
  })
}

/**
 * Whether only the town of a clinician differs: number and state are the same, and the telephone number is that of the place or a
 * colleague.
 */
function isLinkedByPhone(card: LocationCard, member: NpiEvidence, roster: readonly NpiEvidence[]): boolean {
  const phones = new Set(card.phone === null ? [] : [toNationalDigits(card.phone)])
  for (const other of roster)
    if (other !== member)
      for (const cells of other.practiceAddresses())
        if (isSameBuilding(card.address, cells)) for (const phone of cells.phones) phones.add(phone)
  return member
    .practiceAddresses()
    .some(
      (cells) =>
        cells.state === card.address.state &&
        sharesNumber(card.address, cells) &&
        cells.phones.some((phone) => phones.has(phone)),
    )
}

/** Checks that a displayed name has the words of the name, then whole credentials. */
function checkMemberName(name: string, member: NpiEvidence, field: string, report: CardReport): void {
  const [person = '', ...credentials] = name.split(', ')
  checkProse(
    `${field}.name`,
    person,
    { exactPhrases: new PhraseTree(), rows: createPersonWords(member), isSupported: () => true },
    report,
  )
  const cells = listCredentialCells(member)
  const codes = member.taxonomies().map(({ code }) => code)
  for (const credential of credentials) {
    const fault = findCredentialFault(credential, cells, codes)
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
    const meaning = findMeaning(code)
    return [...listTaxonomyNames(code, evidence), ...(meaning === null ? [] : [capitalize(meaning.name)])]
  })
  const credentials = displayed.split(', ').slice(1)
  names.push(...listKinds(member, credentials).map(({ name }) => capitalize(name)))
  report.check(names.includes(specialty), `${field}.specialty`, 'specialty', specialty, () =>
    String(member.current),
  )
}

/**
 * Checks "six family physicians, two pediatricians and three others": no count exceeds that of its kind, nor their sum the
 * roster.
 */
export function checkRosterCounts(
  parts: readonly Part[],
  card: LocationCard,
  kinds: readonly string[],
  report: CardReport,
): void {
  let total = 0
  let isCounting = false
  for (const [index, part] of parts.entries()) {
    const words = part.words.join(' ')
    const before = parts[index - 1]
    const counted = before?.captured?.['count'] ?? part.captured?.['count']
    if (
      part.from === 'exact' &&
      part.exact?.plural === true &&
      before?.captured?.['count'] !== undefined &&
      before.words.length === 1
    ) {
      const count = parseCount(counted!)
      const trueCount = kinds.filter((kind) => kind === part.exact!.text).length
      report.check(count <= trueCount, 'summary', 'count', `${counted} ${words}`)
      total += count
      isCounting = true
    } else if (
      isCounting &&
      /^(?:and )?(?:<count> )?others?$/.test(words.replace(/^(?:and )?\w+ (?=others?$)/, '<count> ')) &&
      counted !== undefined
    )
      total += parseCount(counted)
    else if (
      isCounting &&
      part.from === 'exact' &&
      part.exact?.plural === false &&
      /^(?:and )?an?$/.test(before?.words.join(' ') ?? '')
    )
      total++
  }
  if (isCounting)
    report.check(total <= card.provider_count, 'summary', 'count', `${total} of ${card.provider_count}`)
}
