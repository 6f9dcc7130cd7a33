/** The colors, fonts and dimensions of the chat. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openInterface, trigger } from './chat-interface.fixture.ts'
import { conversation } from './chat-states.fixture.ts'
import { assertClean, observe } from './observed-page.fixture.ts'

const { browser, skip, url, withChat } = await openInterface()

const collectWarnings = `
  window.warnings = []
  console.warn = (text) => warnings.push(text)
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':root { --brand: #ffe000 }')
    document.adoptedStyleSheets = [sheet]
  })`

/** An expression for the value of a computed style. */
const styleOf = (part: string, property = 'backgroundColor') =>
  `getComputedStyle(root.querySelector('[part~=${part}]')).${property}`

describe('the theme', () => {
  test('takes valid colors, fonts and lengths, ignores others, and fits the window', { skip }, () =>
    withChat(
      {
        state: { isOpen: true, entries: conversation },
        options: {
          colors: {
            primary: 'oklch(0.45 0.2 300)',
            surface: 'red; } * { display: none',
            text: 'url(https://a.example/x)',
            dark: { surface: '#101010' },
          },
          fontSize: '18px',
          fontFamily: 'Georgia',
          dimensions: { width: '9000px', height: '500px', triggerMaxWidth: 'calc(1px)' },
        },
      },
      async ({ page, evaluate, set }) => {
        assert.match(await evaluate(styleOf('user-bubble')), /oklch\(0.45 0.2 300\)/)
        assert.equal(await evaluate(styleOf('header')), 'rgb(245, 247, 250)')
        assert.equal(await evaluate(styleOf('answer-bubble', 'fontSize')), '18px')
        assert.equal(await evaluate(styleOf('answer-bubble', 'fontFamily')), 'Georgia, system-ui, sans-serif')
        const [dialog, viewport] = [await page.locator('dialog').boundingBox(), page.viewportSize()!]
        assert.deepEqual([dialog!.width, dialog!.height], [viewport.width - 32, 500])
        assert.equal(
          await evaluate("getComputedStyle(root.querySelector('[part=trigger]')).maxWidth"),
          '600px',
        )
        await page.emulateMedia({ colorScheme: 'dark' })
        await set({})
        assert.equal(await evaluate(styleOf('header')), 'rgb(16, 16, 16)')
      },
    ),
  )

  test('stays light with colors of the integrator that have no dark ones', { skip }, () =>
    withChat(
      {
        state: { isOpen: true },
        options: { colors: { primary: '#006644' } },
        context: { colorScheme: 'dark' },
      },
      async ({ evaluate }) => assert.equal(await evaluate(styleOf('modal')), 'rgb(255, 255, 255)'),
    ),
  )

  for (const [what, colors, warnings] of [
    ['colors that are easy to read', { primary: '#006644', text: 'oklch(0.3 0.1 200)' }, []],
    [
      'pale colors, also through a property of the page and translucent ones',
      {
        primary: 'var(--brand)',
        mutedText: 'rgb(0 0 0 / 0.3)',
        userBubble: '#ffe000',
        userBubbleText: 'white',
      },
      [
        'colors: mutedText on background: contrast 2.1, below 4.5',
        'colors: mutedText on surface: contrast 2.1, below 4.5',
        'colors: primary on background: contrast 1.3, below 4.5',
        'colors: onPrimary on primary: contrast 1.3, below 4.5',
        'colors: userBubbleText on userBubble: contrast 1.3, below 4.5',
      ],
    ],
  ] as const)
    test(`developers are warned of ${what}: ${warnings.length} times`, { skip }, () =>
      withChat({ options: { colors }, before: collectWarnings }, async ({ page }) =>
        assert.deepEqual(await page.evaluate('window.warnings'), warnings),
      ),
    )

  test('a public page writes no warning about colors', { skip }, async () => {
    await using observed = await observe(browser!)
    const { page } = observed
    const origin = 'http://www.acme.example'
    await page.route(`${origin}/**`, async (route) => {
      const served = route.request().url().replace(origin, url)
      await route.fulfill({ response: await page.request.get(served) })
    })
    await page.goto(origin)
    await page.evaluate("window.startChat({ colors: { text: 'white' } }, {})")
    await page.getByRole('button', { name: 'Ask anything...' }).waitFor()
    assertClean(observed, origin)
  })

  test('the bar is at most as wide as its option, and as its container', { skip }, () =>
    withChat({ options: { dimensions: { triggerMaxWidth: '400px' } } }, async ({ page }) => {
      assert.equal((await trigger(page).boundingBox())!.width, 400)
      await page.setViewportSize({ width: 320, height: 600 })
      assert.ok((await trigger(page).boundingBox())!.width <= 304)
    }),
  )
})
