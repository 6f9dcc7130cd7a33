/**
 * `npm run fuzz -- --requests 100000`: sends that many requests to a server with the fictional region. Exits with status 1 if a
 * response is a 5xx, does not match the OpenAPI document of the server, or does not arrive.
 */
import { parseArgs } from 'node:util'
import { Installation } from '@careatlas/bin/command.fixture'
import { type FuzzReport, fuzz, batchSize } from './fuzz/fuzz.ts'
import { startRegionServer } from './fuzz/region-server.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
if (![requests, seed].every((value) => Number.isSafeInteger(value) && value >= 0)) {
  process.stderr.write('Usage: npm run fuzz -- [--requests N] [--seed S]\n')
  process.exit(2)
}

/** Violations in the report; the others are only counted. */
const violationsShownMax = 20

using installation = new Installation()
process.stderr.write(`Starting the fictional region; seed ${seed}.\n`)
await using region = await startRegionServer(installation)
const start = performance.now()
const result = await fuzz(region, {
  requests,
  seed,
  onProgress: (done) => process.stderr.write(`\r${done} of ${requests} `),
})
const seconds = (performance.now() - start) / 1000
process.stderr.write('\n')
const errorLines = await region.readErrors()
process.stdout.write(report(result, errorLines))
if (result.violations.length > 0 || errorLines.length > 0) process.exitCode = 1

function report({ counts, violations, overloads, slowestMs }: FuzzReport, logged: readonly string[]): string {
  const rows = [...counts].map(([name, byStatus]) => {
    const statusCounts = [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
    return `${name.padEnd(16)} ${statusCounts.join('  ')}\n`
  })
  const shown = violations
    .slice(0, violationsShownMax)
    .map(
      ({ problem, seed: batchSeed, curl }) =>
        `${problem}\n  among the first ${batchSize} of --seed ${batchSeed}\n  ${curl}\n`,
    )
  const statuses = [...counts.values()].flatMap((byStatus) => [...byStatus])
  const failed = statuses.filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0)
  return [
    ...rows,
    ...shown,
    ...logged.map((line) => `${line}\n`),
    `${requests} requests in ${seconds.toFixed(0)} s from seed ${seed}; slowest response ${slowestMs.toFixed(0)} ms.\n`,
    `5xx: ${failed - overloads}, 503 (overload): ${overloads}, violations: ${violations.length}, errors in the log: ${logged.length}.\n`,
  ].join('')
}
