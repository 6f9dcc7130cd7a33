/** Whether the evidence that a reviewed phrase needs exists for a place. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { Context } from './context.ts'
import { isApartment, findMailbox } from './address-claims.ts'
import type { Captured } from './phrase-tree.ts'
import { haveSameSurname, findNonPracticeReason } from './place-claims.ts'
import type { PlaceRows } from './place-rows.ts'
import { getCount, hasMonth, hasYear } from './provider-needs.ts'
import { givesCare } from './remarks.ts'
import { formatTimes } from './allowed-wordings.ts'
import { isTraining, findTraineeProfession } from './trainees.ts'
import { parseDate } from './words.ts'

/** A card and the evidence for its texts. */
export interface LocationSubject {
  readonly card: LocationCard
  readonly rows: PlaceRows
  readonly context: Context
}

/** Whether the evidence supports a phrase with these captured words. */
type Check = (subject: LocationSubject, captured: Captured) => boolean

/** @param need a value of the column `needs` in `phrases.tsv` */
export function isLocationNeedMet(need: string, subject: LocationSubject, captured: Captured): boolean {
  return checks.get(need)?.(subject, captured) ?? false
}

const checks: ReadonlyMap<string, Check> = new Map(
  Object.entries<Check>({
    roster: ({ card }) => card.provider_count > 0,
    roster_count: ({ card }, captured) => getCount(captured) === card.provider_count,
    part_of_roster: ({ card }, captured) => getCount(captured) <= card.provider_count,
    no_roster: ({ card }) => card.provider_count === 0,
    one_clinician: ({ card }) => card.provider_count === 1,
    two_clinicians: ({ card }) => card.provider_count === 2,
    street: mayNameStreet,
    practice: mayNameStreet,
    practicing: (subject) =>
      subject.rows.roster.every((member) => givesCare(member) && !isTraining(member)) &&
      findMailbox(subject.card.address) === null &&
      !isApartment(subject.card.address) &&
      mayNameStreet(subject),
    // A text without a name makes no claim.
    no_name: () => true,
    physician_in_training: hasTrainee('physician'),
    dentist_in_training: hasTrainee('dentist'),
    organization: ({ rows }) => rows.organization !== null || rows.facilities.length > 0,
    zip_conflict: ({ card }) => card.address_conflict !== null,
    registered: ({ rows: { organization, roster, neighbors } }) =>
      organization !== null || roster.length > 0 || neighbors.length > 0,
    part_registered: ({ rows }, captured) =>
      getCount(captured) <=
      listRegisteredDays(rows).filter((day) => day !== null && day.slice(0, 4) <= (captured['year'] ?? ''))
        .length,
    listed: ({ rows }) => rows.facilities.length > 0,
    group_code: ({ rows }) =>
      rows.organization?.taxonomies().some(({ code }) => /^19[34]/.test(code)) ?? false,
    service_code: ({ rows: { organization, neighbors } }) =>
      [organization, ...neighbors].some((registration) =>
        registration?.taxonomies().some(({ code }) => /^(?:146|17[125]|246|37)/.test(code)),
      ),
    emergency: ({ card }) => card.emergency_services.value === 'yes',
    no_emergency: ({ card }) => card.emergency_services.value === 'no',
    undated: ({ rows }) => listListedDays(rows).includes(null),
    language: ({ card }) => card.languages.length > 0,
    hours: ({ card }) => card.office_hours.length > 0,
    hours_time: ({ card }, captured) => formatTimes(card.office_hours).has(captured['time'] ?? ''),
    hours_day: ({ card }, captured) =>
      card.office_hours.some(({ day }) => (captured['day'] ?? '').startsWith(day)),
    registered_year: isRegisteredIn,
    registered_month: hasMonth(listRegisteredDays),
    listed_year: hasYear(listListedDays),
    listed_month: hasMonth(listListedDays),
    any_year: (subject, captured) =>
      hasYear(listListedDays)(subject, captured) || isRegisteredIn(subject, captured),
    any_month: hasMonth(listListedDays),
    observed_year: hasYear(listObservedDays),
    observed_month: hasMonth(listObservedDays),
    listed_psychiatric: isListedAs('273R00000X'),
    listed_rehabilitation: isListedAs('273Y00000X'),
    listed_swing_bed: isListedAs('275N00000X'),
  }),
)

function mayNameStreet({ card, rows: { organization, roster }, context }: LocationSubject): boolean {
  if (organization !== null || roster.length === 0) return true
  if (findMailbox(card.address) !== null) return false
  return (
    !haveSameSurname(roster) ||
    roster.some((member) => findNonPracticeReason(card, member, oneHousehold, context) === null)
  )
}

function hasTrainee(profession: 'physician' | 'dentist'): Check {
  return ({ card, rows: { roster } }) =>
    card.providers.some(
      ({ name }, index) => findTraineeProfession(roster[index]!, name.split(', ').slice(1)) === profession,
    )
}

function isListedAs(code: string): Check {
  return ({ rows: { facilities } }) =>
    facilities.some(({ kinds }) => kinds.some(({ codes }) => codes.includes(code)))
}

function isRegisteredIn({ rows }: LocationSubject, captured: Captured): boolean {
  return listRegisteredDays(rows).some((day) => day?.startsWith(captured['year'] ?? '-'))
}

function listRegisteredDays({ members }: PlaceRows): readonly (string | null)[] {
  return members.map(({ current }) =>
    current === null ? null : (parseDate(current.get('last update date')) ?? current.table.asOf),
  )
}

function listListedDays({ facilities }: PlaceRows): readonly (string | null)[] {
  return facilities.map(({ row }) => row.table.asOf)
}

/** Days of the facility lists and of the observations. */
function listObservedDays(rows: PlaceRows): readonly (string | null)[] {
  const observed = rows.members.flatMap((member) => member.observations)
  return [...listListedDays(rows), ...observed.map(({ asOf, table }) => asOf ?? table.asOf)]
}

/** A roster of one surname is checked as if it were one clinician. */
export const oneHousehold = { organization_npi: null, provider_count: 1 } as const
