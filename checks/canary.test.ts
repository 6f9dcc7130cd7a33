/**
 * Requests and secrets must not appear in the log or the state. The test uses every feature of a server with the most verbose log,
 * with a unique word in each input, and then searches the log and the stored files for these words.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Installation } from '@careatlas/bin/command.fixture'
import { startMailServer } from '@careatlas/server/mail-server.fixture'
import { Browser, redirect_uri } from '@careatlas/server/oauth/oauth-server.fixture'
import { publishSmallDirectory, small } from '@careatlas/server/small-directory.fixture'

const email = 'anna.kanari@example.org'

/** Returns a unique word: no such word contains another, and none is long enough to look like a secret. */
const canary = (place: string) => `kanari-${place}-x`

/** Words that may be in the log only with LOG_QUERIES=on. */
const searchWords = ['q', 'first', 'last', 'place', 'long'].map(canary)

/** Words that must never be in the log. */
const otherWords = [
  'unknown-value',
  'unknown-name',
  'utm',
  'mode',
  'carrier',
  'path',
  'lost',
  'broken',
  'agent',
  'referer',
  'cookie',
  'request-id',
  'bearer',
  'basic',
  'forwarded',
  'origin',
  'accept',
  'etag',
  'line',
  'header',
  'big',
  'body',
  'form',
  'label',
  'name',
  'state',
  'code',
  'refresh',
  'secret',
  'verifier',
  'client',
  'token',
].map(canary)

test('a trace log contains no query text and no secret, and the state no secret in clear text', async () => {
  await using server = await startServer({ LOG_LEVEL: 'trace' })
  const secrets = await useEveryFeature(server)
  const stored = readAllFiles(server.dataDir)
  assert.ok(stored.includes(email), 'the state was not searched')
  assert.deepEqual(
    secrets.filter((secret) => stored.includes(secret)),
    [],
  )
  await causeInternalError(server, secrets[0]!)
  const printed = await server.stop()
  assert.match(printed, /"level":50.*no such table/)
  const words = [...secrets, ...searchWords, ...otherWords, email, 'anna.kanari']
  assert.deepEqual(
    words.filter((word) => containsWord(printed, word)),
    [],
  )
  const events = parseLines(printed).flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : []))
  assert.deepEqual(new Set(events), new Set(expectedEvents))
})

test('LOG_QUERIES=on logs a warning and each successful search at any LOG_LEVEL, and no other input', async () => {
  await using server = await startServer({ LOG_LEVEL: 'fatal', LOG_QUERIES: 'on' })
  const secrets = await useEveryFeature(server)
  const printed = await server.stop()
  const words = [...secrets, ...otherWords, email, 'anna.kanari']
  assert.deepEqual(
    words.filter((word) => containsWord(printed, word)),
    [],
  )
  const lines = parseLines(printed)
  assert.match(String(lines[0]?.['msg']), /^LOG_QUERIES is on: /)
  const searches = lines.flatMap(({ query }) => (query === undefined ? [] : [JSON.stringify(query)]))
  for (const word of searchWords)
    assert.ok(
      searches.some((query) => query.includes(word)),
      word,
    )
  const others = lines.filter(({ query }) => query === undefined)
  assert.deepEqual(
    searchWords.filter((word) => JSON.stringify(others).includes(word)),
    [],
  )
})

const expectedEvents = `
  code_sent code_not_sent code_refused account_created signed_in signed_out account_deleted
  key_created key_rotated key_renamed key_revoked credentials_refused
  client_registered consent_given consent_refused grant_revoked
  tokens_issued tokens_refreshed tokens_refused token_revoked token_reuse_ended_family
`
  .trim()
  .split(/\s+/)

type Server = Awaited<ReturnType<typeof startServer>>

/** Starts `careatlas serve` and records its output. */
async function startServer(settings: Readonly<Record<string, string>>) {
  const opened = new AsyncDisposableStack()
  const mail = opened.use(await startMailServer())
  const installation = opened.use(new Installation())
  await publishSmallDirectory(installation.dataDir, '2026-11-09.1')
  const sending = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org', EMBEDDER: 'none' }
  const child = installation.start(['serve'], { ...sending, ...settings })
  opened.defer(() => void child.kill('SIGKILL'))
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const started = Promise.withResolvers<string>()
  let startOutput = ''
  child.stdout.on('data', (chunk) => {
    const [, url] = /listens on (\S+)/.exec((startOutput += String(chunk))) ?? []
    if (url !== undefined) started.resolve(url)
  })
  child.on('exit', () => started.reject(new Error(startOutput)))
  return {
    url: await started.promise,
    dataDir: installation.dataDir,
    code: () => /^Subject: (\d{6}) /m.exec(mail.mails.at(-1)?.text ?? '')?.[1] ?? 'no code',
    /** Stops the server and returns its complete output. */
    stop: async () => {
      child.kill('SIGTERM')
      return (await printed).join('\n')
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Uses every feature of the server; returns all secrets that this creates, the API key first. */
async function useEveryFeature(server: Server): Promise<readonly string[]> {
  const browser = new Browser(server.url)
  const { key, ...account } = await useAccount(server, browser)
  await sendSearches(server, key)
  await sendInvalidRequests(server)
  const tokens = await useOAuth(server, browser)
  const cookies = browser.cookieValues
  await signOut(browser)
  return [key, ...account.secrets, ...tokens, ...cookies].filter((secret) => secret !== '')
}

async function useAccount(server: Server, browser: Browser) {
  const codePage = await browser.send(await browser.go('/keys'), '/code', { email })
  // The next code can be sent only after a delay.
  assert.equal((await browser.send(await browser.go('/keys'), '/code', { email })).status, 429)
  const code = server.code()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const refused = await browser.send(codePage, '/session', { code: wrong })
  const home = await browser.send(refused, '/session', { code })
  const key = findKey((await browser.send(home, '/new', { label: canary('label') })).html)
  await browser.send(await browser.go('/keys'), '/label', { label: canary('name') })
  const next = findKey((await browser.send(await browser.go('/keys'), '/rotate')).html)
  await browser.send(await browser.go('/keys'), '/revoke')
  return { key: next, secrets: [code, wrong, key] }
}

function findKey(html: string): string {
  const [key] = /careatlas_sk_\w+/.exec(html) ?? []
  assert.ok(key, html)
  return key
}

async function sendSearches({ url }: Server, key: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    cookie: `careatlas_session=${canary('cookie')}`,
    referer: `https://example.org/${canary('referer')}`,
    'user-agent': canary('agent'),
    'x-request-id': `${canary('request-id')} ${key}`,
    'x-forwarded-for': canary('forwarded'),
    origin: `https://${canary('origin')}.example`,
    accept: `application/json, text/${canary('accept')}`,
    'if-none-match': `"${canary('etag')}"`,
  }
  const statusOf = async (path: string, more = {}) =>
    (await fetch(url + path, { headers: { ...headers, ...more } })).status
  const statusByPath: Record<string, number> = {
    [`/v1/providers?q=${canary('q')}&zip=02903&utm_source=${canary('utm')}`]: 200,
    [`/v1/providers?first_name=${canary('first')}&last_name=${canary('last')}`]: 200,
    [`/v1/locations?name=${canary('place')}`]: 200,
    [`/v1/locations?q=${canary('long')}+${key}`]: 200,
    [`/v1/providers?q=heart&q2=${canary('unknown-value')}`]: 400,
    [`/v1/providers?q=heart&${canary('unknown-name')}=1`]: 400,
    [`/v1/providers?q=heart&search_mode=${canary('mode')}`]: 400,
    [`/v1/providers?q=heart&carriers=${canary('carrier')}`]: 400,
    [`/v1/providers/${canary('path')}`]: 400,
    [`/${canary('lost')}`]: 404,
    [`/v1/providers/%E0%A4%A${canary('broken')}`]: 400,
    [`/v1/providers/${small.npi}`]: 200,
  }
  for (const [path, status] of Object.entries(statusByPath)) assert.equal(await statusOf(path), status, path)
  for (const authorization of [`Bearer ${canary('bearer')}`, `Basic ${canary('basic')}`])
    assert.equal(await statusOf(`/v1/providers/${small.npi}`, { authorization }), 401)
}

/** Malformed HTTP messages, and bodies that no operation accepts. */
async function sendInvalidRequests({ url }: Server): Promise<void> {
  const host = 'Host: a\r\nConnection: close\r\n'
  for (const message of [
    `GET /${canary('line')}\r\n${host}\r\n`,
    `${canary('line')} / HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}X: ${canary('header')}\0\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: ${canary('big')}${'x'.repeat(100_000)}\r\n\r\n`,
    `GET /?${canary('big')}${'x'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
    `POST /keys/code HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${canary('body')}`,
    `GET / HTTP/1.1\r\n${host}Expect: ${canary('header')}\r\n\r\n`,
  ])
    await sendRaw(url, message)
  const big = `{"email":"${canary('big').repeat(100_000)}"}`
  for (const [path, body, type] of [
    ['/keys/code', `{"email": ${canary('body')}`, 'application/json'],
    ['/keys/code', `email=${canary('form')}`, 'application/x-www-form-urlencoded'],
    ['/keys/code', big, 'application/json'],
    ['/v1/providers', canary('body'), canary('header')],
    [
      '/oauth/register',
      `{"client_name": "${canary('name')}", "redirect_uris": ["${canary('body')}"]}`,
      'application/json',
    ],
    ['/mcp', `{"method": "${canary('body')}"}`, 'application/json'],
  ] as const) {
    const init = { method: 'POST', body, headers: { 'content-type': type } }
    const { status } = await fetch(url + path, init)
    assert.ok(status >= 400 && status < 500, `${path} ${status}`)
  }
}

/** Ignores the response. */
async function sendRaw(url: string, message: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined).resume()
  socket.write(message)
  await once(socket, 'close')
}

async function useOAuth({ url }: Server, browser: Browser): Promise<readonly string[]> {
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: canary('name'), redirect_uris: [redirect_uri] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const code_verifier = `${canary('verifier')}.${'v'.repeat(43)}`
  const query = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    state: canary('state'),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const decide = async (decision: 'allow' | 'deny') => {
    const consent = await browser.go(`/oauth/authorize?${query.toString()}`)
    const { returnUrl } = await browser.send(consent, '/consent', { decision })
    return returnUrl?.searchParams.get('code') ?? ''
  }
  assert.equal(await decide('deny'), '')
  const code = await decide('allow')
  const tokens = (form: Readonly<Record<string, string>>) => tokensFor(url, { client_id, ...form })
  const exchange = { grant_type: 'authorization_code', code, redirect_uri, code_verifier }
  for (const invalidForm of [
    { ...exchange, code: canary('code') },
    { ...exchange, code_verifier: `${canary('verifier')}.${'w'.repeat(43)}` },
    { ...exchange, code: canary('code'), client_secret: canary('secret') },
    { grant_type: 'refresh_token', refresh_token: canary('refresh') },
    { grant_type: canary('code') },
    { ...exchange, client_id: canary('client') },
  ])
    assert.ok('error' in (await tokens(invalidForm)))
  const first = await tokens(exchange)
  const second = await tokens({ grant_type: 'refresh_token', refresh_token: first['refresh_token'] ?? '' })
  for (const token of [canary('token'), second['refresh_token'] ?? ''])
    await fetch(`${url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ client_id, token }) })
  await browser.go(`/oauth/authorize?state=${canary('state')}&client_id=${canary('client')}`)
  const secondExchange = { ...exchange, code: await decide('allow') }
  const third = await tokens(secondExchange)
  assert.equal((await tokens(secondExchange))['error'], 'invalid_grant')
  const unused = await decide('allow')
  await browser.send(await browser.go('/keys'), '/disconnect')
  const issued = [first, second, third].flatMap((tokenSet) => [
    tokenSet['access_token'],
    tokenSet['refresh_token'],
  ])
  assert.ok(code && issued.every(Boolean), 'no tokens')
  return [code, secondExchange.code, unused, ...issued.map(String)]
}

async function tokensFor(
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const init = { method: 'POST', body: new URLSearchParams(form) }
  return (await (await fetch(`${url}/oauth/token`, init)).json()) as Record<string, string>
}

async function signOut(browser: Browser): Promise<void> {
  await browser.send(await browser.go('/keys'), '/sign-out')
}

/** Deletes the account, and then causes an unexpected error in the verification of a key. */
async function causeInternalError(server: Server, key: string): Promise<void> {
  const browser = new Browser(server.url)
  {
    using state = new DatabaseSync(join(server.dataDir, 'state/state.sqlite'))
    // Allows the next code immediately.
    state.exec('DELETE FROM one_time_code')
  }
  const home = await browser.signIn(await browser.go('/keys'), { ...server, newAddress: () => email })
  await browser.send(home, '/delete-account', { confirm: email })
  {
    using state = new DatabaseSync(join(server.dataDir, 'state/state.sqlite'))
    state.exec('DROP TABLE api_key')
  }
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await fetch(`${server.url}/v1/providers?q=${canary('q')}`, { headers })
  assert.equal(status, 500)
}

/** A one-time code counts only as a separate number, because other numbers may contain its digits. */
function containsWord(printed: string, word: string): boolean {
  return /^\d+$/.test(word)
    ? new RegExp(String.raw`(?<!\w)${word}(?!\w)`).test(printed)
    : printed.includes(word)
}

function parseLines(printed: string): Record<string, unknown>[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

function readAllFiles(folder: string): string {
  const files = globSync('**/*', { cwd: folder }).map((path) => join(folder, path))
  return files.flatMap((file) => (statSync(file).isFile() ? [readFileSync(file, 'latin1')] : [])).join('\n')
}
