/**
 * Which of the facts of one NPI stand, and why the others do not: `docs/decisions/0010-which-fact-stands.md`. What
 * stands may still say different things; then the fresher wins, and the more trusted of equally fresh ones.
 */
import type { Fact, FiledFact, Observation, Provenance, RegistryRow, SecondaryLocation } from './facts.ts'
import { isLater } from '../later-date.ts'
import type { JobFile } from '../steps/step-context.ts'

/** A fact that a newer statement of its source replaced, in words. */
export interface Fallen {
  readonly filed: FiledFact
  readonly because: string
}

export interface Standing {
  /** The newest row of the main registry files; undefined when none holds the NPI. */
  readonly registration: RegistryRow | undefined
  /** Without the registry rows, in the order of the files. */
  readonly facts: readonly FiledFact[]
  readonly fallen: readonly Fallen[]
}

/** Kinds that the registry publishes whole with each dissemination, and the kind of file that holds them. */
const disseminated = {
  secondary_location: 'secondary_locations',
  other_organization_name: 'other_names',
  endpoint: 'endpoints',
} as const

/** `filed` in the order of the files and their lines, each with its day. */
export function standing(filed: readonly FiledFact[], files: readonly JobFile[]): Standing {
  const registration = newestRow(filed)
  if (filed.length === 1 && registration !== undefined) return { registration, facts: [], fallen: [] }
  const days = newestDays(filed)
  const facts: FiledFact[] = []
  const fallen: Fallen[] = []
  for (const one of filed) {
    if (one.fact === registration) continue
    const because = whyFallen(one.fact, registration, days, files)
    if (because === null) facts.push(withoutOldLists(one, days))
    else fallen.push({ filed: one, because })
  }
  return { registration, facts, fallen }
}

export function isRegistryRow(fact: Fact): fact is RegistryRow {
  return fact.kind === 'clinician' || fact.kind === 'organization' || fact.kind === 'deactivation'
}

/** Of equally new ones the last. */
function newestRow(filed: readonly FiledFact[]): RegistryRow | undefined {
  let newest: RegistryRow | undefined
  for (const { fact } of filed)
    if (isRegistryRow(fact) && !(newest && isLater(newest.asOf, fact.asOf))) newest = fact
  return newest
}

/** The newest day on which each source states each kind of fact, and each part of an observation. */
type NewestDays = ReadonlyMap<string, string | null>

function newestDays(filed: readonly FiledFact[]): NewestDays {
  const days = new Map<string, string | null>()
  for (const { fact } of filed) {
    for (const said of saidIn(fact))
      if (!days.has(said) || isLater(fact.asOf, days.get(said) ?? null)) days.set(said, fact.asOf)
  }
  return days
}

function saidIn(fact: Fact): readonly string[] {
  if (fact.kind === 'network_listing') return [`${fact.kind} ${fact.source} ${fact.carrier}`]
  if (fact.kind !== 'observation') return [`${fact.kind} ${fact.source}`]
  return partsIn(fact).map((part) => `${part} ${fact.source}`)
}

/** A list that the same source states anew is not added to; of everything else the freshest statement counts anyway. */
function withoutOldLists(filed: FiledFact, days: NewestDays): FiledFact {
  const { fact } = filed
  if (fact.kind !== 'observation') return filed
  const old = lists.filter((list) => isLater(days.get(`${list} ${fact.source}`) ?? null, fact.asOf))
  if (old.length === 0) return filed
  return { ...filed, fact: { ...fact, ...Object.fromEntries(old.map((list) => [list, []])) } }
}

const lists = ['languages', 'education', 'focus', 'affiliations'] as const

/** What the observation speaks of. */
function partsIn(observation: Observation): readonly string[] {
  return [
    ...lists.filter((list) => observation[list].length > 0),
    ...(['telehealth', 'assignment', 'statement'] as const).filter((part) => observation[part] !== null),
    ...observation.places.map(({ line1, postalCode }) => `place ${line1} ${postalCode}`),
  ]
}

function whyFallen(
  fact: Fact,
  registration: RegistryRow | undefined,
  days: NewestDays,
  files: readonly JobFile[],
): string | null {
  if (isRegistryRow(fact)) return `the registry row of ${dayOf(registration)} is newer`
  const newer = saidIn(fact).map((said) => days.get(said) ?? null)
  if (newer.length > 0 && newer.every((day) => isLater(day, fact.asOf)))
    return `${fact.source} says it anew on ${newer[0]}`
  if (fact.kind in disseminated && fact.source === registration?.source)
    return whyLeftOut(fact, registration, disseminated[fact.kind as keyof typeof disseminated], files)
  return fact.kind === 'secondary_location' ? whyOutdated(fact, registration) : null
}

/** The registry's newer dissemination names the NPI, brought this kind of file, and this fact is not in it. */
function whyLeftOut(
  { asOf }: Provenance,
  registration: RegistryRow,
  kind: JobFile['kind'],
  files: readonly JobFile[],
): string | null {
  if (!isLater(registration.asOf, asOf)) return null
  const spoke = files.some((file) => file.kind === kind && file.asOf === registration.asOf)
  return spoke ? `the registry of ${registration.asOf} leaves it out` : null
}

/** Where somebody else says that an NPI practices counts until the registration itself is renewed. */
function whyOutdated({ asOf, source }: SecondaryLocation, row: RegistryRow | undefined): string | null {
  if (source === row?.source || row === undefined || row.kind === 'deactivation') return null
  if (asOf === null) return 'its day is unknown, and the registration may be newer'
  return isLater(row.updatedOn, asOf) ? `the registration was renewed on ${row.updatedOn}` : null
}

function dayOf(row: RegistryRow | undefined): string {
  return row?.asOf ?? 'an unknown day'
}
