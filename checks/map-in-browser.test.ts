/** The map of the demo in a real browser: it is loaded when it is shown, has names and the pins of the list, and searches only when asked. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishDemoDirectory } from '@careatlas/server/pages/demo/demo-directory.fixture'
import { runServer } from '@careatlas/server/running.fixture'
import type { Page } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { assertClean, type Observed, observe } from './observed-page.fixture.ts'
import { inspectNarrowPhone, inspectPage, narrowPhone } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'
const server = await runServer({}, { publish: publishDemoDirectory })
after(() => server[Symbol.asyncDispose]())

const path = '/demo?q=heart+doctor&place=02903'
const isMap = (url: string) => /\/assets\/(?:map|state-borders)\.|\/map\/towns\?/.test(url)
const mapGroup = (page: Page) => page.getByRole('group', { name: /^Map of the results/ })
const searchArea = (page: Page) => page.getByRole('button', { name: 'Search this area' })

/** The numbers of the pins; pins that would overlap share one, such as `2, 5` or `1–3`. */
async function pinNumbers(page: Page): Promise<readonly number[]> {
  const pins = await mapGroup(page).getByRole('button').all()
  const numbers = await Promise.all(pins.map((pin) => pin.getAttribute('data-numbers')))
  return numbers
    .flatMap((text) => text!.split(' '))
    .map(Number)
    .toSorted((a, b) => a - b)
}

async function listNumbers(page: Page): Promise<readonly number[]> {
  return (await page.locator('#results .number').allTextContents()).map(Number)
}

/** Opens the demo, shows the map, and afterwards asserts that the console is empty and that no other site was requested. */
async function withMap(
  use: (page: Page, observed: Observed) => Promise<void>,
  options: Parameters<typeof observe>[1] = {},
  url = path,
): Promise<void> {
  await using observed = await observe(chromium!, options)
  const { page } = observed
  await page.goto(server.url + url)
  await page.locator('#show-map').press('Enter')
  await page.locator('.map .land[d^="M"]').waitFor()
  await use(page, observed)
  assertClean(observed, server.url)
}

test(
  'the map is requested only when its button is pressed, and transfers at most 25 KB',
  { skip },
  async (t) => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(server.url + path)
    await page.waitForLoadState('networkidle')
    assert.deepEqual(observed.requests.filter(isMap), [])
    const before = observed.bytes()
    const towns = page.waitForResponse(/\/map\/towns\?/)
    await page.getByRole('button', { name: 'Show map' }).click()
    await page.locator('.map .land[d^="M"]').waitFor()
    await (await towns).finished()
    assert.equal(observed.requests.filter(isMap).length, 3)
    const kilobytes = (observed.bytes() - before) / 1000
    t.diagnostic(`${kilobytes.toFixed(1)} KB`)
    assert.ok(kilobytes > 1 && kilobytes <= 25, `${kilobytes} KB`)
  },
)

test('pins have the numbers of the list, also after another page of results', { skip }, () =>
  withMap(async (page) => {
    assert.deepEqual(await pinNumbers(page), await listNumbers(page))
    await inspectPage(page, 'demo-map')
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByRole('status').getByText('Results 11 to 13').waitFor()
    assert.deepEqual(await pinNumbers(page), [11, 12, 13])
  }),
)

test('a pin that is pressed with the keyboard focuses its result', { skip }, () =>
  withMap(async (page) => {
    const pin = mapGroup(page).getByRole('button').first()
    const number = /\d+/.exec((await pin.getAttribute('aria-label')) ?? '')![0]
    await pin.press('Enter')
    const focused = await page.evaluate<string>(
      `document.activeElement.closest('.result')?.querySelector('.number').textContent`,
    )
    assert.equal(focused, number)
  }),
)

test(
  'the map names the state and the towns in view, and loads more towns only when it leaves them',
  { skip },
  () =>
    withMap(async (page, observed) => {
      const names = (kind: 'state' | 'town') => page.locator(`.map text.${kind}`).allTextContents()
      await page.locator('.map text.town', { hasText: 'Providence' }).waitFor()
      assert.ok((await names('state')).includes('Rhode Island'))
      const requested = () => observed.requests.filter((url) => url.includes('/map/towns?box=')).length
      assert.equal(requested(), 1)
      await mapGroup(page).press('ArrowRight')
      await mapGroup(page).press('+')
      assert.equal(requested(), 1)
      const next = page.waitForResponse((response) => response.url().includes('/map/towns?box='))
      for (let presses = 0; presses < 6; presses++) await mapGroup(page).press('-')
      assert.equal((await next).status(), 200)
      assert.ok((await names('state')).length > 1)
      assert.equal(await page.locator('main img').count(), 0)
    }),
)

test('two fingers zoom the map', { skip }, () =>
  withMap(
    async (page) => {
      const scale = () => page.locator('.map svg .scale + text').textContent()
      const before = await scale()
      const { x, y } = (await mapGroup(page).boundingBox())!
      const session = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...columns: readonly number[]) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: columns.map((column, id) => ({ x: x + column, y: y + 20, id })),
        })
      await touch('touchStart', 120, 160)
      await touch('touchMove', 80, 200)
      await touch('touchMove', 20, 280)
      await touch('touchEnd')
      await searchArea(page).waitFor()
      const miles = [before, await scale()].map((text) => Number.parseFloat(text!))
      assert.ok(miles[1]! < miles[0]!, `${miles.join(' then ')} miles`)
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  ),
)

test('the map button hides the map again', { skip }, () =>
  withMap(async (page) => {
    await page.getByRole('button', { name: 'Hide map' }).click()
    await mapGroup(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show map' }).waitFor()
  }),
)

test('moving the map searches nothing; "Search this area" searches its center', { skip }, () =>
  withMap(async (page, observed) => {
    assert.equal(await searchArea(page).isVisible(), false)
    const searches = () => observed.requests.filter((url) => !url.includes('/map/towns')).length
    const searchesBefore = searches()
    await page.mouse.move(300, 0)
    const box = (await mapGroup(page).boundingBox())!
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 80, box.y + 60)
    await page.mouse.up()
    await mapGroup(page).press('ArrowRight')
    await searchArea(page).waitFor()
    assert.equal(searches(), searchesBefore)
    assert.equal(new URL(page.url()).searchParams.get('place'), '02903')
    await searchArea(page).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('place') !== '02903')
    const { searchParams } = new URL(page.url())
    const place = searchParams.get('place')!
    assert.match(place, /^41\.\d+, -71\.\d+$/)
    const miles = searchParams.get('radius_miles')!
    await page.getByRole('link', { name: `Remove: Within ${miles} mi of ${place}` }).waitFor()
    assert.deepEqual(await pinNumbers(page), await listNumbers(page))
    assert.equal(await searchArea(page).isVisible(), false)
    assert.equal(await page.evaluate('document.activeElement.id'), 'results-title')
  }),
)

test(
  'on a narrow phone in dark mode, the map fits 320 px and is accessible, also in Spanish',
  { skip },
  async () => {
    for (const prefix of ['', '/es']) await withMap(inspectNarrowPhone, narrowPhone, prefix + path)
  },
)

test('without scripts, no button offers the map', { skip }, async () => {
  await using observed = await observe(chromium!, { javaScriptEnabled: false })
  await observed.page.goto(server.url + path)
  await observed.page.getByRole('heading', { name: 'Results 1 to 10' }).waitFor()
  assert.equal(await observed.page.locator('#show-map').isVisible(), false)
})
