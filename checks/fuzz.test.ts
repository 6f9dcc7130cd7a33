/** A short run of `npm run fuzz`, over the small directory, and proof that it would see what it looks for. */
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

test(`${requests} requests, right and wrong: every answer is one that the OpenAPI document describes, and none is a 5xx`, async () => {
  const { violations, overloads, counts } = await fuzz(server, { requests, seed: 2903 })
  assert.deepEqual([violations, overloads], [[], 0])
  const statuses = new Set([...counts.values()].flatMap((byStatus) => [...byStatus.keys()]))
  for (const status of [200, 204, 304, 400, 401, 404, 405, 406, 431])
    assert.ok(statuses.has(status), String(status))
})

/** What a document says that is not so, and how that is told. */
const planted: readonly (readonly [what: string, path: readonly string[], value: unknown, says: RegExp])[] = [
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

test('what differs from the document is seen, and told with its seed and a line to repeat it', async () => {
  const served: unknown = await (await server.get('/openapi.json')).json()
  const document = planted.reduce((changed, [, path, value]) => replaceAt(changed, path, value), served)
  const { violations } = await fuzz(server, { requests: 1000, seed: 1, document })
  for (const [what, , , says] of planted) {
    const found = violations.find(({ problem }) => says.test(problem))
    assert.match(found?.curl ?? '', /^curl .*'http:/, what)
    assert.equal(found?.seed, 1)
  }
})

test('a 500, an answer that is not JSON and no answer at all are seen', async () => {
  const headers = { 'content-type': 'application/json', 'x-request-id': '12345678' }
  await using broken = await withBrokenHealth([
    (response) => response.writeHead(500, headers).end('{}'),
    (response) => response.writeHead(200, headers).end('<'),
    (response) => response.destroy(),
  ])
  const { violations } = await fuzz(broken, { requests: 300, seed: 1 })
  for (const says of [/^status 500/, /^the body is not JSON/, /hang up/])
    assert.ok(
      violations.some(({ problem }) => says.test(problem)),
      String(says),
    )
})

/** The document with another value at `path`. */
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

/** The same server behind another, which answers for its health where something is asked of it, with each fault in turn. */
async function withBrokenHealth(faults: readonly Fault[]) {
  const { hostname, port } = new URL(server.url)
  let asked = 0
  const proxy = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    if (method === 'GET' && path?.startsWith('/v1/health?')) {
      faults[asked++ % faults.length]?.(response)
      return
    }
    const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port: own } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    key: server.key,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
