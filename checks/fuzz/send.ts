/** Sends a request without changes, over persistent connections, and reads the whole response. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { once } from 'node:events'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Target {
  readonly url: string
  readonly key: string
}

export interface FuzzRequest {
  readonly method: string
  /** The raw request target. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface FuzzResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The decompressed body. */
  readonly body: string
  readonly durationMs: number
}

/** The number of concurrent requests and of connections. */
export const concurrency = 16

const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

/** Much longer than the time limit of the server, so that a timeout means that it hangs. */
const timeoutMs = 30_000

/** Rejects if the response is incomplete. */
export async function send({ url }: Target, fuzzRequest: FuzzRequest): Promise<FuzzResponse> {
  const { hostname, port } = new URL(url)
  const { method, path, body } = fuzzRequest
  // Without Content-Length, the server would read the body of a GET as the start of the next request.
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
  const headers = { ...fuzzRequest.headers, ...length }
  const start = performance.now()
  const outgoing = request({ agent, hostname, port, method, path, headers, timeout: timeoutMs })
  outgoing.on('timeout', () => outgoing.destroy(new Error(`No response within ${timeoutMs / 1000} s`)))
  // If the server rejects a message before it knows the method, the response to HEAD has a body, which the client reports as an error.
  outgoing.on('error', () => undefined)
  outgoing.end(body ?? undefined)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const bytes = await buffer(incoming)
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: decompress(bytes, incoming.headers['content-encoding']),
    durationMs: performance.now() - start,
  }
}

export function closeConnections(): void {
  agent.destroy()
}

function decompress(bytes: Buffer, coding: string | undefined): string {
  if (bytes.length === 0 || coding === undefined || coding === 'identity') return bytes.toString()
  if (coding === 'br') return brotliDecompressSync(bytes).toString()
  if (coding === 'gzip') return gunzipSync(bytes).toString()
  throw new Error(`Unknown content coding ${coding}`)
}
