/**
 * Calls of MCP tools compared with the same questions over REST in the same run, and the tokens of results and of `tools/list`.
 * Usage: `bin/node benchmarks/mcp.ts [--rows N] [--seconds S] [--rounds R] DATA_DIR`
 *
 * `--rows N` first creates the directory in DATA_DIR from registry rows resampled from a real week, as `benchmarks/search.ts` does.
 * Each round takes S seconds (default 3) for each cell; REST and MCP alternate in R rounds (default 5) after one to warm up.
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { careToolMeta } from '@careatlas/server/mcp/care-view'
import { describeTools } from '@careatlas/server/mcp/list-tools'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { HttpConnection } from './mcp/http-client.ts'
import { encodeQuestion, readToolText, type Surface } from './mcp/questions.ts'
import { median } from './median.ts'
import type { Request } from './search/candidate-engine.ts'
import { CardSampler } from './search/card-sampler.ts'
import { percentile } from './search/measure.ts'
import { readQuerySets } from './search/query-sets.ts'

const inFlight = [1, 8]
const surfaces = ['REST', 'MCP'] as const

/** Different questions of each kind; a round repeats them if it is long enough. */
const questionCount = 2000

/** Searches whose tokens are counted. */
const countedSearches = 50
const hitsPerPage = 10

const { values: options, positionals } = parseArgs({
  options: {
    rows: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
  },
  allowPositionals: true,
})
const [dataDir] = positionals
if (dataDir === undefined) throw new Error('Give a data directory')
if (options.rows !== undefined) makeDirectory(options.rows, dataDir)
const loadBefore = loadavg()[0]!

using snapshot = await Snapshot.open(snapshotFolder(dataDir, readCurrentGeneration(dataDir) ?? ''))
const questions = sampleQuestions()
await using server = await startServer(dataDir)
const rows: string[] = []
for (const [name, asked] of Object.entries(questions))
  for (const connections of inFlight) rows.push(...(await compare(name, asked, connections)))
const tokens = await countTokens(questions.search_providers)
console.log(report())

function makeDirectory(rowCount: string, folder: string): void {
  const script = join(import.meta.dirname, 'search/make-directory.ts')
  const { status } = spawnSync(process.execPath, [script, rowCount, folder], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`Could not create a directory of ${rowCount} rows in ${folder}`)
}

function sampleQuestions() {
  const random = randomFrom(20261124)
  const cards = new CardSampler(snapshot, random)
  const { clinicians } = readQuerySets()
  return {
    search_providers: sampleMany(() => ({
      kind: 'providers',
      parameters: { q: random.pick(clinicians), ...cards.samplePoint() },
    })),
    get_provider: sampleMany(() => ({ kind: 'card', npi: cards.sampleNpi() })),
  }
}

function sampleMany(next: () => Request): readonly Request[] {
  return Array.from({ length: questionCount }, next)
}

/** The complete server in its own process, without keys and limits. */
async function startServer(folder: string) {
  const module = join(import.meta.dirname, 'get-provider/whole-server.ts')
  const settings = JSON.stringify({ AUTH: 'off', RATE_LIMITS: 'off' })
  const child = fork(module, [folder, settings], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }]
  return {
    url: new URL(url),
    /** The CPU time of the server since the previous call, in microseconds. */
    async readCpu(): Promise<number> {
      child.send('read')
      const [{ cpuMicroseconds }] = (await once(child, 'message')) as [{ readonly cpuMicroseconds: number }]
      return cpuMicroseconds
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

interface Speed {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** CPU microseconds of the server per request. */
  readonly cpu: number
}

/** The rows of the table for one kind of question and number of requests in flight. */
async function compare(
  name: string,
  asked: readonly Request[],
  connections: number,
): Promise<readonly string[]> {
  const speeds: Readonly<Record<Surface, Speed[]>> = { REST: [], MCP: [] }
  for (let round = 0; round <= Number(options.rounds); round += 1)
    for (const surface of surfaces) speeds[surface][round] = await measure(asked, surface, connections)
  const medians = surfaces.map((surface) => medianSpeed(speeds[surface].slice(1)))
  return surfaces.map((surface, index) => {
    const { perSecond, p50, p99, cpu } = medians[index]!
    const ratio = perSecond / medians[0]!.perSecond
    const cells = [
      name,
      connections,
      surface,
      perSecond.toFixed(0),
      ratio.toFixed(2),
      p50.toFixed(2),
      p99.toFixed(2),
      cpu.toFixed(0),
    ]
    return `| ${cells.join(' | ')} |`
  })
}

function medianSpeed(speeds: readonly Speed[]): Speed {
  const of = (key: keyof Speed) => median(speeds.map((speed) => speed[key]))
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') }
}

/** A closed loop: each connection sends its next request after the response. */
async function measure(asked: readonly Request[], surface: Surface, connections: number): Promise<Speed> {
  const messages = asked.map((question) => encodeQuestion(question, surface, server.url))
  const times: number[] = []
  await server.readCpu()
  const start = performance.now()
  const endAt = start + 1000 * Number(options.seconds)
  let next = 0
  const runClient = async (): Promise<void> => {
    using connection = await HttpConnection.open(server.url)
    while (performance.now() < endAt) {
      const sentAt = performance.now()
      const body = await connection.send(messages[next++ % messages.length]!)
      times.push(performance.now() - sentAt)
      if (surface === 'MCP' && !body.includes('"structuredContent":')) readToolText(body)
    }
  }
  await Promise.all(Array.from({ length: connections }, runClient))
  return {
    perSecond: (1000 * times.length) / (performance.now() - start),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: (await server.readCpu()) / times.length,
  }
}

async function countTokens(searches: readonly Request[]) {
  const tokenizer = new Tiktoken(o200k)
  const count = (text: string): number => tokenizer.encode(text).length
  using connection = await HttpConnection.open(server.url)
  const pages: number[] = []
  for (const search of searches) {
    const text = readToolText(await connection.send(encodeQuestion(search, 'MCP', server.url)))
    const { data } = JSON.parse(text) as { readonly data: readonly unknown[] }
    if (data.length === hitsPerPage) pages.push(count(text))
    if (pages.length === countedSearches) break
  }
  const tools = describeTools(careToolMeta('careatlas'))
  return {
    pages,
    list: count(JSON.stringify(tools)),
    byTool: tools.map((tool) => `\`${tool.name}\` ${count(JSON.stringify(tool))}`),
  }
}

function report(): string {
  const { pages, list, byTool } = tokens
  const { providers } = snapshot.manifest.counts
  return `# MCP compared with REST

${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} cores shared with the load generator, load average before the run ${loadBefore.toFixed(1)}. ${providers.toLocaleString('en-US')} clinicians.
Median of ${options.rounds} alternating rounds of ${options.seconds} s; no keys, no limits, no compression. Each search has a judged query and the position of a random
card; REST returns ten whole cards, MCP ten compact hits, as text and as structured content. MCP has revision 2026-07-28.
"CPU" is the time of the server per request, which a shared machine changes less than the others.

| question | in flight | surface | per second | × REST | p50 ms | p99 ms | CPU µs |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

- Tokens of a result with ${hitsPerPage} compact hits (the text, which repeats the structured content; links not counted): median ${median(pages)}, maximum ${Math.max(...pages)}, of ${pages.length} searches.
- Tokens of \`tools/list\`: ${list} (${byTool.join(', ')}).
- Tokenizer: o200k_base of js-tiktoken 1.0.21; other models count differently.

Repeat with \`bin/node benchmarks/mcp.ts --rows 130000 DATA_DIR\`.`
}
