/** What the observations of one NPI say together, the fresher statement winning. */
import type {
  AcceptingNewPatients,
  EmergencyServices,
  MedicareAssignment,
  OfficeHours,
  Telehealth,
} from '@careatlas/contract/cards'
import type { Observation, ObservedPlace, Provenance } from '../facts/facts.ts'
import { freshestFirst } from './freshest.ts'
import { orderedHours } from './hours.ts'

/** Something said, with who said it and when. */
export interface Stated<T> extends Provenance {
  readonly value: T
}

/** Tags that any observation states, sorted, without repetition. */
export function observedLanguages(
  observations: readonly { readonly languages: readonly string[] }[],
): string[] {
  if (observations.length === 0) return []
  return [...new Set(observations.flatMap(({ languages }) => languages))].toSorted()
}

/** The freshest statement that telehealth visits are offered, or that they are not. */
export function observedTelehealth(observations: readonly Observation[]): Telehealth {
  for (const { telehealth, source, asOf } of freshestFirst(observations)) {
    if (telehealth !== null) return { value: telehealth ? 'offered' : 'not_offered', source, as_of: asOf }
  }
  return unsaid
}

/** The freshest statement whether Medicare's approved amount is taken as full payment. */
export function observedAssignment(observations: readonly Observation[]): MedicareAssignment {
  for (const { assignment, source, asOf } of freshestFirst(observations)) {
    if (assignment !== null) return { value: assignment, source, as_of: asOf }
  }
  return unsaid
}

/** What was said of a place's emergency services. */
export function emergencyServices(stated: Stated<boolean> | null): EmergencyServices {
  return stated === null
    ? unsaid
    : { value: stated.value ? 'yes' : 'no', source: stated.source, as_of: stated.asOf }
}

/** The freshest statement of a place's hours. */
export function observedHours(places: readonly (ObservedPlace & Provenance)[]): Stated<OfficeHours[]> | null {
  for (const { officeHours, source, asOf } of freshestFirst(places)) {
    if (officeHours.length > 0) return { value: orderedHours(officeHours), source, asOf }
  }
  return null
}

/** The freshest statement whether new patients are taken at a place; `unknown` when there is none. */
export function observedAccepting(places: readonly (ObservedPlace & Provenance)[]): AcceptingNewPatients {
  for (const { accepting, source, asOf } of freshestFirst(places)) {
    if (accepting !== null) return { value: accepting, source, as_of: asOf }
  }
  return unsaid
}

const unsaid = { value: 'unknown', source: null, as_of: null } as const
