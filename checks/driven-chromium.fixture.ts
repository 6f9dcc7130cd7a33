/** For tests: a page in Debian's Chromium with the commands that all browsers have. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { type DrivenBrowser, type DrivenPage, enter, escape, shift, tab } from './driven-page.fixture.ts'

const browser = await openChromium('chromium')
await browser?.close()

export const drivenChromium: DrivenBrowser = {
  name: 'Chromium',
  skip: browser === null && 'Chromium is not installed; installing it requires root and apt-get',
  open: () => ChromiumPage.open(),
}

const keyNames: Readonly<Record<string, string>> = {
  [enter]: 'Enter',
  [escape]: 'Escape',
  [tab]: 'Tab',
}

class ChromiumPage implements DrivenPage {
  readonly #page: Page

  static async open(): Promise<ChromiumPage> {
    const started = (await openChromium('chromium')) ?? assert.fail('Chromium has gone')
    const context = await started.newContext({ colorScheme: 'dark', viewport: { width: 1280, height: 900 } })
    return new ChromiumPage(await context.newPage())
  }

  private constructor(page: Page) {
    this.#page = page
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url)
  }

  evaluate(body: string): Promise<unknown> {
    return this.#page.evaluate(`(async () => { ${body} })()`)
  }

  async click(expression: string): Promise<void> {
    const handle = await this.#page.evaluateHandle(expression)
    await handle.asElement()?.click()
  }

  async type(expression: string, text: string): Promise<void> {
    await this.evaluate(`${expression}.focus()`)
    await this.press(text)
  }

  async press(keys: string): Promise<void> {
    const { keyboard } = this.#page
    if (keys.startsWith(shift)) await keyboard.down('Shift')
    for (const key of keys.replace(shift, '')) {
      const name = keyNames[key]
      if (name === undefined) await keyboard.type(key)
      else await keyboard.press(name)
    }
    if (keys.startsWith(shift)) await keyboard.up('Shift')
  }

  clickAt(x: number, y: number): Promise<void> {
    return this.#page.mouse.click(x, y)
  }

  setOffline(isOffline: boolean): Promise<void> {
    return this.#page.context().setOffline(isOffline)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page.context().browser()?.close()
  }
}
