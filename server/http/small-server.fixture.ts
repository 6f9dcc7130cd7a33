/** For tests of raw HTTP messages: a server with a route of each kind, and functions that send messages byte for byte. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { pino } from 'pino'
import { createHttp } from './create-http.ts'
import type { MessageLimits } from './message-limits.ts'

const publicUrl = 'http://docs.example'

export const large = { text: 'x'.repeat(20_000) }
export const largeBytes = JSON.stringify(large).length
/** Large enough to be compressed in a stream. */
const huge = { text: 'x'.repeat(1_000_000) }

/** A server with routes that succeed, that are slow, that fail, that never end, and that accept a body. */
export async function serve(limits: Partial<MessageLimits> = {}) {
  const app = await createHttp({
    log: pino({ level: 'silent' }),
    publicUrl: () => publicUrl,
    limits,
  })
  const served: string[] = []
  const released = Promise.withResolvers<void>()
  app.get('/thing', (_request, reply) => reply.send({ good: true }))
  app.get<{ Params: { id: string } }>('/things/:id', ({ params }, reply) => {
    served.push(params.id)
    return reply.send({ id: params.id })
  })
  app.get('/large', (_request, reply) => reply.send(large))
  app.get('/huge', (_request, reply) => reply.send(huge))
  app.get('/endless', (_request, reply) => reply.send(Readable.from(endless())))
  app.get('/unchanged', (_request, reply) => reply.code(304).header('etag', '"a"').send())
  app.get('/large-later', async () => large)
  app.get('/slow', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return { good: true }
  })
  app.get('/released', async () => {
    served.push('released')
    await released.promise
    return { good: true }
  })
  app.get('/broken', () => {
    throw new Error('secret')
  })
  app.get('/broken-later', () => Promise.reject(new Error('secret')))
  app.post('/post', (_request, reply) => reply.send({ good: true }))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return {
    port: Number(port),
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** Resolves when no client is connected. */
    async untilDisconnected(): Promise<void> {
      const count = promisify<number>((done) => app.server.getConnections(done))
      while ((await count()) > 0) await new Promise((resolve) => setImmediate(resolve))
    },
    /** The requested IDs of `/things/:id`, and one entry for each request to `/released`. */
    served,
    /** Lets `/released` respond. */
    release: () => released.resolve(),
    async [Symbol.asyncDispose]() {
      released.resolve()
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

function* endless() {
  while (true) yield 'x'.repeat(64 * 1024)
}

/** Writes `message` and reads until the server closes the connection. */
export function exchange(port: number, message: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () => socket.write(message, 'latin1'))
  let response = ''
  socket.setEncoding('utf8').on('data', (text: string) => (response += text))
  // If the server closes while the client is writing, the connection is reset; the test uses the bytes received until then.
  socket.on('error', () => undefined).on('close', () => resolve(response))
  return promise
}

/** The status of each response, in order. */
export function statusesOf(response: string): readonly number[] {
  return [...response.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
}

/** Asserts that `response` is one error in the envelope, and that the server closed the connection after it. */
export function assertRejected(response: string, status: number, code: string, url = publicUrl): void {
  assertEnvelope(response, status, code, url)
  assert.match(response, /^connection: close\r$/im)
  assert.equal(response.match(/HTTP\/1\.1 /g)?.length, 1, response)
}

export function assertEnvelope(response: string, status: number, code: string, url = publicUrl): void {
  const [head = '', body = ''] = response.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), response.slice(0, 300))
  assert.match(head, /^content-type: application\/json; charset=utf-8\r?$/im)
  assert.match(head, /^x-request-id: /im)
  assert.match(head, /^cache-control: no-store\r?$/im)
  assert.match(head, new RegExp(`^content-length: ${Buffer.byteLength(body)}\\r?$`, 'im'))
  const { error } = ErrorEnvelope.parse(JSON.parse(body))
  assert.deepEqual(
    { ...error, message: '' },
    { code, message: '', status, docs: `${url}/docs/errors/${code}` },
  )
}

export function get(path: string, headers = 'X-Nothing: 1'): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`
}

export function post(headers: string, body: string, type = 'application/json', path = '/post'): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${headers}\r\n\r\n${body}`
}

/** The request with `Connection: close`. */
export function withConnectionClose(request: string): string {
  return request.replace('\r\nHost: a', '\r\nHost: a\r\nConnection: close')
}
