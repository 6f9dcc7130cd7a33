/**
 * Search latency and throughput of the directory, compared with LanceDB, PostgreSQL and SQLite for the same cards in the same
 * run. Usage: `node benchmarks/search.ts [options] DATA_DIR_OR_SNAPSHOT`
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
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { hostileQueries } from '@careatlas/search/query/hostile-queries.fixture'
import { runYielding } from '@careatlas/search/cooperative'
import { loadQueryResources } from '@careatlas/search/query/query-resources'
import { median } from './median.ts'
import { CardSampler } from './search/card-sampler.ts'
import { comparisonTable, type Result } from './search/comparison-table.ts'
import type { CandidateEngine } from './search/candidate-engine.ts'
import { theDirectory } from './search/directory.ts'
import { openLanceDb } from './search/lancedb-engine.ts'
import { runMsMax, measure, percentile, type Trial, trialOf } from './search/measure.ts'
import type { OpenExternalEngine } from './search/external-engine.ts'
import { openPostgres } from './search/postgres-engine.ts'
import { readQuestions } from './search/questions.ts'
import { openSqlite } from './search/sqlite-engine.ts'
import { rounds, parseQueryTimes } from './search/parse-query-times.ts'
import { workloadsOf } from './search/workloads.ts'

/** Concurrent requests: one client, and a busy server. */
const flights = [1, 16]

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
const [place] = positionals
if (place === undefined) throw new Error('Give a data directory or the folder of a snapshot')
const externalEngines = parseEngineNames(options.peers)
if (options.rows !== undefined) makeDirectory(options.rows, place)
const generation = currentGeneration(place)
const folder = generation === null ? place : snapshotFolder(place, generation)

using snapshot = await Snapshot.open(folder)
await using engine = await openEmbeddedEngine(snapshot)
const resources = await runYielding(loadQueryResources(snapshot))
const directory = theDirectory({ snapshot, engine, resources })
await directory.answer({ kind: 'providers', parameters: { q: 'cardiologist' } })
const afterLoad = residentMiB()
const questions = readQuestions()
const trials = await sampledTrials()
const results: Result[] = []
await measureAll(directory)
const afterRun = residentMiB()
const parseTimes = await parseQueryTimes(questions.all, resources)
const hostile: number[] = []
for (const query of Object.values(hostileQueries))
  hostile.push(median(await parseQueryTimes([query], resources)))
const notes: string[] = []
for (const peer of externalEngines) notes.push(await measureExternalEngine(peer))
console.log(report())

function parseEngineNames(names: string): readonly string[] {
  if (names === 'none') return []
  const known = Object.keys(engineModules)
  const named = names === 'all' ? known : names.split(',')
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown engine ${unknown.join()}; the engines are ${known.join()}`)
  return named
}

function makeDirectory(rows: string, dataDir: string): void {
  const script = join(import.meta.dirname, 'search/make-directory.ts')
  const { status } = spawnSync(process.execPath, [script, rows, dataDir], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`Could not create a directory of ${rows} rows in ${dataDir}`)
}

/** Sampled from a separately opened snapshot, so that the caches of the measured one stay unaffected. */
async function sampledTrials(): Promise<readonly Trial[]> {
  using drawnFrom = await Snapshot.open(folder, async () => snapshot.manifest)
  const random = randomFrom(1)
  const workloads = workloadsOf(snapshot, new CardSampler(drawnFrom, random), questions, random)
  return workloads.map((workload) => trialOf(workload, Number(options.requests), flights))
}

async function measureAll(contender: CandidateEngine): Promise<void> {
  for (const trial of trials) {
    const measured = await measure(contender, trial)
    if (measured === null) continue
    results.push({ workload: trial.workload, contender: contender.name, measured })
    const first = measured.get(flights[0]!)!
    console.error(`${contender.name}, ${trial.workload}: ${first.p50.toFixed(2)} ms`)
  }
}

/** Measures an external engine and returns its line in the report. */
async function measureExternalEngine(name: string): Promise<string> {
  const start = performance.now()
  await using peer = await engineModules[name]!({ snapshotFolder: folder, packagesFolder: options.packages })
  if (peer === null) return `- ${name}: not installed`
  const seconds = Math.round((performance.now() - start) / 1000)
  console.error(`${name}: indexed in ${seconds} s`)
  for (const contender of peer.contenders) await measureAll(contender)
  const notesOfPeer = peer.contenders.map((contender) => `${contender.name}: ${contender.note}`)
  return `- ${notesOfPeer.join('; ')}. Indexed in ${seconds} s.`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** The percentile of the time to parse a query. */
function ms(share: number): string {
  return `${percentile(parseTimes, share).toFixed(2)} ms`
}

function residentMiB(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20)
}

function report(): string {
  const { counts } = snapshot.manifest
  return `# Search

${new Date().toISOString().slice(0, 10)}. ${count(counts.providers)} clinicians, ${count(counts.locations)} places of care, ${count(snapshot.carriers.length)} carriers; ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.

A search is timed from its parameters to the JSON of ten cards, without HTTP. The directory parses the query, ranks, counts, and
loads and truncates its cards; an external engine finds ten cards and counts all results of searches without text.
All engines get the same requests, first from one client, then from ${flights.at(-1)} at once; up to ${options.requests} requests per cell, for at most ${runMsMax / 1000} s.
Queries are the judged ones of \`npm run eval\`, one in ten the name of a clinician or a place; names, points and carriers are those of random
cards. "Found" is the share of requests with results. "× p50" is the latency of an engine for one client relative to the directory,
"× per second" the throughput of the directory for ${flights.at(-1)} clients relative to the engine.

${comparisonTable(results, flights)}

- Parsing a query takes ${ms(0.5)} (p50), ${ms(0.95)} (p95), ${ms(0.99)} (p99), ${ms(1)} (maximum), for ${count(questions.all.length)} queries.
- Parsing the worst of ${Object.keys(hostileQueries).length} hostile queries takes ${Math.max(...hostile).toFixed(2)} ms (median of ${rounds} runs).
- Resident memory of the directory, all threads: ${count(afterLoad)} MiB after loading, ${count(afterRun)} MiB after its run.
${notes.join('\n')}

Repeat with \`npm i --no-save --prefix FOLDER @lancedb/lancedb pg\` and
\`LANCEDB_LOG=error node benchmarks/search.ts --rows 1300000 --packages FOLDER DATA_DIR\`; \`--peers none\` measures only the directory.`
}
