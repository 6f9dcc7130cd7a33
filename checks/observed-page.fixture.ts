/** For tests: a page whose errors, requests and transferred bytes are recorded. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'

/** What the browser reports while a test uses a page. */
export interface Observed {
  readonly page: Page
  readonly console: string[]
  readonly requests: string[]
  readonly bytes: () => number
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a page in a context of its own. */
export async function observe(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Observed> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const console: string[] = []
  const requests: string[] = []
  let transferred = 0
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && console.push(message.text()),
  )
  page.on('pageerror', (error) => console.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (transferred += encodedDataLength))
  return {
    page,
    console,
    requests,
    bytes: () => transferred,
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** Asserts that the page sent requests to `origin` only, without a violation of its policy or an error. */
export function assertClean({ console, requests }: Observed, origin: string): void {
  const foreign = requests.filter((url) => !url.startsWith(origin) && !/^(?:data|blob):/.test(url))
  assert.deepEqual(foreign, [])
  assert.deepEqual(console, [])
}

/** Asserts that the page transferred at most `limitKb`, with compression. */
export function assertTransfer(observed: Observed, limitKb: number, t: TestContext): void {
  const kilobytes = observed.bytes() / 1000
  t.diagnostic(`${kilobytes.toFixed(1)} KB in ${observed.requests.length} requests`)
  assert.ok(kilobytes > 1 && kilobytes <= limitKb, `${kilobytes} KB`)
}
