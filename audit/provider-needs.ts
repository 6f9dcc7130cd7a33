/** Whether the evidence that a reviewed phrase needs exists for a clinician. */
import type { AcceptingNewPatients, Education, OfficeHours, ProviderCard } from '@careatlas/contract/cards'
import type { Place } from './cards.ts'
import type { Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import { hasLanguage } from './observed-claims.ts'
import { type Captured, months, parseCount } from './phrase-tree.ts'
import { findNonPracticeReason } from './place-claims.ts'
import { givesCare, hasProfession } from './remarks.ts'
import { formatTimes } from './allowed-wordings.ts'
import { findMeaning } from './tables.ts'
import { isPhysician, isTraining, traineeCode, findTraineeProfession } from './trainees.ts'
import { parseDate } from './words.ts'

/** A card and the evidence for its texts. */
export interface ProviderSubject {
  readonly card: ProviderCard
  readonly rows: NpiEvidence
  /** By `location_uuid`. */
  readonly places: ReadonlyMap<string, Place | null>
  readonly context: Context
}

/** Whether the evidence supports a phrase with these captured words. */
type Check = (subject: ProviderSubject, captured: Captured) => boolean

/** @param need a value of the column `needs` in `phrases.tsv` */
export function isProviderNeedMet(need: string, subject: ProviderSubject, captured: Captured): boolean {
  return checks.get(need)?.(subject, captured) ?? false
}

const checks: ReadonlyMap<string, Check> = new Map(
  Object.entries<Check>({
    practice: (subject) =>
      hasProfession(subject.rows) &&
      givesCare(subject.rows) &&
      !isTraining(subject.rows) &&
      listPractices(subject).length > 0,
    street: (subject) => listPractices(subject).length > 0,
    zip_conflict: ({ card }) =>
      card.practice_locations.some((location) => location.address_conflict !== null),
    registered: () => true,
    organization: ({ rows }) =>
      rows.taxonomies().some(({ code }) => findMeaning(code)?.kind === 'organization'),
    titled: ({ card }) => splitCredentials(card).some(isDoctor),
    female: ({ card }) => card.gender === 'F',
    male: ({ card }) => card.gender === 'M',
    no_individual_specialty: ({ rows }) => !hasProfession(rows),
    no_known_code: ({ rows }) => !rows.taxonomies().some(({ code }) => describesPerson(code)),
    trainee_code: ({ rows }) => rows.taxonomies().some(({ code }) => code === traineeCode),
    physician_in_training: ({ card, rows }) =>
      findTraineeProfession(rows, splitCredentials(card)) === 'physician',
    dentist_in_training: ({ card, rows }) =>
      findTraineeProfession(rows, splitCredentials(card)) === 'dentist',
    no_name: ({ card }) => card.name.first === null && card.name.last === null,
    language: ({ card }) => card.languages.length > 0,
    english: ({ card, rows }) => card.languages.some((tag) => isEnglish(tag) && hasLanguage(rows, tag)),
    another_language: ({ card }) => card.languages.some((tag) => !isEnglish(tag)),
    telehealth: ({ card }) => card.telehealth.value === 'offered',
    assignment: ({ card }) => card.medicare_assignment.value === 'accepts',
    may_assignment: ({ card }) => card.medicare_assignment.value === 'may_accept',
    accepting: hasAccepting('accepting'),
    not_accepting: hasAccepting('not_accepting'),
    existing_only: hasAccepting('existing_only'),
    group: ({ card }) => card.affiliations.some(({ kind }) => kind === 'group_practice'),
    hospital: ({ card }) => card.affiliations.some(({ kind }) => kind === 'hospital'),
    medical_school: hasEducation('medical_school'),
    degree: hasEducation('degree'),
    residency: hasEducation('residency'),
    fellowship: hasEducation('fellowship'),
    certification: hasEducation('certification'),
    other: hasEducation('other'),
    school_year: ({ card }, captured) =>
      card.education_training.some(({ year }) => year === Number(captured['year'])),
    statement: ({ card }) => card.statements.length > 0,
    focus: ({ rows }) => rows.observations.some(({ value }) => (value.focus ?? []).length > 0),
    hours: ({ card }) => listOfficeHours(card).length > 0,
    hours_time: ({ card }, captured) => formatTimes(listOfficeHours(card)).has(captured['time'] ?? ''),
    hours_day: ({ card }, captured) =>
      listOfficeHours(card).some(({ day }) => (captured['day'] ?? '').startsWith(day)),
    registered_month: hasMonth(listRegisteredDays),
    registered_year: hasYear(listRegisteredDays),
    observed_month: hasMonth(listObservedDays),
    observed_year: hasYear(listObservedDays),
    any_month: hasMonth(listAllDays),
    any_year: hasYear(listAllDays),
    undated: ({ rows }) => listObservedDays(rows).includes(null),
    // The ingest may know of care at a place that looks like a home.
    more_places: (subject, captured) =>
      getCount(captured) < subject.card.practice_locations.length &&
      getCount(captured) >= listPractices(subject).length - 1,
    unnamed_places: ({ card }, captured) => getCount(captured) < card.practice_locations.length,
    addresses: ({ card }, captured) => getCount(captured) === card.practice_locations.length,
    more_specialties: ({ rows }, captured) =>
      getCount(captured) < new Set(rows.taxonomies().map(({ code }) => code)).size,
    more_affiliations: ({ card }, captured) => getCount(captured) < card.affiliations.length,
  }),
)

/** The number in a phrase; NaN if there is none, so that every comparison is false. */
export function getCount(captured: Captured): number {
  return captured['count'] === undefined ? NaN : parseCount(captured['count'])
}

function listPractices({ card, rows, places, context }: ProviderSubject): ProviderCard['practice_locations'] {
  return card.practice_locations.filter((location) => {
    const place = places.get(location.location_uuid) ?? null
    const reason = findNonPracticeReason(location, rows, place, context)
    // A text may name the organization at a mailbox, but not the street of the mailbox.
    return reason === null || (reason !== 'home' && place?.organization_npi != null)
  })
}

function listOfficeHours(card: ProviderCard): readonly OfficeHours[] {
  return card.practice_locations.flatMap(({ office_hours: hours }) => hours)
}

function hasAccepting(value: AcceptingNewPatients['value']): Check {
  return ({ card }) =>
    card.practice_locations.some(({ accepting_new_patients: accepting }) => accepting.value === value)
}

function hasEducation(kind: Education['kind']): Check {
  return ({ card }) => card.education_training.some((entry) => entry.kind === kind)
}

/** The dates in the rows of a clinician or a place. */
type DayLister<Rows> = (rows: Rows) => readonly (string | null)[]

/** Whether one of the dates is in the captured month. */
export function hasMonth<Rows>(listDays: DayLister<Rows>) {
  return ({ rows }: { readonly rows: Rows }, { month, year }: Captured): boolean =>
    listDays(rows).some(
      (day) => day !== null && day.slice(0, 4) === year && months[Number(day.slice(5, 7)) - 1] === month,
    )
}

/** Whether texts show one of the dates as the captured year: January 1, because a file name may have only the year. */
export function hasYear<Rows>(listDays: DayLister<Rows>) {
  return ({ rows }: { readonly rows: Rows }, { year }: Captured): boolean =>
    listDays(rows).some((day) => day === `${year}-01-01`)
}

function listAllDays(rows: NpiEvidence): readonly (string | null)[] {
  return [...listObservedDays(rows), ...listRegisteredDays(rows)]
}

function listObservedDays(rows: NpiEvidence): readonly (string | null)[] {
  return [
    ...rows.observations.map(({ asOf, table }) => asOf ?? table.asOf),
    ...[...rows.rowsOfKind('clinicians'), ...rows.rowsOfKind('affiliations')].map(({ table }) => table.asOf),
  ]
}

function listRegisteredDays(rows: NpiEvidence): readonly (string | null)[] {
  return rows.registry.map((row) => parseDate(row.get('last update date')) ?? row.table.asOf)
}

function isEnglish(tag: string): boolean {
  return /^en\b/i.test(tag)
}

/** Whether a holder of the credential is addressed as Dr. */
function isDoctor(credential: string): boolean {
  return isPhysician(credential) || doctorates.has(credential)
}

const doctorates = new Set('DDS DMD DPM OD DC PhD PsyD EdD AuD DVM ND NMD'.split(' '))

/** Whether the code describes a person; a group code (193) does not, but the code of a driver or an agency does. */
function describesPerson(code: string): boolean {
  return findMeaning(code) !== null && !code.startsWith('193')
}

export function splitCredentials({ name }: Pick<ProviderCard, 'name'>): readonly string[] {
  return name.credential?.split(', ') ?? []
}
