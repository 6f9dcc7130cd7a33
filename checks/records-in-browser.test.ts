/** The pages of clinicians and places in a real browser: nothing foreign, accessible, usable by keyboard, on a phone and on paper. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { runsSlowTests } from '@careatlas/fixtures/slow-tests.fixture'
import { full, hostile, publishRecords } from '@careatlas/server/pages/records/records.fixture'
import { runServer } from '@careatlas/server/running.fixture'
import { small } from '@careatlas/server/small-directory.fixture'
import { openChromium } from './chromium.fixture.ts'
import { assertClean, assertTransfer, observe } from './observed-page.fixture.ts'
import { inspectNarrowPhone, inspectPage, narrowPhone } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'
const server = await runServer({}, { publish: publishRecords, clock: () => full.open })
after(() => server[Symbol.asyncDispose]())

const clinician = `/providers/${full.npi}`

/** Each page, with its limit in KB as transferred with compression. */
const pages = [
  { name: 'clinician', path: clinician, limitKb: 40 },
  { name: 'clinician-plan', path: `${clinician}?plan=health`, limitKb: 40 },
  { name: 'clinician-bare', path: `/providers/${full.bare}`, limitKb: 40 },
  { name: 'clinician-hostile', path: `/providers/${full.hostileNpi}?plan=evil`, limitKb: 40 },
  { name: 'clinico', path: `/es${clinician}?plan=medicare`, limitKb: 40 },
  { name: 'place', path: `/locations/${full.uuid}`, limitKb: 40 },
  { name: 'lugar', path: `/es/locations/${full.uuid}?page=2`, limitKb: 40 },
  { name: 'compare', path: `/compare?npi=${full.npi}&npi=${small.npi}&npi=${full.bare}`, limitKb: 40 },
  { name: 'compare-none', path: '/compare', limitKb: 40 },
  { name: 'saved-empty', path: '/saved', limitKb: 40 },
] as const

for (const { name, path, limitKb } of pages)
  test(
    `${name} transfers at most ${limitKb} KB, only from this server, without a violation of its policy or an error`,
    { skip },
    async (t) => {
      await using observed = await observe(chromium!)
      const response = await observed.page.goto(server.url + path, { waitUntil: 'networkidle' })
      assert.equal(response?.status(), 200)
      assertClean(observed, server.url)
      assertTransfer(observed, limitKb, t)
      await inspectPage(observed.page, name)
    },
  )

for (const path of [
  `/providers/${small.deactivated}`,
  `/es/locations/${small.former.left}`,
  '/providers/123',
])
  test(`${path} has no problem of accessibility`, { skip }, async () => {
    await using observed = await observe(chromium!)
    await observed.page.goto(server.url + path)
    await inspectPage(observed.page, `unavailable-${path.split('/').at(-1)}`)
  })

describe('on a narrow phone in dark mode', () => {
  for (const { name, path } of pages)
    test(`${name} fits 320 px and has no problem of accessibility`, { skip }, async () => {
      await using observed = await observe(chromium!, narrowPhone)
      await observed.page.goto(server.url + path)
      await inspectNarrowPhone(observed.page)
    })
})

test('text of sources and of the address stays text', { skip }, async () => {
  await using observed = await observe(chromium!)
  const { page } = observed
  for (const path of [
    `/providers/${full.hostileNpi}?plan=${encodeURIComponent(hostile)}`,
    `/compare?npi=${full.hostileNpi}&plan=evil`,
  ]) {
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    assert.equal(await page.locator('img').count(), 0)
    assert.notEqual(await page.title(), 'run')
  }
  assert.deepEqual(observed.console, [])
})

test('a plan is checked by the keyboard alone', { skip }, async () => {
  await using observed = await observe(chromium!)
  const { page } = observed
  await page.goto(server.url + clinician)
  for (const [plan, answer] of [
    ['Medicare', 'Medicare: listed on Oct 31, 2026 by the plan network file.'],
    ['Ocean Gold', 'Ocean State Health: not found in the file of Oct 15, 2026.'],
    ['Cigna', 'Cigna: no file of this plan is held as of Nov 9, 2026.'],
  ] as const) {
    await page.getByLabel('Plan or insurer').fill(plan)
    await page.keyboard.press('Enter')
    await page.getByText(answer).waitFor()
  }
  assert.deepEqual(observed.console, [])
})

describe('records are saved', () => {
  test('in the browser only: they are listed after a reload, and removed', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(server.url + clinician)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Saved in this browser.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Remove from saved' }).waitFor()
    observed.requests.length = 0
    await page.getByRole('link', { name: 'Saved records' }).click()
    const link = page.getByRole('link', { name: 'Ana Reyes, MD' })
    await link.waitFor()
    assert.deepEqual(
      observed.requests.filter((url) => url.includes(full.npi)),
      [],
    )
    await inspectPage(page, 'saved')
    await link.click()
    await page.waitForURL(server.url + clinician)
    await page.goto(`${server.url}/saved`)
    await page.getByRole('button', { name: 'Remove: Ana Reyes, MD' }).press('Enter')
    await page.getByText('Nothing is saved yet.').waitFor()
    assert.deepEqual(observed.console, [])
  })

  test('in the language of the page, which the list marks', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/es${clinician}`)
    await page.getByRole('button', { name: 'Guardar' }).press('Enter')
    await page.getByText('Guardado en este navegador.').waitFor()
    await page.goto(`${server.url}/saved`)
    assert.equal(
      await page.locator('[data-show=saved] [lang=es]').textContent(),
      'Cardiólogo, Providence, RI 02903',
    )
    assertClean(observed, server.url)
  })

  test('up to 1,000 of them; one more is refused until one is removed', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/saved`)
    const saved = Array.from({ length: 1_000 }, (_, index) => ({
      path: `/providers/${1_000_000_000 + index}`,
      name: `Clinician ${index}`,
      about: 'Internal medicine',
      day: full.open.toISOString(),
    }))
    await page.evaluate(`localStorage.setItem('saved', ${JSON.stringify(JSON.stringify(saved))})`)
    await page.reload()
    const items = page.locator('[data-show=saved] li')
    assert.equal(await items.count(), 1_000)
    // The list that was inspected above, longer: axe-core takes half a minute.
    if (runsSlowTests) await inspectPage(page, 'saved-many')

    await page.goto(server.url + clinician)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('The list has 1,000 records. Remove one first.').waitFor()

    await page.goto(`${server.url}/saved`)
    assert.equal(await items.count(), 1_000)
    await page.getByRole('button', { name: 'Remove: Clinician 500' }).press('Enter')
    assert.equal(await items.count(), 999)
    const focused = await page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert.equal(focused, 'Remove: Clinician 501')

    await page.goto(server.url + clinician)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Saved in this browser.').waitFor()
    await page.goto(`${server.url}/saved`)
    assert.equal(await items.last().getByRole('link').textContent(), 'Ana Reyes, MD')
    assertClean(observed, server.url)
  })

  test('with a name that is markup, which stays text', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/providers/${full.hostileNpi}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved in this browser.').waitFor()
    await page.goto(`${server.url}/saved`)
    await page.getByRole('link', { name: /^Eve <img/ }).waitFor()
    assert.equal(await page.locator('main img, main script').count(), 0)
  })

  test('and anything else in the storage is ignored', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/saved`)
    for (const stored of [
      '{',
      '7',
      'null',
      '[null, 1, {}]',
      JSON.stringify([{ path: 'javascript:alert(1)', name: 'a', about: '', day: '2026-01-01' }]),
      JSON.stringify([{ path: '//evil.example', name: 'a', about: '', day: '2026-01-01' }]),
      JSON.stringify([{ path: clinician, name: 'a', about: '', day: 'soon' }]),
    ]) {
      await page.evaluate(`localStorage.setItem('saved', ${JSON.stringify(stored)})`)
      await page.reload()
      await page.getByText('Nothing is saved yet.').waitFor()
    }
    assert.deepEqual(observed.console, [])
  })

  test('not without scripts, and the page says so', { skip }, async () => {
    await using observed = await observe(chromium!, { javaScriptEnabled: false })
    const { page } = observed
    await page.goto(server.url + clinician)
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    await page.getByText('Open now').waitFor()
    await page.goto(`${server.url}/saved`)
    await page.getByText('Saving needs scripts and storage').waitFor()
  })
})

test('two clinicians are compared from their pages', { skip }, async () => {
  await using observed = await observe(chromium!)
  const { page } = observed
  for (const npi of [full.npi, small.npi]) {
    await page.goto(`${server.url}/providers/${npi}`)
    await page.getByRole('button', { name: 'Add to comparison' }).click()
    await page.getByText('Added to the comparison.').waitFor()
  }
  await page.goto(`${server.url}/saved`)
  await page.getByRole('link', { name: 'Compare these' }).click()
  await page.getByRole('columnheader', { name: /Ana Reyes/ }).waitFor()
  await page.getByRole('columnheader', { name: /Marta Oliveira/ }).waitFor()
  await page.getByRole('link', { name: 'Remove Ana Reyes, MD' }).press('Enter')
  await page.getByRole('columnheader', { name: /Ana Reyes/ }).waitFor({ state: 'detached' })
  assert.deepEqual(observed.console, [])
})

test('the controls of the comparison have one height, and touch nothing', { skip }, async () => {
  await using observed = await observe(chromium!)
  const { page } = observed
  await page.goto(`${server.url}/compare?npi=${full.npi}&npi=${small.npi}`)
  const controls = page.locator('.compare-forms :is(input:not([type=hidden]), button)')
  const boxes = await Promise.all((await controls.all()).map((control) => control.boundingBox()))
  assert.equal(boxes.length, 4)
  assert.deepEqual(new Set(boxes.map((box) => box!.height)), new Set([44]))

  await page.goto(server.url + clinician)
  await page.getByRole('button', { name: 'Add to comparison' }).click()
  await page.goto(`${server.url}/saved`)
  const above = (await page.locator('[data-show=compared] li').boundingBox())!
  const button = (await page.getByRole('link', { name: 'Compare these' }).boundingBox())!
  assert.ok(button.y - (above.y + above.height) >= 16, `${button.y - above.y - above.height} px`)
})

test('on a phone, two clinicians are side by side, and a third one scrolls into view', { skip }, async () => {
  const viewport = { width: 390, height: 844 }
  await using observed = await observe(chromium!, { viewport })
  const { page } = observed
  const measure = async (npis: readonly string[]) => {
    await page.goto(`${server.url}/compare?${npis.map((npi) => `npi=${npi}`).join('&')}`)
    const heads = await page.getByRole('columnheader').all()
    const boxes = await Promise.all(heads.slice(1).map((head) => head.boundingBox()))
    return boxes.map((box) => ({ left: box!.x, right: box!.x + box!.width, top: box!.y }))
  }
  const [first, second] = await measure([full.npi, small.npi])
  assert.ok(second!.right <= viewport.width, `${second!.right}`)
  assert.ok(first!.right <= second!.left && first!.top === second!.top)
  // The head of the facts is not visible, and the table keeps its cells for assistive technology.
  assert.equal(await page.getByRole('cell').count(), 2 * (await page.getByRole('rowheader').count()))

  const third = (await measure([full.npi, small.npi, full.bare]))[2]!
  assert.ok(third.left < viewport.width, 'a part of the third column shows that the table scrolls')
  await page.getByRole('region', { name: 'Compare clinicians' }).evaluate((region) => region.scrollBy(500, 0))
  const scrolled = (await page.getByRole('columnheader').last().boundingBox())!
  assert.ok(scrolled.x + scrolled.width <= viewport.width)
  assert.deepEqual(observed.console, [])
})

test('a fourth clinician is not added to the comparison, and the page says why', { skip }, async () => {
  await using observed = await observe(chromium!)
  const { page } = observed
  for (const npi of [small.npi, full.bare, full.hostileNpi]) {
    await page.goto(`${server.url}/providers/${npi}`)
    await page.getByRole('button', { name: 'Add to comparison' }).click()
    await page.getByText('Added to the comparison.').waitFor()
  }
  await page.goto(server.url + clinician)
  await page.getByRole('button', { name: 'Add to comparison' }).click()
  await page.getByText('The comparison has three clinicians.').waitFor()
})

test(
  'on paper, a card has no navigation and no controls, and says where and when it is from',
  { skip },
  async () => {
    await using observed = await observe(chromium!, { colorScheme: 'dark' })
    const { page } = observed
    await page.goto(`${server.url}${clinician}?plan=medicare`)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const hidden of [
      'header.top',
      'footer.foot',
      '.keep',
      '.plan-form',
      '.directions',
      '.open-now',
      '.api',
    ])
      assert.equal(await page.locator(hidden).first().isVisible(), false, hidden)
    for (const shown of [
      '(401) 555-0100',
      'Medicare: listed on Oct 31, 2026',
      'Four questions to ask',
      'NPPES registry',
      `Printed from ${server.url}${clinician}. The page was made on Nov 10, 2026.`,
    ])
      assert.equal(await page.getByText(shown).first().isVisible(), true, shown)
    const colors = await page.evaluate<string>(
      `[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor].join()`,
    )
    assert.equal(colors, 'rgb(0, 0, 0),rgb(255, 255, 255)')
    const folder = process.env['PICTURES_DIR']
    if (folder !== undefined) await page.pdf({ path: `${folder}/clinician.pdf` })
  },
)

test('the API requests of a comparison are copied, and return the cards', { skip }, async () => {
  await using observed = await observe(chromium!, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = observed
  await page.goto(`${server.url}/compare?npi=${full.npi}&npi=${small.npi}`)
  await page.getByText('The same cards over the API').press('Enter')
  await page.getByRole('button', { name: 'Copy: The same cards over the API' }).press('Enter')
  await page.getByText('Copied').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  const paths = Array.from(copied.matchAll(/'http[^']+?(\/v1\/[^']+)'/g), ([, path = '']) => path)
  assert.deepEqual(paths, [`/v1/providers/${full.npi}`, `/v1/providers/${small.npi}`])
  for (const path of paths) assert.equal((await server.get(path)).status, 200)
})

test('the API request is copied as it is shown', { skip }, async () => {
  await using observed = await observe(chromium!, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = observed
  await page.goto(server.url + clinician)
  await page.getByText('The same card over the API').press('Enter')
  await page.getByRole('button', { name: 'Copy: The same card over the API' }).press('Enter')
  await page.getByText('Copied').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.equal(copied, `curl -H 'Authorization: Bearer <API_KEY>' \\\n  '${server.url}/v1${clinician}'`)
  const { status } = await fetch(copied.split("'")[3]!, {
    headers: { authorization: `Bearer ${server.key}` },
  })
  assert.equal(status, 200)
})
