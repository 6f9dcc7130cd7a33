/** The demo in a real browser: searches within the page, suggestions, history, and nothing from a record becomes markup. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  clinicians,
  planted,
  publishDemoDirectory,
} from '@careatlas/server/pages/demo/demo-directory.fixture'
import { runServer } from '@careatlas/server/running.fixture'
import type { Page } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { findProblems, inspectNarrowPhone, inspectPage, narrowPhone } from './page-inspection.fixture.ts'
import { assertClean, assertTransfer, type Observed, observe } from './observed-page.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'
const server = await runServer({}, { publish: publishDemoDirectory })
after(() => server[Symbol.asyncDispose]())

const box = (page: Page) => page.getByLabel('What do you need?')
const chip = (page: Page, label: string) => page.getByRole('link', { name: `Remove: ${label}` })
const shownNumbers = (page: Page) => page.locator('#results .number').allTextContents()

/** Opens a path of the demo, and afterwards asserts that nothing was wrong. */
async function withDemo(
  path: string,
  use: (page: Page, observed: Observed) => Promise<void>,
  options: Parameters<typeof observe>[1] = {},
): Promise<void> {
  await using observed = await observe(chromium!, options)
  await observed.page.goto(server.url + path)
  await use(observed.page, observed)
  assertClean(observed, server.url)
  assert.equal(await observed.page.evaluate('window.attacked'), undefined)
}

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const isSuggestion = (url: string) => url.includes('/v1/suggest')
const statusOf = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

describe('a search', () => {
  test('is sent with Enter, shown within the page, announced, and in the URL', { skip }, () =>
    withDemo('/demo', async (page) => {
      await page.evaluate('window.isSamePage = true')
      await box(page).fill('heart doctor')
      await page.getByLabel('Near').fill('02903')
      await page.keyboard.press('Enter')
      await statusOf(page, 'Results 1 to 10')
      assert.equal(new URL(page.url()).search, '?q=heart+doctor&place=02903')
      assert.equal(await page.evaluate('window.isSamePage'), true)
      assert.equal((await shownNumbers(page)).join(), '1,2,3,4,5,6,7,8,9,10')
      await inspectPage(page, 'demo-results')
    }),
  )

  test('goes back and forward with the form, and can be shared by its URL', { skip }, () =>
    withDemo('/demo?q=heart+doctor&place=02903', async (page) => {
      await page.getByRole('link', { name: 'Next page' }).press('Enter')
      await statusOf(page, 'Results 11 to 13')
      assert.equal(await page.evaluate('document.activeElement.id'), 'results-title')
      await page.getByRole('link', { name: 'Places of care' }).click()
      await page.locator('#results [data-location]').first().waitFor()
      await page.goBack()
      await statusOf(page, 'Results 11 to 13')
      await page.goBack()
      await statusOf(page, 'Results 1 to 10')
      assert.equal(await page.getByLabel('Near').inputValue(), '02903')
      await page.goForward()
      await statusOf(page, 'Results 11 to 13')
    }),
  )

  test('removes a chip, and the box follows', { skip }, () =>
    withDemo('/demo?q=female+heart+doctor+who+speaks+Spanish&place=02903', async (page) => {
      await chip(page, 'Speaks Spanish').press('Enter')
      await chip(page, 'Speaks Spanish').waitFor({ state: 'detached' })
      assert.equal(await box(page).inputValue(), 'female heart doctor')
      await chip(page, 'A woman').waitFor()
      assert.deepEqual(await findProblems(page), [])
    }),
  )

  test('answers for a plan on each card, then filters by its payer, with the keyboard only', { skip }, () =>
    withDemo('/demo?q=heart+doctor&place=02903', async (page) => {
      await page.getByRole('link', { name: 'Is this clinician in my plan?' }).nth(3).press('Enter')
      await page.waitForFunction("document.activeElement.id === 'plan'")
      await page.keyboard.type('medicare')
      await page.keyboard.press('Enter')
      await page.locator('.verdict').first().waitFor()
      assert.equal(await page.locator('.result .verdict').count(), 10)
      await inspectPage(page, 'demo-plan')
      await page.getByRole('link', { name: 'Show only clinicians that Medicare lists' }).press('Enter')
      await chip(page, 'Listed by Medicare').waitFor()
      assert.equal(await page.locator('.result .verdict:not(.listed)').count(), 0)
      await box(page).fill('cardiologist')
      await box(page).press('Enter')
      await page.waitForURL((url) => url.searchParams.get('q') === 'cardiologist')
      assert.equal(new URL(page.url()).searchParams.get('carriers'), 'MEDICARE')
      // The URL changes before the results.
      await chip(page, 'Listed by Medicare').and(page.locator('[href*="q=cardiologist"]')).waitFor()
      await chip(page, 'Listed by Medicare').press('Enter')
      await chip(page, 'Listed by Medicare').waitFor({ state: 'detached' })
    }),
  )

  test('completes the names of all payers and plans', { skip }, () =>
    withDemo('/demo?q=heart+doctor', async (page) => {
      const names = page.locator('#plan-names > option')
      assert.equal(await names.and(page.locator('[value="Quillmark 398"]')).count(), 0)
      await page.getByLabel('Plan or insurer').pressSequentially('quillmark 398')
      await names.and(page.locator('[value="Quillmark 398"]')).waitFor({ state: 'attached' })
      await page.getByLabel('Plan or insurer').fill('mark gold')
      await names.and(page.locator('[value="Quillmark Gold HMO"]')).waitFor({ state: 'attached' })
      assert.equal(await names.first().textContent(), 'Quillmark Gold HMO')
    }),
  )

  test('shows the error of the API in place, and keeps the form', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/demo`)
    await box(page).fill('heart doctor')
    await page.getByLabel('Near').fill('00000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('No such ZIP code. Check it, or type a town.').waitFor()
    await page.getByRole('alert').getByText('zip must be a ZIP code').waitFor()
    assert.equal(await box(page).inputValue(), 'heart doctor')
    await inspectPage(page, 'demo-error')
  })

  // Beyond 16 KB, the server cannot read which types the browser accepts, and answers with JSON.
  for (const length of [9000, 20_000])
    test(`says that a URL of ${length} characters is too long, and keeps the form`, { skip }, async () => {
      await using observed = await observe(chromium!)
      const { page } = observed
      await page.goto(`${server.url}/demo`)
      await page.getByLabel('Near').evaluate((field) => field.removeAttribute('maxlength'))
      await box(page).fill('heart doctor')
      await page.getByLabel('Near').fill('w'.repeat(length))
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('The address of this page is too long. Search again').waitFor()
      assert.equal(await box(page).inputValue(), 'heart doctor')
      assert.equal(await page.getByText('Check the connection').count(), 0)
    })

  for (const javaScriptEnabled of [true, false])
    test(
      `runs without an unknown place, names it, and keeps the form, ${javaScriptEnabled ? 'with' : 'without'} scripts`,
      { skip },
      () =>
        withDemo(
          '/demo',
          async (page) => {
            await box(page).fill('heart doctor')
            await page.getByLabel('Near').fill(`${planted}ville`)
            await page.keyboard.press('Enter')
            await page.locator('#answer').getByText(`The place “${planted}ville” is not known`).waitFor()
            assert.equal(await page.locator('.result').count(), 10)
            assert.equal(await box(page).inputValue(), 'heart doctor')
            assert.equal(await page.getByLabel('Near').inputValue(), `${planted}ville`)
            assert.equal(await page.locator('main img').count(), 0)
            if (!javaScriptEnabled) return
            await statusOf(page, 'Results 1 to 10')
            await inspectPage(page, 'demo-unknown-place')
            await page.getByRole('link', { name: 'Change the place' }).press('Enter')
            await page.waitForFunction("document.activeElement.id === 'place'")
          },
          { javaScriptEnabled },
        ),
    )

  test('that cannot be loaded offers to try again', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/demo`)
    await page.context().setOffline(true)
    await box(page).fill('heart doctor')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('could not be loaded').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).press('Enter')
    await statusOf(page, 'Results 1 to 10')
  })

  test('replaces the earlier one, which is canceled', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/demo`)
    const released = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    await page.route(/q=slow/, async (route) => {
      started.resolve()
      await released.promise
      // The page has canceled the request.
      await route.continue().catch(() => undefined)
    })
    const canceled = page.waitForEvent('requestfailed', (request) => request.url().includes('q=slow'))
    await box(page).fill('slow')
    await page.keyboard.press('Enter')
    await started.promise
    await statusOf(page, 'Searching')
    assert.equal(await page.locator('#answer').getAttribute('aria-busy'), 'true')
    await box(page).fill('heart doctor')
    await page.keyboard.press('Enter')
    await statusOf(page, 'Results 1 to 10')
    await canceled
    released.resolve()
    assert.match(await page.title(), /^heart doctor/)
    assert.equal(new URL(page.url()).search, '?q=heart+doctor')
  })

  test('works without scripts', { skip }, async () => {
    await using observed = await observe(chromium!, { javaScriptEnabled: false })
    const { page } = observed
    await page.goto(`${server.url}/demo`)
    assert.equal(await page.getByRole('button', { name: 'Use my location' }).count(), 0)
    await box(page).fill('heart doctor')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Results 1 to 10' }).waitFor()
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByRole('heading', { name: 'Results 11 to 13' }).waitFor()
  })

  test('uses the location of the browser, rounded, only after the button', { skip }, () =>
    withDemo(
      '/demo?q=heart+doctor',
      async (page) => {
        await page.getByRole('button', { name: 'Use my location' }).press('Enter')
        await chip(page, 'Within 25 mi of 41.821, -71.412').waitFor()
        assert.equal(new URL(page.url()).searchParams.get('place'), '41.821, -71.412')
      },
      { permissions: ['geolocation'], geolocation: { latitude: 41.8212345, longitude: -71.4123456 } },
    ),
  )
})

describe('the suggestions', () => {
  test('complete a kind of care, which is picked by keyboard and searched', { skip }, () =>
    withDemo('/demo', async (page) => {
      await box(page).pressSequentially('cardiolo')
      await option(page, /^cardiologist/).waitFor()
      assert.equal(await box(page).getAttribute('aria-expanded'), 'true')
      await inspectPage(page, 'demo-suggestions')
      await page.keyboard.press('ArrowDown')
      const active = await box(page).getAttribute('aria-activedescendant')
      assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true')
      await page.keyboard.press('Enter')
      await statusOf(page, 'Results 1 to 10')
      assert.equal(await box(page).getAttribute('aria-expanded'), 'false')
    }),
  )

  test('lead to the page of a clinician', { skip }, () =>
    withDemo('/demo', async (page) => {
      await box(page).pressSequentially('costa an')
      await option(page, /^Ana Costa/).waitFor()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${server.url}/providers/${clinicians[0]!.npi}`)
    }),
  )

  test('set the place, and Escape closes them', { skip }, () =>
    withDemo('/demo', async (page) => {
      await box(page).pressSequentially('provid')
      await option(page, 'Providence, RI').waitFor()
      await page.keyboard.press('Escape')
      await option(page, 'Providence, RI').waitFor({ state: 'detached' })
      assert.equal(await box(page).inputValue(), 'provid')
      await box(page).pressSequentially('en')
      await option(page, 'Providence, RI').click()
      assert.equal(await page.getByLabel('Near').inputValue(), 'Providence, RI')
      assert.equal(await box(page).inputValue(), '')
    }),
  )

  test('never have more than one request in flight, and show names with markup as text', { skip }, () =>
    withDemo('/demo', async (page) => {
      let [inFlight, most] = [0, 0]
      page.on('request', (request) => isSuggestion(request.url()) && (most = Math.max(most, ++inFlight)))
      page.on('requestfinished', (request) => isSuggestion(request.url()) && inFlight--)
      page.on('requestfailed', (request) => isSuggestion(request.url()) && inFlight--)
      await box(page).pressSequentially('silva ana', { delay: 60 })
      await option(page, /Silva, MD/).waitFor()
      assert.ok((await option(page, /Silva, MD/).textContent())?.startsWith(planted))
      assert.equal(most, 1)
      assert.equal(await page.locator('main img').count(), 0)
    }),
  )
})

test('markup in a name, a town, a payer and the question stays text', { skip }, () =>
  withDemo('/demo', async (page) => {
    await box(page).fill(`${planted} heart doctor`)
    await page.getByLabel('Near').fill('02903')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: `${planted} Silva, MD`, exact: true }).waitFor()
    assert.equal(await page.locator('main img').count(), 0)
    await page.getByLabel('Plan or insurer').fill(`${planted} Health`)
    await page.keyboard.press('Enter')
    await page.getByText(`${planted} Health:`).first().waitFor()
    assert.equal(await page.locator('main img').count(), 0)
  }),
)

test(
  'on a narrow phone in dark mode, the results fit 320 px and are accessible, also in Spanish',
  { skip },
  async () => {
    for (const path of ['/demo', '/es/demo'])
      await withDemo(
        `${path}?q=female+heart+doctor+who+speaks+Spanish+and+takes+Medicare&place=02903`,
        inspectNarrowPhone,
        narrowPhone,
      )
  },
)

test('an emergency is an alert above the form', { skip }, () =>
  withDemo('/demo?q=crushing+chest+pain+and+cannot+breathe', async (page) => {
    const call = page.getByRole('alert').getByRole('link', { name: 'Call 911 (Emergency services)' })
    await call.waitFor()
    assert.equal(await call.getAttribute('href'), 'tel:911')
    const [alert, form] = await Promise.all(
      ['[role=alert]', '#search-form'].map((selector) => page.locator(selector).boundingBox()),
    )
    assert.ok(alert!.y + alert!.height <= form!.y)
    await inspectPage(page, 'demo-emergency')
  }),
)

test(
  'of several numbers to call, only the first is the main action, and each says what it is for',
  { skip },
  () =>
    withDemo('/demo?q=swallowed+bleach+and+I+want+to+die', async (page) => {
      const calls = page.getByRole('alert').getByRole('link', { name: /^Call/ })
      await calls.nth(1).waitFor()
      const [main, ...others] = await page.evaluate<readonly Call[]>(
        `Array.from(document.querySelectorAll('[role=alert] a'), (link) => ({
        text: link.innerText,
        background: getComputedStyle(link).backgroundColor,
      }))`,
      )
      assert.match(main!.text, /^Call 988 .*\nTo talk with someone now, at any hour$/)
      assert.match(others[0]!.text, /^Call 1-800-222-1222 .*\nFor what to do after a poisoning, at any hour$/)
      assert.ok(others.every(({ background }) => background !== main!.background))
      await inspectPage(page, 'demo-two-numbers')
    }),
)

interface Call {
  readonly text: string
  readonly background: string
}

test('the saved records and the comparison are linked with their counts, in both languages', { skip }, () =>
  withDemo('/', async (page) => {
    const [first, second] = clinicians
    for (const { npi } of [first!, second!]) {
      await page.goto(`${server.url}/providers/${npi}`)
      await page.getByRole('button', { name: 'Add to comparison' }).click()
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Saved records (1)' }).waitFor()
    for (const path of ['/', '/demo', '/demo?q=heart+doctor', '/demo?q=dr+Zyxwvut+Qwertson', '/compare']) {
      await page.goto(server.url + path)
      await page.getByRole('link', { name: 'Saved records (1)' }).waitFor()
      await page.getByRole('link', { name: 'Comparison (2)' }).waitFor()
    }
    for (const path of ['/es/demo', '/es/demo?q=cardiologo', `/es/providers/${first!.npi}`]) {
      await page.goto(server.url + path)
      await page.getByRole('link', { name: 'Guardados (1)' }).waitFor()
      await page.getByRole('link', { name: 'Comparación (2)' }).waitFor()
    }
    await page.goto(`${server.url}/demo?q=heart+doctor`)
    await page.getByRole('link', { name: 'Next page' }).click()
    await statusOf(page, 'Results 11 to 13')
    await page.getByRole('link', { name: 'Comparison (2)' }).click()
    assert.deepEqual(new URL(page.url()).searchParams.getAll('npi'), [first!.npi, second!.npi])
    await page.getByRole('columnheader', { name: 'Ana Costa, MD' }).waitFor()
  }),
)

test(
  'without scripts, the saved records and the comparison are linked without counts',
  { skip },
  async () => {
    await using observed = await observe(chromium!, { javaScriptEnabled: false })
    const { page } = observed
    for (const path of ['/', '/demo', '/demo?q=heart+doctor', `/providers/${clinicians[0]!.npi}`]) {
      await page.goto(server.url + path)
      for (const [name, target] of [
        ['Saved records', '/saved'],
        ['Comparison', '/compare'],
      ] as const)
        assert.equal(await page.getByRole('link', { name, exact: true }).getAttribute('href'), target, path)
    }
  },
)

test('the links to further pages do not touch what follows', { skip }, () =>
  withDemo('/demo?q=heart+doctor', async (page) => {
    const next = (await page.getByRole('link', { name: 'Next page' }).boundingBox())!
    const following = (await page.getByText('Every record here says').boundingBox())!
    assert.ok(following.y - (next.y + next.height) >= 16, `${following.y - next.y - next.height} px`)
  }),
)

describe('on a phone', () => {
  const viewport = { width: 390, height: 844 }

  test('the first result begins within 700 px, and one line opens the rest of the form', { skip }, () =>
    withDemo(
      '/demo?q=female+heart+doctor+who+speaks+Spanish&place=02903',
      async (page) => {
        const top = await page
          .locator('.result h3')
          .first()
          .evaluate((item) => item.getBoundingClientRect().top)
        assert.ok(top <= 700, `${top}`)
        assert.equal(await page.getByLabel('Near').isVisible(), false)
        await page.getByText('Near 02903 · Plan or insurer · Radius').click()
        await page.getByLabel('Near').fill('Providence, RI')
        await page.keyboard.press('Enter')
        await page.getByText('Near Providence, RI · Plan or insurer · Radius').waitFor()
        assert.equal(await page.getByLabel('Near').isVisible(), false)
        await page.getByRole('link', { name: 'Is this clinician in my plan?' }).first().click()
        await page.waitForFunction("document.activeElement.id === 'plan'")
        assert.equal(await page.getByLabel('Plan or insurer').isVisible(), true)
      },
      { viewport },
    ),
  )

  const word = 'w'.repeat(64)
  for (const query of [
    `q=heart&plan=${word}`,
    `q=heart&place=${word}`,
    `q=${word}`,
    `q=heart&place=02903&last_name=${word}`,
    `plan=${word}&place=${word}`,
    `q=heart&place=${'w'.repeat(3000)}`,
    `q=heart&kind=${word}`,
  ])
    for (const path of ['/demo', '/es/demo'])
      test(`a long word does not widen ${path}?${query.slice(0, 60)}`, { skip }, async () => {
        await using observed = await observe(chromium!, { viewport })
        const { page } = observed
        await page.goto(`${server.url}${path}?${query}`)
        for (const fold of await page.locator('details > summary').all()) await fold.click()
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width)
      })

  test('a result is at most half a screen high, with its secondary facts in a fold', { skip }, () =>
    withDemo(
      '/demo?q=heart+doctor&place=02903',
      async (page) => {
        const result = page.locator('.result').first()
        const { height } = (await result.boundingBox())!
        assert.ok(height <= viewport.height / 2, `${height}`)
        const languages = result.getByText('English, Spanish')
        assert.equal(await result.getByText('accepted').isVisible(), true)
        assert.equal(await languages.isVisible(), false)
        await result.getByText('Languages, payers and more').press('Enter')
        await languages.waitFor()
        await page.setViewportSize({ width: 1280, height: 800 })
        assert.equal(await page.locator('.result').nth(3).getByText('English, Spanish').isVisible(), true)
        assert.equal(await result.getByText('Languages, payers and more').isVisible(), false)
      },
      { viewport },
    ),
  )

  test('the rest of the form opens without scripts', { skip }, async () => {
    await using observed = await observe(chromium!, { viewport, javaScriptEnabled: false })
    const { page } = observed
    await page.goto(`${server.url}/demo?q=heart+doctor&place=02903`)
    await page.getByText('Near 02903 · Plan or insurer · Radius').click()
    await page.getByLabel('Plan or insurer').fill('medicare')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('Near 02903 · medicare · Radius').waitFor()
  })
})

test('a search transfers at most 120 KB', { skip }, (t) =>
  withDemo('/demo?q=heart+doctor&place=02903', async (page, observed) => {
    await page.waitForLoadState('networkidle')
    assertTransfer(observed, 120, t)
  }),
)

test('the command of the view is copied', { skip }, () =>
  withDemo(
    '/demo?q=heart+doctor',
    async (page) => {
      await chip(page, 'cardiology').waitFor()
      await page.getByRole('link', { name: 'Next page' }).click()
      await statusOf(page, 'Results 11 to 13')
      await page.getByText('The API request of this view').click()
      await page.getByRole('button', { name: /^Copy/ }).press('Enter')
      await page.getByText('Copied').waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      assert.ok(copied.endsWith(`'${server.url}/v1/providers?q=heart+doctor&offset=10'`), copied)
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ),
)
