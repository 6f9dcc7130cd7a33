/** Whether the evidence that a reviewed phrase needs exists for a clinician. */
import type { ProviderCard } from '@careatlas/contract/cards'
import type { Place } from './cards.ts'
import type { Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import { speaks } from './observed-claims.ts'
import { type Captured, months, numberOf } from './phrase-tree.ts'
import { noPracticeAt } from './place-claims.ts'
import { givesCare, saysProfession } from './remarks.ts'
import { timesInWords } from './spoken.ts'
import { meaningOf } from './tables.ts'
import { isPhysician, isTraining, trainee, traineeAs } from './trainees.ts'
import { isoDate } from './words.ts'

export function isTrueOfProvider(
  needs: string,
  captured: Captured,
  card: ProviderCard,
  rows: NpiEvidence,
  places: ReadonlyMap<string, Place | null>,
  context: Context,
): boolean {
  const { practice_locations: locations } = card
  const observedDays = new Set([
    ...rows.observed.map(({ asOf, table }) => asOf ?? table.asOf),
    ...[...rows.ofKind('clinicians'), ...rows.ofKind('affiliations')].map(({ table }) => table.asOf),
  ])
  const count = captured['count'] === undefined ? NaN : numberOf(captured['count'])
  const practiced = (): typeof locations =>
    locations.filter((location) => {
      const place = places.get(location.location_uuid) ?? null
      const reason = noPracticeAt(location, rows, place, context)
      // A text may name the organization at a mailbox, but not the street of the mailbox.
      return reason === null || (reason !== 'home' && place?.organization_npi != null)
    })
  const isAnyPractice = (): boolean => practiced().length > 0
  switch (needs) {
    case 'practice':
      return saysProfession(rows) && givesCare(rows) && !isTraining(rows) && isAnyPractice()
    case 'street':
      return isAnyPractice()
    case 'zip_conflict':
      return locations.some(({ address_conflict: conflict }) => conflict !== null)
    case 'registered':
      return true
    case 'organization':
      return rows.taxonomies().some(({ code }) => meaningOf(code)?.kind === 'organization')
    case 'titled':
      return credentialsOf(card).some(isTitled)
    case 'female':
      return card.gender === 'F'
    case 'male':
      return card.gender === 'M'
    case 'no_individual_specialty':
      return !saysProfession(rows)
    case 'no_known_code':
      return !rows.taxonomies().some(({ code }) => saysWhat(code))
    case 'trainee_code':
      return rows.taxonomies().some(({ code }) => code === trainee)
    case 'physician_in_training':
      return traineeAs(rows, credentialsOf(card)) === 'physician'
    case 'dentist_in_training':
      return traineeAs(rows, credentialsOf(card)) === 'dentist'
    case 'no_name':
      return card.name.first === null && card.name.last === null
    case 'language':
      return card.languages.length > 0
    case 'english':
      return card.languages.some((tag) => isEnglish(tag) && speaks(rows, tag))
    case 'another_language':
      return card.languages.some((tag) => !isEnglish(tag))
    case 'telehealth':
      return card.telehealth.value === 'offered'
    case 'assignment':
      return card.medicare_assignment.value === 'accepts'
    case 'may_assignment':
      return card.medicare_assignment.value === 'may_accept'
    case 'accepting':
    case 'not_accepting':
    case 'existing_only':
      return locations.some(({ accepting_new_patients: said }) => said.value === needs)
    case 'group':
      return card.affiliations.some(({ kind }) => kind === 'group_practice')
    case 'hospital':
      return card.affiliations.some(({ kind }) => kind === 'hospital')
    case 'medical_school':
    case 'degree':
    case 'residency':
    case 'fellowship':
    case 'certification':
    case 'other':
      return card.education_training.some(({ kind }) => kind === needs)
    case 'school_year':
      return card.education_training.some(({ year }) => year === Number(captured['year']))
    case 'statement':
      return card.statements.length > 0
    case 'focus':
      return rows.observed.some(({ value }) => (value.focus ?? []).length > 0)
    case 'hours':
      return locations.some(({ office_hours: hours }) => hours.length > 0)
    case 'hours_time':
      return timesInWords(locations.flatMap(({ office_hours: hours }) => hours)).has(captured['time'] ?? '')
    case 'hours_day':
      return locations.some(({ office_hours: hours }) =>
        hours.some(({ day }) => (captured['day'] ?? '').startsWith(day)),
      )
    case 'registered_month':
      return rows.registry.some((row) =>
        isMonth(isoDate(row.get('last update date')) ?? row.table.asOf, captured),
      )
    case 'observed_month':
      return [...observedDays].some((day) => isMonth(day, captured))
    case 'observed_year':
      return [...observedDays].some((day) => isYearAlone(day, captured))
    case 'registered_year':
      return rows.registry.some((row) =>
        isYearAlone(isoDate(row.get('last update date')) ?? row.table.asOf, captured),
      )
    case 'any_year':
      return (
        isTrueOfProvider('observed_year', captured, card, rows, places, context) ||
        isTrueOfProvider('registered_year', captured, card, rows, places, context)
      )
    case 'any_month':
      return (
        isTrueOfProvider('observed_month', captured, card, rows, places, context) ||
        isTrueOfProvider('registered_month', captured, card, rows, places, context)
      )
    case 'undated':
      return observedDays.has(null)
    case 'more_places':
      // The ingest may know of care at a place that looks like a home.
      return count < locations.length && count >= practiced().length - 1
    case 'unnamed_places':
      return count < locations.length
    case 'addresses':
      return count === locations.length
    case 'more_specialties':
      return count < new Set(rows.taxonomies().map(({ code }) => code)).size
    case 'more_affiliations':
      return count < card.affiliations.length
    default:
      return false
  }
}

function isEnglish(tag: string): boolean {
  return /^en\b/i.test(tag)
}

/** Whether a holder of the credential is addressed as Dr. */
function isTitled(credential: string): boolean {
  return isPhysician(credential) || doctorates.has(credential)
}

const doctorates = new Set('DDS DMD DPM OD DC PhD PsyD EdD AuD DVM ND NMD'.split(' '))

export function isMonth(day: string | null, { month, year }: Captured): boolean {
  return day !== null && day.slice(0, 4) === year && months[Number(day.slice(5, 7)) - 1] === month
}

/** Texts give January 1 as the year alone, because a file name may have only the year. */
export function isYearAlone(day: string | null, { year }: Captured): boolean {
  return day === `${year}-01-01`
}

/** Whether the code describes a person; a group code (193) does not, but the code of a driver or an agency does. */
function saysWhat(code: string): boolean {
  return meaningOf(code) !== null && !code.startsWith('193')
}

export function credentialsOf({ name }: Pick<ProviderCard, 'name'>): readonly string[] {
  return name.credential?.split(', ') ?? []
}
