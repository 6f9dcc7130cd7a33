/**
 * The cost of an ingest: rows and megabytes per second, peak memory, snapshot size and peak disk use, for registry rows resampled
 * from a real week, compared with only reading the same bytes.
 * Usage: `bin/node benchmarks/ingest.ts [--keep FOLDER] [rows ...]`, default 100000 1000000; the full registry has 9700000. `--keep`
 * keeps the data folders in FOLDER, named by their number of rows, for `benchmarks/search.ts`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, renameSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { measureDuckdbSeconds, readDuckdbVersion, columnCount } from './ingest/duckdb-peer.ts'
import { median } from './median.ts'
import { writeRegistryFile } from './registry-file.ts'

/** Runs with fewer rows are repeated. */
const quickRows = 200_000
const quickRounds = 3

const { values: options, positionals } = parseArgs({
  options: { keep: { type: 'string' } },
  allowPositionals: true,
})
const sizes = positionals.length > 0 ? positionals.map(Number) : [100_000, 1_000_000]
const origins = new Set<string>()
const lines = sizes.map(measureLine)
console.log(`# Ingest

Rows of 330 columns resampled from ${[...origins].join()}, with new NPIs, swapped names and other house numbers. One
ingest process, ${availableParallelism()} cores, Node ${process.version}; the median of ${quickRounds} rounds below ${quickRows} rows. \`wc -l\` and DuckDB
${readDuckdbVersion()} (the same ${columnCount} columns into a table) read the same bytes in the same run.

| rows | MB | seconds | rows/s | MB/s | peak memory, MiB | snapshot, MB | peak disk, MB | places | × wc -l | × DuckDB |
|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}`)

function measureLine(rows: number): string {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'ingest-bench-'))
  const { path, origin } = writeRegistryFile(folder.path, rows)
  origins.add(origin)
  const megabytes = statSync(path).size / 1e6
  const rounds = rows < quickRows ? quickRounds : 1
  const runs = Array.from({ length: rounds }, (_, round) =>
    runIngest(path, join(folder.path, `data-${round}`), round === 0 ? keptFolder(rows) : null),
  )
  const seconds = median(runs.map((run) => run.seconds))
  const wcSeconds = median(
    Array.from({ length: rounds }, () => measureSeconds(() => spawnSync('wc', ['-l', path]))),
  )
  const duckdbSeconds = measureDuckdbSeconds(path, join(folder.path, 'peer.duckdb'))
  const { counts, bytes, diskBytes } = runs[0]!
  const cells = [
    rows.toLocaleString('en-US'),
    megabytes.toFixed(0),
    seconds.toFixed(1),
    Math.round(rows / seconds).toLocaleString('en-US'),
    (megabytes / seconds).toFixed(0),
    Math.round(median(runs.map((run) => run.peakMiB))),
    (bytes / 1e6).toFixed(0),
    (diskBytes / 1e6).toFixed(0),
    counts.locations.toLocaleString('en-US'),
    (seconds / wcSeconds).toFixed(0),
    duckdbSeconds === null ? 'not installed' : (seconds / duckdbSeconds).toFixed(1),
  ]
  const line = `| ${cells.join(' | ')} |`
  process.stderr.write(`${line}\n`)
  return line
}

function runIngest(path: string, dataDir: string, keptPath: string | null) {
  const script = join(import.meta.dirname, 'ingest/one-ingest.ts')
  let printed = ''
  const seconds = measureSeconds(() => {
    const child = spawnSync(process.execPath, [script, path, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    printed = child.stdout.toString()
  })
  const { counts, bytes, diskBytes, peakMiB } = JSON.parse(printed) as Pick<Manifest, 'counts'> & {
    readonly bytes: number
    readonly diskBytes: number
    readonly peakMiB: number
  }
  if (keptPath === null) rmSync(dataDir, { recursive: true })
  else renameSync(dataDir, keptPath)
  return { seconds, counts, bytes, diskBytes, peakMiB }
}

/** The folder in which the data folder of a size is kept; null if it is not kept. */
function keptFolder(rows: number): string | null {
  if (options.keep === undefined) return null
  mkdirSync(options.keep, { recursive: true })
  return join(options.keep, `${rows}`)
}

function measureSeconds(work: () => void): number {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1000
}
