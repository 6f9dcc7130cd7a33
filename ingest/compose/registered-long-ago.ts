/** Registrations that nobody renewed for years: a text says how old they are, for nobody vouches that the places hold. */
import type { Clinician } from '../facts/facts.ts'
import type { ComposeContext } from './context.ts'
import { monthInWords } from './english/month.ts'

/** A younger registration is told without its date, a younger statement in the present. */
const recentYears = 3

/**
 * The day of a registration that is old beside the newest registry file; null for a recent one, and for one whose practice
 * address a fresher list has confirmed or replaced.
 */
export function registeredLongAgo(
  { registration: { updatedOn, asOf, practice }, confirmed }: Pick<Clinician, 'registration' | 'confirmed'>,
  { registryAsOf }: ComposeContext,
): string | null {
  const registeredOn = updatedOn ?? asOf
  const recentSince = recentSinceDay(registryAsOf)
  if (practice === null || confirmed) return null
  if (registeredOn === null || recentSince === null) return registeredOn
  return registeredOn < recentSince ? registeredOn : null
}

/**
 * ", as registered in 2016 or before" of clinicians who share a place, by their days; empty where one of them is recent or
 * undated, and where no registry file is dated.
 */
export function allRegisteredLongAgo(
  days: readonly (string | null)[],
  { registryAsOf }: ComposeContext,
): string {
  const recentSince = recentSinceDay(registryAsOf)
  if (recentSince === null || days.some((day) => day === null || day >= recentSince)) return ''
  const years = days.map((day) => day!.slice(0, 4)).toSorted()
  const [oldest, newest] = [years[0], years.at(-1)]
  return newest === undefined ? '' : `, as registered in ${newest}${newest === oldest ? '' : ' or before'}`
}

/** What was said before this day is told as what was; null when no registry file is dated. */
export function recentSinceDay(registryAsOf: string | null): string | null {
  return registryAsOf && `${Number(registryAsOf.slice(0, 4)) - recentYears}${registryAsOf.slice(4)}`
}

/** "as registered in September 2016" */
export function asRegistered(registeredOn: string): string {
  return `as registered in ${monthInWords(registeredOn)}`
}
