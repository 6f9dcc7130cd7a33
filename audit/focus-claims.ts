/** Checks the clinical focus of a card: every label must be the field of a code, or reported by a source. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import type { PlaceRows } from './place-rows.ts'
import { splitCredentials } from './provider-needs.ts'
import { listKinds } from './allowed-wordings.ts'
import { findMeaning } from './tables.ts'
import { mayBeStudent, traineeCode } from './trainees.ts'
import { containsWords, splitWords } from './words.ts'

/** Checks that a code or a source names each area of focus. */
export function checkFocus(card: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const { clinical_focus: focus } = card
  const codes = rows.taxonomies().map(({ code }) => code)
  const meanings = [...codes, ...(mayBeStudent(rows) ? [traineeCode] : [])]
    .map(findMeaning)
    .filter((meaning) => meaning !== null)
  const reported = rows.observations.flatMap(({ value }) => value.focus ?? [])
  const known = new Set(
    [
      ...meanings.flatMap(({ name, plain, field }) => [name, plain, field]),
      ...listKinds(rows, splitCredentials(card)).map(({ name }) => name),
      ...reported,
    ].map((text) => text.trim().toLowerCase()),
  )
  if (focus.primary !== null)
    report.check(known.has(focus.primary.toLowerCase()), 'clinical_focus.primary', 'focus', focus.primary)
  for (const area of focus.areas)
    report.check(known.has(area.trim().toLowerCase()), 'clinical_focus.areas', 'focus', area)
}

/**
 * Checks that each field is one of the codes of the organization, of its lists or of its roster. The primary field is one of its
 * own codes; only at a place without an organization and a list, it is one of the roster.
 */
export function checkPlaceFocus(card: LocationCard, rows: PlaceRows, report: CardReport): void {
  const { primary, areas } = card.clinical_focus
  if (primary === null && areas.length === 0) return
  const { organization, neighbors, facilities, roster } = rows
  const registered = [organization, ...neighbors].filter(
    (registration) => registration?.isOrganization() === true,
  )
  const ownFields = collectFields([
    ...registered.flatMap((registration) => registration!.taxonomies().map(({ code }) => code)),
    ...facilities.flatMap(({ kinds }) => kinds.flatMap(({ codes }) => codes)),
  ])
  for (const { kinds } of facilities)
    for (const { words } of kinds) if (/^women['’]s health/.test(words)) ownFields.add("women's health")
  const rosterFields = collectFields(roster.flatMap((member) => member.taxonomies().map(({ code }) => code)))
  const isRosterAlone = organization === null && !isListed(card, rows)
  if (primary !== null) {
    const field = primary.toLowerCase()
    const isKnown = ownFields.has(field) || (isRosterAlone && rosterFields.has(field))
    report.check(isKnown, 'clinical_focus.primary', 'focus', primary)
  }
  for (const area of areas) {
    const field = area.toLowerCase()
    report.check(ownFields.has(field) || rosterFields.has(field), 'clinical_focus.areas', 'focus', area)
  }
}

/**
 * Whether a list is a source of the card and of its name. A list may be of another occupant of the building, and a name also in
 * the registered address of a clinician.
 */
function isListed({ name, sources }: LocationCard, { facilities, roster }: PlaceRows): boolean {
  if (!sources.some(({ id }) => id === 'cms_facilities' || id === 'facility_list')) return false
  const words = splitWords(name ?? '')
  const isInAddress = roster
    .flatMap((member) => member.practiceAddresses())
    .some(({ line1, line2 }) => containsWords(splitWords(`${line1 ?? ''} ${line2 ?? ''}`), words))
  return (
    !isInAddress && facilities.some((facility) => splitWords(facility.name).join(' ') === words.join(' '))
  )
}

function collectFields(codes: readonly string[]): Set<string> {
  const fields = codes.map((code) => findMeaning(code)?.field.toLowerCase() ?? '')
  return new Set(fields.filter((field) => field !== ''))
}
