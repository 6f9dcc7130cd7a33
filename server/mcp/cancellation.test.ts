/** A client that cancels a call or disconnects: the search ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { EmbeddingEndpoint, sendVectors } from '@careatlas/vocabulary/embedding-endpoint.fixture'
import { pino } from 'pino'
import { mcpPing } from '../mcp-ping.fixture.ts'
import { publishOddDirectory } from '../odd-directory.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'
import { connect } from './mcp-client.fixture.ts'

/** A server whose embedder never answers the question about a knee. A new one for each test, because a failed embedder is not asked again at once. */
async function startServer() {
  await using resources = new AsyncDisposableStack()
  const started = Promise.withResolvers<void>()
  const errorLines: string[] = []
  let isPublished = false
  const endpoint = resources.use(
    await EmbeddingEndpoint.start((response, request) => {
      const isSlow = isPublished && request.body.input.some((text) => text.includes('knee'))
      return isSlow ? started.resolve() : sendVectors(response, request)
    }),
  )
  const options = { name: 'openai-compatible', model: 'm', baseUrl: endpoint.baseUrl, apiKey: null } as const
  const embedder = await openEmbedder(options)
  const server: Running = resources.use(
    await runServer(
      { EMBEDDER: options.name, EMBEDDER_MODEL: options.model, EMBEDDER_URL: endpoint.baseUrl },
      {
        config: { searchTimeoutMs: 2000 },
        log: pino({ level: 'error' }, { write: (line: string) => errorLines.push(line) }),
        publish: (dataDir, generation) => publishOddDirectory(dataDir, generation, embedder),
      },
    ),
  )
  isPublished = true
  const owned = resources.move()
  return {
    server,
    /** Resolves once the search waits for the embedder. */
    started: started.promise,
    errorLines,
    /** The code with which the server recorded the end of the search. */
    async recordedCode(): Promise<unknown> {
      while (errorLines.length === 0) await pause(10)
      return (JSON.parse(errorLines[0]!) as { readonly code: unknown }).code
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const slowCall = { name: 'search_providers', arguments: { q: 'a doctor for my knee' } }

for (const revision of ['2026-07-28', '2025-11-25', '2025-06-18'] as const)
  test(`the official client with revision ${revision} cancels a search`, async () => {
    await using running = await startServer()
    await using client = await connect(running.server, { revision })
    const abort = new AbortController()
    const call = client.callTool(slowCall, { signal: abort.signal })
    const outcome = assert.rejects(call)
    await running.started
    abort.abort()
    await outcome
    assert.equal(await running.recordedCode(), 'timeout')
    const { tools } = await client.listTools()
    assert.equal(tools.length, 6, 'the client stays usable')
  })

test('notifications/cancelled ends a call of its session with 202 and no body, and never one of another session', async () => {
  await using running = await startServer()
  const ask = (headers: Readonly<Record<string, string>>, message: object) =>
    fetch(`${running.server.url}/mcp`, {
      ...mcpPing({ authorization: `Bearer ${running.server.key}`, ...headers }),
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  const cancel = (headers: Readonly<Record<string, string>>) =>
    ask(headers, { method: 'notifications/cancelled', params: { requestId: 7 } })

  const session = { 'mcp-session-id': 'session-one' }
  let isAnswered = false
  const call = ask(session, { id: 7, method: 'tools/call', params: slowCall }).then((response) => {
    isAnswered = true
    return response
  })
  await running.started
  for (const other of [{}, { 'mcp-session-id': 'session-two' }])
    assert.equal((await cancel(other)).status, 202)
  assert.equal(isAnswered, false, 'the call goes on')
  assert.equal((await cancel(session)).status, 202)
  const response = await call
  assert.deepEqual([response.status, await response.text()], [202, ''])
  assert.equal(await running.recordedCode(), 'timeout')
})

test('initialize gives each client a session id, which no request needs', async () => {
  await using server = await runServer()
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const initialize = async () => {
    const response = await fetch(`${server.url}/mcp`, {
      ...mcpPing({ authorization: `Bearer ${server.key}` }),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    })
    return response.headers.get('mcp-session-id')
  }
  const ids = [await initialize(), await initialize()]
  assert.match(ids[0] ?? '', /^[\w-]{36}$/)
  assert.notEqual(ids[0], ids[1])
})
