/**
 * What the pages transfer, how soon they are drawn and how fast they react, in headless Chromium with a processor slowed down four
 * times. Usage: `bin/node benchmarks/pages.ts [--rounds N] [--packages FOLDER] DATA_DIR`; `benchmarks/search.ts --rows N` creates the
 * directory.
 *
 * `--packages FOLDER` is the folder of `npm i --prefix FOLDER lighthouse@13.5.0`; without it, Lighthouse does not run.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempDisposableSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openChromium } from '@careatlas/checks/chromium.fixture'
import { newestManifest } from '@careatlas/directory/snapshot/checksums'
import { pointerFile, snapshotsFolder } from '@careatlas/directory/snapshot/current'
import { audit, type Scores } from './pages/audit.ts'
import { cpuSlowdown, network } from './pages/conditions.ts'
import { type Interaction, measureInteractions } from './pages/interactions.ts'
import { type Loading, measureLoading, measureMap } from './pages/loading.ts'
import { findPaths } from './pages/paths.ts'
import { measureTyping } from './pages/typing.ts'

const { values: options, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, packages: { type: 'string' } },
  allowPositionals: true,
})
const [dataDir] = positionals
if (dataDir === undefined) throw new Error('Give a data directory')
const rounds = Number(options.rounds)
const { counts } = (await newestManifest(dataDir))!

using scratch = mkdtempDisposableSync(join(tmpdir(), 'pages-'))
symlinkSync(resolve(snapshotsFolder(dataDir)), snapshotsFolder(scratch.path))
copyFileSync(join(dataDir, pointerFile), join(scratch.path, pointerFile))
await using server = await startServer()
await using browser = (await openChromium('chromium'))!
const paths = await findPaths(browser, server.url)
const pages: (readonly [string, Loading])[] = []
for (const [name, path] of paths) pages.push([name, await measureLoading(browser, server.url + path, rounds)])
const mapBytes = await measureMap(browser, server.url)
const interactions = await measureInteractions(browser, server.url, rounds)
const typing = await measureTyping(browser, server.url)
const scores = new Map<string, Scores>()
if (options.packages !== undefined)
  for (const [name, path] of paths) scores.set(name, audit(options.packages, server.url + path))
console.log(report())

/** The server with keys, in a process of its own, so that it does not share a thread with the measurement. */
async function startServer() {
  const module = join(import.meta.dirname, 'get-provider/whole-server.ts')
  const child = fork(module, [scratch.path, JSON.stringify({ RATE_LIMITS: 'off' })], { stdio: 'ignore' })
  const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }]
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

function report(): string {
  const loadingRows = pages.map(([name, { kilobytes, requests, paintMs }]) => {
    const audited = scores.get(name)
    const cells = audited ? Object.values(audited) : ['–', '–']
    return `| ${[name, kilobytes.toFixed(1), requests, paintMs.toFixed(0), ...cells].join(' | ')} |`
  })
  return `# Pages

${new Date().toISOString().slice(0, 10)}. ${counts.providers.toLocaleString('en-US')} clinicians, ${counts.locations.toLocaleString('en-US')} places of care; Chromium ${browser.version()}, headless, on ${availableParallelism()} cores that the server shares, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.

The first visit to each page, with an empty cache, on a phone of 390 × 844 px: all bytes over the network with compression, all
requests, and the largest contentful paint with a processor slowed down ${cpuSlowdown} times and a network of
${network.megabitsPerSecond} Mbit/s with ${network.latencyMs} ms of latency, the median of ${rounds}. The last two columns are scores of Lighthouse, of 100.

| page | KB | requests | largest contentful paint, ms | accessibility | best practices |
|---|---|---|---|---|---|
${loadingRows.join('\n')}

The map of the demo is ${mapBytes.before} requests before it is shown, and then ${mapBytes.requests} with ${mapBytes.kilobytes.toFixed(1)} KB.

How long the page takes from an interaction to its next paint (Event Timing, in steps of 8 ms; shorter than 16 ms is not reported),
the longest task of its main thread, and the time until the effect is seen, with a processor slowed down ${cpuSlowdown} times and a local
network: the median and the maximum of ${rounds} rounds. Typing is the slowest key of a round.

| interaction | median ms | maximum ms | longest task, ms | effect seen, median ms |
|---|---|---|---|---|
${interactions.map(formatInteraction).join('\n')}

Typing ${typing.typed.length} characters, one each ${typing.pauseMs} ms, with ${typing.latencyMs} ms of latency, and then Enter starts ${typing.started} requests, of which ${typing.canceled} are
canceled because another replaces them; at most ${typing.inFlightMax} is in flight at a time.

Repeat with \`npm i --no-save --prefix FOLDER lighthouse@13.5.0\` and
\`bin/node benchmarks/pages.ts --packages FOLDER DATA_DIR\`; the commands of [search.md](search.md) create such a data folder.`
}

/** Chromium does not report times below a threshold. */
function format(ms: number, reportedFrom: number): string {
  return ms === 0 ? `< ${reportedFrom}` : ms.toFixed(0)
}

function formatInteraction({ name, paintMs, taskMs, effectMs }: Interaction): string {
  return `| ${name} | ${format(paintMs.median, 16)} | ${format(paintMs.maximum, 16)} | ${format(taskMs, 50)} | ${effectMs.toFixed(0)} |`
}
