/** Measures latency and throughput. */
import type { CandidateEngine, Request } from './candidate-engine.ts'
import type { Workload } from './workloads.ts'

export interface Measured {
  readonly requests: number
  readonly p50: number
  /** Null for fewer than a hundred requests. */
  readonly p99: number | null
  readonly perSecond: number
  /** The share of requests with results. */
  readonly answered: number
}

/** The requests of a workload, which are the same for all engines. */
export interface Trial {
  readonly workload: string
  readonly warmUp: readonly Request[]
  /** By the number of concurrent requests; different ones each time, so that no response is cached. */
  readonly runs: ReadonlyMap<number, readonly Request[]>
}

/** The time limit of a run, so that slow engines get fewer requests. */
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

/** By the number of concurrent requests; null if the engine does not support the workload. */
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

/** A closed loop: each client sends its next request after the response. */
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
      const sentAt = performance.now()
      if ((await answer(request)).hits > 0) answered++
      const now = performance.now()
      times.push(now - sentAt)
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

/** The percentile of the times. */
export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * times.length) - 1)]!
}
