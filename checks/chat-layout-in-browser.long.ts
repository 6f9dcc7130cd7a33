/** The layout of the chat on phones with a keyboard on the screen, and in magnified windows, which only Chromium emulates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulatedKeyboard, messageField, openInterface, phone } from './chat-interface.fixture.ts'
import { conversation, destinationStep, emergencyNotice, manyEntries } from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

test(
  'the keyboard never covers the composer, and fields are large enough that the page does not zoom',
  { skip },
  () =>
    withChat(
      { state: { isOpen: true, entries: manyEntries(0, 40) }, context: phone, before: emulatedKeyboard },
      async (chat) => {
        const { page, evaluate } = chat
        const boxes = () =>
          Promise.all(['dialog', '[part=composer]'].map((selector) => page.locator(selector).boundingBox()))
        const [dialog] = await boxes()
        assert.deepEqual(dialog, { x: 0, y: 0, ...phone.viewport })
        await page.evaluate("document.body.style.minHeight = '4000px'")
        for (const [height, top] of [
          [460, 0],
          [420, 120],
        ] as const) {
          await page.evaluate(`window.showKeyboard(${height}, ${top})`)
          const [shown, composer] = await boxes()
          assert.deepEqual([shown!.y, shown!.height], [top, height])
          assert.ok(composer!.y >= top && composer!.y + composer!.height <= top + height)
          await page.waitForTimeout(100)
          const last = await page.locator('[part=log] > :last-child').boundingBox()
          assert.ok(last!.y < composer!.y, 'the last message stays visible')
          await messageField(page).pressSequentially('a')
          assert.deepEqual(await page.evaluate('[scrollX, scrollY]'), [0, 0], 'the page never jumps')
        }
        await chat.set({ verification: destinationStep })
        const sizes = await evaluate<number[]>(
          "[...root.querySelectorAll('input:not([type=radio]), textarea')].map((field) => Number.parseFloat(getComputedStyle(field).fontSize))",
        )
        assert.ok(sizes.length >= 2 && Math.min(...sizes) >= 16, sizes.join())
      },
    ),
)

test('on a phone with a notch, nothing is below the safe areas', { skip }, () =>
  withChat({ state: { isOpen: true, entries: conversation }, context: phone }, async ({ page }) => {
    const insets = { top: 47, bottom: 34 }
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setSafeAreaInsetsOverride' as 'Page.enable', { insets } as never)
    const header = page.locator('[part=header]')
    await page.waitForFunction(
      `getComputedStyle(document.querySelector('#chat > div').shadowRoot.querySelector('.header')).paddingTop === '${insets.top}px'`,
    )
    assert.equal((await header.boundingBox())!.y, 0)
    for (const control of await header.getByRole('button').all())
      assert.ok((await control.boundingBox())!.y >= insets.top)
    const disclaimer = (await page.locator('[part=disclaimer]').boundingBox())!
    assert.ok(disclaimer.y + disclaimer.height <= phone.viewport.height - insets.bottom)
  }),
)

test('at 400 % zoom of a desktop, the composer, the notice and the messages can be reached', { skip }, () =>
  withChat(
    {
      state: { isOpen: true, entries: conversation, notices: [emergencyNotice] },
      context: { viewport: { width: 320, height: 256 } },
    },
    async ({ page, evaluate }) => {
      const composer = await page.locator('[part=composer]').boundingBox()
      assert.ok(composer!.y + composer!.height <= 256)
      const transcript = await page.locator('[part=transcript]').boundingBox()
      assert.ok(transcript!.height >= 100, `${transcript!.height}`)
      await page.getByRole('link', { name: /^Call .*Ana Costa/ }).scrollIntoViewIfNeeded()
      assert.equal(
        await evaluate(
          "root.elementFromPoint(...(({ x, y, height }) => [x + 10, y + height / 2])(root.querySelector('[part~=card-call]').getBoundingClientRect())).closest('a') !== null",
        ),
        true,
      )
    },
  ),
)

test('the arrow to the latest message covers nothing of the messages on a phone', { skip }, () =>
  withChat({ state: { isOpen: true, entries: manyEntries(0, 40) }, context: phone }, async ({ page }) => {
    const latest = page.getByRole('button', { name: 'Latest message' })
    const transcript = page.locator('[part=transcript]')
    const height = (await transcript.boundingBox())!.height
    await transcript.evaluate((scroller) => {
      scroller.dispatchEvent(new Event('touchmove'))
      scroller.scrollTop = 0
    })
    await latest.waitFor()
    const [messages, arrow] = [(await transcript.boundingBox())!, (await latest.boundingBox())!]
    assert.ok(arrow.y >= messages.y + messages.height)
    await latest.click()
    await latest.waitFor({ state: 'hidden' })
    assert.equal((await transcript.boundingBox())!.height, height)
  }),
)
