/** For tests: a walk through the chat with a real service and mail server, on a page of a partner with a strict policy. */
import assert from 'node:assert/strict'
import type { Browser, Locator, Page } from 'playwright-core'
import { ChatPage, type ChatPageOptions } from './chat-page.fixture.ts'
import { startMailedPartnership } from './chat-partnership.fixture.ts'
import { findProblems } from './page-inspection.fixture.ts'

/** How a user operates the page. */
export interface Hands {
  readonly press: (control: Locator) => Promise<void>
  /** Replaces the text of a field that is empty or selected. */
  readonly write: (field: Locator, text: string) => Promise<void>
}

export const pointer: Hands = {
  press: (control) => control.click(),
  write: (field, text) => field.fill(text),
}

export interface WalkOptions {
  readonly hands?: Hands
  readonly page?: Pick<ChatPageOptions, 'context' | 'prepare'>
  /** Runs when the page is loaded. */
  readonly onLoaded?: (page: Page) => Promise<unknown>
  /** Runs when the chat is open, after each answer, and when the chat is closed. */
  readonly inspect?: (page: Page) => Promise<void>
}

/** A user asks, gets cards, verifies the address, keeps the messages and finds them after a reload. */
export async function walkThroughChat(browser: Browser, options: WalkOptions = {}): Promise<void> {
  const { hands = pointer, onLoaded = async () => undefined, inspect = async () => undefined } = options
  await using partnership = await startMailedPartnership()
  await using chat = await ChatPage.open(browser, partnership, options.page)
  const { page } = chat
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const address = page.getByLabel('E-mail address')
  const code = page.getByLabel('6-digit code')
  const ask = async (text: string): Promise<void> => {
    const count = await page.locator('[part~=answer-entry][aria-busy=false]').count()
    await hands.write(page.getByLabel('Message', { exact: true }), text)
    await page.keyboard.press('Enter')
    await waitForAnswers(page, count + 1)
    await inspect(page)
  }
  await onLoaded(page)
  await hands.press(button('Ask anything...'))
  await page.locator('dialog').waitFor()
  await inspect(page)
  await ask('heart doctor near 02903 who takes medicare')
  const card = page.locator('[part=card]').first()
  await card.getByText('Listed by Medicare').waitFor()
  assert.match(
    (await card.getByRole('link', { name: /^Call / }).getAttribute('href')) ?? '',
    /^tel:\+1\d{10}$/,
  )
  await hands.press(card.locator('summary'))
  await card.getByText(/^NPPES, \w+ \d+, \d{4}$/).waitFor()
  await hands.press(page.locator('[part=suggestion]').first())
  await waitForAnswers(page, 2)
  await ask('show my earlier conversations')
  await hands.write(address, 'anna@acme.example')
  await page.keyboard.press('Enter')
  await hands.press(button('Use another address or number'))
  await hands.write(address, 'ana@acme.example')
  await page.keyboard.press('Enter')
  await hands.write(code, '000000')
  await page.getByRole('alert').getByText('The code is wrong.').waitFor()
  await page.getByText('Attempts left: 4').waitFor()
  await inspect(page)
  await hands.write(code, partnership.readCode())
  await hands.press(button('Keep'))
  await waitForAnswers(page, 3)
  assert.deepEqual(await findProblems(page), [])
  await chat.load()
  await waitForAnswers(page, 3)
  await onLoaded(page)
  await hands.press(button('More actions'))
  await hands.press(button('Conversations'))
  await button(/^heart doctor near 02903/).waitFor()
  await inspect(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'hidden' })
  await inspect(page)
  assert.deepEqual(chat.console, [])
}

async function waitForAnswers(page: Page, count: number): Promise<void> {
  await page.locator(`[part~=answer-entry][aria-busy=false] >> nth=${count - 1}`).waitFor()
}
