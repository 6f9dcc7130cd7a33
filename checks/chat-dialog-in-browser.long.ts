/** The dialog of the chat: focus, the bar that opens it, and pages that move, remove or destroy it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  clickButton,
  recordTimers,
  describeFocus,
  messageField,
  openInterface,
  trigger,
} from './chat-interface.fixture.ts'
import { codeStep, conversation } from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

describe('closing', () => {
  test(
    'closing with the button and with a click outside returns the focus to the button that opened the chat',
    { skip },
    () =>
      withChat({}, async (chat) => {
        const { page } = chat
        for (const close of [() => clickButton(page, 'Close'), () => page.mouse.click(4, 4)]) {
          await trigger(page).click()
          await page.locator('dialog').waitFor()
          await close()
          await page.locator('dialog').waitFor({ state: 'hidden' })
          assert.equal(await describeFocus(chat), 'Ask anything...')
        }
      }),
  )

  test('a chat that is open when the page loads returns the focus to the bar', { skip }, () =>
    withChat({ state: { isOpen: true } }, async (chat) => {
      await chat.page.keyboard.press('Escape')
      await chat.set({})
      assert.equal(await describeFocus(chat), 'Ask anything...')
    }),
  )
})

test('an answer that arrives while the chat is closed marks the bar', { skip }, () =>
  withChat({ state: { isOpen: true, entries: conversation.slice(0, 1) } }, async ({ page, set }) => {
    const mark = page.locator('[part=unread]')
    await set({ isOpen: false })
    assert.equal(await mark.isVisible(), false)
    await set({ entries: conversation })
    assert.ok(await page.getByRole('button', { name: /New answer/ }).isVisible())
    await set({ isOpen: true })
    assert.equal(await mark.isVisible(), false)
  }),
)

for (const [what, moves] of [
  ['moves the container', 'document.body.append(container)'],
  [
    'removes the container for a while',
    'container.remove(); setTimeout(() => document.body.append(container), 100)',
  ],
  [
    'removes the container while the state changes',
    `container.remove(); chat.set({ suggestions: ["Closer"] }); setTimeout(() => document.body.append(container), 100)`,
  ],
] as const)
  test(`a page that ${what} gets the open dialog back, modal and with the text`, { skip }, () =>
    withChat({ state: { isOpen: true, entries: conversation } }, async (chat) => {
      const { page, takeCalls } = chat
      await messageField(page).fill('a dentist')
      await page.evaluate(`{ const container = document.querySelector('#chat'); ${moves} }`)
      await page.locator('textarea:focus').waitFor()
      assert.ok(await chat.evaluate("root.querySelector('dialog').matches(':modal')"))
      assert.equal(await messageField(page).inputValue(), 'a dentist')
      assert.equal(await describeFocus(chat), 'Message')
      assert.deepEqual(await takeCalls(), [])
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'hidden' })
      assert.deepEqual(await takeCalls(), [['close']])
    }),
  )

test('a chat that is closed while its container is removed stays closed', { skip }, () =>
  withChat({ state: { isOpen: true } }, async ({ page, set }) => {
    await page.evaluate("window.container = document.querySelector('#chat'); container.remove()")
    await set({ isOpen: false })
    await page.evaluate('document.body.append(container)')
    await trigger(page).waitFor()
    assert.equal(await page.locator('dialog').isVisible(), false)
  }),
)

test('a destroyed chat leaves no element, listener or task behind', { skip }, () =>
  withChat(
    { state: { isOpen: true, entries: conversation, verification: codeStep() }, before: recordTimers },
    async ({ page }) => {
      await page.evaluate('window.endChat()')
      await page.evaluate(
        'window.chat.set({ isOpen: false }), window.chat.set({ isOpen: true }), dispatchEvent(new Event("resize"))',
      )
      await page.waitForTimeout(1200)
      assert.deepEqual(
        await page.evaluate(
          "[document.querySelector('#chat').children.length, window.chat.listenerCount, window.timers.size]",
        ),
        [0, 0, 0],
      )
      await page.getByRole('link', { name: 'Contact' }).click()
    },
  ),
)
