/** For tests: a page of a partner with the chat in any browser. */
import assert from 'node:assert/strict'
import type { Partnership } from './chat-partnership.fixture.ts'
import { type DrivenPage, enter, waitFor } from './driven-page.fixture.ts'

export const root = "document.querySelector('#chat').firstElementChild?.shadowRoot"
export const query = (selector: string) => `${root}?.querySelector('${selector}')`
export const button = (name: string) =>
  `[...${root}.querySelectorAll('button')].find((button) => button.checkVisibility() && button.innerText.trim() === '${name}')`
export const textsOf = (part: string) =>
  `[...${root}.querySelectorAll('[part~=${part}]')].map((element) => element.textContent).filter(Boolean)`
export const isAnswered = (count: number) =>
  `${root}?.querySelectorAll('[part~=answer-entry][aria-busy=false]').length >= ${count}`
export const isAuthentication = (state: string) => `chat.state.authentication === '${state}'`

/** A page of the partner with the chat. */
export class DrivenChat {
  readonly page: DrivenPage
  readonly #partnership: Pick<Partnership, 'origin' | 'service'>
  readonly #options: string

  readonly #before: string

  /**
   * @param options more options of the chat, as source
   * @param before runs in the page before the chat is loaded
   */
  constructor(
    page: DrivenPage,
    partnership: Pick<Partnership, 'origin' | 'service'>,
    options = "authType: 'passwordless',",
    before = '',
  ) {
    this.page = page
    this.#partnership = partnership
    this.#options = options
    this.#before = before
  }

  /** Loads the page, or loads it again. */
  async load(): Promise<void> {
    await this.page.goto(this.#partnership.origin)
    await this.page.evaluate(this.#before)
    await this.page.evaluate(await writeStart(this.#partnership.service, this.#options))
    await waitFor(this.page, query('[part=trigger]'))
  }

  async open(): Promise<void> {
    await this.page.click(query('[part=trigger]'))
    await waitFor(this.page, query('dialog:modal'))
  }

  send(text: string): Promise<void> {
    return this.page.type(query('textarea'), text + enter)
  }

  /** Sends a message, and waits until this many answers are complete. */
  async ask(text: string, answers: number): Promise<void> {
    await this.send(text)
    await waitFor(this.page, isAnswered(answers))
  }

  async assertMessages(texts: readonly string[]): Promise<void> {
    assert.deepEqual(await this.page.evaluate(`return ${textsOf('user-bubble')}`), texts)
  }

  async assertNoProblems(): Promise<void> {
    assert.deepEqual(await this.page.evaluate('return problems'), [])
  }
}

/** The source that creates the chat, and records errors and violations of the policy. */
async function writeStart({ url, client }: Partnership['service'], options: string): Promise<string> {
  const { files } = (await (await fetch(`${url}/sdk/manifest.json`)).json()) as {
    readonly files: readonly { readonly name: string; readonly url: string }[]
  }
  const module = files.find(({ name }) => name === 'chat.mjs')!.url
  return `
    window.problems = []
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => problems.push(violatedDirective))
    addEventListener('error', ({ message }) => problems.push(message))
    Object.assign(window, await import(${JSON.stringify(module)}))
    window.options = {
      container: document.getElementById('chat'),
      partnerIdentifier: 'acme',
      publicKey: '${client.publicKey}',
      ${options}
    }
    window.chat = createServiceChat(options)
    chat.on('error', ({ code }) => problems.push(code))`
}
