/** Many slow and silent clients with the default limits, and their effect on a normal client. Takes about two minutes. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { type Running, runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import type { Crowd } from './crowd.fixture.ts'
import { usualLimits } from './message-limits.ts'

let server: Running
before(async () => {
  server = await runServer()
})
after(() => server[Symbol.asyncDispose]())

test('500 slow senders get 408 within 15 s, and a normal client is served meanwhile', async (context) => {
  await using crowd = crowdOf('slow-sender', 500)
  const client = normalClient()
  const left = await crowd.allClosed()
  const { p99Ms, answered } = await client.stop()
  assert.deepEqual(left.statuses, { 408: 500 })
  assert.ok(left.longestSeconds <= 15, `${left.longestSeconds} s`)
  context.diagnostic(`held ${left.longestSeconds.toFixed(1)} s; others: ${answered} answers, p99 ${p99Ms} ms`)
})

test('200 slow readers with a hundred pipelined requests each use at most 1.25 MiB each and are disconnected', async (context) => {
  const rssBefore = process.memoryUsage.rss()
  await using crowd = crowdOf('slow-reader', 200)
  const client = normalClient()
  let rssGrowthMax = 0
  const watching = setInterval(
    () => (rssGrowthMax = Math.max(rssGrowthMax, process.memoryUsage.rss() - rssBefore)),
    100,
  )
  const left = await crowd.allClosed()
  clearInterval(watching)
  const { p99Ms, answered } = await client.stop()
  const each = rssGrowthMax / 200 / 2 ** 20
  assert.ok(each <= 1.25, `${each} MB each`)
  const longest = (usualLimits.unreadTimeoutMs + 2 * usualLimits.timeoutCheckMs) / 1000 + 2
  assert.ok(left.longestSeconds <= longest, `${left.longestSeconds} s`)
  context.diagnostic(
    `${each.toFixed(2)} MB each, held ${left.longestSeconds.toFixed(1)} s; others: ${answered} answers, p99 ${p99Ms} ms`,
  )
})

const openFiles = process.report.getReport() as unknown as {
  readonly userLimits: { readonly open_files: { readonly soft: number | 'unlimited' } }
}
const fewFiles = Number(openFiles.userLimits.open_files.soft) < 11_500 && 'fewer than 11,500 open files'

test('a normal client is served beside 11,000 silent connections', { skip: fewFiles }, async (context) => {
  await using crowd = crowdOf('silent', 11_000)
  const client = normalClient()
  const full = await crowd.next()
  assert.ok(full.connected >= usualLimits.connections, `${full.connected} connected`)
  const left = await crowd.allClosed()
  const { p99Ms, answered } = await client.stop()
  assert.ok(left.longestSeconds <= 15, `${left.longestSeconds} s`)
  context.diagnostic(
    `held ${left.longestSeconds.toFixed(1)} s, ${JSON.stringify(left.statuses)}; others: ${answered} answers, p99 ${p99Ms} ms`,
  )
})

/** Requests the health and a card in turn, each on a new connection, and checks that each request succeeds. */
function normalClient() {
  const times: number[] = []
  const client = { isRunning: true }
  const requests = (async () => {
    while (client.isRunning) {
      const since = performance.now()
      const path = times.length % 2 ? '/v1/health' : `/v1/providers/${small.npi}`
      const response = await server.get(path, { connection: 'close' })
      assert.equal(response.status, 200)
      await response.arrayBuffer()
      times.push(performance.now() - since)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    async stop(): Promise<{ readonly p99Ms: number; readonly answered: number }> {
      client.isRunning = false
      await requests
      times.sort((a, b) => a - b)
      return { p99Ms: Math.round(times[Math.floor(times.length * 0.99)]!), answered: times.length }
    },
  }
}

function crowdOf(kind: string, count: number) {
  const args = [`${import.meta.dirname}/crowd.fixture.ts`, kind, new URL(server.url).port, String(count)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  async function next(): Promise<Crowd> {
    const { value, done } = await lines.next()
    assert.ok(!done, 'the program is running')
    return JSON.parse(value) as Crowd
  }
  return {
    next,
    /** Resolves when the last connection is closed. */
    async allClosed(): Promise<Crowd> {
      let crowd = await next()
      while (crowd.closed < count) crowd = await next()
      return crowd
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
