/**
 * The memory of the server after its start and under load, over HTTP, without keys and limits.
 * Usage: `bin/node benchmarks/server-memory.ts [--requests N] [--rounds R] DATA_DIR`; `benchmarks/search.ts --rows N` creates the
 * directory. Each of R rounds (default 12) sends N requests (default 5000), 16 at once: two fifths are searches, the others ask for cards.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { HttpConnection } from './mcp/http-client.ts'
import { encodeQuestion } from './mcp/questions.ts'
import type { Request } from './search/candidate-engine.ts'
import { CardSampler } from './search/card-sampler.ts'
import { readQuerySets } from './search/query-sets.ts'
import { createWorkloads } from './search/workloads.ts'

const inFlight = 16
const { values: options, positionals } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '12' },
  },
  allowPositionals: true,
})
const [dataDir] = positionals
if (dataDir === undefined) throw new Error('Give a data directory')

using snapshot = await Snapshot.open(snapshotFolder(dataDir, readCurrentGeneration(dataDir) ?? ''))
const next = createRequests()
const module = join(import.meta.dirname, 'get-provider/whole-server.ts')
const server = fork(module, [dataDir, JSON.stringify({ AUTH: 'off', RATE_LIMITS: 'off' })], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const [{ url }] = (await once(server, 'message')) as [{ readonly url: string }]
const rows = [formatRow(0)]
for (let round = 1; round <= Number(options.rounds); round += 1) {
  await sendRequests(Number(options.requests))
  rows.push(formatRow(round * Number(options.requests)))
}
server.kill()
console.log(report())

/** Random requests: in five, two searches and three cards. */
function createRequests(): () => Request {
  const random = randomFrom(1)
  const [card, ...searches] = createWorkloads(
    snapshot,
    new CardSampler(snapshot, random),
    readQuerySets(),
    random,
  )
  return () => (random.index(5) < 2 ? random.pick(searches) : card!).next()
}

async function sendRequests(count: number): Promise<void> {
  let left = count
  const runClient = async (): Promise<void> => {
    using connection = await HttpConnection.open(new URL(url))
    while (left-- > 0) await connection.send(encodeQuestion(next(), 'REST', new URL(url)))
  }
  await Promise.all(Array.from({ length: inFlight }, runClient))
}

/** The resident memory of the server now, without and with the pages of mapped files, and its maximum so far; all threads are included. */
function formatRow(requests: number): string {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const gibibytes = (field: string) =>
    (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 2 ** 20).toFixed(2)
  return `| ${requests.toLocaleString('en-US')} | ${gibibytes('RssAnon')} | ${gibibytes('VmRSS')} | ${gibibytes('VmHWM')} |`
}

function report(): string {
  return `# Memory of the server

${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} cores. ${snapshot.manifest.counts.providers.toLocaleString('en-US')} clinicians. Resident memory of \`careatlas serve\`, all threads.
Of the requests, two in five are searches of all kinds of [search.md](search.md), the others ask for cards of random clinicians; ${inFlight} at once,
without keys and limits.

| requests | own memory, GiB | with mapped files, GiB | maximum so far, GiB |
|---|---|---|---|
${rows.join('\n')}

Repeat with \`bin/node benchmarks/server-memory.ts DATA_DIR\` on Linux; the commands of [search.md](search.md) create such a data folder.`
}
