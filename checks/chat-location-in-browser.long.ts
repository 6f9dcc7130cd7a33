/** The composer of the chat: its text, what it sends, and the location that the user shares. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clickButton, messageField, openInterface } from './chat-interface.fixture.ts'
import { conversation, states } from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

describe('the composer', () => {
  test('counts the characters near the limit, and sends no longer message', { skip }, () =>
    withChat({ state: { isOpen: true, messageCharactersMax: 300 } }, async ({ page, takeCalls }) => {
      await messageField(page).fill('a'.repeat(99))
      assert.equal(await page.locator('#counter').isVisible(), false)
      await messageField(page).fill('a'.repeat(300))
      await page.getByText('Characters left: 0').waitFor()
      await messageField(page).fill('a'.repeat(301))
      await page.getByRole('alert').getByText('Characters to remove: 1').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Send' }).isDisabled(), true)
      await messageField(page).press('Enter')
      assert.deepEqual(await takeCalls(), [])
      assert.equal((await messageField(page).inputValue()).length, 301)
    }),
  )

  test('grows with the text up to a limit, and blank messages are not sent', { skip }, () =>
    withChat({ state: { isOpen: true } }, async ({ page, takeCalls }) => {
      const height = async () => (await messageField(page).boundingBox())!.height
      const one = await height()
      await messageField(page).fill('one\ntwo\nthree')
      assert.ok(Math.abs((await height()) - one - 48) < 2, `${one} ${await height()}`)
      await messageField(page).fill('line\n'.repeat(100))
      assert.ok((await height()) <= 168)
      await messageField(page).fill(' \n ')
      await messageField(page).press('Enter')
      assert.deepEqual(await takeCalls(), [])
    }),
  )

  test('shows a spinner until the user is signed in, and messages can be sent before', { skip }, () =>
    withChat({ state: { isOpen: true, authentication: 'signing-in' } }, async ({ page, set, takeCalls }) => {
      await messageField(page).fill('Dentist')
      const send = page.getByRole('button', { name: 'Send (signing in…)' })
      assert.ok(await send.locator('.spinner').isVisible())
      await send.click()
      assert.deepEqual(await takeCalls(), [['send', 'Dentist']])
      await set({ authentication: 'signed-in' })
      const arrow = page.getByRole('button', { name: 'Send', exact: true })
      assert.ok(await arrow.locator('.icon').isVisible())
      assert.equal(await arrow.locator('.spinner').isVisible(), false)
    }),
  )

  test('stops the answer, sends suggestions, and takes the text of a failed message back', { skip }, () =>
    withChat(
      { state: { ...states['streaming']!.state, suggestions: ['Closer'] } },
      async ({ page, set, takeCalls }) => {
        await clickButton(page, 'Stop the answer')
        await clickButton(page, 'Closer')
        assert.deepEqual(await takeCalls(), [['cancelAnswer'], ['send', 'Closer']])
        await messageField(page).fill('and more')
        await set({ entries: conversation, draft: 'Dentist' })
        assert.equal(await messageField(page).inputValue(), 'and more\nDentist')
        assert.equal(await page.getByRole('button', { name: 'Stop the answer' }).isVisible(), false)
      },
    ),
  )

  test('a failed message can be sent again, and a problem retried', { skip }, () =>
    withChat({ state: states['failed']!.state }, async ({ page, set, takeCalls }) => {
      await clickButton(page, 'Send again')
      await clickButton(page, 'Try again')
      assert.deepEqual(await takeCalls(), [['retry'], ['retry']])
      await page.getByRole('alert').getByText('The chat cannot be reached.').waitFor()
      await set({ problem: { code: 'constructor', message: 'Something new.', isRetryable: false } })
      await page.getByRole('alert').getByText('Something new.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Try again' }).isVisible(), false)
    }),
  )

  test('the location is shared only after consent, rounded to 0.01 degrees', { skip }, () =>
    withChat(
      {
        state: { isOpen: true },
        context: {
          permissions: ['geolocation'],
          geolocation: { latitude: 41.8212345, longitude: -71.4123456 },
        },
      },
      async ({ page, takeCalls }) => {
        await clickButton(page, 'Use my location')
        await clickButton(page, 'Not now')
        assert.deepEqual(await takeCalls(), [])
        await clickButton(page, 'Use my location')
        await clickButton(page, 'Share')
        await page.getByRole('status').getByText('Your location is shared.').waitFor()
        assert.deepEqual(await takeCalls(), [['shareLocation', { lat: 41.82, lng: -71.41 }]])
      },
    ),
  )

  test('a location that the browser refuses is explained', { skip }, () =>
    withChat({ state: { isOpen: true } }, async ({ page, takeCalls }) => {
      await clickButton(page, 'Use my location')
      await clickButton(page, 'Share')
      await page.getByText('No location.').waitFor()
      assert.deepEqual(await takeCalls(), [])
    }),
  )
})
