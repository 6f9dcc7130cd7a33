/** The facts that several independent accepted reports dispute. */
import { saltPeriod } from './reporter-hash.ts'
import type { StoredReport } from './reports.ts'

/** Accepted reports of this many networks, each of another day, confirm that a fact is wrong. */
export const independentReportsMin = 3

export interface ConfirmedFact {
  /** The newest report of the fact. */
  readonly report: StoredReport
  /** A day on or after which `independentReportsMin` networks have reported the fact. */
  readonly asOf: string
}

/**
 * Returns the confirmed facts, each once. Only reports of one period of the salt count together: the hashes of one network in two
 * periods differ, so it would count twice. Reports of a value that the card no longer shows do not count for its successor.
 */
export function findConfirmedFacts(reports: readonly StoredReport[]): readonly ConfirmedFact[] {
  const accepted = reports.filter(({ status }) => status === 'accepted')
  const groups = Map.groupBy(accepted, (report) => JSON.stringify([...factKey(report), periodOf(report)]))
  const confirmed = new Map<string, ConfirmedFact>()
  for (const group of groups.values()) {
    const fact = confirmFact(group)
    if (fact === null) continue
    const key = JSON.stringify(factKey(fact.report))
    const earlier = confirmed.get(key)
    if (earlier === undefined || earlier.asOf < fact.asOf) confirmed.set(key, fact)
  }
  return [...confirmed.values()]
}

function factKey({ record, locationUuid, mistake, shown }: StoredReport): readonly string[] {
  return [record, locationUuid, mistake, shown]
}

function periodOf({ createdAt }: StoredReport): number {
  return saltPeriod(Date.parse(createdAt))
}

/**
 * Null without enough independent reports. Reports of one day count once: one person can change between a few networks, such as those
 * of a home, an office and a telephone, within minutes. The day is that of the oldest of the newest reports that suffice, so that a source which is dated
 * between two of them takes precedence.
 */
function confirmFact(reports: readonly StoredReport[]): ConfirmedFact | null {
  const newestByReporter = new Map(reports.map((report) => [report.reporter, report]))
  const newestByDay = new Map(Array.from(newestByReporter.values(), (report) => [dayOf(report), report]))
  const newestFirst = [...newestByDay.values()].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const [report, oldest] = [newestFirst[0], newestFirst[independentReportsMin - 1]]
  if (report === undefined || oldest === undefined) return null
  return { report, asOf: dayOf(oldest) }
}

function dayOf({ createdAt }: StoredReport): string {
  return createdAt.slice(0, 'YYYY-MM-DD'.length)
}
