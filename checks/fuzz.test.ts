/** A short run of `npm run fuzz` with a small directory, and planted faults that it must find. */
import assert from 'node:assert/strict'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { type Running, runServer } from '@careatlas/server/running.fixture'
import { fuzz } from './fuzz/fuzz.ts'

let server: Running
before(async () => {
  server = await runServer({}, { print: () => undefined })
})
after(() => server[Symbol.asyncDispose]())

const requests = 1500

test(`all responses to ${requests} valid and invalid requests match the OpenAPI document, and none is a 5xx`, async () => {
  const { violations, overloads, counts } = await fuzz(server, { requests, seed: 2903 })
  assert.deepEqual([violations, overloads], [[], 0])
  const statuses = new Set([...counts.values()].flatMap((byStatus) => [...byStatus.keys()]))
  for (const status of [200, 204, 304, 400, 401, 404, 405, 406, 431])
    assert.ok(statuses.has(status), String(status))
})

/** Changes to the document that make it wrong, with the message for each. */
const plantedFaults: readonly (readonly [
  what: string,
  path: readonly string[],
  value: unknown,
  message: RegExp,
])[] = [
  [
    'a status that is not declared',
    ['paths', '/v1/locations', 'get', 'responses', '401'],
    undefined,
    /^status 401 is not declared/,
  ],
  [
    'a field that is not described',
    ['components', 'schemas', 'Health', 'properties', 'version'],
    undefined,
    /additional properties.*"version"/,
  ],
  [
    'a field of another type',
    ['components', 'schemas', 'Carrier', 'properties', 'name'],
    { type: 'integer' },
    /\/name must be integer/,
  ],
  [
    'a header that is missing',
    ['components', 'headers', 'RateLimit', 'required'],
    true,
    /^200 without the header RateLimit/,
  ],
  [
    'a content type that is not declared',
    ['paths', '/v1/regions', 'get', 'responses', '200', 'content'],
    { 'text/html': { schema: {} } },
    /^content type application\/json/,
  ],
  [
    'a code that is not declared',
    ['paths', '/v1/carriers', 'get', 'responses', '400', 'content', 'application/json', 'examples'],
    {},
    /^code invalid_parameter/,
  ],
]

test('every difference from the document is reported with its seed and a curl command', async () => {
  const served: unknown = await (await server.get('/openapi.json')).json()
  const document = plantedFaults.reduce((changed, [, path, value]) => replaceAt(changed, path, value), served)
  const { violations } = await fuzz(server, { requests: 1000, seed: 1, document })
  for (const [what, , , message] of plantedFaults) {
    const found = violations.find(({ problem }) => message.test(problem))
    assert.match(found?.curl ?? '', /^curl .*'http:/, what)
    assert.equal(found?.seed, 1)
  }
})

test('a 500, a response that is not JSON and a missing response are reported', async () => {
  const headers = { 'content-type': 'application/json', 'x-request-id': '12345678' }
  await using broken = await withBrokenHealth([
    (response) => response.writeHead(500, headers).end('{}'),
    (response) => response.writeHead(200, headers).end('<'),
    (response) => response.destroy(),
  ])
  const { violations } = await fuzz(broken, { requests: 300, seed: 1 })
  for (const message of [/^status 500/, /^the body is not JSON/, /hang up/])
    assert.ok(
      violations.some(({ problem }) => message.test(problem)),
      String(message),
    )
})

/** Returns the document with another value at `path`. */
function replaceAt(document: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  assert.ok(
    typeof document === 'object' && document !== null && (rest.length === 0 || name in document),
    name,
  )
  const { [name]: inner, ...others } = document as Record<string, unknown>
  const changed = replaceAt(inner, rest, value)
  return { ...others, ...(changed !== undefined && { [name]: changed }) }
}

type Fault = (response: ServerResponse) => unknown

/** A proxy before the server that replaces the responses of `/v1/health?…` by each fault in turn. */
async function withBrokenHealth(faults: readonly Fault[]) {
  const { hostname, port } = new URL(server.url)
  let requestCount = 0
  const proxy = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    if (method === 'GET' && path?.startsWith('/v1/health?')) {
      faults[requestCount++ % faults.length]?.(response)
      return
    }
    const outgoing = request({ hostname, port, method, path, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers)
      upstream.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port: proxyPort } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    key: server.key,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
