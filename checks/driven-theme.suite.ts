/** The colors, fonts and dimensions of the chat in each browser, and what the page cannot change. */
import assert from 'node:assert/strict'
import { conversation } from './chat-states.fixture.ts'
import { named, query, type RenderedChat, styleOf, testRendered } from './driven-interface.fixture.ts'
import type { DrivenBrowser } from './driven-page.fixture.ts'

export function testDrivenTheme(browser: DrivenBrowser): void {
  testRendered(browser, 'the theme', {
    'takes valid colors, fonts and lengths, ignores others, and fits the window': takeValidValues,
    'ignores a keyword in place of a font': ignoreKeywordAsFont,
    'is not reached by the styles of the page': resistPageStyles,
    'needs only the nonce without constructable style sheets': useNonce,
  })
}

async function takeValidValues(chat: RenderedChat): Promise<void> {
  await chat.render({
    state: { isOpen: true, entries: conversation },
    options: {
      colors: {
        primary: 'oklch(0.45 0.2 300)',
        surface: 'red; } * { display: none',
        text: 'url(https://a.example/x)',
      },
      fontSize: '18px',
      fontFamily: 'Georgia',
      dimensions: { width: '9000px', height: '500px', triggerMaxWidth: 'calc(1px)' },
    },
  })
  assert.match(String(await chat.evaluate(styleOf('user-bubble'))), /oklch\(0.45 0.2 300\)/)
  assert.deepEqual(
    await chat.evaluate(
      `[${styleOf('header')}, ${styleOf('answer-bubble', 'fontSize')}, ${styleOf('answer-bubble', 'fontFamily')}, ${styleOf('trigger', 'maxWidth')}]`,
    ),
    ['rgb(245, 247, 250)', '18px', 'Georgia, system-ui, sans-serif', '600px'],
  )
  assert.deepEqual(
    await chat.evaluate(
      `((box) => [innerWidth - box.width, Math.round(box.height)])(${query('dialog')}.getBoundingClientRect())`,
    ),
    [32, 500],
  )
}

/** In a list, such a value would make the whole declaration invalid. */
async function ignoreKeywordAsFont(chat: RenderedChat): Promise<void> {
  await chat.render({
    state: { isOpen: true, entries: conversation },
    options: { fontSize: '18px', fontFamily: 'inherit' },
  })
  assert.deepEqual(
    await chat.evaluate(
      `[${styleOf('answer-bubble', 'fontSize')}, ${styleOf('answer-bubble', 'fontFamily')}]`,
    ),
    ['18px', 'Lato, system-ui, sans-serif'],
  )
}

async function resistPageStyles(chat: RenderedChat): Promise<void> {
  await chat.render({
    state: { isOpen: true, entries: conversation },
    options: { colors: { primary: '#006644' } },
    before: `
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { font: 40px serif !important; letter-spacing: 9px; text-transform: uppercase; visibility: visible } button { display: none !important } :root { --primary: red; --text: red }')
      document.adoptedStyleSheets = [sheet];`,
  })
  await chat.assertVisible(named('Close'))
  assert.deepEqual(
    await chat.evaluate(
      `[${['fontSize', 'letterSpacing', 'textTransform', 'color'].map((property) => styleOf('answer-bubble', property)).join(', ')}]`,
    ),
    ['14px', 'normal', 'none', 'rgb(26, 31, 43)'],
  )
}

async function useNonce(chat: RenderedChat): Promise<void> {
  await chat.render({
    state: { isOpen: true },
    options: { nonce: 'abc', colors: { primary: '#0B5FFF' } },
    query: { policy: "default-src 'self'; style-src 'nonce-abc'" },
    before: 'window.CSSStyleSheet = undefined;',
  })
  assert.equal(await chat.evaluate(`getComputedStyle(${query('dialog')}).position`), 'fixed')
  assert.equal(
    await chat.evaluate(`getComputedStyle(${query('.root')}).getPropertyValue('--primary')`),
    '#0B5FFF',
  )
}
