/** For tests: a page in a browser that Playwright cannot drive, and a walk through the chat in it. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { startMailServer } from '@careatlas/server/mail-server.fixture'
import { startPartnership, strictHeaders } from './chat-partnership.fixture.ts'

/** Dark, with real input of a pointer and a keyboard. */
export interface DrivenPage extends AsyncDisposable {
  goto(url: string): Promise<void>
  /** Runs the body of an async function; the result must be JSON. */
  evaluate(body: string): Promise<unknown>
  /** Clicks the element of an expression. */
  click(expression: string): Promise<void>
  /** Types into the element of an expression, with keys as WebDriver writes them. */
  type(expression: string, text: string): Promise<void>
}

const [enter, escape] = ['\uE007', '\uE00C']
const root = "document.querySelector('#chat').firstElementChild?.shadowRoot"
const query = (selector: string) => `${root}?.querySelector('${selector}')`
const button = (name: string) =>
  `[...${root}.querySelectorAll('button')].find((button) => button.checkVisibility() && button.innerText.trim() === '${name}')`
const isAnswered = (count: number) =>
  `${root}?.querySelectorAll('[part~=answer-entry][aria-busy=false]').length >= ${count}`

/** Asks, reads cards, verifies the address, keeps the messages and finds them after a reload, on a page with a strict policy. */
export async function walkThroughChat(page: DrivenPage): Promise<void> {
  await using mailServer = await startMailServer()
  await using partnership = await startPartnership({
    settings: { SMTP_URL: mailServer.url, MAIL_FROM: 'chat@careatlas.example' },
  })
  const { url } = partnership.service
  partnership.headers = strictHeaders(url)
  const load = async (): Promise<void> => {
    await page.goto(partnership.origin)
    await page.evaluate(await writeStart(partnership.service))
  }
  const ask = async (text: string, answers: number): Promise<void> => {
    await page.type(query('textarea'), text + enter)
    await waitFor(page, isAnswered(answers))
  }
  const field = query('[autocomplete=one-time-code]')
  const cardText = `${query('[part=card]')}?.innerText`

  await load()
  await waitFor(page, query('[part=trigger]'))
  await page.click(query('[part=trigger]'))
  assert.equal(
    await page.evaluate(`return getComputedStyle(${query('dialog:modal')}).backgroundColor`),
    'rgb(20, 23, 29)',
  )
  await ask('heart doctor near 02903 who takes medicare', 1)
  await waitFor(page, `${cardText}?.includes('Listed by Medicare')`)
  await page.click(query('[part=card] summary'))
  await waitFor(page, `/NPPES, \\w+ \\d+, \\d{4}/.test(${cardText})`)
  await ask('show my earlier conversations', 2)
  await waitFor(page, query('input[type=email]'))
  await page.type(query('input[type=email]'), `ana@acme.example${enter}`)
  await waitFor(page, field)
  await page.type(field, '000000')
  await waitFor(page, `${query('[role=alert]#field-problem')}?.innerText.startsWith('The code is wrong.')`)
  await page.evaluate(`const field = ${field}; field.value = ''`)
  await page.type(field, /\b\d{6}\b/.exec(mailServer.mails.at(-1)?.text ?? '')?.[0] ?? '')
  await waitFor(page, button('Keep'))
  await page.click(button('Keep'))
  await waitFor(page, `!${button('Keep')}`)
  assert.deepEqual(await page.evaluate('return problems'), [])
  await load()
  await waitFor(page, isAnswered(2))
  await page.type(query('textarea'), escape)
  await waitFor(page, `!${query('dialog')}.open`)
  assert.deepEqual(await page.evaluate('return problems'), [])
}

/** The source that creates the chat, and records errors and violations of the policy. */
async function writeStart({
  url,
  client,
}: {
  readonly url: string
  readonly client: { readonly publicKey: string }
}) {
  const { files } = (await (await fetch(`${url}/sdk/manifest.json`)).json()) as {
    readonly files: readonly { readonly name: string; readonly url: string }[]
  }
  const module = files.find(({ name }) => name === 'chat.mjs')!.url
  return `
    window.problems = []
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => problems.push(violatedDirective))
    addEventListener('error', ({ message }) => problems.push(message))
    const { createServiceChat } = await import(${JSON.stringify(module)})
    const chat = createServiceChat({
      container: document.getElementById('chat'),
      partnerIdentifier: 'acme',
      publicKey: '${client.publicKey}',
      authType: 'passwordless',
    })
    chat.on('error', ({ code }) => problems.push(code))`
}

const attemptsMax = 300
const pauseMs = 50

async function waitFor(page: DrivenPage, expression: string): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (await page.evaluate(`return Boolean(${expression})`)) return
    await pause(pauseMs)
  }
  assert.fail(`not true: ${expression}`)
}
