/**
 * A baseline: a server that only sends the recorded responses of another server, except for `Date` and the connection headers.
 * Arguments: the URL of that server, and `node:http` or `fastify`; NPIs on standard input.
 */
import { fastify } from 'fastify'
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { reportCpu } from './report-cpu.ts'

interface RecordedResponse {
  readonly headers: readonly string[]
  readonly body: string
}

/** Headers that `node:http` writes itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive'])

const [url = '', framework] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const responses = new Map<string, RecordedResponse>()
for (const npi of (await text(process.stdin)).split('\n')) {
  responses.set(`/v1/providers/${npi}`, await recordResponse(`/v1/providers/${npi}`))
}
agent.destroy()

const server = framework === 'fastify' ? await createFastifyServer() : createNodeServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (typeof address === 'object') reportCpu(`http://127.0.0.1:${address?.port}`)

function createNodeServer(): Server {
  return createServer((request, response) => {
    const { headers, body } = responses.get(request.url ?? '')!
    response.writeHead(200, headers as string[]).end(body)
  })
}

/** One route and no hooks; it only looks whether the request has credentials. */
async function createFastifyServer(): Promise<Server> {
  const app = fastify()
  app.get('/v1/providers/:npi', ({ url: path, headers: { authorization } }, reply) => {
    const { headers, body } = responses.get(path)!
    if (authorization === undefined) return reply.code(401).send()
    for (let index = 0; index < headers.length; index += 2)
      void reply.header(headers[index]!, headers[index + 1])
    return reply.send(body)
  })
  await app.ready()
  return app.server
}

async function recordResponse(path: string): Promise<RecordedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(url + path, { agent }, resolve).on('error', reject)
  const response = await promise
  const pairs = Array.from({ length: response.rawHeaders.length / 2 }, (_, index) =>
    response.rawHeaders.slice(2 * index, 2 * index + 2),
  )
  return {
    headers: pairs.filter(([name = '']) => !ownHeaders.has(name.toLowerCase())).flat(),
    body: await text(response),
  }
}
