/** Many slow and silent clients with the default limits, and their effect on a normal client. Takes about two minutes. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { type Running, runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import type { FloodSummary } from './connection-flood.fixture.ts'
import { defaultLimits } from './message-limits.ts'

let server: Running
before(async () => {
  server = await runServer()
})
after(() => server[Symbol.asyncDispose]())

test('500 slow senders get 408 within 15 s, and a normal client is served meanwhile', async (context) => {
  await using flood = startFlood('slow-sender', 500)
  const client = startNormalClient()
  const summary = await flood.allClosed()
  const { p99Ms, responses } = await client.stop()
  assert.deepEqual(summary.statuses, { 408: 500 })
  assert.ok(summary.longestSeconds <= 15, `${summary.longestSeconds} s`)
  context.diagnostic(
    `held ${summary.longestSeconds.toFixed(1)} s; others: ${responses} responses, p99 ${p99Ms} ms`,
  )
})

test('200 slow readers, each with a hundred pipelined requests, use at most 1.25 MiB each and are disconnected', async (context) => {
  const rssBefore = process.memoryUsage.rss()
  await using flood = startFlood('slow-reader', 200)
  const client = startNormalClient()
  let rssGrowthMax = 0
  const sampling = setInterval(
    () => (rssGrowthMax = Math.max(rssGrowthMax, process.memoryUsage.rss() - rssBefore)),
    100,
  )
  const summary = await flood.allClosed()
  clearInterval(sampling)
  const { p99Ms, responses } = await client.stop()
  const mibPerClient = rssGrowthMax / 200 / 2 ** 20
  assert.ok(mibPerClient <= 1.25, `${mibPerClient} MiB per client`)
  const durationMaxSeconds = (defaultLimits.unreadTimeoutMs + 2 * defaultLimits.timeoutCheckMs) / 1000 + 2
  assert.ok(summary.longestSeconds <= durationMaxSeconds, `${summary.longestSeconds} s`)
  context.diagnostic(
    `${mibPerClient.toFixed(2)} MiB per client, held ${summary.longestSeconds.toFixed(1)} s; others: ${responses} responses, p99 ${p99Ms} ms`,
  )
})

const openFiles = process.report.getReport() as unknown as {
  readonly userLimits: { readonly open_files: { readonly soft: number | 'unlimited' } }
}
const tooFewFiles = Number(openFiles.userLimits.open_files.soft) < 11_500 && 'fewer than 11,500 open files'

test('a normal client is served beside 11,000 silent connections', { skip: tooFewFiles }, async (context) => {
  await using flood = startFlood('silent', 11_000)
  const client = startNormalClient()
  const { connected } = await flood.next()
  assert.ok(connected >= defaultLimits.connections, `${connected} connected`)
  const summary = await flood.allClosed()
  const { p99Ms, responses } = await client.stop()
  assert.ok(summary.longestSeconds <= 15, `${summary.longestSeconds} s`)
  context.diagnostic(
    `held ${summary.longestSeconds.toFixed(1)} s, ${JSON.stringify(summary.statuses)}; others: ${responses} responses, p99 ${p99Ms} ms`,
  )
})

/** Requests the health check and a card in turn, each on a new connection, and checks that each request succeeds. */
function startNormalClient() {
  const durationsMs: number[] = []
  const client = { isRunning: true }
  const requests = (async () => {
    while (client.isRunning) {
      const startedAt = performance.now()
      const path = durationsMs.length % 2 ? '/v1/health' : `/v1/providers/${small.npi}`
      const response = await server.get(path, { connection: 'close' })
      assert.equal(response.status, 200)
      await response.arrayBuffer()
      durationsMs.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    async stop(): Promise<{ readonly p99Ms: number; readonly responses: number }> {
      client.isRunning = false
      await requests
      durationsMs.sort((a, b) => a - b)
      return {
        p99Ms: Math.round(durationsMs[Math.floor(durationsMs.length * 0.99)]!),
        responses: durationsMs.length,
      }
    },
  }
}

function startFlood(kind: string, count: number) {
  const args = [
    `${import.meta.dirname}/connection-flood.fixture.ts`,
    kind,
    new URL(server.url).port,
    String(count),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  async function next(): Promise<FloodSummary> {
    const { value, done } = await lines.next()
    assert.ok(!done, 'the program is running')
    return JSON.parse(value) as FloodSummary
  }
  return {
    next,
    /** Resolves when the last connection is closed. */
    async allClosed(): Promise<FloodSummary> {
      let summary = await next()
      while (summary.closed < count) summary = await next()
      return summary
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
