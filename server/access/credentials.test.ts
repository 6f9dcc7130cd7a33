/** Valid and invalid API keys, sent over raw sockets, and how soon the server rejects a revoked key. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { join } from 'node:path'
import { engines } from '@careatlas/state/engines.fixture'
import { Keys } from '@careatlas/state/keys'
import { openState, type StatePlace } from '@careatlas/state/state'
import { pino } from 'pino'
import {
  assertEnvelope,
  withConnectionClose,
  exchange,
  get,
  statusesOf,
} from '../http/small-server.fixture.ts'
import { mcpPing } from '../mcp-ping.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'

const card = `/v1/providers/${small.npi}`
const portOf = ({ url }: Pick<Running, 'url'>) => Number(new URL(url).port)

describe('a request', () => {
  const lines: string[] = []
  let server: Running
  before(async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    server = await runServer({}, { log })
  })
  after(() => server[Symbol.asyncDispose]())

  /** Sends a GET request with these headers, in which `<key>` is replaced by the valid key, and returns the response. */
  function request(headers: string, path = card): Promise<string> {
    return exchange(portOf(server), withConnectionClose(get(path, headers)).replaceAll('<key>', server.key))
  }

  function assertKeyNotLeaked(response: string): void {
    const secret = server.key.slice(server.key.lastIndexOf('_') + 1, -6)
    for (const text of [response, ...lines]) {
      assert.ok(!text.includes(secret), text)
      assert.ok(!text.includes('canary'), text)
    }
    assert.ok(lines.length > 0)
  }

  for (const headers of [
    'Authorization: Bearer <key>',
    'Authorization: bearer <key>',
    'AUTHORIZATION: BEARER   <key>',
    'Authorization:\tBearer <key> ',
  ])
    test(`with ${JSON.stringify(headers)} is answered`, async () => {
      const response = await request(headers)
      assert.deepEqual(statusesOf(response), [200])
      assertKeyNotLeaked(response)
    })

  for (const [title, headers, code, challenge] of [
    ['no key', 'X: <key>', 'missing_credentials', 'Bearer'],
    ['a key in a cookie', 'Cookie: api_key=<key>', 'missing_credentials', 'Bearer'],
    ['a key in another header', 'X-API-Key: <key>', 'missing_credentials', 'Bearer'],
    ...Object.entries({
      'an empty header': 'Authorization:',
      'only a scheme': 'Authorization: Bearer',
      'a key without a scheme': 'Authorization: <key>',
      'another scheme': 'Authorization: Basic <key>',
      'a scheme that only begins with Bearer': 'Authorization: Bearer2 <key>',
      'two keys': 'Authorization: Bearer <key> <key>',
      'a list of keys': 'Authorization: Bearer <key>, Bearer <key>',
      'the valid header twice': 'Authorization: Bearer <key>\r\nAuthorization: Bearer <key>',
      'a second empty header': 'Authorization: Bearer <key>\r\nauthorization:',
      'the valid key in quotes': 'Authorization: Bearer "<key>"',
      'the valid key and one more character': 'Authorization: Bearer <key>A',
      'the valid key and a percent escape': 'Authorization: Bearer <key>%00',
      'the valid key after a tab': 'Authorization: Bearer\t<key>',
      'a key of 10 KB': `Authorization: Bearer ${'canary'.repeat(1700)}`,
      'a word': 'Authorization: Bearer canary',
      'a word in another alphabet': 'Authorization: Bearer canary\xfc',
      'three parts with dots': 'Authorization: Bearer canary.canary.canary',
      'the format of a key, but a wrong checksum': `Authorization: Bearer careatlas_sk_${'canary'.padEnd(38, '0')}`,
    }).map(
      ([name, header]) => [name, header, 'invalid_credentials', 'Bearer error="invalid_token"'] as const,
    ),
  ] as const)
    test(`with ${title} gets 401 ${code}; neither the response nor the log contains the key`, async () => {
      const response = await request(headers)
      assertEnvelope(response, 401, code, server.url)
      const metadata = `resource_metadata="${server.url}/.well-known/oauth-protected-resource", scope="directory:read"`
      const expected = `${challenge}${challenge === 'Bearer' ? ' ' : ', '}${metadata}`
      assert.ok(response.includes(`www-authenticate: ${expected}\r\n`), response)
      assertKeyNotLeaked(response)
    })

  for (const suffix of ['\0', '\x01', '\x7f', '\r', '\n'])
    test(`with ${JSON.stringify(suffix)} after the valid key is malformed and gets 400`, async () => {
      const response = await request(`Authorization: Bearer <key>${suffix}x`)
      assertEnvelope(response, 400, 'bad_request', server.url)
      assertKeyNotLeaked(response)
    })

  for (const path of [
    `${card}?api_key=<key>`,
    `${card}?key=canary`,
    `${card}?access_token=canary`,
    `${card}?Authorization=Bearer+<key>`,
    '/v1/providers?q=heals&apikey=<key>',
    '/v1/providers?q=<key>',
    '/v1/regions?api_key=<key>',
  ])
    test(`for ${path} gets 400; neither the response nor the log contains the key`, async () => {
      const response = await request('X: 1', path)
      assertEnvelope(response, 400, 'unknown_parameter', server.url)
      assertKeyNotLeaked(response)
    })
})

describe('a revoked key', () => {
  test('is rejected from the next request on, also for pipelined requests on an open connection', async () => {
    await using server = await runServer()
    await using client = await connectTo(server)
    const requests = requestsWithKey(server.key)
    assert.deepEqual(await client.send([...requests, ...requests]), [200, 200, 200, 200, 200, 200])
    assert.equal(await callMcp(server), 200)
    await revoke({ folder: join(server.dataDir, 'state') }, server.keyId)
    assert.deepEqual(await client.send([...requests, ...requests]), [401, 401, 401, 401, 401, 401])
    assert.equal(await callMcp(server), 401)
  })

  const { skip, createPlace } = engines.find(({ name }) => name === 'PostgreSQL')!
  test('is rejected by every server that shares the database', { skip }, async () => {
    const place = await createPlace()
    assert.ok('url' in place)
    await using first = await runServer({ DATABASE_URL: place.url })
    await using second = await runServer({ DATABASE_URL: place.url })
    await using client = await connectTo(second)
    const requests = requestsWithKey(first.key)
    assert.deepEqual(await client.send(requests), [200, 200, 200])
    assert.equal((await first.get(card)).status, 200)
    await revoke(place, first.keyId)
    assert.deepEqual(await client.send(requests), [401, 401, 401])
    assert.equal((await first.get(card)).status, 401)
  })
})

/** One request for each operation that needs a key. */
function requestsWithKey(key: string): readonly string[] {
  return [card, '/v1/providers?q=heals', `/v1/locations/${small.uuid}`].map((path) =>
    get(path, `Authorization: Bearer ${key}`),
  )
}

/** The status of a call to the MCP endpoint. */
async function callMcp({ url, key }: Running): Promise<number> {
  return (await fetch(`${url}/mcp`, mcpPing({ authorization: `Bearer ${key}` }))).status
}

async function revoke(place: StatePlace, id: string): Promise<void> {
  await using state = await openState(place)
  assert.equal(await new Keys(state, { service: 'careatlas' }).revoke(id), true)
}

/** Opens a connection. `send` pipelines requests and returns the statuses of their responses. */
async function connectTo(server: Running) {
  const socket = connect(portOf(server), '127.0.0.1')
  await once(socket, 'connect')
  let [text, returnedCount] = ['', 0]
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  return {
    async send(requests: readonly string[]): Promise<readonly number[]> {
      socket.write(requests.join(''))
      while (statusesOf(text).length < returnedCount + requests.length) {
        assert.ok(!socket.closed, `closed after ${text}`)
        await Promise.race([once(socket, 'data'), once(socket, 'close')])
      }
      const statuses = statusesOf(text).slice(returnedCount)
      returnedCount += statuses.length
      return statuses
    },
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
}

test('/mcp rejects JSON-RPC batches, which would count as one request', async () => {
  await using server = await runServer()
  const statusOf = async (body: string) => {
    const request = mcpPing({ authorization: `Bearer ${server.key}` })
    return (await fetch(`${server.url}/mcp`, { ...request, body })).status
  }
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  assert.equal(await statusOf(`[${call},${call}]`), 400)
  assert.equal(await statusOf(call), 200)
})
