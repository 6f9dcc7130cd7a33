/** Runs the operation suite through HTTP and through direct function calls. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { ApiError, type ErrorCode } from '@careatlas/contract/errors'
import { operations } from '@careatlas/contract/operations'
import type { OperationId } from '@careatlas/contract/parameters'
import { vocabularyWithEmbedder } from '@careatlas/search/query/query-resources'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { pino } from 'pino'
import { Limits } from '../access/rate-limit/limits.ts'
import { createPrincipalResolver } from '../access/resolve-principal.ts'
import { readConfig } from '../config.ts'
import { runServer } from '../running.fixture.ts'
import { healthChecks } from '../health-checks.ts'
import { publishSmallDirectory } from '../small-directory.fixture.ts'
import { SnapshotManager } from '../snapshots/snapshot-manager.ts'
import {
  type CallOptions,
  type Outcome,
  operationSuite,
  type Setup,
  type Surface,
  type Values,
} from './operation.suite.ts'
import { validateOperation } from './parameters.ts'
import { runOperation } from './run-operation.ts'

operationSuite({ name: 'HTTP', open: openHttp, skipsConditional: null })
operationSuite({
  name: 'direct calls',
  open: openDirect,
  skipsConditional: 'conditional requests are HTTP only',
})

async function openHttp(setup: Setup = {}): Promise<Surface> {
  const { settings = {}, publish, ...config } = setup
  const errorLines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => errorLines.push(line) })
  const server = await runServer(settings, { config, log, ...(publish && { publish }) })
  const headersOf = ({ credential = 'valid', etag }: CallOptions) => ({
    ...(credential === 'valid' && { authorization: `Bearer ${server.key}` }),
    ...(credential === 'unknown' && { authorization: 'Bearer unknown' }),
    ...(etag !== undefined && { 'if-none-match': etag }),
  })
  const surface: Surface = {
    async call(operation, values, options = {}) {
      const response = await fetch(server.url + pathOf(operation, values), {
        headers: headersOf(options),
        redirect: 'manual',
        ...(options.signal && { signal: options.signal }),
      })
      if (response.status === 304) return null
      const location = response.headers.get('location')
      if (location !== null) return { movedTo: location.split('/').at(-1)! }
      const text = await response.text()
      if (response.status === 200) return { json: text, etag: response.headers.get('etag') }
      return { code: ErrorEnvelope.parse(JSON.parse(text)).error.code }
    },
    async cancel(operation, values, started) {
      const client = new AbortController()
      const call = surface.call(operation, values, { signal: client.signal })
      await started
      client.abort()
      await assert.rejects(call, { name: 'AbortError' })
      while (errorLines.length === 0) await pause(10)
      return (JSON.parse(errorLines[0]!) as { code: ErrorCode }).code
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return surface
}

function pathOf(id: OperationId, values: Values): string {
  const { path } = operations.find(({ operationId }) => operationId === id)!
  const queryValues = new Map(Object.entries(values))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(queryValues.get(name))
    queryValues.delete(name)
    return value
  })
  const query = new URLSearchParams()
  for (const [name, value] of queryValues) query.set(name, String(value))
  return `${filled}?${query.toString()}`
}

async function openDirect({
  settings = {},
  publish = publishSmallDirectory,
  ...overrides
}: Setup = {}): Promise<Surface> {
  await using resources = new AsyncDisposableStack()
  const dataDir = resources.adopt(mkdtempSync(join(tmpdir(), 'direct-')), (folder) =>
    rmSync(folder, { recursive: true }),
  )
  const config = readConfig({ RATE_LIMITS: 'off', ...settings, DATA_DIR: dataDir })
  const log = pino({ level: 'silent' })
  await publish(dataDir, '2026-11-09.1')
  const state = resources.use(await openState(config.state))
  const keys = new Keys(state, { service: config.serviceName })
  resources.use(keys)
  const { key } = await keys.create('test')
  const { dailyQuota } = config
  const limits = resources.use(config.rateLimits ? Limits.inMemory({ dailyQuota }) : Limits.none())
  const embedder = await openEmbedder(config.embedder)
  if (config.embedder.name !== 'static') await embedder.embed(['warm-up'], 'query')
  const vocabulary = vocabularyWithEmbedder(embedder, { onFailure: () => undefined, timeoutMs: 400 })
  const snapshots = resources.use(await SnapshotManager.start(dataDir, log, vocabulary))
  const checkHealth = healthChecks(snapshots, { state, limits })
  const resolvePrincipal = createPrincipalResolver({ keys, checkToken: async () => null, limits })
  const credentials = { valid: `Bearer ${key}`, unknown: 'Bearer unknown', none: undefined } as const
  const { searchTimeoutMs, responseBudgetBytes: budgetBytes } = { ...config, ...overrides }

  /** authenticate → validate → meter → run */
  async function run(
    id: OperationId,
    values: Values,
    { credential = 'valid', signal }: CallOptions,
  ): Promise<Outcome> {
    const deadline = performance.now() + searchTimeoutMs
    const isPublic = operations.find(({ operationId }) => operationId === id)?.access === 'public'
    const connection = {}
    const principal = isPublic
      ? '127.0.0.1'
      : await resolvePrincipal({ authorization: credentials[credential], connection, ip: '127.0.0.1' })
    if (typeof principal !== 'string' && 'error' in principal) throw principal.error
    await limits.meter(id, principal, 1)
    const parameters = validateOperation(id, values)
    const result = await runOperation(id, parameters, {
      directory: snapshots.get(),
      budgetBytes,
      deadline,
      checkHealth,
      ...(signal && { signal }),
    })
    return 'json' in result ? { json: result.json, etag: null } : { movedTo: result.movedTo }
  }

  async function call(id: OperationId, values: Values, options: CallOptions = {}): Promise<Outcome> {
    try {
      return await run(id, values, options)
    } catch (error) {
      if (error instanceof ApiError) return { code: error.code }
      throw error
    }
  }

  const owned = resources.move()
  return {
    call,
    async cancel(id, values, started) {
      const client = new AbortController()
      const pending = call(id, values, { signal: client.signal })
      await started
      client.abort()
      const outcome = await pending
      assert.ok('code' in outcome)
      return outcome.code
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
