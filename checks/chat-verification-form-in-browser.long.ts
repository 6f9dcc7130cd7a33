/** The forms of the chat on a phone, which only Chromium emulates with touch. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openInterface, phone } from './chat-interface.fixture.ts'
import { destinationStep, manyEntries } from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

describe('the verification', () => {
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
})
