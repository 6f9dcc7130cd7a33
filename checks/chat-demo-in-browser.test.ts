/** The demo of the chat in a real browser, as a bare start serves it: both ways to sign in, without a foreign request or a violation. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runServer } from '@careatlas/server/running.fixture'
import type { Page } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { assertClean, observe, type Observed } from './observed-page.fixture.ts'
import { inspectNarrowPhone, inspectPage, narrowPhone } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'
const printed: string[] = []
const server = await runServer({ CHAT_DEMO: 'on' }, { print: (line) => void printed.push(line) })
after(() => server[Symbol.asyncDispose]())

async function withChat(
  path: string,
  use: (page: Page, observed: Observed) => Promise<void>,
  options: Parameters<typeof observe>[1] = {},
): Promise<void> {
  await using observed = await observe(chromium!, options)
  await observed.page.goto(server.url + path)
  await use(observed.page, observed)
  assertClean(observed, server.url)
}

/** Opens the chat if it is closed, and waits for the answer to a message. */
async function ask(page: Page, text: string): Promise<void> {
  const answers = page.locator('[part~=answer-entry][aria-busy=false]')
  const count = await answers.count()
  await page.getByLabel(/^(?:Message|Mensaje)$/).fill(text)
  await page.keyboard.press('Enter')
  await answers.nth(count).waitFor()
}

test('the page is linked from the start page, and accessible in light, dark and on a phone', { skip }, () =>
  withChat('/', async (page) => {
    await page.getByRole('link', { name: 'Chat demo' }).click()
    await page.getByRole('heading', { name: 'Chat demo' }).waitFor()
    await page.getByRole('button', { name: 'Ask anything...' }).waitFor()
    await inspectPage(page, 'chat-demo')
  }),
)

test(
  'passwordless: a user asks, gets an answer, and confirms an address with the printed code',
  { skip },
  () =>
    withChat('/chat-demo', async (page, { requests }) => {
      await page.getByRole('button', { name: 'Ask anything...' }).click()
      assert.ok(!requests.some((url) => url.includes('/sdk/token')))
      await ask(page, 'show my earlier conversations')
      await page.getByLabel('E-mail address').fill('ana@acme.example')
      await page.keyboard.press('Enter')
      const code = page.getByLabel('6-digit code')
      await code.waitFor()
      await code.fill(/\b\d{6}\b/.exec(printed.join('\n'))?.[0] ?? '')
      await page.getByRole('button', { name: 'Keep' }).waitFor()
      await page.keyboard.press('Escape')
      await page.locator('#status').getByText('signed in', { exact: true }).waitFor()
    }),
)

test(
  'tokenExchange: the user of a tab is signed in, keeps the conversations, and can be another one',
  { skip },
  () =>
    withChat('/chat-demo', async (page) => {
      await page.getByLabel('Identity provider of the partner').check()
      const status = page.locator('#status').getByText('signed in', { exact: true })
      await status.waitFor()
      await inspectPage(page, 'chat-demo-signed-in')
      await page.getByRole('button', { name: 'Ask anything...' }).click()
      await ask(page, 'heart doctor near 02903')
      const listEarlier = async () => {
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('button', { name: 'Conversations' }).click()
      }
      await listEarlier()
      await page.getByRole('button', { name: /^heart doctor near 02903/ }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Sign in as another user' }).click()
      await status.waitFor()
      await page.getByRole('button', { name: 'Ask anything...' }).click()
      assert.equal(await page.locator('[part~=answer-entry]').count(), 0)
      await ask(page, 'dentist')
      await listEarlier()
      await page.getByRole('button', { name: /^dentist/ }).waitFor()
      assert.equal(await page.getByRole('button', { name: /^heart doctor near 02903/ }).count(), 0)
    }),
)

test('in Spanish, on a narrow phone in dark mode, the page fits and the chat is in Spanish', { skip }, () =>
  withChat(
    '/es/chat-demo',
    async (page) => {
      await page.getByRole('heading', { name: 'Demostración del chat' }).waitFor()
      await inspectNarrowPhone(page)
      await page.locator('#chat button').first().click()
      await ask(page, 'cardiólogo')
    },
    narrowPhone,
  ),
)

test('without JavaScript, the page says that the chat needs it', { skip }, () =>
  withChat(
    '/chat-demo',
    async (page) => {
      await page.locator('noscript p').waitFor()
      assert.equal(await page.locator('fieldset').isVisible(), false)
    },
    { javaScriptEnabled: false },
  ),
)
