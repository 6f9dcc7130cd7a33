/** Formats the results of all engines as a Markdown table by workload, the directory first. */
import type { Measured } from './measure.ts'

export interface Result {
  readonly workload: string
  readonly contender: string
  /** By the number of concurrent requests. */
  readonly measured: ReadonlyMap<number, Measured>
}

export function comparisonTable(results: readonly Result[], flights: readonly number[]): string {
  const heads = [
    'search',
    'by',
    ...flights.flatMap((count) => [`p50 ms, ${count} in flight`, 'p99 ms', 'per second']),
    'found',
    '× p50',
    '× per second',
  ]
  const byWorkload = Map.groupBy(results, ({ workload }) => workload)
  const rows = [...byWorkload.values()].flatMap((all) => all.map((result) => row(result, all[0]!, flights)))
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The ratios to the directory: latency with one client, and throughput with the highest concurrency. */
function row(
  { workload, contender, measured }: Result,
  directory: Result,
  flights: readonly number[],
): readonly string[] {
  const isPeer = contender !== directory.contender
  const [alone, most] = [flights[0]!, flights.at(-1)!]
  return [
    isPeer ? '' : workload,
    contender,
    ...flights.flatMap((count) => {
      const { p50, p99, perSecond } = measured.get(count)!
      return [shown(p50), p99 === null ? '' : shown(p99), shown(perSecond)]
    }),
    `${(100 * measured.get(alone)!.answered).toFixed(0)}%`,
    isPeer ? shown(measured.get(alone)!.p50 / directory.measured.get(alone)!.p50) : '',
    isPeer ? shown(directory.measured.get(most)!.perSecond / measured.get(most)!.perSecond) : '',
  ]
}

/** Three significant digits, the precision of a measurement. */
function shown(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)
}
