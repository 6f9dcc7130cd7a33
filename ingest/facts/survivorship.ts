/**
 * Which of the facts of one NPI stand, and why the others do not: `docs/decisions/0010-survivorship.md`. What
 * stands may still say different things; then the fresher wins, and the more trusted of equally fresh ones.
 */
import { recentSinceDay } from '../compose/registration-age.ts'
import type {
  Fact,
  SourcedFact,
  Observation,
  Provenance,
  RegistryRow,
  SecondaryLocation,
  FactFile,
} from './facts.ts'
import { isLater, maxDate } from '../ordering.ts'
import { pickParts, listParts } from './observation-parts.ts'
import { isSamePractice } from './same-practice-address.ts'
import { createNameMismatchFinder } from './name-mismatch.ts'

/** A fact that the card does not go by, and why, in words. */
export interface DiscardedFact {
  readonly sourcedFact: SourcedFact
  readonly reason: string
}

export interface SurvivingFacts {
  /**
   * The newest row of the main registry files, without its practice address where a fresher list of places stands in its
   * stead; undefined when none holds the NPI.
   */
  readonly registration: RegistryRow | undefined
  /** The file of that row; -1 when there is none. */
  readonly registrationFile: number
  /** Without the registry rows, in the order of the files. */
  readonly facts: readonly SourcedFact[]
  readonly discarded: readonly DiscardedFact[]
}

/** Kinds that the registry publishes whole with each dissemination, and the kind of file that holds them. */
const fileKindByFact = {
  secondary_location: 'secondary_locations',
  other_organization_name: 'other_names',
  endpoint: 'endpoints',
} as const

/** `facts` in the order of the files and their lines, each with its day. */
export function applySurvivorship(
  sourcedFacts: readonly SourcedFact[],
  files: readonly FactFile[],
): SurvivingFacts {
  const newest = findNewestRow(sourcedFacts)
  const registration = newest?.fact
  const registrationFile = newest?.file ?? -1
  if (sourcedFacts.length === 1 && registration !== undefined)
    return { registration, registrationFile, facts: [], discarded: [] }
  const { own, discarded } = discardForeignFacts(sourcedFacts)
  const days = findNewestDates(own)
  const facts: SourcedFact[] = []
  for (const one of own) {
    if (one.fact === registration) continue
    for (const { sourcedFact: part, reason } of judgeFact(one, registration, days, files)) {
      if (reason === null) facts.push(part)
      else discarded.push({ sourcedFact: part, reason })
    }
  }
  const moved = findOutdatedPractice(newest, facts, files)
  return moved === null
    ? { registration, registrationFile, facts, discarded }
    : { registration: moved.row, registrationFile, facts, discarded: [...discarded, moved.discarded] }
}

/** Discards facts about another person under this NPI, and texts that cannot be shown, before they can replace anything. */
function discardForeignFacts(sourcedFacts: readonly SourcedFact[]): {
  readonly own: readonly SourcedFact[]
  readonly discarded: DiscardedFact[]
} {
  const otherIn = createNameMismatchFinder(sourcedFacts)
  const discarded = sourcedFacts.flatMap((one): DiscardedFact[] => {
    const other = otherIn(one.fact)
    return other === null ? [] : [{ sourcedFact: one, reason: `it is about ${other.first} ${other.last}` }]
  })
  const unfit = sourcedFacts.filter(({ fact }) => fact.kind === 'unfit_text')
  for (const one of unfit)
    discarded.push({ sourcedFact: one, reason: 'no card shows it: it points elsewhere or gives orders' })
  const foreign = new Set(discarded.map((one) => one.sourcedFact))
  return {
    own: foreign.size === 0 ? sourcedFacts : sourcedFacts.filter((one) => !foreign.has(one)),
    discarded,
  }
}

export function isRegistryRow(fact: Fact): fact is RegistryRow {
  return fact.kind === 'clinician' || fact.kind === 'organization' || fact.kind === 'deactivation'
}

/** Of the rows of one day the one updated last; of equal ones the last line. */
function findNewestRow(sourcedFacts: readonly SourcedFact[]): SourcedFact<RegistryRow> | undefined {
  let newest: SourcedFact<RegistryRow> | undefined
  for (const { file, fact } of sourcedFacts)
    if (isRegistryRow(fact) && !(newest && isNewer(newest.fact, fact))) newest = { file, fact }
  return newest
}

function isNewer(one: RegistryRow, other: RegistryRow): boolean {
  if (one.asOf !== other.asOf) return isLater(one.asOf, other.asOf)
  return (
    one.kind !== 'deactivation' && other.kind !== 'deactivation' && isLater(one.updatedOn, other.updatedOn)
  )
}

/**
 * A practice address that was registered years ago, where somebody else has since listed other places: nobody vouches
 * that anybody is still there. Null when the registered address stands.
 */
function findOutdatedPractice(
  newest: SourcedFact<RegistryRow> | undefined,
  survivingFacts: readonly SourcedFact[],
  files: readonly FactFile[],
): { readonly row: RegistryRow; readonly discarded: DiscardedFact } | null {
  if (newest === undefined || newest.fact.kind === 'deactivation' || newest.fact.practice === null)
    return null
  const { npi, source, asOf, practice, mailing, updatedOn } = newest.fact
  const listed = survivingFacts
    .map(({ fact }) => fact)
    .filter((fact): fact is SecondaryLocation => fact.kind === 'secondary_location' && fact.source !== source)
  if (listed.length === 0 || !isLongBefore(updatedOn, files)) return null
  if (listed.some((fact) => isSamePractice(fact.practice.address, practice.address))) return null
  const address: SecondaryLocation = { kind: 'secondary_location', npi, source, asOf, practice }
  const reason = `registered on ${updatedOn}, and ${listed[0]!.source} has listed other places since`
  return {
    row: { ...newest.fact, practice: null, ...(mailing === 'practice' && { mailing: practice }) },
    discarded: { sourcedFact: { file: newest.file, fact: address }, reason },
  }
}

/** More than three years before the newest registry file; a day that nobody knows is not. */
function isLongBefore(day: string | null, files: readonly FactFile[]): boolean {
  const registries = files.filter(({ kind }) => kind === 'registry').map(({ asOf }) => asOf)
  const recentSince = recentSinceDay(registries.reduce(maxDate, null))
  return day !== null && recentSince !== null && day < recentSince
}

/** The newest day on which each source states each kind of fact, and each part of an observation. */
type NewestDates = ReadonlyMap<string, string | null>

function findNewestDates(sourcedFacts: readonly SourcedFact[]): NewestDates {
  const days = new Map<string, string | null>()
  for (const { fact } of sourcedFacts) {
    for (const said of listTopics(fact))
      if (!days.has(said) || isLater(fact.asOf, days.get(said) ?? null)) days.set(said, fact.asOf)
  }
  return days
}

function listTopics(fact: Fact): readonly string[] {
  if (fact.kind === 'observation') return listParts(fact).map((part) => `${part} ${fact.source}`)
  const carrier = fact.kind === 'network_listing' ? ` ${fact.carrier}` : ''
  return [`${fact.kind} ${fact.source}${carrier}`]
}

/** A fact, or the parts of an observation that share a fate; `reason` is null if they survive. */
interface Verdict {
  readonly sourcedFact: SourcedFact
  readonly reason: string | null
}

function judgeFact(
  sourcedFact: SourcedFact,
  registration: RegistryRow | undefined,
  days: NewestDates,
  files: readonly FactFile[],
): readonly Verdict[] {
  const { fact } = sourcedFact
  if (fact.kind !== 'observation')
    return [{ sourcedFact, reason: findDiscardReason(fact, registration, days, files) }]
  const fates = Map.groupBy(listParts(fact), (part) =>
    findReplacedReason(fact, `${part} ${fact.source}`, days),
  )
  if (fates.size < 2) return [{ sourcedFact, reason: fates.keys().next().value ?? null }]
  return [...fates].map(([reason, parts]) => ({
    sourcedFact: { ...sourcedFact, fact: pickParts(fact, parts) },
    reason,
  }))
}

function findDiscardReason(
  fact: Exclude<Fact, Observation>,
  registration: RegistryRow | undefined,
  days: NewestDates,
  files: readonly FactFile[],
): string | null {
  if (isRegistryRow(fact)) return `the registry row of ${formatDate(registration)} is newer`
  const [said] = listTopics(fact) as [string]
  const reason = findReplacedReason(fact, said, days)
  if (reason !== null) return reason
  if (fact.kind in fileKindByFact && fact.source === registration?.source)
    return findOmittedReason(
      fact,
      registration,
      fileKindByFact[fact.kind as keyof typeof fileKindByFact],
      files,
    )
  return fact.kind === 'secondary_location' ? findOutdatedReason(fact, registration, files) : null
}

/** Its source says the same kind of thing on a later day. */
function findReplacedReason({ source, asOf }: Provenance, said: string, days: NewestDates): string | null {
  const day = days.get(said) ?? null
  return isLater(day, asOf) ? `${source} says it anew on ${day}` : null
}

/** The registry's newer dissemination names the NPI, brought this kind of file, and this fact is not in it. */
function findOmittedReason(
  { asOf }: Provenance,
  registration: RegistryRow,
  kind: FactFile['kind'],
  files: readonly FactFile[],
): string | null {
  if (!isLater(registration.asOf, asOf)) return null
  const spoke = files.some((file) => file.kind === kind && file.asOf === registration.asOf)
  return spoke ? `the registry of ${registration.asOf} leaves it out` : null
}

/** Where somebody else says that an NPI practices counts for some years, and until the registration itself is renewed. */
function findOutdatedReason(
  { asOf, source }: SecondaryLocation,
  row: RegistryRow | undefined,
  files: readonly FactFile[],
): string | null {
  if (source === row?.source || row === undefined || row.kind === 'deactivation') return null
  if (asOf === null) return 'its day is unknown, and the registration may be newer'
  if (isLongBefore(asOf, files)) return 'it is more than three years older than the registry'
  return isLater(row.updatedOn, asOf) ? `the registration was renewed on ${row.updatedOn}` : null
}

function formatDate(row: RegistryRow | undefined): string {
  return row?.asOf ?? 'an unknown day'
}
