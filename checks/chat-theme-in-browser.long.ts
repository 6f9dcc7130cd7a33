/** The colors, fonts and dimensions of the chat. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openInterface, trigger } from './chat-interface.fixture.ts'

const { skip, withChat } = await openInterface()

describe('the theme', () => {
  test('the bar is at most as wide as its option, and as its container', { skip }, () =>
    withChat({ options: { dimensions: { triggerMaxWidth: '400px' } } }, async ({ page }) => {
      assert.equal((await trigger(page).boundingBox())!.width, 400)
      await page.setViewportSize({ width: 320, height: 600 })
      assert.ok((await trigger(page).boundingBox())!.width <= 304)
    }),
  )
})
