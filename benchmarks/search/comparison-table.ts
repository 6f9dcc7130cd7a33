/** Formats the results of all engines as a Markdown table by workload, the directory first. */
import type { Measurement } from './measure.ts'

export interface Result {
  readonly workload: string
  readonly candidate: string
  /** By the number of concurrent requests. */
  readonly measured: ReadonlyMap<number, Measurement>
}

export function formatComparison(results: readonly Result[], concurrencies: readonly number[]): string {
  const headings = [
    'search',
    'by',
    ...concurrencies.flatMap((count) => [`p50 ms, ${count} in flight`, 'p99 ms', 'per second']),
    'found',
    '× p50',
    '× per second',
  ]
  const byWorkload = Map.groupBy(results, ({ workload }) => workload)
  const rows = [...byWorkload.values()].flatMap((all) =>
    all.map((result) => formatRow(result, all[0]!, concurrencies)),
  )
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The ratios to the directory: latency with one client, and throughput with the highest concurrency. */
function formatRow(
  { workload, candidate, measured }: Result,
  directory: Result,
  concurrencies: readonly number[],
): readonly string[] {
  const isExternal = candidate !== directory.candidate
  const [lowest, highest] = [concurrencies[0]!, concurrencies.at(-1)!]
  return [
    isExternal ? '' : workload,
    candidate,
    ...concurrencies.flatMap((count) => {
      const { p50, p99, perSecond } = measured.get(count)!
      return [formatNumber(p50), p99 === null ? '' : formatNumber(p99), formatNumber(perSecond)]
    }),
    `${(100 * measured.get(lowest)!.shareWithResults).toFixed(0)}%`,
    isExternal ? formatNumber(measured.get(lowest)!.p50 / directory.measured.get(lowest)!.p50) : '',
    isExternal
      ? formatNumber(directory.measured.get(highest)!.perSecond / measured.get(highest)!.perSecond)
      : '',
  ]
}

/** Three significant digits, the precision of a measurement. */
function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)
}
