/** The interface of the chat in a real browser: what must stay visible, keep the focus or not be sent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ChatPage } from './chat-page.fixture.ts'
import {
  clickButton,
  describeFocus,
  emulatedKeyboard,
  messageField,
  openInterface,
  trigger,
} from './chat-interface.fixture.ts'
import { type Partnership, startPartnership } from './chat-partnership.fixture.ts'
import {
  answerEntry,
  codeStep,
  emergencyNotice,
  manyEntries,
  userEntry,
  wrongCode,
} from './chat-states.fixture.ts'

const { skip, browser, withChat } = await openInterface()
const question = userEntry('1', 'chest pain')
/** The rule of a popular theme for web shops. */
const hideEmpty = `addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('div:empty { display: none }')
  document.adoptedStyleSheets = [sheet]
})`

let partnership: Partnership
before(async () => (partnership = await startPartnership()))
after(() => partnership[Symbol.asyncDispose]())

test('an urgent notice is visible although the list of conversations was open', { skip }, () =>
  withChat({ state: { isOpen: true, authentication: 'signed-in' } }, async ({ page, set, takeCalls }) => {
    await clickButton(page, 'More actions')
    await clickButton(page, 'Conversations')
    await messageField(page).fill('chest pain')
    await messageField(page).press('Enter')
    assert.deepEqual((await takeCalls()).at(-1), ['send', 'chest pain'])
    const answer = answerEntry('2', 'Call 911 now.', { notices: [emergencyNotice] })
    await set({ entries: [question, answer], notices: [emergencyNotice] })
    const notice = page.locator('[part=urgent-notices]').getByText(emergencyNotice.text)
    // Waits until nothing covers it.
    await notice.click({ trial: true, timeout: 3000 })
  }),
)

test('a new conversation closes the list of conversations', { skip }, () =>
  withChat(
    { state: { isOpen: true, authentication: 'signed-in', entries: manyEntries(0, 4) } },
    async ({ page }) => {
      await clickButton(page, 'More actions')
      await clickButton(page, 'Conversations')
      await clickButton(page, 'New conversation')
      await page.locator('[part=conversations]').waitFor({ state: 'hidden' })
    },
  ),
)

for (const [device, viewport, visibleHeight] of [
  ['a tablet', { width: 1024, height: 768 }, 368],
  ['a phone on its side', { width: 667, height: 375 }, 150],
] as const)
  test(`the keyboard of ${device} does not cover the message`, { skip }, () =>
    withChat(
      {
        state: { isOpen: true, entries: manyEntries(0, 10) },
        before: emulatedKeyboard,
        context: { viewport, hasTouch: true, isMobile: true },
      },
      async ({ page, evaluate }) => {
        await page.evaluate(`showKeyboard(${visibleHeight}, 0)`)
        const bottom = await evaluate("root.querySelector('[part=send]').getBoundingClientRect().bottom")
        assert.ok(Number(bottom) <= visibleHeight, String(bottom))
      },
    ),
  )

test('a chat inside a web component has the language of the page', { skip }, () =>
  withChat({ query: { lang: 'es' } }, async ({ page }) => {
    const text = await page.evaluate(`(() => {
      const host = document.createElement('div')
      const container = document.createElement('div')
      document.body.append(host)
      host.attachShadow({ mode: 'open' }).append(container)
      const { querySelector } = document
      document.querySelector = () => container
      startChat({}, { isOpen: false })
      document.querySelector = querySelector
      return container.firstElementChild.shadowRoot.querySelector('[part=trigger]').innerText
    })()`)
    assert.match(String(text), /Pregunte/)
  }),
)

test('a malformed card is left out of the saved conversation', { skip }, () =>
  withChat(
    {
      state: { isOpen: true, entries: [question, answerEntry('2', 'One.', { cards: [null] })] },
      before: "addEventListener('error', (event) => event.preventDefault())",
    },
    async ({ page }) => {
      const download = page.waitForEvent('download')
      await clickButton(page, 'More actions')
      await clickButton(page, 'Save as text')
      assert.equal((await download).suggestedFilename(), 'chat.txt')
    },
  ),
)

test('a location that the browser finds after "Not now" is not shared', { skip }, () =>
  withChat(
    {
      state: { isOpen: true },
      before: 'navigator.geolocation.getCurrentPosition = (onPosition) => { window.onPosition = onPosition }',
    },
    async ({ page, takeCalls }) => {
      await clickButton(page, 'Use my location')
      await clickButton(page, 'Share')
      await page.getByRole('status').getByText('Loading…').waitFor()
      await clickButton(page, 'Not now')
      await page.evaluate('window.onPosition({ coords: { latitude: 41.82, longitude: -71.41 } })')
      assert.deepEqual(await takeCalls(), [])
    },
  ),
)

test('a chat that the page closes and opens again at once stays open', { skip }, () =>
  withChat({ state: { isOpen: true } }, async ({ page, evaluate, takeCalls }) => {
    await takeCalls()
    await page.evaluate(`new Promise((resolve) => {
      chat.close()
      requestAnimationFrame(() => {
        chat.open()
        setTimeout(resolve, 200)
      })
    })`)
    assert.deepEqual(await takeCalls(), [['close'], ['open']])
    assert.equal(await evaluate("root.querySelector('dialog').matches(':modal')"), true)
  }),
)

test(
  'a location that was asked for before "Not now" is not shared when the question is open again',
  { skip },
  () =>
    withChat(
      {
        state: { isOpen: true },
        before:
          'navigator.geolocation.getCurrentPosition = (onPosition) => { window.onPosition = onPosition }',
      },
      async ({ page, takeCalls }) => {
        await clickButton(page, 'Use my location')
        await clickButton(page, 'Share')
        await clickButton(page, 'Not now')
        await clickButton(page, 'Use my location')
        await page.evaluate('window.onPosition({ coords: { latitude: 41.82, longitude: -71.41 } })')
        assert.deepEqual(await takeCalls(), [])
      },
    ),
)

test('the thanks for feedback do not take the focus from the message', { skip }, () =>
  withChat(
    { state: { isOpen: true, entries: [question, answerEntry('2', 'Hello.')] }, options: { feedback: true } },
    async (chat) => {
      const { page } = chat
      await page.evaluate(
        'window.chat.sendFeedback = () => new Promise((resolve) => { window.onStored = () => resolve(true) })',
      )
      await clickButton(page, 'Not helpful')
      await page.getByLabel('What could be better? (optional)').fill('too far')
      await page.locator('[part=comment-form]').getByRole('button', { name: 'Send' }).click()
      await messageField(page).focus()
      await page.evaluate('window.onStored()')
      await page.getByText('Thank you.').waitFor()
      assert.equal(await describeFocus(chat), 'Message')
    },
  ),
)

test('a rating that is chosen again keeps the comment', { skip }, () =>
  withChat(
    { state: { isOpen: true, entries: [question, answerEntry('2', 'Hello.')] }, options: { feedback: true } },
    async ({ page }) => {
      const comment = page.getByLabel('What could be better? (optional)')
      await clickButton(page, 'Not helpful')
      await comment.fill('too far')
      await clickButton(page, 'Not helpful')
      assert.equal(await comment.inputValue(), 'too far')
    },
  ),
)

test('the focus stays in the transcript when the last earlier messages were loaded', { skip }, () =>
  withChat({ state: { isOpen: true, hasEarlier: true, entries: manyEntries(4, 2) } }, async (chat) => {
    const { page, set } = chat
    await page.getByRole('button', { name: 'Show earlier messages' }).press('Enter')
    await set({ hasEarlier: true, entries: manyEntries(2, 4) })
    assert.equal(await describeFocus(chat), 'Show earlier messages')
    await set({ hasEarlier: false, entries: manyEntries(0, 6) })
    assert.equal(await describeFocus(chat), 'Conversation')
  }),
)

test('the question whether to keep earlier messages is spoken once', { skip }, () =>
  withChat({ state: { isOpen: true, entries: [question] } }, async ({ page, set }) => {
    const spoken = page.getByRole('status').getByText('Keep 2 earlier messages?')
    await set({ migration: { messageCount: 2 } })
    await spoken.waitFor({ state: 'attached' })
    await spoken.evaluate((status) => (status.textContent = ''))
    await set({ migration: { messageCount: 2 } })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    assert.equal(await spoken.count(), 0)
  }),
)

test('the arrow to the latest message leaves the focus at the messages', { skip }, () =>
  withChat({ state: { isOpen: true, entries: manyEntries(0, 40) } }, async ({ page, evaluate }) => {
    const latest = page.getByRole('button', { name: 'Latest message' })
    await page.locator('[part=transcript]').evaluate((scroller) => {
      scroller.dispatchEvent(new Event('touchmove'))
      scroller.scrollTop = 0
    })
    await latest.press('Enter')
    await latest.waitFor({ state: 'hidden' })
    assert.equal(await evaluate("root.activeElement.matches('[part=transcript]')"), true)
  }),
)

test('a message with a malformed card does not hide later messages', { skip }, () =>
  withChat(
    // The client reports the error of the message.
    { state: { isOpen: true }, before: "addEventListener('error', (event) => event.preventDefault())" },
    async ({ page }) => {
      const malformed = answerEntry('2', 'One.', { cards: [null] })
      const entries = [question, malformed, userEntry('3', 'a dentist'), answerEntry('4', 'Two.')]
      await page.evaluate(`window.chat.set({ entries: ${JSON.stringify(entries)} })`)
      for (const text of ['chest pain', 'a dentist', 'Two.'])
        await page.getByText(text, { exact: true }).waitFor({ timeout: 3000 })
    },
  ),
)

test('a wrong code that is confirmed again costs no second attempt', { skip }, () =>
  withChat({ state: { isOpen: true, verification: codeStep() } }, async ({ page, set, takeCalls }) => {
    const field = page.getByLabel('6-digit code')
    await field.fill('123456')
    await field.press('Enter')
    assert.ok((await takeCalls()).some(([name]) => name === 'submitCode'))
    await set({ verification: codeStep({ problem: wrongCode }) })
    await field.fill('123456')
    await field.press('Enter')
    assert.deepEqual(await takeCalls(), [])
    await page.getByText('The code is wrong.').waitFor()
    await field.fill('654321')
    assert.deepEqual(await takeCalls(), [['submitCode', '654321']])
  }),
)

test('options on Object.prototype are ignored', { skip }, async () => {
  await using chat = await ChatPage.open(browser!, partnership, {
    hasConnectionOnly: true,
    prepare: (page) => page.addInitScript("Object.prototype.websocketUrl = 'wss://attacker.example/sdk/ws'"),
  })
  await chat.ask('hello')
  assert.deepEqual(await chat.evaluate('sockets.map(({ url }) => new URL(url).host)'), [
    new URL(partnership.service.url).host,
  ])
})

test('a page that hides empty elements shows the chat', { skip }, () =>
  withChat({ before: hideEmpty }, async ({ page, set }) => {
    await trigger(page).waitFor()
    await set({ isOpen: true })
    await messageField(page).fill('dentist')
  }),
)

test(
  'a chat that is opened in a hidden container leaves the page usable, and is shown with the container',
  { skip },
  () =>
    withChat({}, async ({ page, set }) => {
      await page.evaluate("document.getElementById('chat').hidden = true")
      await set({ isOpen: true })
      await page.getByRole('link', { name: 'Contact' }).click({ trial: true, timeout: 3000 })
      await page.evaluate("document.getElementById('chat').hidden = false")
      await messageField(page).fill('dentist')
    }),
)

test('shortcuts of the page take no letter of a message', { skip }, () =>
  withChat({ state: { isOpen: true } }, async ({ page }) => {
    await page.evaluate(`document.addEventListener('keydown', (event) => {
      if (event.target.tagName !== 'TEXTAREA' && /^[s/]$/.test(event.key)) event.preventDefault()
    })`)
    await messageField(page).focus()
    await page.keyboard.type('dentists w/ parking')
    assert.equal(await messageField(page).inputValue(), 'dentists w/ parking')
  }),
)
