/** For tests: pages with the interface of the chat client, which renders the states that a test sets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { readClientModule } from './chat-client-source.fixture.ts'
import { openChromium } from './chromium.fixture.ts'
import { assertClean, observe } from './observed-page.fixture.ts'

/** What the tests of one file share. */
export interface InterfaceTests {
  /** Why the tests cannot run; false if they can. */
  readonly skip: string | false
  /** Null if the tests are skipped. */
  readonly browser: Browser | null
  /** The address of the pages. */
  readonly url: string
  /** Renders a chat in a page, and afterwards asserts that the page violated no policy, sent no request elsewhere and ran no attack. */
  readonly withChat: (options: RenderOptions, use: (chat: RenderedChat) => Promise<void>) => Promise<void>
}

export interface RenderOptions {
  readonly state?: object
  readonly options?: object
  /** Of the page: `lang`, `dir` and the content security policy as `policy`. */
  readonly query?: Readonly<Record<string, string>>
  readonly context?: Parameters<Browser['newContext']>[0]
  /** Runs in the page before its scripts. */
  readonly before?: string
}

export interface RenderedChat {
  readonly page: Page
  /** Changes the state, and waits until it is rendered. */
  readonly set: (changes: object) => Promise<void>
  /** What the interface asked for since the last call of this function. */
  readonly takeCalls: () => Promise<unknown[][]>
  /** Evaluates an expression in which `root` is the shadow root of the chat. */
  readonly evaluate: <Value>(expression: string) => Promise<Value>
}

/** Opens Chromium and serves the pages until the tests of the calling file have ended. */
export async function openInterface(): Promise<InterfaceTests> {
  const browser = await openChromium()
  const pages = await serveInterface()
  after(async () => {
    await browser?.close()
    await pages[Symbol.asyncDispose]()
  })
  const { url } = pages
  return {
    skip: browser === null && 'Chromium is not installed; installing it requires root and apt-get',
    browser,
    url,
    withChat: (options, use) => withChat(browser!, url, options, use),
  }
}

/** The strictest policy of a page that runs a script: without inline styles, inline scripts and markup from strings. */
const strictPolicy = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

/** Serves the source files of the client as modules, and a page that starts it. */
export async function serveInterface(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const module = readClientModule(pathname)
    if (module !== null) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(module)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': searchParams.get('policy') ?? strictPolicy,
    })
    response.end(writePage(searchParams.get('lang') ?? 'en', searchParams.get('dir') ?? 'ltr'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function writePage(lang: string, dir: string): string {
  return `<!doctype html><html lang="${lang}" dir="${dir}"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbor Clinic</title><main><h1>Harbor Clinic</h1><p><a href="#chat">Contact</a></p><div id="chat"></div></main>
<script type="module" src="/interface/scripted-chat.fixture.ts"></script></html>`
}

async function withChat(
  browser: Browser,
  url: string,
  { state = {}, options = {}, query = {}, context = {}, before = '' }: RenderOptions,
  use: (chat: RenderedChat) => Promise<void>,
): Promise<void> {
  await using observed = await observe(browser, { reducedMotion: 'reduce', ...context })
  const { page } = observed
  if (before !== '') await page.addInitScript({ content: before })
  await page.goto(`${url}/?${new URLSearchParams(query).toString()}`)
  await page.evaluate(`window.startChat(${JSON.stringify(options)}, ${JSON.stringify(state)})`)
  await page.evaluate(untilRendered)
  await use({
    page,
    evaluate: (expression) =>
      page.evaluate(
        `(() => { const root = document.querySelector('#chat').firstElementChild.shadowRoot; return ${expression} })()`,
      ),
    set: async (changes) => {
      await page.evaluate(`window.chat.set(${JSON.stringify(changes)})`)
      await page.evaluate(untilRendered)
    },
    takeCalls: () => page.evaluate('window.chat.calls.splice(0)'),
  })
  assertClean(observed, url)
  assert.equal(await page.evaluate('window.attacked'), undefined)
}

/** The second frame after a change, and all frames that insert messages. */
const untilRendered = `new Promise((resolve) => {
  const check = () => {
    const root = document.querySelector('#chat')?.firstElementChild?.shadowRoot
    const messages = root?.querySelectorAll('[role=log] [part~=entry]')
    if (messages?.length < window.chat.state.entries.length) requestAnimationFrame(check)
    else resolve()
  }
  requestAnimationFrame(() => requestAnimationFrame(check))
})`

/** The options of a browser context. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/**
 * A script for `before`. Chromium on a desktop has no keyboard on the screen: the page sees the visual viewport that a phone reports.
 */
export const emulatedKeyboard = `
  const viewport = new EventTarget()
  Object.assign(viewport, { scale: 1, height: ${phone.viewport.height}, offsetTop: 0 })
  Object.defineProperty(window, 'visualViewport', { get: () => viewport })
  window.showKeyboard = (height, offsetTop) => {
    Object.assign(viewport, { height, offsetTop })
    viewport.dispatchEvent(new Event('resize'))
  }`

/** A script for `before`: `window.timers` has the identifiers of the pending timers, without those of WebKitWebDriver. */
export const recordTimers = `
  window.timers = new Set()
  const { setTimeout: start, clearTimeout: end } = window
  window.setTimeout = (task, ms, ...values) => {
    const id = start(() => { window.timers.delete(id); task(...values) }, ms)
    if (ms !== 30_000) window.timers.add(id)
    return id
  }
  window.clearTimeout = (id) => { window.timers.delete(id); end(id) }`

/** The field in which the user writes. */
export function messageField(page: Page): Locator {
  return page.getByLabel('Message', { exact: true })
}

/** The bar that opens the chat. */
export function trigger(page: Page): Locator {
  return page.locator('[part=trigger]')
}

export function clickButton(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name }).click()
}

/** The name or the text of the focused element. */
export function describeFocus({ evaluate }: RenderedChat): Promise<string> {
  return evaluate(
    "((element) => element?.getAttribute('aria-label') || element?.title || element?.innerText || '')(root.activeElement)",
  )
}
