/** Crowds of slow and silent clients at the limits that people get, and what a normal client notices. Some two minutes. */
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

test('500 slow senders get 408 in 15 s, and a normal client its answers meanwhile', async (context) => {
  await using crowd = crowdOf('slow-sender', 500)
  const client = normalClient()
  const left = await crowd.left()
  const { p99Ms, answered } = await client.stop()
  assert.deepEqual(left.statuses, { 408: 500 })
  assert.ok(left.longestSeconds <= 15, `${left.longestSeconds} s`)
  context.diagnostic(`held ${left.longestSeconds.toFixed(1)} s; others: ${answered} answers, p99 ${p99Ms} ms`)
})

test('200 clients that ask for a hundred pages and hardly read hold a megabyte each at most, and are let go', async (context) => {
  const usual = process.memoryUsage.rss()
  await using crowd = crowdOf('slow-reader', 200)
  const client = normalClient()
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - usual)), 100)
  const left = await crowd.left()
  clearInterval(watching)
  const { p99Ms, answered } = await client.stop()
  const each = most / 200 / 2 ** 20
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

test('11,000 silent connections leave room for who asks', { skip: fewFiles }, async (context) => {
  await using crowd = crowdOf('silent', 11_000)
  const client = normalClient()
  const full = await crowd.next()
  assert.ok(full.connected >= usualLimits.connections, `${full.connected} connected`)
  const left = await crowd.left()
  const { p99Ms, answered } = await client.stop()
  assert.ok(left.longestSeconds <= 15, `${left.longestSeconds} s`)
  context.diagnostic(
    `held ${left.longestSeconds.toFixed(1)} s, ${JSON.stringify(left.statuses)}; others: ${answered} answers, p99 ${p99Ms} ms`,
  )
})

/** Asks on a new connection each time, for the health and for a card in turn; each must be answered. */
function normalClient() {
  const times: number[] = []
  const client = { asks: true }
  const asked = (async () => {
    while (client.asks) {
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
      client.asks = false
      await asked
      times.sort((a, b) => a - b)
      return { p99Ms: Math.round(times[Math.floor(times.length * 0.99)]!), answered: times.length }
    },
  }
}

function crowdOf(kind: string, count: number) {
  const words = [`${import.meta.dirname}/crowd.fixture.ts`, kind, new URL(server.url).port, String(count)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  async function next(): Promise<Crowd> {
    const { value, done } = await lines.next()
    assert.ok(!done, 'the crowd is there')
    return JSON.parse(value) as Crowd
  }
  return {
    next,
    /** Resolves when the last is gone. */
    async left(): Promise<Crowd> {
      let crowd = await next()
      while (crowd.gone < count) crowd = await next()
      return crowd
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
