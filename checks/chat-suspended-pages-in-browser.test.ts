/** Pages that a real browser suspends or restores: the chat continues as the user who is signed in now, and a destroyed chat stores nothing. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatPage } from './chat-page.fixture.ts'
import { openUserTests } from './chat-users.fixture.ts'

const { skip, open, verify } = await openUserTests()

const minuteMs = 60_000

test(
  'a page that the browser restores shows a user as signed out after a sign-out on a later page',
  { skip },
  async () => {
    await using chat = await open()
    await chat.evaluate('chat.open()')
    await chat.ask('heart doctor near 02903')
    await verify(chat, 'petr@acme.example')
    await chat.evaluate('chat.migrate(true)')
    await chat.waitFor("trace.includes('< history.migrated')")
    // As the chat of the next page leaves the storage; the browser closes the connections of a page that it keeps.
    await chat.evaluate(`{
    const [name] = Object.keys(sessionStorage)
    sessionStorage.setItem(name, JSON.stringify({ isOpen: true }))
    sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 1006 }))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }`)
    await chat.waitForState('authentication', 'anonymous')
    assert.deepEqual(await chat.transcript(), [])
  },
)

test('a page that the browser restores continues as the user of a later sign-in', { skip }, async () => {
  await using chat = await open()
  await chat.evaluate('chat.open()')
  await chat.ask('heart doctor near 02903')
  await verify(chat, 'pia@acme.example')
  await chat.evaluate('chat.migrate(true)')
  await chat.waitFor("trace.includes('< history.migrated')")
  await using next = await open()
  await next.ask('dentist near 02906')
  await verify(next, 'paul@acme.example')
  await next.evaluate('chat.migrate(true)')
  await next.waitFor("trace.includes('< history.migrated')")
  const stored = await next.evaluate<string>('Object.values(sessionStorage)[0]')
  // As the chat of the next page leaves the storage.
  const shown = await chat.evaluate(`{
    const [name] = Object.keys(sessionStorage)
    sessionStorage.setItem(name, ${JSON.stringify(stored)})
    sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 1006 }))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    chat.state.entries.length
  }`)
  assert.equal(shown, 0)
  await chat.waitFor("trace.lastIndexOf('< auth.upgraded') > trace.indexOf('socket 2')")
  assert.equal((await chat.transcript())[0], 'dentist near 02906')
  assert.equal(await chat.countSteps('socket'), 2)
})

/** A tab of this user that shares its sign-in, and learns of the changes of other tabs only after `resume`. */
async function openSuspended(user: string): Promise<ChatPage> {
  const chat = await open({
    options: sharedOptions,
    prepare: (page) =>
      page.addInitScript(`{
        let isSuspended = true
        addEventListener('storage', (event) => isSuspended && event.stopImmediatePropagation())
        globalThis.resume = () => {
          isSuspended = false
          dispatchEvent(new StorageEvent('storage'))
        }
      }`),
  })
  await chat.ask('heart doctor near 02903')
  await verify(chat, `${user}@acme.example`)
  await chat.evaluate('chat.migrate(true)')
  await chat.waitFor("trace.includes('< history.migrated')")
  return chat
}
const sharedOptions = "storage: 'local',"

/** Another tab, in which another user signs in. */
async function openBeside(chat: ChatPage, user: string): Promise<ChatPage> {
  const next = await open({ options: sharedOptions, beside: chat })
  await next.evaluate("chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })")
  await verify(next, `${user}@acme.example`)
  return next
}

const readSignIn = (chat: ChatPage) =>
  chat.evaluate<readonly string[]>(
    '(({ refreshToken, subject }) => [refreshToken, subject])(JSON.parse(Object.values(localStorage)[0]))',
  )

describe('a suspended tab, while another user signs in in another tab,', () => {
  test('continues with that user, who stays signed in there', { skip }, async () => {
    await using chat = await openSuspended('pola')
    await using next = await openBeside(chat, 'pete')
    assert.equal((await chat.transcript()).length, 2)
    assert.equal(await chat.evaluate('resume(); chat.state.entries.length'), 0)
    await chat.evaluate('chat.open()')
    await chat.waitFor("trace.lastIndexOf('< auth.upgraded') > trace.indexOf('socket 2')")
    assert.deepEqual(await chat.transcript(), [])
    await next.evaluate('chat.open()')
    await next.load()
    await next.waitForState('authentication', 'signed-in')
  })

  for (const [index, order] of ['before', 'after'].entries()) {
    test(
      `and renews the previous one ${order} it resumes, keeps the sign-in of that user`,
      { skip },
      async () => {
        await using chat = await openSuspended(`pina${index}`)
        const [asked, replied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        await chat.page.route('**/sdk/token', async (route) => {
          const response = await route.fetch()
          asked.resolve()
          await replied.promise
          await route.fulfill({ response }).catch(() => undefined)
        })
        await chat.evaluate(`clockShiftMs = ${26 * minuteMs}; chat.sendMessage('a woman')`)
        await asked.promise
        await using next = await openBeside(chat, `paco${index}`)
        const [, subject] = await readSignIn(next)
        if (order === 'after') await chat.evaluate('resume(); chat.open()')
        replied.resolve()
        await chat.waitFor("trace.indexOf('< auth.upgraded', trace.indexOf('socket 2') >>> 0) > 0")
        assert.deepEqual(await chat.transcript(), [])
        assert.equal((await readSignIn(next))[1], subject)
        assert.equal((await readSignIn(chat))[1], subject)
        await next.evaluate('chat.open()')
        await next.load()
        await next.waitForState('authentication', 'signed-in')
        assert.equal((await readSignIn(next))[1], subject)
      },
    )

    test(
      `and deletes those of the previous one ${order} it resumes, keeps the sign-in of that user`,
      { skip },
      async () => {
        await using chat = await openSuspended(`prue${index}`)
        const [asked, replied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        await chat.page.route('**/sdk/delete', async (route) => {
          const response = await route.fetch()
          asked.resolve()
          await replied.promise
          await route.fulfill({ response })
        })
        await chat.evaluate('chat.deleteMessages()')
        await asked.promise
        await using next = await openBeside(chat, `phil${index}`)
        const signIn = await readSignIn(next)
        if (order === 'after') await chat.evaluate('resume()')
        const reply = chat.page.waitForResponse('**/sdk/delete')
        replied.resolve()
        await (await reply).finished()
        await chat.waitFor('chat.state.entries.length === 0')
        await pause(100)
        assert.deepEqual(await readSignIn(next), signIn)
        assert.equal(await next.evaluate('chat.state.authentication'), 'signed-in')
        await chat.ask('hello')
        assert.equal(await chat.evaluate('chat.state.authentication'), 'signed-in')
      },
    )
  }
})

test('a destroyed chat stores nothing', { skip }, async () => {
  await using chat = await open()
  await chat.ask('hello')
  const stored = await chat.evaluate('Object.values(sessionStorage)')
  await chat.evaluate('chat.destroy(); chat.newConversation(); chat.open()')
  assert.deepEqual(await chat.evaluate('Object.values(sessionStorage)'), stored)
})
