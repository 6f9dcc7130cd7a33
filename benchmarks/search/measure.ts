/** Measures latency and throughput. */
import type { CandidateEngine, Request } from './candidate-engine.ts'
import type { Workload } from './workloads.ts'

export interface Measurement {
  readonly requests: number
  readonly p50: number
  /** Null for fewer than a hundred requests. */
  readonly p99: number | null
  readonly perSecond: number
  /** The share of requests with results. */
  readonly shareWithResults: number
}

/** The requests of a workload, which are the same for all engines. */
export interface Trial {
  readonly workload: string
  readonly warmUp: readonly Request[]
  /** By the number of concurrent requests; every run has other requests, so that no response is cached. */
  readonly runs: ReadonlyMap<number, readonly Request[]>
}

/** The time limit of a run, so that slow engines get fewer requests. */
export const runMsMax = 15_000
const warmUpMsMax = 3_000

export function createTrial(
  { name, next }: Workload,
  requests: number,
  concurrencies: readonly number[],
): Trial {
  const createRequests = (count: number): readonly Request[] => Array.from({ length: count }, next)
  return {
    workload: name,
    warmUp: createRequests(Math.ceil(requests / 10)),
    runs: new Map(concurrencies.map((concurrency) => [concurrency, createRequests(requests)])),
  }
}

/** By the number of concurrent requests; null if the engine does not support the workload. */
export async function measure(
  candidate: CandidateEngine,
  { warmUp, runs }: Trial,
): Promise<ReadonlyMap<number, Measurement> | null> {
  if (!candidate.supports(warmUp[0]!)) return null
  await measureRun(candidate, warmUp, 1, warmUpMsMax)
  const measured = new Map<number, Measurement>()
  for (const [concurrency, requests] of runs)
    measured.set(concurrency, await measureRun(candidate, requests, concurrency, runMsMax))
  return measured
}

/** A closed loop: each client sends its next request after the response. */
async function measureRun(
  { respond }: CandidateEngine,
  requests: readonly Request[],
  concurrency: number,
  msMax: number,
): Promise<Measurement> {
  const times: number[] = []
  const left = requests.values()
  const start = performance.now()
  let withResults = 0
  const runClient = async (): Promise<void> => {
    for (const request of left) {
      const sentAt = performance.now()
      if ((await respond(request)).hits > 0) withResults++
      const now = performance.now()
      times.push(now - sentAt)
      if (now - start > msMax) return
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runClient))
  return {
    requests: times.length,
    p50: percentile(times, 0.5),
    p99: times.length < 100 ? null : percentile(times, 0.99),
    perSecond: (1000 * times.length) / (performance.now() - start),
    shareWithResults: withResults / times.length,
  }
}

/** Returns the nearest-rank percentile of the times; `share` is 0.5 for the median. */
export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * times.length) - 1)]!
}
