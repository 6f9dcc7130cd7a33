/** The parts of an observation that its source can update separately: languages, hours at a place, … */
import { type Observation, type ObservedPlace, emptyObservation } from './facts.ts'

const fields = [
  'languages',
  'education',
  'focus',
  'affiliations',
  'telehealth',
  'assignment',
  'statement',
] as const satisfies readonly (keyof Observation)[]

/** The names of the non-empty parts: "languages", "hours at 110 LOCKWOOD ST 02903". */
export function listParts(observation: Observation): readonly string[] {
  return [
    ...fields.filter((field) => !isEmpty(observation[field])),
    ...observation.places.flatMap((place) => [
      ...(isEmpty(place.officeHours) ? [] : [partAt('hours', place)]),
      ...(isEmpty(place.accepting) ? [] : [partAt('new patients', place)]),
      ...(place.phone === undefined ? [] : [partAt('phone', place)]),
    ]),
  ]
}

/** The observation with only these parts. */
export function pickParts(observation: Observation, parts: readonly string[]): Observation {
  const picked = fields.filter((field) => parts.includes(field)).map((field) => [field, observation[field]])
  const places = observation.places.map(({ phone, ...place }) => ({
    ...place,
    ...(phone !== undefined && parts.includes(partAt('phone', place)) && { phone }),
    officeHours: parts.includes(partAt('hours', place)) ? place.officeHours : [],
    accepting: parts.includes(partAt('new patients', place)) ? place.accepting : null,
  }))
  return {
    ...emptyObservation(observation.npi, observation),
    ...Object.fromEntries(picked),
    places: places.filter(
      ({ officeHours, accepting, phone }) =>
        !isEmpty(officeHours) || !isEmpty(accepting) || phone !== undefined,
    ),
  }
}

function isEmpty(value: readonly unknown[] | string | boolean | null): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function partAt(part: string, { line1, postalCode }: Omit<ObservedPlace, 'phone'>): string {
  return `${part} at ${line1} ${postalCode}`
}
