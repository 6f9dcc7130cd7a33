/**
 * What the client sends, in which order, and what the user sees of failures, in each browser. Requests cannot be changed in WebKit, so
 * other servers answer in place of the service; what else Chromium tests with changed requests is in chat-failures-in-browser.test.ts.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brokenPages, writeUseOfBrokenPage } from './broken-pages.fixture.ts'
import { writeRecorder } from './chat-page.fixture.ts'
import { startPartnership } from './chat-partnership.fixture.ts'
import { DrivenChat, isAuthentication, query } from './driven-chat.fixture.ts'
import { type DrivenBrowser, type DrivenPage, testInBrowser, waitFor } from './driven-page.fixture.ts'

export function testDrivenFailures(browser: DrivenBrowser): void {
  testInBrowser(browser, 'the order of the frames', {
    'without signing in, the socket opens with the first message, and no timer is left': traceAnonymous,
    'with an identity provider: configuration, socket, provider, exchange, upgrade, and a renewal before a message':
      traceSignedIn,
  })
  testInBrowser(browser, 'a failure', {
    'of the configuration with 500 can be retried, and the message returns to the field': (page) =>
      failConfig(page, { status: 500, body: '{}', requests: 3, canRetry: true }),
    'of the configuration that is not JSON can be retried, and the message returns to the field': (page) =>
      failConfig(page, { status: 200, body: '<html>', requests: 3, canRetry: true }),
    'of the configuration with 403 cannot be retried, and the message returns to the field': (page) =>
      failConfig(page, {
        status: 403,
        body: '{"error":{"code":"partner_mismatch","message":"no"}}',
        requests: 1,
        canRetry: false,
      }),
    'of the socket can be retried, and the message waits': failSocket,
    'of the sign-in can be retried, and the message returns to the field': failSignIn,
  })
  const pages: Record<string, (page: DrivenPage) => Promise<void>> = {}
  for (const [what, breakPage] of Object.entries(brokenPages))
    // WebKitWebDriver itself calls these methods in the page.
    if (browser.name !== 'WebKit' || !breakPage.includes('Array.prototype[name]'))
      pages[`that ${what} does not break the sign-in and the messages`] = (page) =>
        useBrokenPage(page, breakPage)
  testInBrowser(browser, 'a page', pages)
}

const anonymous = "authType: 'passwordless',"
const exchanging =
  "authType: 'tokenExchange', idTokenProvider: async () => { trace.push('provider'); return idToken },"
const fast = writeRecorder({ delayFactor: 0.01 })

const socket = ['socket 1', '< session.started', '< sdk.session.created']
const send = ['> message.send', '< message.accepted']

async function assertTrace(page: DrivenPage, expected: readonly string[]): Promise<void> {
  const trace = (await page.evaluate('return trace')) as readonly string[]
  assert.deepEqual(trace.slice(0, expected.length), expected)
}

async function traceAnonymous(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership()
  const chat = new DrivenChat(page, partnership, anonymous, writeRecorder({}))
  await chat.load()
  await chat.open()
  await waitFor(page, "trace.length === 1 && chat.state.connection === 'idle'")
  assert.deepEqual(await page.evaluate('return trace'), ['GET /sdk/config'])
  await chat.ask('heart doctor near 02903', 1)
  await assertTrace(page, ['GET /sdk/config', ...socket, ...send])
  assert.deepEqual(await page.evaluate('return [...timers.values()]'), [])
}

async function traceSignedIn(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership()
  const idToken = `window.idToken = '${await partnership.signIn('ana')}'`
  const chat = new DrivenChat(page, partnership, exchanging, `${writeRecorder({})}; ${idToken}`)
  await chat.load()
  await waitFor(page, isAuthentication('signed-in'))
  const exchange = ['provider', 'POST /sdk/token token-exchange']
  const start = ['GET /sdk/config', ...socket, ...exchange, '> auth.upgrade', '< auth.upgraded']
  assert.deepEqual(await page.evaluate('return trace'), start)
  await chat.open()
  await page.evaluate(`clockShiftMs = ${24.5 * 60_000}`)
  await chat.ask('heart doctor near 02903', 1)
  await assertTrace(page, [...start, ...send])
  const length = Number(await page.evaluate('return trace.length'))
  await page.evaluate(`clockShiftMs = ${25.5 * 60_000}`)
  await chat.ask('a woman', 2)
  const trace = (await page.evaluate('return trace')) as readonly string[]
  assert.deepEqual(trace.slice(length, length + 4), [...exchange, '> auth.refresh', '> message.send'])
  assert.deepEqual(await page.evaluate('return [...timers.values()]'), [])
}

interface FailingConfig {
  readonly status: number
  readonly body: string
  readonly requests: number
  readonly canRetry: boolean
}

async function failConfig(page: DrivenPage, { status, body, requests, canRetry }: FailingConfig) {
  await using partnership = await startPartnership()
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  const server = createServer(({ method }, response) =>
    response.writeHead(method === 'OPTIONS' ? 204 : status, headers).end(method === 'OPTIONS' ? '' : body),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  using _closing = { [Symbol.dispose]: () => void (server.closeAllConnections(), server.close()) }
  const serviceUrl = `serviceUrl: 'http://127.0.0.1:${(server.address() as AddressInfo).port}',`
  const chat = new DrivenChat(page, partnership, `${anonymous} ${serviceUrl}`, fast)
  await chat.load()
  await page.evaluate("chat.sendMessage('hello')")
  await chat.open()
  await assertFailure(
    page,
    canRetry ? 'The chat cannot be reached.' : 'This chat is not available on this page.',
    canRetry,
  )
  await waitFor(page, `${query('textarea')}.value === 'hello'`)
  await assertTrace(page, Array<string>(requests).fill('GET /sdk/config'))
  assert.equal(await page.evaluate('return trace.length'), requests)
}

/** Asserts what the user sees, and that nothing still seems to work. */
async function assertFailure(page: DrivenPage, sentence: string, canRetry: boolean): Promise<void> {
  const problem = query('[part=problem]')
  await waitFor(page, `${problem}.querySelector('[role=alert]').textContent === '${sentence}'`)
  assert.deepEqual(
    await page.evaluate(`
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return [${problem}.querySelector('button').checkVisibility(), ${query('.spinner')}.checkVisibility()]`),
    [canRetry, false],
  )
}

async function failSocket(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership()
  const addresses = `serviceUrl: '${partnership.service.url}', websocketUrl: 'ws://127.0.0.1:9/',`
  const chat = new DrivenChat(page, partnership, anonymous + addresses, fast)
  await chat.load()
  await chat.open()
  await chat.send('hello')
  await assertFailure(page, 'The chat cannot be reached.', true)
  await chat.assertMessages(['hello'])
}

async function failSignIn(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership()
  const chat = new DrivenChat(page, partnership, exchanging, `${fast}; window.idToken = 5`)
  await chat.load()
  await page.evaluate("chat.sendMessage('hello')")
  await chat.open()
  await assertFailure(page, 'You could not be signed in.', true)
  await waitFor(page, `${query('textarea')}.value === 'hello'`)
  await page.evaluate(`window.idToken = '${await partnership.signIn('ana')}'`)
  await page.click(`${query('[part=problem]')}.querySelector('button')`)
  await waitFor(page, isAuthentication('signed-in'))
}

async function useBrokenPage(page: DrivenPage, breakPage: string): Promise<void> {
  await using partnership = await startPartnership()
  const idToken = `window.idToken = '${await partnership.signIn('broken-page')}'`
  const options = `authType: 'tokenExchange', idTokenProvider: async () => idToken, authUpgradeProfileSync: { user_profile: { first_name: 'Ana' }, user_dependents: [{ first_name: 'Bo' }] },`
  const chat = new DrivenChat(page, partnership, options, idToken)
  await chat.load()
  const create = '(window.chat.destroy(), (window.chat = createServiceChat(options)))'
  const shown = await page.evaluate(writeUseOfBrokenPage(breakPage, create))
  assert.deepEqual(shown, { authentication: 'signed-in', problem: null, answers: 2 })
  await chat.assertNoProblems()
}
