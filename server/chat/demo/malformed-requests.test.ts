/** Malformed requests to the routes of the demo: each gets the expected client error once, and none fails. */
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, describe, test } from 'node:test'
import { pino } from 'pino'
import { exchange, statusesOf } from '../../http/small-server.fixture.ts'
import { runServer } from '../../running.fixture.ts'

const failures: string[] = []
const log = pino({ level: 'error' }, { write: (line) => void failures.push(line) })
const server = await runServer({ CHAT_DEMO: 'on' }, { log })
const { host, port } = new URL(server.url)
after(() => server[Symbol.asyncDispose]())

const user = 'u'.repeat(22)
const tokenPath = '/sdk/demo-id-token'
const pages = ['/chat-demo', '/es/chat-demo']

interface Message {
  readonly method?: string
  readonly path?: string
  readonly headers?: string
  readonly body?: string
}

/** The statuses of all responses to one request, which the server answers once. */
async function send({ method = 'POST', path = tokenPath, headers = '', body = user }: Message) {
  const origin = /^origin:/im.test(headers) ? '' : `Origin: ${server.url}\r\n`
  const length = method === 'POST' && !/^transfer-encoding:/im.test(headers)
  const content = Buffer.from(body).toString('latin1')
  const response = await exchange(
    Number(port),
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${origin}${headers}${length ? `Content-Length: ${content.length}\r\n` : ''}\r\n${method === 'POST' ? content : ''}`,
  )
  assert.doesNotMatch(response, /node_modules|\n\s+at /)
  return statusesOf(response)
}

const bodies: readonly string[] = [
  '',
  `"${user}"`,
  '{}',
  '[]',
  'null',
  '{"__proto__":{"user":"x"}}',
  '{"constructor":{"prototype":{}}}',
  `user=${user}`,
  `user=${user}&user=${user}`,
  `${user}\n`,
  `\r\n${user}`,
  `\ufeff${user}`,
  `\0${user.slice(1)}`,
  'ｕ'.repeat(22),
  '٣'.repeat(22),
  '['.repeat(60_000),
  'u'.repeat(64 * 1024),
]

/** By the status. */
const headers: Readonly<Record<number, readonly string[]>> = {
  200: [
    'Content-Type: text/plain',
    'Content-Type: application/json',
    'Content-Type: application/json;;;',
    'Accept: text/html;q=0',
    'X-Forwarded-Host: hostile.example\r\nX-Forwarded-Proto: javascript',
    'Authorization: Bearer a.b.c',
    'Cookie: __proto__=1; a=b; a=c',
    'X-Partner-Identifier: __proto__\r\nX-API-Key: constructor',
    'Range: bytes=0-0,1-1',
  ],
  400: [
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, chunked',
    'Host: hostile.example',
    'X : 1',
  ],
  403: [
    'Origin: null',
    'Origin:',
    'Origin: https://hostile.example',
    `Origin: ${server.url}/`,
    `Origin: ${server.url}.hostile.example`,
    `Origin: ${server.url}, https://hostile.example`,
    `Origin: ${server.url}\r\nOrigin: https://hostile.example`,
    `Origin: ${server.url.toUpperCase()}`,
    `Origin: ${'x'.repeat(8000)}`,
  ],
  415: [
    'Content-Encoding: gzip',
    'Content-Encoding: identity, br',
    'Content-Type: x',
    'Content-Type: text/plain; charset=utf-16',
  ],
  417: ['Expect: nonsense'],
  431: [`Cookie: ${'a=b;'.repeat(5000)}`],
}

const queries = [
  '?',
  '?__proto__=1',
  '?constructor[prototype]=1',
  '?user=a&user=b',
  '?%00',
  '?%ff',
  '?%E0%A4%A',
  `?${'a=1&'.repeat(1500)}`,
]
const otherPaths = ['/', '//', '/..%2f', '%20', '%00', ';a', '.json', '/x'.repeat(500)]

describe('the identity provider of the demo', () => {
  for (const body of bodies)
    test(`rejects the body ${JSON.stringify(body.slice(0, 40))} of ${body.length} characters`, async () => {
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded'])
        assert.deepEqual(await send({ headers: `Content-Type: ${type}\r\n`, body }), [400], type)
    })

  test('rejects a body of more than 64 KiB', async () => {
    assert.deepEqual(await send({ body: 'u'.repeat(64 * 1024 + 1) }), [413])
  })

  for (const [status, lines] of Object.entries(headers))
    for (const line of lines)
      test(`answers ${line.slice(0, 60)} with ${status}`, async () => {
        assert.deepEqual(await send({ headers: `${line}\r\n` }), [Number(status)])
      })
})

describe('each route of the demo', () => {
  for (const path of [...pages, tokenPath]) {
    const method = path === tokenPath ? 'POST' : 'GET'

    test(`${path} rejects other methods`, async () => {
      const allowed = [method, 'OPTIONS', 'CONNECT', ...(method === 'GET' ? ['HEAD'] : [])]
      for (const other of METHODS.filter((name) => !allowed.includes(name)))
        assert.deepEqual(await send({ method: other, path, body: '' }), [405], other)
    })

    test(`${path} ignores queries, and other paths do not exist`, async () => {
      for (const query of queries) assert.deepEqual(await send({ method, path: path + query }), [200], query)
      for (const end of otherPaths) assert.deepEqual(await send({ method, path: path + end }), [404], end)
    })
  }
})

test('the server logged no failure', () => assert.deepEqual(failures, []))
