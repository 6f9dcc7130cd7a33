/** Registrations that nobody renewed for years: a text says how old they are, for nobody vouches that the places hold. */
import type { Clinician, ResolvedClinician } from '../facts/facts.ts'
import { recentSinceDay } from '../facts/recency.ts'
import type { ComposeContext } from './context.ts'
import type { Attribution } from './phrasing/attribution.ts'
import { countInWords } from './phrasing/grammar.ts'
import { monthInWords } from './phrasing/month.ts'

/**
 * The day of a registration that is old beside the newest registry file; null for a recent one, and for one whose practice
 * address a fresher list has confirmed or replaced.
 */
export function staleRegistrationDate(
  { registration, confirmed }: Pick<Clinician, 'registration' | 'confirmed'>,
  context: ComposeContext,
): string | null {
  return registration.practice === null || confirmed ? null : staleDate(registration, context)
}

/** What vouches for the places of a clinician in the stead of a registration of long ago. */
export interface Corroboration {
  readonly list: Attribution
  /** The day of the registration, which still gives the specialties. */
  readonly registeredOn: string
  /** When the telephone number was registered, which the list does not vouch for; null where none is. */
  readonly phoneRegisteredOn: string | null
}

/** The list that has confirmed or replaced the practice address; null where the registration is recent, or stands alone. */
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

/** The day of a registration of long ago; null for a recent one. */
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
 * ", as registered in 2016 or before" of an organization by the days of its registrations; empty where one of them is recent
 * or undated, and where no registry file is dated.
 */
export function staleRegistrations(days: readonly (string | null)[], context: ComposeContext): string {
  const years = staleYears(days, context)
  return years.length < days.length ? '' : asRegisteredIn(years)
}

/** The same of clinicians who share a place, by their days; of some of them ", two of them as registered in 2016 or before". */
export function staleRoster(days: readonly (string | null)[], context: ComposeContext): string {
  const years = staleYears(days, context)
  const some = years.length < days.length ? `${countInWords(years.length)} of them ` : ''
  return asRegisteredIn(years, some)
}

function asRegisteredIn(years: readonly string[], who = ''): string {
  const [oldest, newest] = [years[0], years.at(-1)]
  return newest === undefined
    ? ''
    : `, ${who}as registered in ${newest}${newest === oldest ? '' : ' or before'}`
}

/** In order, without those that are recent or unknown; none where no registry file is dated. */
function staleYears(days: readonly (string | null)[], { registryAsOf }: ComposeContext): readonly string[] {
  const recentSince = recentSinceDay(registryAsOf)
  if (recentSince === null) return []
  return days
    .filter((day) => day !== null && day < recentSince)
    .map((day) => day!.slice(0, 4))
    .toSorted()
}

/** "as registered in September 2016" */
export function asRegistered(registeredOn: string): string {
  return `as registered in ${monthInWords(registeredOn)}`
}
