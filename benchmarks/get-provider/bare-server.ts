/**
 * The baseline: a `node:http` server that sends the recorded responses of another server, except for `Date` and the connection
 * headers. Argument: the URL of that server; NPIs on standard input.
 */
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { reportCpu } from './report-cpu.ts'

interface RecordedResponse {
  readonly headers: readonly string[]
  readonly body: string
}

/** Headers that `node:http` writes itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive'])

const [url = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const responses = new Map<string, RecordedResponse>()
for (const npi of (await text(process.stdin)).split('\n')) {
  responses.set(`/v1/providers/${npi}`, await recordResponse(`/v1/providers/${npi}`))
}
agent.destroy()

const server = createServer((request, response) => {
  const { headers, body } = responses.get(request.url ?? '')!
  response.writeHead(200, headers as string[]).end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (typeof address === 'object') reportCpu(`http://127.0.0.1:${address?.port}`)

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
