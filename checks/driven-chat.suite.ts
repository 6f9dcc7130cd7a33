/** What the chat does in each browser, with a real service, mail server and identity provider. */
import assert from 'node:assert/strict'
import { startMailedPartnership, startPartnership, strictHeaders } from './chat-partnership.fixture.ts'
import { button, DrivenChat, isAnswered, isAuthentication, query, textsOf } from './driven-chat.fixture.ts'
import {
  type DrivenBrowser,
  type DrivenPage,
  enter,
  escape,
  testInBrowser,
  waitFor,
} from './driven-page.fixture.ts'
import { findDrivenProblems } from './page-inspection.fixture.ts'
import { startServerFor } from './server-process.fixture.ts'

export function testDrivenChat(browser: DrivenBrowser): void {
  testInBrowser(browser, 'the chat', {
    'a user asks, gets cards, verifies the address, keeps the messages and finds them after a reload': walk,
    'a user of the page is signed in by a token exchange; for another user, nothing of the first one stays':
      switchUsers,
    'a message that waits for a server that starts again is stored once': waitForServer,
    'messages wait while the browser is offline, and are sent in order': waitForNetwork,
    'the form of the verification shows what is wrong, sends to another address, and can be left': fillForm,
    'chats in two containers have their own conversations, and a container holds one chat': useContainers,
    'axe-core finds no problem in the conversation and the verification': inspect,
  })
}

async function walk(page: DrivenPage): Promise<void> {
  await using partnership = await startMailedPartnership()
  const chat = new DrivenChat(page, partnership)
  const field = query('[autocomplete=one-time-code]')
  const cardText = `${query('[part=card]')}?.innerText`
  await chat.load()
  await chat.open()
  assert.equal(
    await page.evaluate(`return getComputedStyle(${query('dialog:modal')}).backgroundColor`),
    'rgb(20, 23, 29)',
  )
  await chat.ask('heart doctor near 02903 who takes medicare', 1)
  await waitFor(page, `${cardText}?.includes('Listed by Medicare')`)
  await page.click(query('[part=card] summary'))
  await waitFor(page, `/NPPES, \\w+ \\d+, \\d{4}/.test(${cardText})`)
  await chat.ask('show my earlier conversations', 2)
  await waitFor(page, query('input[type=email]'))
  await page.type(query('input[type=email]'), `ana@acme.example${enter}`)
  await waitFor(page, field)
  await page.type(field, '000000')
  await waitFor(page, `${query('[role=alert]#field-problem')}?.innerText.startsWith('The code is wrong.')`)
  await page.evaluate(`const field = ${field}; field.value = ''`)
  await page.type(field, partnership.readCode())
  await waitFor(page, button('Keep'))
  await page.click(button('Keep'))
  await waitFor(page, `!${button('Keep')}`)
  await chat.assertNoProblems()
  await chat.load()
  await waitFor(page, isAnswered(2))
  await page.type(query('textarea'), escape)
  await waitFor(page, `!${query('dialog')}.open`)
  await chat.assertNoProblems()
}

async function switchUsers(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership()
  partnership.headers = strictHeaders(partnership.service.url)
  const chat = new DrivenChat(
    page,
    partnership,
    "authType: 'tokenExchange', idTokenProvider: async () => window.idToken ?? null,",
  )
  const setUser = async (user: string): Promise<void> => {
    await page.evaluate(`window.idToken = '${await partnership.signIn(user)}'`)
  }
  await chat.load()
  await waitFor(page, isAuthentication('anonymous'))
  await setUser('ana')
  await page.evaluate("await chat.setAuthType('tokenExchange')")
  await waitFor(page, isAuthentication('signed-in'))
  await chat.open()
  await chat.ask('heart doctor near 02903', 1)
  await setUser('ben')
  // The token of the first user is about to expire.
  await page.evaluate('const { now } = Date; Date.now = () => now() + 26 * 60_000')
  await chat.send('a private question')
  await waitFor(page, `${query('textarea')}.value === 'a private question'`)
  await waitFor(page, isAuthentication('signed-in'))
  await chat.assertMessages([])
  await page.evaluate(`const field = ${query('textarea')}; field.value = ''`)
  await chat.ask('a dentist near 02906', 1)
  await chat.assertMessages(['a dentist near 02906'])
  await chat.assertNoProblems()
}

async function waitForServer(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership({ published: false })
  await startServerFor(partnership, async (server, served) => {
    const chat = new DrivenChat(page, served)
    await chat.load()
    await chat.open()
    await chat.ask('one', 1)
    await server.stop('SIGKILL')
    await waitFor(page, "chat.state.connection === 'reconnecting'")
    await chat.send('two')
    await waitFor(page, `${textsOf('delivery')}.includes('Waiting to be sent')`)
    await server.start()
    await waitFor(page, isAnswered(2))
    await chat.load()
    await waitFor(page, isAnswered(2))
    await chat.assertMessages(['one', 'two'])
  })
}

async function waitForNetwork(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership()
  const chat = new DrivenChat(page, partnership)
  const texts = ['one', 'two', 'three']
  await chat.load()
  await chat.open()
  await chat.ask('one', 1)
  await page.setOffline(true)
  await waitFor(page, `${query('[part=connection-status]')}.textContent.startsWith('You are offline.')`)
  for (const text of texts.slice(1)) await chat.send(text)
  await waitFor(page, `${textsOf('delivery')}.length === 2`)
  await page.setOffline(false)
  await waitFor(page, isAnswered(3))
  await chat.assertMessages(texts)
  await chat.assertNoProblems()
}

async function fillForm(page: DrivenPage): Promise<void> {
  await using partnership = await startMailedPartnership()
  const chat = new DrivenChat(page, partnership)
  const [address, code] = [query('input[type=email]'), query('[autocomplete=one-time-code]')]
  const problem = `${query('#field-problem')}?.innerText`
  const isCodeSentTo = (masked: string) =>
    `${code} && ${query('[part=panel-form] bdi')}?.innerText.startsWith('${masked}')`
  await chat.load()
  await chat.open()
  await chat.ask('show my earlier conversations', 1)
  await waitFor(page, address)
  await page.type(address, `ana@localhost${enter}`)
  await waitFor(page, `${problem} === 'Check the address or number.'`)
  await page.evaluate(`const field = ${address}; field.value = ''`)
  await page.type(address, `ana@acme.example${enter}`)
  await waitFor(page, isCodeSentTo('a'))
  await waitFor(page, `/^Send a new code in \\d+ s$/.test(${query('[part=text-button]')}.innerText)`)
  const codeOfAna = partnership.readCode()
  await page.type(code, `12${enter}`)
  await waitFor(page, `${problem} === 'The code is wrong.'`)
  await page.click(button('Use another address or number'))
  await waitFor(page, address)
  await page.type(address, `ben@acme.example${enter}`)
  await waitFor(page, isCodeSentTo('b'))
  await page.type(code, codeOfAna)
  await waitFor(page, `${problem}.startsWith('The code is wrong. Attempts left: ')`)
  await page.click(button('Not now'))
  await waitFor(page, `!${query('[part=panel-form]')}`)
  await chat.ask('heart doctor near 02903', 2)
  assert.equal(await page.evaluate('return chat.state.authentication'), 'anonymous')
  await chat.assertNoProblems()
}

async function useContainers(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership()
  partnership.headers = strictHeaders(partnership.service.url)
  const first = new DrivenChat(page, partnership)
  const createOther = `
    window.other = createServiceChat({ ...options, container: document.getElementById('other') })
    other.sendMessage('a dentist near 02906')`
  await first.load()
  await page.evaluate(createOther)
  await first.open()
  await first.ask('heart doctor near 02903', 1)
  await first.assertMessages(['heart doctor near 02903'])
  const inOther = "document.querySelector('#other').firstElementChild.shadowRoot"
  await waitFor(page, `${inOther}.querySelector('[part~=answer-entry][aria-busy=false]')`)
  assert.deepEqual(
    await page.evaluate(
      `return [...${inOther}.querySelectorAll('[part~=user-bubble]')].map(({ textContent }) => textContent)`,
    ),
    ['a dentist near 02906'],
  )
  assert.match(
    String(await page.evaluate('try { createServiceChat(options) } catch (error) { return String(error) }')),
    /^TypeError: container already holds a chat/,
  )
  await page.evaluate('chat.destroy(); window.chat = createServiceChat(options)')
  assert.equal(await page.evaluate("return document.getElementById('chat').childElementCount"), 1)
  await first.assertNoProblems()
}

async function inspect(page: DrivenPage): Promise<void> {
  await using partnership = await startPartnership()
  const chat = new DrivenChat(page, partnership)
  await chat.load()
  await chat.open()
  await chat.ask('heart doctor near 02903 who takes medicare', 1)
  await waitFor(page, query('[part=card]'))
  assert.deepEqual(await findDrivenProblems(page), [])
  await chat.ask('show my earlier conversations', 2)
  await waitFor(page, query('input[type=email]'))
  assert.deepEqual(await findDrivenProblems(page), [])
}
