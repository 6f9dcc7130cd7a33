/** The transcript of the chat in each browser: what is announced, where it scrolls, and which elements change. */
import assert from 'node:assert/strict'
import { answerEntry, emergencyNotice, manyEntries, userEntry } from './chat-states.fixture.ts'
import { named, query, type RenderedChat, root, testRendered } from './driven-interface.fixture.ts'
import { type DrivenBrowser, enter, waitFor } from './driven-page.fixture.ts'

export function testDrivenTranscript(browser: DrivenBrowser): void {
  testRendered(browser, 'the transcript', {
    'a page of earlier messages is not announced, and stays where the user reads': showEarlier,
    'an urgent notice is an alert that calls, above the messages, also after scrolling': showNotice,
    'an answer is busy and not live while it arrives, and its text is inserted once when it is complete':
      announce,
    'of 500 messages, a long answer changes only its own element, and scrolling shows them all': showMany,
    'the browser checks 100 groups instead of 500 messages in each frame of scrolling': groupMessages,
    'the height of the messages is exact before they are visible': keepHeight,
    'a frame inserts at most 5 messages, the newest ones first': insertFrames,
    'messages keep the order of the conversation, and groups without messages are removed': orderMessages,
    'a long answer is read from its question, and the end is one button away': readLongAnswer,
  })
}

const log = query('[role=log]')
const scroller = query('[part=transcript]')
const nextFrame = 'await new Promise((done) => requestAnimationFrame(done))'

async function showEarlier(chat: RenderedChat): Promise<void> {
  const topOf = async (index: number) =>
    Number(
      await chat.evaluate(`${root}.querySelectorAll('[part~=entry]')[${index}].getBoundingClientRect().top`),
    )
  await chat.render({ state: { isOpen: true, hasEarlier: true, entries: manyEntries(50, 30) } })
  await chat.page.evaluate(`${named('Show earlier messages')}.focus()`)
  await chat.page.press(enter)
  await chat.assertCalls(['requestEarlier'])
  const before = await topOf(0)
  const live = await chat.page.evaluate(`
    chat.set({ hasEarlier: false, entries: ${JSON.stringify(manyEntries(0, 80))} })
    ${nextFrame}
    ${nextFrame}
    return ${log}.ariaLive`)
  assert.equal(live, 'off')
  await chat.set({})
  await chat.set({})
  assert.equal(await chat.evaluate(`${log}.ariaLive`), 'polite')
  const moved = Math.abs((await topOf(50)) - before)
  assert.ok(moved <= 1, `${moved}`)
}

async function showNotice(chat: RenderedChat): Promise<void> {
  const alerts = `[...${root}.querySelectorAll('[role=alert]')].filter((alert) => alert.textContent.includes('Chest pain'))`
  const entries = manyEntries(0, 60)
  await chat.render({ state: { isOpen: true, entries } })
  const answer = answerEntry('n', '', { isComplete: false, notices: [emergencyNotice] })
  await chat.set({ entries: [...entries, answer], notices: [emergencyNotice] })
  assert.equal(await chat.evaluate(`${alerts}[0].querySelector('a').href`), 'tel:911')
  await chat.page.evaluate(`window.alertBefore = ${alerts}[0]`)
  await chat.set({ notices: [{ ...emergencyNotice }] })
  assert.deepEqual(await chat.evaluate(`[${alerts}.length, ${alerts}[0] === alertBefore]`), [1, true])
  for (const top of [0, 500, 100_000]) {
    const distance = await chat.page.evaluate(`
      ${scroller}.scrollTo(0, ${top})
      ${nextFrame}
      return ${alerts}[0].getBoundingClientRect().top - ${scroller}.getBoundingClientRect().top`)
    assert.ok(Math.abs(Number(distance)) <= 1, String(distance))
  }
}

async function announce(chat: RenderedChat): Promise<void> {
  const question = userEntry('1', 'Hi')
  const entry = query('[part~=answer-entry]')
  await chat.render({ state: { isOpen: true, entries: [question] } })
  await chat.page.evaluate(`
    window.inserted = []
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) {
        const element = node.nodeType === 1 ? node : node.parentElement
        if (element?.closest('[aria-live]')?.ariaLive === 'polite' && !element.closest('[aria-busy=true]')) inserted.push(node.textContent)
      }
    }).observe(${log}, { childList: true, subtree: true })`)
  for (const text of ['', 'One', 'One two', 'One two three'])
    await chat.set({ entries: [question, answerEntry('2', text, { isComplete: false, finishReason: null })] })
  assert.deepEqual(
    await chat.evaluate(`[${entry}.ariaBusy, ${query('[part~=answer-bubble]')}.ariaLive, inserted]`),
    ['true', 'off', []],
  )
  await chat.set({ entries: [question, answerEntry('2', 'One two three')] })
  assert.deepEqual(
    await chat.evaluate(`[${entry}.ariaBusy, ${log}.getAttribute('aria-relevant'), inserted]`),
    ['false', 'additions', ['One two three']],
  )
}

/** Only Chromium reports long tasks, and only there can the processor be slowed down: see chat-transcript-in-browser.long.ts. */
async function showMany(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { isOpen: true } })
  await chat.set({ entries: manyEntries(0, 500) })
  await chat.set({})
  const answer = JSON.stringify(answerEntry('answer', '', { isComplete: false, finishReason: null }))
  const shown = await chat.page.evaluate(`
    const scroller = ${scroller}
    for (let top = scroller.scrollHeight; top > 0; top -= 4800) { scroller.scrollTop = top; ${nextFrame} }
    scroller.scrollTop = 0
    ${nextFrame}
    ${nextFrame}
    const bubble = ${query('[part~=user-bubble]')}
    const { x, y, width, height } = bubble.getBoundingClientRect()
    const isVisible = ${root}.elementFromPoint(x + width / 2, y + height / 2) === bubble
    scroller.scrollTop = scroller.scrollHeight
    const changed = new Set()
    new MutationObserver((records) => { for (const { target } of records) changed.add((target.nodeType === 1 ? target : target.parentElement).closest('[part~=entry]')) })
      .observe(${log}, { subtree: true, childList: true, characterData: true, attributes: true })
    const { entries } = chat.state
    for (let words = 1; words <= 50; words++) {
      chat.set({ entries: [...entries, { ...${answer}, text: 'word **bold** '.repeat(words) }] })
      ${nextFrame}
    }
    changed.delete(null)
    return [bubble.textContent, isVisible, changed.size]`)
  assert.deepEqual(shown, ['Question 0', true, 1])
}

/** The texts of the messages in each group. */
const readGroups = `Array.from(${log}.children, (group) =>
  Array.from(group.children, (message) => message.querySelector('[part~=bubble]').textContent))`

/** One message for each letter. */
const questions = (letters: string) => letters.split('').map((letter) => userEntry(letter, letter))

async function groupMessages(chat: RenderedChat): Promise<void> {
  const names = Array.from({ length: 500 }, (_, index) => `Question ${index}`)
  await chat.render({ state: { isOpen: true } })
  await chat.set({ entries: names.map((name) => userEntry(name, name)) })
  const groups = (await chat.evaluate(readGroups)) as string[][]
  assert.deepEqual(
    groups.map((group) => group.length),
    Array<number>(100).fill(5),
  )
  assert.deepEqual(groups.flat(), names)
  await chat.set({})
  const skipped = `[${log}, ...${log}.querySelectorAll('*')].filter((element) => getComputedStyle(element).contentVisibility === 'auto').length`
  assert.equal(await chat.evaluate(skipped), 100)
}

async function keepHeight(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { isOpen: true } })
  await chat.set({ entries: manyEntries(0, 100) })
  await chat.set({})
  const heights = (await chat.page.evaluate(`
    const scroller = ${scroller}
    const heights = new Set([scroller.scrollHeight])
    for (let top = scroller.scrollHeight; top > 0; top -= 1600) {
      scroller.scrollTop = top
      ${nextFrame}
      ${nextFrame}
      heights.add(scroller.scrollHeight)
    }
    return [...heights]`)) as number[]
  assert.equal(heights.length, 1, heights.join(' '))
}

async function insertFrames(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { isOpen: true } })
  const frames = await chat.page.evaluate(`
    chat.set({ entries: ${JSON.stringify(questions('abcdefghijkl'))} })
    const frames = new Set()
    for (let frame = 0; frame < 6; frame++) {
      ${nextFrame}
      frames.add(Array.from(${root}.querySelectorAll('[part~=user-bubble]'), (bubble) => bubble.textContent).join(''))
    }
    frames.delete('')
    return [...frames]`)
  assert.deepEqual(frames, ['hijkl', 'cdefghijkl', 'abcdefghijkl'])
}

async function orderMessages(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { isOpen: true } })
  for (const [letters, expected] of [
    ['klmnopq', ['kl', 'mnopq']],
    ['klmnopqr', ['kl', 'mnopq', 'r']],
    ['fghijklmnopqr', ['fghij', 'kl', 'mnopq', 'r']],
    // A message that was not sent moves behind the next one, and one of another page is inserted before it.
    ['fghijklmnopsrq', ['fghij', 'kl', 'mnopsrq']],
    ['mnopsrq', ['mnopsrq']],
    ['z', ['z']],
    ['', []],
  ] as const) {
    await chat.set({ entries: questions(letters) })
    assert.deepEqual(
      ((await chat.evaluate(readGroups)) as string[][]).map((group) => group.join('')),
      expected,
    )
  }
}

async function readLongAnswer(chat: RenderedChat): Promise<void> {
  const latest = named('Latest message')
  const entries = [...manyEntries(0, 20), userEntry('q', 'The question')]
  await chat.render({ state: { isOpen: true, entries: manyEntries(0, 20) } })
  await chat.set({ entries })
  for (const lines of [1, 20, 90])
    await chat.set({
      entries: [
        ...entries,
        answerEntry('a', 'Line of the answer\n\n'.repeat(lines), { isComplete: lines === 90 }),
      ],
    })
  await waitFor(chat.page, latest)
  const distance = Number(
    await chat.evaluate(
      `[...${root}.querySelectorAll('[part~=user-bubble]')].at(-1).getBoundingClientRect().top - ${scroller}.getBoundingClientRect().top`,
    ),
  )
  assert.ok(distance >= 0 && distance < 60, `${distance}`)
  await chat.page.click(latest)
  await waitFor(chat.page, `!${latest}`)
  const isAtEnd = `Math.round(${scroller}.scrollHeight - ${scroller}.scrollTop - ${scroller}.clientHeight) <= 1`
  assert.equal(await chat.evaluate(isAtEnd), true)
  // After going to the end, the user sees the rest of the answer.
  await chat.set({ entries: [...entries, answerEntry('a', 'Line of the answer\n\n'.repeat(120))] })
  assert.equal(await chat.evaluate(isAtEnd), true)
}
