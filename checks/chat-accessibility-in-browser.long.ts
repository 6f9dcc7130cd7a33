/** The interface of the chat for users with disabilities: names and roles, screen readers, reduced motion and forced colors. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clickButton, describeFocus, openInterface } from './chat-interface.fixture.ts'
import { conversation, states } from './chat-states.fixture.ts'
import { findProblems } from './page-inspection.fixture.ts'

const { skip, withChat } = await openInterface()

describe('accessibility', () => {
  for (const [name, { state, options = {} }] of Object.entries(states))
    test(
      `axe-core finds no problem in the state "${name}", in light and dark colors, and it fits 320 px`,
      { skip },
      () =>
        withChat({ state, options }, async ({ page, evaluate }) => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            await page.waitForTimeout(250)
            assert.deepEqual(await findProblems(page), [], colorScheme)
          }
          await page.setViewportSize({ width: 320, height: 640 })
          assert.deepEqual(await findProblems(page), [])
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
          assert.deepEqual(await evaluate(overflowing), [])
          assert.deepEqual(await evaluate(smallTargets), [])
          assert.deepEqual(await evaluate("[...root.querySelectorAll('[style]')].length"), 0)
        }),
    )

  test('the menu, the conversations and the location question have no problem', { skip }, () =>
    withChat(
      {
        state: { isOpen: true, authentication: 'signed-in', entries: conversation },
        context: { permissions: ['geolocation'] },
      },
      async (chat) => {
        const { page } = chat
        await clickButton(page, 'Use my location')
        assert.deepEqual(await findProblems(page), [])
        await clickButton(page, 'More actions')
        assert.deepEqual(await findProblems(page), [])
        await clickButton(page, 'Conversations')
        await page.getByText('Loading…').waitFor()
        const problem = { code: 'not_connected', message: '', isRetryable: true }
        await chat.set({ problem })
        assert.equal(await page.getByText('Loading…').count(), 0)
        assert.equal(await page.getByText('The chat cannot be reached.').filter({ visible: true }).count(), 1)
        assert.deepEqual(await findProblems(page), [])
        await clickButton(page, 'Try again')
        await chat.set({ problem: null })
        await page.getByText('Loading…').waitFor()
        assert.equal(await describeFocus(chat), 'Message')
        const listed = {
          conversation_id: 'x',
          title: 'Dentist',
          updated_at: '2026-11-27T15:04:00Z',
          message_count: 2,
        }
        await chat.set({ conversations: [listed] })
        assert.deepEqual(await findProblems(page), [])
        await page.getByRole('button', { name: /^Dentist/ }).click()
        assert.deepEqual(await chat.takeCalls(), [
          ['listConversations'],
          ['retry'],
          ['openConversation', 'x'],
        ])
        assert.equal(await page.getByRole('button', { name: /^Dentist/ }).count(), 0)
      },
    ),
  )

  test('without motion, nothing is animated; the stop button and the spinner stay visible', { skip }, () =>
    withChat(
      {
        state: { ...states['streaming']!.state, authentication: 'signing-in' },
        context: { reducedMotion: 'reduce' },
      },
      async ({ page, evaluate }) => {
        assert.equal(await evaluate('root.getAnimations().length'), 0)
        assert.ok(await page.locator('.spinner').isVisible())
        assert.ok(await page.getByRole('button', { name: 'Stop the answer' }).isVisible())
      },
    ),
  )

  test('with forced colors, bubbles, the trigger and buttons have visible borders', { skip }, () =>
    withChat({ state: states['cards']!.state, context: { forcedColors: 'active' } }, async ({ evaluate }) => {
      const parts = ['user-bubble', 'answer-bubble', 'send', 'trigger', 'card', 'suggestion', 'composer-box']
      const withoutBorder = `${JSON.stringify(parts)}.filter((part) => {
        const style = getComputedStyle(root.querySelector(\`[part~=\${part}]\`))
        return style.borderTopWidth === '0px' || style.borderTopColor === style.backgroundColor
      })`
      assert.deepEqual(await evaluate(withoutBorder), [])
    }),
  )
})

/** Elements wider than the window, outside of what scrolls. */
const overflowing = `[...root.querySelectorAll('*')].filter((element) => {
  const { left, right, width } = element.getBoundingClientRect()
  return width > 1 && (left < -1 || right > innerWidth + 1)
}).map((element) => element.className)`

/** Visible controls lower than 44 px, other than links within text. */
const smallTargets = `[...root.querySelectorAll('button, input:not([type=radio]), textarea, summary, label:has([type=radio]), a:not([part=link])')]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
  .map((element) => element.outerHTML)`
