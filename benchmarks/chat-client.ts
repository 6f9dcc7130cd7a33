/**
 * The chat client: its size beside known chat widgets, how long a page waits for it, and what a long conversation costs the browser.
 * Usage: `bin/node benchmarks/chat-client.ts [--rounds N] [--messages N] [--packages FOLDER]`; defaults 20 and 500.
 *
 * `--packages FOLDER` is the folder of the `npm i` command in the results; without it, only the client is measured.
 */
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { openChromium } from '@careatlas/checks/chromium.fixture'
import { measureLongConversation, type Memory } from './chat-client/long-conversation.ts'
import { startPartnerSite } from './chat-client/partner-site.ts'
import { measureStarts, type Start } from './chat-client/starts.ts'
import {
  measureClient,
  measureKnownWidgets,
  type WidgetSize,
  widgetPackages,
} from './chat-client/widget-sizes.ts'
import { median } from './median.ts'
import { cpuSlowdown } from './pages/conditions.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    messages: { type: 'string', default: '500' },
    packages: { type: 'string' },
  },
})
const rounds = Number(options.rounds)
const [load = 0] = loadavg()

const sizes = [
  ...measureClient(),
  ...(options.packages === undefined ? [] : measureKnownWidgets(options.packages)),
]
await using site = await startPartnerSite()
await using browser = (await openChromium('chromium'))!
const starts = await measureStarts(browser, site, { rounds, isSlow: false })
const slowStarts = await measureStarts(browser, site, { rounds, isSlow: true })
const conversation = await measureLongConversation(browser, site, Number(options.messages))
console.log(report())

function report(): string {
  return `# The chat client

${new Date().toISOString().slice(0, 10)}. Chromium ${browser.version()}, headless, on ${availableParallelism()} cores that the service shares, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load before the run ${load.toFixed(2)}.

## Size

Everything that a page without React loads: scripts with their dependencies, and style sheets; each file compressed by itself with
brotli (quality 11) and gzip (level 9), in KB of 1,000 bytes.

| widget | what it has | made from | minified | gzip | brotli |
|---|---|---|---|---|---|
${sizes.map(formatSize).join('\n')}

The widgets differ in what they do: the table compares what a page loads, not what a user gets for it.

## Start

From the request of the script, with empty caches: until the dialog is painted with the focus in the composer, and until
\`auth.upgraded\`, with the token exchange. The page has its ID token already; the median and the maximum of ${rounds} starts on loopback.

| processor | composer, median ms | composer, maximum ms | auth.upgraded, median ms | auth.upgraded, maximum ms |
|---|---|---|---|---|
${formatStarts('as it is', starts)}
${formatStarts(`slowed down ${cpuSlowdown} times`, slowStarts)}

## A long conversation

${conversation.messages} messages, half of them answers of the service with its cards. Memory after a garbage collection: of JavaScript, and of the
processes that render pages.

| page | JavaScript, MiB | DOM nodes | processes, MiB |
|---|---|---|---|
${conversation.memory.map(formatMemory).join('\n')}

With a processor slowed down ${cpuSlowdown} times, the longest task of the main thread takes ${conversation.scrollTaskMs.toFixed(0)} ms of the processor while the user scrolls from
the end to the beginning and back with the wheel, and ${conversation.earlierTaskMs.toFixed(0)} ms while 50 earlier messages are shown.

Repeat with \`npm i --no-save --ignore-scripts --legacy-peer-deps --prefix FOLDER ${widgetPackages.join(' ')}\`
and \`bin/node benchmarks/chat-client.ts --packages FOLDER\`.`
}

function formatSize({ name, parts, bundle, bytes, gzipBytes, brotliBytes }: WidgetSize): string {
  const kilobytes = [bytes, gzipBytes, brotliBytes].map((size) => (size / 1000).toFixed(1))
  return `| ${[name, parts, bundle, ...kilobytes].join(' | ')} |`
}

function formatStarts(processor: string, measured: readonly Start[]): string {
  const cells = (['composerMs', 'upgradedMs'] as const).flatMap((name) => {
    const times = measured.map((start) => start[name])
    return [median(times).toFixed(0), Math.max(...times).toFixed(0)]
  })
  return `| ${[processor, ...cells].join(' | ')} |`
}

function formatMemory({ what, heapMiB, nodes, processMiB }: Memory): string {
  return `| ${what} | ${heapMiB.toFixed(1)} | ${nodes.toLocaleString('en-US')} | ${processMiB.toFixed(0)} |`
}
