/** The forms of the chat that verify an address or number, and that keep messages from before the sign-in. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clickButton, recordTimers, describeFocus, openInterface, phone } from './chat-interface.fixture.ts'
import { codeStep, destinationStep, manyEntries, states, wrongCode } from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

describe('the verification', () => {
  test('takes a destination of the chosen channel, and refuses an invalid address', { skip }, () =>
    withChat({ state: { isOpen: true, verification: destinationStep } }, async ({ page, takeCalls }) => {
      await page.getByLabel('E-mail address').fill('ana')
      await clickButton(page, 'Send code')
      assert.deepEqual(await takeCalls(), [])
      await page.getByLabel('E-mail address').fill(' ana@example.org ')
      await page.keyboard.press('Enter')
      await page.getByLabel('Text message').check()
      const number = page.getByLabel('Mobile number')
      assert.deepEqual(
        [await number.getAttribute('type'), await number.getAttribute('autocomplete')],
        ['tel', 'tel'],
      )
      await number.fill('+14015550127')
      await clickButton(page, 'Send code')
      await clickButton(page, 'Not now')
      assert.deepEqual(await takeCalls(), [
        ['requestCode', 'email', 'ana@example.org'],
        ['requestCode', 'sms', '+14015550127'],
        ['cancelVerification'],
      ])
    }),
  )

  test(
    'moves the focus to the code, submits it with its last digit, and shows the attempts left',
    { skip },
    () =>
      withChat({ state: { isOpen: true, verification: destinationStep } }, async (chat) => {
        const { page, set, takeCalls } = chat
        await page.getByLabel('E-mail address').fill('ana@example.org')
        await page.keyboard.press('Enter')
        await set({ verification: codeStep() })
        const code = page.getByLabel('6-digit code')
        assert.equal(await chat.evaluate('root.activeElement.autocomplete'), 'one-time-code')
        assert.deepEqual(
          [await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')],
          ['one-time-code', 'numeric'],
        )
        await page.getByText('a•••@example.org').waitFor()
        await takeCalls()
        await code.pressSequentially('123 456')
        assert.deepEqual(await takeCalls(), [['submitCode', '123456']])
        await set({ verification: codeStep({ problem: wrongCode }) })
        await page.getByRole('alert').getByText('The code is wrong.').waitFor()
        await page.getByText('Attempts left: 4').waitFor()
        await clickButton(page, 'Use another address or number')
        assert.deepEqual(await takeCalls(), [['startVerification']])
        await set({ verification: null })
        assert.equal(await code.count(), 0)
      }),
  )

  test('sends a new code after the countdown, which has no timer while the chat is closed', { skip }, () =>
    withChat(
      { state: { isOpen: true, verification: destinationStep }, before: recordTimers },
      async (chat) => {
        const { page, set, takeCalls } = chat
        const timers = () => page.evaluate<number>('window.timers.size')
        await page.getByLabel('E-mail address').fill('ana@example.org')
        await page.keyboard.press('Enter')
        const sentAt = await page.evaluate<number>('Date.now()')
        await set({ verification: codeStep({ sentAt }) })
        await takeCalls()
        const resend = page.getByRole('button', { name: /^Send a new code/ })
        assert.match((await resend.textContent()) ?? '', /in (?:30|29|28) s$/)
        await resend.click({ force: true })
        assert.deepEqual(await takeCalls(), [])
        assert.equal(await timers(), 1)
        await set({ isOpen: false })
        assert.equal(await timers(), 0)
        await set({ isOpen: true })
        assert.equal(await timers(), 1)
        await set({ verification: codeStep({ sentAt: sentAt - 29_000 }) })
        await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
        assert.deepEqual(await takeCalls(), [['requestCode', 'email', 'ana@example.org']])
        assert.equal(await timers(), 0)
      },
    ),
  )

  test('the focus stays in a message that the user writes, and returns there afterwards', { skip }, () =>
    withChat({ state: { isOpen: true } }, async (chat) => {
      await chat.page.keyboard.type('Den')
      await chat.set({ verification: destinationStep })
      assert.equal(await describeFocus(chat), 'Message')
      await chat.page.getByLabel('E-mail address').focus()
      await chat.set({ verification: null })
      assert.equal(await describeFocus(chat), 'Message')
    }),
  )

  test('is visible below a long conversation, also above the keyboard of a phone', { skip }, () =>
    withChat(
      {
        state: { isOpen: true, entries: manyEntries(0, 41) },
        context: { ...phone, viewport: { width: 390, height: 420 } },
      },
      async ({ page, set }) => {
        await set({ verification: destinationStep })
        const field = page.getByLabel('E-mail address')
        await field.focus()
        const [box, composer] = await Promise.all([
          field.boundingBox(),
          page.locator('[part=composer]').boundingBox(),
        ])
        assert.ok(box!.y > 0 && box!.y + box!.height <= composer!.y && composer!.y + composer!.height <= 420)
        await set({ verification: null, migration: { messageCount: 4 } })
        assert.ok((await page.getByRole('button', { name: 'Keep' }).boundingBox())!.y < composer!.y)
      },
    ),
  )

  test('messages from before the sign-in are kept or deleted', { skip }, () =>
    withChat({ state: states['migration']!.state }, async ({ page, takeCalls }) => {
      await page.getByText('Keep 4 messages').waitFor()
      await clickButton(page, 'Keep')
      await clickButton(page, 'Delete')
      assert.deepEqual(await takeCalls(), [
        ['migrate', true],
        ['migrate', false],
      ])
    }),
  )
})
