/** The chat in a real browser when users sign in, change and delete: nothing of one user reaches another, and each sign-in ends. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chatLimits } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { readConfig } from '@careatlas/server/config'
import { Conversations } from '@careatlas/state/conversations/conversations'
import { openState } from '@careatlas/state/state'
import { openChromium } from './chromium.fixture.ts'
import { ChatPage, type ChatPageOptions } from './chat-page.fixture.ts'
import { type MailedPartnership, startMailedPartnership } from './chat-partnership.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

let partnership: MailedPartnership
before(async () => (partnership = await startMailedPartnership(false)))
after(() => partnership[Symbol.asyncDispose]())

const open = (options: ChatPageOptions = {}) =>
  ChatPage.open(chromium!, partnership, { hasConnectionOnly: true, delayFactor: 0.05, ...options })
/** A page whose users sign in at the identity provider. */
const openExchange = (provideIdToken: () => Promise<string | null>, options: ChatPageOptions = {}) =>
  open({ authType: 'tokenExchange', provideIdToken, ...options })
const minuteMs = 60_000
const loseSocket = "sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 1006 }))"

async function verify(chat: ChatPage, destination: string): Promise<void> {
  await chat.evaluate(`chat.startVerification(); chat.requestCode('email', '${destination}')`)
  await chat.waitFor("chat.state.verification?.step === 'code'")
  await chat.evaluate(`chat.submitCode('${partnership.readCode(destination)}')`)
  await chat.waitForState('authentication', 'signed-in')
}

/** The token of the anonymous conversation of this page. */
async function readResumeToken(chat: ChatPage): Promise<string> {
  const stored = await chat.evaluate<string>('Object.values(sessionStorage)[0]')
  return (JSON.parse(stored) as { resumeToken: string }).resumeToken
}

/** The status of a request for the transcript with a resume token. */
async function readTranscriptStatus(resumeToken: string): Promise<number> {
  const { service, origin } = partnership
  const headers = {
    origin,
    'x-partner-identifier': 'acme',
    'x-api-key': service.client.publicKey,
    authorization: `Bearer ${resumeToken}`,
  }
  return (await fetch(`${service.url}/sdk/transcript`, { headers })).status
}

async function assertDeleted(resumeToken: string): Promise<void> {
  for (let tries = 0; tries < 100 && (await readTranscriptStatus(resumeToken)) !== 404; tries += 1)
    await pause(50)
  assert.equal(await readTranscriptStatus(resumeToken), 404)
}

/** Asserts that the service stores this many conversations of a user. */
async function assertConversations(user: string, count: number): Promise<void> {
  await using other = await openExchange(() => partnership.signIn(user))
  await other.evaluate('chat.listConversations()')
  await other.waitFor(`chat.state.conversations?.length === ${count}`)
}

/** In place of the service, the page replies to the next frame of this type. */
const replyToNext = (type: string, reply: 'error' | 'auth.failed', code: string) => `{
  const { send } = WebSocket.prototype
  let isReplied = false
  WebSocket.prototype.send = function (text) {
    const { type, id } = JSON.parse(text)
    if (type !== '${type}' || isReplied) return send.call(this, text)
    isReplied = true
    const data = JSON.stringify({ type: '${reply}', re: id, data: { code: '${code}', message: 'Later.' } })
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), 1)
  }
}`
const refuseResume = replyToNext('session.resume', 'error', 'unavailable')

/** Signs in this user with `setAuthType`, and the next one before the service has replied to the first sign-in. */
const signInTwice = (first: string, next: string) => `{
  const signIn = (idTokenProvider) =>
    void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider }).catch(() => undefined)
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (text) {
    send.call(this, text)
    if (JSON.parse(text).type !== 'auth.upgrade') return
    WebSocket.prototype.send = send
    signIn(signIn_${next})
  }
  signIn(signIn_${first})
}`

describe('another user', () => {
  test('does not see what the previous one asked before signing in', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    for (const user of ['uma', 'vera'])
      await chat.page.exposeFunction(`signIn_${user}`, () => partnership.signIn(user))
    await chat.evaluate("chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn_uma })")
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    await chat.evaluate("chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn_vera })")
    assert.deepEqual([await chat.evaluate('chat.state.migration'), await chat.transcript()], [null, []])
  })

  test('does not see it if setAuthType is called again during the first sign-in', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    for (const user of ['uta', 'vic'])
      await chat.page.exposeFunction(`signIn_${user}`, () => partnership.signIn(user))
    await chat.evaluate(signInTwice('uta', 'vic'))
    await chat.waitFor("trace.includes('< auth.upgraded')")
    assert.deepEqual([await chat.evaluate('chat.state.migration'), await chat.transcript()], [null, []])
  })

  test('does not see the conversation of the one whose sign-in is just complete', { skip }, async () => {
    await using earlier = await openExchange(() => partnership.signIn('ugo'))
    await earlier.ask('heart doctor near 02903')
    await using chat = await open()
    await chat.page.exposeFunction('signIn_ugo', () => partnership.signIn('ugo'))
    await chat.evaluate(`{
      const signIn = (idTokenProvider) =>
        void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider }).catch(() => undefined)
      chat.on('authchange', (authentication) => {
        if (authentication !== 'signed-in') return
        globalThis.shownBefore = chat.state.entries.length
        signIn(() => new Promise(() => undefined))
        globalThis.shownAfter = chat.state.entries.length
      })
      signIn(signIn_ugo)
    }`)
    await chat.waitFor('globalThis.shownAfter !== undefined')
    assert.deepEqual(await chat.evaluate('[shownBefore, shownAfter]'), [2, 0])
  })

  test('does not see it after a reload while signing in', { skip }, async () => {
    let user: string | null = null
    let shown: readonly string[] | null = null
    await using chat = await openExchange(async () => {
      if (user === 'ines') {
        await pause(500)
        shown = await chat.transcript()
      }
      return user && partnership.signIn(user)
    })
    await chat.ask('heart doctor near 02903')
    user = 'hugo'
    await chat.evaluate(loseSocket)
    await chat.waitFor('chat.state.migration !== null')
    user = 'ines'
    await chat.load()
    await chat.waitFor("events.some(([name]) => name === 'ready')")
    assert.deepEqual(shown, [])
  })

  for (const [what, cause, authentication] of [
    ['has failed to sign in again', 'isFailing = true', 'failed'],
    ['signs in again', 'isHeld = true', 'signing-in'],
  ] as const)
    test(`does not see what the previous one asked earlier, while that one ${what}`, { skip }, async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      for (const user of ['uma', 'vera'])
        await chat.page.exposeFunction(`signIn_${user}`, () => partnership.signIn(user))
      await chat.evaluate(`{
        Object.assign(globalThis, { isFailing: false, isHeld: false })
        const idTokenProvider = async () => {
          if (isFailing) throw new Error('signed out')
          return isHeld ? new Promise(() => undefined) : signIn_uma()
        }
        void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider })
      }`)
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate(
        `${cause}; sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 4401 })); chat.sendMessage('hello')`,
      )
      await chat.waitForState('authentication', authentication)
      await chat.evaluate(
        "chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn_vera })",
      )
      assert.deepEqual([await chat.evaluate('chat.state.migration'), await chat.transcript()], [null, []])
    })

  for (const [who, next, migration] of [
    ['another user', 'viola', null],
    ['no user', null, null],
    ['the same user', 'ulla', { messageCount: 2 }],
  ] as const)
    test(
      `after a reload, ${who} is offered ${migration ? 'the' : 'no'} messages from before the sign-in`,
      { skip },
      async () => {
        let user: string | null = null
        await using chat = await openExchange(async () => user && partnership.signIn(user))
        await chat.ask('heart doctor near 02903')
        user = 'ulla'
        await chat.evaluate(loseSocket)
        await chat.waitFor('chat.state.migration !== null')
        user = next
        await chat.load()
        await chat.waitFor("events.some(([name]) => name === 'ready')")
        assert.deepEqual(
          [await chat.evaluate('chat.state.migration'), (await chat.transcript()).length],
          [migration, migration ? 2 : 0],
        )
      },
    )

  test('keeps the messages that the previous user wants to delete', { skip }, async () => {
    let user = 'ana'
    await using other = await openExchange(() => partnership.signIn('ben'))
    await other.ask('heart doctor near 02903')
    await using chat = await openExchange(() => partnership.signIn(user))
    await chat.ask('dentist near 02903')
    user = 'ben'
    await chat.evaluate(`clockShiftMs = ${26 * minuteMs}; chat.deleteMessages()`)
    await chat.waitFor("trace.filter((step) => step === '< auth.upgraded').length === 2")
    await other.evaluate('chat.listConversations()')
    await other.waitFor('chat.state.conversations !== null')
    assert.equal(await other.evaluate('chat.state.conversations.length'), 1)
    assert.equal(await chat.countSteps('POST /sdk/delete'), 0)
  })

  for (const next of ['ben', null])
    test(
      `keeps the messages that the previous user wants to delete after an idle connection: ${next}`,
      { skip },
      async () => {
        let user: string | null = `asta-${next}`
        await using other = await openExchange(() => partnership.signIn('ben'))
        await other.ask('heart doctor near 02903')
        await using chat = await openExchange(async () => user && partnership.signIn(user))
        await chat.ask('dentist near 02903')
        await chat.evaluate("sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 4408 }))")
        await chat.waitForState('connection', 'idle')
        user = next
        // Otherwise the service corrects the clock.
        await chat.evaluate(`isLost = (text) => /session.started/.test(text)
          clockShiftMs = ${31 * minuteMs}
          void chat.deleteMessages()`)
        await chat.waitForState('connection', 'connected')
        await chat.waitFor('chat.state.problem !== null')
        assert.deepEqual(
          [await chat.countSteps('POST /sdk/delete'), await chat.problems()],
          [0, ['not_connected']],
        )
      },
    )

  for (const [name, begin] of [
    ['the provider has a user', ''],
    ['setAuthType begins', "; void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider })"],
  ])
    test(
      `keeps its messages if an anonymous user deletes those of the page before ${name}`,
      { skip },
      async () => {
        await using earlier = await openExchange(() => partnership.signIn('ada'))
        await earlier.ask('heart doctor near 02903')
        let user: string | null = null
        await using chat = await openExchange(async () => user && partnership.signIn(user))
        await chat.ask('dentist near 02903')
        const token = await readResumeToken(chat)
        user = 'ada'
        await chat.evaluate(
          `globalThis.idTokenProvider = () => provideIdToken(); ${loseSocket}; void chat.deleteMessages()${begin}`,
        )
        await chat.waitForState('authentication', 'signed-in')
        await assertDeleted(token)
        await using later = await openExchange(() => partnership.signIn('ada'))
        await later.waitFor('chat.state.entries.length >= 2')
      },
    )

  test('is signed in with the own profile, not with that of the previous user', { skip }, async () => {
    let user = 'cleo'
    await using chat = await openExchange(() => partnership.signIn(user), {
      options:
        'authUpgradeProfileSync: async () => ({ user_profile: { first_name: globalThis.firstName } }),',
      prepare: (page) =>
        page.addInitScript(`{
          const { send } = WebSocket.prototype
          Object.assign(globalThis, { firstName: 'Cleo', sentNames: [] })
          WebSocket.prototype.send = function (text) {
            const { type, data } = JSON.parse(text)
            if (type === 'auth.upgrade') sentNames.push(data.profile_sync.user_profile.first_name)
            return send.call(this, text)
          }
        }`),
    })
    await chat.waitForState('authentication', 'signed-in')
    user = 'dan'
    await chat.evaluate(`firstName = 'Dan'; clockShiftMs = ${26 * minuteMs}; chat.sendMessage('hello')`)
    await chat.waitFor("trace.filter((step) => step === '< auth.upgraded').length === 2")
    assert.deepEqual(await chat.evaluate('sentNames'), ['Cleo', 'Dan'])
  })

  test('is signed in without the profile object, which describes the first user', { skip }, async () => {
    let user = 'clio'
    await using chat = await openExchange(() => partnership.signIn(user), {
      options: "authUpgradeProfileSync: { user_profile: { first_name: 'Clio' } },",
      prepare: (page) =>
        page.addInitScript(`{
          const { send } = WebSocket.prototype
          globalThis.sentNames = []
          WebSocket.prototype.send = function (text) {
            const { type, data } = JSON.parse(text)
            if (type === 'auth.upgrade') sentNames.push(data.profile_sync?.user_profile.first_name ?? null)
            return send.call(this, text)
          }
        }`),
    })
    await chat.waitForState('authentication', 'signed-in')
    const signIn =
      "chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: () => provideIdToken() })"
    for (user of ['dean', 'clio']) await chat.evaluate(signIn)
    assert.deepEqual(await chat.evaluate('sentNames'), ['Clio', null, 'Clio'])
  })
})

describe('anonymous messages', () => {
  test('are offered if setAuthType is called again during the first sign-in', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.page.exposeFunction('signIn_emil', () => partnership.signIn('emil'))
    await chat.evaluate(signInTwice('emil', 'emil'))
    await chat.waitForState('authentication', 'signed-in')
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    assert.equal((await chat.transcript()).length, 2)
  })

  test('are offered by the next setAuthType after one that failed', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.page.exposeFunction('signIn', () => partnership.signIn('eva'))
    await chat.evaluate(
      "chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: async () => { throw new Error('x') } }).catch(() => undefined)",
    )
    await chat.waitForState('authentication', 'failed')
    await chat.evaluate("chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    assert.equal((await chat.transcript()).length, 2)
  })

  test(
    'are offered after a reconnection if the user has signed in on the page meanwhile',
    { skip },
    async () => {
      let idToken: string | null = null
      await using chat = await openExchange(async () => idToken)
      await chat.ask('heart doctor near 02903')
      idToken = await partnership.signIn('fay')
      await chat.evaluate(loseSocket)
      await chat.waitFor('chat.state.migration !== null')
      assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    },
  )

  test(
    'and their answers do not return while the user who began a new conversation signs in',
    { skip },
    async () => {
      let mode: 'signed out' | 'failing' | 'signed in' = 'signed out'
      let shown: readonly string[] | null = null
      await using chat = await openExchange(async () => {
        if (mode === 'failing') throw new Error('x')
        if (mode === 'signed out') return null
        // The service answers the earlier question meanwhile.
        await pause(500)
        shown = await chat.transcript()
        return partnership.signIn('gus')
      })
      await chat.ask('heart doctor near 02903')
      const resumeToken = await readResumeToken(chat)
      mode = 'failing'
      await chat.load()
      await chat.waitForState('authentication', 'failed')
      mode = 'signed in'
      await addUnanswered(resumeToken)
      await chat.evaluate("chat.newConversation(); chat.sendMessage('a dentist near 02906')")
      await chat.waitFor('chat.state.migration !== null && chat.state.entries.length === 2')
      assert.deepEqual(shown, ['a dentist near 02906'])
    },
  )

  for (const isStored of [true, false])
    test(
      `whose acknowledgement is lost are ${isStored ? 'shown' : 'sent'} once when the user signs in`,
      { skip },
      async () => {
        await using chat = await open()
        await chat.ask('hello')
        await chat.page.exposeFunction('signIn', () => partnership.signIn(`rune-${isStored}`))
        await chat.evaluate(
          isStored
            ? "isLost = (text) => sockets.length === 1 && text.includes('message.')"
            : 'sockets[0].send = () => undefined',
        )
        await chat.send('heart doctor near 02903')
        // The service has stored it.
        await pause(300)
        await chat.evaluate("chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
        if (isStored) assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 4 })
        await chat.waitFor("texts('user').includes('heart doctor near 02903')")
        const shown = await chat.transcript()
        assert.deepEqual(
          [await chat.evaluate('chat.state.draft'), shown.filter((text) => text.startsWith('heart')).length],
          [null, 1],
        )
      },
    )

  test('that the user discards are deleted at the service, and do not return', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate('chat.open()')
    await chat.ask('heart doctor near 02903')
    const resumeToken = await readResumeToken(chat)
    assert.equal(await readTranscriptStatus(resumeToken), 200)
    await verify(chat, 'gil@acme.example')
    await chat.evaluate('chat.newConversation()')
    await chat.waitFor("trace.includes('< conversation.opened')")
    await chat.evaluate('chat.migrate(false)')
    await assertDeleted(resumeToken)
    await chat.load()
    await chat.ask('a dentist near 02906')
    assert.deepEqual(
      [(await chat.transcript())[0], await chat.evaluate('chat.state.migration')],
      ['a dentist near 02906', null],
    )
  })
})

const emptyAnswer = { cards: [], notices: [], suggestions: [], finish_reason: 'stop', context: null }

/** Adds as many answers to an anonymous conversation as a page of messages has. */
async function addPageOfAnswers(resumeToken: string): Promise<void> {
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  const conversations = new Conversations(state, { cipher: null })
  const { conversationId } = (await conversations.resume('acme', resumeToken))!
  for (let count = 0; count < chatLimits.messagesPerPage; count += 1)
    await conversations.append(conversationId, {
      id: uuidV7(),
      role: 'assistant',
      body: { ...emptyAnswer, text: `answer ${count}` },
      answers: uuidV7(),
    })
}

/** Adds a question whose answer the service has lost. */
async function addUnanswered(resumeToken: string): Promise<void> {
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  const conversations = new Conversations(state, { cipher: null })
  const { conversationId } = (await conversations.resume('acme', resumeToken))!
  await conversations.append(conversationId, { id: uuidV7(), role: 'user', body: { text: 'a woman' } })
}

/** Signs a user in on a page with one answered message, so that the chat asks whether to keep it. */
async function askWhetherToKeep(chat: ChatPage, user: string): Promise<string> {
  await chat.ask('heart doctor near 02903')
  const token = await readResumeToken(chat)
  await chat.page.exposeFunction('signIn', () => partnership.signIn(user))
  await chat.evaluate("void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
  return token
}

describe('the question whether to keep anonymous messages', () => {
  test(
    'that is answered after the connection was lost deletes nothing, and is asked again',
    { skip },
    async () => {
      await using chat = await open()
      const token = await askWhetherToKeep(chat, 'kit')
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate(`${loseSocket}; chat.migrate(true)`)
      await chat.waitFor('chat.state.migration !== null')
      assert.equal(await readTranscriptStatus(token), 200)
      await chat.evaluate('chat.migrate(true)')
      await chat.waitFor('chat.state.migration === null')
      assert.deepEqual([(await chat.transcript()).length, await chat.countSteps('POST /sdk/delete')], [2, 0])
    },
  )

  test('is asked although the service could not continue them at first', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate(refuseResume)
    await askWhetherToKeep(chat, 'lex')
    await chat.waitForState('authentication', 'failed')
    assert.deepEqual(await chat.problems(), ['unavailable'])
    await chat.evaluate('chat.retry()')
    await chat.waitFor('chat.state.migration !== null')
    await chat.evaluate('chat.migrate(true)')
    await chat.waitFor('chat.state.entries.length === 2')
  })

  test('is asked again after a sign-in that replaces a refused one', { skip }, async () => {
    await using chat = await open()
    await askWhetherToKeep(chat, 'max')
    await chat.waitFor('chat.state.migration !== null')
    await chat.evaluate(replyToNext('conversation.list', 'auth.failed', 'token_expired'))
    await chat.evaluate('void chat.listConversations()')
    await chat.waitForState('authentication', 'failed')
    await chat.evaluate('chat.retry()')
    await chat.waitForState('authentication', 'signed-in')
    assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
  })

  test(
    'is asked again by a message after a sign-in whose conversation could not follow',
    { skip },
    async () => {
      await using chat = await open()
      await askWhetherToKeep(chat, 'pia')
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate('chat.newConversation()')
      await chat.waitFor("trace.includes('< conversation.opened')")
      await chat.evaluate(`${replyToNext('conversation.new', 'error', 'unavailable')}; ${loseSocket}`)
      await chat.waitForState('authentication', 'failed')
      await chat.send('a dentist near 02906')
      await chat.waitFor('chat.state.entries.length === 2')
      assert.deepEqual(await chat.evaluate('chat.state.migration'), { messageCount: 2 })
    },
  )

  test('deletes them although the user began a new conversation without a connection', { skip }, async () => {
    await using chat = await open()
    const token = await askWhetherToKeep(chat, 'rae')
    await chat.waitFor('chat.state.migration !== null')
    await addPageOfAnswers(token)
    await chat.evaluate(`${loseSocket}; chat.newConversation()`)
    await chat.waitFor('chat.state.migration !== null')
    await chat.evaluate('chat.migrate(false)')
    await assertDeleted(token)
  })

  test(
    'deletes them although the user began a new conversation while the code was checked',
    { skip },
    async () => {
      await using chat = await open()
      await chat.ask('heart doctor near 02903')
      const token = await readResumeToken(chat)
      await chat.evaluate("chat.startVerification(); chat.requestCode('email', 'rosa@acme.example')")
      await chat.waitFor("chat.state.verification?.step === 'code'")
      await chat.evaluate(
        `chat.submitCode('${partnership.readCode('rosa@acme.example')}'); chat.newConversation()`,
      )
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate('chat.migrate(false)')
      await assertDeleted(token)
    },
  )

  for (const code of ['unavailable', 'internal_error'])
    test(`is asked again by "Try again" if the service could not move them: ${code}`, { skip }, async () => {
      await using chat = await open()
      await askWhetherToKeep(chat, `ned-${code}`)
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate(`${replyToNext('history.migrate', 'error', code)}; chat.migrate(true)`)
      await chat.waitFor('chat.state.problem !== null')
      await chat.evaluate('chat.retry()')
      await chat.waitFor('chat.state.migration !== null')
      await chat.evaluate('chat.migrate(true)')
      await chat.waitFor("trace.includes('< history.migrated')")
    })

  test('loads no earlier messages of another conversation into these', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await addPageOfAnswers(await readResumeToken(chat))
    await chat.evaluate('chat.open()')
    await chat.load()
    await chat.waitFor('chat.state.hasEarlier')
    await chat.page.exposeFunction('signIn', () => partnership.signIn('oda'))
    await chat.evaluate("void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
    await chat.waitFor('chat.state.migration !== null')
    const shown = await chat.transcript()
    assert.equal(await chat.evaluate('chat.state.hasEarlier'), false)
    await chat.evaluate('chat.requestEarlier(); chat.listConversations()')
    await chat.waitFor('chat.state.conversations !== null')
    assert.deepEqual(await chat.transcript(), shown)
  })

  test('loads none that were requested before it either', { skip }, async () => {
    let idToken: string | null = null
    await using chat = await openExchange(async () => idToken)
    await chat.ask('heart doctor near 02903')
    await addPageOfAnswers(await readResumeToken(chat))
    await chat.load()
    await chat.waitFor('chat.state.hasEarlier')
    const shown = await chat.transcript()
    idToken = await partnership.signIn('ray')
    await chat.evaluate(`${loseSocket}; chat.requestEarlier()`)
    await chat.waitFor("trace.includes('< history.page')")
    assert.deepEqual(await chat.transcript(), shown)
    assert.notEqual(await chat.evaluate('chat.state.migration'), null)
  })

  test(
    'is asked although the user began a new conversation before the first connection',
    { skip },
    async () => {
      let idToken: string | null = null
      const config = Promise.withResolvers<void>()
      await using chat = await openExchange(async () => idToken)
      await chat.ask('heart doctor near 02903')
      idToken = await partnership.signIn('tom')
      await chat.evaluate(loseSocket)
      await chat.waitFor('chat.state.migration !== null')
      await chat.page.route('**/sdk/config', async (route) => {
        await config.promise
        await route.continue()
      })
      await chat.load()
      await chat.evaluate('chat.newConversation()')
      config.resolve()
      await chat.waitFor('chat.state.migration !== null')
      await chat.ask('a dentist near 02906')
      assert.equal((await chat.transcript())[0], 'a dentist near 02906')
    },
  )

  test(
    'shows them although the connection was lost before the service continued them',
    { skip },
    async () => {
      await using chat = await open()
      await chat.evaluate(`isLost = (text) => {
        const isResumed = sockets.length === 2 && text.includes('session.resumed')
        if (isResumed) queueMicrotask(() => ${loseSocket})
        return isResumed
      }`)
      await askWhetherToKeep(chat, 'una')
      await chat.waitFor('chat.state.migration !== null')
      assert.equal((await chat.transcript()).length, 2)
    },
  )

  test('leaves no answer that seems to arrive', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('isLost = (text) => /message.completed/.test(text)')
    await chat.send('a woman')
    await chat.waitFor('chat.state.entries.at(-1)?.isComplete === false')
    await verify(chat, 'ivo@acme.example')
    await chat.waitFor('chat.state.migration !== null')
    assert.equal(await chat.evaluate('chat.state.entries.at(-1).isComplete'), true)
  })
})

describe('a sign-in', () => {
  test('that the service refuses is one problem', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('dora'), {
      prepare: (page) =>
        page.routeWebSocket(/./, (socket) => {
          const server = socket.connectToServer()
          server.onMessage((text) => {
            const frame = JSON.parse(String(text)) as { readonly type: string }
            const data = { code: 'rate_limited', message: 'Too many.', status: 429, docs: '' }
            const isReplaced = frame.type === 'auth.upgraded'
            socket.send(isReplaced ? JSON.stringify({ ...frame, type: 'error', data }) : text)
          })
        }),
    })
    await chat.waitForState('authentication', 'failed')
    assert.deepEqual(await chat.problems(), ['rate_limited'])
  })

  test('succeeds although the service no longer has the anonymous conversation', { skip }, async () => {
    await using chat = await open()
    await chat.evaluate(replyToNext('session.resume', 'error', 'not_found'))
    await askWhetherToKeep(chat, 'pia')
    await chat.waitForState('authentication', 'signed-in')
    await chat.ask('a dentist near 02903')
  })

  test('that ends while it is renewed leaves no token', { skip }, async () => {
    await using chat = await open()
    for (let microtasks = 0; microtasks < 10; microtasks += 1) {
      await verify(chat, `rita-${microtasks}@acme.example`)
      await chat.evaluate(`new Promise((resolve) => {
        const realFetch = fetch
        globalThis.fetch = async (url, init) => {
          const response = await realFetch(url, init)
          if (!url.endsWith('/sdk/token')) return response
          globalThis.fetch = realFetch
          const text = await response.text()
          const signOut = async () => {
            for (let count = 0; count < ${microtasks}; count += 1) await null
            resolve(chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null }))
          }
          return { status: 200, text: async () => { void signOut(); return text } }
        }
        clockShiftMs += ${26 * minuteMs}
        chat.sendMessage('hello')
      })`)
      const stored = JSON.parse(await chat.evaluate('Object.values(sessionStorage)[0]')) as object
      assert.deepEqual(
        [Reflect.get(stored, 'refreshToken'), Reflect.get(stored, 'subject')],
        [null, undefined],
        `after ${microtasks} microtasks`,
      )
    }
  })

  test('that a message follows in one of the next microtasks delivers it', { skip }, async () => {
    await using chat = await open()
    for (let microtasks = 0; microtasks < 8; microtasks += 1) {
      const text = `message ${microtasks}`
      await chat.evaluate(`(async () => {
        await chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })
        for (let count = 0; count < ${microtasks}; count += 1) await null
        chat.sendMessage('${text}')
      })()`)
      await chat.waitFor(`texts('user').at(-1) === '${text}'`)
    }
  })

  test('after a failed renewal sends the message to the conversation that is shown', { skip }, async () => {
    let isFailing = false
    await using chat = await openExchange(() =>
      isFailing ? Promise.reject(new Error('x')) : partnership.signIn('hal'),
    )
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.newConversation()')
    await chat.ask('dentist near 02906')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations?.length === 2')
    await chat.evaluate(
      "chat.openConversation(chat.state.conversations.find(({ title }) => title.startsWith('heart')).conversation_id)",
    )
    await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
    isFailing = true
    await chat.evaluate(`clockShiftMs = ${31 * minuteMs}`)
    await chat.send('a woman')
    await chat.waitForState('authentication', 'failed')
    isFailing = false
    assert.equal(await chat.evaluate('chat.takeDraft()'), 'a woman')
    await chat.ask('a woman')
    const transcript = await chat.transcript()
    assert.deepEqual([transcript[0], transcript[2]], ['heart doctor near 02903', 'a woman'])
  })

  test('of no user never fails, however often the connection is lost', { skip }, async () => {
    await using chat = await openExchange(async () => null)
    for (let round = 1; round <= 4; round += 1) {
      await chat.waitFor(
        `sockets.length === ${round} && chat.state.authentication === 'anonymous' && chat.state.connection === 'connected'`,
      )
      await chat.ask('heart doctor near 02903')
      await chat.evaluate(loseSocket)
    }
    assert.deepEqual(await chat.problems(), [])
  })

  test('that an error listener begins with setAuthType ends', { skip }, async () => {
    await using chat = await openExchange(() => Promise.reject(new Error('x')))
    const authentication = await chat.evaluate(`new Promise((resolve, reject) => {
      chat.on('error', () => {
        chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })
          .then(() => resolve(chat.state.authentication), reject)
      })
      setTimeout(() => reject(new Error('pending')), 200_000)
    })`)
    assert.equal(authentication, 'anonymous')
  })

  for (const begun of ['anonymous', 'signed-in'])
    test(`that a listener of authchange begins with setAuthType succeeds: ${begun}`, { skip }, async () => {
      const idToken = Promise.withResolvers<string | null>()
      await using chat = await openExchange(() => idToken.promise)
      await chat.page.exposeFunction('signIn', () => partnership.signIn('ida'))
      await chat.evaluate(`{
        Object.assign(globalThis, { results: [], heard: [] })
        const begin = () => chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })
          .then(() => results.push('resolved'), ({ code }) => results.push(code))
        let isBegun = false
        chat.on('authchange', (authentication) => {
          if (authentication !== '${begun}' || isBegun) return
          isBegun = true
          void begin()
        })
        chat.on('authchange', (authentication) => heard.push(authentication))
      }`)
      idToken.resolve(begun === 'anonymous' ? null : await partnership.signIn('ida'))
      await chat.waitFor('results.length === 1')
      assert.deepEqual(await chat.evaluate('[results, chat.state.authentication, heard]'), [
        ['resolved'],
        'signed-in',
        [begun, 'signing-in', 'signed-in'],
      ])
    })

  test(
    'that a listener begins when setAuthType has ended the session is the only one that continues',
    { skip },
    async () => {
      await using chat = await openExchange(() => partnership.signIn('jana'))
      await chat.page.exposeFunction('signIn', () => partnership.signIn('jana'))
      await chat.waitForState('authentication', 'signed-in')
      await chat.evaluate(`{
      globalThis.results = []
      const set = (name, authType) => chat.setAuthentication({ authType, idTokenProvider: signIn })
        .then(() => results.push(name), ({ code }) => results.push(name + ' ' + code))
      let isBegun = false
      chat.on('authchange', (authentication) => {
        if (authentication !== 'anonymous' || isBegun) return
        isBegun = true
        set('inner', 'tokenExchange')
      })
      set('outer', 'passwordless')
    }`)
      await chat.waitFor('results.length === 2')
      await chat.ask('heart doctor near 02903')
      assert.deepEqual(await chat.evaluate('[results, chat.state.authType, chat.state.authentication]'), [
        ['outer', 'inner'],
        'tokenExchange',
        'signed-in',
      ])
    },
  )

  for (const [event, condition] of [
    ['authchange', "detail === 'signed-in'"],
    ['message', "sockets.length === 2 && detail.text.startsWith('This may be an emergency')"],
  ] as const)
    test(`shows nothing of a user whom a listener of ${event} signs out`, { skip }, async () => {
      const user = `kai-${event}`
      await using other = await openExchange(() => partnership.signIn(user))
      await other.ask('dentist near 02903')
      await using chat = await openExchange(() => partnership.signIn(user))
      await chat.waitFor('chat.state.entries.length === 2')
      await chat.evaluate(`chat.on('${event}', (detail) => {
        if (${condition}) chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })
      })`)
      await chat.page.context().setOffline(true)
      await chat.waitForState('connection', 'offline')
      await other.ask('crushing chest pain right now')
      await chat.page.context().setOffline(false)
      await chat.waitFor("chat.state.authType === 'passwordless'")
      await pause(200)
      assert.deepEqual(
        [
          await chat.transcript(),
          await chat.evaluate('chat.state.notices'),
          (await chat.state())['authentication'],
        ],
        [[], [], 'anonymous'],
      )
    })

  for (const code of [1000, 4408])
    test(`continues on another socket if its own is closed with ${code}`, { skip }, async () => {
      const idToken = Promise.withResolvers<string>()
      await using chat = await open()
      await chat.page.exposeFunction('signIn', () => idToken.promise)
      await chat.evaluate(`{
        globalThis.result = null
        void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn }).then(() => (result = 'resolved'))
      }`)
      await chat.waitFor("trace.includes('< sdk.session.created')")
      await chat.evaluate(`sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: ${code} }))`)
      idToken.resolve(await partnership.signIn('sam'))
      await chat.waitFor("result === 'resolved'")
      assert.equal((await chat.state())['authentication'], 'signed-in')
    })

  test('whose token expires before the conversation is continued begins again', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('bea'))
    await chat.ask('heart doctor near 02903')
    await chat.evaluate(`${replyToNext('session.resume', 'auth.failed', 'token_expired')}; ${loseSocket}`)
    await chat.waitFor("trace.includes('< session.resumed')")
    await chat.ask('a woman')
    assert.deepEqual(
      [(await chat.transcript()).length, await chat.countSteps('socket'), await chat.problems()],
      [4, 3, []],
    )
  })

  test('whose socket is lost ends without an endless spinner', { skip }, async () => {
    let isSlow = false
    await using chat = await openExchange(async () => {
      if (isSlow) await pause(300)
      return partnership.signIn('jon')
    })
    await chat.ask('hello')
    isSlow = true
    await chat.evaluate(
      `${replyToNext('conversation.list', 'auth.failed', 'token_expired')}; void chat.listConversations()`,
    )
    await chat.waitForState('authentication', 'failed')
    await chat.evaluate('chat.retry()')
    await chat.waitForState('authentication', 'signing-in')
    await chat.evaluate(loseSocket)
    await chat.waitForState('authentication', 'signed-in')
  })

  test(
    'with a code for an address that the user has given up asks again for an address',
    { skip },
    async () => {
      await using chat = await open()
      await chat.evaluate(`
        chat.startVerification()
        chat.requestCode('email', 'typo@acme.example')
        chat.cancelVerification()
        chat.startVerification()`)
      await chat.waitFor("trace.includes('< verification.sent')")
      assert.equal(await chat.evaluate('chat.state.verification.step'), 'destination')
    },
  )

  test(
    'with a code for an address waits for its own code, not for that of the address given up',
    { skip },
    async () => {
      await using chat = await open()
      await chat.evaluate(`
      chat.startVerification()
      chat.requestCode('email', 'wrong@acme.example')
      chat.cancelVerification()
      chat.startVerification()
      chat.requestCode('email', 'right@acme.example')`)
      await chat.waitFor("trace.filter((step) => step === '< verification.sent').length === 2")
      await chat.waitFor("chat.state.verification.step === 'code'")
      assert.match(await chat.evaluate('chat.state.verification.sent.destination_masked'), /^r/)
    },
  )

  test('with a code ends when the user cancels it before the reply', { skip }, async () => {
    await using chat = await open()
    await chat.ask('hello')
    await chat.evaluate(
      "chat.startVerification(); chat.requestCode('email', 'kim@acme.example'); chat.cancelVerification()",
    )
    await chat.waitFor("trace.includes('< verification.sent')")
    assert.equal(await chat.evaluate('chat.state.verification'), null)
  })
})

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

/** A page of a user with two conversations, the second of which is shown. */
async function openWithTwo(user: string): Promise<ChatPage> {
  const chat = await openExchange(() => partnership.signIn(user))
  await chat.ask('heart doctor near 02903')
  await chat.evaluate('chat.newConversation()')
  await chat.ask('a dentist near 02906')
  await chat.evaluate('chat.listConversations()')
  await chat.waitFor('chat.state.conversations?.length === 2')
  return chat
}
const openEarlier = 'chat.openConversation(chat.state.conversations[1].conversation_id)'

describe('an earlier conversation', () => {
  test('is shown if the service refuses another one that the user opens next', { skip }, async () => {
    await using chat = await openWithTwo('olga')
    await chat.evaluate(`${openEarlier}; chat.openConversation('018f0000-0000-7000-8000-000000000000')`)
    await chat.waitFor("chat.state.problem?.code === 'not_found'")
    assert.equal((await chat.transcript())[0], 'heart doctor near 02903')
    await chat.ask('a woman')
    const shown = await chat.transcript()
    await chat.evaluate(loseSocket)
    await chat.waitFor("trace.includes('< session.resumed', trace.lastIndexOf('< auth.upgraded'))")
    await pause(200)
    assert.deepEqual(await chat.transcript(), shown)
  })

  for (const [what, event] of [
    ['the token expires', replyToNext('conversation.open', 'auth.failed', 'token_expired')],
    ...[4401, 4408, 1000].map((code) => [
      `the socket closes with ${code}`,
      `sockets.at(-1).send = function () { this.dispatchEvent(new CloseEvent('close', { code: ${code} })) }`,
    ]),
  ] as [string, string][])
    test(`opens although ${what}`, { skip }, async () => {
      await using chat = await openWithTwo(`otto-${what}`)
      await chat.evaluate(`${event}; ${openEarlier}`)
      await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
    })

  test(
    'that the service cannot continue gets no message for the latest one, which returns to the field',
    { skip },
    async () => {
      await using chat = await openWithTwo('orla')
      await chat.evaluate(openEarlier)
      await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
      {
        await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
        await state.database.updateTable('chat_token').set({ ends_at: 1 }).execute()
      }
      await chat.evaluate("sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 4408 }))")
      await chat.waitForState('connection', 'idle')
      await chat.send('a woman')
      await chat.waitFor("chat.state.entries[0]?.text === 'a dentist near 02906'")
      assert.deepEqual(
        [await chat.evaluate('chat.takeDraft()'), await chat.countSteps('> message.send')],
        ['a woman', 2],
      )
    },
  )

  test('gets the next message of its user after the end of its resume token', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('oren'))
    await chat.ask('heart doctor near 02903')
    {
      await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
      await state.database.updateTable('chat_token').set({ ends_at: 1 }).execute()
    }
    await chat.evaluate("sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 4408 }))")
    await chat.waitForState('connection', 'idle')
    await chat.ask('a woman')
    assert.deepEqual(await chat.messages('user'), ['heart doctor near 02903', 'a woman'])
    assert.deepEqual([(await chat.transcript()).length, await chat.evaluate('chat.state.draft')], [4, null])
  })

  test('has no gap if earlier messages are requested while it opens', { skip }, async () => {
    await using chat = await openWithTwo('oona')
    const ids = await chat.evaluate<readonly string[]>(
      'chat.state.conversations.map(({ conversation_id }) => conversation_id)',
    )
    {
      await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
      const conversations = new Conversations(state, { cipher: null })
      // The latest one is shown first.
      for (const [id, count] of [
        [ids[1]!, 170],
        [ids[0]!, 70],
      ] as const)
        for (let added = 0; added < count; added += 1)
          await conversations.append(id, {
            id: uuidV7(),
            role: 'assistant',
            body: { ...emptyAnswer, text: `answer ${added}` },
            answers: uuidV7(),
          })
    }
    await chat.load()
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations !== null && chat.state.hasEarlier')
    await chat.evaluate(`chat.openConversation('${ids[1]}'); chat.requestEarlier()`)
    await chat.waitFor("chat.state.entries.at(-1).text === 'answer 169'")
    await chat.evaluate('chat.listConversations()')
    const shown = (await chat.transcript()).length
    await chat.evaluate('chat.requestEarlier()')
    await chat.waitFor(`chat.state.entries.length > ${shown}`)
    const last = (await chat.transcript()).map((text) => Number(/^answer (\d+)$/.exec(text)?.[1]))
    assert.deepEqual(
      last,
      Array.from(last, (_, index) => 170 - last.length + index),
    )
  })
})

test(
  'setAuthType rejects while the service is unreachable, also if an action has failed',
  { skip },
  async () => {
    await using chat = await open()
    await chat.evaluate(`WebSocket = class extends WebSocket { constructor() { super('ws://127.0.0.1:1/') } }
    void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: async () => null })
      .catch(({ code }) => (globalThis.rejection = code))
    void chat.listConversations()`)
    await chat.waitFor("chat.state.problem?.code === 'not_connected'")
    await chat.waitFor("globalThis.rejection === 'unreachable'")
  },
)

test('a verification on a page with a token exchange leaves no refresh token', { skip }, async () => {
  await using chat = await openExchange(async () => null)
  await chat.ask('heart doctor near 02903')
  await verify(chat, 'tora@acme.example')
  assert.doesNotMatch(await chat.evaluate('Object.values(sessionStorage)[0]'), /"refreshToken":"/)
  await chat.evaluate(`clockShiftMs = ${31 * minuteMs}`)
  await chat.send('a woman')
  await chat.waitForState('authentication', 'anonymous')
  assert.equal(await chat.evaluate('chat.takeDraft()'), 'a woman')
})

test('a sign-out removes the tokens of a verification, also from a full storage', { skip }, async () => {
  await using chat = await open()
  await verify(chat, 'petra@acme.example')
  await chat.evaluate(`{
    chat.open()
    let text = ''
    for (let size = 2 ** 23; size >= 1; size /= 2)
      try {
        sessionStorage.setItem('page', text + 'x'.repeat(size))
        text += 'x'.repeat(size)
      } catch {}
    chat.close()
  }`)
  await chat.evaluate("chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })")
  const stored = await chat.evaluate<readonly string[]>(
    "Object.entries(sessionStorage).flatMap(([name, value]) => (name === 'page' ? [] : [value]))",
  )
  assert.doesNotMatch(stored.join(), /"refreshToken":"/)
})

describe('a message that the service has refused', () => {
  for (const [name, leave, isOwn] of [
    [
      'is gone after setAuthType',
      "void chat.setAuthentication({ authType: 'passwordless', idTokenProvider: null })",
      false,
    ],
    [
      'is gone after another user has signed in',
      "sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 4409 }))",
      false,
    ],
    ['returns to the field before a new conversation', 'chat.newConversation()', true],
  ] as const)
    test(`${name}, and those that wait return to the field`, { skip }, async () => {
      await using chat = await openExchange(() => partnership.signIn(`finn-${name}`))
      await chat.ask('hello')
      await chat.evaluate(replyToNext('message.send', 'error', 'rate_limited'))
      await chat.send('heart doctor near 02903')
      await chat.waitFor("chat.state.entries.at(-1).delivery === 'failed'")
      await chat.evaluate(`for (let count = 0; count < 20; count += 1) chat.sendMessage('a woman')
        ${leave}`)
      const returned = await chat.evaluate<string>('chat.takeDraft()')
      assert.match(returned, isOwn ? /^heart doctor near 02903\na woman\n/ : /^a woman\n/)
      assert.equal(returned.includes('heart'), isOwn)
    })
})

test('a destroyed chat stores nothing', { skip }, async () => {
  await using chat = await open()
  await chat.ask('hello')
  const stored = await chat.evaluate('Object.values(sessionStorage)')
  await chat.evaluate('chat.destroy(); chat.newConversation(); chat.open()')
  assert.deepEqual(await chat.evaluate('Object.values(sessionStorage)'), stored)
})

/** Begins another conversation when the message has left and its acknowledgement has not come. */
const beginAnother = (next: string) => `{
  const [socket] = sockets
  const { send } = socket
  socket.send = (text) => {
    send.call(socket, text)
    if (JSON.parse(text).type !== 'message.send') return
    socket.send = send
    queueMicrotask(() => { chat.newConversation(); ${next} })
  }
}`

describe('a new conversation right after a message was sent', () => {
  test('leaves the message, which the service has stored, in the other conversation', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('otis'))
    await chat.ask('hello')
    await chat.evaluate(beginAnother(''))
    await chat.send('heart doctor near 02903')
    await chat.waitFor("trace.includes('< conversation.opened')")
    assert.deepEqual(await chat.messages('user'), ['hello', 'heart doctor near 02903'])
    assert.deepEqual([await chat.evaluate('chat.state.draft'), await chat.transcript()], [null, []])
    await chat.ask('a dentist near 02906')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations?.length === 2')
  })

  test('returns the text if the connection was lost before the acknowledgement', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('pam'))
    await chat.ask('hello')
    await chat.evaluate(beginAnother(loseSocket))
    await chat.send('heart doctor near 02903')
    await chat.waitFor('chat.state.draft !== null')
    assert.equal(await chat.evaluate('chat.takeDraft()'), 'heart doctor near 02903')
  })
})

for (const authType of ['passwordless', 'tokenExchange'] as const)
  test(
    `a new conversation is still new after a reload, and the user is signed in: ${authType}`,
    { skip },
    async () => {
      await using chat = await open({ authType, provideIdToken: () => partnership.signIn('nora-reload') })
      await chat.evaluate('chat.open()')
      await chat.ask('heart doctor near 02903')
      if (authType === 'passwordless') {
        await verify(chat, 'nola@acme.example')
        await chat.evaluate('chat.migrate(true)')
        await chat.waitFor("trace.includes('< history.migrated')")
      }
      await chat.evaluate('chat.newConversation()')
      await chat.waitFor("trace.includes('< conversation.opened')")
      await chat.load()
      await chat.waitForState('authentication', 'signed-in')
      await chat.waitFor("trace.includes('< conversation.opened')")
      assert.deepEqual(await chat.transcript(), [])
      await chat.ask('a dentist near 02906')
      assert.equal((await chat.transcript())[0], 'a dentist near 02906')
      await chat.load()
      await chat.waitFor('chat.state.entries.length === 2')
      assert.equal((await chat.transcript())[0], 'a dentist near 02906')
    },
  )

describe('a new conversation right after', () => {
  test('the code of a verification follows the sign-in', { skip }, async () => {
    await using chat = await open()
    await chat.ask('hello')
    await chat.evaluate("chat.startVerification(); chat.requestCode('email', 'nils@acme.example')")
    await chat.waitFor("chat.state.verification?.step === 'code'")
    await chat.evaluate(
      `chat.submitCode('${partnership.readCode('nils@acme.example')}'); chat.newConversation()`,
    )
    await chat.waitFor("trace.includes('< conversation.opened')")
    await chat.ask('a dentist near 02906')
    await chat.evaluate(loseSocket)
    await chat.waitFor("trace.includes('< session.resumed', trace.lastIndexOf('< auth.upgraded'))")
    assert.equal((await chat.transcript())[0], 'a dentist near 02906')
  })

  test('keeping the anonymous messages follows these', { skip }, async () => {
    await using chat = await open()
    await askWhetherToKeep(chat, 'nell')
    await chat.waitFor('chat.state.migration !== null')
    await chat.evaluate('chat.migrate(true); chat.newConversation()')
    await chat.waitFor("trace.includes('< conversation.opened')")
    assert.deepEqual(await chat.transcript(), [])
    await chat.ask('a dentist near 02906')
    assert.equal((await chat.transcript())[0], 'a dentist near 02906')
  })
})

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

describe('a lost connection', () => {
  test('after which the service is unavailable mixes no two conversations', { skip }, async () => {
    await using chat = await open()
    await chat.ask('heart doctor near 02903')
    await chat.evaluate(`${refuseResume}; ${loseSocket}`)
    await chat.waitFor("chat.state.problem?.code === 'unavailable'")
    await chat.evaluate('chat.retry()')
    await chat.waitFor('chat.state.problem === null')
    await chat.ask('a woman')
    const shown = await chat.transcript()
    await chat.evaluate('chat.open()')
    await chat.load()
    await chat.waitFor('chat.state.entries.length === 4')
    assert.deepEqual(await chat.transcript(), shown)
  })

  test(
    'shows the answer that it interrupts as incomplete, and the next one completes it',
    { skip },
    async () => {
      await using chat = await openExchange(() => partnership.signIn('mia'))
      await chat.ask('hello')
      await chat.evaluate("isLost = (text) => sockets.length === 1 && text.includes('message.completed')")
      await chat.send('heart doctor near 02903')
      await chat.waitFor('chat.state.entries[3]?.text.length > 0')
      const ending = '(({ isComplete, finishReason }) => [isComplete, finishReason])(chat.state.entries[3])'
      assert.deepEqual(await chat.evaluate(ending), [false, null])
      assert.deepEqual(await chat.evaluate(`${loseSocket}; ${ending}`), [true, null])
      await chat.waitFor("chat.state.entries[3]?.finishReason === 'stop'")
      assert.equal((await chat.transcript()).length, 4)
    },
  )

  test('adds no answer of the latest conversation to the one that is shown', { skip }, async () => {
    await using chat = await openExchange(() => partnership.signIn('lea'))
    await chat.ask('heart doctor near 02903')
    await chat.evaluate('chat.newConversation()')
    await chat.ask('dentist near 02903')
    await chat.evaluate('chat.listConversations()')
    await chat.waitFor('chat.state.conversations?.length === 2')
    const [latest, earlier] = await chat.evaluate<readonly string[]>(
      'chat.state.conversations.map(({ conversation_id }) => conversation_id)',
    )
    await chat.evaluate(`chat.openConversation('${earlier}')`)
    await chat.waitFor("chat.state.entries[0]?.text === 'heart doctor near 02903'")
    const shown = await chat.transcript()
    await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
    const unanswered = { id: uuidV7(), role: 'user', body: { text: 'a woman' } } as const
    await new Conversations(state, { cipher: null }).append(latest!, unanswered)
    await chat.evaluate(loseSocket)
    await chat.waitFor("trace.includes('< message.completed', trace.lastIndexOf('< auth.upgraded'))")
    await chat.waitForState('connection', 'connected')
    assert.deepEqual(await chat.transcript(), shown)
  })

  for (const user of [null, 'nora'])
    test(
      `that loses the reply to a new conversation of ${user} stores its first message once`,
      { skip },
      async () => {
        await using chat = await openExchange(async () => user && partnership.signIn(user))
        await chat.ask('hello')
        await chat.evaluate(
          "isLost = (text) => sockets.length === 1 && /conversation|message/.test(JSON.parse(text).type); chat.newConversation(); chat.sendMessage('a dentist near 02903')",
        )
        await chat.waitFor("trace.includes('> conversation.new')")
        // The service has replied.
        await pause(300)
        await chat.evaluate(loseSocket)
        await chat.waitFor("chat.state.entries.at(-1)?.role === 'assistant'")
        assert.deepEqual(
          [(await chat.transcript())[0], await chat.countSteps('> message.send')],
          ['a dentist near 02903', 2],
        )
      },
    )

  test('does not share later a location that was not shared because of it', { skip }, async () => {
    await using chat = await open()
    await chat.ask('hello')
    await chat.page.context().setOffline(true)
    await chat.waitForState('connection', 'offline')
    assert.equal(await chat.evaluate('chat.shareLocation({ lat: 41.8, lng: -71.4 })'), false)
    await chat.page.context().setOffline(false)
    await chat.ask('a dentist')
    assert.equal(await chat.countSteps('> location.share'), 0)
  })
})
