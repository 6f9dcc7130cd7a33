/** The location that the user shares in the chat. Only Chromium gives tests a position and a permission. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clickButton, openInterface } from './chat-interface.fixture.ts'

const { skip, withChat } = await openInterface()

describe('the location', () => {
  test('is shared only after consent, rounded to 0.01 degrees', { skip }, () =>
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
        await page.getByRole('status').getByText('Location shared.').waitFor()
        assert.deepEqual(await takeCalls(), [['shareLocation', { lat: 41.82, lng: -71.41 }]])
      },
    ),
  )

  test('that the browser refuses is explained', { skip }, () =>
    withChat({ state: { isOpen: true } }, async ({ page, takeCalls }) => {
      await clickButton(page, 'Use my location')
      await clickButton(page, 'Share')
      await page.getByText('No location.').waitFor()
      assert.deepEqual(await takeCalls(), [])
    }),
  )
})
