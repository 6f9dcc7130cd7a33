/** The walk through the chat with the keyboard only, on a phone, and on a page that reads from right to left. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { emulatedKeyboard, phone } from './chat-interface.fixture.ts'
import { type Hands, pointer, walkThroughChat } from './chat-walk.fixture.ts'
import { openChromium } from './chromium.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

/** More than the controls of the page and of the chat. */
const tabsMax = 80

/** Moves the focus with the Tab key, as a user without a pointer does. */
async function focus(control: Locator): Promise<void> {
  await control.waitFor()
  for (let tabs = 0; tabs <= tabsMax; tabs += 1) {
    if (await control.evaluate((element) => element.matches(':focus'))) return
    await control.page().keyboard.press('Tab')
  }
  assert.fail(`the Tab key does not reach ${String(control)}`)
}

const keyboardOnly: Hands = {
  press: async (control) => {
    await focus(control)
    await control.page().keyboard.press('Enter')
  },
  write: async (field, text) => {
    await focus(field)
    await field.page().keyboard.type(text)
  },
}

const touch: Hands = { press: (control) => control.tap(), write: pointer.write }

test('the walk works with the keyboard only', { skip }, () =>
  walkThroughChat(chromium!, { hands: keyboardOnly }),
)

/** Between the top and the keyboard of a phone. */
const visible = { height: 460, top: 0 }

test(
  'on a phone, the walk works above the keyboard on the screen, and the page never jumps',
  { skip },
  async () => {
    const positions: unknown[] = []
    await walkThroughChat(chromium!, {
      hands: touch,
      page: {
        context: { ...phone, reducedMotion: 'reduce' },
        prepare: (page) => page.addInitScript(emulatedKeyboard),
      },
      // A page that can scroll.
      onLoaded: (page) => page.evaluate("document.body.style.minHeight = '4000px'"),
      inspect: async (page) => {
        const isOpen = await page.locator('dialog').isVisible()
        await page.evaluate(
          `showKeyboard(${isOpen ? visible.height : phone.viewport.height}, ${visible.top})`,
        )
        positions.push(await page.evaluate('[scrollX, scrollY]'))
        if (!isOpen) return
        const composer = await page.locator('[part=composer]').boundingBox()
        assert.ok(
          composer!.y >= 0 && composer!.y + composer!.height <= visible.height,
          JSON.stringify(composer),
        )
        await assertFits(page)
      },
    })
    assert.ok(positions.length > 4)
    assert.deepEqual(
      positions.filter((position) => String(position) !== '0,0'),
      [],
    )
  },
)

test('on a page that reads from right to left, the walk works, and messages are mirrored', { skip }, () =>
  walkThroughChat(chromium!, {
    page: {
      prepare: (page) =>
        page.addInitScript(
          "addEventListener('DOMContentLoaded', () => Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }))",
        ),
    },
    inspect: async (page) => {
      if (!(await page.locator('dialog').isVisible())) return
      await assertFits(page)
      const bubble = page.locator('[part~=user-bubble]').last()
      if ((await bubble.count()) === 0) return
      const { x, width } = (await bubble.boundingBox())!
      assert.ok(x + width / 2 < page.viewportSize()!.width / 2, `${x} ${width}`)
    },
  }),
)

/** Asserts that nothing scrolls sideways. */
async function assertFits(page: Page): Promise<void> {
  const overflows = await page.evaluate(`(() => {
    const root = document.querySelector('#chat > div').shadowRoot
    return [document.documentElement, ...root.querySelectorAll('dialog, .modal-content, .transcript, .dock')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className, scrollWidth, clientWidth }) => [className, scrollWidth, clientWidth])
  })()`)
  assert.deepEqual(overflows, [])
}
