/** The dialog of the chat and its composer in each browser: focus, the bar that opens it, and pages that move or remove it. */
import assert from 'node:assert/strict'
import { recordTimers } from './chat-interface.fixture.ts'
import { codeStep, conversation, states } from './chat-states.fixture.ts'
import { named, query, type RenderedChat, root, testRendered } from './driven-interface.fixture.ts'
import { type DrivenBrowser, enter, escape, waitFor } from './driven-page.fixture.ts'

export function testDrivenDialog(browser: DrivenBrowser): void {
  testRendered(browser, 'the dialog', {
    'closing with the button and with a click outside returns the focus to the button that opened the chat':
      close,
    'a chat that is open when the page loads returns the focus to the bar': closeAfterLoading,
    'an answer that arrives while the chat is closed marks the bar': markBar,
    'a page that moves the container gets the open dialog back, modal and with the text': (chat) =>
      moveContainer(chat, 'document.body.append(container)'),
    'a page that removes the container for a while gets the open dialog back': (chat) =>
      moveContainer(chat, 'container.remove(); setTimeout(() => document.body.append(container), 100)'),
    'a page that removes the container while the state changes gets the open dialog back': (chat) =>
      moveContainer(
        chat,
        `container.remove(); chat.set({ suggestions: ['Closer'] }); setTimeout(() => document.body.append(container), 100)`,
      ),
    'a chat that is closed while its container is removed stays closed': closeWithoutContainer,
    'a destroyed chat leaves no element, listener or task behind': destroy,
  })
  testRendered(browser, 'the composer', {
    'counts the characters near the limit, and sends no longer message': countCharacters,
    'grows with the text up to a limit, and blank messages are not sent': grow,
    'shows a spinner until the user is signed in, and messages can be sent before': showSpinner,
    'stops the answer, sends suggestions, and takes the text of a failed message back': stopAnswer,
    'a failed message can be sent again, and a problem retried': retry,
    'Enter that ends the composition of a character sends nothing': compose,
  })
}

const dialog = query('dialog')
const trigger = query('[part=trigger]')
const field = query('textarea')
const sendButton = query('[part=send]')
const isClosed = `!${dialog}.open`
const setsContainer = "const container = document.querySelector('#chat')"

async function close(chat: RenderedChat): Promise<void> {
  const { page } = chat
  await chat.render({})
  for (const action of [() => page.click(named('Close')), () => page.clickAt(4, 4)]) {
    await page.click(trigger)
    await waitFor(page, `${dialog}.open`)
    await action()
    await waitFor(page, isClosed)
    await chat.assertFocus('Ask anything...')
  }
}

async function closeAfterLoading(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { isOpen: true } })
  await chat.page.press(escape)
  await waitFor(chat.page, isClosed)
  await chat.assertFocus('Ask anything...')
}

async function markBar(chat: RenderedChat): Promise<void> {
  const mark = query('[part=unread]')
  await chat.render({ state: { isOpen: true, entries: conversation.slice(0, 1) } })
  await chat.set({ isOpen: false })
  await chat.assertVisible(mark, false)
  await chat.set({ entries: conversation })
  await chat.assertVisible(mark)
  await chat.set({ isOpen: true })
  await chat.assertVisible(mark, false)
}

async function moveContainer(chat: RenderedChat, moves: string): Promise<void> {
  const { page } = chat
  await chat.render({ state: { isOpen: true, entries: conversation } })
  await page.type(field, 'a dentist')
  await page.evaluate(`${setsContainer}; ${moves}`)
  await waitFor(page, `document.querySelector('#chat') && ${dialog}.matches(':modal')`)
  await chat.assertFocus('Message')
  assert.equal(await chat.evaluate(`${field}.value`), 'a dentist')
  await chat.assertCalls()
  await page.press(escape)
  await waitFor(page, isClosed)
  await chat.assertCalls(['close'])
}

async function closeWithoutContainer(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { isOpen: true } })
  await chat.page.evaluate(`${setsContainer}; container.remove()
    chat.set({ isOpen: false })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    document.body.append(container)`)
  await chat.set({})
  await chat.assertVisible(trigger)
  await chat.assertVisible(dialog, false)
}

async function destroy(chat: RenderedChat): Promise<void> {
  const state = { isOpen: true, entries: conversation, verification: codeStep() }
  await chat.render({ state, before: recordTimers })
  await chat.page.evaluate(`
    endChat()
    chat.set({ isOpen: false })
    chat.set({ isOpen: true })
    dispatchEvent(new Event('resize'))
    await new Promise((done) => setTimeout(done, 1200))`)
  const left = "[document.querySelector('#chat').children.length, timers.size]"
  assert.deepEqual(await chat.evaluate(left), [0, 0])
  await chat.page.click("document.querySelector('a')")
  assert.equal(await chat.evaluate('location.hash'), '#chat')
}

async function countCharacters(chat: RenderedChat): Promise<void> {
  const counter = query('[part=counter]')
  await chat.render({ state: { isOpen: true, messageCharactersMax: 300 } })
  await chat.fill(field, 'a'.repeat(99))
  await chat.assertVisible(counter, false)
  await chat.fill(field, 'a'.repeat(300))
  assert.equal(await chat.evaluate(`${counter}.textContent`), 'Characters left: 0')
  await chat.fill(field, 'a'.repeat(301))
  assert.equal(
    await chat.evaluate(`${query('[part=composer] [role=alert]')}.textContent`),
    'Characters to remove: 1',
  )
  assert.equal(await chat.evaluate(`${sendButton}.disabled`), true)
  await chat.page.press(enter)
  await chat.assertCalls()
  assert.equal(await chat.evaluate(`${field}.value.length`), 301)
}

async function grow(chat: RenderedChat): Promise<void> {
  const height = async () => Number(await chat.evaluate(`${field}.getBoundingClientRect().height`))
  await chat.render({ state: { isOpen: true } })
  const one = await height()
  await chat.fill(field, 'one\ntwo\nthree')
  assert.ok(Math.abs((await height()) - one - 48) < 2, `${one} ${await height()}`)
  await chat.fill(field, 'line\n'.repeat(100))
  assert.ok((await height()) <= 168)
  await chat.fill(field, ' \n ')
  await chat.page.press(enter)
  await chat.assertCalls()
}

async function showSpinner(chat: RenderedChat): Promise<void> {
  const [spinner, arrow] = [query('.spinner'), query('[part=send] .icon')]
  const name = `${sendButton}.ariaLabel`
  await chat.render({ state: { isOpen: true, authentication: 'signing-in' } })
  await chat.page.type(field, 'Dentist')
  assert.equal(await chat.evaluate(name), 'Send (signing in…)')
  await chat.assertVisible(spinner)
  await chat.page.click(sendButton)
  await chat.assertCalls(['send', 'Dentist'])
  await chat.set({ authentication: 'signed-in' })
  assert.equal(await chat.evaluate(name), 'Send')
  await chat.assertVisible(spinner, false)
  await chat.assertVisible(arrow)
}

async function stopAnswer(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { ...states['streaming']!.state, suggestions: ['Closer'] } })
  await chat.page.click(named('Stop the answer'))
  await chat.page.click(named('Closer'))
  await chat.assertCalls(['cancelAnswer'], ['send', 'Closer'])
  await chat.page.type(field, 'and more')
  await chat.set({ entries: conversation, draft: 'Dentist' })
  assert.equal(await chat.evaluate(`${field}.value`), 'and more\nDentist')
  await chat.assertVisible(query('[part=stop]'), false)
}

async function retry(chat: RenderedChat): Promise<void> {
  const problem = `${query('[part=problem] [role=alert]')}.textContent`
  await chat.render({ state: states['failed']!.state })
  await chat.page.click(named('Send again'))
  await chat.page.click(named('Try again'))
  await chat.assertCalls(['retry'], ['retry'])
  assert.equal(await chat.evaluate(problem), 'The chat cannot be reached.')
  await chat.set({ problem: { code: 'constructor', message: 'Something new.', isRetryable: false } })
  assert.equal(await chat.evaluate(problem), 'Something new.')
  assert.equal(await chat.evaluate(`${named('Try again')} === undefined`), true)
}

async function compose(chat: RenderedChat): Promise<void> {
  await chat.render({ state: { isOpen: true } })
  await chat.fill(field, 'にほん')
  for (const detail of ['isComposing: true', 'keyCode: 229'])
    await chat.page.evaluate(
      `${field}.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ${detail} }))`,
    )
  await chat.assertCalls()
  await chat.page.type(field, enter)
  await chat.assertCalls(['send', 'にほん'])
  assert.equal(await chat.evaluate(`${root}.activeElement === ${field}`), true)
}
