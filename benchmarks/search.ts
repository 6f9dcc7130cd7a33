/**
 * Search latency and throughput of the directory, compared with LanceDB, PostgreSQL and SQLite for the same cards in the same
 * run. Usage: `bin/node benchmarks/search.ts [options] DATA_DIR_OR_SNAPSHOT`
 *
 * `--rows N` first creates the directory in DATA_DIR from registry rows resampled from a real week, with carriers for each clinician.
 * `--peers` is `all` (default), `none` or some of `lancedb,postgres,sqlite`; each indexes every card again (minutes per million).
 * `--packages FOLDER` is the folder of `npm i --no-save --prefix FOLDER @lancedb/lancedb pg`; the PostgreSQL server is that of
 * Debian. LanceDB logs a warning for each search, which slows it down, unless LANCEDB_LOG is `error`. `--requests N` is the number
 * of requests of each kind (default 1000).
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { hostileQueries } from '@careatlas/search/query/hostile-queries.fixture'
import { runYielding } from '@careatlas/search/cooperative'
import { loadQueryResources } from '@careatlas/search/query/query-resources'
import { median } from './median.ts'
import { CardSampler } from './search/card-sampler.ts'
import { formatComparison, type Result } from './search/comparison-table.ts'
import type { CandidateEngine } from './search/candidate-engine.ts'
import { createDirectoryCandidate } from './search/directory-candidate.ts'
import { openLanceDb } from './search/lancedb-engine.ts'
import { runMsMax, measure, percentile, type Trial, createTrial } from './search/measure.ts'
import type { OpenExternalEngine } from './search/external-engine.ts'
import { openPostgres } from './search/postgres-engine.ts'
import { readQuerySets } from './search/query-sets.ts'
import { openSqlite } from './search/sqlite-engine.ts'
import { rounds, measureParseTimes } from './search/measure-parse-times.ts'
import { createWorkloads } from './search/workloads.ts'

/** Concurrent requests: one client, and a busy server. */
const concurrencies = [1, 16]

const engineModules: Readonly<Record<string, OpenExternalEngine>> = {
  lancedb: openLanceDb,
  postgres: openPostgres,
  sqlite: openSqlite,
}

const { values: options, positionals } = parseArgs({
  options: {
    rows: { type: 'string' },
    peers: { type: 'string', default: 'all' },
    packages: { type: 'string', default: join(import.meta.dirname, '..') },
    requests: { type: 'string', default: '1000' },
  },
  allowPositionals: true,
})
const [path] = positionals
if (path === undefined) throw new Error('Give a data directory or the folder of a snapshot')
const externalEngines = parseEngineNames(options.peers)
if (options.rows !== undefined) makeDirectory(options.rows, path)
const generation = readCurrentGeneration(path)
const folder = generation === null ? path : snapshotFolder(path, generation)

using snapshot = await Snapshot.open(folder)
await using engine = await openEmbeddedEngine(snapshot)
const resources = await runYielding(loadQueryResources(snapshot))
const directory = createDirectoryCandidate({ snapshot, engine, resources })
await directory.respond({ kind: 'providers', parameters: { q: 'cardiologist' } })
const afterLoadMiB = residentMiB()
const querySets = readQuerySets()
const trials = await sampleTrials()
const results: Result[] = []
await measureAll(directory)
const afterRunMiB = residentMiB()
const parseMs = await measureParseTimes(querySets.all, resources)
const hostileMs = await measureHostileQueries()
const notes: string[] = []
for (const peer of externalEngines) notes.push(await measureExternalEngine(peer))
console.log(report())

/** Milliseconds by query, the median of its runs; the queries take turns, because the last texts are remembered. */
async function measureHostileQueries(): Promise<readonly number[]> {
  const queries = Object.values(hostileQueries)
  const times = await measureParseTimes(queries, resources)
  return queries.map((_, index) => median(times.filter((_time, at) => at % queries.length === index)))
}

function parseEngineNames(names: string): readonly string[] {
  if (names === 'none') return []
  const engineNames = Object.keys(engineModules)
  const selected = names === 'all' ? engineNames : names.split(',')
  const unknown = selected.filter((name) => !engineNames.includes(name))
  if (unknown.length > 0)
    throw new Error(`Unknown engine ${unknown.join()}; the engines are ${engineNames.join()}`)
  return selected
}

function makeDirectory(rows: string, dataDir: string): void {
  const script = join(import.meta.dirname, 'search/make-directory.ts')
  const { status } = spawnSync(process.execPath, [script, rows, dataDir], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`Could not create a directory of ${rows} rows in ${dataDir}`)
}

/** Sampled from a separately opened snapshot, so that the caches of the measured one stay unaffected. */
async function sampleTrials(): Promise<readonly Trial[]> {
  using sampledSnapshot = await Snapshot.open(folder, async () => snapshot.manifest)
  const random = randomFrom(1)
  const workloads = createWorkloads(snapshot, new CardSampler(sampledSnapshot, random), querySets, random)
  return workloads.map((workload) => createTrial(workload, Number(options.requests), concurrencies))
}

async function measureAll(candidate: CandidateEngine): Promise<void> {
  for (const trial of trials) {
    const measured = await measure(candidate, trial)
    if (measured === null) continue
    results.push({ workload: trial.workload, candidate: candidate.name, measured })
    const first = measured.get(concurrencies[0]!)!
    console.error(`${candidate.name}, ${trial.workload}: ${first.p50.toFixed(2)} ms`)
  }
}

/** Measures an external engine and returns its line in the report. */
async function measureExternalEngine(name: string): Promise<string> {
  const start = performance.now()
  await using peer = await engineModules[name]!({ snapshotFolder: folder, packagesFolder: options.packages })
  if (peer === null) return `- ${name}: not installed`
  const seconds = Math.round((performance.now() - start) / 1000)
  console.error(`${name}: indexed in ${seconds} s`)
  for (const candidate of peer.candidates) await measureAll(candidate)
  const candidateNotes = peer.candidates.map((candidate) => `${candidate.name}: ${candidate.note}`)
  return `- ${candidateNotes.join('; ')}. Indexed in ${seconds} s.`
}

function formatCount(number: number): string {
  return number.toLocaleString('en-US')
}

/** Formats a percentile of the time to parse a query. */
function formatParsePercentile(share: number): string {
  return `${percentile(parseMs, share).toFixed(2)} ms`
}

function residentMiB(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20)
}

function report(): string {
  const { counts } = snapshot.manifest
  return `# Search

${new Date().toISOString().slice(0, 10)}. ${formatCount(counts.providers)} clinicians, ${formatCount(counts.locations)} places of care, ${formatCount(snapshot.carriers.length)} carriers; ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.

A search is timed from its parameters to the JSON of ten cards, without HTTP. The directory parses the query, ranks, counts, and
loads and truncates its cards; an external engine finds ten cards and counts all results of searches without text.
All engines get the same requests, first from one client, then from ${concurrencies.at(-1)} at once; up to ${options.requests} requests per cell, for at most ${runMsMax / 1000} s.
Queries are the judged ones of \`npm run eval\`, one in ten the name of a clinician or a place; names, points and carriers are those of random
cards. "Found" is the share of requests with results. "× p50" is the latency of an engine for one client relative to the directory,
"× per second" the throughput of the directory for ${concurrencies.at(-1)} clients relative to the engine.

${formatComparison(results, concurrencies)}

- Parsing a query takes ${formatParsePercentile(0.5)} (p50), ${formatParsePercentile(0.95)} (p95), ${formatParsePercentile(0.99)} (p99), ${formatParsePercentile(1)} (maximum), for ${formatCount(querySets.all.length)} queries.
- Parsing the worst of ${Object.keys(hostileQueries).length} hostile queries takes ${Math.max(...hostileMs).toFixed(2)} ms (median of ${rounds} runs).
- Resident memory of the directory, all threads: ${formatCount(afterLoadMiB)} MiB after loading, ${formatCount(afterRunMiB)} MiB after its run.
${notes.join('\n')}

Repeat with \`npm i --no-save --prefix FOLDER @lancedb/lancedb pg\` and
\`LANCEDB_LOG=error bin/node benchmarks/search.ts --rows 1300000 --packages FOLDER DATA_DIR\`; \`--peers none\` measures only the directory.`
}
