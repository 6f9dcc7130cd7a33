/** Limits of MCP messages, which REST shares, and the size of the list of tools. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { mcpTools, toolDescriptionMax } from '@careatlas/contract/mcp-tools'
import { mcpPing } from '../mcp-ping.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { careToolMeta } from './care-view.ts'
import { describeTools } from './list-tools.ts'

function send({ url, key }: Running, method: string, params: object = {}): Promise<Response> {
  return fetch(`${url}/mcp`, {
    ...mcpPing({ authorization: `Bearer ${key}` }),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
}

/** The policy and what remains of it. */
const limitOf = (response: Response) =>
  /^"(\w+)";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.slice(1)

test('a tool call and a card resource count as their operations, and REST requests of the same key count too', async () => {
  await using server = await runServer({ RATE_LIMITS: 'on' })
  const call = (name: string, values: object) => send(server, 'tools/call', { name, arguments: values })
  const uri = `careatlas://providers/${small.npi}`
  assert.deepEqual(limitOf(await call('search_providers', { q: 'heart' })), ['search', '299'])
  assert.deepEqual(limitOf(await server.get('/v1/providers?q=heart')), ['search', '298'])
  assert.deepEqual(limitOf(await call('search_locations', {})), ['search', '297'])
  assert.deepEqual(limitOf(await call('get_provider', { npi: small.npi })), ['detail', '1499'])
  assert.deepEqual(limitOf(await send(server, 'resources/read', { uri })), ['detail', '1498'])
  assert.deepEqual(limitOf(await call('list_carriers', {})), ['public', '59'])
  assert.deepEqual(limitOf(await send(server, 'tools/list')), ['messages', '599'])
  assert.deepEqual(limitOf(await call('unknown', {})), ['messages', '598'])
  const batch = { ...mcpPing({ authorization: `Bearer ${server.key}` }), body: '[]' }
  assert.deepEqual(limitOf(await fetch(`${server.url}/mcp`, batch)), ['messages', '597'])
})

test('a used-up quota is HTTP 429 with Retry-After, and lists still work', async () => {
  await using server = await runServer({ RATE_LIMITS: 'on', DAILY_QUOTA: '1' })
  const call = () => send(server, 'tools/call', { name: 'get_provider', arguments: { npi: small.npi } })
  assert.equal((await call()).status, 200)
  const response = await call()
  assert.equal(response.status, 429)
  assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'quota_exceeded')
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal((await send(server, 'tools/list')).status, 200)
})

test('the list of tools is short, and each tool has a title, a bounded description and all hints', () => {
  const tools = describeTools(careToolMeta('careatlas'))
  for (const { name, title, description = '', annotations, inputSchema } of tools) {
    assert.ok(description.length <= toolDescriptionMax, `${name}: ${description.length}`)
    assert.equal(title, mcpTools[name as keyof typeof mcpTools].title)
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {}
    assert.deepEqual(
      [readOnlyHint, destructiveHint, idempotentHint, openWorldHint],
      [true, false, true, false],
    )
    assert.equal(inputSchema['additionalProperties'], false, 'an extra argument is an error')
  }
  // About four characters a token.
  assert.ok(JSON.stringify(tools).length <= 16_000, String(JSON.stringify(tools).length))
})
