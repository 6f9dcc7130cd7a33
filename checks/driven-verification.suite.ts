/** The forms of the chat in each browser: they verify an address or number, and keep messages from before the sign-in. */
import assert from 'node:assert/strict'
import { recordTimers } from './chat-interface.fixture.ts'
import { codeStep, destinationStep, states, wrongCode } from './chat-states.fixture.ts'
import { named, query, type RenderedChat, root, testRendered } from './driven-interface.fixture.ts'
import { type DrivenBrowser, enter, waitFor } from './driven-page.fixture.ts'

export function testDrivenVerification(browser: DrivenBrowser): void {
  testRendered(browser, 'the verification', {
    'takes a destination of the chosen channel, and refuses an invalid address': chooseChannel,
    'moves the focus to the code, submits it with its last digit, and shows the attempts left': enterCode,
    'sends a new code after the countdown, which has no timer while the chat is closed': countDown,
    'leaves the focus in a message that the user writes, and returns it there afterwards': keepFocus,
    'lets the user keep or delete messages from before the sign-in': migrate,
  })
}

const address = query('.panel-form input[type=email]')
const code = query('.code-field')

async function chooseChannel(chat: RenderedChat): Promise<void> {
  const { page } = chat
  const number = query('.panel-form input[type=tel]')
  await chat.render({ state: { isOpen: true, verification: destinationStep } })
  await page.type(address, 'ana')
  await page.click(named('Send code'))
  await chat.assertCalls()
  await chat.fill(address, ' ana@example.org ')
  await page.type(address, enter)
  await page.click(query('.channels label:last-child input'))
  assert.equal(await chat.evaluate(`${number}.autocomplete`), 'tel')
  await chat.fill(number, '+14015550127')
  await page.click(named('Send code'))
  await page.click(named('Not now'))
  await chat.assertCalls(
    ['requestCode', 'email', 'ana@example.org'],
    ['requestCode', 'sms', '+14015550127'],
    ['cancelVerification'],
  )
}

/** The step of the code, after the user has entered an address. */
async function requestCode(chat: RenderedChat, before = ''): Promise<void> {
  await chat.render({ state: { isOpen: true, verification: destinationStep }, before })
  await chat.page.type(address, `ana@example.org${enter}`)
  await chat.set({ verification: codeStep() })
  await chat.assertCalls(['requestCode', 'email', 'ana@example.org'])
}

async function enterCode(chat: RenderedChat): Promise<void> {
  const { page } = chat
  await requestCode(chat)
  assert.deepEqual(
    await chat.evaluate(
      `[${root}.activeElement === ${code}, ${code}.getAttribute('autocomplete'), ${code}.inputMode]`,
    ),
    [true, 'one-time-code', 'numeric'],
  )
  assert.equal(await chat.evaluate(`${query('.panel-form bdi')}.textContent`), 'a•••@example.org')
  await page.press('123 456')
  await chat.assertCalls(['submitCode', '123456'])
  await chat.set({ verification: codeStep({ problem: wrongCode }) })
  assert.equal(
    await chat.evaluate(`${query('#field-problem')}.textContent`),
    'The code is wrong. Attempts left: 4',
  )
  await page.click(named('Use another address or number'))
  await chat.assertCalls(['startVerification'])
  await chat.set({ verification: null })
  assert.equal(await chat.evaluate(code), null)
}

async function countDown(chat: RenderedChat): Promise<void> {
  const { page } = chat
  const resend = query('.text-button')
  const assertTimers = async (count: number) => assert.equal(await chat.evaluate('timers.size'), count)
  await requestCode(chat, recordTimers)
  const sentAt = Number(await chat.evaluate('Date.now()'))
  await chat.set({ verification: codeStep({ sentAt }) })
  assert.match(String(await chat.evaluate(`${resend}.textContent`)), /in (?:30|29|28) s$/)
  await page.evaluate(`${resend}.click()`)
  await chat.assertCalls()
  await assertTimers(1)
  await chat.set({ isOpen: false })
  await assertTimers(0)
  await chat.set({ isOpen: true })
  await assertTimers(1)
  await chat.set({ verification: codeStep({ sentAt: sentAt - 29_000 }) })
  await waitFor(page, named('Send a new code'))
  await page.click(named('Send a new code'))
  await chat.assertCalls(['requestCode', 'email', 'ana@example.org'])
  await assertTimers(0)
}

async function keepFocus(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { isOpen: true } })
  await chat.page.type(query('textarea'), 'Den')
  await chat.set({ verification: destinationStep })
  await chat.assertFocus('Message')
  await chat.page.evaluate(`${address}.focus()`)
  await chat.set({ verification: null })
  await chat.assertFocus('Message')
}

async function migrate(chat: RenderedChat): Promise<void> {
  await chat.render({ state: states['migration']!.state })
  assert.match(
    String(await chat.evaluate(`${query('.migration h3')}.textContent`)),
    /^Keep 4 earlier messages/,
  )
  await chat.page.click(named('Keep'))
  await chat.page.click(named('Delete'))
  await chat.assertCalls(['migrate', true], ['migrate', false])
}
