/** Sends one request as it stands, over connections that are kept, and reads the whole answer. */
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
  /** The request target: escapes and all. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface FuzzAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Without its content coding. */
  readonly body: string
  readonly ms: number
}

/** Requests under way at once; the server has as many connections. */
export const concurrency = 16

const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

/** Long after the server's own time budget: no answer by then is a stall. */
const timeoutMs = 30_000

/** Rejects when there is no whole answer. */
export async function send({ url }: Target, asked: FuzzRequest): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url)
  const { method, path, body } = asked
  // Without its length the body of a GET would be read as the beginning of the next request.
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
  const headers = { ...asked.headers, ...length }
  const start = performance.now()
  const outgoing = request({ agent, hostname, port, method, path, headers, timeout: timeoutMs })
  outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer in ${timeoutMs / 1000} s`)))
  // What is refused before its method is known gets a body even if it is HEAD, and the client complains after the answer.
  outgoing.on('error', () => undefined)
  outgoing.end(body ?? undefined)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const bytes = await buffer(incoming)
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: decoded(bytes, incoming.headers['content-encoding']),
    ms: performance.now() - start,
  }
}

/** Lets the connections go. */
export function hangUp(): void {
  agent.destroy()
}

function decoded(bytes: Buffer, coding: string | undefined): string {
  if (bytes.length === 0 || coding === undefined || coding === 'identity') return bytes.toString()
  if (coding === 'br') return brotliDecompressSync(bytes).toString()
  if (coding === 'gzip') return gunzipSync(bytes).toString()
  throw new Error(`Unknown content coding ${coding}`)
}
