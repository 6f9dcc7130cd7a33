/**
 * What ingest costs: rows a second, peak memory and snapshot size for registry rows resampled from a real week.
 * Usage: `node benchmarks/ingest.ts [rows, default 100000]`
 */
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './median.ts'
import { registryFile } from './registry-file.ts'

const rows = Number(process.argv[2] ?? 100_000)
const rounds = 3

using folder = mkdtempDisposableSync(join(tmpdir(), 'ingest-bench-'))
const { path, origin } = registryFile(folder.path, rows)
const megabytes = statSync(path).size / 1e6

const runs = Array.from({ length: rounds }, (_, round) => measured(join(folder.path, `data-${round}`)))
const { counts, bytes } = runs[0] as (typeof runs)[number]
const wallSeconds = median(runs.map((run) => run.seconds))
const wcSeconds = median(Array.from({ length: rounds }, () => timed(() => spawnSync('wc', ['-l', path]))))

console.log(`# Ingest

${rows.toLocaleString('en-US')} rows of 330 columns (${megabytes.toFixed(0)} MB) resampled from ${origin}, with fresh NPIs.
Node ${process.version}, ${availableParallelism()} cores, median of ${rounds} runs.

| figure | value |
|---|---|
| wall seconds | ${wallSeconds.toFixed(1)} (${runs.map((run) => run.seconds.toFixed(1)).join(', ')}) |
| rows a second | ${Math.round(rows / wallSeconds).toLocaleString('en-US')} |
| MB a second | ${(megabytes / wallSeconds).toFixed(0)} |
| peak memory, MiB | ${Math.round(median(runs.map((run) => run.peakMiB)))} |
| snapshot, MB | ${(bytes / 1e6).toFixed(0)} |
| times as long as \`wc -l\` on the same bytes | ${(wallSeconds / wcSeconds).toFixed(0)} |

${counts.providers} providers, ${counts.locations} locations, ${counts.organizations} organisations, ${counts.deactivated} deactivated.`)

function measured(dataDir: string) {
  const script = `
    const { ingest } = await import(${JSON.stringify(import.meta.resolve('@careatlas/ingest/ingest'))})
    const { silentProgress } = await import(${JSON.stringify(import.meta.resolve('@careatlas/ingest/progress'))})
    const request = { nppes: [${JSON.stringify(path)}], secondaryLocations: [], otherNames: [], networks: [], observations: [],
      payers: null, nucc: null, regions: null, notice: null }
    const { counts, files } = await ingest(request, ${JSON.stringify(dataDir)}, silentProgress)
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
    console.log(JSON.stringify({ counts, bytes, peakMiB: process.resourceUsage().maxRSS / 1024 }))`
  let printed = ''
  const seconds = timed(() => {
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    printed = child.stdout.toString()
  })
  return {
    seconds,
    ...(JSON.parse(printed) as { counts: Record<string, number>; bytes: number; peakMiB: number }),
  }
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1000
}
