/** Guarantees of every route of the server. The test collects routes as Fastify registers them, so new routes are included. */
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { METHODS } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { startMailServer } from './mail-server.fixture.ts'
import { assertEnvelope, assertRejected, withConnectionClose, exchange } from './http/small-server.fixture.ts'
import { type Running, runServer } from './running.fixture.ts'
import { small } from './small-directory.fixture.ts'

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

const routes: Route[] = []
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    const path = url.replaceAll(/:\w+/g, 'x')
    if (method === 'GET') routes.push({ method: 'GET', path })
    if (method === 'POST') routes.push({ method: 'POST', path })
  })
})

const baseUrl = 'https://directory.example'
const registryRecord = 'v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
let mail: Awaited<ReturnType<typeof startMailServer>>
let server: Running
let port: number
before(async () => {
  mail = await startMailServer()
  const mailSettings = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
  const proofs = { OPENAI_APPS_CHALLENGE: 'token', MCP_REGISTRY_AUTH: registryRecord }
  server = await runServer({ BASE_URL: baseUrl, ...mailSettings, ...proofs })
  port = Number(new URL(server.url).port)
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

/** Whether the route is a page or form for the user's browser, which other origins must not use. */
const isUserPage = ({ path }: Route) => /^\/(?:keys|oauth\/(?:authorize|interaction))\b|\/report\b/.test(path)

/** Whether only pages of partners may use the route; this server has no partner. */
const isPartnerRoute = ({ path }: Route) => /^\/sdk\/(?!v\d|manifest\.json$)/.test(path)

const isCrossOrigin = (route: Route) => !isUserPage(route) && !isPartnerRoute(route)

function request(method: string, { path }: Pick<Route, 'path'>, headers = 'X-Nothing: 1', body = ''): string {
  const length =
    method === 'POST' && !/^Transfer-Encoding/m.test(headers) ? `Content-Length: ${body.length}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nHost: a\r\n${length}${headers}\r\n\r\n${body}`
}

interface ParsedResponse {
  readonly status: number
  readonly headers: Headers
  readonly cookies: readonly string[]
  readonly body: string
}

async function call(
  method: string,
  route: Pick<Route, 'path'>,
  headers?: string,
  body?: string,
): Promise<ParsedResponse> {
  return parseResponse(await exchange(port, withConnectionClose(request(method, route, headers, body))))
}

function parseResponse(text: string): ParsedResponse {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])
  const headers = new Headers(pairs)
  return {
    status: Number(first.split(' ')[1]),
    headers,
    cookies: headers.getSetCookie(),
    body: body.join('\r\n\r\n'),
  }
}

/** Asserts the headers that every response must have; `context` is for the message of a failure. */
function assertSecurityHeaders(response: ParsedResponse, route: Route, context: string): void {
  const { headers, cookies, body } = response
  const details = `${context} ${route.method} ${route.path}: ${response.status}\n${JSON.stringify([...headers])}`
  const header = (name: string) => headers.get(name) ?? ''
  assert.equal(header('x-content-type-options'), 'nosniff', details)
  assert.equal(header('strict-transport-security'), 'max-age=31536000', details)
  assert.match(header('referrer-policy'), /^(?:no-referrer|same-origin)$/, details)
  assert.match(header('x-request-id'), /^[\w.-]{1,64}$/, details)
  assert.match(
    header('cache-control'),
    /^(?:no-store|public, max-age=(?:300.*|31536000, immutable)|private, max-age=0, must-revalidate)$/,
    details,
  )
  assert.equal(
    header('x-powered-by') + header('server') + header('access-control-allow-credentials'),
    '',
    details,
  )
  if (isUserPage(route) || cookies.length > 0 || response.status >= 400)
    assert.equal(header('cache-control'), 'no-store', details)
  if (!isCrossOrigin(route) || cookies.length > 0)
    assert.ok(!headers.has('access-control-allow-origin'), details)
  else assert.equal(header('access-control-allow-origin'), '*', details)
  for (const cookie of cookies) assert.match(cookie, /; ?HttpOnly/i, details)
  for (const cookie of cookies) assert.match(cookie, /; ?Secure/i, details)
  if (header('content-type').startsWith('text/html')) {
    assert.match(
      header('content-security-policy'),
      /^default-src 'none'; .*base-uri 'none';.* frame-ancestors 'none'$/,
      details,
    )
    const scripts = isUserPage(route) ? /script-src|connect-src/ : /(?:script|connect)-src (?!'self';)/
    assert.doesNotMatch(header('content-security-policy'), scripts, details)
    assert.doesNotMatch(header('content-security-policy'), /unsafe/, details)
    assert.doesNotMatch(
      body,
      /<script(?! src="\/assets\/| type="application\/ld\+json">)|\son\w+=|javascript:/i,
      details,
    )
  } else
    assert.match(
      header('content-type'),
      /^(?:(?:application\/(?:jwk-set\+)?(?:json|xml|yaml)|text\/(?:plain|markdown|css|javascript)|image\/svg\+xml); charset=utf-8)?$/,
      details,
    )
  assert.doesNotMatch(
    body + header('location') + header('link') + header('www-authenticate'),
    new RegExp(String.raw`hostile\.example|x-hostile|127\.0\.0\.1:${port}`, 'i'),
    details,
  )
}

test('at least 35 routes are tested', () => {
  assert.ok(routes.length >= 35, routes.map(({ path }) => path).join())
  for (const path of ['/v1/providers', '/keys', '/oauth/token', '/oauth/interaction/x', '/mcp', '/docs'])
    assert.ok(
      routes.some((route) => route.path === path),
      path,
    )
})

describe('every route', () => {
  const spoofed =
    'X-Request-Id: a%0d%0aX-Hostile:1\r\nX-Forwarded-Host: hostile.example\r\nX-Forwarded-Proto: http'

  test('sends the security headers with each response, and never a host name that the client sent', async () => {
    for (const route of routes)
      for (const accept of ['text/html', 'application/json', 'image/png, text/html;q=0'])
        for (const encoding of ['identity', 'br']) {
          const headers = `Accept: ${accept}\r\nAccept-Encoding: ${encoding}\r\n${spoofed}`
          const response = await call(route.method, route, headers)
          const body = encoding === 'br' ? '' : response.body
          assertSecurityHeaders({ ...response, body }, route, `${accept} ${encoding}`)
          assert.ok(response.status !== 0 && response.status < 500, `${route.path} ${response.status}`)
          if (response.headers.has('content-encoding'))
            assert.match(response.headers.get('vary') ?? '', /\baccept-encoding\b/i, route.path)
        }
  })

  test('answers HEAD as GET, without the body', async () => {
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const [full, head] = [await call('GET', route), await call('HEAD', route)]
      assert.equal(head.status, full.status, route.path)
      assert.equal(head.headers.get('content-type'), full.headers.get('content-type'), route.path)
      assert.equal(head.body, '', route.path)
      assertSecurityHeaders(head, route, 'HEAD')
    }
  })

  for (const origin of ['https://hostile.example', 'null', 'https://directory.example', 'http://127.0.0.1:1'])
    test(`lets ${origin} use CORS routes with a key, and never with cookies`, async () => {
      for (const route of routes) {
        const requested = 'Access-Control-Request-Headers: authorization'
        const preflight = await call(
          'OPTIONS',
          route,
          `Origin: ${origin}\r\nAccess-Control-Request-Method: ${route.method}\r\n${requested}`,
        )
        assert.equal(preflight.status, 204, route.path)
        assert.equal(preflight.body, '')
        assertSecurityHeaders(preflight, route, `OPTIONS from ${origin}`)
        const allowed = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
        assert.equal(preflight.headers.get('allow'), allowed, route.path)
        assert.equal(
          preflight.headers.get('access-control-allow-methods'),
          isCrossOrigin(route) ? allowed : null,
        )
        assert.equal(preflight.headers.has('access-control-allow-headers'), isCrossOrigin(route), route.path)
        assertSecurityHeaders(await call(route.method, route, `Origin: ${origin}`), route, `from ${origin}`)
      }
    })

  test('rejects each unsupported method with 405 and Allow, in the envelope', async () => {
    for (const route of routes) {
      const allowed = route.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS']
      // The response to HEAD has no body to check.
      const others = METHODS.filter((method) => ![...allowed, 'CONNECT', 'HEAD'].includes(method))
      assert.ok(others.includes('TRACE') && others.includes('QUERY'))
      if (route.method === 'POST') assert.equal((await call('HEAD', route)).status, 405, route.path)
      await Promise.all(
        others.map(async (method) => {
          const response = await exchange(port, withConnectionClose(request(method, route)))
          assertEnvelope(response, 405, 'method_not_allowed', baseUrl)
          assert.equal(
            parseResponse(response).headers.get('allow'),
            allowed.join(', '),
            `${method} ${route.path}`,
          )
          assertSecurityHeaders(parseResponse(response), route, method)
        }),
      )
    }
  })

  for (const [title, createMessage, status, code] of [
    ['an unknown method', (route: Route) => request('FOO', route), 400, 'bad_request'],
    [
      'two Hosts',
      (route: Route) => request(route.method, route, 'Host: hostile.example'),
      400,
      'bad_request',
    ],
    [
      'ambiguous transfer codings',
      (route: Route) => request('POST', route, 'Transfer-Encoding: gzip, chunked', '0\r\n\r\n'),
      400,
      'bad_request',
    ],
    [
      'Content-Length and Transfer-Encoding',
      (route: Route) =>
        request('POST', route, 'Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
      400,
      'bad_request',
    ],
    [
      '20 KB of URL',
      ({ path }: Route) => request('GET', { path: `${path}?${'x'.repeat(20_000)}` }),
      414,
      'uri_too_long',
    ],
    [
      '9 KB of URL',
      ({ path, method }: Route) => request(method, { path: `${path}?${'x'.repeat(9000)}` }),
      414,
      'uri_too_long',
    ],
    [
      'a cookie of 16 KB',
      (route: Route) => request(route.method, route, `Cookie: ${'x'.repeat(16_384)}`),
      431,
      'headers_too_large',
    ],
  ] as const)
    test(`rejects ${title} once in the envelope, and ignores the rest of the connection`, async () => {
      for (const route of routes) {
        const response = await exchange(port, createMessage(route) + request('GET', { path: '/v1/health' }))
        assertRejected(response, status, code, baseUrl)
      }
    })

  for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'identity, gzip'])
    test(`rejects a body with Content-Encoding ${coding}`, async () => {
      for (const route of routes.filter(({ method }) => method === 'POST'))
        for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
          const headers = `Content-Type: ${type}\r\nContent-Encoding: ${coding}`
          const message = request('POST', route, headers, 'x'.repeat(100))
          const response = await exchange(port, message + request('GET', { path: '/v1/health' }))
          assertRejected(response, 415, 'unsupported_media_type', baseUrl)
        }
    })
})

describe('a response to a key', () => {
  test('is cacheable only by the client, and so are its 304 and its compressed form', async () => {
    const route = { method: 'GET', path: `/v1/providers/${small.npi}` } as const
    const authorization = `Authorization: Bearer ${server.key}`
    const response = await call('GET', route, authorization)
    const notModified = await call(
      'GET',
      route,
      `${authorization}\r\nIf-None-Match: ${response.headers.get('etag')}`,
    )
    const compressed = await call('GET', route, `${authorization}\r\nAccept-Encoding: br`)
    assert.deepEqual([response.status, notModified.status, compressed.status], [200, 304, 200])
    for (const variant of [response, notModified, compressed]) {
      assertSecurityHeaders({ ...variant, body: '' }, route, 'key')
      assert.equal(variant.headers.get('cache-control'), 'private, max-age=0, must-revalidate')
      assert.match(variant.headers.get('vary') ?? '', /\bauthorization\b/i)
      assert.match(variant.headers.get('vary') ?? '', /\baccept-encoding\b/i)
    }
  })
})

describe('a signed-in user', () => {
  test('gets Cache-Control: no-store with each page and each JSON response', async () => {
    for (const accept of ['application/json', 'text/html']) {
      const cookies = new Map<string, string>()
      const responses: ParsedResponse[] = []
      const send = async (
        method: 'GET' | 'POST',
        path: string,
        form: Readonly<Record<string, string>> = {},
      ) => {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
        const headers = `Content-Type: application/json\r\nAccept: ${accept}\r\nCookie: ${cookie}`
        const response = await call(method, { path }, headers, method === 'GET' ? '' : JSON.stringify(form))
        assertSecurityHeaders(response, { method, path }, accept)
        for (const line of response.cookies) {
          assert.match(line, /^__Host-/)
          cookies.set(...(line.split(';')[0]!.split(/=(.*)/, 2) as [string, string]))
        }
        responses.push(response)
        return response.body
      }
      const token = fieldValue(await send('GET', '/keys'), 'token')
      const sent = await send('POST', '/keys/code', { token, email: `${accept.slice(0, 4)}@example.org` })
      const code = /^Subject: (\d{6}) /m.exec(mail.mails.at(-1)?.text ?? '')?.[1] ?? 'no code'
      await send('POST', '/keys/session', { token, challenge: fieldValue(sent, 'challenge'), code })
      assert.match(await send('POST', '/keys/new', { token, label: 'bot' }), /careatlas_sk_/)
      assert.match(await send('GET', '/keys'), /bot/)
      await send('POST', '/keys/sign-out', { token })
      const expectedStatuses =
        accept === 'text/html' ? [200, 200, 303, 200, 200, 303] : [200, 200, 200, 201, 200, 200]
      assert.deepEqual(
        responses.map(({ status }) => status),
        expectedStatuses,
      )
      for (const { headers, status } of responses) {
        const vary = headers.get('vary') ?? ''
        if (status !== 303) assert.ok(/\bcookie\b/i.test(vary) && /\baccept\b/i.test(vary), vary)
      }
    }
  })
})

/** The value of the field `name` in a page or in JSON. */
function fieldValue(text: string, name: string): string {
  return new RegExp(`"?${name}"?(?:" value=|:)"([^"]+)"`).exec(text)?.[1] ?? `no ${name}`
}
