/** For tests: a page with everything that the browser reports about it. */
import type { Browser, Page } from 'playwright-core'

/** What the browser reports while a test uses a page. */
interface Observed {
  readonly page: Page
  readonly console: string[]
  readonly requests: string[]
  readonly bytes: () => number
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens an empty page in a new context. */
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
