/** The texts of the chat client in a real browser: their direction, the values of cards, and the saved conversation. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openInterface } from './chat-interface.fixture.ts'
import {
  answerEntry,
  codeStep,
  conversation,
  locationCard,
  providerCard,
  wrongCode,
} from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

/** The visible English texts whose last sign is to the left of their first letter. */
const misplacedSigns = `(() => {
  const found = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (!/^\\w.*[.?!:]$/.test(text.data) || text.parentElement.checkVisibility() === false) continue
    const left = (index) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + 1)
      return range.getBoundingClientRect()
    }
    const [first, last] = [left(0), left(text.length - 1)]
    if (first.width > 0 && last.top === first.top && last.left < first.left) found.push(text.data)
  }
  return found
})()`

for (const [name, state] of Object.entries({
  welcome: {},
  conversation: { entries: conversation },
  verification: { verification: codeStep({ problem: wrongCode }) },
  problem: { problem: { code: 'unreachable', message: '', isRetryable: true } },
}))
  test(
    `on a page that reads from right to left, English sentences end at their right end: ${name}`,
    { skip },
    () =>
      withChat(
        { query: { lang: 'ar', dir: 'rtl' }, state: { isOpen: true, ...state } },
        async ({ evaluate }) => {
          assert.deepEqual(await evaluate(misplacedSigns), [])
        },
      ),
  )

test('a card names sign language, and gives no distance within the ZIP code of the search', { skip }, () => {
  const card = { ...providerCard, languages: ['ase', 'es'], distance_miles: 0 }
  const entries = [answerEntry('1', 'One.', { cards: [card] })]
  return withChat({ state: { isOpen: true, entries } }, async ({ page }) => {
    await page.getByText('Languages: American Sign Language, Spanish').waitFor()
    assert.equal(await page.locator('[part=card-distance]').count(), 0)
  })
})

test('the saved conversation has all that the cards show', { skip }, () =>
  withChat(
    { state: { isOpen: true, entries: conversation }, options: { headerTitle: 'Harbor Care' } },
    async ({ page }) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as text' }).click()
      const saved = readFileSync(await (await download).path(), 'utf8')
      assert.ok(saved.startsWith('Harbor Care\n'))
      assert.ok(
        saved.includes(`
- Ana Costa, MD
  1.2 mi
  Cardiologist
  Harbor Heart Group
  Providence, RI 02903
  Listed by Quillmark Health (Oct 1, 2026)
  Languages: English, Spanish, Cape Verdean Creole
  More places: 2
  (401) 555-0127
  Sources: 2 (Nov 9, 2026)
  NPPES, Nov 9, 2026
  plan network, Oct 1, 2026
  ${providerCard.url}
`),
        saved,
      )
      assert.ok(saved.includes(`\n- ${locationCard.name}\n`))
    },
  ),
)

/** The codes of the table in docs/chat-client.md, except those that are never shown. */
const codes = readFileSync(join(import.meta.dirname, '../docs/chat-client.md'), 'utf8')
  .split('| code | cause |')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .filter((row) => !row.includes('only of `setAuthType`'))
  .flatMap((row) => Array.from(row.split('|')[1]?.matchAll(/`(\w+)`/g) ?? [], ([, code = '']) => code))

/** The service refuses the page with these, and the user can do nothing. */
const refusals = new Set([
  'invalid_credentials',
  'partner_mismatch',
  'origin_not_allowed',
  'auth_type_not_allowed',
  'refused',
])

test('on a page in Spanish, every problem of the client is in Spanish', { skip }, () =>
  withChat({ query: { lang: 'es' }, state: { isOpen: true } }, async ({ page, set }) => {
    assert.ok(codes.includes('queue_full') && codes.length > 20, codes.join())
    const message = 'A sentence in English.'
    for (const code of codes) {
      await set({
        connection: refusals.has(code) ? 'blocked' : 'connected',
        problem: { code, message, isRetryable: true },
      })
      const text = await page.locator('[part=problem]').getByRole('alert').textContent()
      assert.match(text ?? '', /^[A-ZÁÉÍÓÚÑ¿][^.]+\.$/, code)
      assert.notEqual(text, message, code)
    }
    await page.getByRole('button', { name: 'Intentar otra vez' }).waitFor()
  }),
)

test('the attempts that are left are beside the wrong code', { skip }, () =>
  withChat({ state: { isOpen: true, verification: codeStep({ problem: wrongCode }) } }, async ({ page }) => {
    await page.getByRole('alert').getByText('The code is wrong. Attempts left: 4', { exact: true }).waitFor()
  }),
)
