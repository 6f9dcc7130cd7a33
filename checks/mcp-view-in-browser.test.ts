/** The view of MCP Apps in a real browser, in the official host half and with the real server. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { connect } from '@careatlas/server/mcp/mcp-client.fixture'
import { runServer, type Running } from '@careatlas/server/running.fixture'
import { small } from '@careatlas/server/small-directory.fixture'
import axe from 'axe-core'
import type { Frame } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { McpHost, type ToolCall } from './mcp-host/mcp-host.fixture.ts'
import { center, clinicians, plantedName, publishViewDirectory } from './mcp-host/view-directory.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

const viewUri = 'ui://careatlas/care'
const nearCenter: ToolCall = {
  name: 'search_providers',
  arguments: { ...center, radius_miles: 25, limit: 5 },
}
const screenshotFolder = process.env['PICTURES_DIR']

let server: Running
let client: Awaited<ReturnType<typeof connect>>
let html: string

before(async () => {
  server = await runServer({}, { publish: publishViewDirectory })
  client = await connect(server)
  const { contents } = await client.readResource({ uri: viewUri })
  html = contents[0] && 'text' in contents[0] ? contents[0].text : ''
})
after(async () => {
  await client.close()
  await server[Symbol.asyncDispose]()
})

function callTool(call: ToolCall): Promise<CallToolResult> {
  return client.callTool(call)
}

interface ShowOptions {
  readonly call?: ToolCall
  readonly result?: CallToolResult
  readonly context?: Readonly<Record<string, unknown>>
}

async function show(host: McpHost, { call = nearCenter, result, context }: ShowOptions = {}): Promise<Frame> {
  return host.show({
    html,
    input: call.arguments,
    result: result ?? (await callTool(call)),
    ...(context && { context }),
  })
}

function openHost(options: Partial<Parameters<typeof McpHost.open>[0]> = {}): Promise<McpHost> {
  return McpHost.open({ browser: chromium!, callTool, ...options })
}

test(
  'the handshake has the order of the specification, and nothing violates the default policy',
  { skip },
  async () => {
    await using host = await openHost()
    const frame = await show(host)
    await frame.getByText('Mon–Tue 8 AM–5 PM').first().waitFor()
    const handshake = (await host.messages()).filter(
      ({ method }) => method !== 'ui/notifications/size-changed',
    )
    assert.deepEqual(
      handshake.slice(0, 8).map(({ from, method }) => `${from}: ${method ?? 'response'}`),
      [
        'view: ui/notifications/sandbox-proxy-ready',
        'host: ui/notifications/sandbox-resource-ready',
        'view: ui/initialize',
        'host: response',
        'view: ui/notifications/initialized',
        'host: ui/notifications/tool-input',
        'host: ui/notifications/tool-result',
        'view: tools/call',
      ],
    )
    assert.deepEqual(await host.tearDown(), {})
    assert.deepEqual(host.violations, [])
    assert.deepEqual(host.errors, [])
  },
)

test('a view that loads an image from another origin is a violation', { skip }, async () => {
  await using host = await openHost()
  const blocked = host.page.waitForEvent('console', (message) => message.type() === 'error')
  const image = `<img src="${server.url}/favicon.ico" alt="">`
  await host.show({
    html: html.replace('<main>', `${image}<main>`),
    input: nearCenter.arguments,
    result: await callTool(nearCenter),
  })
  await blocked
  assert.equal(host.violations.length, 1)
  assert.match(host.violations[0] ?? '', /favicon\.ico.*"img-src 'self' data:"/)
})

test(
  'a compact result gets hours, carriers with dates and a map by one call of the view',
  { skip },
  async () => {
    const calls: ToolCall[] = []
    await using host = await openHost({
      callTool: (call) => {
        calls.push(call)
        return callTool(call)
      },
    })
    const frame = await show(host)
    const first = frame.locator('.hit').first()
    await first.getByText('Mon–Tue 8 AM–5 PM; Fri 9:30 AM–12 PM').waitFor()
    assert.deepEqual(
      calls.map(({ name, arguments: { detail, offset, limit } }) => ({ name, detail, offset, limit })),
      [{ name: 'search_providers', detail: 'full', offset: 0, limit: 5 }],
    )
    assert.match(await first.innerText(), /as of Oct 31, 2026/)
    assert.match(await first.innerText(), /Not listed is not out of network/)
    assert.match(await frame.locator('.hit').nth(1).innerText(), /Cigna \(Oct 31, 2026\)/)
    assert.match(await frame.locator('.hit').nth(2).innerText(), /Medicare \(date not stated\)/)
    assert.match(
      await frame.locator('footer').innerText(),
      /Not listed is not out of network.*Registry data of Nov 9, 2026/s,
    )
    const pins = await frame.locator('.pin').evaluateAll((all) => all.map((pin) => pin.textContent))
    assert.deepEqual(pins.join(',').match(/\d+/g)?.map(Number).toSorted(), [1, 2, 3, 4, 5])
  },
)

test(
  'the whole answer works with only the keyboard: details, more, and a retry after an error',
  { skip },
  async () => {
    let isDown = true
    await using host = await openHost({
      callTool: async (call) => {
        if (call.name !== 'get_provider' || !isDown) return callTool(call)
        isDown = false
        throw new Error('The network is down.')
      },
    })
    const frame = await show(host)
    await frame.getByText('Mon–Tue 8 AM–5 PM').first().waitFor()
    const { page } = host
    await frame.getByRole('button', { name: 'Details of Ana Number1, MD' }).focus()
    await page.keyboard.press('Enter')
    const details = frame.locator('.details').first()
    await details.getByRole('alert').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await details.getByText('Heals hearts.').waitFor()
    assert.match(await details.innerText(), /Heals hearts\. <b>Not bold\.<\/b>/)
    for (const shown of [10, 14]) {
      await frame.getByRole('button', { name: 'Show more' }).focus()
      await page.keyboard.press('Enter')
      await frame
        .locator('.hit')
        .nth(shown - 1)
        .waitFor()
      assert.equal(await frame.evaluate('document.activeElement.className'), 'name')
    }
    assert.equal(await frame.locator('.hit').count(), clinicians.length)
    assert.equal(await frame.getByRole('button', { name: 'Show more' }).count(), 0)
    assert.deepEqual(
      await frame.locator('.number').allInnerTexts(),
      clinicians.map((_, index) => String(index + 1)),
    )
  },
)

test('markup in names stays text', { skip }, async () => {
  await using host = await openHost()
  const frame = await show(host)
  await frame.getByText('Mon–Tue 8 AM–5 PM').first().waitFor()
  assert.equal(await frame.locator('.name').nth(1).textContent(), plantedName)
  assert.equal(await frame.locator('img, main script').count(), 0)
  assert.equal(await frame.evaluate('window.attacked'), undefined)
})

test('links go through the host, with the number as text if it refuses', { skip }, async () => {
  await using host = await openHost()
  const frame = await show(host)
  await frame.getByText('Mon–Tue 8 AM–5 PM').first().waitFor()
  const call = frame.getByRole('link', { name: 'Call (401) 555-0100' }).first()
  await call.press('Enter')
  await frame.getByRole('link', { name: /^Directions to Ana Number1/ }).press('Enter')
  const [phone, route] = await host.openedLinks(2)
  assert.equal(phone, 'tel:+14015550100')
  const directions = new URL(route!)
  assert.equal(directions.protocol, 'https:')
  assert.equal(directions.searchParams.get('destination'), '110 Lockwood St, Providence, RI 02903')
  host.refusesLinks = true
  await call.press('Enter')
  await frame.getByText('Copy: +14015550100').waitFor()
})

test('an urgent notice comes first, as an alert with a number to call', { skip }, async () => {
  await using host = await openHost()
  const frame = await show(host, {
    call: { name: 'search_providers', arguments: { q: 'crushing chest pain', ...center } },
  })
  const alert = frame.locator('main > :first-child')
  await alert.getByText('Call 911').first().waitFor()
  assert.equal(await alert.getAttribute('role'), 'alert')
  await alert.getByRole('link').press('Enter')
  assert.deepEqual(await host.openedLinks(1), ['tel:911'])
})

test('places, one card, an empty page and a tool error are shown', { skip }, async () => {
  await using host = await openHost()
  const places = await show(host, { call: { name: 'search_locations', arguments: center } })
  await places.getByRole('heading', { name: '1 place', exact: true }).waitFor()
  await places.getByRole('button', { name: 'Details of Heart Clinic' }).click()
  await places.getByText('Marta Oliveira, MD').waitFor()
  const card = await show(host, { call: { name: 'get_provider', arguments: { npi: clinicians[2]!.npi } } })
  await card.getByText(clinicians[2]!.npi).waitFor()
  assert.equal(await card.getByRole('button').count(), 0)
  const empty = await show(host, { call: { name: 'search_providers', arguments: { last_name: 'Zorbo' } } })
  await empty.getByText('No clinicians listed here for this search').waitFor()
  const error = await show(host, { call: { name: 'get_provider', arguments: { npi: small.unknown } } })
  assert.match(await error.getByRole('alert').innerText(), new RegExp(small.unknown))
  assert.deepEqual(host.errors, [])
})

test(
  'without tool calls of the view, the compact list has no buttons that would fail',
  { skip },
  async () => {
    await using host = await openHost()
    await host.page.evaluate('window.capabilities = {}')
    const frame = await show(host)
    await frame.locator('.hit').nth(4).waitFor()
    assert.deepEqual(await frame.getByRole('button').count(), 0)
    await frame.getByText('Call (401) 555-0100').first().waitFor()
  },
)

for (const theme of ['light', 'dark'] as const)
  test(`the ${theme} theme has no accessibility problem, and 320 px are wide enough`, { skip }, async () => {
    await using host = await openHost()
    const frame = await show(host, { context: { theme: theme === 'light' ? 'dark' : 'light' } })
    await frame.getByText('Mon–Tue 8 AM–5 PM').first().waitFor()
    await frame.getByRole('button', { name: 'Details of Ana Number1, MD' }).click()
    await frame.getByText('Heals hearts.').waitFor()
    await host.changeContext({ theme })
    await frame.locator(`html[style*="color-scheme: ${theme}"]`).waitFor()
    await picture(host, theme)
    const { violations } = await frame.evaluate<axe.AxeResults>(`${axe.source}; axe.run(document)`)
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
      [],
    )
    await host.page.setViewportSize({ width: 320, height: 800 })
    await frame.evaluate(isNarrow)
    assert.equal(await frame.evaluate('document.documentElement.scrollWidth'), 320)
    await picture(host, `${theme}-320`)
  })

/** Resolves when the frame has the width of the page. */
const isNarrow = `new Promise((resolve) => {
  const check = () => innerWidth === 320 && resolve(true)
  addEventListener('resize', check)
  check()
})`

async function picture({ page }: McpHost, name: string): Promise<void> {
  if (screenshotFolder === undefined) return
  const { width } = page.viewportSize()!
  // Chromium paints only the visible part of a frame of another origin.
  await page.setViewportSize({
    width,
    height: await page.evaluate<number>('document.documentElement.scrollHeight'),
  })
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${screenshotFolder}/mcp-view-${name}.png` })
}
