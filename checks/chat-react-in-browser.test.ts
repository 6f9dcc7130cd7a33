/** The React component of the chat in a real browser, with a real service: when it creates, changes and destroys the chat. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { build } from 'esbuild-wasm'
import { ChatPage, type ChatPageOptions } from './chat-page.fixture.ts'
import { type Partnership, startPartnership } from './chat-partnership.fixture.ts'
import { openChromium } from './chromium.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

let partnership: Partnership
let bundle = ''
before(async () => {
  if (skip !== false) return
  partnership = await startPartnership()
  bundle = await bundlePage()
})
after(() => partnership?.[Symbol.asyncDispose]())

/** React in development, whose StrictMode runs each effect twice, and the component of the package. */
async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '../chat-client/dist') },
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
    logOverride: { 'empty-import-meta': 'silent' },
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return outputFiles[0]!.text
}

const source = `
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ServiceChatWidget } from './react.mjs'
globalThis.created = []
globalThis.errors = []
const root = createRoot(document.getElementById('chat'), { onUncaughtError: ({ message }) => errors.push(message) })
const onCreate = (chat) => {
  created.push(chat)
  globalThis.chat = chat
  for (const name of ['ready', 'message', 'error']) chat.on(name, (detail) => events.push([name, detail]))
}
globalThis.show = (props) =>
  root.render(createElement(StrictMode, null, createElement(ServiceChatWidget, { ...props, onCreate })))
globalThis.hide = () => root.render(null)
`

async function open(options: ChatPageOptions = {}): Promise<ChatPage> {
  const page = await ChatPage.open(chromium!, partnership, { ...options, isCreated: false })
  await page.evaluate(bundle)
  await page.evaluate(`globalThis.props = {
    partnerIdentifier: 'acme', publicKey: '${partnership.service.client.publicKey}',
    serviceUrl: '${partnership.service.url}', authType: 'passwordless',
  }`)
  return page
}

const count = (trace: readonly string[], step: string) => trace.filter((entry) => entry === step).length
const chats = "document.querySelectorAll('#chat > div > div').length"

test('StrictMode creates the chat twice, and only the second one uses the network', { skip }, async () => {
  await using chat = await open()
  await chat.evaluate('show({ ...props, className: "wide" })')
  await chat.waitFor("events.some(([name]) => name === 'ready')")
  assert.ok((await chat.ask('heart doctor near 02903')).length > 20)
  const trace = await chat.trace()
  assert.deepEqual(
    ['GET /sdk/config', 'socket 1', 'socket 2'].map((step) => count(trace, step)),
    [1, 1, 0],
  )
  assert.equal(await chat.evaluate('created.length'), 2)
  assert.equal(await chat.evaluate(chats), 1)
  assert.equal(await chat.evaluate("document.querySelectorAll('#chat > .wide').length"), 1)
  assert.deepEqual(
    chat.console.filter((line) => !line.includes('React DevTools')),
    [],
  )
})

test('unmounting closes the socket and removes the chat; mounting again resumes it', { skip }, async () => {
  await using chat = await open()
  await chat.evaluate('show(props)')
  await chat.waitFor('created.length === 2')
  await chat.ask('heart doctor near 02903')
  await chat.evaluate('hide()')
  await chat.waitFor("trace.includes('close 1000')")
  assert.equal(await chat.evaluate("document.getElementById('chat').childElementCount"), 0)
  await chat.evaluate('show(props)')
  await chat.waitFor('created.length === 4')
  await chat.ask('a woman')
  assert.ok((await chat.trace()).includes('< session.resumed'))
})

test(
  'a new function in each render creates no other chat, and a new authType signs in with the last one',
  { skip },
  async () => {
    await using chat = await open({ provideIdToken: () => partnership.signIn('ana') })
    await chat.evaluate('show({ ...props, idTokenProvider: async () => null })')
    await chat.waitFor("events.some(([name]) => name === 'ready')")
    await chat.evaluate('show({ ...props, idTokenProvider: async () => provideIdToken() })')
    await chat.evaluate(
      "show({ ...props, authType: 'tokenExchange', idTokenProvider: async () => provideIdToken() })",
    )
    await chat.waitForState('authentication', 'signed-in')
    assert.equal(await chat.evaluate('created.length'), 2)
  },
)

test('another partner or service gets another chat', { skip }, async () => {
  await using chat = await open()
  await chat.evaluate('show(props)')
  await chat.waitFor('created.length === 2')
  await chat.evaluate("show({ ...props, publicKey: 'careatlas_pk_unknown' })")
  await chat.waitFor('created.length === 3')
  await chat.waitFor("chat.state.problem?.code === 'invalid_credentials'")
  assert.equal(await chat.evaluate(chats), 1)
})

test('an invalid option is an error of the component', { skip }, async () => {
  await using chat = await open()
  await chat.evaluate('show({ ...props, serviceUrl: undefined })')
  await chat.waitFor('errors.length > 0')
  assert.match((await chat.evaluate<readonly string[]>('errors'))[0]!, /^serviceUrl is required/)
})
