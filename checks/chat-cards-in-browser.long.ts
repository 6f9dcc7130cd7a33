/** The cards of the chat, and its languages. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openInterface } from './chat-interface.fixture.ts'
import { conversation } from './chat-states.fixture.ts'

const { skip, withChat } = await openInterface()

describe('cards', () => {
  test(
    'show what is known, where, how to call and go there, the plan and the sources with dates',
    { skip },
    () =>
      withChat(
        {
          state: { isOpen: true, entries: conversation },
          context: { permissions: ['clipboard-read', 'clipboard-write'] },
        },
        async ({ page }) => {
          const [clinician, place] = await page.locator('[part=card]').all()
          const text = (await clinician!.innerText()).replaceAll('\n', ' ')
          for (const part of [
            'Ana Costa, MD',
            '1.2 mi',
            'Cardiologist',
            'Harbor Heart Group Providence, RI 02903',
            'Listed by Quillmark Health (Oct 1, 2026)',
            'Languages: English, Spanish, Cape Verdean Creole',
            'More places: 2',
            '(401) 555-0127',
            'Sources: 2 (Nov 9, 2026)',
          ])
            assert.ok(text.includes(part), `${part} in ${text}`)
          assert.equal(
            await clinician!.getByRole('link', { name: /^Call/ }).getAttribute('href'),
            'tel:+14015550127',
          )
          await clinician!.getByRole('button', { name: 'Copy number, Ana Costa, MD' }).click()
          await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' })
          assert.equal(await page.evaluate('navigator.clipboard.readText()'), '(401) 555-0127')
          await clinician!.locator('summary').press('Enter')
          await clinician!.getByText('plan network, Oct 1, 2026').waitFor()
          const directions = place!.getByRole('link', { name: 'Directions, Harbor Urgent Care' })
          assert.equal(
            new URL((await directions.getAttribute('href'))!).searchParams.get('destination'),
            '953 Coppergate Dr NW, Providence, RI 02907',
          )
        },
      ),
  )

  test(
    'and the interface are in Spanish on a Spanish page, and integrators can replace words',
    { skip },
    () =>
      withChat(
        {
          query: { lang: 'es-US' },
          state: { isOpen: true, entries: conversation },
          options: { strings: { title: 'Ayuda', placeholder: 'Escriba', unknown: 'x' } },
        },
        async ({ page }) => {
          await page.getByText('En la lista de Quillmark Health (1 oct 2026)').waitFor()
          await page.getByText('Idiomas: inglés, español, criollo caboverdiano').waitFor()
          assert.equal(
            await page.getByLabel('Mensaje', { exact: true }).getAttribute('placeholder'),
            'Escriba',
          )
          assert.equal(await page.locator('.root').getAttribute('lang'), 'es')
        },
      ),
  )
})
