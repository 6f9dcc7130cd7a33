/**
 * Selects the surviving facts of an NPI, and gives the reason for each discarded one: decision 10. Surviving facts may still
 * contradict each other; then the newer one takes precedence, and of equally new ones that of the more trusted source.
 */
import type {
  Fact,
  SourcedFact,
  Observation,
  Provenance,
  RegistryRow,
  SecondaryLocation,
  FactFile,
} from './facts.ts'
import { isLater, maxDate, recentSinceDay } from '../ordering.ts'
import { pickParts, listParts } from './observation-parts.ts'
import { isSamePractice } from './same-practice-address.ts'
import { createNameMismatchFinder } from './name-mismatch.ts'

/** A fact that the card does not use, and the reason as a clause. */
export interface DiscardedFact {
  readonly sourcedFact: SourcedFact
  readonly reason: string
}

export interface SurvivingFacts {
  /**
   * The newest row of the main registry files, without its practice address if a newer list of places replaces it; undefined if
   * no file has the NPI.
   */
  readonly registration: RegistryRow | undefined
  /** The file of that row; -1 if there is none. */
  readonly registrationFile: number
  /** Without the registry rows, in the order of the files. */
  readonly facts: readonly SourcedFact[]
  readonly discarded: readonly DiscardedFact[]
}

/** Kinds of facts that each dissemination of the registry contains completely, and the kind of file that has them. */
const fileKindByFact = {
  secondary_location: 'secondary_locations',
  other_organization_name: 'other_names',
  endpoint: 'endpoints',
} as const

/** `sourcedFacts` are in the order of the files and their lines. */
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
  const newestDates = findNewestDates(own)
  const facts: SourcedFact[] = []
  for (const sourcedFact of own) {
    if (sourcedFact.fact === registration) continue
    for (const { sourcedFact: part, reason } of judgeFact(sourcedFact, registration, newestDates, files)) {
      if (reason === null) facts.push(part)
      else discarded.push({ sourcedFact: part, reason })
    }
  }
  const moved = findOutdatedPractice(newest, facts, files)
  return moved === null
    ? { registration, registrationFile, facts, discarded }
    : { registration: moved.row, registrationFile, facts, discarded: [...discarded, moved.discarded] }
}

/** Discards facts about another person and unfit texts first, so that they cannot replace other facts. */
function discardForeignFacts(sourcedFacts: readonly SourcedFact[]): {
  readonly own: readonly SourcedFact[]
  readonly discarded: DiscardedFact[]
} {
  const findOther = createNameMismatchFinder(sourcedFacts)
  const discarded = sourcedFacts.flatMap((sourcedFact): DiscardedFact[] => {
    const other = findOther(sourcedFact.fact)
    return other === null ? [] : [{ sourcedFact, reason: `it is about ${other.first} ${other.last}` }]
  })
  const unfit = sourcedFacts.filter(({ fact }) => fact.kind === 'unfit_text')
  for (const sourcedFact of unfit)
    discarded.push({ sourcedFact, reason: 'cards omit it: it has a link or an instruction' })
  const foreign = new Set(discarded.map((entry) => entry.sourcedFact))
  return {
    own: foreign.size === 0 ? sourcedFacts : sourcedFacts.filter((sourcedFact) => !foreign.has(sourcedFact)),
    discarded,
  }
}

export function isRegistryRow(fact: Fact): fact is RegistryRow {
  return fact.kind === 'clinician' || fact.kind === 'organization' || fact.kind === 'deactivation'
}

/** Of several rows with one date, the last updated one; of equal ones, the last line. */
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
 * Discards a practice address that was registered years ago if another source has since listed other places: no source confirms
 * that the clinician is still there. Null if the registered address survives.
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

/** More than three years before the newest registry file; false for an unknown date. */
function isLongBefore(day: string | null, files: readonly FactFile[]): boolean {
  const registries = files.filter(({ kind }) => kind === 'registry').map(({ asOf }) => asOf)
  const recentSince = recentSinceDay(registries.reduce(maxDate, null))
  return day !== null && recentSince !== null && day < recentSince
}

/** The newest date on which each source states each topic: a kind of fact, or a part of an observation. */
type NewestDates = ReadonlyMap<string, string | null>

function findNewestDates(sourcedFacts: readonly SourcedFact[]): NewestDates {
  const dates = new Map<string, string | null>()
  for (const { fact } of sourcedFacts) {
    for (const topic of listTopics(fact))
      if (!dates.has(topic) || isLater(fact.asOf, dates.get(topic) ?? null)) dates.set(topic, fact.asOf)
  }
  return dates
}

function listTopics(fact: Fact): readonly string[] {
  if (fact.kind === 'observation') return listParts(fact).map((part) => `${part} ${fact.source}`)
  const carrier = fact.kind === 'network_listing' ? ` ${fact.carrier}` : ''
  return [`${fact.kind} ${fact.source}${carrier}`]
}

/** A fact, or the parts of an observation with the same verdict; `reason` is null if they survive. */
interface Verdict {
  readonly sourcedFact: SourcedFact
  readonly reason: string | null
}

function judgeFact(
  sourcedFact: SourcedFact,
  registration: RegistryRow | undefined,
  newestDates: NewestDates,
  files: readonly FactFile[],
): readonly Verdict[] {
  const { fact } = sourcedFact
  if (fact.kind !== 'observation')
    return [{ sourcedFact, reason: findDiscardReason(fact, registration, newestDates, files) }]
  const partsByReason = Map.groupBy(listParts(fact), (part) =>
    findReplacedReason(fact, `${part} ${fact.source}`, newestDates),
  )
  if (partsByReason.size < 2) return [{ sourcedFact, reason: partsByReason.keys().next().value ?? null }]
  return [...partsByReason].map(([reason, parts]) => ({
    sourcedFact: { ...sourcedFact, fact: pickParts(fact, parts) },
    reason,
  }))
}

function findDiscardReason(
  fact: Exclude<Fact, Observation>,
  registration: RegistryRow | undefined,
  newestDates: NewestDates,
  files: readonly FactFile[],
): string | null {
  if (isRegistryRow(fact)) return `the registry row of ${registration?.asOf ?? 'an unknown date'} is newer`
  const [topic] = listTopics(fact) as [string]
  const reason = findReplacedReason(fact, topic, newestDates)
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

/** The reason if the source states the topic again on a later date. */
function findReplacedReason(
  { source, asOf }: Provenance,
  topic: string,
  newestDates: NewestDates,
): string | null {
  const day = newestDates.get(topic) ?? null
  return isLater(day, asOf) ? `${source} states it again on ${day}` : null
}

/** The reason if a newer dissemination of the registry has the NPI and this kind of file, but not this fact. */
function findOmittedReason(
  { asOf }: Provenance,
  registration: RegistryRow,
  kind: FactFile['kind'],
  files: readonly FactFile[],
): string | null {
  if (!isLater(registration.asOf, asOf)) return null
  const hasFile = files.some((file) => file.kind === kind && file.asOf === registration.asOf)
  return hasFile ? `the registry of ${registration.asOf} no longer has it` : null
}

/** The reason if a place from another source is more than three years old, or older than the last registration update. */
function findOutdatedReason(
  { asOf, source }: SecondaryLocation,
  row: RegistryRow | undefined,
  files: readonly FactFile[],
): string | null {
  if (source === row?.source || row === undefined || row.kind === 'deactivation') return null
  if (asOf === null) return 'its date is unknown, and the registration may be newer'
  if (isLongBefore(asOf, files)) return 'it is more than three years older than the registry'
  return isLater(row.updatedOn, asOf) ? `the registration was updated on ${row.updatedOn}` : null
}
