/** The colors, fonts and dimensions of the chat. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openInterface, trigger } from './chat-interface.fixture.ts'
import { assertClean, observe } from './observed-page.fixture.ts'

const { browser, skip, url, withChat } = await openInterface()

describe('the theme', () => {
  test('a public page writes no warning about colors', { skip }, async () => {
    await using observed = await observe(browser!)
    const { page } = observed
    const origin = 'http://www.acme.example'
    await page.route(`${origin}/**`, async (route) => {
      const served = route.request().url().replace(origin, url)
      await route.fulfill({ response: await page.request.get(served) })
    })
    await page.goto(origin)
    await page.evaluate("window.startChat({ colors: { text: 'white' } }, {})")
    await page.getByRole('button', { name: 'Ask anything...' }).waitFor()
    assertClean(observed, origin)
  })

  test('the bar is at most as wide as its option, and as its container', { skip }, () =>
    withChat({ options: { dimensions: { triggerMaxWidth: '400px' } } }, async ({ page }) => {
      assert.equal((await trigger(page).boundingBox())!.width, 400)
      await page.setViewportSize({ width: 320, height: 600 })
      assert.ok((await trigger(page).boundingBox())!.width <= 304)
    }),
  )
})
