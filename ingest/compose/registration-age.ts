/** Finds old registrations, and writes their age in words. A text gives the age if no newer source confirms the place. */
import type { Clinician, ResolvedClinician } from '../facts/facts.ts'
import { recentSinceDay } from '../ordering.ts'
import type { ComposeContext } from './context.ts'
import type { Attribution } from './phrasing/attribution.ts'
import { countInWords, monthInWords } from './phrasing/grammar.ts'

/**
 * The day of a registration that is years older than the newest registry file; null if the registration is recent, or if a newer
 * list has confirmed or replaced the practice address.
 */
export function staleRegistrationDate(
  { registration, confirmed }: Pick<Clinician, 'registration' | 'confirmed'>,
  context: ComposeContext,
): string | null {
  return registration.practice === null || confirmed ? null : staleDate(registration, context)
}

/** The list that confirms the places of a clinician whose registration is old. */
export interface Corroboration {
  readonly list: Attribution
  /** The day of the registration, which still gives the specialties. */
  readonly registeredOn: string
  /** The day on which the telephone number was registered, because the list does not confirm the number; null without a number. */
  readonly phoneRegisteredOn: string | null
}

/** The list that has confirmed or replaced the practice address; null if there is none, or the registration is recent. */
export function corroborationOf(
  { registration, confirmed, listed }: ResolvedClinician,
  context: ComposeContext,
): Corroboration | null {
  const { practice } = registration
  const registeredOn = staleDate(registration, context)
  if (listed === undefined || registeredOn === null || (practice !== null && !confirmed)) return null
  const list = { source: listed.id, as_of: listed.as_of }
  return { list, registeredOn, phoneRegisteredOn: practice?.phone == null ? null : registeredOn }
}

/** The day of an old registration; null for a recent one. */
function staleDate(
  { updatedOn, asOf }: Clinician['registration'],
  { registryAsOf }: ComposeContext,
): string | null {
  const registeredOn = updatedOn ?? asOf
  const recentSince = recentSinceDay(registryAsOf)
  if (registeredOn === null || recentSince === null) return registeredOn
  return registeredOn < recentSince ? registeredOn : null
}

/**
 * The age of an organization with the given days of registration: ", as registered in 2016 or before". Empty if one of the days is
 * recent or unknown, or if no registry file is dated.
 */
export function registrationAgePhrase(days: readonly (string | null)[], context: ComposeContext): string {
  const years = staleYears(days, context)
  return years.length < days.length ? '' : agePhrase(years)
}

/** The same for the roster of a place; ", two of them as registered in 2016 or before" if only some registrations are old. */
export function rosterAgePhrase(days: readonly (string | null)[], context: ComposeContext): string {
  const years = staleYears(days, context)
  const some = years.length < days.length ? `${countInWords(years.length)} of them ` : ''
  return agePhrase(years, some)
}

/** Adds the age to a clause; "as of 2014" if the clause already has the word "registered". */
export function appendAge(clause: string, age: string): string {
  return clause + (/\bregistered\b/.test(clause) ? age.replace('as registered in', 'as of') : age)
}

function agePhrase(years: readonly string[], subject = ''): string {
  const [oldest, newest] = [years[0], years.at(-1)]
  return newest === undefined
    ? ''
    : `, ${subject}as registered in ${newest}${newest === oldest ? '' : ' or before'}`
}

/** The years of the old registrations, ascending; none if no registry file is dated. */
function staleYears(days: readonly (string | null)[], { registryAsOf }: ComposeContext): readonly string[] {
  const recentSince = recentSinceDay(registryAsOf)
  if (recentSince === null) return []
  return days
    .filter((day) => day !== null && day < recentSince)
    .map((day) => day!.slice(0, 4))
    .toSorted()
}

/** "as registered in September 2016" */
export function asRegisteredPhrase(registeredOn: string): string {
  return `as registered in ${monthInWords(registeredOn)}`
}
