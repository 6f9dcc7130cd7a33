/** Deletions in the chat, in a real browser with a real service: the service deletes the messages or the chat reports a problem, and the user can continue. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '@careatlas/server/config'
import { openState } from '@careatlas/state/state'
import { type ChatPage, type ChatPageOptions, loseSocket } from './chat-page.fixture.ts'
import { openUserTests, readResumeToken } from './chat-users.fixture.ts'

const { skip, partnership, open, openExchange, verify, readTranscriptStatus, assertDeleted } =
  await openUserTests()

const openWithInterface = (options: ChatPageOptions = {}) =>
  open({ hasConnectionOnly: false, delayFactor: 1, ...options })
const minuteMs = 60_000
const question = 'dentist near 02903'

async function chooseDeletion({ page }: ChatPage): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete my messages' }).click()
}

/** Answers each deletion with an error of the service. */
async function refuseDeletion(
  { page }: ChatPage,
  status: number,
  error: { readonly code: string; readonly message: string },
): Promise<void> {
  const headers = { 'access-control-allow-origin': partnership.origin }
  await page.route('**/sdk/delete', (route) => route.fulfill({ status, headers, json: { error } }))
}

/** Resolves when the chat is empty and has begun another session. */
async function deleteMessages(chat: ChatPage): Promise<void> {
  chat.page.once('dialog', (dialog) => void dialog.accept())
  const count = await chat.evaluate<number>("events.filter(([name]) => name === 'ready').length")
  await chooseDeletion(chat)
  await chat.page.getByText('What care do you need, and where?').waitFor()
  await chat.waitFor(`events.filter(([name]) => name === 'ready').length > ${count}`)
}

test(
  'the messages of an anonymous user are deleted from the service, after a confirmation',
  { skip },
  async () => {
    await using chat = await openWithInterface()
    const { page } = chat
    await page.getByRole('button', { name: 'Ask anything...' }).click()
    await chat.ask(question)
    page.once('dialog', (dialog) => void dialog.dismiss())
    await chooseDeletion(chat)
    assert.equal(await page.locator('[part=user-entry], [part~=user-entry]').count(), 1)
    const resumeToken = await readResumeToken(chat)
    assert.equal(await readTranscriptStatus(resumeToken), 200)
    await deleteMessages(chat)
    assert.equal(await readTranscriptStatus(resumeToken), 404)
    await chat.ask(question)
    assert.equal(await page.locator('[part~=user-entry]').count(), 1)
    assert.deepEqual(await chat.problems(), [])
  },
)

test(
  'all conversations of a signed-in user are deleted, and the user is signed in again',
  { skip },
  async () => {
    await using chat = await openWithInterface({
      authType: 'tokenExchange',
      provideIdToken: () => partnership.signIn('ana'),
    })
    const { page } = chat
    await page.getByRole('button', { name: 'Ask anything...' }).click()
    await chat.ask(question)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await chat.ask('cardiologist near 02903')
    await deleteMessages(chat)
    await chat.waitForState('authentication', 'signed-in')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Conversations' }).click()
    await page.getByText('No earlier conversations.').waitFor()
    assert.deepEqual(await chat.problems(), [])
  },
)

test('a deletion that the service refuses is a problem, and only the menu deletes', { skip }, async () => {
  await using chat = await openWithInterface()
  const { page } = chat
  await page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await refuseDeletion(chat, 429, { code: 'rate_limited', message: 'Later.' })
  page.once('dialog', (dialog) => void dialog.accept())
  await chooseDeletion(chat)
  await page.getByRole('alert').getByText('The messages were not deleted.').waitFor()
  assert.deepEqual(await chat.problems(), ['not_deleted'])
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await page.unroute('**/sdk/delete')
  await chat.ask('a woman')
  await deleteMessages(chat)
})

test('a deletion by a signed-in user that returns 404 is a problem', { skip }, async () => {
  await using chat = await openWithInterface({
    authType: 'tokenExchange',
    provideIdToken: () => partnership.signIn('ana'),
  })
  await chat.page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await refuseDeletion(chat, 404, { code: 'not_found', message: 'No such route.' })
  chat.page.once('dialog', (dialog) => void dialog.accept())
  await chooseDeletion(chat)
  await chat.page.getByRole('alert').getByText('The messages were not deleted.').waitFor()
  assert.deepEqual(await chat.problems(), ['not_deleted'])
})

test('deleting an anonymous conversation that the service no longer has succeeds', { skip }, async () => {
  await using chat = await openWithInterface()
  const { page } = chat
  await page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  await state.database.deleteFrom('conversation').execute()
  await deleteMessages(chat)
  assert.deepEqual(await chat.problems(), [])
})

test('a deletion with a publishable key that was replaced is a problem', { skip }, async () => {
  await using chat = await openWithInterface()
  await chat.page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await chat.page.route('**/sdk/delete', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-api-key': 'careatlas_pk_replaced' } }),
  )
  chat.page.once('dialog', (dialog) => void dialog.accept())
  await chooseDeletion(chat)
  await chat.page.getByRole('alert').getByText('The messages were not deleted.').waitFor()
  assert.deepEqual(await chat.problems(), ['not_deleted'])
})

test('without the service, nothing is deleted and the chat says so', { skip }, async () => {
  await using chat = await openWithInterface()
  const { page } = chat
  await page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await page.route('**/sdk/delete', (route) => route.abort())
  page.once('dialog', (dialog) => void dialog.accept())
  await chooseDeletion(chat)
  await page.getByRole('alert').getByText('The messages were not deleted.').waitFor()
  assert.equal(await page.locator('[part~=user-entry]').count(), 1)
})

/** Asserts that the service stores this many conversations of a user. */
async function assertConversations(user: string, count: number): Promise<void> {
  await using other = await openExchange(() => partnership.signIn(user))
  await other.evaluate('chat.listConversations()')
  await other.waitFor(`chat.state.conversations?.length === ${count}`)
}

describe('a deletion', () => {
  test(
    'after the verification has expired says so, and the next message is delivered',
    { skip },
    async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      await verify(chat, 'hal@acme.example')
      await chat.evaluate('chat.migrate(true)')
      await chat.waitFor('chat.state.migration === null')
      const headers = { 'access-control-allow-origin': partnership.origin }
      await chat.page.route('**/sdk/token', (route) =>
        route.fulfill({ status: 400, headers, json: { error: 'invalid_grant' } }),
      )
      await chat.evaluate(`clockShiftMs = ${27 * minuteMs}; void chat.deleteMessages()`)
      await chat.waitFor('chat.state.problem !== null')
      assert.deepEqual(
        [await chat.problems(), (await chat.state())['authentication'], await chat.transcript()],
        [['verification_expired'], 'anonymous', []],
      )
      await chat.ask('a woman')
    },
  )

  test(
    'whose sign-in fails while the chat connects again does not stop the message that waits',
    { skip },
    async () => {
      let calls = 0
      await using chat = await openExchange(async () => {
        const call = (calls += 1)
        // The second and the fourth are of the deletion, the third is of the connection.
        if (call > 1) await pause([600, 1500, 0][call - 2])
        if (call === 2 || call === 4) throw new Error('x')
        return partnership.signIn('will')
      })
      await chat.ask('heart doctor near 02903')
      await chat.evaluate(`clockShiftMs = ${31 * minuteMs}; void chat.deleteMessages()`)
      await chat.waitFor("trace.filter((step) => step === 'provider').length === 2")
      await chat.evaluate(`isLost = (text) => /session.started/.test(text); ${loseSocket}`)
      await chat.send('a woman')
      await chat.waitFor("texts('user').at(-1) === 'a woman'")
      assert.equal(await chat.evaluate('chat.state.draft'), null)
    },
  )

  test('that fails returns the message that was sent meanwhile', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('wanda'))
    await chat.ask('heart doctor near 02903')
    await chat.page.route('**/sdk/delete', (route) => {
      void chat.send('a woman').then(() => route.abort())
    })
    await chat.evaluate('chat.deleteMessages()')
    await chat.waitFor('chat.state.problem !== null')
    assert.deepEqual(
      [await chat.problems(), await chat.evaluate('chat.takeDraft()')],
      [['not_deleted'], 'a woman'],
    )
    await chat.page.unroute('**/sdk/delete')
    await chat.ask('a woman')
  })

  test('whose reply was lost is done when the user repeats it', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('saul'))
    await chat.ask('heart doctor near 02903')
    await chat.evaluate(`{
      const realFetch = fetch
      globalThis.fetch = async (url, init) => {
        const response = await realFetch(url, init)
        if (!url.endsWith('/sdk/delete')) return response
        globalThis.fetch = realFetch
        throw new TypeError('lost')
      }
    }
    chat.deleteMessages()`)
    await chat.waitFor('chat.state.problem !== null')
    // The service revokes tokens by the second in which they were issued.
    await pause(1100)
    await chat.evaluate('chat.deleteMessages()')
    await chat.waitFor('chat.state.entries.length === 0')
    assert.deepEqual(await chat.problems(), ['not_deleted'])
    await assertConversations('saul', 0)
  })

  test('that is begun twice while the token is renewed is one deletion', { skip }, async () => {
    const idToken = Promise.withResolvers<void>()
    let calls = 0
    await using chat = await openExchange(async () => {
      if ((calls += 1) === 2) await idToken.promise
      return partnership.signIn('silas')
    })
    await chat.ask('heart doctor near 02903')
    await chat.evaluate(`clockShiftMs = ${26 * minuteMs}; chat.deleteMessages()`)
    await chat.waitFor("trace.filter((step) => step === 'provider').length === 2")
    await chat.evaluate('chat.deleteMessages()')
    idToken.resolve()
    await chat.waitFor("trace.filter((step) => step === '< auth.upgraded').length === 2")
    assert.deepEqual([await chat.problems(), await chat.countSteps('POST /sdk/delete')], [[], 1])
  })

  test('that fails during a sign-in ends it', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('sven'))
    await chat.ask('hello')
    await chat.page.route('**/sdk/delete', (route) => route.abort())
    await chat.evaluate(`{
      Object.assign(globalThis, { isLost: (text) => text.includes('auth.upgraded'), start: trace.length })
      void chat
        .setAuthentication({ authType: 'tokenExchange', idTokenProvider: () => provideIdToken() })
        .catch(({ code }) => (globalThis.rejection = code))
    }`)
    await chat.waitFor("trace.includes('> auth.upgrade', start)")
    await chat.evaluate('chat.deleteMessages()')
    await chat.waitFor("globalThis.rejection === 'not_connected'")
    assert.equal(await chat.evaluate('chat.state.authentication'), 'failed')
  })

  for (const next of ['newConversation', 'destroy'])
    test(`without a connection deletes what was shown, also before ${next}`, { skip }, async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      const token = await readResumeToken(chat)
      await chat.evaluate(`${loseSocket}; chat.deleteMessages(); chat.${next}()`)
      await assertDeleted(token)
    })

  test('continues although the chat is destroyed', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('walt'))
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.deleteMessages(); chat.destroy()')
    await chat.waitFor("trace.includes('POST /sdk/delete')")
    await assertConversations('walt', 0)
  })

  test('whose sign-in is superseded is a problem of the new session', { skip }, async () => {
    let isSlow = false
    await using chat = await openExchange(async () => {
      if (isSlow) await pause(1000)
      return partnership.signIn('vito')
    })
    await chat.ask('heart doctor near 02903')
    isSlow = true
    await chat.evaluate(`clockShiftMs = ${31 * minuteMs}; chat.deleteMessages()`)
    await chat.waitFor("trace.filter((step) => step === 'provider').length === 2")
    await chat.evaluate("chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })")
    await chat.waitFor('chat.state.problem !== null')
    assert.deepEqual([await chat.problems(), await chat.countSteps('POST /sdk/delete')], [['not_deleted'], 0])
  })

  test('that another sign-in interrupts is done, and no problem of the new session', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('xenia'))
    await chat.ask('heart doctor near 02903')
    await chat.page.exposeFunction('signIn', () => partnership.signIn('yara'))
    await chat.evaluate(
      "chat.deleteMessages(); void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })",
    )
    await chat.waitFor("chat.state.authentication === 'signed-in' && trace.includes('socket 2')")
    await chat.ask('hello')
    assert.deepEqual(await chat.problems(), [])
    await assertConversations('xenia', 0)
  })

  test('does not remove a message that the user sends right after it', { skip }, async () => {
    await using chat = await open({ delayFactor: 1 })
    await chat.ask('hello')
    await chat.evaluate('chat.deleteMessages()')
    await chat.waitFor('chat.state.entries.length === 0')
    await chat.ask('a dentist near 02903')
    await chat.waitFor('timers.size === 0')
    assert.equal((await chat.transcript())[0], 'a dentist near 02903')
  })

  test('while the user is asked about earlier messages deletes these too', { skip }, async () => {
    await using chat = await open({ delayFactor: 1 })
    await chat.ask('heart doctor near 02903')
    const resumeToken = await readResumeToken(chat)
    await verify(chat, 'lea@acme.example')
    assert.equal(await readTranscriptStatus(resumeToken), 200)
    await chat.evaluate('chat.deleteMessages()')
    await chat.waitFor("chat.state.entries.length === 0 && chat.state.authentication === 'anonymous'")
    assert.equal(await readTranscriptStatus(resumeToken), 404)
  })
})
