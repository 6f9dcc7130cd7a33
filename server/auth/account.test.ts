/** `/keys` over real sockets: the code comes by a real mail server. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { mailServer } from './mail-server.fixture.ts'

const email = 'ana@example.org'

/** A server that sends mail, and a browser's worth of cookies. */
async function desk(settings: Readonly<Record<string, string>> = {}) {
  const opened = new AsyncDisposableStack()
  const mail = opened.use(await mailServer())
  const server = opened.use(
    await runServer({ SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org', ...settings }),
  )
  return {
    mail,
    server,
    browser: () => new Browser(server.url),
    codeOf: (at: number) => /^Subject: (\d{6}) /m.exec(mail.mails.at(at)?.text ?? '')?.[1] ?? 'no code',
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Asks for JSON, keeps cookies and the token of the page. */
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

  async signIn(codeOf: (at: number) => string, address = email): Promise<void> {
    await this.open()
    const { challenge } = (await (await this.post('/keys/code', { email: address })).json()) as {
      challenge: string
    }
    const signed = await this.post('/keys/session', { challenge, code: codeOf(-1) })
    assert.equal(signed.status, 200)
  }

  async make(label: string): Promise<{ id: string; key: string }> {
    const made = await this.post('/keys/new', { label })
    assert.equal(made.status, 201)
    return (await made.json()) as { id: string; key: string }
  }
}

async function codeOfError(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code
}

describe('a key of one’s own', () => {
  test('is made with a code from the mail, works, is exchanged, and is refused once revoked', async () => {
    await using at = await desk()
    const ana = at.browser()
    await ana.signIn(at.codeOf)
    const { id, key } = await ana.make('bot')
    const ask = async (with_: string) =>
      (
        await fetch(`${at.server.url}/v1/providers/${small.npi}`, {
          headers: { authorization: `Bearer ${with_}` },
        })
      ).status
    assert.equal(await ask(key), 200)
    const next = (await (await ana.post(`/keys/${id}/rotate`)).json()) as { id: string; key: string }
    assert.deepEqual([await ask(key), await ask(next.key)], [200, 200])
    for (const each of [id, next.id]) assert.equal((await ana.post(`/keys/${each}/revoke`)).status, 200)
    assert.deepEqual([await ask(key), await ask(next.key)], [401, 401])
  })

  test('can be named anew, and goes with the account', async () => {
    await using at = await desk()
    const ana = at.browser()
    await ana.signIn(at.codeOf)
    const { id, key } = await ana.make('bot')
    assert.equal((await ana.post(`/keys/${id}/label`, { label: 'night job' })).status, 200)
    assert.deepEqual(
      (await ana.open()).keys.map(({ label }) => label),
      ['night job'],
    )
    assert.equal(
      await codeOfError(await ana.post('/keys/delete-account', { confirm: 'bob@example.org' })),
      'invalid_parameter',
    )
    assert.equal((await ana.post('/keys/delete-account', { confirm: ' ANA@example.org' })).status, 200)
    assert.equal((await ana.open()).account, null)
    const asked = await fetch(`${at.server.url}/v1/regions`, { headers: { authorization: `Bearer ${key}` } })
    assert.equal(asked.status, 200)
    const refused = await fetch(`${at.server.url}/v1/providers/${small.npi}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(refused.status, 401)
  })

  test('is nobody else’s to see or to change', async () => {
    await using at = await desk()
    const [ana, bob] = [at.browser(), at.browser()]
    await ana.signIn(at.codeOf)
    await bob.signIn(at.codeOf, 'bob@example.org')
    const { id } = await ana.make('hers')
    assert.deepEqual((await bob.open()).keys, [])
    for (const path of ['revoke', 'rotate', 'label']) {
      const response = await bob.post(`/keys/${id}/${path}`, {
        label: 'mine',
        accountId: 'acc_ana',
        owner: email,
      })
      assert.equal(await codeOfError(response), 'not_found')
    }
    assert.equal((await ana.open()).keys[0]?.label, 'hers')
  })
})

describe('a session', () => {
  test('is needed to make a key, and ends with signing out', async () => {
    await using at = await desk()
    const ana = at.browser()
    await ana.open()
    assert.equal(await codeOfError(await ana.post('/keys/new', { label: 'bot' })), 'missing_credentials')
    await ana.signIn(at.codeOf)
    const kept = new Map(ana.cookies)
    assert.equal((await ana.post('/keys/sign-out')).status, 200)
    for (const [name, value] of kept) ana.cookies.set(name, value)
    assert.equal(await codeOfError(await ana.post('/keys/new', { label: 'bot' })), 'missing_credentials')
  })

  test('does not begin with the code of another browser', async () => {
    await using at = await desk()
    const [ana, thief] = [at.browser(), at.browser()]
    await ana.open()
    const { challenge } = (await (await ana.post('/keys/code', { email })).json()) as { challenge: string }
    await thief.open()
    const stolen = await thief.post('/keys/session', { challenge, code: at.codeOf(-1) })
    assert.equal(await codeOfError(stolen), 'invalid_code')
    assert.equal((await ana.post('/keys/session', { challenge, code: at.codeOf(-1) })).status, 200)
  })
})

describe('what changes something', () => {
  for (const [what, change] of Object.entries<{
    form?: Record<string, string>
    headers?: Record<string, string>
  }>({
    'no token': { form: { token: '' } },
    'the token of another browser': { form: { token: 'x'.repeat(43) } },
    'another origin': { headers: { origin: 'https://evil.example' } },
    'the origin null': { headers: { origin: 'null' } },
    'another site': { headers: { 'sec-fetch-site': 'cross-site' } },
  })) {
    test(`is refused with ${what}`, async () => {
      await using at = await desk()
      const ana = at.browser()
      await ana.signIn(at.codeOf)
      const response = await ana.post('/keys/new', { label: 'bot', ...change.form }, change.headers)
      assert.equal(response.status, 403)
      assert.equal(await codeOfError(response), 'page_expired')
      assert.deepEqual((await ana.open()).keys, [])
    })
  }

  test('is not asked for by GET', async () => {
    await using at = await desk()
    const response = await at.browser().send('/keys/new')
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
  })
})

describe('a code', () => {
  test('that cannot be sent is said so, and the next one may come at once', async () => {
    await using refusing = await mailServer('mailbox full')
    await using at = await desk({ SMTP_URL: refusing.url })
    const ana = at.browser()
    await ana.open()
    for (const _ of [1, 2, 3, 4])
      assert.equal(await codeOfError(await ana.post('/keys/code', { email })), 'unavailable')
  })

  test('goes to one address alone', async () => {
    await using at = await desk()
    const ana = at.browser()
    await ana.open()
    for (const wrong of [
      'ana@example.org, evil@example.org',
      'ana@example.org\r\nBcc: evil@example.org',
      'ana',
    ])
      assert.equal(await codeOfError(await ana.post('/keys/code', { email: wrong })), 'invalid_parameter')
    assert.deepEqual(at.mail.mails, [])
  })
})

test('the pages are for their owner: never cached, never framed, without a script, and read by no other origin', async () => {
  await using at = await desk()
  const page = await at.browser().send('/keys', { headers: { accept: 'text/html' } })
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
