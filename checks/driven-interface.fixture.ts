/** For tests: the interface of the chat in any browser, with states that the tests set. */
import assert from 'node:assert/strict'
import { serveInterface } from './chat-interface.fixture.ts'
import { type DrivenBrowser, type DrivenPage, testInBrowser, waitFor } from './driven-page.fixture.ts'

/** Tests each case with a page of its own, which afterwards has violated no policy and thrown no error. */
export function testRendered(
  browser: DrivenBrowser,
  what: string,
  cases: Readonly<Record<string, (chat: RenderedChat) => Promise<void>>>,
): void {
  const prepared: Record<string, (page: DrivenPage) => Promise<void>> = {}
  for (const [guarantee, run] of Object.entries(cases))
    prepared[guarantee] = async (page) => {
      await using pages = await serveInterface()
      const chat = new RenderedChat(page, pages.url)
      await run(chat)
      await chat.assertClean()
    }
  testInBrowser(browser, what, prepared)
}

export const root = "document.querySelector('#chat').firstElementChild.shadowRoot"
export const query = (selector: string) => `${root}.querySelector('${selector}')`
export const named = (name: string) =>
  `[...${root}.querySelectorAll('button, a')].find((element) => element.checkVisibility() && [element.ariaLabel, element.title, element.innerText.trim()].includes('${name}'))`
/** The name or the text of the focused element. */
export const focusedName = `((element) => element?.ariaLabel || element?.title || element?.innerText || '')(${root}.activeElement).trim()`
export const styleOf = (part: string, property = 'backgroundColor') =>
  `getComputedStyle(${query(`[part~=${part}]`)}).${property}`

export interface RenderOptions {
  readonly state?: object
  readonly options?: object
  /** Of the page: `lang`, `dir` and the content security policy as `policy`. */
  readonly query?: Readonly<Record<string, string>>
  /** Runs in the page before the chat is created. */
  readonly before?: string
}

/** A page with the interface, under the strictest policy. */
export class RenderedChat {
  readonly page: DrivenPage
  readonly #url: string

  constructor(page: DrivenPage, url: string) {
    this.page = page
    this.#url = url
  }

  async render({ state = {}, options = {}, query: search = {}, before = '' }: RenderOptions): Promise<void> {
    await this.page.goto(`${this.#url}/?${new URLSearchParams(search).toString()}`)
    await waitFor(this.page, 'window.startChat')
    await this.page.evaluate(`
      window.problems = []
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => problems.push(violatedDirective))
      addEventListener('error', ({ message }) => problems.push(message))
      ${before}
      startChat(${JSON.stringify(options)}, ${JSON.stringify(state)})`)
    await waitFor(this.page, query('[part=trigger]'))
    await this.set({})
    // The dialog moves while it opens.
    await this.page.evaluate(
      `await Promise.all(${query('dialog')}.getAnimations().map(({ finished }) => finished))`,
    )
  }

  /** Changes the state, and waits until all of it is rendered. */
  async set(changes: object): Promise<void> {
    await this.page.evaluate(`chat.set(${JSON.stringify(changes)})`)
    await waitFor(
      this.page,
      `${root}.querySelectorAll('[role=log] [part~=entry]').length === chat.state.entries.length`,
    )
    await this.page.evaluate(
      'await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
  }

  evaluate(expression: string): Promise<unknown> {
    return this.page.evaluate(`return ${expression}`)
  }

  /** Replaces the text of a field, as if the user had pasted it. */
  async fill(field: string, text: string): Promise<void> {
    await this.page.evaluate(
      `${field}.value = ${JSON.stringify(text)}; ${field}.dispatchEvent(new Event('input'))`,
    )
  }

  async assertVisible(element: string, isVisible = true): Promise<void> {
    assert.equal(await this.evaluate(`${element}?.checkVisibility() === true`), isVisible, element)
  }

  async assertCalls(...calls: readonly unknown[]): Promise<void> {
    assert.deepEqual(await this.takeCalls(), calls)
  }

  /** What the interface asked for since the last call of this method. */
  takeCalls(): Promise<unknown> {
    return this.evaluate('chat.calls.splice(0)')
  }

  async assertFocus(name: string): Promise<void> {
    await waitFor(this.page, `${focusedName} === '${name}'`)
  }

  /** Without violations of the policy, errors and successful attacks. */
  async assertClean(): Promise<void> {
    assert.deepEqual(await this.evaluate('[problems, window.attacked ?? null]'), [[], null])
  }
}
