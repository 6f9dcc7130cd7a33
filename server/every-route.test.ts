/** What holds at every address of the server, also at new ones: each is found where it is registered. */
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { METHODS } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { mailServer } from './accounts/mail-server.fixture.ts'
import { assertEnvelope, assertRefused, closing, exchange } from './http/small-server.fixture.ts'
import { type Running, runServer } from './running.fixture.ts'
import { small } from './small-directory.fixture.ts'

interface Address {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

const addresses: Address[] = []
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    const path = url.replaceAll(/:\w+/g, 'x')
    if (method === 'GET') addresses.push({ method: 'GET', path })
    if (method === 'POST') addresses.push({ method: 'POST', path })
  })
})

const docs = 'https://directory.example/docs'
let mail: Awaited<ReturnType<typeof mailServer>>
let server: Running
let port: number
before(async () => {
  mail = await mailServer()
  const sending = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
  server = await runServer({ BASE_URL: 'https://directory.example', ...sending })
  port = Number(new URL(server.url).port)
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

/** Pages and forms of the user at the browser: no other origin may use them. */
const isOwn = ({ path }: Address) => /^\/(?:keys|oauth\/(?:authorize|interaction))\b/.test(path)

function request(
  method: string,
  { path }: Pick<Address, 'path'>,
  headers = 'X-Nothing: 1',
  body = '',
): string {
  const length =
    method === 'POST' && !/^Transfer-Encoding/m.test(headers) ? `Content-Length: ${body.length}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nHost: a\r\n${length}${headers}\r\n\r\n${body}`
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly cookies: readonly string[]
  readonly body: string
}

async function ask(
  method: string,
  address: Pick<Address, 'path'>,
  headers?: string,
  body?: string,
): Promise<Answer> {
  return answerIn(await exchange(port, closing(request(method, address, headers, body))))
}

function answerIn(text: string): Answer {
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

/** What each answer says, whatever it is. */
function assertSafe(answer: Answer, address: Address, why: string): void {
  const { headers, cookies, body } = answer
  const said = `${why} ${address.method} ${address.path}: ${answer.status}\n${JSON.stringify([...headers])}`
  const of = (name: string) => headers.get(name) ?? ''
  assert.equal(of('x-content-type-options'), 'nosniff', said)
  assert.equal(of('strict-transport-security'), 'max-age=31536000', said)
  assert.match(of('referrer-policy'), /^(?:no-referrer|same-origin)$/, said)
  assert.match(of('x-request-id'), /^[\w.-]{1,64}$/, said)
  assert.match(
    of('cache-control'),
    /^(?:no-store|public, max-age=300.*|private, max-age=0, must-revalidate)$/,
    said,
  )
  assert.equal(of('x-powered-by') + of('server') + of('access-control-allow-credentials'), '', said)
  if (isOwn(address) || cookies.length > 0 || answer.status >= 400)
    assert.equal(of('cache-control'), 'no-store', said)
  if (isOwn(address) || cookies.length > 0) assert.ok(!headers.has('access-control-allow-origin'), said)
  else assert.equal(of('access-control-allow-origin'), '*', said)
  for (const cookie of cookies) assert.match(cookie, /; ?HttpOnly/i, said)
  for (const cookie of cookies) assert.match(cookie, /; ?Secure/i, said)
  if (of('content-type').startsWith('text/html')) {
    assert.match(
      of('content-security-policy'),
      /^default-src 'none'; .*base-uri 'none';.* frame-ancestors 'none'$/,
      said,
    )
    assert.doesNotMatch(of('content-security-policy'), /script-src|unsafe/, said)
    assert.doesNotMatch(body, /<script|\son\w+=|javascript:/i, said)
  } else assert.match(of('content-type'), /^(?:application\/(?:jwk-set\+)?json; charset=utf-8)?$/, said)
  assert.doesNotMatch(body + of('location') + of('link') + of('www-authenticate'), /evil|127\.0\.0\.1/, said)
}

test('there are as many addresses as one thinks', () => {
  assert.ok(addresses.length >= 35, addresses.map(({ path }) => path).join())
  for (const path of ['/v1/providers', '/keys', '/oauth/token', '/oauth/interaction/x', '/mcp', '/docs'])
    assert.ok(
      addresses.some((address) => address.path === path),
      path,
    )
})

describe('every address', () => {
  const trouble = 'X-Request-Id: a%0d%0aX-Evil:1\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: http'

  test('says in each of its answers what keeps a browser safe, and no name that its caller made up', async () => {
    for (const address of addresses)
      for (const accept of ['text/html', 'application/json', 'image/png, text/html;q=0'])
        for (const encoding of ['identity', 'br']) {
          const headers = `Accept: ${accept}\r\nAccept-Encoding: ${encoding}\r\n${trouble}`
          const answer = await ask(address.method, address, headers)
          const body = encoding === 'br' ? '' : answer.body
          assertSafe({ ...answer, body }, address, `${accept} ${encoding}`)
          assert.ok(answer.status !== 0 && answer.status < 500, `${address.path} ${answer.status}`)
          if (answer.headers.has('content-encoding'))
            assert.match(answer.headers.get('vary') ?? '', /\baccept-encoding\b/i, address.path)
        }
  })

  test('answers HEAD as GET, without the body', async () => {
    for (const address of addresses.filter(({ method }) => method === 'GET')) {
      const [got, head] = [await ask('GET', address), await ask('HEAD', address)]
      assert.equal(head.status, got.status, address.path)
      assert.equal(head.headers.get('content-type'), got.headers.get('content-type'), address.path)
      assert.equal(head.body, '', address.path)
      assertSafe(head, address, 'HEAD')
    }
  })

  for (const origin of ['https://evil.example', 'null', 'https://directory.example', 'http://127.0.0.1:1'])
    test(`lets ${origin} read with a key what is open to all pages, and never with cookies`, async () => {
      for (const address of addresses) {
        const asks = 'Access-Control-Request-Headers: authorization'
        const preflight = await ask(
          'OPTIONS',
          address,
          `Origin: ${origin}\r\nAccess-Control-Request-Method: ${address.method}\r\n${asks}`,
        )
        assert.equal(preflight.status, 204, address.path)
        assert.equal(preflight.body, '')
        assertSafe(preflight, address, `OPTIONS from ${origin}`)
        const allowed = address.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
        assert.equal(preflight.headers.get('allow'), allowed, address.path)
        assert.equal(preflight.headers.get('access-control-allow-methods'), isOwn(address) ? null : allowed)
        assert.equal(preflight.headers.has('access-control-allow-headers'), !isOwn(address), address.path)
        assertSafe(await ask(address.method, address, `Origin: ${origin}`), address, `from ${origin}`)
      }
    })

  test('refuses every other method with 405 and those it has, in the envelope', async () => {
    for (const address of addresses) {
      const allowed = address.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS']
      // The answer to HEAD has no body to look at.
      const others = METHODS.filter((method) => ![...allowed, 'CONNECT', 'HEAD'].includes(method))
      assert.ok(others.includes('TRACE') && others.includes('QUERY'))
      if (address.method === 'POST') assert.equal((await ask('HEAD', address)).status, 405, address.path)
      await Promise.all(
        others.map(async (method) => {
          const answer = await exchange(port, closing(request(method, address)))
          assertEnvelope(answer, 405, 'method_not_allowed', docs)
          assert.equal(answerIn(answer).headers.get('allow'), allowed.join(', '), `${method} ${address.path}`)
          assertSafe(answerIn(answer), address, method)
        }),
      )
    }
  })

  for (const [why, message, status, code] of [
    ['an unknown method', (to: Address) => request('FOO', to), 400, 'bad_request'],
    ['two Hosts', (to: Address) => request(to.method, to, 'Host: evil.example'), 400, 'bad_request'],
    [
      'an encoding that hides what follows',
      (to: Address) => request('POST', to, 'Transfer-Encoding: gzip, chunked', '0\r\n\r\n'),
      400,
      'bad_request',
    ],
    [
      'Content-Length and Transfer-Encoding',
      (to: Address) => request('POST', to, 'Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
      400,
      'bad_request',
    ],
    [
      '20 KB of URL',
      ({ path }: Address) => request('GET', { path: `${path}?${'x'.repeat(20_000)}` }),
      414,
      'uri_too_long',
    ],
    [
      '9 KB of URL',
      ({ path, method }: Address) => request(method, { path: `${path}?${'x'.repeat(9000)}` }),
      414,
      'uri_too_long',
    ],
    [
      'a cookie of 16 KB',
      (to: Address) => request(to.method, to, `Cookie: ${'x'.repeat(16_384)}`),
      431,
      'headers_too_large',
    ],
  ] as const)
    test(`refuses ${why} once in the envelope, and looks at nothing behind it`, async () => {
      for (const address of addresses) {
        const answer = await exchange(port, message(address) + request('GET', { path: '/v1/health' }))
        assertRefused(answer, status, code, docs)
      }
    })

  for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'identity, gzip'])
    test(`unpacks no body in ${coding}`, async () => {
      for (const address of addresses.filter(({ method }) => method === 'POST'))
        for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
          const headers = `Content-Type: ${type}\r\nContent-Encoding: ${coding}`
          const message = request('POST', address, headers, 'x'.repeat(100))
          const answer = await exchange(port, message + request('GET', { path: '/v1/health' }))
          assertRefused(answer, 415, 'unsupported_media_type', docs)
        }
    })
})

describe('with a key', () => {
  test('only the client may cache an answer, its 304 and its compressed form', async () => {
    const address = { method: 'GET', path: `/v1/providers/${small.npi}` } as const
    const authorization = `Authorization: Bearer ${server.key}`
    const answer = await ask('GET', address, authorization)
    const known = await ask(
      'GET',
      address,
      `${authorization}\r\nIf-None-Match: ${answer.headers.get('etag')}`,
    )
    const packed = await ask('GET', address, `${authorization}\r\nAccept-Encoding: br`)
    assert.deepEqual([answer.status, known.status, packed.status], [200, 304, 200])
    for (const each of [answer, known, packed]) {
      assertSafe({ ...each, body: '' }, address, 'key')
      assert.equal(each.headers.get('cache-control'), 'private, max-age=0, must-revalidate')
      assert.match(each.headers.get('vary') ?? '', /\bauthorization\b/i)
      assert.match(each.headers.get('vary') ?? '', /\baccept-encoding\b/i)
    }
  })
})

describe('a signed-in user', () => {
  test('reads in each answer, page or JSON, that it is kept nowhere', async () => {
    for (const accept of ['application/json', 'text/html']) {
      const cookies = new Map<string, string>()
      const answers: Answer[] = []
      const send = async (
        method: 'GET' | 'POST',
        path: string,
        form: Readonly<Record<string, string>> = {},
      ) => {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
        const headers = `Content-Type: application/json\r\nAccept: ${accept}\r\nCookie: ${cookie}`
        const answer = await ask(method, { path }, headers, method === 'GET' ? '' : JSON.stringify(form))
        assertSafe(answer, { method, path }, accept)
        for (const line of answer.cookies) {
          assert.match(line, /^__Host-/)
          cookies.set(...(line.split(';')[0]!.split(/=(.*)/, 2) as [string, string]))
        }
        answers.push(answer)
        return answer.body
      }
      const token = found(await send('GET', '/keys'), 'token')
      const sent = await send('POST', '/keys/code', { token, email: `${accept.slice(0, 4)}@example.org` })
      const code = /^Subject: (\d{6}) /m.exec(mail.mails.at(-1)?.text ?? '')?.[1] ?? 'no code'
      await send('POST', '/keys/session', { token, challenge: found(sent, 'challenge'), code })
      assert.match(await send('POST', '/keys/new', { token, label: 'bot' }), /careatlas_sk_/)
      assert.match(await send('GET', '/keys'), /bot/)
      await send('POST', '/keys/sign-out', { token })
      const made = accept === 'text/html' ? [200, 200, 303, 200, 200, 303] : [200, 200, 200, 201, 200, 200]
      assert.deepEqual(
        answers.map(({ status }) => status),
        made,
      )
      for (const { headers, status } of answers) {
        const vary = headers.get('vary') ?? ''
        if (status !== 303) assert.ok(/\bcookie\b/i.test(vary) && /\baccept\b/i.test(vary), vary)
      }
    }
  })
})

/** The value that a page or JSON has under the name. */
function found(text: string, name: string): string {
  return new RegExp(`"?${name}"?(?:" value=|:)"([^"]+)"`).exec(text)?.[1] ?? `no ${name}`
}
