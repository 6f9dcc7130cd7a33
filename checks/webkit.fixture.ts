/** For tests: a page in WebKitGTK's MiniBrowser on a virtual screen, driven with WebDriver. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@careatlas/state/free-port.fixture'
import { clickActions, type DrivenBrowser, type DrivenPage, keyActions } from './driven-page.fixture.ts'

const driverProgram = '/usr/bin/WebKitWebDriver'
const [browserProgram] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
const screenProgram = '/usr/bin/Xvfb'

const isInstalled = existsSync(driverProgram) && existsSync(screenProgram) && browserProgram !== undefined

export const webKit: DrivenBrowser = {
  name: 'WebKit',
  skip: !isInstalled && 'WebKit is not installed; apt-get install webkit2gtk-driver xvfb installs it',
  open: () => WebKitPage.open(),
}

/** The key of WebDriver for references to elements. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

const attemptsMax = 300
const pauseMs = 50

class WebKitPage implements DrivenPage {
  readonly #session: string
  readonly #owned: AsyncDisposableStack

  static async open(): Promise<WebKitPage> {
    await using opened = new AsyncDisposableStack()
    const screen = start(screenProgram, ['-displayfd', '1', '-screen', '0', '1280x900x24'], {})
    opened.defer(() => end(screen))
    const [display] = (await once(createInterface(screen.stdout!), 'line')) as [string]
    const port = await findFreePort()
    const driver = start(driverProgram, [`--port=${port}`], {
      DISPLAY: `:${display}`,
      GTK_THEME: 'Adwaita:dark',
    })
    opened.defer(() => end(driver))
    const session = await createSession(`http://127.0.0.1:${port}/session`)
    opened.defer(async () => void (await fetch(session, { method: 'DELETE' })))
    return new WebKitPage(session, opened.move())
  }

  private constructor(session: string, owned: AsyncDisposableStack) {
    this.#session = session
    this.#owned = owned
  }

  async goto(url: string): Promise<void> {
    await send(`${this.#session}/url`, { url })
  }

  evaluate(body: string): Promise<unknown> {
    const script = `const resolve = arguments[0]
      ;(async () => { ${body} })().then((value) => resolve({ value }), (error) => resolve({ error: String(error) + error.stack }))`
    return send(`${this.#session}/execute/async`, { script, args: [] }).then((result) => {
      const { value, error } = result as { readonly value?: unknown; readonly error?: string }
      assert.equal(error, undefined)
      return value
    })
  }

  async click(expression: string): Promise<void> {
    await this.evaluate(`${expression}.scrollIntoView({ block: 'nearest' })`)
    await send(`${this.#session}/element/${await this.#find(expression)}/click`, {})
  }

  async type(expression: string, text: string): Promise<void> {
    await send(`${this.#session}/element/${await this.#find(expression)}/value`, { text })
  }

  async press(keys: string): Promise<void> {
    const source = { type: 'key', id: 'key', actions: keyActions(keys) }
    await send(`${this.#session}/actions`, { actions: [source] })
  }

  async clickAt(x: number, y: number): Promise<void> {
    const source = { type: 'pointer', id: 'pointer', actions: clickActions(x, y) }
    await send(`${this.#session}/actions`, { actions: [source] })
  }

  /** Reports what the browser reports when the network goes or returns, because WebDriver cannot disconnect it. */
  async setOffline(isOffline: boolean): Promise<void> {
    await this.evaluate(`
      Object.defineProperty(navigator, 'onLine', { get: () => ${!isOffline}, configurable: true })
      dispatchEvent(new Event('${isOffline ? 'offline' : 'online'}'))`)
  }

  async #find(expression: string): Promise<string> {
    const element = (await send(`${this.#session}/execute/sync`, {
      script: `return ${expression}`,
      args: [],
    })) as Readonly<Record<string, string>>
    return element[elementKey] ?? assert.fail(`no element: ${expression}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned.disposeAsync()
  }
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** The address of a new session, when the driver listens. */
async function createSession(url: string): Promise<string> {
  const options = { binary: browserProgram, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  for (let attempt = 0; ; attempt += 1)
    try {
      const { sessionId } = (await send(url, { capabilities })) as { readonly sessionId: string }
      return `${url}/${sessionId}`
    } catch (error) {
      if (!(error instanceof TypeError) || attempt === attemptsMax) throw error
      await pause(pauseMs)
    }
}

/** The value of the response to a command. */
async function send(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  const { value } = (await response.json()) as { readonly value: unknown }
  assert.ok(response.ok, JSON.stringify(value))
  return value
}
