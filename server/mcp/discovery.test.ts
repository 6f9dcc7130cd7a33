/** The discovery document. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runServer } from '../running.fixture.ts'
import { connect } from './mcp-client.fixture.ts'

test('/.well-known/mcp.json names the endpoint, its revisions and the metadata of the resource', async () => {
  await using server = await runServer()
  const response = await fetch(`${server.url}/.well-known/mcp.json`)
  const document = (await response.json()) as {
    readonly transport: { readonly url: string }
    readonly protocolVersions: readonly string[]
    readonly authentication: { readonly resourceMetadata: string }
    readonly tools: readonly string[]
  }
  assert.equal(document.transport.url, `${server.url}/mcp`)
  for (const revision of ['2026-07-28', '2025-11-25', '2025-06-18'])
    assert.ok(document.protocolVersions.includes(revision))
  assert.equal((await fetch(document.authentication.resourceMetadata)).status, 200)
  await using client = await connect(server)
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    document.tools,
  )
})

test('with AUTH=off, the document requires no credential, and the tools answer without one', async () => {
  await using server = await runServer({ AUTH: 'off' })
  const text = await (await fetch(`${server.url}/.well-known/mcp.json`)).text()
  assert.match(text, /"authentication":\{"required":false\}/)
  await using client = await connect(server, { credential: 'none' })
  assert.equal(
    (await client.callTool({ name: 'search_providers', arguments: { q: 'heart' } })).isError,
    undefined,
  )
})
