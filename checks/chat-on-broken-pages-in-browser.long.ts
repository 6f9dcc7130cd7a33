/** The interface of the chat on pages that break or style everything. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brokenPages } from './broken-pages.fixture.ts'
import { openInterface } from './chat-interface.fixture.ts'
import { answerEntry, codeStep, destinationStep, emergencyNotice, states } from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

describe('the interface', () => {
  for (const [what, breakPage] of Object.entries(brokenPages))
    test(`a page that ${what} does not break the chat`, { skip }, () =>
      withChat({}, async ({ page }) => {
        // In one evaluation: the tools of the test need the methods, too.
        const { entries, ...rest } = states['cards']!.state as { entries: object[] }
        const first = {
          ...rest,
          entries,
          notices: [emergencyNotice],
          verification: destinationStep,
          conversations: [],
        }
        const last = {
          verification: codeStep(),
          entries: [...entries, answerEntry('9', '- **last** [a](https://a.example)\n  b')],
        }
        const shown = await page.evaluate<string>(`(async () => {
          const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          const root = document.querySelector('#chat').firstElementChild.shadowRoot
          let problem = ''
          window.onerror = (message) => { problem = message }
          const repair = (() => { ${breakPage} })()
          window.chat.set(${JSON.stringify(first)})
          await frames()
          root.querySelector('textarea').value = 'sent'
          root.querySelector('form[part=composer]').requestSubmit()
          window.chat.set(${JSON.stringify(last)})
          await frames()
          const { calls } = window.chat
          const shown = root.querySelector('[part=log]').lastElementChild.lastElementChild.textContent + '|' + calls[calls.length - 1][1] + '|' +
            root.querySelector('[part~=code-field]').autocomplete + '|' + problem
          repair?.()
          return shown
        })()`)
        assert.equal(shown, 'Answerlast a b|sent|one-time-code|')
      }),
    )
})
