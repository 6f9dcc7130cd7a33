/** A walk through the chat with a real service and mail server, on a page of a partner with a strict policy: only what a user does. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startMailServer } from '@careatlas/server/mail-server.fixture'
import type { Page } from 'playwright-core'
import { ChatPage } from './chat-page.fixture.ts'
import { startPartnership, strictHeaders } from './chat-partnership.fixture.ts'
import { openChromium } from './chromium.fixture.ts'
import { findProblems } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

test(
  'a user asks, gets cards, verifies the address, keeps the messages and finds them after a reload',
  { skip },
  async () => {
    await using mailServer = await startMailServer()
    await using partnership = await startPartnership({
      settings: { SMTP_URL: mailServer.url, MAIL_FROM: 'chat@careatlas.example' },
    })
    const { url } = partnership.service
    partnership.headers = strictHeaders(url)
    await using chat = await ChatPage.open(chromium!, partnership)
    const { page } = chat
    await page.getByRole('button', { name: 'Ask anything...' }).click()
    await ask(page, 'heart doctor near 02903 who takes medicare')
    const card = page.locator('[part=card]').first()
    await card.getByText('Listed by Medicare').waitFor()
    assert.match(
      (await card.getByRole('link', { name: /^Call / }).getAttribute('href')) ?? '',
      /^tel:\+1\d{10}$/,
    )
    await card.locator('summary').click()
    await card.getByText(/^NPPES, \w+ \d+, \d{4}$/).waitFor()
    await page.locator('[part=suggestion]').first().click()
    await answers(page, 2)
    await ask(page, 'show my earlier conversations')
    await page.getByLabel('E-mail address').fill('anna@acme.example')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use another address or number' }).click()
    await page.getByLabel('E-mail address').fill('ana@acme.example')
    await page.keyboard.press('Enter')
    const code = page.getByLabel('6-digit code')
    await code.fill('000000')
    await page.getByRole('alert').getByText('The code is wrong.').waitFor()
    await page.getByText('Attempts left: 4').waitFor()
    await code.fill(/\b\d{6}\b/.exec(mailServer.mails.at(-1)?.text ?? '')?.[0] ?? '')
    await page.getByRole('button', { name: 'Keep' }).click()
    await answers(page, 3)
    assert.deepEqual(await findProblems(page), [])
    await chat.load()
    await answers(page, 3)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Conversations' }).click()
    await page.getByRole('button', { name: /^heart doctor near 02903/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'hidden' })
    assert.deepEqual(chat.console, [])
  },
)

async function ask(page: Page, text: string): Promise<void> {
  const count = await page.locator('[part~=answer-entry][aria-busy=false]').count()
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
  await answers(page, count + 1)
}

/** Waits for a number of complete answers. */
async function answers(page: Page, count: number): Promise<void> {
  await page.locator(`[part~=answer-entry][aria-busy=false] >> nth=${count - 1}`).waitFor()
}
