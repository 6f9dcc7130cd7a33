/** For tests: a page in Debian's Firefox, driven with WebDriver BiDi. Playwright needs commands that this version does not have. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { clickActions, type DrivenBrowser, type DrivenPage, keyActions } from './driven-page.fixture.ts'

const program = '/usr/bin/firefox-esr'

export const firefox: DrivenBrowser = {
  name: 'Firefox',
  skip: !existsSync(program) && 'Firefox is not installed; apt-get install firefox-esr installs it',
  open: () => FirefoxPage.open(),
}

type Result = Readonly<Record<string, unknown>>

class FirefoxPage implements DrivenPage {
  readonly #connection: Connection
  readonly #context: string
  readonly #owned: AsyncDisposableStack

  static async open(): Promise<FirefoxPage> {
    await using opened = new AsyncDisposableStack()
    const connection = await startFirefox(opened)
    await connection.send('session.new', { capabilities: {} })
    // The first tab never gets the focus, without which keys press no button.
    const { context } = await connection.send('browsingContext.create', { type: 'tab' })
    return new FirefoxPage(connection, String(context), opened.move())
  }

  private constructor(connection: Connection, context: string, owned: AsyncDisposableStack) {
    this.#connection = connection
    this.#context = context
    this.#owned = owned
  }

  async goto(url: string): Promise<void> {
    await this.#connection.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  async evaluate(body: string): Promise<unknown> {
    const result = await this.#call(`async () => JSON.stringify((await (async () => { ${body} })()) ?? null)`)
    return JSON.parse(String(result['value']))
  }

  async click(expression: string): Promise<void> {
    // What follows a scroll moves the element in the next frame: at the end of the transcript, an arrow below it disappears.
    const { sharedId } = await this.#call(`async () => {
      const element = ${expression}
      element.scrollIntoView({ block: 'nearest' })
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return element
    }`)
    const origin = { type: 'element', element: { sharedId } }
    await this.#perform('pointer', [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  async type(expression: string, text: string): Promise<void> {
    await this.evaluate(`${expression}.focus()`)
    await this.press(text)
  }

  async press(keys: string): Promise<void> {
    await this.#perform('key', keyActions(keys))
  }

  clickAt(x: number, y: number): Promise<void> {
    return this.#perform('pointer', clickActions(x, y))
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.#connection.send('emulation.setNetworkConditions', {
      networkConditions: isOffline ? { type: 'offline' } : null,
      contexts: [this.#context],
    })
  }

  async #perform(type: string, actions: readonly object[]): Promise<void> {
    await this.#connection.send('input.performActions', {
      context: this.#context,
      actions: [{ type, id: type, actions }],
    })
  }

  async #call(functionDeclaration: string): Promise<Result> {
    const { result, exceptionDetails } = await this.#connection.send('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context: this.#context },
    })
    assert.equal(exceptionDetails, undefined)
    return result as Result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned.disposeAsync()
  }
}

async function startFirefox(opened: AsyncDisposableStack): Promise<Connection> {
  const profile = opened.use(mkdtempDisposableSync(join(tmpdir(), 'firefox-')))
  writeFileSync(join(profile.path, 'user.js'), 'user_pref("ui.systemUsesDarkTheme", 1);\n')
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile.path]
  const browser = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  opened.defer(async () => {
    browser.kill()
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
  })
  for await (const line of createInterface(browser.stderr)) {
    const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? []
    if (url !== undefined) {
      browser.stderr.resume()
      return Connection.open(`${url}/session`)
    }
  }
  assert.fail('Firefox ended before it listened')
}

class Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, PromiseWithResolvers<Result>>()
  #lastId = 0

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new Connection(socket)
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error, message } = JSON.parse(String(data)) as {
        readonly id?: number
        readonly result?: Result
        readonly error?: string
        readonly message?: string
      }
      const waiting = this.#waiting.get(id ?? 0)
      this.#waiting.delete(id ?? 0)
      if (result === undefined) waiting?.reject(new Error(`${error}: ${message}`))
      else waiting?.resolve(result)
    })
  }

  send(method: string, params: object): Promise<Result> {
    this.#lastId += 1
    const waiting = Promise.withResolvers<Result>()
    this.#waiting.set(this.#lastId, waiting)
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params }))
    return waiting.promise
  }
}
