/** The chat with the keyboard only. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeFocus, messageField, openInterface } from './chat-interface.fixture.ts'
import { conversation } from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

describe('the keyboard', () => {
  test(
    'opens the chat, writes, sends, reaches every control and no other, and Escape closes and returns the focus',
    { skip },
    () =>
      withChat({ state: { suggestions: ['Dentist'] } }, async (chat) => {
        const { page, takeCalls } = chat
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        assert.deepEqual(await takeCalls(), [['open']])
        assert.equal(await describeFocus(chat), 'Message')
        await page.keyboard.type('one')
        await page.keyboard.press('Shift+Enter')
        await page.keyboard.type('two ')
        await page.keyboard.press('Enter')
        assert.deepEqual(await takeCalls(), [['send', 'one\ntwo']])
        assert.equal(await messageField(page).inputValue(), '')
        await chat.set({ entries: conversation, authentication: 'signed-in' })
        const reached = new Set<string>()
        for (let step = 0; step < 30; step++) {
          await page.keyboard.press('Tab')
          assert.equal(await page.evaluate("document.activeElement.matches('#chat > div, body')"), true)
          reached.add(await describeFocus(chat))
        }
        for (const name of [
          'New conversation',
          'More actions',
          'Close',
          'Conversation',
          'Dentist',
          'Message',
          'Use my location',
        ])
          assert.ok(reached.has(name), `${name} of ${[...reached].join(', ')}`)
        assert.ok([...reached].some((name) => /^Call .*Ana Costa/.test(name)))
        assert.ok(!reached.has('Contact') && ![...reached].some((name) => name.includes('Ask anything')))
        await page.keyboard.press('Escape')
        assert.deepEqual(await takeCalls(), [['close']])
        await chat.set({})
        assert.equal(await page.locator('dialog').isVisible(), false)
        assert.equal(await describeFocus(chat), 'Ask anything...')
      }),
  )

  test('Escape closes the menu or the conversations before the chat', { skip }, () =>
    withChat(
      { state: { isOpen: true, entries: conversation, authentication: 'signed-in' } },
      async (chat) => {
        const { page } = chat
        const menu = page.getByRole('button', { name: 'More actions' })
        await menu.press('Enter')
        assert.equal(await menu.getAttribute('aria-expanded'), 'true')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Escape')
        assert.equal(await menu.getAttribute('aria-expanded'), 'false')
        assert.equal(await describeFocus(chat), 'More actions')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        assert.equal(await describeFocus(chat), 'Back to the chat')
        await page.keyboard.press('Escape')
        assert.equal(await describeFocus(chat), 'More actions')
        assert.deepEqual(await chat.takeCalls(), [['listConversations']])
        await page.keyboard.press('Escape')
        assert.deepEqual(await chat.takeCalls(), [['close']])
      },
    ),
  )

  test('Enter that ends the composition of a character sends nothing', { skip }, () =>
    withChat({ state: { isOpen: true } }, async ({ page, takeCalls }) => {
      await messageField(page).fill('にほん')
      await messageField(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
      await messageField(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
      assert.deepEqual(await takeCalls(), [])
      await messageField(page).press('Enter')
      assert.deepEqual(await takeCalls(), [['send', 'にほん']])
    }),
  )
})
