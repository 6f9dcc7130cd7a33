/** Combines the observations of one NPI, which arrive in the order of their files. The newest statement counts. */
import type {
  AcceptingNewPatients,
  EmergencyServices,
  MedicareAssignment,
  OfficeHours,
  Telehealth,
} from '@careatlas/contract/cards'
import type { Observation, ObservedPhone, ObservedPlace, Provenance } from '../facts/facts.ts'
import { latestStatement, type AttributedValue } from '../facts/source-precedence.ts'
import { orderedHours } from './phrasing/hours.ts'

/** The distinct BCP 47 tags of all observations, sorted. */
export function observedLanguages(
  observations: readonly { readonly languages: readonly string[] }[],
): string[] {
  if (observations.length === 0) return []
  return [...new Set(observations.flatMap(({ languages }) => languages))].toSorted()
}

/** Whether telehealth visits are offered. */
export function observedTelehealth(observations: readonly Observation[]): Telehealth {
  return toCardValue(
    latestStatement(observations, ({ telehealth }) =>
      telehealth === null ? null : telehealth ? 'offered' : 'not_offered',
    ),
  )
}

/** Whether the clinician accepts Medicare's approved amount as full payment. */
export function observedAssignment(observations: readonly Observation[]): MedicareAssignment {
  return toCardValue(latestStatement(observations, ({ assignment }) => assignment))
}

/** The areas of focus of the newest observation that has any. */
export function observedFocus(
  observations: readonly Observation[],
): AttributedValue<readonly string[]> | null {
  return latestStatement(observations, ({ focus }) => (focus.length > 0 ? focus : null))
}

/** Whether a place has emergency services. */
export function emergencyServices(stated: AttributedValue<boolean> | null): EmergencyServices {
  return toCardValue(stated && { ...stated, value: stated.value ? 'yes' : 'no' })
}

/** The office hours of a place, in the newest statement that has any. */
export function observedHours(
  places: readonly (ObservedPlace & Provenance)[],
): AttributedValue<OfficeHours[]> | null {
  return latestStatement(places, ({ officeHours }) =>
    officeHours.length > 0 ? orderedHours(officeHours) : null,
  )
}

/** The telephone number of an NPI at a place. */
export function observedPhone(places: readonly (ObservedPlace & Provenance)[]): ObservedPhone | null {
  return latestStatement(places, ({ phone }) => phone ?? null)?.value ?? null
}

/** Whether the clinician accepts new patients at a place. */
export function observedAccepting(places: readonly (ObservedPlace & Provenance)[]): AcceptingNewPatients {
  return toCardValue(latestStatement(places, ({ accepting }) => accepting))
}

/** `unknown` if no source states a value. */
function toCardValue<T>(stated: AttributedValue<T> | null) {
  return stated === null ? unknownValue : { value: stated.value, source: stated.source, as_of: stated.asOf }
}

const unknownValue = { value: 'unknown', source: null, as_of: null } as const
