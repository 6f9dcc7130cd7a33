/** Errors at `/keys` and `/oauth`: a browser gets a page, any other client gets JSON. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exchange, withConnectionClose } from './http/small-server.fixture.ts'
import { type Running, runServer } from './running.fixture.ts'

let server: Running
before(async () => {
  server = await runServer()
})
after(() => server[Symbol.asyncDispose]())

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const formType = 'application/x-www-form-urlencoded'

interface Case {
  readonly status: number
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly type?: string
  readonly body?: string
  readonly headers?: readonly string[]
  /** Whether no client gets JSON: the address only serves browsers. */
  readonly isPageOnly?: boolean
}

const interaction = '/oauth/interaction/x'
const unreadable = { type: 'text/csv', body: 'a' }
const tooLarge = { type: formType, body: `email=${'x'.repeat(200_000)}` }
const compressed = { type: formType, body: 'a=b', headers: ['Content-Encoding: gzip'] }

const cases: readonly Case[] = [
  { status: 404, method: 'GET', path: '/keys/x' },
  { status: 404, method: 'GET', path: '/keys/' },
  { status: 404, method: 'HEAD', path: '/keys/x' },
  { status: 404, method: 'POST', path: '/keys/x', type: formType, body: 'a=b' },
  { status: 404, method: 'PUT', path: '/keys/x/y/z' },
  { status: 404, method: 'GET', path: '/oauth' },
  { status: 404, method: 'GET', path: '/oauth/x' },
  { status: 404, method: 'POST', path: '/oauth/x', type: formType, body: 'a=b' },
  { status: 404, method: 'PUT', path: '/oauth/x' },
  { status: 405, method: 'GET', path: '/keys/code' },
  { status: 405, method: 'GET', path: '/keys/code?a=b' },
  { status: 405, method: 'HEAD', path: '/keys/session' },
  { status: 405, method: 'PUT', path: '/keys' },
  { status: 405, method: 'POST', path: '/keys', type: formType, body: 'a=b' },
  { status: 405, method: 'DELETE', path: '/keys/new' },
  { status: 405, method: 'GET', path: '/keys/x/revoke' },
  { status: 405, method: 'GET', path: '/oauth/token' },
  { status: 405, method: 'HEAD', path: '/oauth/register' },
  { status: 405, method: 'PUT', path: '/oauth/authorize' },
  { status: 405, method: 'POST', path: '/oauth/authorize', type: formType, body: 'a=b' },
  { status: 405, method: 'GET', path: `${interaction}/consent` },
  { status: 400, method: 'GET', path: '/keys/%ff' },
  { status: 400, method: 'GET', path: '/oauth/%ff' },
  { status: 400, method: 'GET', path: '/keys', type: formType, body: 'a=b' },
  { status: 400, method: 'POST', path: '/keys/code', type: 'application/json', body: '{' },
  { status: 400, method: 'POST', path: '/keys/code', type: formType, body: 'email=a&email=b' },
  { status: 400, method: 'GET', path: '/oauth/authorize', isPageOnly: true },
  { status: 400, method: 'HEAD', path: '/oauth/authorize', isPageOnly: true },
  { status: 400, method: 'POST', path: `${interaction}/consent`, type: 'application/json', body: '{' },
  { status: 403, method: 'POST', path: '/keys/code', type: formType, body: 'email=a' },
  { status: 413, method: 'POST', path: '/keys/code', ...tooLarge },
  { status: 413, method: 'POST', path: `${interaction}/code`, ...tooLarge },
  { status: 414, method: 'GET', path: `/keys?${'x'.repeat(9000)}` },
  { status: 415, method: 'POST', path: '/keys/code', ...unreadable },
  { status: 415, method: 'POST', path: '/keys/code', ...compressed },
  { status: 415, method: 'POST', path: `${interaction}/code`, ...unreadable },
  { status: 415, method: 'POST', path: `${interaction}/code`, ...compressed },
]

function messageOf({ method, path, type, body = '', headers = [] }: Case, accept: string): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    `Accept: ${accept}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
    ...headers,
  ]
  return withConnectionClose(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

async function send(request: Case, accept: string) {
  const response = await exchange(Number(new URL(server.url).port), messageOf(request, accept))
  const [head = '', body = ''] = response.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)\r?$`, 'im').exec(head)?.[1]?.trim()
  return { status: Number(head.split(' ')[1]), header, body }
}

describe('a browser gets a page', () => {
  for (const request of cases)
    test(`with ${request.status} for ${request.method} ${request.path.slice(0, 40)} ${request.type ?? ''}`, async () => {
      const { status, header, body } = await send(request, browserAccept)
      assert.equal(status, request.status)
      assert.equal(header('content-type'), 'text/html; charset=utf-8')
      assert.match(header('content-security-policy') ?? '', /^default-src 'none'; /)
      assert.equal(header('cache-control'), 'no-store')
      if (!request.isPageOnly) assert.match(header('vary') ?? '', /\baccept\b(?!-)/)
      assert.equal(header('access-control-allow-origin'), undefined)
      if (status === 405) assert.match(header('allow') ?? '', /OPTIONS/)
      if (request.method === 'HEAD') assert.equal(body, '')
      else assert.match(body, /<!doctype html>[^]*<a class="brand" href="\/">[^]*<h1>/)
    })
})

describe('any other client gets JSON', () => {
  for (const request of cases.filter(({ isPageOnly = false }) => !isPageOnly))
    test(`with ${request.status} for ${request.method} ${request.path.slice(0, 40)} ${request.type ?? ''}`, async () => {
      const { status, header, body } = await send(request, 'application/json')
      assert.equal(status, request.status)
      assert.equal(header('content-type'), 'application/json; charset=utf-8')
      if (request.method !== 'HEAD') assert.ok('error' in (JSON.parse(body) as object))
    })
})

describe('an endpoint for clients answers with JSON whatever the client accepts', () => {
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke'])
    test(path, async () => {
      const request = { status: 400, method: 'POST', path, type: formType, body: 'a=b' } as const
      const { status, header, body } = await send(request, browserAccept)
      assert.equal(header('content-type'), 'application/json; charset=utf-8')
      assert.equal(status, 400, body)
    })
})
