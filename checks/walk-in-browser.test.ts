/**
 * A walk through every page in a real browser, on a desktop and a phone, in light and dark mode: one visitor searches, opens a card,
 * asks for a plan, compares, prints and copies a command. The tests of each page check it in depth.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { clinicians, publishDemoDirectory } from '@careatlas/server/pages/demo/demo-directory.fixture'
import { runServer } from '@careatlas/server/running.fixture'
import type { Page } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { countRequests, type RequestCounts } from './count-requests.fixture.ts'
import { assertClean, observe } from './observed-page.fixture.ts'
import { findProblems } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'
const server = await runServer({}, { publish: publishDemoDirectory })
after(() => server[Symbol.asyncDispose]())

const permissions = ['clipboard-read', 'clipboard-write']
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

const box = (page: Page) => page.getByLabel('What do you need?')
const results = (page: Page) => page.locator('#results .result')
const chip = (page: Page, label: string | RegExp) => page.getByRole('link', { name: label })

/** A narrow screen folds parts of the page after a search. */
async function unfold(page: Page, selector: string): Promise<void> {
  const summary = page.locator(`${selector}:not([open]) > summary`)
  if (await summary.isVisible()) await summary.click()
}

/** Moves the focus with Tab, as a user of a keyboard does, until it is on the element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isFocused = `document.activeElement?.matches(${JSON.stringify(selector)})`
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(isFocused)) return
  }
  assert.fail(`Tab does not reach ${selector}`)
}

/** Pages that the walk only opens; another test checks their accessibility. */
const otherPages = ['/', '/docs', '/semantics', '/docs/loading', '/demo', '/keys', '/saved']

for (const [viewport, colorScheme, isSlow] of [
  [desktop, 'light', false],
  [phone, 'dark', false],
  [desktop, 'dark', true],
  [phone, 'light', true],
] as const)
  test(
    `a visitor finds a clinician on a screen ${viewport.width} px wide in ${colorScheme} mode`,
    { skip: skip || (isSlow && skipSlow) },
    async () => {
      await using observed = await observe(chromium!, { viewport, colorScheme, permissions })
      const { page } = observed
      const checkWidth = async () => {
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        assert.equal(width, viewport.width, page.url())
      }
      const check = async () => {
        await checkWidth()
        assert.deepEqual(await findProblems(page), [], page.url())
      }
      for (const path of otherPages) {
        await page.goto(server.url + path)
        await checkWidth()
      }
      await searchByMeaning(page)
      await check()
      await searchByName(page)
      await openCard(page)
      await check()
      await compareTwo(page)
      await check()
      await print(page)
      assertClean(observed, server.url)
    },
  )

/** Starts on the landing page; then adds a place and a payer, and removes a wish. */
async function searchByMeaning(page: Page): Promise<void> {
  await page.goto(server.url)
  await page
    .getByLabel('Search the directory')
    .fill('female heart doctor who speaks Spanish and takes Medicare')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/demo\?/)
  await unfold(page, '#options')
  await page.getByLabel('Near').fill('02903')
  await page.keyboard.press('Enter')
  await page.locator('.understood', { hasText: 'Within 25 mi of 02903' }).waitFor()
  await unfold(page, '.understood')
  await chip(page, 'Remove: Speaks Spanish').click()
  await chip(page, 'Remove: Speaks Spanish').waitFor({ state: 'detached' })
  await unfold(page, '.understood')
  await page.locator('.understood a[href*="carriers=MEDICARE"]').first().click()
  await page.locator('.understood', { hasText: 'Listed by Medicare' }).waitFor()
  const medicare = clinicians.filter(({ carriers }) => carriers.some(({ code }) => code === 'MEDICARE'))
  assert.equal(await results(page).count(), medicare.length)
}

async function searchByName(page: Page): Promise<void> {
  await page.goto(`${server.url}/demo`)
  await box(page).fill('Ana Costa')
  await page.keyboard.press('Enter')
  await results(page).getByRole('link', { name: 'Ana Costa, MD', exact: true }).waitFor()
  await copyAndRunCommand(page)
}

/** Runs the command of the view, with a key, in a shell. */
async function copyAndRunCommand(page: Page): Promise<void> {
  await page.getByText('The API request of this view').click()
  await page.getByRole('button', { name: 'Copy: The API request of this view' }).click()
  await page.getByText('Copied').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  const command = copied.replace('<API_KEY>', server.key).replace(/^curl /, 'curl --silent --fail ')
  const { stdout } = await promisify(execFile)('sh', ['-c', command])
  const { data } = JSON.parse(stdout) as { readonly data: readonly { readonly npi: string }[] }
  const shown = await results(page).evaluateAll((items) => items.map((item) => item.getAttribute('data-npi')))
  assert.deepEqual(
    data.map(({ npi }) => npi),
    shown,
  )
}

/** Asks for a plan that lists the clinician, one that has no file, and adds the clinician to the comparison. */
async function openCard(page: Page): Promise<void> {
  const second = `/providers/${clinicians[3]!.npi}`
  await page.goto(server.url + second)
  for (const [plan, answer] of [
    ['Medicare', /Medicare: listed on Oct 31, 2026/],
    ['Cigna', /Cigna: no file of this plan is held/],
  ] as const) {
    await page.getByLabel('Plan or insurer').fill(plan)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText(answer).waitFor()
  }
}

async function compareTwo(page: Page): Promise<void> {
  for (const { npi } of [clinicians[0]!, clinicians[3]!]) {
    await page.goto(`${server.url}/providers/${npi}`)
    await page.getByRole('button', { name: 'Add to comparison' }).click()
    await page.getByText('Added to the comparison.').waitFor()
  }
  await page.getByRole('link', { name: 'Saved records' }).click()
  await page.getByRole('link', { name: 'Compare these' }).click()
  await page.getByRole('columnheader', { name: /Ana Rocha/ }).waitFor()
}

async function print(page: Page): Promise<void> {
  await page.goto(`${server.url}/providers/${clinicians[0]!.npi}`)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('header.top').isVisible(), false)
  const pdf = await page.pdf()
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
}

test('the keyboard alone leads from a search to a comparison', { skip }, async () => {
  await using observed = await observe(chromium!)
  const { page } = observed
  await page.goto(`${server.url}/demo`)
  await tabTo(page, '#q')
  await page.keyboard.type('heart doctor who speaks Spanish')
  await page.keyboard.press('Enter')
  await tabTo(page, '.understood a[aria-label="Remove: Speaks Spanish"]')
  await page.keyboard.press('Enter')
  await chip(page, 'Remove: Speaks Spanish').waitFor({ state: 'detached' })
  await tabTo(page, '#results h3 a')
  for (const name of ['first', 'second']) {
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/providers\/\d+$/)
    await tabTo(page, '[data-list="compared"]')
    await page.keyboard.press('Enter')
    await page.getByText('Added to the comparison.').waitFor()
    if (name === 'second') break
    await page.goBack()
    await results(page).first().waitFor()
    await tabTo(page, '#results .result:nth-child(2) h3 a')
  }
  await tabTo(page, '#plan-name')
  await page.keyboard.type('Cigna')
  await page.keyboard.press('Enter')
  await page.getByText('Cigna: no file of this plan is held').waitFor()
  await tabTo(page, 'a[href="/saved"]')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Compare these' }).waitFor()
  await tabTo(page, '[data-compare] a')
  await page.keyboard.press('Enter')
  await page.getByRole('columnheader').nth(2).waitFor()
  assert.deepEqual(observed.console, [])
})

test('typing and searching has at most one request in flight', { skip }, async () => {
  await using observed = await observe(chromium!)
  const { page } = observed
  await page.addInitScript(countRequests)
  await page.goto(`${server.url}/demo`)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(/\/v1\/suggest/, async (route) => {
    asked.resolve()
    await answered.promise
    // The page has canceled the request.
    await route.continue().catch(() => undefined)
  })
  await box(page).pressSequentially('heart doctor')
  await asked.promise
  await page.keyboard.press('Enter')
  await results(page).first().waitFor()
  answered.resolve()
  const { started, inFlightMax } = await page.evaluate<RequestCounts>('window.counts')
  assert.ok(started >= 2)
  assert.equal(inFlightMax, 1)
})
