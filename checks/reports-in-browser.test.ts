/** The forms that report a mistake in a real browser: without scripts, accessible, from the width of a phone. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runServer } from '@careatlas/server/running.fixture'
import { providerCard, publishSmallDirectory, small } from '@careatlas/server/small-directory.fixture'
import { openChromium } from './chromium.fixture.ts'
import { observe } from './observed-page.fixture.ts'
import { inspectNarrowPhone, inspectPage, narrowPhone } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

const card = providerCard()
const [place] = card.practice_locations
const accepting_new_patients = { value: 'accepting', source: 'survey', as_of: '2026-10-31' } as const
const other = {
  ...place!,
  location_uuid: '77777777-7777-5777-8777-777777777777',
  name: 'Narrows Community Health Center of Southern Rhode Island',
  accepting_new_patients,
}
const provider = { ...card, practice_locations: [place!, other] }
const server = await runServer(
  {},
  {
    publish: (dataDir, generation) =>
      publishSmallDirectory(dataDir, generation, undefined, { providers: [provider] }),
  },
)
after(() => server[Symbol.asyncDispose]())

for (const [language, wrongNumber, correctPhone, send, thanks, tooShort] of [
  [
    'en',
    'The telephone number is wrong',
    'Correct number, if you know it',
    'Send report',
    'Thank you for the report',
    /must be a US telephone number/,
  ],
  [
    'es',
    'El número de teléfono es incorrecto',
    'Número correcto, si lo conoce',
    'Enviar aviso',
    'Gracias por su aviso',
    /debe ser un número de teléfono de los Estados Unidos/,
  ],
] as const)
  test(`a user reports a wrong number with the keyboard alone, in ${language}`, { skip }, async () => {
    const context = await chromium!.newContext()
    const page = await context.newPage()
    const console: string[] = []
    page.on('console', (message) => console.push(message.text()))
    await page.goto(`${server.url}${language === 'es' ? '/es' : ''}/providers/${small.npi}/report`)
    await inspectPage(page, `report-${language}`)
    const phone = page.getByLabel(correctPhone)
    assert.equal(await phone.isVisible(), false)
    await page.getByLabel(wrongNumber).press('Space')
    await phone.waitFor()
    await page.getByLabel(other.name).press('Space')
    await phone.fill('555')
    await phone.press('Enter')
    await page.getByRole('alert').getByText(tooShort).waitFor()
    await inspectPage(page, `report-error-${language}`)
    await phone.fill('(401) 555-0123')
    await page.getByRole('button', { name: send }).press('Enter')
    await page.getByRole('heading', { level: 1, name: thanks }).waitFor()
    await inspectPage(page, `report-thanks-${language}`)
    // A browser logs the status 400 of the page with the error.
    assert.deepEqual(
      console.filter((text) => !text.includes('status of 400')),
      [],
    )
    await context.close()
  })

for (const path of [
  `/providers/${small.npi}/report`,
  `/es/locations/${small.uuid}/report`,
  '/providers/1/report',
])
  test(
    `${path} fits 320 px in dark mode, without scripts and without a problem of accessibility`,
    { skip },
    async () => {
      await using observed = await observe(chromium!, narrowPhone)
      const { page } = observed
      await page.goto(server.url + path)
      assert.equal(await page.locator('script').count(), 0)
      await inspectNarrowPhone(page)
    },
  )
