/** How long answers take, and how many come a second. */
import type { CandidateEngine, Request } from './candidate-engine.ts'
import type { Workload } from './workloads.ts'

export interface Measured {
  readonly requests: number
  readonly p50: number
  /** Null of fewer than a hundred requests. */
  readonly p99: number | null
  readonly perSecond: number
  /** The part of the requests that found anybody. */
  readonly answered: number
}

/** What is asked of a workload; everybody is asked the same. */
export interface Trial {
  readonly workload: string
  readonly warmUp: readonly Request[]
  /** By how many requests are in flight: others each time, so that none finds its answer kept. */
  readonly runs: ReadonlyMap<number, readonly Request[]>
}

/** Whoever is slow is asked less: a run of a workload ends after so long. */
export const runMsMax = 15_000
const warmUpMsMax = 3_000

export function trialOf({ name, next }: Workload, requests: number, inFlight: readonly number[]): Trial {
  const some = (count: number): readonly Request[] => Array.from({ length: count }, next)
  return {
    workload: name,
    warmUp: some(Math.ceil(requests / 10)),
    runs: new Map(inFlight.map((flights) => [flights, some(requests)])),
  }
}

/** By how many requests are in flight; null where the contender has no way to answer. */
export async function measure(
  contender: CandidateEngine,
  { warmUp, runs }: Trial,
): Promise<ReadonlyMap<number, Measured> | null> {
  if (!contender.answers(warmUp[0]!)) return null
  await measuredRun(contender, warmUp, 1, warmUpMsMax)
  const measured = new Map<number, Measured>()
  for (const [flights, requests] of runs)
    measured.set(flights, await measuredRun(contender, requests, flights, runMsMax))
  return measured
}

/** A closed loop: whoever has its answer asks the next. */
async function measuredRun(
  { answer }: CandidateEngine,
  requests: readonly Request[],
  flights: number,
  longestMs: number,
): Promise<Measured> {
  const times: number[] = []
  const left = requests.values()
  const start = performance.now()
  let answered = 0
  const asker = async (): Promise<void> => {
    for (const request of left) {
      const asked = performance.now()
      if ((await answer(request)).hits > 0) answered++
      const now = performance.now()
      times.push(now - asked)
      if (now - start > longestMs) return
    }
  }
  await Promise.all(Array.from({ length: flights }, asker))
  return {
    requests: times.length,
    p50: percentile(times, 0.5),
    p99: times.length < 100 ? null : percentile(times, 0.99),
    perSecond: (1000 * times.length) / (performance.now() - start),
    answered: answered / times.length,
  }
}

/** The least of the times that this share of them does not exceed. */
export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * times.length) - 1)]!
}
