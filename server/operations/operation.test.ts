/** Runs the operation suite through REST, through MCP and through direct function calls. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { ApiError, type ErrorCode } from '@careatlas/contract/errors'
import type { McpToolName } from '@careatlas/contract/mcp-tools'
import { operations } from '@careatlas/contract/operations'
import type { OperationId } from '@careatlas/contract/parameters'
import { vocabularyWithEmbedder } from '@careatlas/search/query/query-resources'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { pino } from 'pino'
import * as z from 'zod'
import { Limits } from '../access/rate-limit/limits.ts'
import { createPrincipalResolver } from '../access/resolve-principal.ts'
import { readConfig } from '../config.ts'
import { mcpPing } from '../mcp-ping.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'
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

operationSuite({
  name: 'REST',
  open: openRest,
  skipsConditional: null,
  skipsPublic: null,
  skipsBudget: null,
})
operationSuite({
  name: 'MCP',
  open: openMcp,
  skipsConditional: 'conditional requests are REST only',
  skipsPublic: 'every MCP message needs a credential',
  skipsBudget: 'tool results have their own budget; see fit-result.test.ts',
})
operationSuite({
  name: 'direct calls',
  open: openDirect,
  skipsConditional: 'conditional requests are REST only',
  skipsPublic: null,
  skipsBudget: null,
})

type Call = Surface['call']

/** A surface over HTTP, whose server logs errors: `call` sends each request with `fetch`. */
async function openServer(setup: Setup, createCall: (server: Running) => Call): Promise<Surface> {
  const { settings = {}, publish, ...config } = setup
  const errorLines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => errorLines.push(line) })
  const server = await runServer(settings, { config, log, ...(publish && { publish }) })
  const call = createCall(server)
  return {
    call,
    async cancel(operation, values, started) {
      const client = new AbortController()
      const pending = call(operation, values, { signal: client.signal })
      await started
      client.abort()
      await assert.rejects(pending, { name: 'AbortError' })
      while (errorLines.length === 0) await pause(10)
      return (JSON.parse(errorLines[0]!) as { code: ErrorCode }).code
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const authorizationOf = ({ key }: Running, { credential = 'valid' }: CallOptions) => ({
  ...(credential === 'valid' && { authorization: `Bearer ${key}` }),
  ...(credential === 'unknown' && { authorization: 'Bearer unknown' }),
})

function openRest(setup: Setup = {}): Promise<Surface> {
  return openServer(setup, (server) => async (operation, values, options = {}) => {
    const { etag, signal } = options
    const response = await fetch(server.url + pathOf(operation, values), {
      headers: { ...authorizationOf(server, options), ...(etag && { 'if-none-match': etag }) },
      redirect: 'manual',
      ...(signal && { signal }),
    })
    if (response.status === 304) return null
    const location = response.headers.get('location')
    if (location !== null) return { movedTo: location.split('/').at(-1)! }
    const text = await response.text()
    if (response.status === 200) return { json: text, etag: response.headers.get('etag') }
    return { code: ErrorEnvelope.parse(JSON.parse(text)).error.code }
  })
}

const toolByOperation: Readonly<Partial<Record<OperationId, McpToolName>>> = {
  searchProviders: 'search_providers',
  searchLocations: 'search_locations',
  getProvider: 'get_provider',
  getLocation: 'get_location',
  listCarriers: 'list_carriers',
}

const ToolResponse = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    content: z.tuple([z.object({ text: z.string() })], z.unknown()),
  }),
})
const MovedCard = z.object({
  data: z.object({ location_uuid: z.string() }),
  meta: z.object({ moved_from: z.string() }),
})

function openMcp(setup: Setup = {}): Promise<Surface> {
  return openServer(setup, (server) => async (operation, values, options = {}) => {
    const name = toolByOperation[operation]
    const detail = operation.startsWith('search') ? { detail: 'full' } : {}
    const { signal } = options
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
    const response = await fetch(`${server.url}/mcp`, {
      ...mcpPing(authorizationOf(server, options)),
      body: JSON.stringify({ ...body, params: { name, arguments: { ...values, ...detail } } }),
      ...(signal && { signal }),
    })
    const json: unknown = await response.json()
    if (response.status !== 200) return { code: ErrorEnvelope.parse(json).error.code }
    const { isError = false, content } = ToolResponse.parse(json).result
    const content0: unknown = JSON.parse(content[0].text)
    if (isError) return { code: ErrorEnvelope.parse(content0).error.code }
    const moved = MovedCard.safeParse(content0).data
    return moved ? { movedTo: moved.data.location_uuid } : { json: content[0].text, etag: null }
  })
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
  const snapshots = resources.use(await SnapshotManager.start(dataDir, log, { vocabulary, warmsUp: false }))
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
