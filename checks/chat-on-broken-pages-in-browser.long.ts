/** The interface of the chat with hostile content, and on pages that break or style everything. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brokenPages } from './broken-pages.fixture.ts'
import { openInterface } from './chat-interface.fixture.ts'
import {
  answerEntry,
  codeStep,
  conversation,
  destinationStep,
  emergencyNotice,
  locationCard,
  providerCard,
  states,
  userEntry,
} from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

const markup = '<img src=x onerror="window.attacked=1">'

describe('hostile content', () => {
  test(
    'markup in messages, cards, notices and titles stays text, and only safe addresses become links',
    { skip },
    () =>
      withChat(
        {
          state: {
            isOpen: true,
            productName: markup,
            authentication: 'signed-in',
            entries: [
              userEntry('1', `${markup} **no mark**`),
              answerEntry(
                '2',
                `${markup} [a](javascript:window.attacked=1) [b](data:text/html,x) [c](/relative) [d](https://a.example/"onclick="window.attacked=1) [e](mailto:a@b.example) [f](tel:+1) [g](java\tscript:window.attacked=1)`,
                {
                  cards: [
                    {
                      ...providerCard,
                      name: markup,
                      specialty: markup,
                      url: 'javascript:window.attacked=1',
                      languages: [markup, '', '-'],
                      location: { ...providerCard.location, name: markup, city: markup, phone: '"><script>' },
                      sources: [{ id: markup, as_of: markup }],
                      plan: { status: 'listed', payer: `${markup}{date}$&`, as_of: markup },
                    },
                    {
                      ...locationCard,
                      name: null,
                      line_1: markup,
                      url: 'not a url',
                      distance_miles: Number.MAX_VALUE,
                    },
                  ],
                },
              ),
            ],
            notices: [
              {
                ...emergencyNotice,
                text: markup,
                contact: { label: markup, tel: 'x" onclick="window.attacked=1' },
              },
            ],
            suggestions: [markup],
            conversations: [{ conversation_id: '1', title: markup, updated_at: markup, message_count: 1 }],
            problem: { code: '__proto__', message: markup, isRetryable: true },
          },
        },
        async ({ page, evaluate }) => {
          assert.equal(
            await evaluate(
              "root.querySelectorAll('img, script, iframe, object, [onclick], [onerror]').length",
            ),
            0,
          )
          const links = await evaluate<string[]>(
            "[...root.querySelectorAll('a')].map(({ protocol }) => protocol)",
          )
          assert.deepEqual(new Set(links), new Set(['https:', 'mailto:', 'tel:']))
          assert.deepEqual(
            await evaluate(
              "[...root.querySelectorAll('a:not([href^=tel])')].filter(({ rel, target }) => rel !== 'noopener noreferrer' || target !== '_blank').length",
            ),
            0,
          )
          assert.equal(await page.locator('[part~=user-bubble]').textContent(), `${markup} **no mark**`)
          assert.equal(await page.locator('[part~=card-name]').first().textContent(), markup)
          assert.equal(await page.locator('[part=title]').textContent(), markup)
          assert.ok(
            (await page.locator('[part~=card-plan]').first().textContent())?.includes(`${markup}{date}$&`),
          )
          for (const link of await page.locator('a:visible').all())
            await link.hover({ timeout: 500 }).catch(() => undefined)
        },
      ),
  )

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

  test('styles and methods of the page do not reach the chat', { skip }, () =>
    withChat(
      {
        state: { isOpen: true, entries: conversation },
        before: `addEventListener('DOMContentLoaded', () => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync('* { font: 40px serif !important; letter-spacing: 9px; text-transform: uppercase; visibility: visible } button { display: none !important } :root { --primary: red; --text: red }')
          document.adoptedStyleSheets = [sheet]
        })`,
      },
      async ({ page, evaluate }) => {
        assert.ok(await page.getByRole('button', { name: 'Close' }).isVisible())
        const style =
          "((style) => [style.fontSize, style.letterSpacing, style.textTransform, style.color].join())(getComputedStyle(root.querySelector('[part~=answer-bubble]')))"
        assert.equal(await evaluate(style), '14px,normal,none,rgb(26, 31, 43)')
      },
    ),
  )

  test('without constructable style sheets, the styles need only the nonce', { skip }, () =>
    withChat(
      {
        state: { isOpen: true },
        options: { nonce: 'abc' },
        query: { policy: "default-src 'self'; style-src 'nonce-abc'" },
        before: 'window.CSSStyleSheet = undefined',
      },
      async ({ evaluate }) => {
        assert.equal(await evaluate("getComputedStyle(root.querySelector('dialog')).position"), 'fixed')
        assert.equal(
          await evaluate("getComputedStyle(root.querySelector('.root')).getPropertyValue('--primary')"),
          '#0B5FFF',
        )
      },
    ),
  )
})
