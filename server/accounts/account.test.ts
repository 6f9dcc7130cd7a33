/** The `/keys` pages over HTTP, with one-time codes from a real mail server. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { pino } from 'pino'
import { type RunOptions, runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { startMailServer, type MailFailure } from '../mail-server.fixture.ts'

const email = 'ana@example.org'

/** Starts a server that sends its codes to a mail server. Each browser has its own cookies; `codeOf` returns the code of a mail. */
async function startWithMail(
  settings: Readonly<Record<string, string>> = {},
  { failure = null, ...options }: RunOptions & { readonly failure?: MailFailure } = {},
) {
  const opened = new AsyncDisposableStack()
  const mail = opened.use(await startMailServer(failure))
  const mailSettings = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
  const server = opened.use(await runServer({ ...mailSettings, ...settings }, options))
  return {
    mail,
    server,
    browser: () => new Browser(server.url),
    codeOf: (index: number) => /^Subject: (\d{6}) /m.exec(mail.mails.at(index)?.text ?? '')?.[1] ?? 'no code',
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** A browser that keeps its cookies and the CSRF token of the page. It requests JSON by default. */
class Browser {
  readonly url: string
  readonly cookies = new Map<string, string>()
  token = ''

  constructor(url: string) {
    this.url = url
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'application/json', cookie, ...(init.headers as Record<string, string>) }
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  async open(): Promise<{ account: { email: string } | null; keys: { id: string; label: string }[] }> {
    const page = (await (await this.send('/keys')).json()) as { token: string } & Awaited<
      ReturnType<Browser['open']>
    >
    this.token = page.token
    return page
  }

  post(path: string, form: Readonly<Record<string, string>> = {}, headers = {}): Promise<Response> {
    const body = JSON.stringify({ token: this.token, ...form })
    return this.send(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }

  /** Posts the form as a browser without JavaScript does. */
  submit(path: string, form: Readonly<Record<string, string>> = {}, headers = {}): Promise<Response> {
    const body = new URLSearchParams({ token: this.token, ...form })
    return this.send(path, { method: 'POST', body, headers: { accept: 'text/html', ...headers } })
  }

  async signIn(codeOf: (index: number) => string, address = email): Promise<void> {
    await this.open()
    const { challenge } = (await (await this.post('/keys/code', { email: address })).json()) as {
      challenge: string
    }
    const response = await this.post('/keys/session', { challenge, code: codeOf(-1) })
    assert.equal(response.status, 200)
  }

  async createKey(label: string): Promise<{ id: string; key: string }> {
    const created = await this.post('/keys/new', { label })
    assert.equal(created.status, 201)
    return (await created.json()) as { id: string; key: string }
  }
}

async function errorCodeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code
}

async function errorCodeOfCodeRequest(browser: Browser, address: string): Promise<string> {
  return errorCodeOf(await browser.post('/keys/code', { email: address }))
}

describe('a key that a user creates', () => {
  test('is accepted until it is revoked, and can be rotated', async () => {
    await using app = await startWithMail()
    const ana = app.browser()
    await ana.signIn(app.codeOf)
    const { id, key } = await ana.createKey('bot')
    const statusWithKey = async (apiKey: string) =>
      (
        await fetch(`${app.server.url}/v1/providers/${small.npi}`, {
          headers: { authorization: `Bearer ${apiKey}` },
        })
      ).status
    assert.equal(await statusWithKey(key), 200)
    const next = (await (await ana.post(`/keys/${id}/rotate`)).json()) as { id: string; key: string }
    assert.deepEqual([await statusWithKey(key), await statusWithKey(next.key)], [200, 200])
    for (const keyId of [id, next.id]) assert.equal((await ana.post(`/keys/${keyId}/revoke`)).status, 200)
    assert.deepEqual([await statusWithKey(key), await statusWithKey(next.key)], [401, 401])
  })

  test('can be renamed, and is deleted with the account', async () => {
    await using app = await startWithMail()
    const ana = app.browser()
    await ana.signIn(app.codeOf)
    const { id, key } = await ana.createKey('bot')
    assert.equal((await ana.post(`/keys/${id}/label`, { label: 'night job' })).status, 200)
    assert.deepEqual(
      (await ana.open()).keys.map(({ label }) => label),
      ['night job'],
    )
    assert.equal(
      await errorCodeOf(await ana.post('/keys/delete-account', { confirm: 'bob@example.org' })),
      'invalid_parameter',
    )
    assert.equal((await ana.post('/keys/delete-account', { confirm: ' ANA@example.org' })).status, 200)
    assert.equal((await ana.open()).account, null)
    const publicRoute = await fetch(`${app.server.url}/v1/regions`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(publicRoute.status, 200)
    const withDeletedKey = await fetch(`${app.server.url}/v1/providers/${small.npi}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(withDeletedKey.status, 401)
  })

  test('cannot be seen or changed by another account', async () => {
    await using app = await startWithMail()
    const [ana, bob] = [app.browser(), app.browser()]
    await ana.signIn(app.codeOf)
    await bob.signIn(app.codeOf, 'bob@example.org')
    const { id } = await ana.createKey('hers')
    assert.deepEqual((await bob.open()).keys, [])
    for (const path of ['revoke', 'rotate', 'label']) {
      const response = await bob.post(`/keys/${id}/${path}`, {
        label: 'mine',
        accountId: 'acc_ana',
        owner: email,
      })
      assert.equal(await errorCodeOf(response), 'not_found')
    }
    assert.equal((await ana.open()).keys[0]?.label, 'hers')
  })
})

test('an e-mail address with an internationalized domain is compared case-insensitively', async () => {
  await using app = await startWithMail()
  const ana = app.browser()
  await ana.signIn(app.codeOf, 'ana@bücher.example')
  assert.equal((await ana.post('/keys/delete-account', { confirm: 'Ana@Bücher.example' })).status, 200)
})

test('the page does not list an expired key', async () => {
  await using app = await startWithMail()
  const ana = app.browser()
  await ana.signIn(app.codeOf)
  const { id } = await ana.createKey('night job')
  assert.equal((await ana.post(`/keys/${id}/rotate`)).status, 201)
  const listedCount = async () =>
    (await (await ana.send('/keys', { headers: { accept: 'text/html' } })).text()).match(/\/revoke"/g)?.length
  assert.equal(await listedCount(), 2)
  {
    using state = new DatabaseSync(join(app.server.dataDir, 'state/state.sqlite'))
    state.prepare('UPDATE api_key SET ends_at = ? WHERE id = ?').run(Date.now() - 1, id)
  }
  assert.equal(await listedCount(), 1)
})

describe('limits', () => {
  const on = { RATE_LIMITS: 'on' }

  test('each request to /keys is counted by client address, and a page with 429 has Retry-After', async () => {
    await using app = await startWithMail(on)
    const ana = app.browser()
    await ana.open()
    for (let sent = 1; sent < 60; sent += 2) {
      ana.cookies.set('careatlas_session', 'x'.repeat(43))
      assert.equal((await ana.send('/keys')).status, 200)
      if (sent + 1 === 60) break
      const guess = { challenge: `invented${sent}`, code: '123456' }
      assert.equal((await ana.post('/keys/session', guess)).status, 403)
    }
    assert.equal(await errorCodeOf(await ana.send('/keys')), 'rate_limited')
    for (const response of [
      await ana.submit('/keys/session', { challenge: 'x', code: '123456' }),
      await ana.send('/keys', { headers: { accept: 'text/html' } }),
    ]) {
      assert.equal(response.status, 429)
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
      assert.match(response.headers.get('ratelimit') ?? '', /^"public";r=0;t=\d+$/)
      assert.match(await response.text(), /role="alert"/)
    }
  })

  test('one client address can request ten codes an hour', async () => {
    await using app = await startWithMail(on)
    const ana = app.browser()
    await ana.open()
    for (let sent = 0; sent < 10; sent++)
      assert.equal((await ana.post('/keys/code', { email: `a${sent}@example.org` })).status, 200)
    assert.equal(await errorCodeOf(await ana.post('/keys/code', { email })), 'rate_limited')
    assert.equal(app.mail.mails.length, 10)
  })

  test('one client address gets ten codes for a thousand concurrent requests, also with plus-addresses of one mailbox', async () => {
    await using app = await startWithMail(on)
    const ana = app.browser()
    await ana.open()
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async (_, name) => {
        const response = await ana.post('/keys/code', { email: `me+${name}@example.org` })
        await response.arrayBuffer()
        return `${response.status} ${response.headers.has('retry-after')}`
      }),
    )
    assert.equal(statuses.filter((status) => status === '200 false').length, 10)
    assert.equal(statuses.filter((status) => status === '429 true').length, 990)
    assert.equal(app.mail.mails.length, 10)
  })

  test('a browser that signed in with an address before still receives codes when other browsers have used up the codes of the address', async ({
    mock: { timers },
  }) => {
    const now = Date.now()
    timers.enable({ apis: ['Date'], now })
    await using app = await startWithMail()
    const [ana, stranger] = [app.browser(), app.browser()]
    await ana.signIn(app.codeOf)
    await ana.post('/keys/sign-out')
    await stranger.open()
    for (let sent = 1; sent < 10; sent++) {
      timers.setTime(now + sent * 15 * 60_000)
      assert.equal((await stranger.post('/keys/code', { email })).status, 200)
    }
    assert.equal(await errorCodeOfCodeRequest(stranger, email), 'rate_limited')
    await ana.signIn(app.codeOf)
    assert.equal((await ana.open()).account?.email, email)
    // The proof is for one address, and cannot be forged.
    const bob = 'bob@example.org'
    await stranger.post('/keys/code', { email: bob })
    assert.equal(await errorCodeOfCodeRequest(ana, bob), 'rate_limited')
    stranger.cookies.set('careatlas_known', ana.cookies.get('careatlas_known')!.replace(/^.{5}/, 'AAAAA'))
    assert.equal(await errorCodeOfCodeRequest(stranger, email), 'rate_limited')
  })

  test('one client address can create three accounts a day', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    await using app = await startWithMail(on, { log })
    for (const name of ['ana', 'bob', 'eve']) await app.browser().signIn(app.codeOf, `${name}@example.org`)
    const dan = app.browser()
    await dan.open()
    const sent = await dan.post('/keys/code', { email: 'dan@example.org' })
    const { challenge } = (await sent.json()) as { challenge: string }
    const response = await dan.post('/keys/session', { challenge, code: app.codeOf(-1) })
    assert.equal(await errorCodeOf(response), 'rate_limited')
    assert.equal((await dan.open()).account, null)
    const countRejectedCodes = () =>
      lines.filter((line) => /"code_refused".*"destination":"[0-9a-f]{16}"/.test(line)).length
    assert.equal(countRejectedCodes(), 0, 'the code was correct')
    await dan.post('/keys/session', { challenge, code: app.codeOf(-1) })
    assert.equal(countRejectedCodes(), 1, 'the code was already used')
  })

  test('one account can create twenty keys a day, which limits its searches', async () => {
    await using app = await startWithMail(on)
    const ana = app.browser()
    await ana.signIn(app.codeOf)
    for (let created = 0; created < 20; created++) {
      const { id } = await ana.createKey('bot')
      assert.equal((await ana.post(`/keys/${id}/revoke`)).status, 200)
    }
    const response = await ana.post('/keys/new', { label: 'bot' })
    assert.match(response.headers.get('ratelimit') ?? '', /^"new_keys";r=0;t=\d+$/)
    assert.equal(await errorCodeOf(response), 'rate_limited')
    const rotated = await ana.post('/keys/key_0123456789abcdef/rotate')
    assert.equal(await errorCodeOf(rotated), 'rate_limited')
  })
})

describe('a session', () => {
  test('is required to create a key, and ends when the user signs out', async () => {
    await using app = await startWithMail()
    const ana = app.browser()
    await ana.open()
    assert.equal(await errorCodeOf(await ana.post('/keys/new', { label: 'bot' })), 'missing_credentials')
    await ana.signIn(app.codeOf)
    const oldCookies = new Map(ana.cookies)
    assert.equal((await ana.post('/keys/sign-out')).status, 200)
    for (const [name, value] of oldCookies) ana.cookies.set(name, value)
    assert.equal(await errorCodeOf(await ana.post('/keys/new', { label: 'bot' })), 'missing_credentials')
  })

  test('does not start with a code that another browser requested', async () => {
    await using app = await startWithMail()
    const [ana, attacker] = [app.browser(), app.browser()]
    await ana.open()
    const { challenge } = (await (await ana.post('/keys/code', { email })).json()) as { challenge: string }
    await attacker.open()
    const stolen = await attacker.post('/keys/session', { challenge, code: app.codeOf(-1) })
    assert.equal(await errorCodeOf(stolen), 'invalid_code')
    assert.equal((await ana.post('/keys/session', { challenge, code: app.codeOf(-1) })).status, 200)
  })
})

describe('a POST request to /keys', () => {
  for (const [title, change] of Object.entries<{
    form?: (otherBrowser: Browser) => Record<string, string>
    headers?: Record<string, string>
  }>({
    'no token': { form: () => ({ token: '' }) },
    'the token of another browser': { form: ({ token }) => ({ token }) },
    'another origin': { headers: { origin: 'https://evil.example' } },
    'the origin null': { headers: { origin: 'null' } },
    'another site': { headers: { 'sec-fetch-site': 'cross-site' } },
  })) {
    test(`is rejected with ${title}`, async () => {
      await using app = await startWithMail()
      const ana = app.browser()
      await ana.signIn(app.codeOf)
      const otherBrowser = app.browser()
      await otherBrowser.open()
      const form = { label: 'bot', ...change.form?.(otherBrowser) }
      const response = await ana.post('/keys/new', form, change.headers)
      assert.equal(response.status, 403)
      assert.equal(await errorCodeOf(response), 'page_expired')
      assert.deepEqual((await ana.open()).keys, [])
    })
  }

  test('that is rejected gets a page that repeats none of the form values', async () => {
    await using app = await startWithMail()
    const ana = app.browser()
    await ana.open()
    const form = { email: 'call 0900 123', challenge: 'x', code: '123456' }
    const response = await ana.submit('/keys/session', form, { 'sec-fetch-site': 'cross-site' })
    assert.equal(response.status, 403)
    const html = await response.text()
    assert.match(html, /role="alert"/)
    assert.ok(!html.includes('0900'), html)
  })

  test('is rejected with 400 and the name of the field if a value is not one string', async () => {
    await using app = await startWithMail()
    const ana = app.browser()
    await ana.open()
    const { token } = ana
    for (const [body, pattern] of [
      [{ token, email: 7 }, /^email must be a string/],
      [{ token, email: ['a@example.org'] }, /^email /],
      [{ token: null, email }, /^token /],
      [[token], /form or a JSON object/],
      ['text', /form or a JSON object/],
      [null, /form or a JSON object/],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      const response = await ana.send('/keys/code', { method: 'POST', body: JSON.stringify(body), headers })
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      assert.deepEqual([response.status, error.code], [400, 'invalid_parameter'])
      assert.match(error.message, pattern)
    }
    const twice = new URLSearchParams([
      ['token', token],
      ['email', email],
      ['email', email],
    ])
    const page = await ana.send('/keys/code', {
      method: 'POST',
      body: twice,
      headers: { accept: 'text/html' },
    })
    assert.equal(page.status, 400)
    assert.match(await page.text(), /role="alert".*email must be a string, sent once/s)
  })

  test('with an unsupported media type gets a page in a browser', async () => {
    await using app = await startWithMail()
    const ana = app.browser()
    const headers = { accept: 'text/html', 'content-type': 'text/csv' }
    const page = await ana.send('/keys/code', { method: 'POST', body: 'a,b', headers })
    assert.equal(page.status, 415)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(await page.text(), /role="alert"/)
  })

  test('counts as HTTPS only if X-Forwarded-Proto comes from a trusted proxy', async () => {
    const origin = 'https://directory.example'
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'directory.example', origin }
    for (const [settings, status, cookie] of [
      [{ TRUSTED_PROXIES: '127.0.0.1' }, 200, /^__Host-careatlas_visitor=[\w-]{43}; .*; Secure$/],
      [{}, 403, /^careatlas_visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/],
    ] as const) {
      await using app = await startWithMail(settings)
      const ana = app.browser()
      const page = await ana.send('/keys', { headers: forwarded })
      ana.token = ((await page.json()) as { token: string }).token
      assert.match(page.headers.getSetCookie()[0] ?? '', cookie)
      assert.equal((await ana.post('/keys/code', { email }, forwarded)).status, status)
    }
  })

  test('is the only method of an action: GET gets 405', async () => {
    await using app = await startWithMail()
    const response = await app.browser().send('/keys/new')
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
  })
})

describe('a one-time code', () => {
  test('that cannot be sent causes a 503, and the user may request the next one immediately', async () => {
    await using app = await startWithMail({}, { failure: { refusal: 'mailbox full' } })
    const ana = app.browser()
    await ana.open()
    for (const _ of [1, 2, 3, 4])
      assert.equal(await errorCodeOf(await ana.post('/keys/code', { email })), 'unavailable')
  })

  test('that may have been sent counts as sent', async () => {
    await using app = await startWithMail({}, { failure: 'disconnects after the mail' })
    const ana = app.browser()
    await ana.open()
    assert.equal(await errorCodeOf(await ana.post('/keys/code', { email })), 'unavailable')
    assert.equal(await errorCodeOf(await ana.post('/keys/code', { email })), 'rate_limited')
    assert.equal(app.mail.mails.length, 1)
  })

  test('that cannot be sent is logged for the operator without the address, and the browser receives Retry-After', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    await using app = await startWithMail({}, { log, failure: { refusal: `mailbox of ${email} is full` } })
    const ana = app.browser()
    await ana.open()
    const response = await ana.submit('/keys/code', { email })
    assert.equal(response.status, 503)
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(await response.text(), /could not be sent/)
    assert.match(lines[0] ?? '', /mailbox of <address> is full/)
    assert.ok(!lines.join('').includes(email))
  })

  test('is printed only if the server is reachable only from this machine; otherwise the operator creates keys', async () => {
    for (const [settings, status, printed] of [
      [{}, 200, 1],
      [{ BASE_URL: 'https://directory.example' }, 404, 0],
      [{ TRUSTED_PROXIES: '127.0.0.1' }, 404, 0],
    ] as const) {
      const lines: string[] = []
      await using server = await runServer(settings, { print: (line) => lines.push(line) })
      const ana = new Browser(server.url)
      const html = await (await ana.send('/keys', { headers: { accept: 'text/html' } })).text()
      assert.equal(html.includes('operator'), status === 404)
      assert.equal(html.includes('<form'), status === 200)
      await ana.open()
      assert.equal((await ana.post('/keys/code', { email })).status, status)
      assert.equal(lines.length, printed)
    }
  })

  test('is sent to exactly one e-mail address', async () => {
    await using app = await startWithMail()
    const ana = app.browser()
    await ana.open()
    for (const invalid of [
      `${email}, evil@example.org`,
      `${email};evil@example.org`,
      `${email}\r\nBcc: evil@example.org`,
      `${email}>RCPT TO:<evil@example.org`,
      `Ana <${email}>`,
      '"evil@example.org,ana"@example.org',
      `${'a'.repeat(300)}@example.org`,
      'ana',
    ])
      assert.equal(await errorCodeOf(await ana.post('/keys/code', { email: invalid })), 'invalid_parameter')
    assert.deepEqual(app.mail.mails, [])
    for (const valid of ['ana@bücher.example', email])
      assert.equal((await ana.post('/keys/code', { email: valid })).status, 200)
    const recipients = app.mail.mails.map(({ to }) => to)
    // The mail server decodes the domain from Punycode.
    assert.deepEqual(recipients, [['ana@bücher.example'], [email]])
  })
})

test('the page is not cached, cannot be framed, contains no script and is not readable by other origins', async () => {
  await using app = await startWithMail()
  const page = await app.browser().send('/keys', { headers: { accept: 'text/html' } })
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*frame-ancestors 'none'/,
  )
  assert.equal(page.headers.get('access-control-allow-origin'), null)
  assert.match(
    page.headers.getSetCookie()[0] ?? '',
    /^careatlas_visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  assert.doesNotMatch(await page.text(), /<script/)
})
