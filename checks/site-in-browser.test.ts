/** The public pages in a real browser: no policy violation, no foreign request, accessible, within their size, and they work. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { runServer } from '@careatlas/server/running.fixture'
import { small } from '@careatlas/server/small-directory.fixture'
import { openChromium } from './chromium.fixture.ts'
import { assertClean, assertTransfer, observe } from './observed-page.fixture.ts'
import { inspectNarrowPhone, inspectPage, narrowPhone } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'
const server = await runServer()
after(() => server[Symbol.asyncDispose]())

/** The page with its style sheet and scripts, in KB as transferred over the network with compression. */
const pages = [
  { name: 'landing', path: '/', limitKb: 60 },
  { name: 'demo', path: '/demo', limitKb: 120 },
  { name: 'demo-spanish', path: '/es/demo', limitKb: 120 },
  { name: 'reference', path: '/docs', limitKb: 100 },
  { name: 'guide', path: '/docs/loading', limitKb: 60 },
  { name: 'settings', path: '/docs/settings', limitKb: 60 },
  { name: 'glossary', path: '/docs/glossary', limitKb: 60 },
  { name: 'changelog', path: '/docs/changelog', limitKb: 60 },
  { name: 'semantics', path: '/semantics', limitKb: 60 },
  { name: 'errors', path: '/docs/errors', limitKb: 60 },
  { name: 'error', path: '/docs/errors/invalid_npi', limitKb: 60 },
  { name: 'decisions', path: '/docs/decisions', limitKb: 60 },
  { name: 'decision', path: '/docs/decisions/0022-authorization-server', limitKb: 60 },
  { name: 'keys', path: '/keys', limitKb: 60 },
] as const

for (const { name, path, limitKb } of pages)
  test(
    `${path} transfers at most ${limitKb} KB, only from this server, without a violation of its policy or an error`,
    { skip },
    async (t) => {
      await using observed = await observe(chromium!)
      await observed.page.goto(server.url + path, { waitUntil: 'networkidle' })
      assertClean(observed, server.url)
      assertTransfer(observed, limitKb, t)
      await inspectPage(observed.page, name)
    },
  )

describe('on a narrow phone in dark mode', () => {
  for (const { path } of pages)
    test(`${path} fits 320 px and has no problem of accessibility`, { skip }, async () => {
      await using observed = await observe(chromium!, narrowPhone)
      await observed.page.goto(server.url + path)
      await inspectNarrowPhone(observed.page)
    })
})

test(
  'the keyboard reaches the content first by the skip link, then every link in the order of the page',
  { skip },
  async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(server.url)
    const focused: string[] = []
    const readFocus = () =>
      page.evaluate<string>(
        'document.activeElement.textContent.trim() || document.activeElement.getAttribute("aria-label")',
      )
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await page.keyboard.press('Tab')
      focused.push(await readFocus())
    }
    assert.deepEqual(focused, [
      'Skip to content',
      'Careatlas',
      'Demo',
      'Docs',
      'API keys',
      'Español',
      'Search the directory',
      'Search',
    ])
    await page.goto(server.url)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await readFocus(), 'Search the directory')
  },
)

test('every command is copied with its button, by the keyboard alone', { skip }, async () => {
  await using observed = await observe(chromium!, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = observed
  await page.goto(server.url)
  const figures = await page.locator('figure:has(button)').all()
  assert.ok(figures.length >= 3)
  for (const figure of figures) {
    await figure.getByRole('button', { name: /^Copy: / }).press('Enter')
    await figure.getByText('Copied').waitFor()
    assert.equal(
      await page.evaluate<string>('navigator.clipboard.readText()'),
      await figure.locator('code').textContent(),
    )
  }
})

test(
  'without scripts, the pages show their content, and no control that would not work',
  { skip },
  async () => {
    await using observed = await observe(chromium!, { javaScriptEnabled: false })
    const { page } = observed
    for (const path of ['/', '/docs']) {
      await page.goto(server.url + path)
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
      assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
      assert.equal(await page.getByText('Try it').filter({ visible: true }).count(), 0)
    }
  },
)

test(
  'a phone opens the menu of the documents with a button, and closes it with Escape',
  { skip },
  async () => {
    await using observed = await observe(chromium!, { viewport: { width: 390, height: 844 } })
    const { page } = observed
    await page.goto(`${server.url}/docs/loading`)
    const link = page.getByRole('link', { name: 'Settings', exact: true })
    assert.equal(await link.count(), 0)
    await page.getByRole('button', { name: 'All pages' }).press('Enter')
    await link.waitFor()
    await inspectPage(page, 'menu')
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'detached' })
  },
)

describe('the API reference', () => {
  test('sends a request with the key of the visitor, by the keyboard alone', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/docs#getProvider`)
    const section = page.locator('#getProvider')
    await page.getByLabel('API key for the requests').fill(server.key)
    await section.getByText('Try it').press('Enter')
    await section.getByLabel('npi').fill(small.npi)
    await page.keyboard.press('Enter')
    await section.getByText(/^200 OK/).waitFor()
    const response = JSON.parse((await section.locator('figure code').last().textContent()) ?? '') as {
      readonly data: { readonly npi: string }
    }
    assert.equal(response.data.npi, small.npi)
    const command = await section.locator('figure code').first().textContent()
    assert.equal(
      command,
      `curl -H 'Authorization: Bearer ${server.key}' \\\n  '${server.url}/v1/providers/${small.npi}'`,
    )
    await inspectPage(page, 'try-it')
    assert.deepEqual(observed.console, [])
    const stored = await page.evaluate<string>(
      'JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])',
    )
    assert.ok(!stored.includes(server.key), stored)
  })

  test(
    'every operation returns the same response to the form and to its curl command',
    { skip },
    async () => {
      await using observed = await observe(chromium!)
      const { page } = observed
      await page.goto(`${server.url}/docs`)
      await page.getByLabel('API key for the requests').fill(server.key)
      const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        searchProviders: { q: 'heart doctor', zip: '02903' },
        getProvider: { npi: small.npi },
        searchLocations: { q: 'hospital' },
        getLocation: { location_uuid: small.uuid },
        suggest: { q: 'car' },
        listRegions: {},
        listCarriers: {},
        getHealth: {},
      }
      assert.deepEqual(
        await page
          .locator('section.operation:has(form)')
          .evaluateAll((sections) => sections.map(({ id }) => id)),
        Object.keys(examples),
      )
      for (const [operation, values] of Object.entries(examples)) {
        const section = page.locator(`#${operation}`)
        await section.getByText('Try it').click()
        for (const [name, value] of Object.entries(values))
          await section.getByLabel(name, { exact: true }).fill(value)
        await section.getByRole('button', { name: 'Send request' }).click()
        await section.getByText(/^200 OK/).waitFor()
        const figures = section.locator('figure code')
        const command = (await figures.first().textContent()) ?? ''
        const { stdout } = await promisify(execFile)('sh', ['-c', command])
        assert.deepEqual(
          JSON.parse((await figures.last().textContent()) ?? ''),
          JSON.parse(stdout),
          operation,
        )
      }
    },
  )

  test(
    'shows the error of a request without a key, and of a value that is not valid, as text',
    { skip },
    async () => {
      await using observed = await observe(chromium!)
      const { page } = observed
      await page.goto(`${server.url}/docs`)
      const section = page.locator('#searchProviders')
      await section.getByText('Try it').click()
      await section.getByRole('button', { name: 'Send request' }).click()
      await section.getByText(/^401 /).waitFor()
      await page.getByLabel('API key for the requests').fill(server.key)
      await section.getByLabel('zip').fill(`<img src=x onerror="document.title='run'">`)
      await page.keyboard.press('Enter')
      await section.getByText(/^400 /).waitFor()
      assert.match(
        (await section.locator('figure code').last().textContent()) ?? '',
        /"code": "invalid_parameter"/,
      )
      assert.equal(await page.locator('main img').count(), 0)
      assert.doesNotMatch(await page.title(), /run/)
    },
  )

  test('opens the schema to which a link leads', { skip }, async () => {
    await using observed = await observe(chromium!)
    const { page } = observed
    await page.goto(`${server.url}/docs`)
    await page.locator('#getProvider').getByRole('link', { name: 'ProviderDetailEnvelope' }).press('Enter')
    await page.locator('#schema-ProviderDetailEnvelope[open]').waitFor()
    await inspectPage(page, 'schema')
  })
})
