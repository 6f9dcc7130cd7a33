/** Checks the clinical focus of a card: every label must be the field of a code, or reported by a source. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import type { PlaceRows } from './place-rows.ts'
import { credentialsOf } from './provider-needs.ts'
import { kindsHeld } from './spoken.ts'
import { meaningOf } from './tables.ts'
import { mayBeStudent, trainee } from './trainees.ts'
import { containsWords, wordsOf } from './words.ts'

/** Areas of focus must be named by a code or by a source. */
export function checkFocus(card: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const { clinical_focus: focus } = card
  const codes = rows.taxonomies().map(({ code }) => code)
  const held = [...codes, ...(mayBeStudent(rows) ? [trainee] : [])]
    .map(meaningOf)
    .filter((meaning) => meaning !== null)
  const reported = rows.observed.flatMap(({ value }) => value.focus ?? [])
  const known = new Set(
    [
      ...held.flatMap(({ name, plain, field }) => [name, plain, field]),
      ...kindsHeld(rows, credentialsOf(card)).map(({ name }) => name),
      ...reported,
    ].map((text) => text.trim().toLowerCase()),
  )
  if (focus.primary !== null)
    report.check(known.has(focus.primary.toLowerCase()), 'clinical_focus.primary', 'focus', focus.primary)
  for (const area of focus.areas)
    report.check(known.has(area.trim().toLowerCase()), 'clinical_focus.areas', 'focus', area)
}

/**
 * A field of the codes of the organization, of its lists or of its roster. The primary field is one of its own codes; only at a
 * place without an organization and a list, it is one of the roster.
 */
export function checkPlaceFocus(card: LocationCard, rows: PlaceRows, report: CardReport): void {
  const { primary, areas } = card.clinical_focus
  if (primary === null && areas.length === 0) return
  const { organization, neighbors, facilities, roster } = rows
  const registered = [organization, ...neighbors].filter((one) => one?.isOrganization() === true)
  const own = fieldsOf([
    ...registered.flatMap((one) => one!.taxonomies().map(({ code }) => code)),
    ...facilities.flatMap(({ kinds }) => kinds.flatMap(({ codes }) => codes)),
  ])
  for (const { kinds } of facilities)
    for (const { words } of kinds) if (/^women['’]s health/.test(words)) own.add("women's health")
  const ofRoster = fieldsOf(roster.flatMap((one) => one.taxonomies().map(({ code }) => code)))
  const isRosterAlone = organization === null && !isListed(card, rows)
  if (primary !== null) {
    const field = primary.toLowerCase()
    const isKnown = own.has(field) || (isRosterAlone && ofRoster.has(field))
    report.check(isKnown, 'clinical_focus.primary', 'focus', primary)
  }
  for (const area of areas) {
    const field = area.toLowerCase()
    report.check(own.has(field) || ofRoster.has(field), 'clinical_focus.areas', 'focus', area)
  }
}

/**
 * Whether a list is a source of the card and of its name. A list may be of another occupant of the building, and a name also in
 * the registered address of a clinician.
 */
function isListed({ name, sources }: LocationCard, { facilities, roster }: PlaceRows): boolean {
  if (!sources.some(({ id }) => id === 'cms_facilities' || id === 'facility_list')) return false
  const words = wordsOf(name ?? '')
  const isInAddress = roster
    .flatMap((one) => one.practiceAddresses())
    .some(({ line1, line2 }) => containsWords(wordsOf(`${line1 ?? ''} ${line2 ?? ''}`), words))
  return !isInAddress && facilities.some((facility) => wordsOf(facility.name).join(' ') === words.join(' '))
}

function fieldsOf(codes: readonly string[]): Set<string> {
  const fields = codes.map((code) => meaningOf(code)?.field.toLowerCase() ?? '')
  return new Set(fields.filter((field) => field !== ''))
}
