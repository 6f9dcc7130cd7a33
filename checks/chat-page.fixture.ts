/** For tests: a page of a partner with the chat client in Chromium. */
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { Partnership } from './chat-partnership.fixture.ts'

export interface ChatPageOptions {
  /** Added to the clock of the browser. */
  readonly clockShiftMs?: number
  /** Multiplies the delays of the page; default: 1. */
  readonly delayFactor?: number
  /** Multiplies its timeouts, of 10 seconds; default: 1. */
  readonly timeoutFactor?: number
  /** What the page says about its user. */
  readonly provideIdToken?: () => Promise<string | null>
  /** More options of the chat, as source. */
  readonly options?: string
  readonly authType?: 'tokenExchange' | 'passwordless'
  /** Default: that of the partner. */
  readonly publicKey?: string
  /** Default: the origin of the partner. */
  readonly origin?: string
  /** Whether `chat` is the connection without the interface, with what the interface reads and calls; default: false. */
  readonly hasConnectionOnly?: boolean
  /** A page of whose browser context this is another tab; default: a new context. */
  readonly beside?: ChatPage
  /** The options of the browser context. */
  readonly context?: Parameters<Browser['newContext']>[0]
  /** Before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** The name of a file of the manifest; default: `chat.mjs`. */
  readonly module?: string
  /** Whether the chat is created; default: true. */
  readonly isCreated?: boolean
}

/** A page whose requests, frames, timers and events are recorded in the order in which the client causes them. */
export class ChatPage implements AsyncDisposable {
  readonly page: Page
  readonly console: string[]
  readonly #partnership: Partnership
  readonly #options: ChatPageOptions

  static async open(
    browser: Browser,
    partnership: Partnership,
    options: ChatPageOptions = {},
  ): Promise<ChatPage> {
    const context = options.beside?.page.context() ?? (await browser.newContext(options.context))
    const page = await context.newPage()
    const chatPage = new ChatPage(page, partnership, options)
    await page.exposeFunction('provideIdToken', options.provideIdToken ?? (async () => null))
    await page.addInitScript(writeRecorder(options))
    await options.prepare?.(page)
    await chatPage.load()
    return chatPage
  }

  private constructor(page: Page, partnership: Partnership, options: ChatPageOptions) {
    this.page = page
    this.#partnership = partnership
    this.#options = options
    this.console = []
    page.on('console', (message) => this.console.push(message.text()))
    page.on('pageerror', (error) => this.console.push(String(error.stack)))
  }

  /** Loads the page, or loads it again. */
  async load(): Promise<void> {
    const { service, origin } = this.#partnership
    await this.page.goto(this.#options.origin ?? origin)
    if (this.#options.hasConnectionOnly === true) {
      await this.page.addScriptTag({ url: '/connection/chat-connection.fixture.ts', type: 'module' })
      return this.create(`serviceUrl: '${service.url}',`)
    }
    const manifest = (await (await fetch(`${service.url}/sdk/manifest.json`)).json()) as Manifest
    const module = manifest.files.find(({ name }) => name === (this.#options.module ?? 'chat.mjs'))!.url
    await this.page.evaluate(
      `import(${JSON.stringify(module)}).then((module) => { Object.assign(globalThis, module) })`,
    )
    if (this.#options.isCreated ?? true) await this.create()
  }

  /** @param next runs in the same task, before the chat uses the network */
  async create(more = '', next = ''): Promise<void> {
    await this.page.evaluate(`{
      trace.push('create')
      globalThis.chat = createServiceChat({ ${this.writeOptions(more)} })
      trace.push('created')
      for (const name of ['ready', 'authchange', 'message', 'error', 'open', 'close'])
        chat.on(name, (detail) => events.push([name, detail]))
      ${next}
    }`)
  }

  /** The members of the options as source. */
  writeOptions(more = ''): string {
    const { client } = this.#partnership.service
    const { authType = 'passwordless', options = '', publicKey = client.publicKey } = this.#options
    return `
      container: document.getElementById('chat'),
      partnerIdentifier: 'acme',
      publicKey: '${publicKey}',
      authType: '${authType}',
      idTokenProvider: async () => { trace.push('provider'); return provideIdToken() },
      ${options} ${more}`
  }

  evaluate<Result>(source: string): Promise<Result> {
    return this.page.evaluate<Result>(source)
  }

  send(text: string): Promise<void> {
    return this.evaluate(`chat.sendMessage(${JSON.stringify(text)})`)
  }

  /** Sends a message and waits for its answer. */
  async ask(text: string): Promise<string> {
    const count = (await this.messages('assistant')).length
    await this.send(text)
    await this.waitFor(`texts('assistant').length > ${count}`)
    return (await this.messages('assistant')).at(-1)!
  }

  /** The texts of accepted messages, or of answers. */
  messages(role: 'user' | 'assistant'): Promise<readonly string[]> {
    return this.evaluate(`texts('${role}')`)
  }

  trace(): Promise<readonly string[]> {
    return this.evaluate('trace')
  }

  state(): Promise<Readonly<Record<string, unknown>>> {
    return this.evaluate('chat.state')
  }

  /** The codes of the problems so far. */
  problems(): Promise<readonly string[]> {
    return this.evaluate("events.filter(([name]) => name === 'error').map(([, detail]) => detail.code)")
  }

  async waitFor(condition: string, timeoutMs = 15_000): Promise<void> {
    try {
      await this.page.waitForFunction(condition, undefined, { timeout: timeoutMs, polling: pollingMs })
    } catch (error) {
      const facts = { state: await this.state(), trace: await this.trace(), console: this.console }
      assert.fail(`${condition}: ${JSON.stringify(facts, null, 1)} ${String(error)}`)
    }
  }

  waitForState(name: string, value: string): Promise<void> {
    return this.waitFor(`chat.state.${name} === '${value}'`)
  }

  /** The number of steps so far that begin with this text. */
  async countSteps(start: string): Promise<number> {
    return (await this.trace()).filter((step) => step.startsWith(start)).length
  }

  /** The texts of the transcript; only with `hasConnectionOnly`. */
  transcript(): Promise<readonly string[]> {
    return this.evaluate('chat.state.entries.map(({ text }) => text)')
  }

  composer(): Promise<string> {
    return this.page.locator('#chat textarea').inputValue()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close()
  }
}

/** A script after which the last connection is lost. */
export const loseSocket = "sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 1006 }))"

/** A script after which the page, in place of the service, replies to the next frame of this type. */
export const replyToNext = (type: string, reply: 'error' | 'auth.failed', code: string) => `{
  const { send } = WebSocket.prototype
  let isReplied = false
  WebSocket.prototype.send = function (text) {
    const { type, id } = JSON.parse(text)
    if (type !== '${type}' || isReplied) return send.call(this, text)
    isReplied = true
    const data = JSON.stringify({ type: '${reply}', re: id, data: { code: '${code}', message: 'Later.' } })
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), 1)
  }
}`

/** A script after which the service seems unable to continue the next conversation. */
export const refuseResume = replyToNext('session.resume', 'error', 'unavailable')

interface Manifest {
  readonly files: readonly { readonly name: string; readonly url: string }[]
}

/** Playwright waits for conditions with timers of the page. */
const pollingMs = 20

type RecorderOptions = Pick<ChatPageOptions, 'clockShiftMs' | 'delayFactor' | 'timeoutFactor'>

/** Runs in the page before everything else. */
export function writeRecorder({
  clockShiftMs = 0,
  delayFactor = 1,
  timeoutFactor = 1,
}: RecorderOptions): string {
  return `Object.assign(globalThis, ${JSON.stringify({ clockShiftMs, delayFactor, timeoutFactor, polling: pollingMs })})
${recorder}`
}

const recorder = `
  globalThis.trace = []
  globalThis.events = []
  /** Some pages break the methods of arrays. */
  const add = (list, item) => { list[list.length] = item }
  /** Pending ones. */
  globalThis.timers = new Map()
  globalThis.delays = []
  globalThis.texts = (role) => events.filter(([name, detail]) => name === 'message' && detail.role === role).map(([, { text }]) => text)
  const now = Date.now
  Date.now = () => now() + clockShiftMs
  const realFetch = fetch
  globalThis.fetch = (url, init = {}) => {
    const grant = init.body?.get('grant_type')?.replace(/.*:/, '') ?? ''
    add(trace, ((init.method ?? 'GET') + ' ' + new URL(url).pathname + ' ' + grant).trim())
    return realFetch(url, init)
  }
  const realSetTimeout = setTimeout, realClearTimeout = clearTimeout
  globalThis.setTimeout = (run, ms, ...rest) => {
    // WebKitWebDriver limits its scripts to 30 seconds.
    if (ms === polling || ms === 30_000) return realSetTimeout(run, ms, ...rest)
    const id = realSetTimeout(() => { timers.delete(id); run(...rest) }, ms * (ms === 10_000 ? timeoutFactor : delayFactor))
    timers.set(id, ms)
    if (ms !== 10_000) add(delays, ms)
    return id
  }
  globalThis.clearTimeout = (id) => { timers.delete(id); realClearTimeout(id) }
  globalThis.setInterval = () => { throw new Error('the client must not poll') }
  globalThis.sockets = []
  globalThis.isLost = () => false
  const RealWebSocket = WebSocket
  globalThis.WebSocket = class extends RealWebSocket {
    constructor(...given) {
      super(...given)
      add(sockets, this)
      this.number = sockets.length
      add(trace, 'socket ' + this.number)
      this.addEventListener('message', (event) => {
        if (isLost(event.data)) event.stopImmediatePropagation()
        else add(trace, '< ' + JSON.parse(event.data).type)
      })
    }
    send(text) {
      add(trace, '> ' + JSON.parse(text).type)
      super.send(text)
    }
    close(code) {
      if (this.readyState < 2) add(trace, 'close ' + code)
      super.close(code)
    }
  }
`
