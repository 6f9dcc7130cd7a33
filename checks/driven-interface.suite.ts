/** What the interface of the chat does in each browser, with states that the tests set. */
import assert from 'node:assert/strict'
import {
  answerEntry,
  conversation,
  destinationStep,
  emergencyNotice,
  locationCard,
  providerCard,
  userEntry,
} from './chat-states.fixture.ts'
import {
  focusedName,
  named,
  query,
  type RenderedChat,
  root,
  styleOf,
  testRendered,
} from './driven-interface.fixture.ts'
import { type DrivenBrowser, enter, escape, shift, tab, waitFor } from './driven-page.fixture.ts'
import { findDrivenProblems } from './page-inspection.fixture.ts'

export function testDrivenInterface(browser: DrivenBrowser): void {
  testRendered(browser, 'the interface', {
    'cards show what is known; their links call and go there, and a button copies the number': showCards,
    'markup and hostile Markdown stay text, and only safe addresses become links': showHostileContent,
    'Escape closes the menu or the conversations before the chat': closeWithEscape,
    'messages and controls are mirrored on a page that reads from right to left, and numbers are not': mirror,
    'the chat fills a phone, and its fields are large enough that the page does not zoom': fillPhone,
    'the chat is dark for a user of a dark scheme, and light with light colors of the page': useDarkScheme,
    'the interface and the cards are in Spanish on a Spanish page': speakSpanish,
    'a suggestion sends its text; with feedback, which is off by default, a rating is sent with a comment':
      tapAndRate,
    // The last case, because the focus may stay in the controls of Firefox.
    'the keyboard opens the chat, sends and reaches every control, and Escape returns the focus': useKeyboard,
  })
}

async function showCards(chat: RenderedChat): Promise<void> {
  const { page } = chat
  await chat.render({ state: { isOpen: true, entries: conversation } })
  const text = String(await chat.evaluate(`${query('[part=card]')}.innerText`)).replaceAll('\n', ' ')
  for (const part of [
    'Ana Costa, MD',
    '1.2 mi',
    'Harbor Heart Group Providence, RI 02903',
    'Listed by Quillmark Health (Oct 1, 2026)',
    'Languages: English, Spanish, Cape Verdean Creole',
    'Sources: 2 (Nov 9, 2026)',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`)
  assert.deepEqual(
    await chat.evaluate(`[${query('[part~=card-call]')}.href, ${query('[part~=card-call]')}.target]`),
    ['tel:+14015550127', ''],
  )
  const directions = named('Directions, Harbor Urgent Care')
  assert.deepEqual(
    await chat.evaluate(
      `[new URL(${directions}.href).searchParams.get('destination'), ${directions}.target, ${directions}.rel]`,
    ),
    ['953 Coppergate Dr NW, Providence, RI 02907', '_blank', 'noopener noreferrer'],
  )
  await page.click(query('[part=card] summary'))
  await waitFor(page, `${query('[part=card]')}.innerText.includes('plan network, Oct 1, 2026')`)
  await page.click(named('Copy number, Ana Costa, MD'))
  await waitFor(page, query('[part~=card-copy] .icon-check'))
  assert.equal(
    await chat.evaluate(`[...${root}.querySelectorAll('[role=status]')].at(-1).textContent`),
    'Copied',
  )
  assert.deepEqual(await findDrivenProblems(page), [])
}

const markup = '<img src=x onerror="window.attacked=1">'

async function showHostileContent(chat: RenderedChat): Promise<void> {
  await chat.render({
    state: {
      isOpen: true,
      productName: markup,
      authentication: 'signed-in',
      entries: [
        userEntry('1', `${markup} **no mark**`),
        answerEntry(
          '2',
          `${markup} **bold** [a](javascript:window.attacked=1) [b](data:text/html,x) [c](/relative) [d](https://a.example/"onclick="window.attacked=1) [e](mailto:a@b.example) [f](tel:+1) [g](java\tscript:window.attacked=1)`,
          {
            cards: [
              {
                ...providerCard,
                name: markup,
                specialty: markup,
                url: 'javascript:window.attacked=1',
                languages: [markup, '', '-'],
                location: { ...providerCard.location, name: markup, city: markup, phone: '"><script>' },
                sources: [{ id: markup, as_of: markup }],
                plan: { status: 'listed', payer: `${markup}{date}$&`, as_of: markup },
              },
              {
                ...locationCard,
                name: null,
                line_1: markup,
                url: 'not a url',
                distance_miles: Number.MAX_VALUE,
              },
            ],
          },
        ),
      ],
      notices: [
        {
          ...emergencyNotice,
          text: markup,
          contact: { label: markup, tel: 'x" onclick="window.attacked=1' },
        },
      ],
      suggestions: [markup],
      conversations: [{ conversation_id: '1', title: markup, updated_at: markup, message_count: 1 }],
      problem: { code: '__proto__', message: markup, isRetryable: true },
    },
  })
  assert.deepEqual(
    await chat.evaluate(
      `['[part~=user-bubble]', '[part~=card-name]', '[part=suggestion]', '[part=title]', '[part~=answer-bubble] strong'].map((selector) => ${root}.querySelector(selector).textContent)`,
    ),
    [`${markup} **no mark**`, markup, markup, markup, 'bold'],
  )
  assert.equal(
    await chat.evaluate(
      `${query('[part~=card-plan]')}.textContent.includes(${JSON.stringify(`${markup}{date}$&`)})`,
    ),
    true,
  )
  assert.equal(
    await chat.evaluate(
      `${root}.querySelectorAll('img, script, iframe, object, [onclick], [onerror]').length`,
    ),
    0,
  )
  assert.deepEqual(
    await chat.evaluate(
      `[...new Set([...${root}.querySelectorAll('a')].map(({ protocol }) => protocol))].sort()`,
    ),
    ['https:', 'mailto:', 'tel:'],
  )
  const unsafe = `[...${root}.querySelectorAll('a:not([href^=tel], [href^=mailto])')].filter(({ rel, target }) => rel !== 'noopener noreferrer' || target !== '_blank')`
  assert.equal(await chat.evaluate(`${unsafe}.length`), 0)
  // A call or an e-mail in a new tab would leave the tab empty.
  const opening = 'a:is([href^=tel], [href^=mailto])[target]'
  assert.equal(await chat.evaluate(`${root}.querySelectorAll('${opening}').length`), 0)
}

async function useKeyboard(chat: RenderedChat): Promise<void> {
  const { page } = chat
  await chat.render({ state: { suggestions: ['Dentist'] } })
  await page.press(tab + tab + enter)
  assert.deepEqual(await chat.takeCalls(), [['open']])
  await chat.assertFocus('Message')
  await page.press('one')
  await page.press(shift + enter)
  await page.press(`two ${enter}`)
  assert.deepEqual(await chat.takeCalls(), [['send', 'one\ntwo']])
  assert.equal(await chat.evaluate(`${query('textarea')}.value`), '')
  await chat.set({ entries: conversation, authentication: 'signed-in' })
  const reached = new Set<string>()
  // Backward, because the composer is the last control: behind it, Firefox goes to its own controls.
  for (let step = 0; step < 20; step += 1) {
    await page.press(shift + tab)
    assert.equal(await chat.evaluate("document.activeElement.matches('#chat > div, body, html')"), true)
    reached.add(String(await chat.evaluate(focusedName)))
  }
  for (const name of [
    'New conversation',
    'More actions',
    'Close',
    'Conversation',
    'Dentist',
    'Use my location',
  ])
    assert.ok(reached.has(name), `${name} of ${[...reached].join(', ')}`)
  assert.ok([...reached].some((name) => /^Call .*Ana Costa/.test(name)))
  assert.ok(![...reached].some((name) => /^Contact|Ask anything/.test(name)), [...reached].join(', '))
  await page.press(escape)
  assert.deepEqual(await chat.takeCalls(), [['close']])
  await waitFor(page, `!${query('dialog')}.open`)
  await chat.assertFocus('Ask anything...')
}

async function closeWithEscape(chat: RenderedChat): Promise<void> {
  const { page } = chat
  const isMenuOpen = `${named('More actions')}.ariaExpanded`
  await chat.render({ state: { isOpen: true, entries: conversation, authentication: 'signed-in' } })
  await page.evaluate(`${named('More actions')}.focus()`)
  await page.press(enter)
  assert.equal(await chat.evaluate(isMenuOpen), 'true')
  await page.press(tab + escape)
  assert.equal(await chat.evaluate(isMenuOpen), 'false')
  await chat.assertFocus('More actions')
  await page.press(enter + tab + enter)
  await chat.assertFocus('Back to the chat')
  await page.press(escape)
  await chat.assertFocus('More actions')
  assert.deepEqual(await chat.takeCalls(), [['listConversations']])
  await page.press(escape)
  assert.deepEqual(await chat.takeCalls(), [['close']])
}

async function mirror(chat: RenderedChat): Promise<void> {
  await chat.render({
    query: { lang: 'ar', dir: 'rtl' },
    state: { isOpen: true, entries: [userEntry('1', 'Hi'), ...conversation.slice(1)] },
  })
  const isLeft = `['user-bubble', 'answer-bubble', 'send', 'title'].map((part) => ((box) => box.x + box.width / 2 < innerWidth / 2)(${root}.querySelector(\`[part~=\${part}]\`).getBoundingClientRect()))`
  assert.deepEqual(await chat.evaluate(isLeft), [true, false, true, false])
  assert.equal(await chat.evaluate(`${query('[part~=card-call] bdi')}.dir`), 'ltr')
  assert.deepEqual(await findDrivenProblems(chat.page), [])
}

const phone = { width: 390, height: 700 }

/** A frame of the size of a phone, because the window of WebKit has a minimum width. */
async function fillPhone(chat: RenderedChat): Promise<void> {
  const state = { isOpen: true, entries: conversation, verification: destinationStep }
  await chat.render({ state: {} })
  await chat.page.evaluate(`
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: location.href, width: ${phone.width}, height: ${phone.height} })
    document.body.prepend(frame)
    window.inner = frame.contentWindow`)
  await waitFor(chat.page, 'inner.startChat')
  await chat.page.evaluate(`inner.startChat({}, ${JSON.stringify(state)})`)
  const innerRoot = `inner.${root}`
  await waitFor(chat.page, `${innerRoot}?.querySelector('[part=card]')`)
  await waitFor(
    chat.page,
    `((box) => [box.x, box.y, box.width, box.height].join() === '0,0,${phone.width},${phone.height}')(${innerRoot}.querySelector('dialog').getBoundingClientRect())`,
  )
  const [bottom, right] = (await chat.evaluate(
    `((box) => [Math.round(box.bottom), Math.round(box.right)])(${innerRoot}.querySelector('[part=composer]').getBoundingClientRect())`,
  )) as readonly [number, number]
  assert.ok(bottom <= phone.height && right <= phone.width, `${bottom} ${right}`)
  assert.equal(await chat.evaluate('inner.document.documentElement.scrollWidth'), phone.width)
  const sizes = (await chat.evaluate(
    `[...${innerRoot}.querySelectorAll('input:not([type=radio]), textarea')].map((field) => parseFloat(inner.getComputedStyle(field).fontSize))`,
  )) as readonly number[]
  assert.ok(sizes.length === 2 && Math.min(...sizes) >= 16, sizes.join())
}

async function useDarkScheme(chat: RenderedChat): Promise<void> {
  const state = { isOpen: true, entries: conversation }
  const colors = `[${styleOf('modal')}, ${styleOf('header')}, ${styleOf('user-bubble')}, ${styleOf('modal', 'color')}]`
  await chat.render({ state })
  assert.deepEqual(await chat.evaluate(colors), [
    'rgb(20, 23, 29)',
    'rgb(30, 35, 44)',
    'rgb(138, 180, 255)',
    'rgb(233, 236, 241)',
  ])
  assert.deepEqual(await findDrivenProblems(chat.page), [])
  await chat.render({ state, options: { colors: { primary: '#006644' } } })
  assert.deepEqual(await chat.evaluate(colors), [
    'rgb(255, 255, 255)',
    'rgb(245, 247, 250)',
    'rgb(0, 102, 68)',
    'rgb(26, 31, 43)',
  ])
  await chat.render({ state, options: { colors: { dark: { surface: '#101010' } } } })
  assert.equal(await chat.evaluate(styleOf('header')), 'rgb(16, 16, 16)')
}

async function speakSpanish(chat: RenderedChat): Promise<void> {
  const problem = { code: 'unavailable', message: 'The server is busy.', isRetryable: true }
  await chat.render({
    query: { lang: 'es-US' },
    state: {
      isOpen: true,
      entries: [conversation[0], answerEntry('2', '', { cards: [providerCard, locationCard] })],
      problem,
    },
  })
  // WebKit begins the names of languages with a capital.
  const text = String(await chat.evaluate(`${query('dialog')}.innerText`)).replaceAll(
    /Inglés|Español/g,
    (name) => name.toLowerCase(),
  )
  for (const part of [
    'En la lista de Quillmark Health (1 oct 2026)',
    'Idiomas: inglés, español, criollo caboverdiano',
    'El servicio está ocupado.',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`)
  assert.equal(await chat.evaluate(`${query('textarea')}.placeholder`), 'Pregunte lo que necesite...')
}

async function tapAndRate(chat: RenderedChat): Promise<void> {
  const { page } = chat
  await chat.render({ state: { isOpen: true, entries: conversation } })
  assert.equal(await chat.evaluate(`${named('Helpful')} ?? null`), null)
  await chat.render({
    state: { isOpen: true, entries: conversation, suggestions: ['Show more'] },
    options: { feedback: true },
  })
  await page.click(named('Show more'))
  assert.deepEqual(await chat.takeCalls(), [['send', 'Show more']])
  await page.click(named('Not helpful'))
  const comment = query('[part=comment-form] input')
  await waitFor(page, comment)
  await page.type(comment, ` Too far ${enter}`)
  await waitFor(page, `${query('[part=comment-form]')}.textContent === 'Thank you.'`)
  assert.deepEqual(await chat.takeCalls(), [
    ['sendFeedback', '2', 'down'],
    ['sendFeedback', '2', 'down', 'Too far'],
  ])
  await chat.set({ entries: [conversation[0], { ...conversation[1], feedback: 'down' }] })
  assert.equal(await chat.evaluate(`${named('Not helpful')}.ariaPressed`), 'true')
}
