/**
 * How fast the directory answers, alone and with many requests in flight, beside LanceDB, PostgreSQL and SQLite over the same
 * cards in the same run. Usage: `node benchmarks/search.ts [options] DATA_DIR_OR_SNAPSHOT`
 *
 * `--rows N` makes the directory in DATA_DIR first, of registry rows resampled from a real week, each clinician with carriers.
 * `--peers` is `all` unless given, `none` or some of `lancedb,postgres,sqlite`, each of which indexes every card anew (minutes a
 * million). `--packages FOLDER` is where `npm i --no-save --prefix FOLDER @lancedb/lancedb pg` put their packages; PostgreSQL
 * itself is that of Debian. LanceDB warns of each search, which is timed with it, unless `LANCEDB_LOG=error` stands before the
 * command. `--requests N` of each kind, 1000 unless given.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { hostileQuestions } from '@careatlas/search/query/hostile-questions.fixture'
import { queryResources } from '@careatlas/search/query/query-resources'
import { median } from './median.ts'
import { CardSampler } from './search/card-sampler.ts'
import { comparisonTable, type Result } from './search/comparison-table.ts'
import type { Contender } from './search/candidate-engine.ts'
import { theDirectory } from './search/directory.ts'
import { openLanceDb } from './search/lancedb-engine.ts'
import { longestRunMs, measure, percentile, type Trial, trialOf } from './search/measure.ts'
import type { OpenPeer } from './search/external-engine.ts'
import { openPostgres } from './search/postgres-engine.ts'
import { peopleAsk } from './search/questions.ts'
import { openSqlite } from './search/sqlite-engine.ts'
import { rounds, understandingTimes } from './search/parse-query-times.ts'
import { workloadsOf } from './search/workloads.ts'

/** How many requests are in flight: one caller, and a busy server. */
const flights = [1, 16]

const openPeer: Readonly<Record<string, OpenPeer>> = {
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
const peers = peersNamed(options.peers)
if (options.rows !== undefined) makeDirectory(options.rows, place)
const generation = currentGeneration(place)
const folder = generation === null ? place : snapshotFolder(place, generation)

using snapshot = await Snapshot.open(folder)
await using engine = await openEmbeddedEngine(snapshot)
const resources = queryResources(snapshot)
const directory = theDirectory({ snapshot, engine, resources })
await directory.answer({ kind: 'providers', parameters: { q: 'cardiologist' } })
const afterLoad = residentMiB()
const questions = peopleAsk()
const trials = await sampledTrials()
const results: Result[] = []
await measureAll(directory)
const afterRun = residentMiB()
const understood = await understandingTimes(questions.all, resources)
const hostile: number[] = []
for (const question of Object.values(hostileQuestions))
  hostile.push(median(await understandingTimes([question], resources)))
const notes: string[] = []
for (const peer of peers) notes.push(await measuredPeer(peer))
console.log(report())

function peersNamed(names: string): readonly string[] {
  if (names === 'none') return []
  const known = Object.keys(openPeer)
  const named = names === 'all' ? known : names.split(',')
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`There is no peer ${unknown.join()}; there are ${known.join()}`)
  return named
}

function makeDirectory(rows: string, dataDir: string): void {
  const script = join(import.meta.dirname, 'search/make-directory.ts')
  const { status } = spawnSync(process.execPath, [script, rows, dataDir], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`No directory of ${rows} rows could be made in ${dataDir}`)
}

/** Drawn from a snapshot that is opened for that alone. */
async function sampledTrials(): Promise<readonly Trial[]> {
  using drawnFrom = await Snapshot.open(folder, async () => snapshot.manifest)
  const random = randomFrom(1)
  const workloads = workloadsOf(snapshot, new CardSampler(drawnFrom, random), questions, random)
  return workloads.map((workload) => trialOf(workload, Number(options.requests), flights))
}

async function measureAll(contender: Contender): Promise<void> {
  for (const trial of trials) {
    const measured = await measure(contender, trial)
    if (measured === null) continue
    results.push({ workload: trial.workload, contender: contender.name, measured })
    const first = measured.get(flights[0]!)!
    console.error(`${contender.name}, ${trial.workload}: ${first.p50.toFixed(2)} ms`)
  }
}

/** What is to be said of a peer, once it was measured. */
async function measuredPeer(name: string): Promise<string> {
  const start = performance.now()
  await using peer = await openPeer[name]!({ snapshotFolder: folder, packagesFolder: options.packages })
  if (peer === null) return `- ${name}: not installed`
  const seconds = Math.round((performance.now() - start) / 1000)
  console.error(`${name}: indexed in ${seconds} s`)
  for (const contender of peer.contenders) await measureAll(contender)
  const said = peer.contenders.map(({ name: whose, note }) => `${whose}: ${note}`)
  return `- ${said.join('; ')}. Indexed in ${seconds} s.`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** To understand a question, at this share of them. */
function ms(share: number): string {
  return `${percentile(understood, share).toFixed(2)} ms`
}

function residentMiB(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20)
}

function report(): string {
  const { counts } = snapshot.manifest
  return `# Search

${new Date().toISOString().slice(0, 10)}. ${count(counts.providers)} clinicians, ${count(counts.locations)} places of care, ${count(snapshot.carriers.length)} carriers; ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.

A search is timed from its parameters to the JSON of ten cards, without HTTP. The directory reads the question, echoes what it
understood, ranks, counts, fills its cards and fits them; a peer finds ten cards and, where no words are asked for, counts all.
Everybody is asked the same, in turn: by one caller, then by ${flights.at(-1)} at once; up to ${options.requests} requests a cell, or as many as ${longestRunMs / 1000} s hold.
Questions are the judged ones of \`npm run eval\`, one in ten the name of a clinician or a place; names, points and carriers are those of random
cards. "Found" is the part that found anybody. "× p50" is how many times as long a peer takes for one caller, "× per second" how many times as
many answers the directory gives to ${flights.at(-1)}.

${comparisonTable(results, flights)}

- Understanding a question takes ${ms(0.5)} (p50), ${ms(0.95)} (p95), ${ms(0.99)} (p99), ${ms(1)} at most, of ${count(questions.all.length)} questions.
- Understanding the worst of ${Object.keys(hostileQuestions).length} hostile questions takes ${Math.max(...hostile).toFixed(2)} ms at most, each asked ${rounds} times and the median taken.
- Resident memory of the directory, all threads: ${count(afterLoad)} MiB once loaded, ${count(afterRun)} MiB after its run.
${notes.join('\n')}

Repeat with \`npm i --no-save --prefix FOLDER @lancedb/lancedb pg\` and
\`LANCEDB_LOG=error node benchmarks/search.ts --rows 1300000 --packages FOLDER DATA_DIR\`; \`--peers none\` asks the directory alone.`
}
